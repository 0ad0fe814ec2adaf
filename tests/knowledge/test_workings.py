"""The workings of all measures: their numbers, their terms and their formulas."""

import re
from dataclasses import replace
from itertools import accumulate
from math import log2, sqrt

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from oq_core import MEASURES, explain_conflict
from oq_core.knowledge.working import working
from oq_core.measures.examples import EXAMPLES
from oq_core.measures.workings.latex import rounded
from oq_core.measures.workings.match_distance import earth_moves
from tests.measures.plain import PLAIN, _by_gold, _dw, _equal, _kld, _od, exact
from tests.strategies import CLASSES, shares, votes

ALL = pytest.mark.parametrize("key", MEASURES)
WITH_STEPS = pytest.mark.parametrize("key", [key for key, each in MEASURES.items() if each.steps])
GOLDEN = np.array([0.0, 0.15, 0.4, 0.35, 0.1])
ESTIMATE = np.array([0.2, 0.3, 0.25, 0.25, 0.0])
LABELS = ("-2", "-1", "0", "1", "2")


def labels(count):
    return tuple(f"class {place}" for place in range(1, count + 1))


@st.composite
def one_pair(draw):
    """Votes for an estimate and a gold (L,); often with zeros and ties, at times the same."""
    count = draw(CLASSES)
    gold = draw(votes(count, 1))[0]
    estimated = draw(st.one_of(st.just(gold), votes(count, 1).map(lambda rows: rows[0])))
    return estimated, gold


def worked(key, counts):
    estimated, gold = map(shares, counts)
    return working(key, estimated, gold, labels(len(gold)))


def of_part(shown, part):
    return [step for step in shown.steps if (step.part or shown.measure) == part]


def values(step):
    return [term.value for term in step.terms]


# Scores made again of a working's own numbers: its terms, or the numbers its steps found.


def _from_rows(steps, *, every=False):
    """OD, or ADW, from the terms of the step of rows."""
    counting = [term.value for term in steps.terms if every or not term.kind.endswith("left out")]
    return sum(counting) / len(counting)


def _root(key):
    every = key.startswith("RNADW")

    def score(steps, count):
        return sqrt(_from_rows(steps[2], every=every) / (count - 1))

    return score


def _both_ways(steps, count):
    return sqrt((_from_rows(steps[2]) + _from_rows(steps[4])) / 2 / (count - 1))


def _from_pairs(steps, _count):
    kinds = [term.kind for term in steps[0].terms]
    table = steps[0].tables[0].frame
    untied = [max(1, int((table[side] != "tied").sum())) for side in ("estimate", "gold")]
    agreement = kinds.count("concordant") - kinds.count("discordant")
    return (1 - agreement / sqrt(untied[0] * untied[1])) / 2


SCORES_OF_TERMS = {
    "NMD": lambda steps, count: sum(values(steps[1])) / (count - 1),
    **{key: _root(key) for key in ("RNOD", "RNOD2", "RNADW", "RNADW2")},
    "RSNOD": _both_ways,
    "RPS": lambda steps, count: sum(values(steps[1])) / (count - 1),
    "RRPS": lambda steps, count: sqrt(sum(values(steps[1])) / (count - 1)),
    "NVD": lambda steps, _: sum(values(steps[0])) / 2,
    "RNSS": lambda steps, _: sqrt(sum(values(steps[0])) / 2),
    "JSD": lambda steps, _: (sum(values(steps[1])) + sum(values(steps[2]))) / 2,
    "DNKT": _from_pairs,
}


def score_of_terms(shown):
    count = len(shown.pair)
    if shown.measure in SCORES_OF_TERMS:
        return SCORES_OF_TERMS[shown.measure](list(shown.steps), count)
    first, second = (
        SCORES_OF_TERMS[part](of_part(shown, part), count) for part in shown.measure.split("_")
    )
    return 2 * first * second / (first + second) if first + second > 0 else 0


@ALL
@given(counts=one_pair())
@example(counts=(np.array([1, 0]), np.array([0, 1])))
@example(counts=(np.ones(11, dtype=int), np.ones(11, dtype=int)))
def test_the_last_number_is_the_registrys_and_follows_from_the_terms(key, counts):
    shown = worked(key, counts)
    assert shown.value == shown.steps[-1].value == MEASURES[key](*map(shares, counts))
    if key in PLAIN:
        assert score_of_terms(shown) == pytest.approx(shown.value, rel=0, abs=1e-12)


#: What a step finds, of the numbers that earlier steps found: the last lines of each working.
LAST_LINES = {
    **{key: lambda found, count: found[-2] / (count - 1) for key in ("NMD", "RPS")},
    **{
        key: lambda found, count: sqrt(found[-2] / (count - 1))
        for key in ("RNOD", "RNOD2", "RSNOD", "RNADW", "RNADW2", "RRPS")
    },
    "NVD": lambda found, _: found[-2] / 2,
    "RNSS": lambda found, _: sqrt(found[-2] / 2),
    "JSD": lambda found, _: (found[-3] + found[-2]) / 2,
    "DNKT": lambda found, _: (1 - found[-2]) / 2,
}


@pytest.mark.parametrize("key", LAST_LINES)
@given(counts=one_pair())
def test_the_last_line_follows_from_the_lines_before(key, counts):
    shown = worked(key, counts)
    found = [step.value for step in shown.steps]
    again = LAST_LINES[key](found, len(shown.pair))
    assert again == pytest.approx(shown.value, rel=0, abs=1e-12)


@ALL
@given(counts=one_pair())
def test_titles_are_headings_and_words_are_sentences(key, counts):
    steps = worked(key, counts).steps
    assert not [step.title for step in steps if step.title.endswith((".", ":"))]
    assert not [step.words for step in steps if step.words and not step.words.endswith((".", ":"))]
    if "_" in key:
        assert steps[-1].title == "The harmonic mean of the two"
        nothing = sum(of_part(worked(key, counts), part)[-1].value for part in key.split("_")) == 0
        assert steps[-1].words.startswith("Both are 0" if nothing else "It is nearer")


@pytest.mark.parametrize(
    ("key", "means"),
    [("RNOD", [("gold", r"OD(p\|p^*)")]),
     ("RSNOD", [("gold", r"OD(p\|p^*)"), ("estimated", r"OD(p^*\|p)")]),
     ("RNADW", [("all", r"\mathrm{ADW}")])],
)  # fmt: skip
def test_the_formula_of_a_mean_is_of_the_classes_that_its_words_name(key, means):
    steps = working(key, ESTIMATE, GOLDEN, LABELS).steps
    found = [step for step in steps if step.words.startswith("What ")]
    for step, (words, formula) in zip(found, means, strict=True):
        assert words in step.words
        assert f"&{formula} = " in step.latex


@pytest.mark.parametrize("key", [key for key in PLAIN if "_" in key])
@given(counts=one_pair())
def test_a_hybrid_shows_both_of_its_parts(key, counts):
    shown = worked(key, counts)
    estimated, gold = map(shares, counts)
    for part in key.split("_"):
        steps = of_part(shown, part)
        alone = working(part, estimated, gold, shown.pair.classes)
        assert [step.latex for step in steps] == [step.latex for step in alone.steps]
        assert steps[-1].value == MEASURES[part](estimated, gold)


# Terms against plain loops.


@given(one_pair())
def test_nmd_moves_the_earth(counts):
    shown = worked("NMD", counts)
    p, gold = map(exact, counts)
    gaps = [float(sum(p[: i + 1]) - sum(gold[: i + 1])) for i in range(len(p) - 1)]
    np.testing.assert_allclose(values(shown.steps[0]), gaps, atol=1e-12)
    np.testing.assert_allclose(values(shown.steps[1]), np.abs(gaps), atol=1e-12)
    for term, gap in zip(shown.steps[1].terms, gaps, strict=True):
        assert term.kind == ("moves up" if gap > 0 else "moves down" if gap < 0 else "stays")
    assert shown.steps[2].value == pytest.approx(sum(map(abs, gaps)), abs=1e-12)


@given(one_pair())
def test_moves_of_earth_make_the_gold_of_the_estimate(counts):
    p, gold = map(shares, counts)
    made, over = p.copy(), np.zeros(len(p) - 1)
    for start, end, amount in earth_moves(p - gold):
        assert amount > 0
        made[start] -= amount
        made[end] += amount
        over[min(start, end) : max(start, end)] += amount
    np.testing.assert_allclose(made, gold, atol=1e-11)
    # No earth crosses a boundary in both directions.
    np.testing.assert_allclose(over, np.abs(np.cumsum(p - gold))[:-1], atol=1e-11)


@pytest.mark.parametrize(
    ("key", "delta"),
    [
        ("RNOD", _equal),
        ("RSNOD", _equal),
        ("RNADW", _equal),
        ("RNOD2", _by_gold),
        ("RNADW2", _by_gold),
    ],
)
@given(counts=one_pair())
def test_every_row_of_the_order_aware_measures(key, delta, counts):
    shown = worked(key, counts)
    p, gold = map(exact, counts)
    classes = range(len(p))
    distances = [[float(delta(i, j, gold)) for j in classes] for i in classes]
    np.testing.assert_allclose(shown.steps[1].tables[-1].frame, distances, atol=1e-12)
    weighted = [float(_dw(i, p, gold, delta)) for i in classes]
    np.testing.assert_allclose(values(shown.steps[2]), weighted, atol=1e-12)
    table = shown.steps[2].tables[0].frame
    np.testing.assert_allclose(table.iloc[:, : len(p)].sum(axis=1), weighted, atol=1e-12)
    if key.startswith("RNADW"):
        assert shown.steps[3].value == pytest.approx(sum(weighted) / len(p), abs=1e-12)
        return
    assert table["in C*"].tolist() == [share > 0 for share in gold]
    assert shown.steps[3].value == pytest.approx(float(_od(p, gold, delta)), abs=1e-12)


@given(one_pair())
def test_rsnod_swaps_the_sides(counts):
    shown = worked("RSNOD", counts)
    p, gold = map(exact, counts)
    swapped = working("RNOD", *map(shares, counts[::-1]), shown.pair.classes)
    np.testing.assert_allclose(values(shown.steps[4]), values(swapped.steps[2]), atol=1e-15)
    assert shown.steps[4].tables[0].frame["has p > 0"].tolist() == [share > 0 for share in p]
    assert shown.steps[5].value == pytest.approx(float(_od(gold, p)), abs=1e-12)


@given(one_pair())
def test_differences_and_divergences_by_class(counts):
    p, gold = map(exact, counts)
    middle = [(a + b) / 2 for a, b in zip(p, gold, strict=True)]
    gaps = [float(a - b) for a, b in zip(p, gold, strict=True)]
    np.testing.assert_allclose(values(worked("NVD", counts).steps[0]), np.abs(gaps), atol=1e-12)
    np.testing.assert_allclose(values(worked("RNSS", counts).steps[0]), np.square(gaps), atol=1e-12)
    shown = worked("JSD", counts)
    assert shown.steps[1].value == pytest.approx(_kld(p, middle), abs=1e-12)
    assert shown.steps[2].value == pytest.approx(_kld(gold, middle), abs=1e-12)
    for step, side in ((shown.steps[1], p), (shown.steps[2], gold)):
        for term in step.terms:
            (place,) = term.classes
            alone = _kld(side[place : place + 1], middle[place : place + 1])
            assert term.value == pytest.approx(alone, abs=1e-12)


@given(one_pair())
def test_dnkt_tells_every_pair(counts):
    shown = worked("DNKT", counts)
    p, gold = map(exact, counts)
    assert len(shown.steps[0].terms) == len(p) * (len(p) - 1) // 2
    for term in shown.steps[0].terms:
        i, j = term.classes
        sign = (p[i] - p[j]) * (gold[i] - gold[j])
        assert term.kind == ("concordant" if sign > 0 else "discordant" if sign < 0 else "tied")
        assert term.value == (sign > 0) - (sign < 0)


def test_dnkt_counts_and_names_the_larger_class():
    shown = working("DNKT", ESTIMATE, GOLDEN, LABELS)
    pairs, counts = shown.steps[0].tables[0].frame, shown.steps[1].tables[0].frame
    assert pairs.loc["-1, 2"].tolist() == ["-1", "-1", "concordant"]
    assert pairs.loc["0, 1"].tolist() == ["tied", "0", "tied"]
    assert pairs.loc["-2, 2"].tolist() == ["-2", "2", "discordant"]
    assert counts["pairs"].to_dict() == {"CONC": 6, "DISC": 3, "notTIED": 9, "notTIED*": 10}


def test_tiny_shares_are_no_ties_in_a_working_or_a_reason():
    gold = [1e-12, 1e-10, 1 - 1e-10 - 1e-12]
    estimate = [1e-10, 1e-12, 1 - 1e-10 - 1e-12]
    shown = working("DNKT", estimate, gold, ["a", "b", "c"])
    assert [term.kind for term in shown.steps[0].terms] == ["discordant", *["concordant"] * 2]
    told = explain_conflict(gold, gold, estimate, "DNKT", "NMD", ["a", "b", "c"])
    assert "the gold ranks 3 pairs of classes; A ranks 3" in told


def test_class_without_gold_is_left_out_by_rnod():
    shown = working("RNOD", ESTIMATE, GOLDEN, LABELS)
    assert [term.kind for term in shown.steps[2].terms] == [
        "no gold: left out",
        *["has gold"] * 4,
    ]


#: By measure: the step that holds a table with a row for each class, and its columns, from
#: estimate, gold and the middle of both, class by class in plain numbers.
TABLES_BY_CLASS = {
    "NMD": (
        0,
        {
            "cp": lambda p, _: list(accumulate(p)),
            "cp*": lambda _, gold: list(accumulate(gold)),
            "cp − cp*": lambda p, gold: list(
                accumulate(a - b for a, b in zip(p, gold, strict=True))
            ),
        },
    ),
    "NVD": (
        0,
        {
            "p − p*": lambda p, gold: [a - b for a, b in zip(p, gold, strict=True)],
            "|p − p*|": lambda p, gold: [abs(a - b) for a, b in zip(p, gold, strict=True)],
        },
    ),
    "RNSS": (
        0,
        {
            "p − p*": lambda p, gold: [a - b for a, b in zip(p, gold, strict=True)],
            "(p − p*)²": lambda p, gold: [(a - b) ** 2 for a, b in zip(p, gold, strict=True)],
        },
    ),
    "JSD": (0, {"m": lambda p, gold: [(a + b) / 2 for a, b in zip(p, gold, strict=True)]}),
}
for _key in ("RNOD", "RSNOD", "RNOD2", "RNADW", "RNADW2"):
    TABLES_BY_CLASS[_key] = TABLES_BY_CLASS["RNSS"]
for _key in ("RPS", "RRPS"):
    TABLES_BY_CLASS[_key] = TABLES_BY_CLASS["NMD"]


@pytest.mark.parametrize("key", TABLES_BY_CLASS)
@given(counts=one_pair())
def test_every_row_of_a_table_is_its_class_s(key, counts):
    shown = worked(key, counts)
    p, gold = map(exact, counts)
    place, columns = TABLES_BY_CLASS[key]
    (table,) = shown.steps[place].tables
    assert tuple(table.frame.index) == shown.pair.classes
    assert list(table.frame.columns) == ["p", "p*", *columns]
    expected = {"p": p, "p*": gold} | {name: made(p, gold) for name, made in columns.items()}
    for name, values_by_class in expected.items():
        np.testing.assert_allclose(
            table.frame[name], [float(value) for value in values_by_class], atol=1e-12
        )


@given(one_pair())
def test_rows_of_the_divergences_from_the_middle(counts):
    shown = worked("JSD", counts)
    p, gold = map(exact, counts)
    middle = [(a + b) / 2 for a, b in zip(p, gold, strict=True)]
    for step, side in ((shown.steps[1], p), (shown.steps[2], gold)):
        frame = step.tables[0].frame
        assert tuple(frame.index) == shown.pair.classes
        np.testing.assert_allclose(frame["p"], [float(x) for x in p])
        np.testing.assert_allclose(frame["m"], [float(x) for x in middle])
        bits = [_kld([a], [m]) for a, m in zip(side, middle, strict=True)]
        np.testing.assert_allclose(frame.iloc[:, -1], bits, atol=1e-12)
        np.testing.assert_allclose(values(step), bits, atol=1e-12)


@pytest.mark.parametrize("key", ["RNOD", "RSNOD", "RNOD2", "RNADW", "RNADW2"])
@given(counts=one_pair())
def test_every_row_of_the_weighted_squares_is_its_class_s(key, counts):
    shown = worked(key, counts)
    p, gold = map(exact, counts)
    delta = _by_gold if key.endswith("2") else _equal
    classes = range(len(p))
    for step in (shown.steps[2], shown.steps[4]) if key == "RSNOD" else (shown.steps[2],):
        frame = step.tables[0].frame
        assert tuple(frame.index) == shown.pair.classes
        products = [
            [float(delta(i, j, gold) * (p[j] - gold[j]) ** 2) for j in classes] for i in classes
        ]
        np.testing.assert_allclose(frame.iloc[:, : len(p)], products, atol=1e-12)
        np.testing.assert_allclose(frame["DW"], values(step), atol=1e-15)
        assert [term.label for term in step.terms] == list(shown.pair.classes)


@pytest.mark.parametrize("key", ["RNOD2", "RNADW2"])
@given(counts=one_pair())
def test_distances_of_neighbours_up_to_the_last_class(key, counts):
    shown = worked(key, counts)
    gold = exact(counts[1])
    last = len(gold) - 1
    equal, by_gold = (table.frame.to_numpy() for table in shown.steps[1].tables)
    places = np.arange(last + 1)
    np.testing.assert_array_equal(equal, np.abs(places[:, None] - places))
    neighbours = [float(_by_gold(i, i + 1, gold)) for i in range(last)]
    np.testing.assert_allclose(values(shown.steps[1]), neighbours, atol=1e-12)
    assert [term.classes for term in shown.steps[1].terms] == [(i, i + 1) for i in range(last)]
    assert by_gold[0, last] == pytest.approx(float(_by_gold(0, last, gold)), abs=1e-12)


@pytest.mark.parametrize("other", ["JSD", "NMD", "RNOD"])
def test_a_hybrid_s_formulas_are_harmonic_means(other):
    key = f"DNKT_{other}"
    one, two = r"\mathrm{DNKT}", rf"\mathrm{{{other}}}"
    assert MEASURES[key].equation == rf"\frac{{2\,{one}\cdot{two}}}{{{one} + {two}}}"
    for gold in (GOLDEN, ESTIMATE):
        last = working(key, ESTIMATE, gold, LABELS).steps[-1].latex
        assert last.startswith(
            rf"\begin{{aligned}} &\frac{{2 \cdot {one} \cdot {two}}}{{{one} + {two}}} "
        )


# What every working has.


@ALL
@given(counts=one_pair())
def test_terms_belong_to_classes_and_have_names(key, counts):
    shown = worked(key, counts)
    for step in shown.steps:
        assert step.title
        assert step.words
        assert bool(step.terms) == bool(step.term_name)
        assert len({term.label for term in step.terms}) == len(step.terms)
        for term in step.terms:
            assert term.classes
            assert set(term.classes) <= set(range(len(shown.pair)))
            assert list(term.classes) == sorted(term.classes)
        for table in step.tables:
            assert table.caption
            assert table.frame.columns.is_unique


#: All that the formulas use, and KaTeX knows.
COMMANDS = {
    *("tfrac", "frac", "sqrt", "sum", "log", "max", "cdot", "times", "approx", "big", "in"),
    *("text", "mathrm", "textstyle", "quad", "begin", "end", "delta", "tau"),
    *("textbackslash", "textasciicircum", "textasciitilde"),
    *",|\\{}$&#_%",
}


def faults(latex):
    """What is wrong with a formula: braces, environments, commands, signs in a text."""
    found = []
    bare = re.sub(r"\\[\\{}$&#_%|,]", "", latex)
    depth = 0
    for sign in bare:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            found.append("closing brace")
    if depth:
        found.append("open brace")
    begun = re.findall(r"\\begin\{(\w+)\}", latex)
    if sorted(begun) != sorted(re.findall(r"\\end\{(\w+)\}", latex)):
        found.append("environments")
    found += set(re.findall(r"\\([a-zA-Z]+|.)", latex)) - COMMANDS
    # Outside \\text, and inside it without its escapes, these would be taken for markup.
    found += re.findall(r"[$#%~\n]", bare)
    return found


@WITH_STEPS
@given(counts=one_pair())
def test_formulas_are_whole_and_have_all_numbers(key, counts):
    for step in worked(key, counts).steps:
        assert not faults(step.latex)
        assert "@" not in step.latex
        assert "nan" not in step.latex
        assert "inf" not in step.latex


@WITH_STEPS
@given(st.data())
def test_labels_of_any_kind_are_only_text_in_formulas(key, data):
    label = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1)
    names = data.draw(st.lists(label, min_size=5, max_size=5, unique=True))
    for step in working(key, ESTIMATE, GOLDEN, names).steps:
        assert not faults(step.latex)


def test_signs_of_latex_in_labels_are_escaped():
    names = ["$x$", r"\frac{1}", "50%_~^", "a & #b", "--"]
    shown = working("NMD", [0, 0, 1, 0, 0], [0, 0, 0, 0, 1], names)
    assert r"cp_{\text{50\%\_\textasciitilde{}\textasciicircum{}}}" in shown.steps[0].latex
    shown = working("RNSS", [0, 1, 0, 0, 0], [0, 0, 0, 0, 1], names)
    assert r"p_{\text{\textbackslash{}frac\{1\}}}" in shown.steps[0].latex


def sides(latex):
    """Relation and text of each side of a formula that is a single equation."""
    inner = re.fullmatch(r"\\begin\{aligned\} (.*) \\end\{aligned\}", latex, re.DOTALL)[1]
    rows = inner.split(r" \\[0.3em] ")[1:]
    return [re.fullmatch(r"&(=|\\approx) (.*)", row, re.DOTALL).groups() for row in rows]


def evaluated(side):
    """The value of a formula's side that is made of numbers."""
    code = side.replace(r"\\ &\quad", "").replace(r"\big", "").replace(r"\mathrm{sgn}", "sgn")
    code = re.sub(r"10\^\{(-?\d+)\}", r"10**(\1)", code).replace(r"\cdot", "*")
    code = re.sub(r"\|(.*?)\|", r"abs(\1)", code).replace("^2", "**2")
    code = re.sub(r"\\log_2 \\frac\{([^{}]*)\}\{([^{}]*)\}", r"* log2((\1) / (\2))", code)
    while "\\" in code:
        before = code
        code = re.sub(r"\\t?frac\{([^{}\\]*)\}\{([^{}\\]*)\} ?(\()?", _fraction, code)
        code = re.sub(r"\\sqrt\{([^{}\\]*)\} ?(\\)?", _square_root, code)
        assert code != before, code
    return eval(code, {"sgn": np.sign, "log2": log2, "abs": abs})


def _fraction(found):
    above, below, bracket = found.groups()
    return f"(({above}) / ({below}))" + ("* (" if bracket else " ")


def _square_root(found):
    return f"({found[1]}) ** 0.5 " + ("* \\" if found[2] else "")


@WITH_STEPS
@given(counts=one_pair())
@example(counts=(np.array([0, 1, 2]), np.array([0, 1, 2])))
def test_all_sides_of_every_formula_are_worth_the_same(key, counts):
    for step in worked(key, counts).steps:
        for formula in re.findall(r"\\begin\{aligned\}.*?\\end\{aligned\}", step.latex):
            worth = [(relation, evaluated(text)) for relation, text in sides(formula)]
            *_, (_, last) = worth
            for relation, value in worth:
                close = 1e-9 if {relation for relation, _ in worth} == {"="} else 2e-3
                assert value == pytest.approx(last, rel=close, abs=close)


@WITH_STEPS
@given(counts=one_pair())
def test_the_last_side_is_the_number_that_was_found(key, counts):
    steps = worked(key, counts).steps
    for step in steps:
        if step.value is None or step.latex.startswith(r"\begin{gathered}"):
            assert step is not steps[-1]
            continue
        relation, shown = sides(step.latex)[-1]
        number = float(re.sub(r" \\cdot 10\^\{(.*)\}", r"e\1", shown))
        assert number == pytest.approx(step.value, rel=5e-4, abs=5.1e-5)
        assert (relation == "=") == (abs(number - step.value) < 1e-12)


def test_numbers_are_substituted_and_rounding_is_said():
    shown = working("NMD", [1 / 3, 1 / 3, 1 / 3], [0.25, 0.25, 0.5], ["a", "b", "c"])
    assert sides(shown.steps[1].latex) == [
        (r"\approx", "0.08333 + 0.1667"),
        ("=", "0.25"),
    ]
    assert sides(shown.steps[-1].latex) == [("=", r"\frac{0.25}{3 - 1}"), ("=", "0.1250")]
    shown = working("NVD", [0.5, 0.5, 0], [0.25, 0.25, 0.5], ["a", "b", "c"])
    assert sides(shown.steps[0].latex) == [("=", "0.25 + 0.25 + 0.5"), ("=", "1")]


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.123456, "0.1235"), (1 / 3, "0.3333"), (-0.25, "-0.25"), (1e-17, "0"), (2e-6, "2e-06")],
)
def test_numbers_are_rounded_to_four_digits(value, text):
    assert rounded(value) == text


def test_long_sums_are_broken_into_lines():
    count = 11
    gold = np.eye(count)[0]
    estimated = np.arange(1, count + 1) / 66
    step = working("NMD", estimated, gold, labels(count)).steps[1]
    (_, summands), _ = sides(step.latex)
    lines = summands.split(r"\\ &\quad")
    assert len(lines) > 2
    assert all(len(line.replace(" ", "")) <= 30 for line in lines)


@pytest.mark.parametrize("shown", EXAMPLES, ids=[one.name for one in EXAMPLES])
@ALL
def test_the_papers_examples_can_be_worked(key, shown):
    done = working(key, shown.a, shown.gold, shown.classes)
    assert done.value == MEASURES[key](shown.a, shown.gold)


@pytest.mark.parametrize(
    ("key", "estimated", "gold", "names", "words"),
    [
        ("EMD", [0.5, 0.5], [0.5, 0.5], ["a", "b"], "unknown measure 'EMD'; known are NMD"),
        ("NMD", [[0.5, 0.5]], [0.5, 0.5], ["a", "b"], "one pair of distributions"),
        ("NMD", [0.5, 0.6], [0.5, 0.5], ["a", "b"], "sums to 1.1"),
        ("NMD", [0.5, 0.5], [0.5, 0.5], ["a"], "2 different class labels are needed"),
        ("NMD", [0.5, 0.5], [0.5, 0.5], ["a", "a"], "2 different class labels are needed"),
    ],
)
def test_what_is_no_pair_with_labels_is_refused(key, estimated, gold, names, words):
    with pytest.raises(ValueError, match=words):
        working(key, estimated, gold, names)


def test_a_measure_without_steps_of_its_own_shows_its_definition(monkeypatch):
    new = replace(MEASURES["NVD"], key="NEW", steps=None)
    monkeypatch.setitem(MEASURES, "NEW", new)
    shown = working("NEW", [0.5, 0.5, 0], [0.25, 0.25, 0.5], ["low", "middle", "high"])
    assert [step.latex for step in shown.steps] == [new.equation]
    assert shown.value == new([0.5, 0.5, 0], [0.25, 0.25, 0.5])
