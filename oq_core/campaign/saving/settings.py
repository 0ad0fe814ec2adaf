"""The options of a report in words."""

from oq_core.analysis.leaderboard import FEW_INSTANCES
from oq_core.campaign.computing.analysis import Analysis, Options
from oq_core.campaign.computing.sources import Part
from oq_core.data.scores import counted
from oq_core.defaults import LEVEL
from oq_core.reading.format_record import MISSING
from oq_core.reading.plan import DECIMALS


def settings(analysis: Analysis) -> dict[str, str]:
    """Return the options in words.

    Parameters
    ----------
    analysis : Analysis
    """
    options, units, parts = analysis.options, analysis.units, analysis.campaign.parts
    means = f"{LEVEL} intervals by betting, with the bounds 0 and 1"
    if not options.bounded:
        means = (
            f"{LEVEL} intervals by bootstrap over {units}, {counted(options.samples, 'sample')}; "
            f"with fewer than {FEW_INSTANCES} {units} Student's"
        )
    # Data sets of few instances have not each series that was asked for.
    sizes = dict.fromkeys(each.size for data in analysis.data_sets for each in data.splits)
    found = {
        "Differences between runs": "see what was tested, over what family, by which rule",
        "Effect sizes": f"in units of the residual standard deviation, {options.effect}",
        "Means": means,
        "Ranking similarity": f"Kendall's τ-{options.tau}, {LEVEL} intervals "
        + tau_intervals(options, units),
    }
    if sizes:
        of = " and ".join("halves" if size is None else f"{size} against as many" for size in sizes)
        found["Ranking consistency"] = (
            f"Kendall's τ-a over {counted(options.splits, 'random split')}, {of}; measures "
            f"compared by randomised Tukey HSD, B = {options.trials:,}, α = {options.alpha:g}; "
            "effect sizes E2"
        )
    found["Seed"] = str(options.seed)
    for number, part in enumerate(parts, start=1):
        name = f"Data of {part.choices.title}" if len(parts) > 1 else "Data"
        found[f"Data {number}" if name in found else name] = _data(part, options)
    return found


def tau_intervals(options: Options, units: str) -> str:
    """Return how intervals of τ are made.

    Parameters
    ----------
    options : Options
    units : str
        What instances are called, in the plural.
    """
    if options.tau_interval == "formula":
        return "by Fieller, Hartley and Pearson's formula"
    over = {"bootstrap": "runs", "teams": "teams", "instances": units}[options.tau_interval]
    return f"by bootstrap over {over}, {counted(options.samples, 'sample')}"


def _data(part: Part, options: Options) -> str:
    """What was chosen of a part of the data."""
    choices, own = part.choices, part.choices.scale_measures
    facts = [
        f"title {choices.title}",
        f"scales {', '.join(choices.scales) or 'all'}",
    ]
    if not choices.scales or {*choices.scales} - {*own}:
        of = " of other scales" if own else ""
        facts.append(f"measures{of} {', '.join(choices.measures) or 'all'}")
    facts += [f"measures of scale {scale} {', '.join(keys)}" for scale, keys in own.items()]
    among = "added, among the runs" if options.test_baselines else "added, not among the runs"
    facts.append(f"baselines {among if choices.baselines else 'not added'}")
    facts += [f"run {old} renamed to {new}" for old, new in choices.renamed.items()]
    facts.append(f"left out {', '.join(choices.without) or 'no run'}")
    if choices.described:
        facts.append(f"{counted(len(choices.described), 'run')} described in a table of runs")
    if part.classes:
        order = part.classes[::-1] if choices.flipped else part.classes
        turned = ", turned round" if choices.flipped else ""
        facts.append(f"classes {' < '.join(order)} ({part.order}{turned})")
    else:
        facts.append(f"classes {'turned round' if choices.flipped else 'as the files have them'}")
    facts += [f"column {column} read as {kind}" for column, kind in choices.parts.items()]
    if choices.leave_out:
        facts.append(f"ratings left out {', '.join(choices.leave_out)}")
    if choices.decimals != "asked":
        facts.append(f"ratings between two classes {DECIMALS[choices.decimals]}")
    facts.append(f"instances that a run lacks {MISSING[choices.missing]}")
    facts.append(f"weight of the customer's turns in nugget detection {choices.nugget_weight:g}")
    return "; ".join(facts)
