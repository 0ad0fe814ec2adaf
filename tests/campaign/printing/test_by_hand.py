"""Every cell and point of a report that was worked by hand, and faults that this would catch."""

import contextlib
import importlib
import inspect
import types

import numpy as np
import pytest

from oq_core.analysis import compare_runs, leaderboard, pairs
from oq_core.analysis import overlap as overlap_module
from oq_core.campaign.printing import layouts, table
from oq_core.campaign.printing.layouts import baselines, charts, data, means, rankings, significance
from oq_core.campaign.publishing import report as report_module
from oq_core.data.scores import Scores
from tests.campaign.printing import checks

#: The package has a function of this name.
latex = importlib.import_module("oq_core.campaign.printing.latex")


@pytest.mark.parametrize("check", checks.CHECKS, ids=lambda check: check.__name__)
def test_the_report_is_what_was_worked_by_hand(check):
    check(checks.report())


#: A module, what stands in its source, and what a slip of the pen would make of it.
FAULTS = {
    "low and high swapped": (leaderboard, '"low": listed(self.low)', '"low": listed(self.high)'),
    "runs in reverse order": (means, 'kind="stable")]', 'kind="stable")][::-1]'),
    "CSV in reverse order": (
        significance,
        "scores.runs[run] for run in order", "scores.runs[run] for run in order[::-1]",
    ),
    "better by measure 1 and 2 swapped": (
        overlap_module, "runs[each.winner], runs[each.loser]",
        "runs[each.loser], runs[each.winner]",
    ),
    "measures of a contradiction swapped": (
        overlap_module, "measures[each.first], measures[each.second]",
        "measures[each.second], measures[each.first]",
    ),
    "curve upside down": (charts, '"p-value": (0, top)', '"p-value": (1, top)'),
    "curve the other way round": (
        charts, "discriminative_power_curve(each).p_values}",
        "discriminative_power_curve(each).p_values[:, ::-1]}",
    ),
    "one table in another's place": (
        report_module, "layouts.overlap(name, measures, data.overlap)",
        "layouts.contradictions(name, data.contradictions)",
    ),
    "effect sizes under p": (significance, "(p {p}; {size})", "(p {size}; {p})"),
    "row names left out of the HTML": (
        table, "return f'<th scope=\"row\"", "return f'' and f'<th scope=\"row\"",
    ),
    "row names hidden in the HTML": (
        table, '<th scope="row" class', '<th scope="row" hidden class',
    ),
    "better and worse swapped": (
        significance, "[each.better],\n                tests.runs[each.worse]",
        "[each.worse],\n                tests.runs[each.better]",
    ),
    "a and c swapped": (
        overlap_module, '(a)": self.first_only', '(a)": self.second_only',
    ),
    "a and c swapped in print": (
        significance, "({shared.first_only[i, j]}", "({shared.second_only[i, j]}",
    ),
    "T in the place of S": (
        significance, '[f"{each.significant:,}" if', '[f"{each.pairs:,}" if',
    ),
    "rounded numbers as full precision": (
        rankings, '{"tau": taus}', '{"tau": taus.round(3)}',
    ),
    "the lower triangle": (significance, "if j > i else", "if j < i else"),
    "effects against the best": (
        rankings, "effects[order, order[-1]]", "effects[order, order[0]]",
    ),
    "the best not bold": (means, 'return "best"', "return None"),
    "equal to the best where p <= alpha": (
        means, "p_values[k, best, run] > alpha", "p_values[k, best, run] <= alpha",
    ),
    "0 of B printed as 0": (pairs, '.strip("0."):', ":"),
    "the least similar first": (
        rankings, "np.argsort(-averages[-1][1]", "np.argsort(averages[-1][1]",
    ),
    "the least consistent first": (rankings, "np.argsort(-averages,", "np.argsort(averages,"),
    "teams that forget a data set": (
        data, "for names in (every, *runs.values())", "for names in (every, *[()] * len(runs))",
    ),
    "LaTeX with one column in all places": (
        latex, 'for line in cell.split("\\n")', 'for line in row[0].split("\\n")',
    ),
    "letters of another run": (
        significance, "letters[run] for run in order", "letters[run] for run in range(len(order))",
    ),
    "the wrong run of a pair": (
        pairs, '[runs[first], "tie", runs[second]]', '[runs[second], "tie", runs[first]]',
    ),
}  # fmt: skip


def functions(names):
    """Every function, method and property of a namespace, by its name."""
    found = dict(names)
    for name, each in names.items():
        if inspect.isclass(each):
            found |= {f"{name}.{inner}": member for inner, member in vars(each).items()}
    plain = {
        name: getattr(each, "fget", None) or getattr(each, "func", each)
        for name, each in found.items()
    }
    return {name: each for name, each in plain.items() if isinstance(each, types.FunctionType)}


@contextlib.contextmanager
def planted(module, right, wrong):
    """The module with a fault in its source: its functions run other code for a while."""
    source = inspect.getsource(module)
    assert source.count(right) >= 1, f"{right!r} is not in {module.__name__} any more"
    faulty = dict(vars(module))
    exec(compile(source.replace(right, wrong, 1), module.__file__, "exec"), faulty)
    ours = functions({n: f for n, f in vars(module).items()
                      if getattr(f, "__module__", "") == module.__name__})  # fmt: skip
    theirs, codes = functions(faulty), {name: each.__code__ for name, each in ours.items()}
    try:
        for name, each in ours.items():
            each.__code__ = theirs[name].__code__
        yield
    finally:
        for name, each in ours.items():
            each.__code__ = codes[name]


def test_wins_and_totals_are_counted_by_hand():
    values = np.array([[[0.1, 0.3], [0.2, 0.2], [0.3, 0.1], [0.1, 0.2]]])
    made = Scores(values, ("NMD",), tuple("1234"), ("Uniform", "Popularity"), (False,))
    compared = compare_runs(made, "Uniform", "Popularity")
    found = layouts.baseline_wins({"x": compared, "y": compared}, ["NMD"])
    assert found.rows == (("x", "2", "1"), ("y", "2", "1"), ("total", "4", "2"))
    assert found.marks == {(row, 1): "high" for row in range(3)}
    assert found.rules == {2}
    assert found.csv == (
        "data set,measure,Uniform wins,Popularity wins,ties\nx,NMD,2,1,1\ny,NMD,2,1,1\n"
    )


def test_scatters_show_every_delta():
    generator = np.random.default_rng(0)
    values = generator.random((3, 7, 2))
    made = Scores(values, ("NMD", "RNOD", "JSD"), tuple("1234567"), ("a", "b"), (False,) * 3)
    chart = layouts.delta_scatter("x", compare_runs(made, "a", "b"), ["NMD", "RNOD", "JSD"])
    deltas = dict(
        zip(made.measures, ([row[0] - row[1] for row in matrix] for matrix in values), strict=True)
    )
    panels = dict(chart.panels())
    for panel, (x, y) in zip(panels, (("NMD", "RNOD"), ("NMD", "JSD"), ("RNOD", "JSD")),
                             strict=True):  # fmt: skip
        assert panels[panel]["Δ of the first"].tolist() == pytest.approx(deltas[x])
        assert panels[panel]["Δ of the second"].tolist() == pytest.approx(deltas[y])
        assert panels[panel]["instance"].tolist() == list("1234567")
        r = np.corrcoef(deltas[x], deltas[y])[0, 1]
        opposed = sum(a * b < 0 for a, b in zip(deltas[x], deltas[y], strict=True))
        assert panel.startswith(f"{x}, {y}: r = {r:.3f} [")
        assert panel.endswith(f"], disagree {opposed}")


def check_all():
    made = checks.report()
    for check in checks.CHECKS:
        check(made)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_noticed(fault):
    with planted(*FAULTS[fault]), pytest.raises((AssertionError, ValueError, IndexError)):
        check_all()


def test_planting_nothing_is_not_noticed():
    for module in {module for module, _, _ in FAULTS.values()} | {baselines}:
        with planted(module, "import", "import"):
            checks.check_text(checks.report())
    check_all()
