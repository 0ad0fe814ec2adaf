"""Ordinal quantification: what the first hour needs. The rest is in the subpackages.

Whoever compares measures
    `MEASURES` has every measure by its key, and `MEASURES["NMD"](estimated, gold)` is a score.
    `Measure` is the record of one, also of your own. `working` shows how a score comes about,
    `strongest_conflict` finds where two measures disagree most, and `explain_conflict` says why.
    More: `oq_core.measures` (classification and nuggets too), `oq_core.knowledge` (properties,
    quiz, challenges), `oq_core.disagreement` (random triples, maps, experiments).

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

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oq_core.analysis import compare_runs as compare_runs
    from oq_core.analysis import discriminative_power as discriminative_power
    from oq_core.analysis import effect_sizes as effect_sizes
    from oq_core.analysis import randomised_tukey_hsd as randomised_tukey_hsd
    from oq_core.analysis import rank_runs as rank_runs
    from oq_core.analysis import ranking_consistency as ranking_consistency
    from oq_core.analysis import ranking_similarity as ranking_similarity
    from oq_core.campaign import Options as Options
    from oq_core.campaign import analyse as analyse
    from oq_core.campaign import read_campaign as read_campaign
    from oq_core.campaign import write_report as write_report
    from oq_core.data import Collection as Collection
    from oq_core.data import DataError as DataError
    from oq_core.data import Scores as Scores
    from oq_core.disagreement import strongest_conflict as strongest_conflict
    from oq_core.knowledge import explain_conflict as explain_conflict
    from oq_core.knowledge import working as working
    from oq_core.measures import MEASURES as MEASURES
    from oq_core.measures import Measure as Measure
    from oq_core.measures import score as score
    from oq_core.raters import runs_stand_in as runs_stand_in
    from oq_core.raters import what_raters_allow as what_raters_allow
    from oq_core.reading import read_collections as read_collections
    from oq_core.reading import read_scores as read_scores

#: Names by their subpackage. Each is loaded when it is first asked for: measures alone are light.
_NAMES = {
    "analysis": "compare_runs discriminative_power effect_sizes randomised_tukey_hsd "
    "rank_runs ranking_consistency ranking_similarity",
    "campaign": "Options analyse read_campaign write_report",
    "data": "Collection DataError Scores",
    "disagreement": "strongest_conflict",
    "knowledge": "explain_conflict working",
    "measures": "MEASURES Measure score",
    "raters": "runs_stand_in what_raters_allow",
    "reading": "read_collections read_scores",
}
__all__ = [name for names in _NAMES.values() for name in names.split()]


def __getattr__(name: str) -> object:
    for package, names in _NAMES.items():
        if name in names.split():
            globals()[name] = value = getattr(import_module(f"oq_core.{package}"), name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
