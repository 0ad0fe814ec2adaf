"""Adding the baselines changes no number of a page, until they are let take part."""

import pandas as pd
import pytest

from oq_core.campaign import Table
from tests.pages.conftest import unlinked

NAMES = {"Popularity", "Popularity †", "Uniform"}


def numbers_of(records):
    """What a page shows, without the references."""
    found = {}
    for file, each in records.items():
        if isinstance(each, Table):
            found[file] = [row for row in each.rows if not NAMES & set(row)]
        else:
            lines = [line for line in each.lines if line.label not in NAMES]
            found[file] = lines, each.numbers
    return found


def captions(page):
    """What stands below, a line each."""
    return [unlinked(each.value).replace("\\", "") for each in page.caption]


@pytest.mark.parametrize("address", ["rankings", "leaderboard", "power"])
def test_adding_references_changes_no_number_of_a_page(start, records, address):
    chosen = {"trials": "200", "marks": "true", "details": "9478e35f2b.1"}
    bare = start(address, **chosen)
    before, said = numbers_of(records), [each.value for each in bare.markdown]
    records.clear()
    page = start(address, **chosen, add_baselines="true")
    # What is told of adding them is of no use any more.
    assert [each.value for each in page.markdown] == [
        each for each in said if not each.startswith("Add the baselines")
    ]
    after = numbers_of(records)
    assert before.keys() == after.keys()
    for file, found in before.items():
        if isinstance(records[file], Table):
            assert found == after[file], file
        else:
            assert found[0] == after[file][0], file
            pd.testing.assert_frame_equal(found[1], after[file][1])
    assert "Bundled sample A: not among the runs: Popularity, Uniform." in captions(page)
    # They take part if they are let.
    page.toggle(key="test_baselines").set_value(True).run()
    assert not page.exception
    assert "Bundled sample A: among the runs: Popularity, Uniform." in captions(page)
    asked = numbers_of(records)
    tables = [file for file in before if isinstance(records[file], Table)]
    assert any(asked[file] != before[file] for file in tables)


def test_adding_references_changes_no_sample_size(start):
    def asked(page):
        assert not page.exception
        (frame,) = (each.value for each in page.dataframe)
        return frame

    before = asked(start("sample_size"))
    page = start("sample_size", add_baselines="true")
    pd.testing.assert_frame_equal(asked(page), before)
    assert "Bundled sample A: not among the runs: Popularity, Uniform." in captions(page)
    page.toggle(key="test_baselines").set_value(True).run()
    assert not asked(page).equals(before)
