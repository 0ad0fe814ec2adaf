"""Ordinal quantification: what the first hour needs. The rest is in the subpackages.

Whoever compares measures
    `MEASURES` has every measure by its key, and `MEASURES["NMD"](estimated, gold)` is a score.
    `Measure` is the record of one, also of your own. `working` shows how a score comes about,
    `strongest_conflict` finds where two measures disagree most, and `explain_conflict` says why.
    More: `oq_core.measures` (classification and nuggets too), `oq_core.knowledge` (properties,
    quiz, challenges), `oq_core.disagreement` (random triples, maps, experiments),
    `oq_core.preferences` (which measure judges like people).

Whoever has gold and runs
    `read_collections` reads files of any known format into a `Collection` for each scale; a file
    that cannot be read is a `DataError` that says where and what to do. `score` gives the
    `Scores` of every run under measures, `read_scores` reads those that others computed.
    `rank_runs` ranks, `randomised_tukey_hsd` tests every two runs, `discriminative_power` counts
    what it finds, `effect_sizes` says how large it is, `compare_runs` sets two runs side by side;
    `ranking_similarity` and `ranking_consistency` compare measures by how they rank.
    `read_campaign`, `analyse` with `Options`, and `write_report` do all of it at once, as an
    overview paper prints it. More: `oq_core.reading`, `oq_core.data` (baselines that compute),
    `oq_core.baselines` (one that learns), `oq_core.analysis`, `oq_core.campaign`,
    `oq_core.papers` (printed tables), `oq_core.command` (all of it in a shell).

Whoever has ratings of people and judges
    `what_raters_allow` says what the truth, one rater and half of the raters would score, and
    `runs_stand_in` whether a judge can stand in for a rater. More: `oq_core.raters`.

What these return says in a line what it is, has `to_frame()`, and is a table in a notebook.

Examples
--------
>>> import oq_core
>>> people = oq_core.read_collections("sample_data/gold.json", "sample_data/runs")["A"]
>>> oq_core.rank_runs(oq_core.score(people, "NMD")).to_frame()["run"][0]
'BIRCH-run1'
"""

from oq_core.analysis import (
    compare_runs,
    discriminative_power,
    effect_sizes,
    randomised_tukey_hsd,
    rank_runs,
    ranking_consistency,
    ranking_similarity,
)
from oq_core.campaign import Options, analyse, read_campaign, write_report
from oq_core.data import Collection, DataError, Scores
from oq_core.disagreement import strongest_conflict
from oq_core.knowledge import explain_conflict, working
from oq_core.measures import MEASURES, Measure, score
from oq_core.raters import runs_stand_in, what_raters_allow
from oq_core.reading import read_collections, read_scores

__all__ = [
    "MEASURES",
    "Collection",
    "DataError",
    "Measure",
    "Options",
    "Scores",
    "analyse",
    "compare_runs",
    "discriminative_power",
    "effect_sizes",
    "explain_conflict",
    "randomised_tukey_hsd",
    "rank_runs",
    "ranking_consistency",
    "ranking_similarity",
    "read_campaign",
    "read_collections",
    "read_scores",
    "runs_stand_in",
    "score",
    "strongest_conflict",
    "what_raters_allow",
    "working",
    "write_report",
]
