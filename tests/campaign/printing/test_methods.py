"""How an analysis was made, in sentences that cite."""

import re
from dataclasses import replace

import numpy as np
import pytest

from oq_core import Options, analyse
from oq_core.analysis import Rule
from oq_core.campaign.printing.methods import measures_bib, methods_tex
from oq_core.version import VERSION
from tests.campaign.made import scores

QUICK = Options(trials=60, splits=4, samples=20)


def test_methods_say_by_what_effects_and_intervals_of_tau_are_made():
    data = {"T": scores(6, 2, 15, 0)}
    usual = methods_tex(analyse(data, QUICK))
    assert r"$\sqrt{V_{\mathit{E1}}}$, that of what is left after the runs' means~\cit" in usual
    assert r"intervals are by Fieller, Hartley and Pearson's formula~\citep{Fieller57}" in usual
    options = replace(QUICK, effect="E2", tau_interval="instances", bounded=True)
    other = methods_tex(analyse(data, options))
    assert r"$\sqrt{V_{\mathit{E2}}}$, that of what is left after the runs' and the inst" in other
    assert r"intervals are by bootstrap over instances, 20 samples~\citep{Efron93}" in other
    assert "intervals by betting" in other
    # The bootstrap is for many instances.
    assert "Means have 95~\\% intervals by Student's t." in usual
    assert r"Resamples are 20 samples of the bootstrap over instances~\citep{Efron93}" in usual
    both = methods_tex(analyse({**data, "U": scores(6, 2, 30, 0)}, QUICK))
    assert "In T, means have 95~\\% intervals by Student's t." in both
    assert "In U, means have 95~\\% bootstrap intervals over instances from 20 samples" in both
    many = methods_tex(analyse({"U": scores(6, 2, 30, 0)}, QUICK))
    assert "Means have 95~\\% bootstrap" in many
    assert "Resamples" not in many
    few = methods_tex(analyse({"T": scores(3, 2, 15, 0)}, QUICK))
    assert "Kendall's" in few
    assert "Fieller" not in few


@pytest.mark.parametrize(
    ("method", "work"),
    [("tukey", "Carterette12"), ("sign-flip", "RomanoWolf05")],
)
def test_methods_cite_whose_test_it_is_and_say_what_no_test_corrects(method, work):
    options = replace(QUICK, rule=Rule(method), trials=2000)
    one = methods_tex(analyse({"T": scores(4, 2, 15, 0)}, options))
    assert (
        rf"paired over instances, with $B = 2{{,}}000$ and $\alpha = 0.05$~\citep{{{work}}}" in one
    )
    assert "corrected for several data sets" not in one
    two = {"T": scores(4, 2, 15, 0), "U": scores(4, 2, 15, 1)}
    assert "; nothing is corrected for several data sets." in methods_tex(analyse(two, options))


def test_names_of_data_are_escaped_and_measures_are_told_by_data_set():
    data = {"50 % & _x": scores(4, 2, 15, 0), "T": scores(4, 3, 15, 1)}
    text = methods_tex(analyse(data, QUICK))
    assert r"In 50~\% \& \_x, they are scored by NMD, RSNOD alone." in text
    assert "In T, they are" not in text


def test_the_works_are_those_that_are_cited_each_once():
    # The bootstrap is cited for means and for τ.
    made = analyse({"T": scores(4, 3, 30, 0)}, replace(QUICK, tau_interval="instances"))
    text, works = methods_tex(made), measures_bib(made)
    cited = {key for keys in re.findall(r"citep{(.+?)}", text) for key in keys.split(",")}
    keys = re.findall(r"@\w+{(\w+),", works)
    assert set(keys) == cited >= {"LQ21", "Carterette12", "explorer"}
    assert len(keys) == len(cited)
    assert text.count("Efron93") > 1
    assert f"version {VERSION}" in works
    assert works.count("{") == works.count("}")
    for words in ("$B = 60$", r"p = \mathrm{count}/B", "The seed is 0", np.__version__):
        assert words in text


def test_earlier_works_on_a_measure_stand_before_the_paper_s():
    of_classes = replace(scores(3, 2, 15), measures=("kappa", "own"))
    text = methods_tex(analyse({"T": of_classes}, QUICK))
    assert r"scored by $\kappa$~\citep{Cohen68,ACL21}, own." in text
