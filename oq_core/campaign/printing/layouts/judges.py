"""Judges beside people: how far they agree, where they err, and what people would say."""

import numpy as np

from oq_core.campaign.printing.chart import Chart
from oq_core.campaign.printing.table import Column, Mark, Table, in_digits
from oq_core.data.arrays import Array
from oq_core.data.results import crossed
from oq_core.defaults import LEVEL
from oq_core.raters import COEFFICIENTS, ESTIMATORS, Estimated, Judged, RankedJudges
from oq_core.raters.judged import FEWEST_FOR_INTERVALS


def use_of_scale(name: str, found: Judged) -> Chart:
    """Return which classes people and each judge use, side by side, the best judge first.

    Parameters
    ----------
    name : str
        The data set's.
    found : Judged
    """
    # People's ratings of the items of the judge that shares most of them.
    widest = int(np.argmax(found.items))
    who = ["people", *(found.judges[j] for j in found.best_first)]
    shares = np.vstack([found.use_of_people[widest], found.use_of_judges[found.best_first]])
    numbers = crossed({"who": who, "class": found.classes}, {"share of ratings": shares})
    return Chart(
        "use-of-scale", name, "how people and judges use the scale", "bars",
        numbers[["class", "share of ratings", "who"]], x="class", y="share of ratings", panel="who",
        limits={"share of ratings": (0, 1.05 * max(shares.max(axis=1).tolist()))},
        digits=2, note=_whose_items(found, widest),
    )  # fmt: skip


def _whose_items(found: Judged, widest: int) -> str:
    """Whose items people's ratings are of, where judges rated others."""
    people, judge = found.use_of_people, found.judges[widest]
    alike = np.allclose(people, people[widest]) and (found.items == found.items[widest]).all()
    return (
        ""
        if alike
        else (
            "Judges did not rate the same items: people's ratings are of the "
            f"{found.items[widest]:,} that {judge} rated, so bars differ for that alone, too"
        )
    )


def judged_agreement(name: str, found: Judged) -> Table:
    """Return how far each judge agrees with people by every coefficient, best first.

    Parameters
    ----------
    name : str
        The data set's.
    found : Judged
    """
    places, widest = found.best_first, int(np.argmax(found.shared))
    who, items = [found.judges[j] for j in places], found.items[places].tolist()
    ends = [each[places] for each in (found.values, found.low, found.high)]
    has_two = found.shared[widest] > 0
    if has_two:
        who, items = [*who, "two people"], [*items, found.shared[widest]]
        beside = found.ceiling, found.ceiling_low, found.ceiling_high
        ends = [np.vstack([each, of[widest]]) for each, of in zip(ends, beside, strict=True)]
    cells = {Column("who", kind="name"): who, Column("items"): [f"{count:,}" for count in items]}
    for key, *each in zip(found.coefficients, *(of.T for of in ends), strict=True):
        cells[Column(key)], cells[Column(LEVEL, key)] = _with_ends(*each)
    if has_two and "bias" in found.coefficients:
        # Neither of two people is the first: there is no difference of one from the other.
        cells[Column("bias")][-1] = cells[Column(LEVEL, "bias")][-1] = ""
    about = "; ".join(
        f"{key}: {COEFFICIENTS[key].words}, {COEFFICIENTS[key].about}" for key in found.coefficients
    )
    return Table.of(
        "judged", name, "how far each judge agrees with one person", found.to_frame(), cells,
        note="Each item counts once; of several people who rated it, one is meant, drawn at "
        f"random. Two people: of the items that two or more rated. Of fewer than "
        f"{FEWEST_FOR_INTERVALS} items there is no interval; where far errors are rare, intervals "
        f"of fewer than 300 are too short. {about}",
    )  # fmt: skip


def ranked_judges(name: str, found: RankedJudges) -> Table:
    """Return the judges by every number that one may choose them by, with their ranks.

    Parameters
    ----------
    name : str
        The data set's.
    found : RankedJudges
    """
    order = np.argsort(found.ranks.sum(axis=1), kind="stable")
    cells = {Column("judge", kind="name"): [found.judges[j] for j in order]}
    marks = dict[tuple[int, int], Mark]()
    for key, values, ranks in zip(
        found.columns, found.values[order].T, found.ranks[order].T, strict=True
    ):
        marks |= {(row, len(cells)): "best" for row in np.flatnonzero(ranks == 1).tolist()}
        cells[Column(key)] = in_digits(values, ".3f")
        cells[Column("rank", key)] = [str(rank) if rank else "" for rank in ranks]
    return Table.of(
        "ranked-judges", name, "judges by every number", found.to_frame().iloc[order], cells, marks,
        note="Bold: the best of a column; judges that tie share the better rank. Of QWK, α, AC2 "
        "and ω larger is better, of the others smaller",
    )  # fmt: skip


def _with_ends(values: Array, low: Array, high: Array) -> tuple[list[str], list[str]]:
    """Numbers as they are printed, and their intervals."""
    ends = [
        f"{least:.3f} – {most:.3f}" if np.isfinite(least) and np.isfinite(value) else ""
        for value, least, most in zip(values, low, high, strict=True)
    ]
    return in_digits(values, ".3f"), ends


def where_it_errs(name: str, found: Judged, judge: str) -> Table:
    """Return what a judge says where people say each class, and how far off it is there.

    Parameters
    ----------
    name : str
        The data set's.
    found : Judged
    judge : str
    """
    frame = found.by_class()
    frame = frame[frame["judge"] == judge].drop(columns="judge")
    shares = frame.iloc[:, 2:-1].to_numpy()
    rows = [
        (label, f"{items:.0f}", *(f"{share:.2f}" if items else "" for share in of_class),
         f"{off:+.2f}" if items else "undefined")
        for label, items, *of_class, off in frame.itertuples(index=False)
    ]  # fmt: skip
    return Table(
        "where-it-errs", name, f"what {judge} says where people say each class",
        (Column("people say", kind="name"), Column("items"),
         *(Column(label, f"{judge} says") for label in found.classes), Column("mean difference")),
        tuple(rows), frame,
        shades={(r, 2 + c): float(shares[r, c]) for r, c in np.argwhere(shares > 0).tolist()},
        note="Shares of the items of a row. Mean difference: in classes, above 0 the judge rates "
        "higher than people do there. Where people choose the lowest class it can only be too "
        "high, where they choose the highest only too low",
    )  # fmt: skip


def estimated_shares(name: str, found: Estimated) -> Chart:
    """Return the shares of classes that people would give to all items, by each estimator.

    Parameters
    ----------
    name : str
        The data set's.
    found : Estimated
    """
    frame = found.to_frame()
    frame["estimator"] = [ESTIMATORS[key].words for key in frame["estimator"]]
    numbers = frame.loc[
        frame["group"] == found.groups[0], ["class", "share", "estimator", "low", "high"]
    ].rename(columns={"share": "share of items"})
    return Chart(
        "estimated-figure", name,
        f"how people would rate {found.items[0]:,} items of {found.judge}",
        "points", numbers, x="share of items", y="class", panel="estimator", low="low", high="high",
        limits={"share of items": (0, 1.05 * float(numbers["high"].max()))},
        note="; ".join(
            f"{ESTIMATORS[key].words}: {ESTIMATORS[key].about}" for key in found.estimators
        ),
    )  # fmt: skip


def estimated(name: str, found: Estimated) -> Table:
    """Return the shares of classes that people would give to each group, by each estimator.

    Parameters
    ----------
    name : str
        The data set's.
    found : Estimated
    """
    columns = [Column("items of", kind="name"), Column("by", kind="name"), Column("items"),
               Column("labelled")]  # fmt: skip
    for label in found.classes:
        columns += [Column("share", label), Column(LEVEL, label)]
    rows = []
    for g, group in enumerate(found.groups):
        for e, key in enumerate(found.estimators):
            ends = zip(found.estimates[e, g], found.low[e, g], found.high[e, g], strict=True)
            labelled = f"{found.labelled[g]:,}" + " (pooled)" * bool(found.pooled[g])
            rows.append(
                (group, ESTIMATORS[key].words, f"{found.items[g]:,}", labelled,
                 *(cell for share, low, high in ends
                   for cell in (f"{share:.3f}", f"{low:.3f} – {high:.3f}")))
            )  # fmt: skip
    return Table(
        "estimated", name, f"how people would rate the items of {found.judge}", tuple(columns),
        tuple(rows), found.to_frame(),
        rules=frozenset(range(len(found.estimators), len(rows), len(found.estimators))),
        note=f"Shares of people's ratings with {LEVEL} intervals. Pooled: too few are labelled, so "
        "that the labels of all stand in. An interval without width means that no label has the "
        "class, not that nobody would choose it",
    )  # fmt: skip
