"""Options that pages of analysis share; a choice made on one holds on the others."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import streamlit as st

from oq_core import MEASURES, options
from oq_core.measures import NUGGET_MEASURES, OC_MEASURES
from oq_core.option import Option
from pages.analysing import views
from pages.analysing.address import short_hash
from pages.analysing.data import DataSet
from pages.analysing.settings import SettingsLine, choose, some
from pages.analysing.text import plain
from pages.host.script_run import relabel

#: The measures of LQ21, shown until others are chosen.
USUAL = ("NMD", "RSNOD", "RNOD", "NVD", "RNSS", "JSD")
_MEASURES = ":material/straighten:"


def choose_measures(line: SettingsLine, data_sets: Sequence[DataSet]) -> list[str]:
    """Measures to show, among those that every data set has.

    Where none is chosen a line says so; where they share none, it is said why, and the page ends.
    """
    with _measures(line) as chosen:
        keys = chosen["all"] = _shared_measures(line, data_sets)
    return keys


def choose_measures_of_each(
    line: SettingsLine, data_sets: Sequence[DataSet]
) -> dict[str, list[str]]:
    """Measures of every data set, by its name: the same for all, or each its own.

    Where a data set is left with none, a line says so, and nothing is returned.
    """
    with _measures(line) as chosen:
        place, apart = st.container(), False
        if len(data_sets) > 1:
            apart = choose(views.MEASURES_APART)
        with place:
            if apart:
                chosen |= {each.name: _choose_own_measures(each) for each in data_sets}
            else:
                keys = _shared_measures(line, data_sets)
                chosen |= {each.name: keys for each in data_sets}
    return chosen if all(chosen.values()) else {}


@contextmanager
def _measures(line: SettingsLine) -> Iterator[dict[str, list[str]]]:
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


def _shared_measures(line: SettingsLine, data_sets: Sequence[DataSet]) -> list[str]:
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
    found: list[str] = choose(
        measures_option(tuple(shared)), short_hash(shared), ways=shared, usual=_usual(shared),
        wrap=True,
    )  # fmt: skip
    return found


def _usual(measures: Sequence[str]) -> Sequence[str]:
    return [key for key in USUAL if key in measures] or measures


def _choose_own_measures(data: DataSet) -> list[str]:
    """Measures of one data set; its name is in no address."""
    found: list[str] = choose(
        views.MEASURES_OF_ONE,
        _own_code(data.name, data.measures),
        plain(data.name),
        ways=data.measures,
        usual=_usual(data.measures),
        wrap=True,
    )
    return found


def own_measures_key(name: str, measures: Sequence[str]) -> str:
    """The key of the widget that chooses among the measures of one data set."""
    return views.MEASURES_OF_ONE.address.format(_own_code(name, measures))


def _own_code(name: str, measures: Sequence[str]) -> str:
    return short_hash([name, *measures])


def measures_option(shared: tuple[str, ...]) -> Option[Any]:
    """The option of these measures."""
    usual = {
        tuple(MEASURES): views.QUANTIFICATION_MEASURES,
        tuple(OC_MEASURES): views.CLASSIFICATION_MEASURES,
        tuple(NUGGET_MEASURES): views.MEASURES_OF_NUGGETS,
    }
    return usual.get(shared, options.MEASURES)


def measures_key(shared: tuple[str, ...]) -> str:
    """The key of the widget that chooses among these measures, which is in addresses."""
    return measures_option(shared).address.format(short_hash(shared))


def choose_one(data_sets: Sequence[DataSet]) -> DataSet:
    """Which of several data sets the details are shown of."""
    if len(data_sets) == 1:
        return data_sets[0]
    named = {each.name: each for each in data_sets}
    names = list(named)
    name = choose(
        views.DETAILS,
        ways=names,
        usual=names[0],
        key=f"details/{short_hash(names)}",
        label_visibility="collapsed",
    )
    return named[name]
