"""Everything that a package of the core exports has an example, which is run as a doctest."""

import inspect
import pkgutil
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import oq_core
from oq_core import measures
from tests.conftest import ROOT

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
    names = set(oq_core.__all__)
    assert names <= told
    assert told - names <= {"oq_core", "to_frame"}
    packages = set(re.findall(r"`oq_core\.(\w+)`", oq_core.__doc__))
    below = {package.__name__.removeprefix("oq_core.") for package in PACKAGES} - {"oq_core"}
    assert below <= packages


def test_every_name_of_the_top_level_is_typed_and_there():
    typed = re.findall(
        r"from (oq_core\.\w+) import (\w+) as \2", Path(oq_core.__file__).read_text()
    )
    assert [name for _, name in typed] == oq_core.__all__
    for package, name in typed:
        assert getattr(oq_core, name) is getattr(import_module(package), name)
    assert set(oq_core.__all__) <= set(dir(oq_core))
    with pytest.raises(AttributeError, match="'oq_core' has no attribute 'nmd'"):
        oq_core.nmd  # noqa: B018


def test_measures_are_loaded_without_files_statistics_and_reports():
    script = "import oq_core.measures, sys; print(*[m for m in sys.modules if 'oq_core' in m])"
    names = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert {name.split(".")[1] for name in names if "." in name} == {"data", "measures"}
    assert len(names) <= 45
