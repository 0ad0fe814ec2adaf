"""The figures of lessons."""

from collections.abc import Sequence

from oq_core.campaign.printing.chart import Chart
from oq_core.data.arrays import Array
from oq_core.data.results import crossed
from oq_core.data.scores import counted
from oq_core.raters import StandIn


def sharpness(
    measures: Sequence[str], powers: Sequence[float], values: Array, raters: int
) -> Chart:
    """Return what the truth scores if it is made sharper or flatter.

    Parameters
    ----------
    measures : sequence of str
        K measures.
    powers : sequence of float
        T powers that the truth is raised to.
    values : ndarray, shape (K, T)
        Mean scores.
    raters : int
        Ratings of each instance.
    """
    return Chart(
        "sharpness", "",
        f"The truth raised to a power, against {counted(raters, 'rating')}", "lines",
        crossed({"measure": measures, "power": [*map(str, powers)]}, {"mean score": values}),
        x="power", y="mean score", by="measure",
    )  # fmt: skip


def standing_in(found: StandIn, epsilon: float) -> Chart:
    """Return the share of people that each judge beats.

    Parameters
    ----------
    found : StandIn
    epsilon : float
        What a judge may lack of a rater.
    """
    return Chart(
        "standing-in", "", "Share of people that a judge beats; it passes from 0.5 on", "bars",
        found.to_frame(epsilon)[["judge", "measure", "winning rate"]],
        x="judge", y="winning rate", by="measure", limits={"winning rate": (0, 1)},
    )  # fmt: skip
