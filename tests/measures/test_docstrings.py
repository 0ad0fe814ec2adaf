"""Every function that measures and knowledge export has an example, which is run as a doctest."""

import inspect

import pytest

from oq_core import knowledge, measures

FUNCTIONS = [
    getattr(package, name)
    for package in (measures, knowledge)
    for name in package.__all__
    if inspect.isfunction(getattr(package, name))
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda each: each.__name__)
def test_it_has_an_example(function):
    assert ">>> " in function.__doc__


def test_the_help_of_a_function_names_its_types_shortly():
    told = str(inspect.signature(measures.score))
    assert told == (
        "(collection: 'Collection', measures: 'Iterable[str] | str | None' = None) -> 'Scores'"
    )
