"""The options of a report in words, which `settings.jinja` has."""

from pathlib import Path

from oq_core.analysis.leaderboard import FEW_INSTANCES
from oq_core.campaign.computing.analysis import Analysis
from oq_core.data.scores import counted
from oq_core.defaults import LEVEL
from oq_core.phrases import Phrases
from oq_core.reading.format_record import MISSING
from oq_core.reading.plan import DECIMALS

#: Its macros, which take the `Options`; that of data also takes a `Part` and its `Choices`.
said = Phrases(
    Path(__file__).with_suffix(".jinja"),
    counted,
    LEVEL=LEVEL,
    FEW_INSTANCES=FEW_INSTANCES,
    DECIMALS=DECIMALS,
    MISSING=MISSING,
)


def settings(analysis: Analysis) -> dict[str, str]:
    """Return the options in words.

    Parameters
    ----------
    analysis : Analysis
    """
    options, parts = analysis.options, analysis.campaign.parts
    # Data sets of few instances have not each series that was asked for.
    sizes = dict.fromkeys(each.size for data in analysis.data_sets for each in data.splits)
    found = {
        "Differences between runs": "see what was tested, over what family, by which rule",
        "Effect sizes": f"in units of the residual standard deviation, {options.effect}",
        "Means": said("means", options=options, units=analysis.units),
        "Ranking similarity": f"Kendall's τ-{options.tau}, {LEVEL} intervals "
        + said("tau_intervals", options=options, units=analysis.units),
    }
    if sizes:
        found["Ranking consistency"] = said("consistency", options=options, sizes=tuple(sizes))
    found["Seed"] = str(options.seed)
    for number, part in enumerate(parts, start=1):
        name = f"Data of {part.choices.title}" if len(parts) > 1 else "Data"
        words = said("data", part=part, choices=part.choices, options=options)
        found[f"Data {number}" if name in found else name] = words
    return found
