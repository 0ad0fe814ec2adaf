"""Every page as it opens, and what is another on it once all of its options are.

What was seen stands in `__snapshots__`, a file each.
"""

import pytest

from pages.menu import ENTRIES
from tests.pages.test_addresses import visit
from tests.pages.test_options import MORE, WIDGETS, drawn, other
from tests.snapshots import lines_of

#: Options that stay as they are: with another value a page has other options, takes long, or they
#: are to go.
STAYING = {
    *("data", "scale", "scales", "report_intervals", "bounded", "conflicts"),
}
#: What is typed that goes with other values of all other options.
TYPED = {"search_gold": "3,7", "clusters": "0", "judge_clusters": "0"}
PAGES = {entry.address or "start": (entry.address, {}) for entry in ENTRIES}
#: The report of one data set is made.
MADE = ("report", {"scales": "A"})
PLACES = PAGES | {
    f"{name}, {'; '.join(address.values())}": (name, address) for name, address in [*MORE, MADE]
}


def test_what_is_around_each_page(start, snapshot):
    lines = lines_of(start("start").main.children[0])
    assert [line for line in lines if not line.startswith("oq_entry")] == snapshot


@pytest.mark.parametrize("place", PLACES)
def test_a_page_and_its_options(place, snapshot):
    name, address = PLACES[place]
    page = visit(name, address)
    opened = [*lines_of(page.main)]
    if place in PAGES:
        assert opened == snapshot
    chosen = {}
    for parameter, _, widget in [*drawn(page)]:
        if parameter not in STAYING and not widget.disabled:
            chosen[parameter] = TYPED.get(parameter) or other(parameter, widget)
            widget.set_value(chosen[parameter])
    if not chosen:
        return
    page.run()
    if PLACES[place] == MADE:
        next(each for each in page.button if each.label == "Make the report").click().run()
    assert not page.exception
    lines = [line for line in lines_of(page.main) if line not in opened]
    results = [line for line in lines if line.partition(":")[0].strip() not in WIDGETS]
    others = ", ".join(f"{parameter} {value}" for parameter, value in chosen.items())
    assert [others, *results] == snapshot(name="options")
