"""Preferences: the sample, files of one's own, and what cannot be read."""

import numpy as np

from oq_core.campaign.printing import layouts
from oq_core.preferences import CANDIDATES
from oq_core.preferences.choices import TEMPLATE, choices_csv, choices_of, read_choices
from tests.conftest import SAMPLE
from tests.pages.conftest import unlinked


def told(page):
    return unlinked(" ".join(each.value for each in page.markdown))


def test_the_sample_is_shown_with_its_agreement_and_said_to_be_invented(start, records):
    page = start("preferences")
    found = choices_of(read_choices([SAMPLE / "choices.csv"])).agreement()
    best = int(np.argmax(found.shares[:13]))
    share, (low, high) = found.shares[best], found.intervals[best]
    assert (
        f"{list(CANDIDATES)[best]} agrees with people in {100 * share:.0f} % of choices "
        f"({100 * low:.0f} to {100 * high:.0f})"
    ) in told(page)
    assert "invented" in unlinked(" ".join(each.value for each in page.caption))
    assert "480 choices" in told(page)
    chart = records["people"]
    assert chart.numbers["agreement"].is_monotonic_decreasing
    table = records["people-by-kind"]
    assert {row[0] for row in table.rows} == set(chart.numbers["measure"])


def test_own_files_are_read_together_and_what_cannot_be_read_changes_nothing(start, monkeypatch):
    text, apart = choices_csv(TEMPLATE), list[object]()

    def noted(_, function, *given):
        apart.append(function)
        return function(*given)

    monkeypatch.setattr("pages.host.work.in_reader", noted)
    page = start("preferences")
    page.file_uploader[0].upload("a.csv", b"gold,a\n1 2,2 1\n", "text/csv").run()
    assert "the column b is missing" in page.error[0].value
    assert "480 choices" in told(page)
    page.file_uploader[0].upload("a.csv", text.encode(), "text/csv").run()
    # Both people see the same question, with the sides exchanged.
    assert "a.csv" in told(page)
    assert "2 choices of 2 people, 1 question" in told(page)
    # What a small gzip file unpacks to may be much: a worker reads it.
    assert apart == [read_choices] * 2
    assert not page.exception
    (close,) = (each for each in page.button if each.label == "Close them")
    close.click().run()
    assert "480 choices" in told(page)


def test_a_kind_of_questions_is_in_the_address(start):
    (kind, name), *_ = ((kind, name) for kind, name in layouts.KINDS_SHORT.items() if kind)
    page = start("preferences", preferences_kind=name)
    assert page.button_group(key="preferences_kind").value == kind
    assert f"**{name}: " in told(page)
    assert not page.warning
