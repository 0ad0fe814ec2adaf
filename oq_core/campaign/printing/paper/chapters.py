"""Which of a report's tables and figures stand in which section of an overview."""

import re
from collections.abc import Iterable, Iterator, Sequence

from oq_core.campaign.computing.analysis import Analysis, DataSetAnalysis
from oq_core.campaign.computing.sources import notes_on_same
from oq_core.campaign.printing import answers
from oq_core.campaign.printing.chart import Chart
from oq_core.campaign.printing.layouts.campaign_charts import MANY_RUNS
from oq_core.campaign.printing.paper.overview import Chapter
from oq_core.campaign.printing.phrases import said
from oq_core.campaign.printing.run_labels import RunNames
from oq_core.campaign.printing.section import Section
from oq_core.campaign.printing.table import Table
from oq_core.data.described import RunDescription

#: The first words of the files of what stands in each section, in its order.
_RESULTS = ("official", "means-groups", "leaderboard", "difficulty")
_SIGNIFICANCE = ("differences", "significance", "difference-intervals")
_MEASURES = ("similarity", "consistency", "overlap", "contradictions", "score-deltas")
_ACROSS = ("similarity-pairs", "similarity-mean", "similarity-average", "consistency-mean")
_AVERAGE = _ACROSS[2:3]
#: Tables that are left to a sentence where all their numbers are the same.
_SAID = (*_MEASURES[:-1], *_ACROSS, "power", "teams")
#: Columns of counts and effect sizes that go with a share or a tau.
_PARTS = ("S", "T", "k", "ES_E2")
#: A leaderboard names every run once for each measure, and differences are a table for each: of
#: more than these, means are enough, and the differences by the first.
_FEW_MEASURES = 3
#: Pairs of so many measures have a table of a page.
_MOST_PAIRED = 9
#: Pairs of runs of which a curve of p-values shows something: of four runs.
_FEWEST_PAIRS = 6


def chapters_of(
    analysis: Analysis, sections: Sequence[Section], names: RunNames
) -> tuple[Chapter, ...]:
    """Return the sections of the overview.

    Parameters
    ----------
    analysis : Analysis
    sections : sequence of Section
        Of the report.
    names : RunNames
        What runs are called.
    """
    # What changed since the last report is no part of a paper.
    across, _, *others = sections[analysis.changes is not None :]
    data_sets = analysis.data_sets
    own = dict(zip((each.name for each in data_sets), others, strict=False))
    # Of several data sets, the curves stand side by side in one figure; few pairs are no curve.
    are_curves = any(each.tests.pairs >= _FEWEST_PAIRS for each in data_sets)
    curves = ("power-curves",) if len(own) == 1 and are_curves else ()
    panels = ("power-panels",) if are_curves else ()
    shared = {each.file for each in across.tables}
    most = max(len(each.scores.measures) for each in data_sets)
    # Of pairs there is a table of all data sets, or too many: then their mean says what they say.
    has_pairs = "similarity-pairs" in shared and most <= _MOST_PAIRED
    is_said = {"similarity": has_pairs or "similarity-mean" in shared,
               "consistency": "consistency-mean" in shared}  # fmt: skip
    kinds = [each for each in _MEASURES if not is_said.get(each)]
    alike: tuple[str, ...] = _ACROSS if has_pairs else _ACROSS[1:]
    # Of one data set of several, the average is its own.
    average = _chosen(across, _AVERAGE) if len(analysis.pooled) < 2 <= len(own) else ()
    if average:
        alike = tuple(each for each in alike if each not in _AVERAGE)
    found = [
        Chapter("Data", _of_data(analysis), _chosen(across, ("data",))),
        Chapter(
            "Runs",
            _of_runs(analysis),
            _chosen(across, ("runs", "teams") if _teams(analysis) else ("runs",)),
        ),
        Chapter(
            "Results",
            tuple(answers.bests(analysis, names.labels)),
            _chosen(across, ("means", "means-over", "means-groups")),
            tuple(
                Chapter(
                    each.name,
                    (answers.best(each, names.labels),),
                    _results(own[each.name], each),
                )
                for each in data_sets
            ),
        ),
        Chapter(
            "Significance",
            tuple(answers.pooled_power(analysis)),
            _chosen(across, ("power", *panels)),
            tuple(
                Chapter(
                    each.name,
                    (answers.of_power(each), *answers.one_pair(each, names.labels)),
                    _chosen(own[each.name], (*curves, *_of_first(each))),
                )
                for each in data_sets
            ),
        ),
        Chapter(
            "Measures against each other",
            tuple(answers.mean_similarity(analysis)),
            _chosen(across, alike),
            tuple(
                _against(each, own[each.name], kinds, average if each in analysis.pooled else ())
                for each in data_sets
            ),
        ),
    ]
    for each in others[len(own) :]:
        facts = (*each.answers, *(f"{words}." for words in each.facts))
        # A leader that all measures have, in as many draws, is in a sentence.
        tables = (
            table
            for table in each.tables
            if not table.file.endswith("-redrawn") or len({row[1:] for row in table.rows}) > 1
        )
        found.append(Chapter(each.title, facts, (*tables, *each.charts)))
    return tuple(each.flat if len(own) == 1 else each for each in found)


def _results(section: Section, data: DataSetAnalysis) -> tuple[Table | Chart, ...]:
    """Its results; a leaderboard where neither the table of means nor a figure has its order."""
    ranks = data.board.ranks
    is_new = bool((ranks != ranks[0]).any()) and len(data.scores.runs) < MANY_RUNS
    is_legible = is_new and len(ranks) <= _FEW_MEASURES
    return _chosen(section, [each for each in _RESULTS if each != "leaderboard" or is_legible])


def _of_first(data: DataSetAnalysis) -> tuple[str, ...]:
    """What says who differs: of many measures, by the first; of two runs a sentence does."""
    if data.tests.pairs == 1:
        return _SIGNIFICANCE[2:]
    measures = data.scores.measures
    # Of many runs, one figure of all pairs is a page; the letters of the others say as much.
    is_first = len(measures) > _FEW_MEASURES or len(data.tests.runs) >= MANY_RUNS
    end = f"-{measures[0]}" if is_first else ""
    return tuple(f"{kind}{end}" for kind in _SIGNIFICANCE)


def _against(
    data: DataSetAnalysis,
    section: Section,
    kinds: Sequence[str],
    average: tuple[Table | Chart, ...],
) -> Chapter:
    """What a data set says of its measures; what needs no table is a sentence."""
    if not data.tests.pairs:
        return Chapter(data.name)
    measures, left_out = len(data.scores.measures), set[str]()
    words = [*answers.of_measures(data)]
    if measures == 2 or (measures > 2 and not data.overlap.first_only.any()):
        words.append(answers.overlap(data.overlap))
        left_out.add("overlap")
    if measures > 1:
        words.append(answers.contradictions(data.scores.measures, data.contradictions))
    if measures == 2 or not data.contradictions.counts.any():
        left_out.add("contradictions")
    chosen = _chosen(section, [each for each in kinds if each not in left_out])
    return Chapter(data.name, tuple(words), (*average, *chosen))


def _chosen(section: Section, kinds: Iterable[str]) -> tuple[Table | Chart, ...]:
    """The tables and figures of a section whose files are of these kinds, in the kinds' order."""
    return tuple(each for kind in kinds for each in _of_kind(section, kind))


def _of_kind(section: Section, kind: str) -> Iterator[Table | Chart]:
    # A measure's key stands behind, as in differences-NMD.
    pattern = re.compile(rf"{re.escape(kind)}(-[A-Z]\w*)?")
    every: list[Table | Chart] = [*section.tables, *section.charts]
    for each in every:
        is_said = kind in _SAID and isinstance(each, Table) and _is_uniform(each)
        if not is_said and pattern.fullmatch(each.file.removeprefix(f"{section.prefix}-")):
            yield each


def _is_uniform(table: Table) -> bool:
    """Whether all shares, taus or counts of a table are the same, so that a sentence has them."""
    numbers = [
        place
        for place, column in enumerate(table.columns)
        if column.kind == "number" and column.name not in _PARTS
    ]
    return len({row[place] for row in table.rows for place in numbers if row[place]}) < 2


def _runs_of(analysis: Analysis) -> list[RunDescription]:
    """What is said of the runs that take part."""
    runs = {run for each in analysis.data_sets for run in each.scores.runs}
    return [each for run, each in analysis.campaign.described.items() if run in runs]


def _of_data(analysis: Analysis) -> tuple[str, ...]:
    found = dict[tuple[int, int, str, int], list[str]]()
    for each in analysis.data_sets:
        runs = each.scores.runs
        baselines = sum(each.runs.standings[run] != "submitted" for run in runs)
        facts = len(runs), baselines, each.size_words, each.left_out
        found.setdefault(facts, []).append(each.name)
    return tuple(
        said("of_data_sets", names=names, runs=runs, baselines=baselines, size=size, left=left)
        for (runs, baselines, size, left), names in found.items()
    )


def _teams(analysis: Analysis) -> set[str]:
    """The teams of those who submitted; none where every run stands for its own."""
    runs = [each for each in _runs_of(analysis) if not each.baseline]
    teams = {each.team for each in runs}
    return teams if teams - {each.run for each in runs} else set()


def _of_runs(analysis: Analysis) -> tuple[str, ...]:
    runs, beside = _runs_of(analysis), dict[str, None]()
    for each in analysis.data_sets:
        beside |= dict.fromkeys(each.runs.references)
    told = said(
        "of_runs", runs=len(runs), baselines=sum(each.baseline for each in runs),
        teams=len(_teams(analysis)), beside=[*beside],
    )  # fmt: skip
    sources = {each.name: analysis.campaign.source(each.name) for each in analysis.data_sets}
    return told, *notes_on_same(sources)
