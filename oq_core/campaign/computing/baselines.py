"""Runs that are made from the gold, by names that no run has."""

from collections.abc import Container, Mapping
from dataclasses import replace
from typing import Any

from oq_core.data.collection import Collection
from oq_core.data.distributions import popularity, uniform
from oq_core.data.nuggets import NuggetCollection, nugget_popularity, nugget_uniform
from oq_core.measures.labels import one_class_runs, with_label_runs


def with_baselines(collection: Collection) -> tuple[Collection, tuple[str, str]]:
    """Return the collection with Popularity and Uniform as its first runs, and their names."""
    made = _named({"Popularity": popularity(collection.gold), "Uniform": uniform(collection.gold)},
                  collection.runs)  # fmt: skip
    first, second = made
    return replace(collection, runs={**made, **collection.runs}), (first, second)


def runs_and_baselines(collection: Collection) -> Collection:
    """Return the collection with Popularity and Uniform as its first runs."""
    return with_baselines(collection)[0]


def with_nugget_baselines(collection: NuggetCollection) -> NuggetCollection:
    """Return nugget labels with the task's baselines Popularity and Uniform as first runs."""
    made = {"Popularity": nugget_popularity(collection), "Uniform": nugget_uniform(collection)}
    return replace(collection, runs={**_named(made, collection.runs), **collection.runs})


def with_one_class_runs(collection: Collection) -> Collection:
    """Return items with, for each class, a run that gives that class to every item."""
    return with_label_runs(collection, _named(one_class_runs(collection), collection.runs))


def free_name(name: str, taken: Container[str]) -> str:
    """Return the name, or with a number that no other has.

    Examples
    --------
    >>> from oq_core.campaign.computing.baselines import free_name
    >>> free_name("X", {"X", "X (2)"})
    'X (3)'
    """
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name} ({number})"
    return found


def _named(made: Mapping[str, Any], runs: Container[str]) -> dict[str, Any]:
    """Baselines by names that no run has."""
    return {
        free_name(f"{name} (baseline)", runs) if name in runs else name: run
        for name, run in made.items()
    }
