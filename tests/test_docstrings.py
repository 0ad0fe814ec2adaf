"""Everything that a package of the core exports has an example, which is run as a doctest."""

import inspect
import pkgutil
import re
from importlib import import_module

import pytest

import oq_core
from oq_core import measures

PACKAGES = [
    import_module(f"oq_core.{each.name}")
    for each in pkgutil.iter_modules(oq_core.__path__)
    if each.ispkg
]


def public(package):
    """What a package exports: all that it imports."""
    return {
        name: each
        for name, each in vars(package).items()
        if not name.startswith("_") and not inspect.ismodule(each)
    }


EXPORTED = {
    f"{package.__name__}.{name}": each
    for package in PACKAGES
    for name, each in public(package).items()
    if inspect.isfunction(each) or inspect.isclass(each)
}


@pytest.mark.parametrize("name", EXPORTED)
def test_it_has_an_example(name: str):
    assert ">>> " in (EXPORTED[name].__doc__ or "")


def test_the_help_of_a_function_names_its_types_shortly():
    told = str(inspect.signature(measures.score))
    assert told == ("(collection: 'Collection', measures: 'Measures | None' = None) -> 'Scores'")


#: What parameters of these types are called everywhere.
CALLED = {
    "Measures": "measures", "ClassificationMeasures": "measures", "Scores": "scores",
    "Collection": "collection", "NuggetCollection": "collection", "Comparison": "comparison",
    "PairTests": "tests", "Triples": "triples", "Campaign": "campaign", "Analysis": "analysis",
    "Progress": "progress", "Executor": "executor", "Rule": "rule", "Options": "options",
}  # fmt: skip


def test_parameters_are_named_for_what_they_take():
    other = {
        f"{name}({each.name})"
        for name, function in EXPORTED.items()
        if inspect.isfunction(function)
        for each in inspect.signature(function).parameters.values()
        for alone in re.split(r" *\| *", str(each.annotation).rpartition(".")[2])
        if CALLED.get(alone, each.name) != each.name
    }
    # One takes data sets too, one the gold of several, one two collections.
    assert other == {
        "oq_core.campaign.analyse(data_sets)",
        "oq_core.raters.estimated(judge)",
        "oq_core.reading.read_runs(nugget_gold)",
    }


def test_the_top_level_tells_what_each_of_its_names_is_for():
    told = set(re.findall(r"`(\w+)", oq_core.__doc__))
    names = set(public(oq_core))
    assert names <= told
    assert told - names <= {"oq_core", "to_frame"}
    packages = set(re.findall(r"`oq_core\.(\w+)`", oq_core.__doc__))
    below = {package.__name__.removeprefix("oq_core.") for package in PACKAGES} - {"oq_core"}
    assert below <= packages
