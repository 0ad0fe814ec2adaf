"""How an analysis was made, as LaTeX that cites, and the works that it cites."""

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import numpy as np

from oq_core.campaign.computing.analysis import Analysis
from oq_core.campaign.printing.latex_text import maths
from oq_core.campaign.printing.phrases import in_words
from oq_core.campaign.saving import settings
from oq_core.campaign.saving.provenance import versions
from oq_core.data.scores import counted
from oq_core.defaults import LEVEL
from oq_core.measures.classification import OC_MEASURES
from oq_core.measures.quantification import MEASURES
from oq_core.phrases import Phrases
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
#: A sentence, and in brackets the keys of what it cites.
_CITING = re.compile(r"(.*?)(?: \[([\w,]+)\])?")
_said = Phrases(Path(__file__).with_name("methods.jinja"), counted, in_words, LEVEL=LEVEL)


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
        is_last = number == len(groups) - 1
        joint = " and " if is_last and len(names) == 1 else ", "
        start = joint if number else "Runs are scored by "
        yield start + (in_words(names) if is_last else ", ".join(names)), each


def _methods(analysis: Analysis) -> Iterator[_Words]:
    """The other sentences without their full stop, and the keys of what each cites."""
    every, options = analysis.data_sets, analysis.options
    scored, made = dict[tuple[str, ...], list[str]](), dict[str, list[str]]()
    for each in every:
        scored.setdefault(each.scores.measures, []).append(each.name)
        made.setdefault(each.board.interval, []).append(each.name)
    most = len({key for keys in scored for key in keys})
    compared = [each for each in analysis.tested if len(each.scores.measures) > 1]
    rated = analysis.campaign.collections.values()
    for sentence in _said.lines(
        "methods",
        options=options,
        units=analysis.units,
        alone=[(names, keys) for keys, names in scored.items() if len(keys) < most],
        several=len(every) > 1,
        made=made,
        resampled=any(e.board.interval != "percentile" and e.board.has_ranks for e in every),
        is_tested=bool(analysis.tested),
        compared=compared,
        has_taus=any(np.isfinite(each.tau_intervals).any() for each in compared),
        is_split=any(each.consistency is not None for each in every),
        is_agreed=any(e.votes is not None and e.ratings is not None for e in rated),
        tau_intervals=settings.tau_intervals(options, analysis.units),
        versions=versions(),
    ):
        words, keys = _CITING.fullmatch(sentence).groups("")  # type: ignore[union-attr]
        yield words, tuple(keys.split(",")) if keys else ()
