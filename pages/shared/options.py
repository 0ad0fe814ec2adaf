"""Options that pages of analysis share; a choice made on one holds on the others."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal

import streamlit as st

from oq_core import MEASURES
from oq_core.analysis import Margin, check_margin, read_margin
from oq_core.analysis.ranking import TauInterval, Variant
from oq_core.defaults import ALPHA, SPLITS, TRIALS
from oq_core.measures import NUGGET_MEASURES, OC_MEASURES
from pages.host.relabel import relabel
from pages.shared.address import one_unnamed, several_unnamed, short_hash
from pages.shared.data import DataSet
from pages.shared.settings import Line, choice, number, some, switch, told
from pages.shared.text import plain

#: The measures of LQ21, shown until others are chosen.
USUAL = ("NMD", "RSNOD", "RNOD", "NVD", "RNSS", "JSD")
_MEASURES = ":material/straighten:"
MOST_TRIALS, MOST_SPLITS = 100_000, 20_000
_VARIANTS: dict[Variant, str] = {"a": "τ-a (the papers')", "b": "τ-b (for ties)"}
_INTERVALS: dict[TauInterval, str] = {
    "formula": "Formula",
    "bootstrap": "Bootstrap over runs",
    "teams": "Bootstrap over teams",
    "instances": "Bootstrap over instances",
}
_EFFECTS: dict[Literal["E1", "E2"], str] = {
    "E1": "ES_E1 (one-way, DE2)",
    "E2": "ES_E2 (two-way, ACL21)",
}


def choose_measures(line: Line, data_sets: Sequence[DataSet]) -> list[str]:
    """Measures to show, among those that every data set has.

    Where none is chosen a line says so; where they share none, it is said why, and the page ends.
    """
    with _measures(line) as chosen:
        keys = chosen["all"] = _shared_measures(line, data_sets)
    return keys


def choose_measures_of_each(line: Line, data_sets: Sequence[DataSet]) -> dict[str, list[str]]:
    """Measures of every data set, by its name: the same for all, or each its own.

    Where a data set is left with none, a line says so, and nothing is returned.
    """
    with _measures(line) as chosen:
        place, apart = st.container(), False
        if len(data_sets) > 1:
            apart = st.toggle(
                "Other measures for each data set",
                key="measures_apart",
                bind="query-params",
                help="For a task that scores its scales by different measures. What is averaged "
                "over data sets has the measures that all of them have.",
            )
        with place:
            if apart:
                chosen |= {each.name: _choose_own_measures(each) for each in data_sets}
            else:
                keys = _shared_measures(line, data_sets)
                chosen |= {each.name: keys for each in data_sets}
    return chosen if all(chosen.values()) else {}


@contextmanager
def _measures(line: Line) -> Iterator[dict[str, list[str]]]:
    """A popover for measures, named after them; says of what none is chosen."""
    popover, chosen = st.popover("Measures", icon=_MEASURES), dict[str, list[str]]()
    with popover:
        yield chosen
    keys = list(dict.fromkeys(key for each in chosen.values() for key in each))
    if keys:
        relabel(popover, plain(some(keys)), _MEASURES)
    if lacking := [plain(name) for name, each in chosen.items() if not each]:
        of = "" if len(lacking) == len(chosen) else f" of {' and '.join(lacking)}"
        line.below.info(f"Choose at least one measure{of}.")


def _shared_measures(line: Line, data_sets: Sequence[DataSet]) -> list[str]:
    shared = [
        key for key in data_sets[0].measures if all(key in each.measures for each in data_sets)
    ]
    if not shared:
        names = " and ".join(plain(each.name) for each in data_sets)
        line.below.info(
            f"{names} have no measure in common, so they cannot be analysed together: "
            "classification, quantification and other scores each have measures of their own. "
            "Choose data sets of one kind."
        )
        st.stop()
    usual = [key for key in USUAL if key in shared]
    return st.multiselect(
        "Measures",
        shared,
        default=usual or shared,
        key=measures_key(tuple(shared)),
        bind="query-params",
        wrap=True,
        help="Changing them recomputes nothing.",
    )


def _choose_own_measures(data: DataSet) -> list[str]:
    """Measures of one data set; its name is in no address."""
    name = own_measures_key(data.linked, data.measures)
    return several_unnamed(
        name,
        name,
        data.measures,
        [key for key in USUAL if key in data.measures] or data.measures,
        lambda key: st.multiselect(
            f"Measures of {plain(data.name)}", data.measures, key=key, wrap=True
        ),
    )


def own_measures_key(name: str, measures: Sequence[str]) -> str:
    """The key of the widget that chooses among the measures of one data set."""
    return f"measures_of/{short_hash([name, *measures])}"


def measures_key(shared: tuple[str, ...]) -> str:
    """The key of the widget that chooses among these measures, which is in addresses."""
    usual = {
        tuple(MEASURES): "quantification_measures",
        tuple(OC_MEASURES): "classification_measures",
        tuple(NUGGET_MEASURES): "nugget_measures",
    }
    return usual.get(shared, f"measures/{short_hash(shared)}")


def choose_alpha() -> float:
    """The significance level."""
    return number(
        "Significance level α", 0.001, 0.5, ALPHA, "alpha", "α = {:g}", step=0.005, format="%.3f",
        help="Changing it recomputes nothing.",
    )  # fmt: skip


def choose_trials() -> int:
    """B of the randomised Tukey HSD test."""
    return number(
        "Trials B", 100, MOST_TRIALS, TRIALS, "trials", "B = {:,}", step=1000,
        help="Permutations. The smallest p-value above 0 is 1/B.",
    )  # fmt: skip


def choose_splits() -> int:
    """B of ranking consistency."""
    return number(
        "Splits", 10, MOST_SPLITS, SPLITS, "splits", "{:,} splits", step=100,
        help="Random splits of the instances, the same for all measures.",
    )  # fmt: skip


def choose_bounded() -> bool:
    """Whether intervals of means use that scores lie between 0 and 1."""
    return switch(
        "Intervals that use the bounds 0 and 1",
        "bounded",
        "bounded intervals",
        "For runs that may fail rarely: they cover whatever the scores are like; they are wide.",
    )


def choose_margin(data_sets: Sequence[DataSet]) -> Margin:
    """Which differences do not matter: of all measures, or of each."""
    text = st.text_input(
        "Margins of equivalence",
        key="margin",
        bind="query-params",
        max_chars=400,
        placeholder="such as 0.02, or NMD=0.02, RNOD=0.03",
        help="In a measure's own units: smaller differences do not matter to you. Name them before "
        "you look.",
    )
    known = [key for each in data_sets for key in each.measures]
    try:
        margin = check_margin(read_margin(text or "0"), known)
        return told(margin, 0.0, f"margins {text}")
    except ValueError as error:
        st.warning(plain(f"{error}."))
        return 0.0


def choose_seed() -> int:
    """The seed of all random numbers."""
    return number(
        "Seed", 0, 2**32 - 1, 0, "random_seed", "seed {}",
        help="The same seed gives the same numbers.",
    )  # fmt: skip


def choose_one(data_sets: Sequence[DataSet]) -> DataSet:
    """Which of several data sets the details are shown of."""
    if len(data_sets) == 1:
        return data_sets[0]
    named = {each.linked: each for each in data_sets}
    names = list(named)
    name = one_unnamed(
        "details",
        f"details/{short_hash(names)}",
        names,
        names[0],
        lambda key: st.segmented_control(
            "Details of",
            names,
            default=names[0],
            format_func=lambda name: named[name].name,
            required=True,
            key=key,
            label_visibility="collapsed",
        ),
    )
    return named[name]


def choose_tau() -> Variant:
    """Which of Kendall's taus."""
    return choice(
        "Kendall's", _VARIANTS, "tau", "τ-{}",
        help="τ-a counts a tie as neither agreement nor disagreement; τ-b leaves ties out.",
    )  # fmt: skip


def choose_interval() -> TauInterval:
    """How tau's intervals are made."""
    return choice(
        "Intervals of τ", _INTERVALS, "tau_interval", "{words}",
        help="Formula: Fieller, Hartley and Pearson, as RNOD22 prints them. Bootstrap: over runs, "
        "or over teams where names such as TEAM-run1 tell them; runs of one team resemble each "
        "other, so they are no independent sample. Over instances: these runs on other "
        "instances.",
    )  # fmt: skip


def choose_effect() -> Literal["E1", "E2"]:
    """In which unit differences between runs are given."""
    return choice("Effect size", _EFFECTS, "effect", "ES_{}")
