"""Whatever public functions return says in a line what it is, and in a table what it holds."""

import inspect
import re
import typing
from dataclasses import fields, is_dataclass, replace
from html import escape

import numpy as np
import pandas as pd
import pytest

import oq_core
from oq_core import (
    Collection,
    Options,
    Scores,
    analyse,
    analysis,
    compare_runs,
    disagreement,
    discriminative_power,
    effect_sizes,
    measures,
    randomised_tukey_hsd,
    rank_runs,
    ranking_consistency,
    ranking_similarity,
    raters,
    read_collections,
    score,
    strongest_conflict,
    working,
)
from oq_core.analysis import contradictions, significance_overlap, wins
from oq_core.campaign.printing import headlines
from oq_core.data import NuggetCollection
from oq_core.data.results import Result
from oq_core.disagreement import random_triples
from oq_core.reading import read_judges
from tests.conftest import SAMPLE
from tests.test_docstrings import EXPORTED

#: What is given to others, or shown by pages in a way of its own.
NO_RESULTS = {
    "what runs are analysed with": {"Options"},
    "measures, and what is known of them": {
        "Measure", "ClassificationMeasure", "CellCosts", "CellSum",
    },
    "challenges and questions, which are played": {
        "Challenge", "Question",
    },
    "collections read from files, and what was wrong with the files": {
        "Look", "ReadGold", "ReadRuns", "ReadTogether",
    },
}  # fmt: skip
#: Numbers in the order of the measures, runs or pairs that were given, for formulas to go on with.
PLAIN = {
    "variances and spreads": {
        "residual_variance", "run_spreads", "spread_ratios",
    },
    "ends of intervals, for the taus of a Similarity": {
        "bootstrap_tau_interval", "instance_tau_interval", "similarity_intervals",
    },
    "the p-values or differences of a record, counted or sorted": {
        "pair_p_values", "conflict_strengths", "disagreement_rates", "preference_agreement",
        "strongest_conflicts",
    },
    "distributions, to be added as runs": {
        "nugget_popularity", "nugget_uniform", "one_class_runs",
    },
}  # fmt: skip

rng = np.random.default_rng(0)
RUNS = ("good", "fair", "<b>bad</b>")
IDS = tuple(f"d{i}" for i in range(40))
SCORES = Scores(
    rng.random((2, 40, 3)) + np.array([0, 0.5, 1]), ("NMD", "JSD"), IDS, RUNS, (False, False)
)
TESTS = randomised_tukey_hsd(SCORES, 200)
VOTES = rng.multinomial(8, [0.2, 0.3, 0.5], 40)
RATED = Collection(
    "rated", ("1", "2", "3"), IDS, VOTES / 8,
    {run: rng.dirichlet(np.ones(3), 40) for run in RUNS}, votes=VOTES,
)  # fmt: skip
TURN = np.array([[0.5, 0.5, 0, 0], [0, 0.25, 0.75, 0]])
NUGGETS = NuggetCollection(
    "nuggets", ("d",), np.zeros(2, int), np.array([True, False]), TURN, runs={"<u>": TURN}
)
COMPARED = compare_runs(SCORES, *RUNS[1:])
ANALYSIS = analyse({"<i>set</i>": SCORES}, Options(trials=200, splits=10, samples=10))
GRID = disagreement.simplex_grid(4)
PEOPLE = np.array([[0, 0, 1], [1, 1, 1]] * 20)
P_VALUES = [[1, 0.01], [0.01, 1]]
OPPOSED = contradictions([[0.1, 0.2], [0.2, 0.1]], [P_VALUES, P_VALUES], larger_is_better=False)

_FOLDER = SAMPLE / "judges"
ASKED = read_collections(_FOLDER / "people.csv", _FOLDER / "judges.csv")["people"]
ALDER = read_judges(_FOLDER / "judges.csv")[0]["judges"]["alder"]
JUDGED = raters.judged(ASKED, samples=20)
MADE = [
    SCORES, RATED, NUGGETS, TESTS, COMPARED, ANALYSIS, ANALYSIS.data_sets[0], ANALYSIS.campaign,
    OPPOSED, OPPOSED.pairs[0],
    wins(COMPARED, "NMD"),
    analysis.quadrants(COMPARED, "NMD", "JSD"),
    analysis.pearson(COMPARED.delta("NMD"), COMPARED.delta("JSD")),
    rank_runs(SCORES, samples=10),
    ranking_similarity(SCORES),
    ranking_consistency(SCORES, splits=5),
    analysis.consistency_intervals(SCORES, splits=5),
    effect_sizes(SCORES),
    discriminative_power(TESTS),
    analysis.discriminative_power_curve(TESTS),
    significance_overlap(TESTS),
    analysis.significant_differences([0.3, 0.1], P_VALUES, P_VALUES, larger_is_better=False)[0],
    analysis.difference_intervals(SCORES, trials=100),
    raters.agreement_of(RATED, "NMD"),
    JUDGED, raters.ranked_judges(ASKED, JUDGED), raters.estimated(ASKED, ALDER),
    raters.what_raters_allow(RATED, "NMD"),
    raters.stand_in(PEOPLE, {"same": PEOPLE[:, 0]}, 2, "NMD"),
    disagreement.artificial_experiment(3, each=3),
    disagreement.claimed_ordering(disagreement.SIGIR18_MEASURES, np.eye(5)),
    disagreement.map_measures([0.2, 0.3, 0.5], GRID, "NMD", "JSD"),
    strongest_conflict("NMD", "RNOD", classes=3, votes=4, exact=True),
    random_triples(3, 5, 4),
    measures.macro_nmd(Collection(
        "five", tuple("12345"), ("x",), np.eye(5)[:1], {"<u>": np.eye(5)[1:2]})),
    measures.OfficialScore("SemEval", "EMD", "NMD", "NMD × 4", ("<u>",), np.array([0.8])),
    working("NMD", [0, 1, 0], [1, 0, 0], ["a", "b", "c"]),
]  # fmt: skip


def parts(hint):
    """A type and the types that it is made of."""
    inner = hint if isinstance(hint, list) else typing.get_args(hint)
    return [hint, *(part for each in inner for part in parts(each))]


def records(hint):
    """The records of ours in a type."""
    return {each for each in parts(hint) if is_dataclass(each) or hasattr(each, "_fields")}


#: What public functions take and return.
HINTS = {
    name.rpartition(".")[2]: typing.get_type_hints(each)
    for name, each in EXPORTED.items()
    if inspect.isfunction(each)
}


def returned():
    """Records of ours that public functions return."""
    return set().union(*(records(hints.get("return")) for hints in HINTS.values()))


def test_what_public_functions_return_is_here():
    here = {type(each) for each in MADE}
    assert {each.__name__ for each in returned() - here} == set().union(*NO_RESULTS.values())
    waiting, known = [Result], set()
    while waiting:
        known.add(each := waiting.pop())
        waiting += each.__subclasses__()
    # By their names: a test that plants a fault makes a class anew, which lives for a while.
    ours = {each.__name__ for each in known - {Result} if each.__module__.startswith("oq_core.")}
    assert ours <= {each.__name__ for each in here}


def test_functions_of_what_has_names_give_names_back():
    named = {type(each) for each in MADE}
    plain = {
        name
        for name, hints in HINTS.items()
        if any(records(hint) & named for taken, hint in hints.items() if taken != "return")
        and any(typing.get_origin(each) is np.ndarray for each in parts(hints["return"]))
        and not records(hints["return"])
    }
    assert plain == set().union(*PLAIN.values())


@pytest.mark.parametrize("made", MADE, ids=lambda each: type(each).__name__)
def test_it_is_a_line_a_table_and_html(made):
    line = repr(made)
    assert "\n" not in line
    assert type(made).__name__ in line
    assert len(line) < 400
    table = made.to_frame()
    assert isinstance(table, pd.DataFrame)
    assert len(table)
    html = made._repr_html_()
    assert "<table" in html
    assert not any(tag in html for tag in ("<b>", "<i>", "<u>"))
    # Numbers of a record are Python's or as good: json takes them.
    kinds = {"float": float, "int": int, "bool": bool, "str": str}
    kinds |= {each: each for each in kinds.values()}
    for each in fields(made):
        assert isinstance(getattr(made, each.name), kinds.get(each.type, object)), each.name


@pytest.mark.parametrize(
    "scalar",
    [
        analysis.kendall_tau([0.1, 0.2, 0.3], [0.1, 0.3, 0.2]),
        analysis.residual_variance(SCORES.values[0]),
        analysis.anova_power(62, 10, 0.05, 0.00485),
        analysis.detectable_difference(62, 10, 0.00485),
        analysis.discriminative_power(P_VALUES).share,
        ranking_consistency(SCORES.values[0], splits=5).means,
        oq_core.MEASURES["NMD"]([0, 1], [1, 0]),
        measures.OC_MEASURES["Accuracy"]([[1, 1], [0, 2]]),
    ],
)
def test_one_number_is_a_float(scalar):
    assert isinstance(scalar, float)


def test_an_analysis_prints_a_line():
    assert len(repr(analyse({"x": score(RATED)}, Options(trials=200, splits=5)))) < 300


def test_a_notebook_shows_the_sentences_of_an_analysis_and_its_leaderboard():
    # Under the other measure the second run is not told from the first.
    values = SCORES.values.copy()
    values[1, :, 1] = values[1, :, 0] + np.resize([0.01, -0.009], 40)
    two = {"<i>set</i>": replace(SCORES, values=values), "two": SCORES.without([RUNS[0]])}
    made = analyse(two, Options(trials=200, splits=5, samples=10))
    html, order = made._repr_html_(), made.data_sets[0].board.means[0].argsort()
    assert re.findall(r"<p><strong>(.*?)</strong>: (.*?)</p>", html) == [
        (escape(each.name), escape(" ".join(headlines.of_data(each)))) for each in made.data_sets
    ]
    shown = re.findall(r"<th scope=.row.[^>]*>(.*?)</th>|>([\d.]{6})(<sup>)?", html)
    assert [run for run, *_ in shown if run] == [escape(RUNS[j]) for j in order]
    expected = []
    for run in order:
        for each in made.data_sets:
            if RUNS[run] in each.scores.runs:
                j, p = each.scores.runs.index(RUNS[run]), each.p_values_of_all
                best = each.board.means.argmin(axis=1)
                expected += [
                    (
                        f"{each.board.means[k, j]:.4f}",
                        "<sup>" * bool(j != best[k] and p[k, best[k], j] > 0.05),
                    )
                    for k in range(2)
                ]
    assert [(mean, star) for _, mean, star in shown if mean] == expected
    assert [star for _, star in expected].count("<sup>") == 1
    assert escape("*: not significantly different from the best") in html
