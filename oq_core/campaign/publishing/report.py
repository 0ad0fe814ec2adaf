"""The report of an analysis: one HTML page that needs nothing else, and all tables as files."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from pathlib import Path, PurePosixPath
from typing import TypeVar

import numpy as np

from oq_core.analysis.comparison import Comparison, compare_runs
from oq_core.analysis.pairs import Rule, check_rule
from oq_core.campaign.computing.analysis import Analysis, DataSetAnalysis, Options
from oq_core.campaign.computing.baselines import with_baselines
from oq_core.campaign.computing.family import Family
from oq_core.campaign.computing.protocol import CLASSIFICATION
from oq_core.campaign.computing.several import means_by_side
from oq_core.campaign.computing.sources import notes_on_same
from oq_core.campaign.printing import headlines, layouts
from oq_core.campaign.printing.chart import Chart
from oq_core.campaign.printing.latex import latex
from oq_core.campaign.printing.layouts.campaign_charts import MANY_RUNS
from oq_core.campaign.printing.methods import measures_bib, methods_tex
from oq_core.campaign.printing.page import filled
from oq_core.campaign.printing.run_labels import RunNames, names_of
from oq_core.campaign.printing.section import Section
from oq_core.campaign.printing.table import Table
from oq_core.campaign.publishing.leaderboard import Leaderboard
from oq_core.campaign.saving.archive import packed, score_matrices
from oq_core.campaign.saving.list_file import LIST_FILE, files_of_report, list_of
from oq_core.campaign.saving.names import safe_name
from oq_core.campaign.saving.provenance import OPTIONS_FILE, now, options_json, versions
from oq_core.campaign.saving.settings import settings
from oq_core.campaign.saving.table_file import to_csv
from oq_core.campaign.saving.writing import write_files
from oq_core.data.arrays import Array
from oq_core.data.collection import Collection
from oq_core.data.results import in_notebook
from oq_core.data.scores import Scores, counted, direction, listed
from oq_core.measures.official import official_names, official_scores
from oq_core.measures.quantification import MEASURES
from oq_core.measures.scoring import score
from oq_core.progress import Progress, silent
from oq_core.raters import (
    LEVELS,
    has_judges,
    judged,
    krippendorff_alpha,
    what_raters_allow,
)
from oq_core.reading.remarks import grouped

_TEMPLATE = Path(__file__).with_name("report.html")
Record = TypeVar("Record", Table, Chart)
#: When tables are made, as a share of the time that a report takes.
_TABLED = 0.3
#: Measures that get a figure of means each; of more, the first.
_FEW_MEASURES = 3
#: Measures of a scatter matrix that are legible on a page: where there are more, LQ21's.
_MOST_SCATTERED, _SCATTERED = 6, ("NMD", "RSNOD", "RNOD", "NVD", "RNSS", "JSD")


@dataclass(frozen=True)
class Report:
    """An analysis as a page and as files.

    Attributes
    ----------
    analysis : Analysis
    date : str
        When it was made; two reports of the same analysis differ in nothing else.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Options, Scores, analyse
    >>> values = np.array([[[0.1, 0.2], [0.2, 0.4], [0.1, 0.3], [0.2, 0.3], [0.1, 0.2]]])
    >>> scores = Scores(values, ("NMD",), tuple("abcde"), ("r1", "r2"), (False,))
    >>> made = analyse({"demo": scores}, Options(trials=100, splits=10))
    >>> [section.title for section in Report(made, "2026-01-31").sections][:1]
    ['All data sets']
    """

    analysis: Analysis
    date: str

    @cached_property
    def names(self) -> RunNames:
        """What runs are called."""
        analysis = self.analysis
        return names_of(
            analysis.campaign.described.values(), (each.runs for each in analysis.data_sets)
        )

    def _dressed(self, section: Section) -> Section:
        """A section with the names of runs, without tables that have nothing."""
        return replace(
            section,
            tables=tuple(self.names.table(each) for each in section.tables if each.rows),
            charts=tuple(map(self.names.chart, section.charts)),
        )

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """Everything it has, in its order."""
        analysis = self.analysis
        # Data sets of one task share the figures of means.
        pooled = analysis.pooled if len(analysis.pooled) > 1 and analysis.measures else ()
        found = [
            Section(
                "All data sets",
                _first_facts(analysis),
                tuple(_across(analysis, self.names)),
                tuple(_charts_across(analysis)) if pooled else (),
            ),
            _tested(analysis),
        ]
        for number, data in enumerate(analysis.data_sets, start=1):
            is_alone, prefix = data not in pooled, f"{number}-{safe_name(data.name)}"
            left_out = f"; {data.left_out:,} left out, where a measure is undefined"
            source = analysis.campaign.source(data.name)
            collection, beside = analysis.campaign.collections.get(data.name), source.beside
            others = None if beside is None else beside.collection
            names = () if collection is None else official_names(collection)
            task = source.task
            is_by_topic = task == CLASSIFICATION and len(data.scores.ids) > 1
            facts = (
                f"{data.size_words}{left_out if data.left_out else ''}",
                counted(len(data.scores.runs), "run"),
                f"measures: {', '.join(data.scores.measures)}",
                *(["measures of classes are means over topics"] * is_by_topic),
                *names,
            )
            found.append(
                Section(
                    data.name,
                    facts,
                    tuple(_named(each, prefix) for each in _of(data, collection, others)),
                    tuple(
                        _named(each, prefix)
                        for each in _charts(data, collection, self.names, is_alone)
                    ),
                    headlines.of_data(data, self.names.labels),
                    prefix,
                )
            )
        if (raters := _raters(analysis, self.names)) is not None:
            found.append(raters)
        return tuple(map(self._dressed, found))

    def draw(self, progress: Progress = silent) -> None:
        """Make tables and figures, which takes most of the time; what is made is kept.

        Parameters
        ----------
        progress : Progress, optional
            Told of each figure.
        """
        progress(0.0, "tables")
        charts = [chart for section in self.sections for chart in section.charts]
        for number, chart in enumerate(charts):
            share = _TABLED + (1 - _TABLED) * number / len(charts)
            progress(share, f"figure {number + 1} of {len(charts)}")
            _ = chart.svg

    @property
    def title(self) -> str:
        """What it is called."""
        if self.analysis.campaign.title:
            return self.analysis.campaign.title
        names = [each.name for each in self.analysis.data_sets]
        return f"Analysis of {listed(tuple(names), 3)}"

    @cached_property
    def html(self) -> str:
        """One page with every table and figure; it makes no request."""
        return filled(
            _TEMPLATE,
            title=self.title,
            authors=self.analysis.campaign.authors,
            date=self.date,
            sections=self.sections,
            settings=settings(self.analysis),
            parts=self.analysis.campaign.parts,
            leaderboard=Leaderboard(self.analysis),
            notes=grouped(self.analysis.campaign.notes),
            versions=versions(),
        )

    def files(self, progress: Progress = silent) -> dict[str, bytes]:
        """Every file's content by its name.

        Parameters
        ----------
        progress : Progress, optional
            As of `draw`.
        """
        self.draw(progress)
        found = {
            name: content.encode() if isinstance(content, str) else content
            for name, content in self._files()
        }
        return {**found, LIST_FILE: list_of(found)}

    def _files(self) -> Iterator[tuple[str, str | bytes]]:
        yield "report.html", self.html
        yield OPTIONS_FILE, options_json(self.analysis, self.date)
        yield "methods.tex", methods_tex(self.analysis)
        yield "measures.bib", measures_bib(self.analysis)
        yield from self.table_files()
        for section in self.sections:
            for chart in section.charts:
                yield f"figures/{chart.file}.svg", chart.svg
                yield f"figures/{chart.file}.pdf", chart.pdf

    def table_files(self) -> Iterator[tuple[str, str]]:
        """Return every table's CSV and LaTeX, all p-values, and the score matrices."""
        analysis = self.analysis
        for section in self.sections:
            for table in section.tables:
                yield f"csv/{table.file}.csv", table.csv
                yield f"latex/{table.file}.tex", latex(table)
            for chart in section.charts:
                yield f"csv/{chart.file}.csv", chart.csv
        for number, data in enumerate(analysis.data_sets, start=1):
            prefix = f"{number}-{safe_name(data.name)}"
            yield f"csv/{prefix}-p-values.csv", to_csv(data.tests.to_frame())
            # With the instances that the analysis leaves out.
            for name, text in score_matrices(analysis.campaign.scores.get(data.name, data.scores)):
                yield f"scores/{prefix}/{name}", text


def html_report(analysis: Analysis, date: str | None = None, progress: Progress = silent) -> str:
    """Return one HTML page with every table and figure; it makes no request.

    Parameters
    ----------
    analysis : Analysis
    date : str, optional
        When it was made; now unless given.
    progress : Progress, optional
        As in `zip_report`.

    Returns
    -------
    str
        To the byte the same for the same analysis, date and versions.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Options, Scores, analyse
    >>> values = np.array([[[0.1, 0.2], [0.2, 0.4], [0.1, 0.3], [0.2, 0.3], [0.1, 0.2]]])
    >>> scores = Scores(values, ("NMD",), tuple("abcde"), ("r1", "r2"), (False,))
    >>> made = analyse({"demo": scores}, Options(trials=100, splits=10))
    >>> html_report(made, date="2026-01-31").lower().startswith("<!doctype html>")
    True
    """
    report = Report(analysis, date or now())
    report.draw(progress)
    return report.html


def zip_report(analysis: Analysis, date: str | None = None, progress: Progress = silent) -> bytes:
    """Return a ZIP archive of the page, tables, figures, methods and score matrices.

    Parameters
    ----------
    analysis : Analysis
    date : str, optional
        As in `html_report`.
    progress : Progress, optional
        Told of each part. What it raises stops the work.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Options, Scores, analyse
    >>> values = np.array([[[0.1, 0.2], [0.2, 0.4], [0.1, 0.3], [0.2, 0.3], [0.1, 0.2]]])
    >>> scores = Scores(values, ("NMD",), tuple("abcde"), ("r1", "r2"), (False,))
    >>> made = analyse({"demo": scores}, Options(trials=100, splits=10))
    >>> import io, zipfile
    >>> with zipfile.ZipFile(io.BytesIO(zip_report(made, date="2026-01-31"))) as archive:
    ...     "options.json" in archive.namelist()
    True
    """
    files = Report(analysis, date or now()).files(progress)
    return packed(sorted(files.items(), key=lambda each: PurePosixPath(each[0])))


def write_report(
    analysis: Analysis,
    folder: str | Path,
    date: str | None = None,
    progress: Progress = silent,
) -> None:
    """Write what `zip_report` packs into a folder: all of it, or nothing.

    Parameters
    ----------
    analysis : Analysis
    folder : path
        Made if it is not there. Of a report that is there, the files that it wrote are replaced,
        and others stay.
    date : str, optional
        As in `html_report`.
    progress : Progress, optional
        As in `zip_report`.

    Raises
    ------
    DataError
        If the folder has files and no report, if a file of its report was changed or another is
        in the place of one, or if it cannot be written.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Options, Scores, analyse
    >>> values = np.array([[[0.1, 0.2], [0.2, 0.4], [0.1, 0.3], [0.2, 0.3], [0.1, 0.2]]])
    >>> scores = Scores(values, ("NMD",), tuple("abcde"), ("r1", "r2"), (False,))
    >>> made = analyse({"demo": scores}, Options(trials=100, splits=10))
    >>> import tempfile
    >>> from pathlib import Path, PurePosixPath
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_report(made, Path(folder) / "report")
    ...     (Path(folder) / "report" / "report.html").is_file()
    True
    """
    target = Path(folder)
    files_of_report(target)  # Refused before the work, and what is changed meanwhile after it.
    files = Report(analysis, date or now()).files(progress)
    made = {target / name: content for name, content in files.items()}
    write_files(made, files_of_report(target))


def _first_facts(analysis: Analysis) -> tuple[str, ...]:
    """What is to be known before any table: runs that are the same, and what stands beside runs."""
    campaign = analysis.campaign
    same = notes_on_same({each.name: campaign.source(each.name) for each in analysis.data_sets})
    beside: dict[str, list[str]] = {}
    for each in analysis.data_sets:
        if words := layouts.which_runs(each.runs):
            beside.setdefault(words, []).append(each.name)
    return (
        *(each.removesuffix(".") for each in same),
        *(f"{', '.join(names)}: {words}" for words, names in beside.items()),
    )


def _across(analysis: Analysis, names: RunNames) -> Iterator[Table]:
    data_sets = analysis.data_sets
    collections = analysis.campaign.collections
    yield layouts.statistics_of_data(
        [layouts.facts_of(e.name, analysis.campaign.source(e.name), e.left_out) for e in data_sets]
    )
    described = analysis.campaign.described
    families = _families(analysis)
    yield layouts.with_family(layouts.described_runs(described.values(), names.labels), *families)
    yield layouts.runs_by_team({each.name: each.scores.runs for each in data_sets}, described)
    yield _means(analysis)
    several = len(analysis.pooled) > 1 and bool(analysis.measures)
    # Scales of one gold are no collections.
    if several and len(analysis.campaign.parts) > 1:
        scores = {each.name: each.scores for each in analysis.pooled}
        titles = [each.choices.title for each in analysis.campaign.parts]
        for side, of, means in means_by_side(scores, titles):
            over = listed(tuple(of)) if side else _over(analysis)
            yield layouts.with_family(layouts.means_over_data_sets(means, over, side), *families)
    if analysis.tested:
        for each in _tests_across(analysis, several):
            yield layouts.with_family(each, *families)
    baselines = {
        each.name: _baselines(collection, each.scores.measures)
        for each in data_sets
        if (collection := collections.get(each.name)) is not None
    }
    if baselines:
        keys = dict.fromkeys(key for each in baselines.values() for key in each.measures)
        yield layouts.baseline_wins(baselines, list(keys))


def _over(analysis: Analysis) -> str:
    """Over which data sets numbers are pooled and averaged."""
    is_all = len(analysis.pooled) == len(analysis.data_sets)
    return "all data sets" if is_all else listed(tuple(each.name for each in analysis.pooled))


def _tests_across(analysis: Analysis, several: bool) -> Iterator[Table]:
    """Tables of pairs and rankings of runs, over all data sets that have two."""
    power = layouts.power(analysis.powers, analysis.pooled_powers if several else None,
                          analysis.options.alpha)  # fmt: skip
    if several and len(analysis.pooled) < len(analysis.data_sets):
        power = replace(power, note=f"{power.note}; pooled over {_over(analysis)}")
    yield _ruled(power, *analysis.tested)
    compared = [each for each in analysis.tested if len(each.scores.measures) > 1]
    if len(compared) > 1:
        yield layouts.similarity_by_pair(
            {each.name: (each.scores.measures, each.taus, each.tau_intervals) for each in compared},
            analysis.options.tau,
        )
    # Of two measures both have the same mean: their own τ.
    if len(analysis.measures) > 2:
        squares = {
            each.name: each.taus[np.ix_(places, places)]
            for each, places in ((each, analysis.places(each)) for each in analysis.pooled)
        }
        yield layouts.average_similarities(analysis.measures, squares)
        if several:
            means = layouts.similarity(
                "", analysis.measures, analysis.mean_taus, None, analysis.options.tau
            )
            title = means.title.replace("over data sets", f"over {_over(analysis)}")
            yield replace(means, title=title, file="similarity-mean")
    if several:
        taus = {size: each for size, each in _mean_taus(analysis).items() if len(each) > 1}
        if taus:
            yield layouts.mean_consistency(taus, analysis.options.splits)


def _means(analysis: Analysis) -> Table:
    found = layouts.mean_scores(
        {each.name: (each.scores, each.board, _tested_p(each)) for each in analysis.data_sets},
        analysis.options.alpha,
        analysis.options.rule.short,
        _references(analysis.data_sets),
    )
    return layouts.with_family(_ruled(found, *analysis.data_sets), *_families(analysis))


def _tested_p(data: DataSetAnalysis) -> Array | None:
    """P-values of every pair of runs, where there is one to test."""
    return data.p_values_of_all if data.tests.pairs else None


@in_notebook.register
def _leaderboard(analysis: Analysis) -> str:
    """What was found of each data set, and the mean scores of all runs."""
    names = Report(analysis, "").names.labels
    found = {each.name: " ".join(headlines.of_data(each, names)) for each in analysis.data_sets}
    said = (f"<p><strong>{escape(name)}</strong>: {escape(words)}" for name, words in found.items())
    means = _means(analysis)
    return f"{'</p>'.join(said)}</p>{means._repr_html_()}<p>{escape(means.note)}</p>"


def _ruled(record: Record, *data_sets: DataSetAnalysis) -> Record:
    """What tests found, with a note that says by which rule, α and B; nothing of one run."""
    if not any(each.tests.pairs for each in data_sets):
        return record
    options = data_sets[0].options
    said, rule = f"{record.title}; {record.note}", options.rule.short
    parts = [
        words
        for sign, words in (
            (rule, rule),
            ("B = ", f"B = {options.trials:,}"),
            ("α = ", f"α = {options.alpha:g}"),
        )
        if sign not in said
    ]
    return replace(record, note="; ".join(filter(None, [record.note, ", ".join(parts)])))


def _references(data_sets: Sequence[DataSetAnalysis]) -> dict[str, Scores | None]:
    """What stands beside the runs, by data set."""
    return {each.name: each.references for each in data_sets}


def _families(analysis: Analysis) -> list[tuple[str, Family]]:
    return [(each.name, each.runs) for each in analysis.data_sets]


def _raters(analysis: Analysis, names: RunNames) -> Section | None:
    """What the raters allow, of the data sets whose gold was made of their votes."""
    allowed_, agreed, strips, said = list[Table](), list[Table](), list[Chart](), list[str]()
    for number, data in enumerate(analysis.data_sets, start=1):
        collection = analysis.campaign.collections.get(data.name)
        keys = [key for key in data.scores.measures if key in MEASURES]
        if collection is None or collection.votes is None or collection.labels is not None:
            continue
        if not keys:
            continue
        # Baselines are beside the runs anyway.
        shown = set(data.scores.runs) - set(data.runs.let_in)
        ours = collection.without(set(collection.runs) - shown)
        prefix, seed = f"{number}-{safe_name(data.name)}", data.options.seed
        allowed = what_raters_allow(ours, keys, seed=seed)
        allowed_.append(_named(layouts.raters_allow(data.name, allowed), prefix))
        said.append(f"{data.name}: {headlines.raters(allowed)}")
        alphas = {str(level): krippendorff_alpha(collection.votes, level) for level in LEVELS}
        agreed.append(_named(layouts.agreement(data.name, alphas), prefix))
        strips.append(_named(layouts.rater_strips(data.name, allowed), prefix))
        if has_judges(ours):
            agreeing = judged(ours, seed=seed)
            agreed.append(_named(layouts.judged_agreement(data.name, agreeing), prefix))
            strips.append(_named(layouts.use_of_scale(data.name, agreeing), prefix))
            judges = tuple(names.labels.get(name, name) for name in agreeing.judges)
            said.append(f"{data.name}: {headlines.judges(replace(agreeing, judges=judges))}")
    if not allowed_:
        return None
    return Section(
        "What the raters allow",
        ("The gold is a sample of raters: one of them, or half of them, does not score 0",),
        (*allowed_, *agreed),
        tuple(strips),
        tuple(said),
    )


def _mean_taus(analysis: Analysis) -> dict[int | None, dict[str, dict[str, float]]]:
    """Mean tau of splits, by instances in each part, by data set, then by measure."""
    found: dict[int | None, dict[str, dict[str, float]]] = {}
    for data in analysis.pooled:
        for taus, _, size in data.splits:
            means = taus.mean(axis=0)[analysis.places(data)]
            found.setdefault(size, {})[data.name] = dict(zip(analysis.measures, means, strict=True))
    return found


def _baselines(collection: Collection, measures: tuple[str, ...]) -> Comparison:
    """Uniform compared with Popularity, of a gold alone, as LQ21 table 7 has them."""
    gold = replace(collection.without(collection.runs), labels=None)
    bare, (popularity, uniform) = with_baselines(gold)
    return compare_runs(score(bare, measures), uniform, popularity)


def _tested(analysis: Analysis) -> Section:
    """What was tested, over what family and by which rule."""
    options, title = analysis.options, "What was tested, over what family, by which rule"
    if not analysis.tested:
        return Section(title, (headlines.of_tests(analysis.data_sets[0]).removesuffix("."),), ())
    families = {
        each.name: (
            each.tests,
            each.family,
            [
                *each.runs.references,
                *(name for name in each.scores.runs if name not in each.family.runs),
            ],
        )
        for each in analysis.tested
    }
    units = " or ".join(dict.fromkeys(each.tests.unit for each in analysis.tested))
    null = f"the runs are exchangeable within each {units}"
    if options.rule is Rule.SIGNS:
        null = "the differences of two runs are symmetric about 0"
    return Section(
        title,
        (
            f"What is tested: that {null}, not that their means are equal",
            "family: all pairs of the runs of a data set that are tested, together, under each "
            "measure by itself, so that the error over several measures is larger; which runs "
            "take part decides every p-value",
            f"rule: {options.rule.words}, paired, B = {options.trials:,}, α = {options.alpha:g}, "
            f"seed {options.seed}",
            *_without_signs(analysis),
        ),
        (
            layouts.with_family(
                layouts.tested(families), *((e.name, e.runs) for e in analysis.tested)
            ),
        ),
    )


def _without_signs(analysis: Analysis) -> Iterator[str]:
    """Why data sets have no intervals by random signs, where they were asked for."""
    for each in analysis.tested if analysis.options.intervals else ():
        alpha, trials = analysis.options.alpha, analysis.options.trials
        try:
            check_rule(alpha, trials, Rule.SIGNS, len(each.scores.ids), each.scores.unit)
        except ValueError as error:
            yield f"{each.name}: intervals of differences are not defined, because {error}"


def _of(
    data: DataSetAnalysis, collection: Collection | None, beside: Collection | None
) -> Iterator[Table]:
    scores, options, measures, name = data.scores, data.options, data.scores.measures, data.name

    def tested(table: Table) -> Table:
        return of_runs(_ruled(table, data))

    def of_runs(table: Table) -> Table:
        return layouts.with_family(table, (name, data.runs))

    board = layouts.leaderboard(
        name, scores, data.board, _tested_p(data), options.alpha, options.rule.short,
        data.references,
    )  # fmt: skip
    yield tested(board)
    if collection is not None and collection.runs and (found := official_scores(collection)):
        others = () if beside is None or not beside.runs else official_scores(beside)
        yield of_runs(layouts.official(name, found, others))
    if data.tests.pairs:
        yield of_runs(layouts.rank_intervals(name, scores, data.board))
    if not data.tests.pairs:
        return
    yield from map(tested, _of_pairs(data))
    if len(measures) < 2:
        return
    # The τ of two measures is in a sentence.
    if len(measures) > 2:
        yield of_runs(
            layouts.similarity(name, measures, data.taus, data.tau_intervals, options.tau)
        )
    if data.consistency_intervals is not None:
        yield of_runs(layouts.consistency_intervals(name, data.consistency_intervals, scores.unit))
    if data.splits:
        yield of_runs(layouts.consistency(name, measures, data.splits, alpha=options.alpha))
    yield tested(layouts.overlap(name, measures, data.overlap))
    yield tested(layouts.contradictions(name, data.contradictions))
    yield tested(layouts.contradicting_pairs(name, data.contradictions))


def _of_pairs(data: DataSetAnalysis) -> Iterator[Table]:
    """Who differs from whom under each measure."""
    name, options, measures = data.name, data.options, range(len(data.scores.measures))
    if len(data.tests.runs) < MANY_RUNS:
        for k in measures:
            yield layouts.better_than(name, data.tests, k, data.effects, options.alpha)
    for k in measures:
        yield layouts.groups(name, data.family, k, data.p_values, options.alpha)
    if data.differences is not None:
        for k in measures:
            yield layouts.difference_intervals(name, data.differences, k)


def _named(record: Record, prefix: str) -> Record:
    return replace(record, file=f"{prefix}-{safe_name(record.file, keep_case=True)}")


def _charts_across(analysis: Analysis) -> Iterator[Chart]:
    tests = {each.name: each.tests.of(analysis.measures) for each in analysis.pooled}
    yield from _main_figures(analysis.pooled, analysis.measures, analysis.options)
    if analysis.tested:
        yield _ruled(layouts.power_curves(tests, analysis.options.alpha), *analysis.tested)


def _main_figures(
    data_sets: Sequence[DataSetAnalysis], measures: Sequence[str], options: Options
) -> Iterator[Chart]:
    """Means with intervals and groups, by each of a few measures, or by the first of many."""
    boards = {each.name: (each.scores, each.board, each.p_values_of_all) for each in data_sets}
    for key in measures if len(measures) <= _FEW_MEASURES else measures[:1]:
        means = layouts.means_and_groups(boards, key, options.alpha, _references(data_sets))
        yield _ruled(means, *data_sets)


def _charts(
    data: DataSetAnalysis, collection: Collection | None, names: RunNames, is_alone: bool
) -> Iterator[Chart]:
    name, measures = data.name, data.scores.measures
    options = data.options
    if data.tests.pairs:
        curves = layouts.power_curves({name: data.tests}, options.alpha)
        yield _ruled(curves, data)
    if is_alone:
        yield from _main_figures([data], measures, options)
    if len(data.tests.runs) >= MANY_RUNS:
        for k in range(len(measures)):
            yield layouts.significance_matrix(name, data.tests, k, data.effects, options.alpha)
    yield layouts.difficulty(name, data.instances, 0)
    if collection is None or len(measures) < 2 or not data.tests.pairs:
        return
    two, why = _best_two(data, names)
    compared = compare_runs(data.instances, *two)
    # Sorting keeps the order within each half.
    first = sorted(measures, key=lambda key: key not in _SCATTERED)[:_MOST_SCATTERED]
    deltas = layouts.delta_scatter(
        name,
        replace(compared, first=names.shorts[two[0]], second=names.shorts[two[1]]),
        [key for key in measures if key in first],
    )
    drawn = f"{len(first)} of {len(measures)} measures are drawn; " * (len(first) < len(measures))
    better = direction(data.scores.larger_is_better)
    yield replace(deltas, note=f"{why}; {better}; {drawn}{deltas.note}")
    across = "NMD" if "NMD" in measures else measures[0]
    upwards = next(key for key in ("RNOD", *measures) if key in measures and key != across)
    extremes = layouts.extreme_instances(name, collection, compared, across, upwards)
    yield replace(extremes, note="; ".join(filter(None, (why, extremes.note))))


def _best_two(data: DataSetAnalysis, names: RunNames) -> tuple[list[str], str]:
    """The two runs whose instances are compared, and why: submitted ones where there are two."""
    ranks = dict(zip(data.scores.runs, data.board.ranks[0].tolist(), strict=True))
    submitted = [run for run in data.tests.runs if data.runs.standings[run] == "submitted"]
    among, what = (submitted, "submitted") if len(submitted) > 1 else (data.tests.runs, "tested")
    two = sorted(among, key=ranks.__getitem__)[:2]
    first, second = (names.shorts[run] for run in two)
    return two, f"{first} and {second} are the best two {what} runs by {data.scores.measures[0]}"
