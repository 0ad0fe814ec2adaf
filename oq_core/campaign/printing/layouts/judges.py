"""Judges beside people: how far they agree, where they err, and what people would say."""

import numpy as np
import pandas as pd

from oq_core.campaign.printing.chart import Chart
from oq_core.campaign.printing.table import Column, Mark, Table
from oq_core.defaults import LEVEL
from oq_core.raters import COEFFICIENTS, ESTIMATORS, Estimated, Judged, RankedJudges, Spread
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
    every = [("people", found.use_of_people[widest])]
    every += [(found.judges[j], found.use_of_judges[j]) for j in found.best_first]
    frames = [
        pd.DataFrame({"class": found.classes, "share of ratings": shares, "who": who})
        for who, shares in every
    ]
    return Chart(
        "use-of-scale", name, "how people and judges use the scale", "bars",
        pd.concat(frames, ignore_index=True), x="class", y="share of ratings", panel="who",
        limits={"share of ratings": (0, 1.05 * max(shares.max() for _, shares in every))},
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
    columns = [Column("who", kind="name"), Column("items")]
    for key in found.coefficients:
        columns += [Column(key), Column(LEVEL, key)]
    rows = []
    for j in found.best_first:
        ends = zip(found.values[j], found.low[j], found.high[j], strict=True)
        cells = [cell for each in ends for cell in _with_ends(*each)]
        rows.append((found.judges[j], f"{found.items[j]:,}", *cells))
    widest = int(np.argmax(found.shared))
    if found.shared[widest]:
        ends = zip(
            found.ceiling[widest], found.ceiling_low[widest], found.ceiling_high[widest],
            strict=True,
        )  # fmt: skip
        # Neither of two people is the first: there is no difference of one from the other.
        cells = [
            cell
            for key, each in zip(found.coefficients, ends, strict=True)
            for cell in (("", "") if key == "bias" else _with_ends(*each))
        ]
        rows.append(("two people", f"{found.shared[widest]:,}", *cells))
    about = "; ".join(
        f"{key}: {COEFFICIENTS[key].words}, {COEFFICIENTS[key].about}" for key in found.coefficients
    )
    return Table(
        "judged", name, "how far each judge agrees with one person", tuple(columns), tuple(rows),
        found.to_frame(),
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
    columns = [Column("judge", kind="name")]
    for key in found.columns:
        columns += [Column(key), Column("rank", key)]
    order = np.argsort(found.ranks.sum(axis=1), kind="stable")
    marks: dict[tuple[int, int], Mark] = {
        (row, 1 + 2 * c): "best"
        for row, j in enumerate(order)
        for c in np.flatnonzero(found.ranks[j] == 1).tolist()
    }
    rows = tuple(
        (
            found.judges[j],
            *(
                cell
                for value, rank in zip(found.values[j], found.ranks[j], strict=True)
                for cell in (_short(value), str(rank) if rank else "")
            ),
        )
        for j in order
    )
    return Table(
        "ranked-judges", name, "judges by every number", tuple(columns), rows,
        found.to_frame().iloc[order], marks,
        note="Bold: the best of a column; judges that tie share the better rank. Of QWK, α, AC2 "
        "and ω larger is better, of the others smaller",
    )  # fmt: skip


def _with_ends(value: float, low: float, high: float) -> tuple[str, str]:
    ends = f"{low:.3f} – {high:.3f}" if np.isfinite(low) and np.isfinite(value) else ""
    return _short(value), ends


def _short(value: float) -> str:
    return f"{value:.3f}" if np.isfinite(value) else "undefined"


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


def distributions(name: str, found: Spread) -> Table:
    """Return what judges score with their distributions and with the mode of each alone.

    Parameters
    ----------
    name : str
        The data set's.
    found : Spread
    """
    columns = [Column("judge", kind="name"), Column("mean rating"), Column("QWK of modes")]
    for key in found.measures:
        columns += [Column("distribution", key), Column("mode", key), Column("gain", key),
                    Column(LEVEL, key)]  # fmt: skip
    rows = []
    for j, judge in enumerate(found.judges):
        cells = [judge, f"{found.means[j]:.2f}", _short(found.kappas[j])]
        for k in range(len(found.measures)):
            gain = _with_ends(found.gain[k, j], found.low[k, j], found.high[k, j])
            cells += [_short(found.by_distribution[k, j]), _short(found.by_mode[k, j]), *gain]
        rows.append(tuple(cells))
    return Table(
        "distributions", name, "what a distribution tells beyond one rating", tuple(columns),
        tuple(rows), found.to_frame(),
        note="Mean scores against the distribution of people's ratings; smaller is better. Mode: "
        "the class that the judge gives most, the lowest where some tie. Gain: what the "
        "distribution is better by; 0 of a judge that rates once. Mean rating: the lowest class "
        "counts 0, the next 1 and so on",
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
    frame = frame[frame["group"] == found.groups[0]]
    numbers = pd.DataFrame(
        {
            "class": frame["class"],
            "share of items": frame["share"],
            "estimator": [ESTIMATORS[key].words for key in frame["estimator"]],
            "low": frame["low"],
            "high": frame["high"],
        }
    )
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
