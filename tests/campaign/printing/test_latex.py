"""LaTeX tables: bare tabulars, balanced and escaped, with a comment on all that they need."""

import re

import numpy as np
import pandas as pd
import pytest

from oq_core import Options, analyse
from oq_core.campaign import Report, latex
from oq_core.campaign.printing.latex import _shade
from oq_core.campaign.printing.latex_text import escape, maths
from oq_core.campaign.printing.table import BLUE, Column, Table
from tests.campaign.made import AWKWARD, scores


@pytest.fixture(scope="module")
def made():
    """The LaTeX of every kind of table, of 3 to 22 runs, by a name."""
    found = {}
    for runs, measures in ((3, 13), (14, 13), (22, 6)):
        data = {"東 [A] 50 %": scores(runs, measures), "y": scores(runs, measures, seed=1)}
        report = Report(analyse(data, Options(trials=20, splits=5, samples=10)), "")
        for table in (each for section in report.sections for each in section.tables):
            found[f"{runs}-{table.file}"] = table, latex(table)
    return found


def table(columns, rows, title="t", data="", **more):
    return Table("x", data, title, columns, rows, pd.DataFrame(), **more)


def test_every_table_is_one_balanced_tabular_with_a_cell_for_each_column(made):
    assert len(made) > 60
    for name, (of, text) in made.items():
        lines = text.splitlines()
        begins = [n for n, line in enumerate(lines) if not line.startswith("%")]
        body = lines[begins[0] :]
        assert begins == [*range(begins[0], len(lines))], name
        assert re.fullmatch(r"\\begin{tabular}{@{}(?:[lr]|p{6cm})+@{}}", body[0]), name
        specification = body[0].removesuffix("@{}}").partition("{@{}")[2]
        kinds = re.findall(r"[lr]|p{6cm}", specification)
        assert len(kinds) == len(of.columns), name
        assert body[1] == r"\toprule"
        assert body[-2:] == [r"\bottomrule", r"\end{tabular}"]
        plain = re.sub(r"\\[&%$#_{}]", "", text)
        assert plain.count("{") == plain.count("}"), name
        assert plain.count("$") % 2 == 0, name
        for line in (each for each in body if each.endswith(r" \tabularnewline")):
            spans = [int(n) - 1 for n in re.findall(r"\\multicolumn{(\d+)}", line)]
            unescaped = re.sub(r"\\[&%$#_{}]", "", line)
            assert unescaped.count("&") + 1 + sum(spans) == len(of.columns), name
            assert not re.search("[%#]", unescaped), name


def test_columns_of_numbers_are_flush_right_and_long_words_are_broken():
    columns = (Column("run", kind="name"), Column("mean"), Column("by", kind="words"))
    long = ("a word and more " * 5, "short", "two\nlines that are short enough")
    texts = [latex(table(columns, (("r", "0.5", words),))) for words in long]
    assert [r"{@{}lrp{6cm}@{}}" in text for text in texts] == [True, False, False]
    assert [r"{@{}lrl@{}}" in text for text in texts] == [False, True, True]
    assert r"& \raggedright a word" in texts[0]
    # What a cell has on a second line stands in a row of its own.
    assert "r & 0.5 & two \\tabularnewline\n &  & lines that" in texts[2]


def test_names_that_are_signs_of_tex_stay_names():
    assert escape("[a]*b") == "{[}a{]}{*}b"
    assert escape("50%_of & #1 {x}^2 ~ \\c $y$") == (
        r"50\%\_of \& \#1 \{x\}\textasciicircum{}2 \textasciitilde{} \textbackslash{}c \$y\$"
    )
    assert escape("a--b---c,,d''e") == "a-{}-b-{}-{}-c,{},d'{}'e"
    assert escape("a\u200b\x07b") == "aU+0007b"
    assert maths("By NMD, a--b,,c''d is first.") == "By NMD, a-{}-b,{},c'{}'d is first."
    # What is a symbol in a heading is a team's or a run's name below it.
    rows = (("T", "k", "3"), ("S", "alpha_ORD", "4"))
    columns = (Column("team", kind="name"), Column("of", kind="name"), Column("T"))
    text = latex(table(columns, rows))
    assert "team & of & $T$ " in text
    assert "T & k & 3 " in text
    assert r"S & $\alpha$-ORD & 4 " in text
    for name in AWKWARD:
        plain = re.sub(r"\\[&%$#_{}]", "", escape(name))
        assert plain.count("{") == plain.count("}")
        assert not re.search(r"[&%#_]", plain)


def test_signs_that_pdflatex_lacks_are_told_in_a_comment(made):
    told = "% Names here have signs that pdfLaTeX lacks"
    assert told in made["3-means"][1]
    columns = (Column("run", kind="name"), Column("mean τ"))
    assert told not in latex(table(columns, (("Übung-Größe-é ‡", "−0.5"),)))
    assert told in latex(table(columns, (("Ελληνικά", "0.5"),)))


def test_what_it_shows_is_a_caption_in_a_comment():
    columns = (Column("run", kind="name"), Column("NMD"))
    text = latex(table(columns, (("r", "1"),), "means at 95 %, α = 0.05", "50 %_x", note="how"))
    assert r"% \caption{50 \%\_x: means at 95~\%, $\alpha = 0.05$; how.}" in text.splitlines()
    assert "% Packages: booktabs, fontenc with the option T1." in text.splitlines()
    shaded = latex(table(columns, (("r", "1"),), shades={(0, 1): 0.5}))
    assert "% Packages: booktabs, colortbl, fontenc with the option T1." in shaded.splitlines()


def test_own_words_are_set_as_maths():
    assert maths("at α = 0.05, B = 5,000; V_E2 = 0.01") == (
        r"at $\alpha = 0.05$, $B = 5{,}000$; $V_{\mathit{E2}} = 0.01$"
    )
    assert maths("runs by MAE_mu; MAE_M, DNKT_JSD") == r"runs by MAE$^\mu$; MAE$^M$, DNKT\_JSD"
    assert maths("τ-a of -1 at 95 %") == r"$\tau$\mbox{-}a of $-$1 at 95~\%"


def test_minus_is_no_hyphen_and_lists_have_formulas():
    columns = (Column("run", kind="name"), Column("τ"), Column("by", kind="words"))
    text = latex(table(columns, (("always -1", "[-0.61, .8]", "kappa, alpha_ORD, a word"),)))
    assert r"run & $\tau$ & by \tabularnewline" in text
    row = r"always $-$1 & {[}$-$0.61, .8{]} & $\kappa$, $\alpha$-ORD, a word \tabularnewline"
    assert row in text


def test_marks_are_set_and_of_a_low_share_the_number_alone_is_underlined():
    columns = (Column("", kind="name"), Column("RNOD"))
    cells = ("66.7 (1/2/0)", "0.1", "0.2", "0.3")
    marks = dict(zip([(n, 1) for n in range(4)], ("low", "best", "high", "equal"), strict=True))
    found = latex(table(columns, tuple(("NMD", each) for each in cells), marks=marks))
    for words in (
        r"NMD & \underline{66.7} (1/2/0) \tabularnewline",
        r"NMD & \textbf{0.1} \tabularnewline",
        r"NMD & \textbf{0.2} \tabularnewline",
        r"NMD & 0.3\rlap{$^{*}$} \tabularnewline",
    ):
        assert words in found


def test_groups_have_a_heading_above_their_columns_and_rules_stand_between_rows():
    columns = (Column("run", kind="name"), Column("mean", "NMD"), Column("rank", "NMD"))
    text = latex(table(columns, (("a", "1", "2"), ("b", "3", "4")), rules=frozenset({0, 1})))
    body = text[text.index(r"\toprule") :].splitlines()
    assert body[1:] == [
        r"\multicolumn{1}{c}{} & \multicolumn{2}{c}{NMD} \tabularnewline",
        r"\cmidrule(lr){2-3}",
        r"run & mean & rank \tabularnewline",
        r"\midrule",
        r"a & 1 & 2 \tabularnewline",
        r"\midrule",
        r"b & 3 & 4 \tabularnewline",
        r"\bottomrule",
        r"\end{tabular}",
    ]


@pytest.mark.parametrize("shade", [0.25, 1])
def test_a_shade_is_so_much_of_the_blue_on_white(shade):
    parts = re.findall(r"[01]\.\d\d", _shade(shade))
    wanted = (1 - shade) + shade * np.array(BLUE) / 255
    assert np.array(parts, float) == pytest.approx(wanted, abs=0.005)
    assert _shade(0) == ""
