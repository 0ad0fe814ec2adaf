"""LaTeX tables: they compile with every engine and fit every column; without TeX, their widths."""

import os
import re
import shutil
import subprocess
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from oq_core import Collection, Options, analyse, score
from oq_core.analysis import Contradictions, compare_runs
from oq_core.campaign import Report, latex
from oq_core.campaign.computing.baselines import with_baselines
from oq_core.campaign.computing.described import filled
from oq_core.campaign.printing import layouts
from oq_core.campaign.printing.latex import _SEPARATION, _Layout, _shade
from oq_core.campaign.printing.latex_text import breakable, escape, maths, width
from oq_core.campaign.printing.run_labels import names_of
from oq_core.campaign.printing.style import PLAIN
from oq_core.campaign.printing.table import BLUE, Column, Table
from oq_core.campaign.publishing.report import _across, _tested
from tests.campaign.made import AWKWARD, MEASURES, scores

CLASSES = {
    "one column": r"\documentclass{article}",
    "two columns": r"\documentclass[twocolumn]{article}",
    # Its own fonts are a package of their own, which not every TeX has; Latin Modern is wider.
    "acmart": r"\documentclass[sigconf,nonacm]{acmart}"
    r"\makeatletter\@ifpackageloaded{libertine}{}{\usepackage{lmodern}}\makeatother",
    # ACL's style is not packaged; these are its page, columns and letters.
    "ACL": r"\documentclass[11pt,a4paper,twocolumn]{article}"
    r"\usepackage[a4paper,margin=2.5cm,columnsep=0.6cm]{geometry}\usepackage{times}",
}
_USUAL = [
    *((name, "pdflatex") for name in CLASSES), ("two columns", "xelatex"), ("ACL", "lualatex"),
]  # fmt: skip
_DEAR = pytest.mark.dear("pdfLaTeX compiles for every class, the other engines for one each")
WAYS = _USUAL + [
    pytest.param(name, engine, marks=_DEAR)
    for name in CLASSES
    for engine in ("xelatex", "lualatex")
    if (name, engine) not in _USUAL
]


@pytest.fixture(scope="module")
def made():
    """The LaTeX of every kind of table, of 3 to 190 runs, by a name."""
    found = {}
    for runs, measures in ((3, 13), (14, 13), (22, 6), (190, 3)):
        data = {"東 [A] 50 %": scores(runs, measures), "y": scores(runs, measures, seed=1)}
        analysis = analyse(data, Options(trials=20, splits=5, samples=10))
        names = Report(analysis, "").names
        # Those of all data sets: what 190 runs have in each takes long, and is no other LaTeX.
        for table in (*_across(analysis, names), *_tested(analysis).tables):
            if table.rows:
                found[f"{runs}-{table.file}"] = latex(names.table(table))
    gold = Collection("x", tuple("abcde"), ("1", "2"), np.full((2, 5), 0.2), {})
    both, names = with_baselines(gold)
    wins = compare_runs(score(both, MEASURES), *names)
    data_sets = {f"A name of a data set, {scale}": wins for scale in "ASE"}
    found["wins"] = latex(layouts.baseline_wins(data_sets, MEASURES))
    return found


@pytest.mark.parametrize(("kind", "engine"), WAYS)
def test_every_table_compiles_and_fits(made, tmp_path, kind, engine):
    assert faults(made, tmp_path, kind, engine) == []


@pytest.mark.parametrize("kind", CLASSES)
def test_a_table_of_a_thousand_rows_compiles_and_fits(tmp_path, kind):
    data = analyse({"x": scores(110, 1)}, Options(trials=20, splits=5, samples=10)).data_sets[0]
    table = layouts.differences("x", data.tests, 0, data.effects, 0.05)
    assert len(table.rows) > 1000
    names = [row[0] for row in table.rows]
    # The best run is better than more runs than a page has room for.
    best = table.numbers["better"].tolist().count(names[0])
    assert best > 50
    assert [names.index(names[0], 1), *names[1:25]] == [25, *[""] * 24]
    assert faults({"long": latex(table)}, tmp_path, kind, "pdflatex") == []


def faults(texts, folder, kind, engine):
    """What TeX says of tables, by name, that do not fit; it must compile them."""
    if shutil.which(engine) is None or (kind == "acmart" and not _has("acmart.cls")):
        pytest.skip("TeX is not installed: see .ci/run")
    body = "".join(rf"\typeout{{TABLE {name}}}{text}\clearpage " for name, text in texts.items())
    (folder / "all.tex").write_text(
        CLASSES[kind] + r"\usepackage[T1]{fontenc}\usepackage{booktabs,colortbl,graphicx,longtable}"
        r"\begin{document}\title{x}\maketitle " + body + r"\end{document}", encoding="utf-8",
    )  # fmt: skip
    done = subprocess.run(
        [engine, "-interaction=nonstopmode", "-halt-on-error", "all.tex"],
        cwd=folder, capture_output=True, check=False, env={**os.environ, "max_print_line": "999"},
    )  # fmt: skip
    log = (folder / "all.log").read_text(errors="replace")
    assert done.returncode == 0, log[log.find("\n! ") :][:600]
    table, found = "", []
    for line in log.splitlines():
        table = line[6:] if line.startswith("TABLE ") else table
        if re.search(r"Overfull|Float too large|Missing character", line):
            found.append(f"{table}: {line}")
    return found


def _has(file):
    return subprocess.run(["kpsewhich", file], capture_output=True, check=False).returncode == 0


def test_what_is_wide_is_split_and_what_is_narrow_stays_in_a_column(made):
    for name, text in made.items():
        wide = float(re.search(r"at most (\d+) pt wide", text)[1])
        # No space beside the first and the last column, which would be wider than is said.
        # What reaches over the last column, shades and stars, has the blank beside it.
        is_over = r"\cellcolor" in text or r"\rlap" in text
        ends = re.findall(r"begin{(?:tabular|longtable)}{(@{})(?:[lr]|p{\d+pt})*(.*)}\n", text)
        assert set(ends) == {("@{}", "" if is_over else "@{}")}, name
        assert wide <= PLAIN.page + 1, name
        if r"\begin{table}" in text:
            assert wide <= PLAIN.column + 1, name
    assert r"\begin{table}" in made["3-teams"]
    assert r"\begin{longtable}" in made["190-means"]
    assert made["14-means"].count(r"\begin{tabular}") > 1
    # The caption is told once, at the first page's head.
    first, later = re.split(r"\\endfirsthead", made["190-means"], maxsplit=1)
    assert (first.count(r"\caption{"), first.count("(continued)")) == (1, 0)
    later = later[: later.index(r"\endhead")]
    assert (later.count(r"\caption{"), later.count(r"\caption[]{(continued)}")) == (0, 1)


def test_differences_of_runs_with_short_names_fit_a_column():
    data = analyse({"x": scores(30, 2)}, Options(trials=100, splits=5, samples=10)).data_sets[0]
    short = replace(data.tests, runs=tuple(f"TEAM{n:02}-run1" for n in range(30)))
    table = layouts.differences("x", short, 0, data.effects, 0.05)
    text = latex(replace(table, rows=table.rows[:20]))
    assert r"\begin{table}" in text
    assert "TEAM" in text


def test_ends_of_a_long_table_are_not_alone_on_a_page():
    columns = (Column("run", kind="name"), Column("NMD"))
    rows = tuple((f"r{n}", "0.1") for n in range(50))
    table = Table("x", "", "x", columns, rows, pd.DataFrame({"run": [0]}))
    lines = [line for line in latex(table).splitlines() if line.startswith("r")][-50:]
    kept = [n for n, line in enumerate(lines) if line.endswith(r"\tabularnewline*")]
    assert kept == [0, 1, 47, 48]


@pytest.mark.parametrize(("rows", "floats"), [(13, 1), (14, 2), (22, 2), (23, 3)])
def test_as_many_blocks_stand_below_each_other_as_a_page_has_room_for(rows, floats):
    """Of three blocks, each with three lines of headings and rules: 50 lines fit a page."""
    columns = (Column("run", kind="name"), *(Column(f"measure {n}") for n in range(14)))
    cells = tuple((f"run {n}", *["0.1234"] * 14) for n in range(rows))
    text = latex(Table("x", "", "x", columns, cells, pd.DataFrame()))
    assert [text.count(rf"\begin{{{each}}}") for each in ("tabular", "table*")] == [3, floats]


def test_names_that_are_signs_of_tex_stay_names():
    assert escape("[a]*b") == "{[}a{]}{*}b"
    assert escape("50%_of & #1 {x}^2 ~ \\c $y$") == (
        r"50\%\_of \& \#1 \{x\}\textasciicircum{}2 \textasciitilde{} \textbackslash{}c \$y\$"
    )
    assert escape("a--b---c,,d''e") == "a-{}-b-{}-{}-c,{},d'{}'e"
    assert maths("By NMD, a--b,,c''d is first.") == "By NMD, a-{}-b,{},c'{}'d is first."
    assert breakable("a--b", "") == "a-{}-b"
    assert breakable("a--b") == r"a-\allowbreak{}-\allowbreak{}b"
    # As much as there is room for stands between two breaks, and after a joint or a space.
    most, rest = 3.01 * width("a"), r"aaa\allowbreak{}a"
    assert breakable("a" * 7, "", most) == rf"aaa\allowbreak{{}}{rest}"
    assert breakable("a-aaaa", "-", most) == rf"a-\allowbreak{{}}{rest}"
    assert breakable("a aaaa", "-", most) == f"a {rest}"
    # What is a symbol in a heading is a team's or a run's name below it.
    rows = (("T", "k", "3"), ("S", "alpha_ORD", "4"))
    columns = (Column("team", kind="name"), Column("of", kind="name"), Column("T"))
    made = latex(Table("t", "", "Teams", columns, rows, pd.DataFrame()))
    assert "team & of & $T$ " in made
    assert "T & k & 3 " in made
    assert r"S & $\alpha$-ORD & 4 " in made
    for name in AWKWARD:
        for text in (escape(name), breakable(name)):
            plain = re.sub(r"\\[&%$#_{}]", "", text)
            assert plain.count("{") == plain.count("}")


def test_a_sign_that_no_font_has_is_named_in_the_file(made):
    text = made["3-teams"]
    assert "U+6771" in text.split(r"\begin{table}")[0]
    assert r"\oqsign{6771}{東}" in text


@pytest.mark.parametrize(("count", "ends"), [(12, "U+4E0B."), (13, "U+4E0B and 1 more.")])
def test_of_many_signs_that_no_font_has_twelve_are_named(count, ends):
    name = "".join(map(chr, range(0x4E00, 0x4E00 + count)))
    columns, rows = (Column("run", kind="name"), Column("mean")), (("x", "0.1"),)
    text = latex(Table("t", name, "Means", columns, rows, pd.DataFrame()))
    assert next(line for line in text.splitlines() if "lack" in line).endswith(ends)


def test_own_words_are_set_as_maths():
    assert maths("at α = 0.05, B = 5,000; V_E2 = 0.01") == (
        r"at $\alpha = 0.05$, $B = 5{,}000$; $V_{\mathit{E2}} = 0.01$"
    )


def test_measures_are_formulas_in_captions_as_in_headings():
    assert maths("runs by MAE_mu; MAE_M, DNKT_JSD") == r"runs by MAE$^\mu$; MAE$^M$, DNKT\_JSD"


def test_minus_is_no_hyphen_and_lists_have_formulas():
    columns = (Column("run", kind="name"), Column("τ"), Column("by", kind="words"))
    rows = (("always -1", "[-0.61, .8]", "kappa, alpha_ORD, a word " + "and more " * 20),)
    text = latex(Table("x", "", "τ-a of -1 at 95 %", columns, rows, pd.DataFrame({"run": [0]})))
    for words in ("always $-$1 ", r"{[}$-$0.61, .8{]}", r"$\kappa$, $\alpha$-ORD, a word",
                  r"$\tau$\mbox{-}a of $-$1 at 95~\%"):  # fmt: skip
        assert words in text


def test_only_the_number_of_a_low_share_is_underlined():
    columns = (Column("", kind="name"), Column("RNOD"))
    marks = {(0, 1): "low"}
    found = latex(Table("x", "", "x", columns, (("NMD", "66.7 (1/2/0)"),), pd.DataFrame(), marks))
    assert r"NMD & \underline{66.7} (1/2/0) \tabularnewline" in found


def test_what_is_a_little_too_wide_is_shrunk_and_told_how_to_be_read_once():
    def made(columns, rows=2):
        columns = (Column("run", kind="name"), *(Column(f"M{n:02}") for n in range(columns)))
        row = ("a", *["0.1234"] * (len(columns) - 1))
        return latex(Table("x", "", "means", columns, (row,) * rows, pd.DataFrame(), note="how"))

    shrunk, split, long = made(11), made(150), made(11, 60)
    assert shrunk.count(r"\resizebox{338pt}{!}{%") == shrunk.count(r"\end{tabular}}") == 1
    assert r"\resizebox" not in split + long + made(8)
    # Parts after the first name it, and a long table says on each page which it is.
    assert split.count(". How.}") == 1
    assert "(2 of 2). Read as Table~\\ref{tab:x}.}" in split
    assert r"\caption[]{(continued)}" in long


def test_the_table_of_runs_has_official_names_as_they_are():
    runs = filled(["a-run-whose-name-is-too-long-for-a-column", "b"])
    names = names_of(runs.values())
    table = names.table(layouts.described_runs(runs.values(), names.labels))
    place = [each.name for each in table.columns].index("official name")
    assert [row[place] for row in table.rows] == list(runs)
    assert table.rows[0][0] == runs[table.rows[0][place]].short


def test_a_table_without_rows_says_none():
    found = Contradictions(np.zeros((2, 2), dtype=np.int64), (), ("NMD", "JSD"), ("a", "b"))
    text = latex(layouts.contradicting_pairs("x", found))
    assert r"\multicolumn{4}{@{}l@{}}{none} \tabularnewline" in text


def test_widths_are_never_too_small():
    # Widths of cmr8 in points, as its metric file has them.
    known = {"0": 4.25, "m": 7.08, "W": 8.74, "i": 2.36, "A": 6.38, "-": 2.83, "M": 7.79, "Q": 6.61}
    for sign, wide in known.items():
        assert width(sign) >= wide, sign
    assert np.isclose(width("ab"), width("a") + width("b"))


def test_columns_are_as_wide_as_they_are_with_a_space_between():
    cells = (("one", "0.1234", "0.25"),)
    columns = (Column("run", kind="name"), Column("NMD"), Column("RNOD"))
    layout = _Layout(Table("t", "", "t", columns, cells, pd.DataFrame(cells)), PLAIN)
    one, two = (layout.column(place) for place in (0, 1))
    assert layout.total([0]) == pytest.approx(one)
    assert layout.total([0, 1]) == pytest.approx(one + two + 2 * _SEPARATION)


def test_columns_of_words_share_what_others_leave_of_a_page():
    words = " ".join(["many words"] * 40)
    columns = (Column("run", kind="name"), *(Column(n, kind="words") for n in ("one", "two")))
    layout = _Layout(Table("t", "", "t", columns, (("r", words, words),), pd.DataFrame([0])), PLAIN)
    assert layout.cells[1] == layout.cells[2]
    assert layout.total([0, 1, 2]) == pytest.approx(PLAIN.page)
    assert [layout.lines(row) for row in (("r", "a", "b"), ("r\ns\nt", "a", "b"))] == [1, 3]


@pytest.mark.parametrize("shade", [0.25, 1])
def test_a_shade_is_so_much_of_the_blue_on_white(shade):
    parts = re.findall(r"[01]\.\d\d", _shade(shade))
    wanted = (1 - shade) + shade * np.array(BLUE) / 255
    assert np.array(parts, float) == pytest.approx(wanted, abs=0.005)
    assert _shade(0) == ""


def test_blocks_of_a_split_table_are_about_as_wide_and_no_column_stands_alone():
    names = ("run", *(f"measure {n}" for n in range(15)))
    columns = tuple(Column(name, kind="number" if n else "name") for n, name in enumerate(names))
    row = ("a name that is long", *["0.1234"] * 15)
    table = Table("t", "A", "means", columns, (row,), pd.DataFrame())
    rows = re.findall(r"a name that is long (.*)\\tabularnewline", latex(table, PLAIN))
    sizes = [row.count("&") for row in rows]
    assert sum(sizes) == 15
    assert len(sizes) > 1
    assert max(sizes) - min(sizes) <= 1
