"""What people judge by, as tables and figures."""

import pandas as pd

from oq_core.campaign.printing.chart import Chart
from oq_core.preferences import CANDIDATES, Series


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
        "How probable it is that you judge by each",
        "bars",
        numbers,
        x="probability",
        y="judges by",
        limits={"probability": (0, 1)},
        note="Mean, sharpness and mode are simpler habits; chance is an answer without a look, "
        "none is a reason that is not listed. Beside each is how often it agrees with you on the "
        "few questions that were drawn at random",
    )
