"""Report: the whole analysis as one page and as files for an overview paper."""

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from oq_core import (
    MEASURES,
    Analysis,
    Options,
    analyse,
    html_report,
    zip_report,
)
from oq_core.campaign import Campaign, Choices, FileFacts, Part
from oq_core.campaign.costs import seconds_of_analysis
from oq_core.campaign.names import safe_name
from oq_core.campaign.sources import OTHER_TASKS
from oq_core.command import oq_line, python_code
from oq_core.data.scores import counted
from oq_core.defaults import SAMPLES, SMALL_SPLIT
from pages.shared import words
from pages.shared.data import SAMPLES as SAMPLE_TITLES
from pages.shared.data import DataSet, choose_data_sets, opened
from pages.shared.downloads import Content
from pages.shared.options import (
    choose_alpha,
    choose_effect,
    choose_interval,
    choose_measures_of_each,
    choose_seed,
    choose_splits,
    choose_tau,
    choose_trials,
)
from pages.shared.rules import can_be_shown, choose_family, choose_rule
from pages.shared.text import plain
from pages.shared.work import elsewhere, kept, takes, work
from pages.shared.workers import WorkerDiedError

#: Keys of the measures by which each data set is scored, by its name.
Keys = dict[str, list[str]]

#: What the files are called of data that were not read from any.
_UNKNOWN_FILES = ((FileFacts("gold.json", 0, ""),), (FileFacts("runs.zip", 0, ""),))


def choose_options() -> Options:
    """All that a second run needs to give the same numbers."""
    columns = st.columns(4)
    with columns[0]:
        alpha = choose_alpha()
    with columns[1]:
        trials = choose_trials()
    with columns[2]:
        splits = choose_splits()
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
        small = more[0].number_input(
            "Instances in each set of a second series",
            min_value=0,
            max_value=10_000,
            value=SMALL_SPLIT,
            step=1,
            key="report_small_split",
            bind="query-params",
            help="ACL21 and RNOD22 print both. 0: none.",
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
            intervals = st.toggle(
                "Intervals of power and consistency",
                key="report_intervals",
                bind="query-params",
                help="By resampling the instances. The report takes several times as long.",
            )
    rule = choose_rule()
    return Options(
        alpha, trials, splits, size or None, samples, seed, tau, interval, effect, rule,
        intervals=intervals, small_split=small,
    )  # fmt: skip


def campaign_of(data_sets: list[DataSet], keys: Keys) -> Campaign:
    """The data sets, and how they were chosen."""
    by_title: dict[str, list[DataSet]] = {}
    for each in data_sets:
        by_title.setdefault(each.choices.title, []).append(each)
    drawn = {e.name: e.collection for e in data_sets if e.measures == tuple(MEASURES)}
    return Campaign(
        {each.name: each.scores.of(keys[each.name]) for each in data_sets},
        {name: each for name, each in drawn.items() if each is not None},
        tuple(
            Part(choices_of(each, keys), opened()[title].gold_files, opened()[title].run_files)
            for title, each in by_title.items()
        ),
        {e.name: scale for e in data_sets for scale in e.choices.scales if scale in OTHER_TASKS},
    )


def choices_of(data_sets: list[DataSet], keys: Keys) -> Choices:
    """How data sets that were opened together were chosen."""
    scales = tuple(scale for each in data_sets for scale in each.choices.scales)
    first, *others = (keys[each.name] for each in data_sets)
    if all(each == first for each in others):
        return replace(data_sets[0].choices, scales=scales, measures=tuple(first))
    own = {scale: tuple(keys[e.name]) for e in data_sets for scale in e.choices.scales}
    return replace(data_sets[0].choices, scales=scales, scale_measures=own)


def downloads(analysis: Analysis, key: tuple[object, ...]) -> None:
    """The page, and all its files once they are asked for."""
    name = safe_name(analysis.campaign.parts[0].choices.title)
    with st.container(horizontal=True):
        if page := written("html", html_report, analysis, key):
            st.download_button(
                "Report (one HTML page)",
                page,
                f"{name}-report.html",
                "text/html",
                on_click="ignore",
                type="primary",
                icon=":material/description:",
            )
        if st.session_state.get("report_packed") != key:
            st.button(
                "Pack report, tables (CSV, LaTeX), figures and scores as ZIP",
                on_click=lambda: st.session_state.update(report_packed=key),
                icon=":material/folder_zip:",
            )
        elif archive := written("zip", zip_report, analysis, key):
            st.download_button(
                f"Download the ZIP ({len(archive) / 1e6:,.1f} MB)",
                archive,
                f"{name}-report.zip",
                "application/zip",
                on_click="ignore",
                icon=":material/download:",
            )


def written(
    kind: str, make: Callable[[Analysis], Content], analysis: Analysis, key: tuple[object, ...]
) -> Content | None:
    """A file of the report, made once; a word on what to do where that fails."""
    try:
        with st.spinner("Writing the report…"):
            return kept((kind, *key), lambda: elsewhere(make, analysis))
    except (WorkerDiedError, MemoryError):
        st.error(
            "The report could not be written: its process ended, perhaps for want of memory. "
            "Choose fewer measures, runs or data sets, or try again."
        )
        return None


def without_a_browser(campaign: Campaign, options: Options) -> None:
    """The line for a shell and the code that make this report."""
    parts = [
        part if part.gold or part.runs else Part(part.choices, *_UNKNOWN_FILES)
        for part in campaign.parts
    ]
    if len(parts) == 1:
        st.code(oq_line(parts, options), language="sh")
    st.code(python_code(parts, options), language="python")
    if any(part.choices.title not in SAMPLE_TITLES for part in parts):
        st.caption("Files are named as they were when you opened them: go to their folder first.")


def contents(analysis: Analysis) -> None:
    """What is in it, in a few lines."""
    for each in analysis.data_sets:
        out = f", {each.left_out} left out where a measure is undefined" if each.left_out else ""
        best = [
            f"{plain(each.scores.runs[int(ranks.argmin())])} ({key})"
            for key, ranks in zip(each.scores.measures, each.board.ranks, strict=True)
        ]
        runs = ", ".join(best[:3]) + (" and others" if len(best) > 3 else "")
        st.markdown(
            f"**{plain(each.name)}**: {counted(len(each.scores.ids), 'instance')}{out}, "
            f"{counted(len(each.scores.runs), 'run')}. Best: {runs}."
        )
        st.caption(
            f"Family of tests: {counted(each.tests.pairs, 'pair')} of "
            f"{counted(len(each.family.runs), 'run')}; "
            f"{each.tests.rule.words}."
        )


def main() -> None:
    """The page."""
    st.title("Report: every table of an overview paper")
    words.markdown(
        "Leaderboards, ranking similarity and consistency, discriminative power, overlaps, "
        "contradictions and significant differences of the data sets chosen here. The page works "
        "offline and states data, options, seed and versions: a second run gives the same numbers."
    )
    data_sets = choose_data_sets(instances=2)
    if not data_sets:
        return
    keys = choose_measures_of_each(data_sets)
    options = choose_options()
    if not keys:
        return
    outside = {name for each in data_sets for name in each.baselines}
    if outside and not choose_family(data_sets):
        options = replace(options, outside=tuple(sorted(outside)))
    tested = {each.name: len(set(each.runs) - set(options.outside)) for each in data_sets}
    if few := [plain(name) for name, runs in tested.items() if runs < 2]:
        st.info(
            f"A test needs two runs: {' and '.join(few)} {'have' if len(few) > 1 else 'has'} "
            "fewer. Open more run files, or let the baselines take part."
        )
        return
    runs = max(tested.values())
    pairs = runs * (runs - 1) // 2
    most = max(map(len, keys.values()))
    if not can_be_shown(options.alpha, options.trials, options.rule, pairs, most):
        return
    campaign = campaign_of(data_sets, keys)
    key = (tuple((each.token, *keys[each.name]) for each in data_sets), options)
    if st.session_state.get("report_made") != key:
        st.button(
            "Make the report",
            type="primary",
            on_click=lambda: st.session_state.update(report_made=key),
            icon=":material/play_arrow:",
        )
        st.caption(takes(seconds_of_analysis(campaign, options)))
    else:
        analysis = work(("report", *key), "Analysing", analyse, campaign, options)
        if analysis is None:
            return
        downloads(analysis, key)
        contents(analysis)
    with st.expander("The same without a browser", icon=":material/code:"):
        without_a_browser(campaign, options)


main()
