"""Each option of each page: what depends on it changes with it, and is what a link opens."""

import re
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from oq_core import options
from oq_core.disagreement import search
from oq_core.option import Names
from pages.analysing import data, views
from pages.menu import ENTRIES
from tests.pages.test_addresses import bound, visit
from tests.snapshots import lines_of

EVERY = [*options.OPTIONS, *views.VIEWS]
#: Addresses at which more options are or matter than where a page opens.
MORE = [
    ("rankings", {"tau_interval": "Bootstrap over instances"}),
    ("rankings", {"consistency_test": "true"}),
    ("rankings", {"split_kind": "in two sets of"}),
    ("sample_size", {"design_source": "typed"}),
    ("conflicts", {"triples_from": "open data"}),
    ("conflicts", {"conflicts": "Strongest"}),
    ("conflicts", {"conflicts": "Artificial"}),
]
#: Where a page is opened for less work.
CHEAPER = {"power": {"trials": "300", "quantification_measures": ["NMD", "RNOD"]}}
PAGES = [*((entry.address, CHEAPER.get(entry.address, {})) for entry in ENTRIES), *MORE]
#: What is chosen of texts.
TYPED = {"search_gold": "4,4,4,4,4", "judge_clusters": "-", "clusters": "_"}
#: What stands beside options, not for what depends on them.
WIDGETS = (
    *("number_input", "slider", "toggle", "checkbox", "selectbox", "multiselect", "text_input"),
    *("button_group", "segmented_control", "popover", "block", "file_uploader"),
)
#: Options on which nothing depends that a page shows as it opens, and why.
REASONS: dict[tuple[str, ...], str] = {
    **{
        ("rankings", *other, name): "the papers' test, which it is about, is off"
        for other in ((), ("tau_interval",), ("split_kind",))
        for name in ("alpha", "trials")
    },
    ("conflicts", "conflicts", "random_seed"): "the search finds one conflict from every seed",
    ("report", "splits"): "until the report is made, its line for the shell alone tells it",
    ("report", "measures_apart"): "it asks for the same measures in each place",
}

#: Options of a report, of which nothing is shown before it is made.
UNMADE = [
    *("alpha", "trials", "random_seed", "report_split_size", "report_small_split"),
    *("report_samples", "report_intervals", "bounded", "tau", "tau_interval", "effect"),
    *("pair_rule", "quantification_measures", "without", "scales", "scale"),
]


def shown(page: AppTest) -> list[str]:
    """What a page says and draws, but for its options."""
    return [line for line in lines_of(page.main) if line.partition(":")[0].strip() not in WIDGETS]


def widgets(page: AppTest):
    """What chooses on a page."""
    for kind in WIDGETS[:8]:
        yield from page.get(kind)


def drawn(page: AppTest):
    """The options of a page with what draws each, by their names in addresses."""
    in_address = bound(page)
    for each in widgets(page):
        if each.key in in_address:
            (option,) = {id(o): o for o in EVERY if o.is_at(each.key)}.values()
            yield each.key, option, each
        else:
            for option in EVERY:
                is_places = isinstance(option.values, Names) and option.values.by_place
                if is_places and option.words and each.label == option.words:
                    yield option.address, option, each


def other(parameter: str, widget):  # noqa: PLR0911 - a line for each kind
    """Another value than a widget has."""
    value = widget.value
    match widget.type:
        case "toggle" | "checkbox":
            return not value
        case "number_input" | "slider":
            half = type(value)(value / 2)
            return half if half != value and half >= widget.min else value + (widget.step or 1)
        case "multiselect":
            rest = [each for each in widget.options if each not in value]
            return value[:-1] if len(value) > 1 else [*value, rest[0]]
        case "text_input":
            return TYPED[parameter]
        case "selectbox":
            # Its value may be no word, but these are.
            return widget.options[widget.index - 1]
    if isinstance(value, list):
        return [each for each in widget.options if each not in value][:1]
    return next(each for each in widget.options[::-1] if each != value)


def of(page: AppTest, parameter: str):
    """What draws an option, if it is on the page."""
    return next((widget for name, _, widget in drawn(page) if name == parameter), None)


@pytest.fixture
def fewer(monkeypatch):
    """What is drawn many times is drawn a few times, and of runs every third one is there.

    What changes, changes then too.
    """
    samples = data.samples()
    whole = samples[data.SAMPLE]
    sources = {
        scale: replace(each, runs=dict([*each.runs.items()][::3]))
        for scale, each in whole.sources.items()
    }
    few = {**samples, data.SAMPLE: replace(whole, sources=sources)}
    monkeypatch.setattr(data, "samples", lambda: few)
    monkeypatch.setattr("oq_core.defaults.RESAMPLES", 3)
    monkeypatch.setattr(search, "_STARTS", 2)
    monkeypatch.setattr(search, "_GENERATIONS", 15)


@pytest.mark.usefixtures("fewer")
@pytest.mark.parametrize(("name", "address"), PAGES)
def test_each_option_of_a_page(name, address):
    page = visit(name, address)
    assert not page.exception
    unchanged = []
    start, begun = shown(page), {each: widget.value for each, _, widget in drawn(page)}
    chosen = {}
    for parameter, value in begun.items():
        for last in chosen:
            put(page, last, begun[last])
        if not chosen.keys() <= bound(page) or of(page, parameter) is None:
            # What is chosen from may be another after it.
            page.run()
        chosen = {}
        widget = of(page, parameter)
        if widget is None or widget.disabled or (name, *address, parameter) in REASONS:
            continue
        chosen = {parameter: other(parameter, widget)}
        put(page, parameter, chosen[parameter])
        page.run()
        assert not page.exception, parameter
        if not shows_more(start, shown(page), value, chosen[parameter]):
            unchanged.append(parameter)
    # What a link to the last of them shows is what is shown here.
    asked = dict(page.query_params) | {
        last: in_text(value) for last, value in chosen.items() if last in bound(page)
    }
    assert shown(visit(name, address | asked)) == shown(page)
    for last in chosen:
        put(page, last, begun[last])
    page.run()
    assert shown(page) == start
    # Nothing of a report is shown before it is made: a snapshot has one with all options otherwise.
    assert unchanged == (UNMADE if name == "report" else [])


def shows_more(before: list[str], after: list[str], old: object, new: object) -> bool:
    """Whether something has changed beside what only tells the number that was chosen."""
    told = sorted({*written(old), *written(new)}, key=len, reverse=True)
    number = re.compile(rf"(?<![\d.,])(?:{'|'.join(map(re.escape, told))})(?![\d,]|\.\d)")

    def rest(lines: list[str]) -> list[str]:
        return [number.sub("", line) if told else line for line in lines]

    return rest(before) != rest(after)


def written(value: object) -> set[str]:
    """How pages write a number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return set()
    return {f"{value:g}", f"{value:,}", f"{value:g}".lstrip("0") or "0", f"{100 * value:g}"}


def in_text(value: object) -> str | list[str]:
    """A value as an address has it."""
    if isinstance(value, bool):
        return str(value).lower()
    return [*map(str, value)] if isinstance(value, list) else str(value)


def put(page: AppTest, parameter: str, value: object) -> None:
    """Choose a value of an option, if that is still on the page."""
    if (widget := of(page, parameter)) is not None:
        widget.set_value(value)
