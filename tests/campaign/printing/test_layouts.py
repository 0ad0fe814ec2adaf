"""Every function that makes a table, against a plain-loop twin; each figure has a snapshot.

A maker's twin stands in `twins`, in a file and under a name like its own; it returns what is made
and what that must be. A new maker without one fails, unless the report worked by hand shows it.
"""

import inspect
from dataclasses import fields
from importlib import import_module
from pkgutil import iter_modules

import numpy as np
import pandas as pd
import pytest

from oq_core.analysis import residual_variance
from oq_core.campaign import Chart, Table
from oq_core.campaign.printing import layouts
from oq_core.campaign.printing.layouts.rankings import Splits
from tests.campaign.printing import checks, twins
from tests.campaign.printing.figures import figures


def own_functions(package):
    """Functions of a package's modules, by file and name."""
    for each in iter_modules(package.__path__):
        module = import_module(f"{package.__name__}.{each.name}")
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ == module.__name__ and not name.startswith("_"):
                yield (each.name, name), function


MAKERS = {
    place: function
    for place, function in own_functions(layouts)
    if inspect.signature(function, eval_str=True).return_annotation is Table
}
TWINS = {place: twin for place, twin in own_functions(twins) if place[0] != "made"}


@pytest.mark.parametrize("place", TWINS, ids="-".join)
def test_what_is_made_is_what_a_plain_loop_makes(place):
    made, wanted = TWINS[place]()
    assert type(made) is type(wanted)
    for each in fields(wanted):
        found, right = getattr(made, each.name), getattr(wanted, each.name)
        if each.name == "numbers":
            pd.testing.assert_frame_equal(
                found.reset_index(drop=True), right, check_dtype=False, atol=1e-12
            )
        elif each.name == "note":
            assert all(words in found for words in right.split("|"))
            assert bool(found) == bool(right)
        elif each.name == "shades":
            assert found == pytest.approx(right)
        else:
            assert found == right, each.name


def test_every_maker_has_a_twin(monkeypatch):
    by_hand = set()

    def noting(name, maker):
        def made(*given, **named):
            by_hand.add((maker.__module__.rpartition(".")[2], name))
            return maker(*given, **named)

        return made

    for _, name in MAKERS:
        if hasattr(layouts, name):
            monkeypatch.setattr(layouts, name, noting(name, getattr(layouts, name)))
    checks.check_text(checks.report())
    assert by_hand
    assert set(MAKERS) - by_hand - set(TWINS) == set()


def test_every_figure_has_a_snapshot():
    makers = {
        name
        for (_, name), function in own_functions(layouts)
        if inspect.signature(function, eval_str=True).return_annotation is Chart
    }
    assert makers == {name.split(",")[0].split()[0] for name in figures()}


def test_effect_sizes_of_consistency_are_against_the_worst():
    taus = np.array([[0.9, 0.5, 0.7], [0.7, 0.5, 0.9]])
    found = layouts.consistency("A", ("x", "y", "z"), [Splits(taus, None)], alpha=0.05).numbers
    assert found["measure"].tolist() == ["x", "z", "y"]
    wanted = np.array([0.3, 0.3, 0]) / residual_variance(taus, "E2") ** 0.5
    assert found["ES against the worst"].tolist() == pytest.approx(wanted.tolist())
