"""The overview as a LaTeX document: sections that begin with what was found, and their floats."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np

from oq_core.campaign.computing.analysis import Analysis
from oq_core.campaign.computing.sources import Author
from oq_core.campaign.printing.chart import Chart
from oq_core.campaign.printing.latex import as_sentence, latex
from oq_core.campaign.printing.latex_text import SIGN_COMMAND, escape, is_unusual, maths
from oq_core.campaign.printing.paper.cited import bibliography, works_on
from oq_core.campaign.printing.phrases import in_words
from oq_core.campaign.printing.style import Style
from oq_core.campaign.printing.table import Table
from oq_core.campaign.saving import settings
from oq_core.campaign.saving.provenance import versions
from oq_core.data.scores import counted
from oq_core.defaults import LEVEL
from oq_core.measures.classification import OC_MEASURES
from oq_core.measures.quantification import MEASURES
from oq_core.phrases import Phrases

#: What tables and figures need, and rules that let LaTeX put many of them on a page.
_OPENING = Path(__file__).with_name("preamble.tex").read_text(encoding="utf-8").rstrip()

#: Words, and the keys of the works that are cited behind them.
_Words = tuple[str, tuple[str, ...]]
#: A sentence, and in brackets the keys of what it cites.
_CITING = re.compile(r"(.*?)(?: \[([\w,]+)\])?")
_said = Phrases(Path(__file__).with_name("methods.jinja"), counted, in_words, LEVEL=LEVEL)
#: Tables or figures that are named one by one; of more, the first and the last.
_LISTED = 2


@dataclass(frozen=True)
class Chapter:
    """A section, or one below it.

    Attributes
    ----------
    title : str
    sentences : tuple of str
        What was found, in this library's words.
    floats : tuple of Table and Chart
    below : tuple of Chapter
        Its own sections.
    """

    title: str
    sentences: tuple[str, ...] = ()
    floats: tuple[Table | Chart, ...] = ()
    below: tuple["Chapter", ...] = ()

    @property
    def flat(self) -> "Chapter":
        """It with what its only section has, and no section below."""
        sentences = (*self.sentences, *(words for each in self.below for words in each.sentences))
        floats = (*self.floats, *(each for part in self.below for each in part.floats))
        return Chapter(self.title, sentences, floats)

    @property
    def is_empty(self) -> bool:
        """Whether it has nothing to say."""
        return not (self.sentences or self.floats or any(not each.is_empty for each in self.below))


def overview(title: str, parts: Iterable[Chapter], analysis: Analysis, style: Style) -> str:
    """Return the document.

    Parameters
    ----------
    title : str
    parts : iterable of Chapter
        Its sections; the methods stand after the second.
    analysis : Analysis
        What the methods say is of it.
    style : Style
    """
    body = [line for part in parts for line in _lines(part, "section", style)]
    methods = [r"\section{Methods}\label{sec:methods}", methods_paragraph(analysis), ""]
    place = next(
        (n for n, line in enumerate(body) if line.startswith(r"\section{Results")), len(body)
    )
    body[place:place] = methods
    is_acm = "acmart" in style.opening
    opened = [rf"\title{{{escape(title)}}}",
              _authors(analysis.campaign.authors or (Author("Authors"),), is_acm)]  # fmt: skip
    head = [
        "% Compile with: pdflatex overview; bibtex overview; pdflatex overview (twice)",
        style.opening,
        _OPENING,
        *[SIGN_COMMAND] * any(map(is_unusual, "".join([*opened, *body]))),
        r"\begin{document}",
        *opened,
    ]
    # Without its words it would be a heading above nothing.
    abstract = [r"% \begin{abstract}", "% What the task was, who took part, and what was found.",
                r"% \end{abstract}"]  # fmt: skip
    # acmart sets the abstract with the title.
    head += [*abstract, r"\maketitle"] if is_acm else [r"\date{}", r"\maketitle", *abstract]
    tail = [
        r"\FloatBarrier",
        rf"\bibliographystyle{{{style.bibliography}}}",
        r"\bibliography{overview}",
        r"\end{document}",
        "",
    ]
    return "\n".join([*head, "", *body, *tail])


def _authors(authors: Iterable[Author], is_acm: bool) -> str:
    """Who wrote it, as the class has them."""
    every = [(escape(each.name), escape(each.affiliation)) for each in authors]
    if not is_acm:
        told = r" \and ".join(r" \\ ".join(filter(None, each)) for each in every)
        return rf"\author{{{told}}}"
    return "\n".join(
        rf"\author{{{name}}}\affiliation{{\institution{{{place or 'Institution'}}}\country{{}}}}"
        for name, place in every
    )


def cited(analysis: Analysis) -> str:
    """Return the list of what the document cites, as BibTeX."""
    parts = (*_scored(analysis), *_methods(analysis))
    return bibliography(key for _, keys in parts for key in keys)


def methods_paragraph(analysis: Analysis) -> str:
    r"""Return how the analysis was made, with B, seed, rule and versions, as LaTeX.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Options, Scores, analyse
    >>> from oq_core.campaign.printing.paper.overview import methods_paragraph
    >>> values = np.array([[[0.1, 0.2], [0.2, 0.4], [0.1, 0.3], [0.2, 0.3], [0.1, 0.2]]])
    >>> scores = Scores(values, ("NMD",), tuple("abcde"), ("r1", "r2"), (False,))
    >>> made = analyse({"demo": scores}, Options(trials=100, splits=10))
    >>> print(methods_paragraph(made).splitlines()[0])
    Runs are scored by NMD~\citep{LQ21}.
    """
    scored = "".join(map(_citing, _scored(analysis)))
    return "\n".join(f"{each}." for each in (scored, *map(_citing, _methods(analysis))))


def _citing(part: _Words) -> str:
    words, keys = part
    return maths(words) + (rf"~\citep{{{','.join(keys)}}}" if keys else "")


def _scored(analysis: Analysis) -> Iterator[_Words]:
    """The sentence that names the measures, with works behind those that they are on."""
    sources = {key: each.source for key, each in OC_MEASURES.items()}
    sources |= {key: each.source for key, each in MEASURES.items()}
    keys = dict.fromkeys(key for each in analysis.data_sets for key in each.scores.measures)
    works = {key: works_on(key, sources.get(key, "")) for key in keys}
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
        tau_intervals=settings.said("tau_intervals", options=options, units=analysis.units),
        versions=versions(),
    ):
        words, keys = _CITING.fullmatch(sentence).groups("")  # type: ignore[union-attr]
        yield words, tuple(keys.split(",")) if keys else ()


def _lines(part: Chapter, level: str, style: Style) -> Iterator[str]:
    if part.is_empty:
        return
    # Figures stand first: tables, which are smaller, fill what these leave of a page.
    figures = [each for each in part.floats if isinstance(each, Chart)]
    tables = [each for each in part.floats if isinstance(each, Table)]
    yield rf"\{level}{{{escape(part.title)}}}"
    for sentence in part.sentences:
        yield maths(sentence)
    if part.floats:
        yield _pointers([*figures, *tables], style)
    yield ""
    for is_wide, members in groupby(figures, key=lambda each: each.is_wide):
        # In one column, two that are narrow stand side by side.
        row, every = 2 if not is_wide and style.column == style.page else 1, list(members)
        yield from (_figure(every[n : n + row], style) for n in range(0, len(every), row))
    yield from (rf"\input{{latex/{each.file}}}" for each in tables)
    yield ""
    for below in part.below:
        yield from _lines(below, f"sub{level}", style)


def _labels(each: Table | Chart, style: Style) -> list[str]:
    """Its label, or those of its parts where it is split."""
    if isinstance(each, Chart):
        return [f"fig:{each.file}"]
    return re.findall(r"\\label{(tab:.+?)}", latex(each, style))


def _pointers(floats: Iterable[Table | Chart], style: Style) -> str:
    """Which tables and figures there are, by their numbers, which go on and on."""
    every, told = [label for each in floats for label in _labels(each, style)], []
    for kind, start in (("Table", "tab:"), ("Figure", "fig:")):
        refs = [rf"\ref{{{label}}}" for label in every if label.startswith(start)]
        if refs:
            plural = "s" * (len(refs) > 1)
            several = f"{refs[0]}--{refs[-1]}" if len(refs) > _LISTED else in_words(refs)
            told.append(f"{kind}{plural}~{several.replace(' and ', ' and~')}")
    return f"See {' and '.join(told)}."


def _figure(charts: Sequence[Chart], style: Style) -> str:
    """A figure, or two side by side."""
    star = "*" * (charts[0].is_wide and style.column < style.page)
    drawn = [
        "\n".join(
            [
                rf"\includegraphics{{figures/{each.file}.pdf}}",
                rf"\caption{{{_words_of(each)}.}}\label{{fig:{each.file}}}",
                rf"\Description{{{escape(each.alternative)}}}",
            ]
        )
        for each in charts
    ]
    if len(charts) > 1:
        start, end = r"\begin{minipage}[t]{.48\textwidth}\centering", r"\end{minipage}"
        drawn = ["\\hfill\n".join(f"{start}\n{each}\n{end}" for each in drawn)]
    start, end = rf"\begin{{figure{star}}}[{style.floats}]", rf"\end{{figure{star}}}"
    return "\n".join([start, r"\centering", *drawn, end])


def _words_of(chart: Chart) -> str:
    """Its caption."""
    words = f"{escape(chart.data)}: {maths(chart.title)}" if chart.data else maths(chart.title)
    return words + (". " + maths(as_sentence(chart.note)) if chart.note else "")
