"""Report: the whole analysis as one page and as files for an overview paper."""

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from oq_core import (
    Analysis,
    Options,
    analyse,
    html_report,
    zip_report,
)
from oq_core.defaults import SAMPLES, SPLITS
from pages.shared.data import DataSet, choose_data_sets
from pages.shared.options import (
    choose_alpha,
    choose_effect,
    choose_interval,
    choose_measures,
    choose_seed,
    choose_tau,
    choose_trials,
)
from pages.shared.rules import can_be_shown, choose_family, choose_rule
from pages.shared.text import plain
from pages.shared.work import kept, work

EXAMPLE = """\
from oq_core import analyse, read_collections, score, write_report

collections = read_collections("gold.json", ["runs.zip"])
analysis = analyse({name: score(collection) for name, collection in collections.items()})
write_report(analysis, "report")"""


def choose_options() -> Options:
    """All that a second run needs to give the same numbers."""
    columns = st.columns(4)
    with columns[0]:
        alpha = choose_alpha()
    with columns[1]:
        trials = choose_trials()
    splits = columns[2].number_input(
        "Splits",
        min_value=10,
        max_value=20_000,
        value=SPLITS,
        step=100,
        key="splits",
        bind="query-params",
    )
    with columns[3]:
        seed = choose_seed()
    with st.expander("More options", icon=":material/tune:"):
        more = st.columns(4)
        size = more[0].number_input(
            "Instances in each set of a split",
            min_value=0,
            max_value=10_000,
            value=0,
            step=1,
            key="report_split_size",
            bind="query-params",
            help="0: halves.",
        )
        samples = more[1].number_input(
            "Bootstrap samples",
            min_value=100,
            max_value=20_000,
            value=SAMPLES,
            step=100,
            key="report_samples",
            bind="query-params",
        )
        with more[2]:
            tau = choose_tau()
            interval = choose_interval()
        with more[3]:
            effect = choose_effect()
    rule = choose_rule()
    return Options(alpha, trials, splits, size or None, samples, seed, tau, interval, effect, rule)


def analysed(data_sets: list[DataSet], keys: list[str], options: Options) -> Analysis | None:
    """The analysis, computed once; nothing while it is stopped."""
    scores = {each.name: each.scores.of(keys) for each in data_sets}
    return work(
        ("report", tuple(each.token for each in data_sets), tuple(keys), options),
        "Analysing",
        lambda progress: analyse(scores, options, progress),
    )


def downloads(analysis: Analysis, key: tuple[object, ...]) -> None:
    """The two files."""

    def once(kind: str, make: Callable[[Analysis], str | bytes]) -> str | bytes:
        return kept((kind, *key), lambda: make(analysis))

    with st.container(horizontal=True):
        st.download_button(
            "Report (one HTML page)",
            once("html", html_report),
            "report.html",
            "text/html",
            on_click="ignore",
            type="primary",
            icon=":material/description:",
        )
        st.download_button(
            "All tables (CSV, LaTeX) and the report, as ZIP",
            once("zip", zip_report),
            "report.zip",
            "application/zip",
            on_click="ignore",
            icon=":material/folder_zip:",
        )


def contents(analysis: Analysis) -> None:
    """What is in it, in a few lines."""
    for each in analysis.data_sets:
        out = f", {each.left_out} left out where a measure is undefined" if each.left_out else ""
        best = [
            f"{plain(each.scores.runs[int(ranks.argmin())])} ({key})"
            for key, ranks in zip(each.scores.measures, each.board.ranks, strict=True)
        ]
        runs = ", ".join(best[:3]) + (", …" if len(best) > 3 else "")
        st.markdown(
            f"**{plain(each.name)}**: {len(each.scores.ids):,} instances{out}, "
            f"{len(each.scores.runs)} runs. Best: {runs}."
        )
        st.caption(
            f"Family of tests: the {each.tests.pairs:,} pairs of {len(each.family.runs)} runs; "
            f"{each.tests.rule.words}."
        )


def main() -> None:
    """The page."""
    st.title("Report: every table of an overview paper")
    st.markdown(
        "Leaderboards, ranking similarity and consistency, discriminative power, overlaps, "
        "contradictions and significant differences of the data sets chosen here. The page works "
        "offline and states data, options, seed and versions: a second run gives the same numbers."
    )
    data_sets = choose_data_sets()
    if not data_sets:
        return
    keys = choose_measures(data_sets)
    options = choose_options()
    if not keys:
        st.info("Choose at least one measure.")
        return
    outside = {name for each in data_sets for name in each.baselines}
    if outside and not choose_family(data_sets):
        options = replace(options, outside=tuple(sorted(outside)))
    runs = max(len(set(each.runs) - set(options.outside)) for each in data_sets)
    pairs = runs * (runs - 1) // 2
    if not can_be_shown(options.alpha, options.trials, options.rule, pairs, len(keys)):
        return
    key = (tuple(each.token for each in data_sets), tuple(keys), options)
    if st.session_state.get("report_made") != key:
        st.button(
            "Make the report",
            type="primary",
            on_click=lambda: st.session_state.update(report_made=key),
            icon=":material/play_arrow:",
        )
    else:
        analysis = analysed(data_sets, keys, options)
        if analysis is None:
            return
        downloads(analysis, key)
        contents(analysis)
    with st.expander("The same without a browser", icon=":material/code:"):
        st.code(EXAMPLE, language="python")


main()
