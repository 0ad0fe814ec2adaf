"""People and judges that came in one table, and classes that nobody chose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from oq_core.data.collection import PANEL, Collection, DataError
from oq_core.data.scores import counted, listed
from oq_core.raters.drawing import as_shares


def judges_apart(collection: Collection, judges: Iterable[str]) -> Collection:
    """A collection in which some raters are runs, not people.

    Parameters
    ----------
    collection : Collection
        With ratings of raters that are known.
    judges : iterable of str
        Which raters are judges.

    Returns
    -------
    Collection
        The gold is made of the other raters; instances that only judges rated are left out. Each
        judge is a run, and so are all of them together, as "Panel". An instance that a judge did
        not rate is missing of its run.

    Raises
    ------
    DataError
        If one is no rater, the raters are unknown, or nobody is left.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.raters import judges_apart
    >>> ratings = np.array([[0, 1, 1], [1, 1, 0]])
    >>> votes = np.array([[1, 2], [1, 2]])
    >>> everybody = Collection("C", ("x", "y"), ("1", "2"), votes / 3, votes=votes,
    ...                        ratings=ratings, raters=("ann", "bob", "gpt"))
    >>> made = judges_apart(everybody, ["gpt"])
    >>> made.raters, made.votes.tolist(), made.runs["gpt"].tolist()
    (('ann', 'bob'), [[1, 1], [0, 2]], [[0.0, 1.0], [1.0, 0.0]])
    """
    chosen, ratings = tuple(dict.fromkeys(judges)), collection.ratings
    if not chosen:
        return collection
    if ratings is None or not collection.raters:
        raise DataError(f"{collection.name}: who rated is unknown, so that no rater is a judge")
    for name in chosen:
        if name not in collection.raters:
            raise DataError(
                f"{collection.name}: there is no rater {name!r}; there are "
                f"{listed(collection.raters)}"
            )
        if name in collection.runs:
            raise DataError(f"{collection.name}: there is a run called {name} already")
    is_judge = np.array([name in chosen for name in collection.raters])
    people = ratings[:, ~is_judge]
    kept = np.flatnonzero((people >= 0).any(axis=1))
    if not kept.size:
        raise DataError(f"{collection.name}: without the judges nobody rated anything")
    classes = len(collection.classes)
    votes = _votes(people[kept], classes)
    runs = {name: run[kept] for name, run in collection.runs.items()}
    missing = {name: which[kept] for name, which in collection.missing.items()}
    columns = {name: ratings[kept, collection.raters.index(name)][:, None] for name in chosen}
    if len(chosen) > 1 and PANEL not in collection.runs:
        columns[PANEL] = ratings[np.ix_(kept, is_judge)]
    for name, given in columns.items():
        counts = _votes(given, classes)
        lacks = counts.sum(axis=1) == 0
        runs[name] = as_shares(np.where(lacks[:, None], 1, counts))
        if lacks.any():
            missing[name] = lacks
    return replace(
        collection,
        ids=tuple(collection.ids[row] for row in kept),
        gold=as_shares(votes),
        votes=votes,
        runs=runs,
        missing=missing,
        ratings=people[kept],
        raters=tuple(name for name in collection.raters if name not in chosen),
        groups=_groups(collection, kept),
    )


def no_judge(collection: Collection) -> DataError:
    """What to say where a collection has no judge.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.raters.judges import no_judge
    >>> print(no_judge(Collection("C", ("x", "y"), ("1",), np.ones((1, 2)) / 2)))
    C: there is no judge. Name a file of judges.
    """
    one_of = f", or who of {listed(collection.raters)} is one (--judges)"
    return DataError(
        f"{collection.name}: there is no judge. Name a file of judges"
        f"{one_of * bool(collection.raters)}."
    )


def has_judges(collection: Collection) -> bool:
    """Whether people are known by name, and some run rates as they do: one class for each item.

    A run that gives every item the same class, as a baseline does, is none.

    Examples
    --------
    >>> from oq_core import read_collections
    >>> from oq_core.raters import has_judges
    >>> folder = "sample_data/judges/"
    >>> rated = read_collections(folder + "people.csv", folder + "judges.csv")["people"]
    >>> has_judges(rated), has_judges(rated.without(set(rated.runs) - {"Panel"}))
    (True, False)
    """
    if not (collection.raters and collection.has_order):
        return False
    for name, run in collection.runs.items():
        given = run[~collection.lacks(name)]
        if (given.max(axis=1) == 1).all() and (given != given[:1]).any():
            return True
    return False


def people_and_judges(
    collection: Collection, judges: Iterable[str]
) -> tuple[Collection, dict[str, Collection]]:
    """People's ratings and those of each judge, each with the items that they rated.

    Parameters
    ----------
    collection : Collection
        With ratings of raters that are known.
    judges : iterable of str
        Which raters are judges.

    Returns
    -------
    tuple of Collection and dict of str to Collection
        As `estimated` takes them, by judge; the gold of each is what the judge said. Several judges
        together are "Panel".

    Raises
    ------
    DataError
        If nobody is a judge or nobody else rated, or as `judges_apart` says.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.raters import people_and_judges
    >>> ratings, votes = np.array([[0, 1], [-1, 0]]), np.array([[1, 1], [1, 0]])
    >>> sheet = Collection("C", ("x", "y"), ("1", "2"), votes / votes.sum(axis=1, keepdims=True),
    ...                    votes=votes, ratings=ratings, raters=("ann", "gpt"))
    >>> people, judges = people_and_judges(sheet, ["gpt"])
    >>> people.ids, judges["gpt"].ids
    (('1',), ('1', '2'))
    """
    chosen = tuple(judges)
    if not chosen:
        raise no_judge(collection)
    people = replace(judges_apart(collection, chosen), runs={}, missing={})
    every = {name: (name,) for name in chosen} | ({PANEL: chosen} if len(chosen) > 1 else {})
    return people, {name: _said_by(collection, name, who) for name, who in every.items()}


def _said_by(collection: Collection, name: str, who: Sequence[str]) -> Collection:
    """What some raters together say of the items that they rated."""
    assert collection.ratings is not None  # noqa: S101 - else no rater is a judge
    ratings = collection.ratings[:, [collection.raters.index(rater) for rater in who]]
    kept = np.flatnonzero((ratings >= 0).any(axis=1))
    votes = _votes(ratings[kept], len(collection.classes))
    return replace(
        collection,
        name=name,
        ids=tuple(collection.ids[row] for row in kept),
        gold=as_shares(votes),
        votes=votes,
        runs={},
        missing={},
        ratings=ratings[kept],
        raters=tuple(who),
        groups=_groups(collection, kept),
    )


def _votes(ratings: npt.NDArray[np.integer], classes: int) -> npt.NDArray[np.int64]:
    return np.stack([(ratings == code).sum(axis=1) for code in range(classes)], axis=1)


def _groups(collection: Collection, kept: npt.NDArray[np.int64]) -> dict[str, tuple[str, ...]]:
    return {
        column: tuple(names[row] for row in kept) for column, names in collection.groups.items()
    }


def with_classes(collection: Collection, classes: Iterable[str]) -> Collection:
    """A collection over these classes, lowest first, also such as nobody chose.

    Parameters
    ----------
    collection : Collection
        Not one of items with a class each.
    classes : iterable of str
        Every class of the collection, and any others.

    Raises
    ------
    DataError
        If one of the collection's is not among them.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.raters import with_classes
    >>> made = Collection("C", ("2", "3"), ("i",), np.array([[0.5, 0.5]]))
    >>> with_classes(made, ["1", "2", "3"]).gold.tolist()
    [[0.0, 0.5, 0.5]]
    """
    order = tuple(classes)
    lost = tuple(label for label in collection.classes if label not in order)
    if lost:
        raise DataError(
            f"{collection.name}: {counted(len(lost), 'class', 'classes')} of the data "
            f"{'is' if len(lost) == 1 else 'are'} not among those given: {listed(lost)}"
        )
    added = tuple(label for label in order if label not in collection.classes)
    pad = ((0, 0), (0, len(added)))
    wider = replace(
        collection,
        classes=(*collection.classes, *added),
        gold=np.pad(collection.gold, pad),
        runs={name: np.pad(run, pad) for name, run in collection.runs.items()},
        votes=None if collection.votes is None else np.pad(collection.votes, pad),
    )
    return wider.ordered(order)
