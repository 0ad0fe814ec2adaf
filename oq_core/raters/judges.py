"""People and judges that came in one table, and classes that nobody chose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import votes_in
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
    chosen = tuple(dict.fromkeys(judges))
    if not chosen:
        return collection
    if collection.ratings is None or not collection.raters:
        raise DataError(f"{collection.name}: who rated is unknown, so that no rater is a judge")
    for name in chosen:
        if name not in collection.raters:
            raise DataError(
                f"{collection.name}: there is no rater {name!r}; there are "
                f"{listed(collection.raters)}"
            )
        if name in collection.runs:
            raise DataError(f"{collection.name}: there is a run called {name} already")
    people = [name for name in collection.raters if name not in chosen]
    if not (_ratings_of(collection, people) >= 0).any():
        raise DataError(f"{collection.name}: without the judges nobody rated anything")
    runs, missing = dict(collection.runs), dict(collection.missing)
    columns: dict[str, tuple[str, ...]] = {name: (name,) for name in chosen}
    if len(chosen) > 1 and PANEL not in collection.runs:
        columns[PANEL] = chosen
    for name, who in columns.items():
        counts = votes_in(_ratings_of(collection, who), len(collection.classes))
        lacks = counts.sum(axis=1) == 0
        runs[name], missing[name] = as_shares(np.where(lacks[:, None], 1, counts)), lacks
    return _rated_by(replace(collection, runs=runs, missing=missing), people)


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
    alone = replace(collection, runs={}, missing={})
    return people, {name: replace(_rated_by(alone, who), name=name) for name, who in every.items()}


def _ratings_of(collection: Collection, raters: Sequence[str]) -> npt.NDArray[np.integer]:
    assert collection.ratings is not None  # noqa: S101 - else no rater is a judge
    return collection.ratings[:, [collection.raters.index(name) for name in raters]]


def _rated_by(collection: Collection, raters: Sequence[str]) -> Collection:
    """The items that some raters rated, with what these say as gold."""
    ratings = _ratings_of(collection, raters)
    kept = np.flatnonzero((ratings >= 0).any(axis=1))
    votes = votes_in(ratings[kept], len(collection.classes))
    missing = {name: which[kept] for name, which in collection.missing.items()}
    return replace(
        collection,
        ids=tuple(collection.ids[row] for row in kept),
        gold=as_shares(votes),
        votes=votes,
        runs={name: run[kept] for name, run in collection.runs.items()},
        missing={name: which for name, which in missing.items() if which.any()},
        ratings=ratings[kept],
        raters=tuple(raters),
        groups={
            column: tuple(names[row] for row in kept) for column, names in collection.groups.items()
        },
    )


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
