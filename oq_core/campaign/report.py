"""The report of an analysis: one HTML page that needs nothing else, and all tables as files."""

import io
import platform
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import jinja2
import numpy as np
import pandas as pd
import scipy
from markupsafe import Markup
from pandas.io.formats.style import Styler

from oq_core.analysis.effects import residual_variance
from oq_core.analysis.power import discriminative_power_curve
from oq_core.campaign import tables
from oq_core.campaign.analysis import Analysis, DataSetAnalysis
from oq_core.campaign.pictures import power_curves
from oq_core.data.arrays import Array

_TEMPLATE = Path(__file__).with_name("report.html")
#: ZIP archives hold a date; a fixed one keeps two reports of the same analysis identical.
_DATE = (1980, 1, 1, 0, 0, 0)
_LATEX = str.maketrans(
    {
        **{sign: f"\\{sign}" for sign in "&%$#_{}"},
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "τ": r"$\tau$",
        "α": r"$\alpha$",
    }
)


@dataclass(frozen=True, eq=False)
class ReportTable:
    """One table of the report.

    Attributes
    ----------
    file : str
        Name for its files, without extension.
    caption : str
        What it shows.
    text : DataFrame
        As an overview prints it: for HTML and LaTeX.
    numbers : DataFrame
        In full precision, for CSV.
    index : bool
        Whether the rows' names say something.
    picture : str
        SVG shown above it, or nothing.
    shade : ndarray, optional
        For each cell of `text` how dark it is, in [0, 1].
    """

    file: str
    caption: str
    text: pd.DataFrame
    numbers: pd.DataFrame
    index: bool = True
    picture: str = ""
    shade: Array | None = None

    @property
    def html(self) -> Markup:
        """The table as HTML, its cells escaped."""
        styler = Styler(self.text, cell_ids=False, uuid=self.file).format(escape="html")
        styler = styler.format_index(escape="html").format_index(escape="html", axis=1)
        if not self.index:
            styler = styler.hide(axis=0)
        if self.shade is not None:
            styles = np.vectorize(lambda share: f"background: rgb(0 114 178 / {share:.0%})")
            shades = pd.DataFrame(styles(self.shade), self.text.index, self.text.columns)
            styler = styler.apply(lambda _: shades, axis=None)
        return Markup(styler.to_html())  # noqa: S704 - escaped above

    @property
    def svg(self) -> Markup:
        """The picture; made by ElementTree, which escapes."""
        return Markup(self.picture)  # noqa: S704

    @property
    def latex(self) -> str:
        """The table as LaTeX, its cells escaped."""
        caption = self.caption.translate(_LATEX)
        table = self.text.to_latex(
            index=self.index, escape=True, caption=caption, label=f"tab:{self.file}"
        )
        return f"% Needs the packages booktabs, multirow and fontenc (T1).\n{table}"


@dataclass(frozen=True, eq=False)
class Section:
    """The tables of one data set, or of all."""

    title: str
    facts: tuple[str, ...]
    tables: tuple[ReportTable, ...]


def sections(analysis: Analysis) -> list[Section]:
    """Everything the report has, in its order."""
    found = [Section("All data sets", (), tuple(_across(analysis)))]
    for number, data in enumerate(analysis.data_sets, start=1):
        left_out = f"; {data.left_out:,} left out, where a measure is undefined"
        facts = (
            f"{len(data.scores.ids):,} instances{left_out if data.left_out else ''}",
            f"{len(data.scores.runs):,} runs",
            f"measures: {', '.join(data.scores.measures)}",
        )
        prefix = f"{number}-{re.sub(r'[^A-Za-z0-9]+', '-', data.name).strip('-').lower()}"
        found.append(Section(data.name, facts, tuple(_of(data, prefix))))
    return found


def html_report(analysis: Analysis) -> str:
    """One HTML page with every table; it makes no request.

    Parameters
    ----------
    analysis : Analysis

    Returns
    -------
    str
        The same for the same analysis under the same versions, to the byte.
    """
    environment = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string(_TEMPLATE.read_text(encoding="utf-8"))
    return template.render(
        sections=sections(analysis), settings=settings(analysis), versions=versions()
    )


def zip_report(analysis: Analysis) -> bytes:
    """A ZIP archive: the HTML page, and every table as CSV and LaTeX.

    Returns
    -------
    bytes
        The same for the same analysis under the same versions.
    """
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in _files(analysis):
            archive.writestr(zipfile.ZipInfo(name, _DATE), text, compress_type=zipfile.ZIP_DEFLATED)
    return content.getvalue()


def write_report(analysis: Analysis, folder: str | Path) -> None:
    """Write what `zip_report` packs into a folder, which is made if it is not there."""
    for name, text in _files(analysis):
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def settings(analysis: Analysis) -> dict[str, str]:
    """The options in words, so that another can repeat the analysis."""
    options = analysis.options
    size = "halves" if options.split_size is None else f"{options.split_size} against as many"
    by = (
        "by Fieller, Hartley and Pearson's formula"
        if options.tau_interval == "formula"
        else f"by bootstrap over runs, {options.samples:,} samples"
    )
    return {
        "Differences between runs": (
            f"randomised Tukey HSD, paired, B = {options.trials:,}, α = {options.alpha:g}"
        ),
        "Effect sizes": f"in units of the residual standard deviation, {options.effect}",
        "Means": f"95 % intervals by bootstrap over instances, {options.samples:,} samples",
        "Ranking similarity": f"Kendall's τ-{options.tau}, 95 % intervals {by}",
        "Ranking consistency": (
            f"Kendall's τ-a over {options.splits:,} random splits, {size}; measures compared by "
            f"randomised Tukey HSD, B = {options.trials:,}; effect sizes E2"
        ),
        "Seed": str(options.seed),
    }


def versions() -> dict[str, str]:
    """What computed it."""
    return {
        "Python": platform.python_version(),
        "NumPy": np.__version__,
        "SciPy": scipy.__version__,
        "pandas": pd.__version__,
    }


def _files(analysis: Analysis) -> Iterator[tuple[str, str]]:
    yield "report.html", html_report(analysis)
    stated = {**settings(analysis), **versions()}
    for section in sections(analysis)[1:]:
        stated[section.title] = "; ".join(section.facts)
    yield "options.txt", "".join(f"{name}: {words}\n" for name, words in stated.items())
    for section in sections(analysis):
        for table in section.tables:
            yield f"csv/{table.file}.csv", table.numbers.to_csv(index=table.index)
            yield f"latex/{table.file}.tex", table.latex


def _across(analysis: Analysis) -> Iterator[ReportTable]:
    powers = analysis.powers
    numbers = pd.concat({name: tables.power(each) for name, each in powers.items()})
    yield ReportTable(
        "power",
        f"Pairs of runs found significantly different (α = {analysis.options.alpha:g}) of all "
        "pairs, and discriminative power",
        tables.power_text(powers),
        numbers.rename_axis(["data set", "measure"]),
    )
    if len(analysis.data_sets) < 2 or len(analysis.measures) < 2:
        return
    taus = analysis.mean_taus
    yield _square(
        "similarity-mean",
        "Kendall's τ between measures, averaged over data sets",
        tables.similarity_text(analysis.measures, taus),
        pd.DataFrame(taus, list(analysis.measures), list(analysis.measures)),
        taus,
    )
    if means := analysis.mean_consistency:
        table = pd.DataFrame({"mean tau": means}).rename_axis("measure")
        table = table.sort_values("mean tau", ascending=False, kind="stable")
        yield ReportTable(
            "consistency-mean",
            "Mean τ of splits, averaged over data sets",
            table.map(lambda tau: f"{tau:.3f}"),
            table,
        )


def _of(data: DataSetAnalysis, prefix: str) -> Iterator[ReportTable]:
    scores, options, measures = data.scores, data.options, data.scores.measures
    yield ReportTable(
        f"{prefix}-leaderboard",
        f"{data.name}: mean scores, best run first under each measure",
        tables.leaderboard_text(scores, data.board),
        tables.leaderboard(scores, data.board),
        index=False,
    )
    powers = dict(zip(measures, data.powers, strict=True))
    yield ReportTable(
        f"{prefix}-power",
        f"{data.name}: discriminative power at α = {options.alpha:g}",
        tables.power(powers).assign(**{"DP %": lambda t: t["DP %"].map("{:.1f}".format)}),
        tables.pairs(scores, data.p_values).assign(B=options.trials),
        picture=power_curves(
            {
                key: discriminative_power_curve(square)
                for key, square in zip(measures, data.p_values, strict=True)
            },
            options.alpha,
        ),
    )
    for k, key in enumerate(measures):
        found = tables.significance(scores, k, data.p_values, data.effects, options.alpha)
        yield ReportTable(
            f"{prefix}-differences-{key}",
            f"{data.name}, {key}: significant differences at α = {options.alpha:g} "
            f"(V_{options.effect} = {data.variances[k]:.5f})",
            tables.significance_text(found, options.trials),
            found.assign(B=options.trials),
        )
        letters = tables.groups(scores, k, data.p_values, options.alpha)
        yield ReportTable(
            f"{prefix}-groups-{key}",
            f"{data.name}, {key}: runs that share a letter are not significantly different",
            letters.assign(mean=letters["mean"].map("{:.4f}".format)),
            letters,
        )
    if len(measures) < 2:
        return
    yield _square(
        f"{prefix}-similarity",
        f"{data.name}: Kendall's τ-{options.tau} between measures, 95 % intervals",
        tables.similarity_text(measures, data.taus, data.tau_intervals),
        tables.similarity(measures, data.taus, data.tau_intervals),
        data.taus,
    )
    yield ReportTable(
        f"{prefix}-similarity-average",
        f"{data.name}: mean τ of each measure with the others",
        tables.average_similarity_text(measures, data.taus),
        tables.average_similarity_text(measures, data.taus),
    )
    if data.consistency is not None:
        variance = float(residual_variance(data.consistency, "E2"))
        found = tables.consistency(
            measures, data.consistency, data.consistency_p_values, options.alpha, variance
        )
        yield ReportTable(
            f"{prefix}-consistency",
            f"{data.name}: mean τ of {options.splits:,} splits and the worst measures that each "
            f"outperforms significantly (V_E2 = {variance:.5f})",
            found.assign(
                **{
                    "mean tau": found["mean tau"].map("{:.3f}".format),
                    "ES against the worst": found["ES against the worst"].map("{:.2f}".format),
                }
            ),
            found,
        )
    yield ReportTable(
        f"{prefix}-overlap",
        f"{data.name}: significance overlap (SSO): % (only row / both / only column)",
        tables.overlap_text(measures, data.overlap),
        tables.overlap(measures, data.overlap),
    )
    yield ReportTable(
        f"{prefix}-contradictions",
        f"{data.name}: pairs of runs on which two measures contradict each other significantly",
        tables.contradictions_text(measures, data.contradictions),
        tables.contradictions(scores, data.contradictions),
    )


def _square(
    file: str, caption: str, text: pd.DataFrame, numbers: pd.DataFrame, taus: Array
) -> ReportTable:
    shade = np.where(text != "", np.clip(taus[:-1, 1:], 0, 1) ** 2 * 0.5, 0)
    return ReportTable(file, caption, text, numbers, shade=shade)
