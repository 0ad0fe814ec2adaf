"""What Baselines shows of selected instances, which are given here: only a browser selects."""

import pytest

from pages.drawing import shown
from pages.explore.dialogues_parts import scatter
from tests.pages.conftest import bars_of


@pytest.fixture
def page(start, monkeypatch):
    monkeypatch.setattr(scatter, "delta_scatter", lambda *_, **__: [0, 2, 3, 4])
    return start("dialogues")


def test_a_few_of_the_selected_instances_are_shown_and_the_others_on_further_pages(page):
    assert any("Selected: 4 of" in each.value for each in page.markdown)
    assert len(histograms(page)) == 3
    first = histograms(page)
    (further,) = (each for each in page.number_input if "instances selected" in each.label)
    assert (further.label, further.min, further.max) == ("4 instances selected: page of 2", 1, 2)
    further.set_value(2).run()
    assert not page.exception
    assert len(histograms(page)) == 1
    assert not set(histograms(page)) & set(first)


def histograms(page):
    """The instances that are drawn."""
    return [words for words in bars_of(page) if "Instance" in words]


def test_a_click_in_the_list_takes_the_place_of_what_is_selected(start, monkeypatch):
    """The figure is another then, in which nothing is selected."""
    keys = []
    monkeypatch.setattr(scatter, "delta_scatter", lambda *_, key: keys.append(key) or [])
    page, pick = start("dialogues"), shown.pick_row
    before = bars_of(page)
    monkeypatch.setattr(shown, "pick_row", lambda *given, **named: pick(*given, **named) + 1)
    page.run()
    assert keys[0] != keys[1]
    assert bars_of(page) != before
