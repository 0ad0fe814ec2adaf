"""No address makes a page fail, and what of it could not be used is said.

A sample of pages, parameters and values; `--all` tries each value of each.
"""

import random
from functools import cache, partial

import pytest
from streamlit.testing.v1 import AppTest, local_script_runner

from oq_core import MEASURES, options
from pages.analysing.carried import is_shared
from pages.drawing.classification_state import ClassificationState
from pages.drawing.compare_state import CompareState
from pages.learn.quiz_parts.state import QuizState
from pages.menu import ENTRIES, MENU
from tests.conftest import MAIN, PATIENCE

#: What no parameter of any page means.
BAD = (
    *("", " ", "1e999", "-1e999", "1e308", "inf", "-inf", "nan", "Infinity", "-0", "1e-400"),
    *("9" * 20, "9" * 400, "9" * 5000, "-" + "9" * 5000, "0" * 5000, "1." + "3" * 5000),
    *("0x10", "1_000", "١٢", "1,5", "--1", "abc", "None", "true", "[]", "{}", "null", "a" * 20_000),
    *("\x00", "<script>alert(1)</script>", "](javascript:alert(1))", "../../etc/passwd"),
    *("%00", "'; --", "=1+1", "🦆" * 50),
)

#: What pages read themselves; the rest is found from the widgets that are bound to the address.
_DRAWN = tuple(CompareState(measures=tuple(MEASURES), working="NMD").to_address())
READ = {
    "": ("drawn", "pair"),
    "compare": _DRAWN,
    "classification": tuple(ClassificationState(edits_gold=True).to_address()),
    "lessons": ("lesson", "predicted"),
    "quiz": ("challenge", *QuizState(answers=("A",)).to_address()),
    "map": ("map_a", "map_b"),
    "conflicts": ("conflicts",),
    "papers": ("paper", "table", "part", "papers_own"),
    "reference": ("measure", "property"),
}
#: Positions of names, on pages about data.
POSITIONS = (
    *("data", "scales", "scale", "further", "without", "details", "first", "second"),
    "judge",
)
ABOUT_DATA = [entry.address for entry in ENTRIES if entry not in MENU["Learn"]]
#: What is on a page only once something else was chosen.
OTHERS = {
    "sample_size": ({"design_source": "typed"},),
    "rankings": ({"split_kind": "in two sets of"},),
    "conflicts": (
        *({"triples_from": kind} for kind in ("open data", "random votes")),
        *({"conflicts": part} for part in ("Strongest", "Artificial")),
    ),
    "map": ({"map_classes": "4"}, {"map_classes": "5"}),
    "data": (),
}
#: What Share leaves out.
NOT_SHARED = {"answers", "hands", "predicted", "projector", "unknown"}


def visit(page: str, parameters: dict[str, str | list[str]]) -> AppTest:
    """Open a page at an address, as a browser does that was nowhere before."""
    app = AppTest.from_file(MAIN, default_timeout=PATIENCE)
    go(app, page, parameters)
    return app


def go(app: AppTest, page: str, parameters: dict[str, str | list[str]]) -> None:
    """Go to an address."""
    app.switch_page(next(each for each in ENTRIES if each.address == page).file)
    app.query_params.clear()
    app.query_params.update(parameters)
    app.run()


def bound(app: AppTest) -> set[str]:
    """Names of the parameters that widgets of the page are bound to."""
    with app.session_state._state.query_params() as known:
        return set(known._bindings_by_param)


@cache
def parameters(page: str) -> list[str]:
    """Every parameter that a page knows."""
    found = set(READ.get(page, ())) | {"hands", "projector", "unknown"}
    found |= set(POSITIONS if page in ABOUT_DATA else ())
    for choice in ({}, *OTHERS.get(page, ())):
        app = visit(page, choice)
        assert not app.exception
        found |= bound(app)
    return sorted(found)


@pytest.mark.parametrize("page", [entry.address for entry in ENTRIES])
def test_no_address_makes_a_page_fail(page, request):
    names = parameters(page)
    # Share carries what a record knows, and is to carry all that is nobody's own.
    assert {each for each in names if not is_shared(each)} <= NOT_SHARED
    if request.config.getoption("--all"):
        tried = [{name: value} for name in names for value in BAD]
        tried += [{name: [value, value]} for name in names for value in BAD]
    else:
        chance = random.Random(page)
        tried = [{name: chance.choice(BAD) for name in names}]
        tried += [{chance.choice(names): value} for value in chance.sample(BAD, 2)]
    failed = []
    for address in tried:
        app = visit(page, address)
        if app.exception:
            failed.append(({k: v[:40] for k, v in address.items()}, app.exception[0].value[:200]))
    assert not failed, failed


def told(app: AppTest) -> list[str]:
    return [each.value for each in app.warning if "could not be used" in each.value]


@pytest.mark.parametrize("value", ["1e999", "", "nan", "9" * 5000, "abc", "7", "\x00"])
def test_what_could_not_be_used_is_told_in_a_line(value):
    app = visit("power", {"trials": value, "alpha": "0.01"})
    (line,) = told(app)
    assert line.startswith("This could not be used as the link has it: trials = ")
    assert len(line) < 120
    assert app.number_input(key="alpha").value == 0.01
    assert app.number_input(key="trials").value == options.TRIALS.usual
    # It is said once.
    app.number_input(key="alpha").set_value(0.02).run()
    assert not told(app)


def test_a_value_that_can_be_read_does_not_save_one_beside_it_that_cannot():
    app = visit("power", {"trials": ["1000", "1e999"]})
    assert not app.exception
    assert app.number_input(key="trials").value == options.TRIALS.usual
    assert "trials" not in app.query_params


@pytest.mark.parametrize(
    ("page", "address"),
    [
        ("power", {"trials": "1000", "effect": "ES_E2 (two-way, ACL21)", "add_baselines": "true"}),
        ("power", {"quantification_measures": ["NMD", "DNKT"], "trials": "5000"}),
        ("conflicts", {"conflicts": "Strongest", "search_gold": "1,2,3,4,5", "one": "NMD"}),
        ("map", {"map_classes": "4", "unknown": "anything"}),
        ("leaderboard", {"data": "inf"}),
    ],
)
def test_what_was_used_is_not_told(page, address):
    app = visit(page, address)
    assert not app.exception
    assert not told(app)


def test_back_opens_what_its_address_asks_for(monkeypatch):
    measures = ["NMD", "RNOD", "JSD"]
    address = {"quantification_measures": measures, "random_seed": "7"}
    app = visit("rankings", address)
    # The next page has a choice of measures, too.
    go(app, "sample_size", {})
    of_back = partial(local_script_runner.RerunData, is_history_navigation=True)
    monkeypatch.setattr(local_script_runner, "RerunData", of_back)
    go(app, "rankings", address)
    assert app.multiselect(key="quantification_measures").value == measures
    assert app.query_params == address
