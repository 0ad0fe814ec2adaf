"""What people judge by, as tables and figures."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from oq_core.campaign.printing.chart import Chart
from oq_core.campaign.printing.chart_record import ChartLine
from oq_core.campaign.printing.table import Column, Mark, Table
from oq_core.data.arrays import Array
from oq_core.data.scores import direction
from oq_core.defaults import LEVEL
from oq_core.measures import MEASURES
from oq_core.preferences import CANDIDATES, KINDS, RoomAgreement, Series

#: What the questions of each kind are called in a heading; all of them have no kind.
KINDS_SHORT = {"": "all", "symmetry": "symmetric gold", "distance": "other distances",
               "tails": "votes in an empty end", "empty": "empty class between"}  # fmt: skip
#: Bars of a room's scores.
_BINS = 20
_INTERVALS = (
    f"Intervals of {LEVEL} are for other people and other questions: both are drawn anew. A tie of "
    "the measure or of the person counts a half. Half would be agreement by chance"
)


def _compared() -> tuple[list[str], list[int]]:
    """What is compared with people, which looks at the estimates; and its places."""
    looking = [each.preference is not None for each in CANDIDATES.values()]
    rows = np.flatnonzero(looking).tolist()
    return [list(CANDIDATES)[row] for row in rows], rows


def probabilities(series: Series) -> Chart:
    """Return how probable it is that a person judges by each candidate.

    Parameters
    ----------
    series : Series
        Of one person, with an answer to a question at random.
    """
    numbers = pd.DataFrame(
        {
            "judges by": list(CANDIDATES),
            "probability": series.model.posterior(series.beliefs),
            "agrees at random": series.agreement(),
        }
    ).sort_values("probability", ascending=False, kind="stable", ignore_index=True)
    return Chart(
        "your-measure",
        "",
        "How probably you judge by each",
        "bars",
        numbers,
        x="probability",
        y="judges by",
        limits={"probability": (0, 1)},
        note="Mean, sharpness and mode are simpler habits; chance is an answer without a look, "
        "none is a reason that is not listed. The CSV has, too, how often each agrees with you on "
        "the few questions that were drawn at random",
    )


def scores_of_room(measure: str, scores: Array) -> Chart:
    """Return how many estimates of a room have which scores.

    Parameters
    ----------
    measure : str
        Of distributions.
    scores : ndarray of float64, shape (m,)
        Of the estimates, in [0, 1].
    """
    counts, edges = np.histogram(scores, bins=_BINS, range=(0, 1))
    middles = (edges[:-1] + edges[1:]) / 2
    return Chart(
        "room-scores",
        "",
        f"The room’s {measure}: {direction([MEASURES[measure].larger_is_better])}",
        "bars",
        pd.DataFrame({measure: middles, "estimates": counts}),
        x=measure,
        y="estimates",
        limits={measure: (0, 1)},
    )


def people_agree(found: RoomAgreement, kind: str = "") -> Chart:
    """Return how often measures and habits agree with people, with intervals.

    Parameters
    ----------
    found : RoomAgreement
        Of the choices about triples of a kind.
    kind : str
        Of `KINDS`; all triples unless given.
    """
    keys, rows = _compared()
    numbers = pd.DataFrame(
        {
            "measure": keys,
            "agreement": found.shares[rows],
            "low": found.intervals[rows, 0],
            "high": found.intervals[rows, 1],
        }
    ).sort_values("agreement", ascending=False, kind="stable", ignore_index=True)
    return Chart(
        "people" + (f"-{kind}" if kind else ""),
        "",
        "How often measures agree with people" + (f": {KINDS[kind]}" if kind else ""),
        "points",
        numbers,
        x="agreement",
        y="measure",
        low="low",
        high="high",
        lines=(ChartLine("agreement", 0.5, "chance"),),
        limits={"agreement": (0, 1)},
        note=_INTERVALS,
    )


def people_agree_by_kind(found: Mapping[str, RoomAgreement], counts: Mapping[str, int]) -> Table:
    """Return how often measures and habits agree with people, by what the questions are about.

    Parameters
    ----------
    found : mapping of str to RoomAgreement
        By kind; all triples have none.
    counts : mapping of str to int
        How many choices there are of each.
    """
    keys, rows = _compared()
    cells, marks = {Column("measure", kind="name"): keys}, dict[tuple[int, int], Mark]()
    frames = []
    for kind, each in found.items():
        shares, ends = each.shares[rows], each.intervals[rows]
        group = f"{KINDS_SHORT[kind]} ({counts[kind]:,})"
        for row in np.flatnonzero(shares == shares.max()).tolist():
            marks[row, len(cells)] = "best"
        cells[Column("agree", group)] = [f"{share:.2f}" for share in shares]
        cells[Column(LEVEL, group)] = [f"{low:.2f} – {high:.2f}" for low, high in ends]
        frame = pd.DataFrame({"measure": keys, "agreement": shares})
        frames.append(frame.assign(questions=KINDS_SHORT[kind], low=ends[:, 0], high=ends[:, 1]))
    return Table.of(
        "people-by-kind",
        "",
        "how often measures agree with people, by what the questions are about",
        pd.concat(frames, ignore_index=True),
        cells,
        marks,
        note=f"Bold: the most. In brackets, how many choices. {_INTERVALS}",
    )
