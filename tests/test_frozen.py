"""No number changes: what the project computes is what it computed, to the bit.

`tests/frozen.json` has it. `python -m tests.test_frozen [SECTION ...]` writes sections anew: only
where another number is right, and the commit says which and why.

Of a large array the file has its sums, as they are and weighted by place, so that two instances
cannot change places, and a hash of its bytes. Bits depend on processor and libraries: where these
are not those of the file, numbers are compared to nine digits, and a skipped test says so.
"""

import hashlib
import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from oq_core import (
    Collection,
    Options,
    Scores,
    analyse,
    analysis,
    disagreement,
    raters,
    read_campaign,
    read_collections,
)
from oq_core.campaign import Campaign
from oq_core.measures import macro_nmd, score_nugget_turns, score_pooled
from oq_core.reading import read_nuggets
from tests.baselines.test_lstm import TINY, read_some
from tests.conftest import ROOT, SAMPLE
from tests.measures.test_official import lequa

FILE = ROOT / "tests" / "frozen.json"
DATA = Path(os.environ.get("OQ_DATA", ROOT.parent / "shared" / "data"))
#: Arrays up to this size stand in the file whole.
WHOLE = 24
OPTIONS = Options(trials=400, splits=60, samples=100, seed=3, small_split=10)
COEFFICIENTS = ("QWK", "kappa", "alpha", "AC2", "rho", "tau", "exact", "MAE", "bias")


def machine() -> list[str]:
    """What bits depend on."""
    simd = np.show_config(mode="dicts")["SIMD Extensions"]["found"]
    return [*(f"{name} {version(name)}" for name in ("numpy", "scipy", "jaxlib")), *simd]


def recorded(value: Any) -> Any:
    """What the file has of a value; of a large array its shape, sums and hash."""
    if isinstance(value, list | tuple):
        return [recorded(part) for part in value]
    if not isinstance(value, np.ndarray):
        return value.item() if isinstance(value, np.generic) else value
    if value.size <= WHOLE:
        return value.tolist()
    cells = value.astype("<f8").ravel() + 0.0  # There is no -0.
    undefined, places = np.isnan(cells), np.arange(1, cells.size + 1)
    cells[undefined] = np.nan
    known = np.where(undefined, 0, cells)
    return [
        *(list(value.shape), int(undefined.sum()), int(places[undefined].sum())),
        *(math.fsum(known), math.fsum(known * places)),
        f"bits {hashlib.sha256(cells.tobytes()).hexdigest()[:12]}",
    ]


def flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every number by its path; of scores the means of each measure, too."""
    if isinstance(value, Scores):
        means = dict(zip(value.measures, value.means, strict=True))
        value = {"runs": value.runs, "instances": len(value.ids), "all": value.values, **means}
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from flat(part, f"{path}/{key}" if path else str(key))
    else:
        yield path, recorded(value)


@cache
def campaign(name: str, baselines: bool = False) -> Campaign:
    """Gold and runs of a data set, read as a campaign is."""
    stc3, semeval, lewidi = DATA / "stc3", DATA / "semeval", DATA / "lewidi"
    files: dict[str, tuple[Any, ...]] = {
        "sample": (SAMPLE / "gold.json", SAMPLE / "runs"),
        "sample classification": (SAMPLE / "oc_gold.tsv", SAMPLE / "oc_runs"),
        "STC-3": (stc3 / "test_annotations.json", sorted((stc3 / "runs").glob("*.json"))),
        "STC-3 gold": (stc3 / "test_annotations.json",),
        "SemEval 2016 C": (
            semeval / "2016-subtaskC-gold.tsv",
            semeval / "2016-subtaskC-run-PotTS.tsv",
        ),
        "SemEval 2016 E": (
            semeval / "2016-subtaskC-gold.tsv",
            semeval / "2016-subtaskE-run-PotTS.tsv",
        ),
        "SemEval 2017 C": (semeval / "2017-subtaskC-gold.tsv",),
        "SemEval 2017 E": (semeval / "2017-subtaskE-gold.tsv",),
        "CSC": (lewidi / "CSC_dev.json", lewidi / "csc-dev-soft-most-frequent.tsv"),
        "Paraphrase": (
            lewidi / "Paraphrase_dev.json",
            lewidi / "par-dev-soft-most-frequent.tsv",
        ),
        "DBDC": (DATA / "dbdc3" / "en-eval.zip",),
    }
    gold, *runs = files[name]
    return read_campaign(gold, *runs, title=name, baselines=baselines)


def measures() -> dict[str, Any]:
    """All scores of all data sets: quantification, classification, nuggets; baselines beside."""
    sets: dict[str, Any] = {}
    for name in (
        *("sample", "sample classification", "STC-3", "STC-3 gold", "SemEval 2016 C"),
        *("SemEval 2016 E", "SemEval 2017 C", "SemEval 2017 E", "CSC", "Paraphrase", "DBDC"),
    ):
        found = campaign(name, baselines=True)
        sets[name] = {
            "runs": {scale: each for scale, each in found.scores.items() if each.runs},
            "references": found.references,
        }
    gold, _, runs, _ = lequa(500, 2)
    (collection,) = read_collections(gold, runs).values()
    macro = macro_nmd(collection)
    sets["LeQua"] = {
        **read_campaign(gold, runs).scores,
        "macro": {"official": macro.official, "filled": macro.over_filled},
    }
    sets["pooled"] = {
        "sample": score_pooled(
            read_collections(SAMPLE / "oc_gold.tsv", SAMPLE / "oc_runs")["oc_gold"]
        )
    }
    turns = read_nuggets(SAMPLE / "gold.json", sorted((SAMPLE / "runs").glob("[A-C]*run0.json")))
    sets["nugget turns"] = score_nugget_turns(turns)
    return sets


def reading() -> dict[str, Any]:
    """Gold distributions and votes as they are read."""
    files = {
        "sample": SAMPLE / "gold.json",
        "STC-3": DATA / "stc3" / "test_annotations.json",
        "DBDC": DATA / "dbdc3" / "en-eval.zip",
        "CSC": DATA / "lewidi" / "CSC_test.json",
        "judges": SAMPLE / "judges" / "people.csv",
        "10k prompts": DATA / "judges" / "10k_prompts" / "human_annotations.json",
    }
    return {
        name: {
            scale: {"gold": each.gold, "votes": each.votes, "ids": len(each.ids)}
            for scale, each in read_collections(path).items()
        }
        for name, path in files.items()
    }


def matrices() -> dict[str, Scores]:
    """Scores that are tested: of many runs and few, with larger values better, of clusters."""
    sample = campaign("sample").scores
    labels = campaign("sample classification").scores
    rated = people_and_judges_of("sample")
    return {
        "sample A": sample["sample A"],
        "sample nuggets": sample["sample nuggets"],
        "STC-3 S": campaign("STC-3").scores["STC-3 S"],
        "classification": labels["sample classification classification"].defined(),
        "clusters": raters.scores_of_judges(rated, ["NMD", "RNOD"], "-").defined(),
    }


def pairs() -> dict[str, Any]:
    """Both tests of all pairs of runs, and what is read off their p-values."""
    made: dict[str, Any] = {}
    for name, scores in matrices().items():
        for rule, tested in {
            "Tukey": analysis.randomised_tukey_hsd(scores, 1_000, seed=3),
            "signs": analysis.sign_flips(scores, 500, seed=3),
        }.items():
            overlap = analysis.significance_overlap(tested)
            opposed = analysis.contradictions(tested)
            letters = []
            of_each = zip(scores.means, tested.p_values, scores.larger_is_better, strict=True)
            for means, p_values, larger in of_each:
                groups = analysis.indistinct_groups(means, p_values, 0.05, larger)
                letters.append(" ".join(analysis.group_letters(groups, len(means))))
            made[f"{name}, {rule}"] = {
                "p": tested.p_values,
                "power": analysis.discriminative_power(tested, 0.05).significant,
                "curve": analysis.discriminative_power_curve(tested).p_values,
                "overlap": [overlap.first_only, overlap.both, overlap.second_only],
                "contradictions": opposed.counts,
                "contradicting": [[p.first, p.second, p.winner, p.loser] for p in opposed.pairs],
                "letters": letters,
            }
    return made


def statistics() -> dict[str, Any]:
    """Leaderboards, intervals of differences, effect sizes, taus, consistency."""
    made: dict[str, Any] = {}
    for name, scores in matrices().items():
        board = analysis.rank_runs(scores, samples=200, seed=3)
        between = analysis.difference_intervals(scores, 0.05, 300, seed=3)
        made[name] = {
            "board": [board.means, board.low, board.high],
            "ranks": [board.ranks, board.rank_low, board.rank_high, board.first],
            "differences": [between.differences, between.low, between.high],
            "E1": analysis.effect_sizes(scores, "E1").sizes,
            "E2": analysis.effect_sizes(scores, "E2").sizes,
            "variance": analysis.residual_variance(scores),
            "tau a": analysis.ranking_similarity(scores, variant="a").taus,
            "tau b": analysis.ranking_similarity(scores, variant="b").taus,
        }
        for kind in ("formula", "bootstrap", "teams", "instances"):
            made[name][f"tau by {kind}"] = analysis.similarity_intervals(scores, kind, "a", 200, 3)
        for size in (None, 10):
            splits = analysis.ranking_consistency(scores, size, 80, seed=3)
            ends = analysis.consistency_intervals(scores, size, 40, seed=3)
            made[name][f"consistency {size}"] = {
                "taus": splits.taus,
                "p": splits.p_values(200, seed=3),
                "intervals": [ends.means, ends.low, ends.high],
                "differences": [ends.difference_low, ends.difference_high],
            }
    runs, sizes = np.array([3, 10, 20]), np.array([20, 62, 300])
    made["sizes"] = {
        "required": analysis.required_instances(runs, 0.05, [[0.01], [0.03]], 0.05, 0.8),
        "paired": analysis.required_instances(runs, 0.05, [[0.01], [0.03]], 0.05, 0.8, paired=True),
        "power": analysis.anova_power(sizes, 10, 0.05, 0.02),
        "detectable": analysis.detectable_difference(sizes, 10, 0.02),
    }
    return made


def analyses() -> dict[str, Any]:
    """Whole campaigns, of one collection and of several, with references in and out."""
    both = campaign("sample", baselines=True), campaign("STC-3", baselines=True)
    labels = campaign("sample classification", baselines=True)
    made: dict[str, Any] = {}
    for name, data, options in (
        ("without baselines", campaign("STC-3"), OPTIONS),
        ("with baselines", both[1], OPTIONS),
        ("baselines tested", both[1], replace(OPTIONS, test_baselines=True)),
        ("a run outside", campaign("STC-3"), replace(OPTIONS, outside=("hier-run0",))),
        ("two collections", both[0] + both[1], OPTIONS),
        ("classification", labels, OPTIONS),
    ):
        whole = analyse(data, options)
        made[name] = {
            "pooled": {key: [p.significant, p.pairs] for key, p in whole.pooled_powers.items()},
            "mean taus": whole.mean_taus,
            "mean consistency": whole.mean_consistency,
            "sets": {each.name: {
                "tested": list(each.runs.tested),
                "standings": dict(each.runs.standings),
                "same": each.runs.same,
                "from gold": each.runs.from_gold,
                "left out": each.left_out,
                "runs": each.board.runs,
                "board": [each.board.means, each.board.low, each.board.high],
                "p": each.p_values,
                "taus": [each.taus, each.tau_intervals],
                "consistency": [split.taus for split in each.splits],
                "effects": each.effects.sizes,
                "references": None if each.references is None else each.references.values,
            } for each in whole.data_sets},
        }  # fmt: skip
    return made


@cache
def people_and_judges_of(name: str) -> Collection:
    """Ratings of people with judges as runs."""
    folder, files = DATA / "judges" / name, ("human_annotations.json", "llm_annotations.json")
    if name == "sample":
        folder, files = SAMPLE / "judges", ("people.csv", "judges.csv")
    (collection,) = read_collections(*(folder / file for file in files)).values()
    return collection


def agreement() -> dict[str, Any]:
    """Of people and judges; whether a judge stands in for a person, and by which number."""
    made: dict[str, Any] = {}
    for name, separator in (("sample", "-"), ("10k_prompts", ""), ("cebab_stars", "")):
        rated = people_and_judges_of(name)
        people = raters.agreement_of(rated, ["NMD", "RNOD", "JSD"])
        judges = raters.judged(rated, COEFFICIENTS, separator, samples=200, seed=3)
        tested = raters.runs_stand_in(rated, ["NMD", "RNOD", "RMSE", "accuracy"], separator)
        ranked = raters.ranked_judges(rated, judges, tested)
        made[name] = {
            "alpha": people.alphas["ordinal"],
            "distances": people.distances,
            "judges": judges.judges,
            "items": [judges.items, judges.shared],
            "agreement": {
                key: [each[:, k] for each in (judges.values, judges.low, judges.high)]
                for k, key in enumerate(judges.coefficients)
            },
            "between people": [judges.ceiling, judges.ceiling_low, judges.ceiling_high],
            "confusions": judges.counts,
            "bias by class": judges.bias_by_class,
            "use": [judges.use_of_people, judges.use_of_judges],
            "omega": tested.winning_rate(0.1, 0.05),
            "rho": tested.advantage,
            "intervals of gaps": tested.intervals(),
            "p": tested.p_values(0.1),
            "ranked": {
                column: [ranked.values[:, k], ranked.ranks[:, k]]
                for k, column in enumerate(ranked.columns)
            },
            "flips": ranked.flips,
        }
    stc3 = read_collections(DATA / "stc3" / "test_annotations.json")["A"]
    made["STC-3 A"] = {
        "one": raters.one_rater(stc3.votes),
        "half": raters.half_of_raters(stc3.votes, seed=3),
        "alpha": raters.agreement_of(stc3).alphas["ordinal"],
    }
    return made


def estimates() -> dict[str, Any]:
    """How people would rate all items of a judge, of all and by group."""
    rated, made = people_and_judges_of("10k_prompts"), dict[str, Any]()
    few = rated.ids[::9]
    for judge in ("gpt-4o", "mistral-v03"):
        of_judge = Collection(judge, rated.classes, rated.ids, rated.runs[judge])
        people = Collection("people", rated.classes, few, rated.gold[::9])
        guess = raters.estimated(people, of_judge, samples=200, seed=3)
        for key in ("labels", "stratified"):
            k = guess.estimators.index(key)
            made[f"{judge}, {key}"] = [guess.estimates[k], guess.low[k], guess.high[k]]
    return made


def conflicts() -> dict[str, Any]:
    """Sampled, resampled, strongest, artificial; two baselines instance by instance."""
    triples = disagreement.random_triples(5, 20, 3_000, seed=3)
    sample = read_collections(SAMPLE / "gold.json", SAMPLE / "runs")["A"]
    made: dict[str, Any] = {}
    for name, drawn in {
        "random": triples,
        "resampled": disagreement.resampled_triples(sample, 2_000, seed=3),
    }.items():
        compared = disagreement.compare_triples(drawn)
        made[name] = {
            "drawn": [drawn.gold, drawn.a, drawn.b],
            "deltas": compared.deltas,
            "rates": disagreement.disagreement_rates(compared),
            "agreement": disagreement.preference_agreement(compared),
            "strengths": disagreement.conflict_strengths(compared, "NMD", "RNOD"),
            "strongest": disagreement.strongest_conflicts(compared, "NMD", "RNOD", 10),
        }
    for first, second, options in (
        ("NMD", "RNOD", {"classes": 7, "votes": 50}),
        ("NMD", "JSD", {"classes": 3, "votes": 6, "exact": True}),
        ("RNOD", "DNKT", {"classes": 4, "votes": 10, "gold": [1, 2, 3, 4]}),
    ):
        found = disagreement.strongest_conflict(first, second, seed=3, **options)
        assert found is not None
        made[f"search {first} {second}"] = [
            *(found.gold, found.a, found.b, found.scores, found.strength, found.exact)
        ]
    for classes in (3, 5):
        experiment = disagreement.artificial_experiment(classes, each=8, seed=3)
        made[f"artificial {classes}"] = [experiment.taus, experiment.intervals]
    drawn = disagreement.map_measures(triples.gold[0], triples.a, "NMD", "RNOD")
    made["map"] = [drawn.first, drawn.second, drawn.difference]
    for scale in "ASE":
        scores = campaign("STC-3", baselines=True).references[f"STC-3 {scale}"]
        compared = analysis.compare_runs(scores, "Popularity", "Uniform")
        sides = analysis.quadrants(compared, "NMD", "RNOD")
        line = analysis.correlation(compared, "NMD", "RNOD")
        counts = {key: analysis.wins(compared, key) for key in compared.measures}
        made[f"Popularity and Uniform {scale}"] = {
            "wins": {key: [*vars(count).values()] for key, count in counts.items()},
            "quadrants": [*vars(sides).values()],
            "r": [line.r, line.low, line.high],
        }
    return made


_LSTM = """
import json, sys
import tests.baselines.conftest
from tests import test_frozen
json.dump(dict(test_frozen.flat(test_frozen.trained())), sys.stdout)
"""


def trained() -> dict[str, Any]:
    """Losses and estimates of small networks."""
    # JAX begins with it.
    from oq_core.baselines.lstm import learn  # noqa: PLC0415

    texts = read_some()
    bad = np.array([text.turns[-1][1].split().count("no") / 4 for text in texts])
    gold = {"two": np.stack([1 - bad, bad], axis=1), "three": np.stack([1 - bad, 0 * bad, bad], 1)}
    made: dict[str, Any] = {}
    for loss in ("cross-entropy", "RSNOD"):
        networks = learn(
            texts[:64], {scale: each[:64] for scale, each in gold.items()}, texts[64:],
            replace(TINY, loss=loss, seeds=(0, 1), epochs=4),
        )  # fmt: skip
        for network in networks:
            made[f"{loss} {network.seed}"] = {
                "losses": [network.losses, network.held_out],
                **network.estimates,
            }
    return made


def baseline() -> dict[str, Any]:
    """BL-lstm, in a process of its own: JAX takes its settings as it begins."""
    line = [sys.executable, "-W", "ignore", "-c", _LSTM]
    ended = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return dict(json.loads(ended.stdout))


SECTIONS: dict[str, Callable[[], dict[str, Any]]] = {
    each.__name__: each
    for each in (
        measures,
        reading,
        pairs,
        statistics,
        analyses,
        agreement,
        estimates,
        conflicts,
        baseline,
    )
}


def computed(section: str) -> dict[str, Any]:
    """A section as it is now; sums of products depend on the number of threads."""
    with threadpool_limits(1):
        return dict(flat(SECTIONS[section]()))


def same(frozen: Any, now: Any, exactly: bool) -> bool:
    """Whether two records are equal; NaN is NaN, and a hash counts only where bits do."""
    if isinstance(frozen, list) and isinstance(now, list):
        pairs = zip(frozen, now, strict=False)
        return len(frozen) == len(now) and all(same(a, b, exactly) for a, b in pairs)
    if isinstance(frozen, str) and isinstance(now, str) and frozen.startswith("bits "):
        return frozen == now or not exactly
    if isinstance(frozen, float) and isinstance(now, float):
        close = math.isclose(frozen, now, rel_tol=1e-9, abs_tol=1e-12)
        return frozen == now or (math.isnan(frozen) and math.isnan(now)) or (close and not exactly)
    return type(frozen) is type(now) and bool(frozen == now)


@pytest.fixture(scope="module")
def kept(real_data: Path) -> dict[str, Any]:
    assert real_data == DATA
    return dict(json.loads(FILE.read_text()))


@pytest.mark.parametrize("section", SECTIONS)
def test_no_number_changes(kept: dict[str, Any], section: str) -> None:
    frozen, now = kept[section], computed(section)
    exactly = kept["machine"] == machine()
    assert list(frozen) == list(now)
    other = [path for path in frozen if not same(frozen[path], now[path], exactly)]
    shown = [f"{path}: was {frozen[path]}, is {now[path]}" for path in other[:10]]
    assert not other, f"{len(other)} of {len(now)} numbers changed:\n" + "\n".join(shown)


def test_bits_are_compared(kept: dict[str, Any]) -> None:
    assert kept.keys() == {"machine", *SECTIONS}
    if kept["machine"] != machine():
        pytest.skip("another processor or library: numbers are compared to nine digits")


def write(sections: Sequence[str]) -> None:
    """Write sections anew, a line for each path."""
    kept = json.loads(FILE.read_text()) if sections and FILE.exists() else {}
    kept |= {"machine": machine()}
    kept |= {name: computed(name) for name in sections or SECTIONS}
    parts = []
    for name in ("machine", *SECTIONS):
        lines = kept[name]
        if isinstance(lines, dict):
            rows = ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in lines.items())
            parts.append(f"{json.dumps(name)}: {{\n{rows}\n}}")
        else:
            parts.append(f"{json.dumps(name)}: {json.dumps(lines)}")
    FILE.write_text("{\n" + ",\n".join(parts) + "\n}\n")


if __name__ == "__main__":
    write(sys.argv[1:])
