"""The overview: it says what it has, compiles in every style, fits, and is the same again."""

import os
import re
import shutil
import subprocess
from dataclasses import replace

import numpy as np
import pytest

from oq_core import DataError, Options, Scores, analyse, rank_runs, write_report
from oq_core.analysis import Overlap, Rule
from oq_core.campaign import Campaign, Choices, Part, Report, latex
from oq_core.campaign.computing.sources import Author
from oq_core.campaign.printing import layouts
from oq_core.campaign.printing.latex_text import SIGN_COMMAND
from oq_core.campaign.printing.paper import compiling
from oq_core.campaign.printing.paper.compiling import compile_overview
from oq_core.campaign.printing.paper.overview import Chapter, methods_paragraph, overview
from oq_core.campaign.printing.style import PLAIN, STYLES
from oq_core.data import RunDescription
from tests.campaign.made import AWKWARD, scores

DATE = "2024-05-31T12:00:00+00:00"
QUICK = Options(trials=60, splits=4, samples=20)
#: Runs, measures and data sets: each style has one of each number of runs.
SIZES = {"acm": ((2, 2, 1), (14, 2, 2), (40, 1, 1)), "acl": ((2, 1, 2), (14, 2, 1), (40, 1, 1)),
         "article": ((2, 1, 1), (14, 2, 3), (40, 2, 1))}  # fmt: skip
#: Pages that what is usual takes at most, without its references.
MOST_PAGES = {("article", 14, 2, 3): 10}
needs_tex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="TeX: see .ci/run")


def campaign(runs, measures, data_sets, described=True):
    """Runs with awkward names, which are described, or are not."""
    names = "ASE"[:data_sets]
    made = {f"T & {name}": scores(runs, measures, 15, n) for n, name in enumerate(names)}
    for each in made.values():
        # A measure is undefined there.
        each.values[0, 0, 0] = np.nan
    every = [] if not described else [
        RunDescription(name, f"{name[:5]}_&", f"{name} <primary>", f"R{n}", f"50 % {name}", n == 1)
        for n, name in enumerate(AWKWARD[:runs])
    ]  # fmt: skip
    return Campaign(made, parts=(Part(Choices(title="T", described=tuple(every))),))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A report of 14 runs, with its PDF if there is TeX."""
    made = tmp_path_factory.mktemp("reports") / "report"
    analysis = analyse(campaign(14, 2, 2), QUICK)
    write_report(analysis, made, DATE, "acl", pdf=shutil.which("pdflatex") is not None)
    return made


def test_methods_say_by_what_effects_and_intervals_of_tau_are_made():
    data = {"T": scores(6, 2, 15, 0)}
    usual = methods_paragraph(analyse(data, QUICK))
    assert r"$\sqrt{V_{\mathit{E1}}}$, that of what is left after the runs' means~\cit" in usual
    assert r"intervals are by Fieller, Hartley and Pearson's formula~\citep{Fieller57}" in usual
    options = replace(QUICK, effect="E2", tau_interval="instances", bounded=True)
    other = methods_paragraph(analyse(data, options))
    assert r"$\sqrt{V_{\mathit{E2}}}$, that of what is left after the runs' and the inst" in other
    assert r"intervals are by bootstrap over instances, 20 samples~\citep{Efron93}" in other
    assert "intervals by betting" in other
    # The bootstrap is for many instances.
    assert "Means have 95~\\% intervals by Student's t." in usual
    assert r"Resamples are 20 samples of the bootstrap over instances~\citep{Efron93}" in usual
    both = methods_paragraph(analyse({**data, "U": scores(6, 2, 30, 0)}, QUICK))
    assert "In T, means have 95~\\% intervals by Student's t." in both
    assert "In U, means have 95~\\% bootstrap intervals over instances from 20 samples" in both
    many = methods_paragraph(analyse({"U": scores(6, 2, 30, 0)}, QUICK))
    assert "Means have 95~\\% bootstrap" in many
    assert "Resamples" not in many
    few = methods_paragraph(analyse({"T": scores(3, 2, 15, 0)}, QUICK))
    assert "Kendall's" in few
    assert "Fieller" not in few


@pytest.mark.parametrize("of", ["title", "author", "university", "run", "nothing"])
def test_a_sign_that_no_font_has_is_defined_wherever_it_stands(of):
    def named(part):
        return "東" if part == of else "plain"

    made = analyse({"T": replace(scores(1, 1, 3), runs=(named("run"),))}, QUICK)
    authors = (Author(named("author"), named("university")),)
    found = overview(
        named("title"),
        [Chapter("Runs", (named("run"),))],
        replace(made, campaign=replace(made.campaign, authors=authors)),
        PLAIN,
    )
    assert (r"\oqsign{6771}{東}" in found) == (SIGN_COMMAND in found) == (of != "nothing")


@pytest.mark.parametrize(
    ("method", "work"),
    [("step-down", "Carterette12"), ("fisher-holm", "Fisher35"), ("sign-flip", "RomanoWolf05")],
)
def test_methods_cite_whose_test_it_is_and_say_what_no_test_corrects(method, work):
    options = replace(QUICK, rule=Rule(method), trials=2000)
    one = methods_paragraph(analyse({"T": scores(4, 2, 15, 0)}, options))
    assert (
        rf"paired over instances, with $B = 2{{,}}000$ and $\alpha = 0.05$~\citep{{{work}}}" in one
    )
    assert "corrected for several data sets" not in one
    two = {"T": scores(4, 2, 15, 0), "U": scores(4, 2, 15, 1)}
    assert "; nothing is corrected for several data sets." in methods_paragraph(
        analyse(two, options)
    )


def test_every_float_is_labelled_told_of_and_there(folder):
    text = (folder / "overview.tex").read_text()
    inputs, figures = (
        re.findall(r"input{latex/(.+?)}", text),
        re.findall(r"figures/(.+?).pdf", text),
    )
    assert len(set(inputs)) == len(inputs) >= 12
    assert all((folder / "latex" / f"{name}.tex").is_file() for name in inputs)
    assert all((folder / "figures" / f"{name}.pdf").is_file() for name in figures)
    assert (
        r"In T \& A and T \& S, 14 runs (1 of them a baseline) are compared on 14 instances each (1"
        in text
    )
    assert re.search(r"14 runs are compared: 13 of \d+ teams and 1 baseline\.", text)
    labels = [f"fig:{name}" for name in figures]
    for name in inputs:
        # A table that is split has a label for each part.
        parts = re.findall(r"\\label{(.+?)}", (folder / "latex" / f"{name}.tex").read_text())
        assert parts == [f"tab:{name}", *(f"tab:{name}-{n}" for n in range(2, len(parts) + 1))]
        labels += parts
    # Of many that are numbered on and on, the first and the last are told.
    told = []
    for first, last in re.findall(r"\\ref{([^}]+)}(?:--\\ref{([^}]+)})?", text):
        told += labels[labels.index(first) : labels.index(last or first) + 1]
    assert sorted(told) == sorted(labels)
    assert "tab:runs-2" in labels
    # Each section, and each below it, begins with what was found.
    begins = re.findall(r"section{(?!Data|Runs|Methods)(.+?)}\n(.+)", text)
    assert len(begins) == 3 * (1 + 2)
    assert not any(sentence.startswith("See") for _, sentence in begins)
    sections = re.findall(r"\\section{(.+?)}", text)
    assert sections == ["Data", "Runs", "Methods", "Results", "Significance",
                        "Measures against each other"]  # fmt: skip
    cited = {key for keys in re.findall(r"citep{(.+?)}", text) for key in keys.split(",")}
    assert cited == set(re.findall(r"@\w+{(\w+),", (folder / "overview.bib").read_text()))
    assert {"LQ21", "Carterette12", "explorer"} <= cited
    methods = text.partition(r"label{sec:methods}")[2].partition(r"\section")[0]
    for words in (
        "$B = 60$",
        r"$\alpha = 0.05$",
        r"p = \mathrm{count}/B",
        "The seed is 0",
        np.__version__,
    ):
        assert words in methods


def test_captions_stand_alone_and_names_are_whole(folder):
    for name in re.findall(r"input{latex/(.+?)}", (folder / "overview.tex").read_text()):
        text = (folder / "latex" / f"{name}.tex").read_text()
        caption = re.search(r"\\caption{(.*)}\\label", text)[1]
        if re.search("significant", caption):
            for words in ("B = 60", r"\alpha = 0.05", "Tukey"):
                assert words in caption, name
        assert "{none}" not in text
        if "-" in name and "{p{" not in text:
            assert "allowbreak" not in text.partition("midrule")[2], name
    text = (folder / "overview.tex").read_text()
    # Of several data sets; the curves say what made their p-values.
    captions = re.findall(r"\\caption{(.*)}\\label{fig:(?:means-groups|power)", text)
    assert len(captions) == 3
    for caption in captions:
        assert all(words in caption for words in ("B = 60", r"\alpha = 0.05", "Tukey"))
    # No line ends between a number and its sign of percent.
    assert r"~\%" in text
    assert not re.search(r"\d ?\\%", re.sub(r"\\Description.*", "", text))
    # No page waits, but for the references; each section has its own tables, in its order.
    assert r"\clearpage" not in text
    assert text.count(r"\FloatBarrier") == 1
    for part in re.split(r"section{", text)[1:]:
        told = re.findall(r"\\ref{tab:(.+?)(?:-\d)?}", part.partition(r"\input")[0])
        inputs = re.findall(r"input{latex/(.+?)}", part)
        assert [told[0], told[-1]] == [inputs[0], inputs[-1]] if inputs else not told
    # The official names are too long for a column, so tables have the short ones too.
    assert "R3 " in (folder / "latex" / "means.tex").read_text()
    runs = (folder / "latex" / "runs.tex").read_text()
    assert r"\textless{}primary\textgreater{}" in runs
    assert r"\textgreater{} \textdaggerdbl{}" in (folder / "latex" / "means.tex").read_text()
    assert "=SUM(A1:A9)" in (folder / "csv" / "means.csv").read_text()


@needs_tex
def test_the_pdf_is_the_same_again_and_nothing_is_left_beside_it(folder):
    made = (folder / "overview.pdf").read_bytes()
    files = {each.relative_to(folder).as_posix(): each.read_bytes() for each in folder.rglob("*.*")}
    assert made.startswith(b"%PDF")
    assert not [name for name in files if name.endswith((".aux", ".bbl", ".blg", ".log"))]
    del files["overview.pdf"]
    assert compile_overview(files, DATE) == made


@needs_tex
@pytest.mark.parametrize("style", STYLES)
def test_it_compiles_and_fits_whatever_the_size(style, tmp_path):
    if style == "acm" and not _has("acmart.cls"):
        pytest.skip("acmart is not installed: see .ci/run")
    for size in SIZES[style]:
        analysis = analyse(campaign(*size, described=size[0] != 40), QUICK)
        target, report = tmp_path / str(size[0]), Report(analysis, DATE, STYLES[style])
        for each in ("latex", "figures"):
            (target / each).mkdir(parents=True)
        overview = report.overview
        assert not re.search(r"\b0 (baseline|run|team)", overview)
        (target / "overview.tex").write_text(overview)
        for section in report.sections:
            for table in section.tables:
                (target / f"latex/{table.file}.tex").write_text(latex(table, STYLES[style]))
            for chart in section.charts:
                # TeX asks how large it is. Those of other pages would take longer than TeX.
                if (place := f"figures/{chart.file}.pdf") in overview:
                    chart.figure.clear()
                    (target / place).write_bytes(chart.pdf)
        # References are of no width yet; two passes would only number them.
        done = subprocess.run(
            ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "overview"], cwd=target,
            capture_output=True, check=False, env={**os.environ, "max_print_line": "999"},
        )  # fmt: skip
        log = (target / "overview.log").read_text(errors="replace")
        assert done.returncode == 0, log[log.find("\n! ") :][:600]
        found = re.findall(r"(?:Overfull|.*Float too large|Missing character).*", log)
        assert found == [], (size, found)
        _check_places(overview, (target / "overview.aux").read_text(), style)
        pages = int(re.search(r"Output written on overview.pdf \((\d+) pages", log)[1])
        assert pages <= MOST_PAGES.get((style, *size), 100)
        # Words have the letters of figures, but for a class that brings its own.
        assert re.search("utmr8a|libertine" if style == "acm" else "utmr8a", log)


def _check_places(text, aux, style):
    """Tables and figures are numbered in the order of the text, and none leaves its section."""
    found = re.findall(r"newlabel{((?:tab|fig):.+?)}{{(\d+)}{(\d+)}", aux)
    numbers = {label: int(number) for label, number, _ in found}
    pages = {label: int(page) for label, _, page in found}
    starts = [int(page) for page in re.findall(r"toc}.*{section}.*{(\d+)}{", aux)]
    last = {"tab": 0, "fig": 0}
    for place, part in enumerate(text.split(r"\section{")[1:]):
        until = [*starts, 1000][place + 1]
        for table, figure in re.findall(r"input{latex/(.+?)}|label{(fig:.+?)}", part):
            label = figure or f"tab:{table}"
            kind = label[:3]
            assert numbers[label] > last[kind], label
            assert starts[place] <= pages[label] <= until, (style, label)
            last[kind] = numbers[label]


def _has(file):
    return subprocess.run(["kpsewhich", file], capture_output=True, check=False).returncode == 0


def test_what_fits_a_style_is_not_split(folder):
    means = (folder / "latex" / "means.tex").read_text()
    assert means.count(r"\begin{tabular}") == 1
    wide = Report(analyse(campaign(8, 2, 3), QUICK), DATE, STYLES["acm"])
    assert dict(wide.table_files())["latex/means.tex"].count(r"\begin{tabular}") == 1
    # Twelve columns of a bold mean and others: ACL's page has room, that of every style has none.
    runs = [replace(scores(3, 6, seed=n), runs=("ALTO-run1", "BIRCH-run1", "C")) for n in range(2)]
    found = {name: (each, rank_runs(each), None) for name, each in zip("AS", runs, strict=True)}
    table = layouts.mean_scores(found)
    parts = [latex(table, each).count(r"\begin{tabular}") for each in (STYLES["acl"], PLAIN)]
    assert parts == [1, 2]


def test_what_holds_one_number_is_a_sentence():
    """Two runs, and three measures that are one."""
    one = scores(2, 1, 15).values
    made = Scores(
        np.repeat(one, 3, axis=0), ("NMD", "JSD", "RNOD"), tuple(map(str, range(15))), ("a", "b"),
        (False,) * 3,
    )  # fmt: skip
    report = Report(analyse({"T": made}, QUICK), DATE)
    text = report.overview
    kinds = "similarity|consistency|overlap|contradict|power|differences|leaderboard|teams"
    assert not re.search(rf"input{{latex/.*({kinds})", text)
    for words in ("Each of 3 measures tells", "rank the 2 runs alike:", "tell the same pair of",
                  "On no pair of runs do two measures"):  # fmt: skip
        assert words in text
    # The report has them, and says that 0/0 is no effect size of 0.
    (table,) = (t for s in report.sections for t in s.tables if t.file.endswith("-consistency"))
    assert [row[3] for row in table.rows] == ["undefined"] * 3


def test_splits_that_all_rank_alike_are_left_to_the_note():
    same, apart = np.ones((4, 2)), np.array([[1, -1], [1, 1], [-1, 1], [1, -1]])
    series = [layouts.Splits(same, np.ones((2, 2))), layouts.Splits(apart, np.ones((2, 2)), 10)]
    table = layouts.consistency("T", ("NMD", "JSD"), series, alpha=0.05)
    assert {column.group for column in table.columns} == {"10 vs. 10"}
    assert [row[:2] for row in table.rows] == [("NMD", "0.500"), ("JSD", "0.000")]
    assert table.note.startswith(
        "two sets of 10 are drawn at random for 10 vs. 10; in halves, every τ is 1.000; "
    )
    mean = layouts.mean_consistency({None: {"A": {"NMD": 1.0, "JSD": 1.0}},
                                     10: {"A": {"NMD": 0.5, "JSD": 0.25}}}, 70)  # fmt: skip
    assert "mean τ of 70 splits" in mean.title
    assert {column.group for column in mean.columns} == {"10 vs. 10"}
    assert "in halves, every τ is 1.000" in mean.note
    both = layouts.consistency("T", ("NMD", "JSD"), series[:1], alpha=0.05)
    assert [row[:2] for row in both.rows] == [("NMD", "1.000"), ("JSD", "1.000")]


def test_pairs_of_many_measures_print_shares_alone():
    counts = np.full((10, 10), 2)
    keys = tuple(f"M{n}" for n in range(10))
    few, many = (
        layouts.overlap("T", keys[:n], Overlap(*[counts[:n, :n]] * 3, keys[:n])) for n in (9, 10)
    )
    assert (few.rows[0][1], many.rows[0][1]) == ("33.3 (2/2/2)", "33.3")
    assert ("(a/b/c)" in few.title, "(a/b/c)" in many.title) == (True, False)


def test_from_twenty_runs_on_means_stand_for_leaderboards():
    made = scores(20, 2, 15)
    for runs, is_there in ((19, True), (20, False)):
        some = made.without(set(made.runs[runs:]))
        text = Report(analyse({"T": some}, QUICK), DATE).overview
        assert ("leaderboard" in text) == is_there
        # One figure of all pairs is a page.
        assert text.count("figures/1-t-significance") == (not is_there)


@pytest.mark.usefixtures("undrawn")
def test_without_tex_it_is_a_sentence(monkeypatch, tmp_path):
    monkeypatch.setattr(compiling.shutil, "which", lambda _: None)
    with pytest.raises(DataError, match="a PDF needs TeX, and pdflatex and bibtex cannot be found"):
        write_report(analyse(campaign(2, 1, 1), QUICK), tmp_path / "x", DATE, pdf=True)
    assert not (tmp_path / "x").exists()


@needs_tex
def test_what_tex_says_is_told():
    text = rb"\documentclass{article}\begin{document}\nowhere\end{document}"
    with pytest.raises(DataError, match="TeX stopped .Undefined control sequence"):
        compile_overview({"overview.tex": text}, DATE)


def test_from_twenty_runs_on_a_figure_says_who_differs():
    few, many = (Report(analyse(campaign(n, 1, 1), QUICK), DATE).sections[2] for n in (19, 20))
    tables = [any("differences" in each.file for each in one.tables) for one in (few, many)]
    charts = [any("significance" in each.file for each in one.charts) for one in (few, many)]
    assert (tables, charts) == ([True, False], [False, True])
