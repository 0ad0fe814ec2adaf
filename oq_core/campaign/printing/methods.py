"""How an analysis was made, as LaTeX that cites, and the works that it cites."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import numpy as np

from oq_core.analysis.pairs import Rule
from oq_core.campaign.computing.analysis import Analysis
from oq_core.campaign.printing.latex_text import maths
from oq_core.campaign.saving.provenance import versions
from oq_core.campaign.saving.settings import tau_intervals
from oq_core.data.scores import counted
from oq_core.defaults import LEVEL
from oq_core.measures.classification import OC_MEASURES
from oq_core.measures.quantification import MEASURES
from oq_core.version import VERSION

_TEXT = Path(__file__).with_name("measures.bib").read_text(encoding="utf-8")
#: Works by their keys, as BibTeX.
_WORKS = {
    work[work.index("{") + 1 : work.index(",")]: work.replace("@VERSION@", VERSION)
    for work in _TEXT.strip().split("\n\n")
}
#: Works that proposed or examined a measure before the paper whose formula is used.
_BEFORE = {
    "JSD": "Lin91",
    "MAE_M": "Baccianella09",
    "MAE_mu": "Baccianella09",
    "CEM_ORD": "Amigo20",
    "kappa": "Cohen68",
    "alpha_ORD": "Krippendorff18",
    "alpha_INT": "Krippendorff18",
    "F1_M": "Opitz19",
    "HMPR": "Opitz19",
}
#: Words, and the keys of the works that are cited behind them.
_Words = tuple[str, tuple[str, ...]]


def methods_tex(analysis: Analysis) -> str:
    r"""Return how the analysis was made, with B, seed, rule and versions, as LaTeX.

    Parameters
    ----------
    analysis : Analysis

    Returns
    -------
    str
        A sentence a line, which cites with natbib what `measures_bib` has.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Options, Scores, analyse
    >>> from oq_core.campaign.printing.methods import methods_tex
    >>> values = np.array([[[0.1, 0.2], [0.2, 0.4], [0.1, 0.3], [0.2, 0.3], [0.1, 0.2]]])
    >>> scores = Scores(values, ("NMD",), tuple("abcde"), ("r1", "r2"), (False,))
    >>> made = analyse({"demo": scores}, Options(trials=100, splits=10))
    >>> print(methods_tex(made).splitlines()[1])
    Runs are scored by NMD~\citep{LQ21}.
    """
    scored = "".join(map(_citing, _scored(analysis)))
    sentences = (scored, *map(_citing, _methods(analysis)))
    return "\n".join(["% Packages: natbib.", *(f"{each}." for each in sentences), ""])


def measures_bib(analysis: Analysis) -> str:
    """Return the works that `methods_tex` cites, as BibTeX.

    Parameters
    ----------
    analysis : Analysis

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Options, Scores, analyse
    >>> from oq_core.campaign.printing.methods import measures_bib
    >>> values = np.array([[[0.1, 0.2], [0.2, 0.4], [0.1, 0.3], [0.2, 0.3], [0.1, 0.2]]])
    >>> scores = Scores(values, ("NMD",), tuple("abcde"), ("r1", "r2"), (False,))
    >>> print(measures_bib(analyse({"demo": scores}, Options(trials=100, splits=10))).split()[0])
    @inproceedings{LQ21,
    """
    parts = (*_scored(analysis), *_methods(analysis))
    keys = dict.fromkeys(key for _, cited in parts for key in cited)
    return "\n\n".join(_WORKS[key] for key in keys) + "\n"


def _works_on(measure: str, source: str) -> tuple[str, ...]:
    """The works on a measure: earlier ones, and the paper that its source names."""
    paper = source.split(" ", maxsplit=1)[0]
    return tuple(key for key in (_BEFORE.get(measure, ""), paper) if key in _WORKS)


def _citing(part: _Words) -> str:
    words, keys = part
    return maths(words) + (rf"~\citep{{{','.join(keys)}}}" if keys else "")


def _scored(analysis: Analysis) -> Iterator[_Words]:
    """The sentence that names the measures, with works behind those that they are on."""
    sources = {key: each.source for key, each in OC_MEASURES.items()}
    sources |= {key: each.source for key, each in MEASURES.items()}
    keys = dict.fromkeys(key for each in analysis.data_sets for key in each.scores.measures)
    works = {key: _works_on(key, sources.get(key, "")) for key in keys}
    groups = [(list(members), each) for each, members in groupby(keys, key=works.__getitem__)]
    for number, (names, each) in enumerate(groups):
        yield (", " if number else "Runs are scored by ") + ", ".join(names), each


def _methods(analysis: Analysis) -> Iterator[_Words]:
    """The other sentences without their full stop, and the keys of what each cites."""
    every, options, units = analysis.data_sets, analysis.options, analysis.units
    scored = dict[tuple[str, ...], list[str]]()
    for each in every:
        scored.setdefault(each.scores.measures, []).append(each.name)
    most = len({key for keys in scored for key in keys})
    for keys, names in scored.items():
        if len(keys) < most:
            yield f"In {', '.join(names)}, they are scored by {', '.join(keys)} alone", ()
    if analysis.tested:
        yield from _tests(analysis)
    yield from _intervals(analysis)
    if analysis.tested:
        yield "Letters group runs that do not differ significantly", ("Piepho04",)
    compared = [each for each in analysis.tested if len(each.scores.measures) > 1]
    if compared:
        yield f"Rankings are compared by Kendall's τ-{options.tau}", ("Kendall62",)
    if any(np.isfinite(each.tau_intervals).any() for each in compared):
        source = "Fieller57" if options.tau_interval == "formula" else "Efron93"
        yield f"Its {LEVEL} intervals are {tau_intervals(options, units)}", (source,)
    if any(each.consistency is not None for each in every):
        size = options.split_size
        parts = "halves" if size is None else f"sets of {size:,}"
        yield (
            f"The consistency of a ranking is its τ between two random {parts} of the {units}, "
            f"averaged over {counted(options.splits, 'split')}",
            ("ACL21",),
        )
    rated = analysis.campaign.collections.values()
    if any(each.votes is not None and each.ratings is not None for each in rated):
        yield "Agreement of raters is Krippendorff's α", ("Krippendorff18",)
    named = ", ".join(f"{name} {number}" for name, number in versions().items())
    yield f"The seed is {options.seed}; the versions are {named}", ("explorer",)


def _tests(analysis: Analysis) -> Iterator[_Words]:
    """How runs were tested."""
    options = analysis.options
    yield (
        f"Differences between runs are tested by {options.rule.words}, paired over "
        f"{analysis.units}, with B = {options.trials:,} and α = {options.alpha:g}",
        ("RomanoWolf05" if options.rule is Rule.SIGNS else "Carterette12",),
    )
    several = "; nothing is corrected for several data sets" if len(analysis.data_sets) > 1 else ""
    clusters = ", and whole clusters of instances are permuted" if options.clusters else ""
    yield (
        "The family is all pairs of the runs of a data set that are tested, under each "
        f"measure by itself{several}{clusters}",
        (),
    )
    left = "runs'" if options.effect == "E1" else "runs' and the instances'"
    yield (
        "Effect sizes are in units of the residual standard deviation "
        f"√V_{options.effect}, that of what is left after the {left} means",
        ("Sakai18",),
    )


def _intervals(analysis: Analysis) -> Iterator[_Words]:
    """How intervals of means, and those of ranks, were made."""
    every, units = analysis.data_sets, analysis.units
    samples, intervals = counted(analysis.options.samples, "sample"), dict[str, list[str]]()
    for each in every:
        intervals.setdefault(each.board.interval, []).append(each.name)
    for kind, names in intervals.items():
        means = f"In {', '.join(names)}, means" if len(intervals) > 1 else "Means"
        if kind == "percentile":
            of = f"{means} have {LEVEL} bootstrap intervals over {units} from {samples}"
            yield of, ("Efron93",)
        elif kind == "t":
            yield f"{means} have {LEVEL} intervals by Student's t", ()
        else:
            yield f"{means} have {LEVEL} intervals by betting, with the bounds 0 and 1", ()
    if any(each.board.interval != "percentile" and each.board.has_ranks for each in every):
        yield f"Resamples are {samples} of the bootstrap over {units}", ("Efron93",)
