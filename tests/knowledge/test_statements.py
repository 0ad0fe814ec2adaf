"""Statements on error, coverage and power: each rests on a row of the table of simulations."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pandas as pd
import pytest

from oq_core.knowledge import simulations
from tests.conftest import ROOT
from tests.knowledge.test_simulations import OWN_TABLES

#: What a statement is made with; and with what, where it is about such a thing.
WORDS = re.compile(
    r"\b(cover(s|ed|age)?|conservative|safe|wrong in|meant to|cannot be shown|leads in)\b",
    re.IGNORECASE,
)
WORDS_ABOUT = re.compile(r"\b(holds?|held|keeps? to)\b", re.IGNORECASE)
ABOUT = re.compile(
    r"\b(intervals?|errors?|alpha|familywise|rules?|tests?|p-values?|pairs?|ranks?|raters?|draws?"
    r"|campaigns?|resamples?|bootstrap|scores)\b|α|%",
    re.IGNORECASE,
)


def texts(path: Path) -> Iterator[str]:
    """What a file says: a page's text, or the strings and comments of code."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".jinja", ".html"):
        text = re.sub(r"\{#.*?#\}|\{%.*?%\}|<[^>]*>", " ", text, flags=re.S)
        text = re.sub(r"\{\{.*?\}\}", "…", text, flags=re.S)
    if path.suffix != ".py":
        yield from re.split(r"\n\s*\n|\n(?=[-*|#])", re.sub(r"```.*?```", "", text, flags=re.S))
        return
    parts = set[ast.AST]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.JoinedStr):
            parts.update(node.values)
            yield "".join(
                part.value if isinstance(part, ast.Constant) else "…" for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in parts:
            yield from re.split(r"\n\s*\n|\n(?=- )", re.sub(r">>>.*", "", node.value))
    yield from re.findall(r"#:? (.*)", text)


def sentences(path: Path) -> Iterator[str]:
    """Sentences with such a word, about such a thing."""
    for text in texts(path):
        for each in re.split(r"(?<=[.?!;:])\s+", " ".join(text.split())):
            if WORDS.search(each) or (WORDS_ABOUT.search(each) and ABOUT.search(each)):
                yield each


#: Code with docstrings, words of pages, lessons, templates and documentation.
SUFFIXES = (".py", ".toml", ".md", ".jinja", ".html")
#: Whose numbers are those of the table, or of tables of their own.
MADE = {"simulations.jinja", "simulations.py", *OWN_TABLES}


@cache
def every_statement(root: Path = ROOT) -> dict[str, str]:
    """Each sentence and the file that says it."""
    paths = [
        path
        for folder in ("oq_core", "pages", "sample_data", ".github/docs", ".github/site")
        for path in (root / folder).rglob("*.*")
        # What is made of the code is read there.
        if path.suffix in SUFFIXES and path.name not in MADE and "made" not in path.parts
    ]
    return {
        each: str(path.relative_to(root))
        for path in (root / "README.md", *paths)
        for each in sentences(path)
    }


def row(kind: str, design: str, rule: str, n: int) -> tuple[str, str, str, int]:
    return kind, design, rule, n


#: All pairs' intervals, and all runs' ranks, where runs are alike: they cover 95 %.
DIFFERENCES = [(row("coverage of differences", design, "all pairs", n), 0.95, 1)
               for design in ("equal", "one spread x 6") for n in (15, 40)]  # fmt: skip
RANKS = [(row("coverage of ranks", "12 equal runs", "rank sets", n), 0.95, 1) for n in (15, 40)]
TABLE = pd.read_csv(simulations.TABLE).set_index(["kind", "design", "rule", "n"])
#: What a statement begins or ends with that can be told apart: the rows it rests on, and between
#: which values each must be, within two standard errors.
RESTS = {
    "No rule is safe against skew": [
        (row("wrong", design, rule, n), 0.05, 1)
        for design, n in (("one spread x 6, log-normal", 15), ("fails on 5 %", 40))
        for rule in simulations.RULES
    ],
    "in [0, 1] that cover whatever": [
        (row("coverage of a mean", "fails on 5 %", "bounds", n), 0.95, 1) for n in (5, 10, 20, 30)
    ],
    "they cover whatever the scores are like": [
        (row("coverage of a mean", "beta(2, 5)", "bounds", n), 0.95, 1) for n in (5, 10, 20, 30)
    ],
    "All intervals of a measure are meant to hold": DIFFERENCES,
    "meant to hold at … % for all pairs": DIFFERENCES,
    "percentile intervals then cover too little": [
        (row("coverage of a mean", "beta(2, 5)", "percentile", n), 0, 0.93) for n in (5, 10, 20)
    ],
    "Sets of ranks that hold for all runs together": RANKS,
    "sets of ranks that hold for all judges together": RANKS,
    "All sets of a measure are meant to hold": RANKS,
    "Ranks that hold for all runs together": RANKS,
    "This helps, but does not keep to α": [
        (row("wrong", "one spread x 6", "studentised", n), 0.06, 0.14) for n in (15, 40)
    ],
    "covers r in nine of ten samples or more": [
        (
            row("coverage of Pearson's r", f"clusters of 4, {spreads} spread", "whole clusters", n),
            0.9,
            1,
        )
        for spreads in ("equal", "unlike")
        for n in (5, 10, 60)
    ],
    "They cover where a run fails rarely, and are wide": [
        (row("coverage of a mean", "fails on 5 %", "bounds", n), 0.95, 1) for n in (5, 10, 20, 30)
    ],
    "none is safe": [
        (row("wrong", design, rule, n), 0.05, 1)
        for design, n in (("one spread x 6, log-normal", 15), ("fails on 5 %", 40))
        for rule in simulations.RULES
    ],
    # Arithmetic, and a heading.
    "p-values below 1/B times the number of pairs cannot be shown": [],
    "What the intervals say, and how well they cover": [],
}
#: Not on error, coverage or power; or of a table of its own (judges, estimates).
OTHER = re.compile(
    r"is simulated by `tests/benchmarks|holds an invented campaign|hold distributions|held at once"
    r"|What it holds|V_E1 also holds|Our rules cover the train|holds all pairs at once|log hold"
    r"|holds exactly|safe to (open|show)|safe for colour|How safe|names that cannot be shown"
    r"|covers (another|no more of)|keeps? to (what|a code)|An estimate can be wrong"
    r"|(guess|little|much) (that )?is wrong in|votes are wrong in|example_decides = "
)


def made_from_the_table() -> str:
    return " ".join(map(simulations.said, ("advice", "choice", "clusters", "everything")))


def unknown(root: Path = ROOT) -> dict[str, str]:
    """Statements that rest on no row."""
    said = made_from_the_table()
    return {
        each: path
        for each, path in every_statement(root).items()
        if not any(begins in each for begins in RESTS)
        and each.removeprefix("**Which rule.** ") not in said
        and not OTHER.search(each)
    }


def test_every_statement_rests_on_a_row():
    assert not unknown(), "reword it, or name the row of the table that it rests on"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("README.md", "# T\n\nFindings. {}\n"),
        (".github/docs/explanation/new.md", "- {}\n"),
        ("oq_core/measures/new.py", '"""Return a number.\n\n{}\n"""\n'),
        ("oq_core/knowledge/new.toml", 'words = "{}"\n'),
        ("oq_core/campaign/printing/new.jinja", "{{% macro new(n) %}}\n{}\n{{% endmacro %}}\n"),
        ("oq_core/campaign/publishing/new.html", "<p class='note'>{}</p>\n"),
        ("pages/drawing/new.py", 'words.caption(f"{}")\n'),
        ("pages/learn/lessons_parts/words/new.toml", 'told = """\n{}\n"""\n'),
        ("sample_data/new.py", "# {}\n"),
    ],
)
@pytest.mark.parametrize(
    "claim",
    [
        "It is conservative.",
        "Random signs are wrong in 3 % of campaigns.",
        "These intervals hold at 95 %.",
        "A run that scores near it cannot be shown to be better.",
        "From 12 raters on it leads in 95 % of the draws.",
    ],
)
def test_a_claim_that_rests_on_no_row_is_found_in_any_file(tmp_path, path, text, claim):
    (tmp_path / "README.md").touch()
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text(text.format(claim))
    ((said, where),) = unknown(tmp_path).items()
    assert claim.rstrip(".") in said
    assert where == path


@pytest.mark.parametrize("begins", RESTS)
def test_a_row_says_what_the_statement_says(begins):
    assert any(begins in each for each in every_statement()), "nobody says it any more"
    for key, least, most in RESTS[begins]:
        value, error = TABLE.loc[key, ["value", "error"]]
        assert least - 2 * error <= value <= most + 2 * error, key


def test_a_claim_is_found_wherever_it_stands(tmp_path):
    (tmp_path / "page.md").write_text("# T\n\n- Fast.\n- This test holds α.\n")
    code = '"""Intervals that are conservative.\n\nElse."""\nX = f"wrong in {1} % of pairs"\n'
    (tmp_path / "code.py").write_text(f"{code}# No test is safe.\n")
    found = [each for name in ("page.md", "code.py") for each in sentences(tmp_path / name)]
    assert found == [
        "- This test holds α.", "Intervals that are conservative.", "wrong in … % of pairs",
        "No test is safe.",
    ]  # fmt: skip
