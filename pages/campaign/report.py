"""Report: the whole analysis as one page and as files for an overview paper."""

from base64 import b64encode
from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st

from oq_core import Options, Scores, analyse, options
from oq_core.campaign import Analysis, Campaign, Choices, Report, html_report, zip_report
from oq_core.campaign.computing.sources import notes_of, part_of
from oq_core.campaign.printing import headlines, layouts
from oq_core.campaign.saving.names import safe_name
from oq_core.data.scores import counted
from oq_core.option import Option
from pages import menu
from pages.analysing import words
from pages.analysing.data import DataSet, choose_data_sets, opened
from pages.analysing.downloads import save
from pages.analysing.options import choose_measures_of_each
from pages.analysing.pair_tests import family_of, why_not_tested
from pages.analysing.rules import can_be_shown, explain_rules
from pages.analysing.settings import answer, chosen, settings
from pages.analysing.text import plain
from pages.drawing.shown import show
from pages.host.results import Named, is_kept, kept
from pages.host.script_run import NoAnswerError
from pages.host.work import work

#: Keys of the measures by which each data set is scored, by its name.
Keys = dict[str, list[str]]

#: What is chosen of how to analyse: all that a second run needs to give the same numbers.
_CHOSEN: tuple[Option[Any], ...] = (
    *(options.ALPHA, options.TRIALS, options.SPLITS, options.SEED, options.SPLIT_SIZE),
    *(options.SMALL_SPLIT, options.SAMPLES, options.TAU, options.TAU_INTERVAL, options.EFFECT),
    *(options.INTERVALS, options.CLUSTERED, options.METHOD, options.BOUNDED),
)

_PICTURE = b64encode((Path(__file__).parent / "report_parts/sample.webp").read_bytes()).decode()
#: How the page begins that `oq report` makes of the sample's scale A, in a window of 1,280 pixels.
_OF_THE_SAMPLE = (
    f'<img src="data:image/webp;base64,{_PICTURE}" alt="The report on the sample: ranks, means, '
    'intervals, and which runs do not differ" style="width: 100%; max-width: 40rem; '
    'border: 1px solid #8090a0; border-radius: 0.3rem">'
)


def campaign_of(data_sets: list[DataSet], keys: Keys) -> Named[Campaign]:
    """The data sets, and how they were chosen."""
    by_title: dict[str, list[DataSet]] = {}
    for each in data_sets:
        by_title.setdefault(each.choices.title, []).append(each)
    # The analysis lets references take part, as it does in a shell.
    data_sets = [replace(each, test_baselines=False) for each in data_sets]
    sources = {each.name: each.source for each in data_sets}
    references = {each.name: each.named_references for each in data_sets}
    return kept(
        Campaign,
        {each.name: kept(Scores.of, each.named_scores, keys[each.name]) for each in data_sets},
        {each.name: each.named for each in data_sets},
        tuple(
            part_of(
                choices_of(each, keys),
                data.gold_files,
                data.run_files,
                data.held.values(),
            )
            for title, each in by_title.items()
            for data in [opened()[title]]
        ),
        notes_of((note for title in by_title for note in opened()[title].notes), sources),
        {
            name: kept(Scores.of, each, keys[name])
            for name, each in references.items()
            if each is not None
        },
    )


def choices_of(data_sets: list[DataSet], keys: Keys) -> Choices:
    """How data sets that were opened together were chosen."""
    scales = tuple(scale for each in data_sets for scale in each.choices.scales)
    first, *others = (keys[each.name] for each in data_sets)
    if all(each == first for each in others):
        return replace(data_sets[0].choices, scales=scales, measures=tuple(first))
    own = {scale: tuple(keys[e.name]) for e in data_sets for scale in e.choices.scales}
    return replace(data_sets[0].choices, scales=scales, scale_measures=own)


def downloads(analysis: Named[Analysis]) -> None:
    """The page, and an archive of all files once it is asked for."""
    name = safe_name(analysis.value.campaign.parts[0].choices.title)
    with st.container(horizontal=True):
        page = work("Writing", html_report, analysis)
        save("Report (one HTML page)", page.value, f"{name}-report.html", type="primary",
             icon=":material/description:")  # fmt: skip
        if st.session_state.get("report_packed") != analysis.key and not is_kept(
            zip_report, analysis
        ):
            st.button(
                "Pack report, tables (CSV, LaTeX), figures and scores as ZIP",
                on_click=lambda: st.session_state.update(report_packed=analysis.key),
                icon=":material/folder_zip:",
            )
        else:
            packed = work("Writing", zip_report, analysis)
            size = len(packed.value) / 1e6
            save(f"Download the ZIP ({size:,.1f} MB)", packed.value, f"{name}-report.zip")


def contents(analysis: Analysis) -> None:
    """What it has found, in a few lines, with the names that the report has."""
    names = Report(analysis, "").names
    for each in analysis.data_sets:
        answer(headlines.of_data(each, names.labels)[0], each.name)
    if analysis.measures:
        boards = {e.name: (e.scores, e.board, e.p_values_of_all) for e in analysis.pooled}
        beside = {each.name: each.references for each in analysis.pooled}
        means = layouts.means_and_groups(
            boards, analysis.measures[0], analysis.options.alpha, beside
        )
        show(names.chart(means))
    for each in analysis.data_sets:
        tested = headlines.of_tests(each)
        if each.tests.pairs:
            tested = (
                f"Family of tests: {counted(each.tests.pairs, 'pair')} of "
                f"{counted(len(each.family.runs), 'run')}; {each.tests.rule.words}."
            )
        words.caption(
            f"{plain(each.name)}: {each.size_words}. {tested}"
            + (f" {plain(each.runs.caption)}." if each.runs.caption else "")
        )
        if each.tests.pairs:
            show(layouts.power_curves({each.name: each.tests}, each.options.alpha))


def can_be_tested(data_sets: list[DataSet], keys: Keys, options: Options) -> bool:
    """Whether every data set has what its tests need; what it lacks is said."""
    for each in data_sets:
        if len(each.family.tested) < 2:
            continue
        try:
            scores = family_of(each, keys[each.name], options.clusters).value
        except ValueError as error:
            st.warning(plain(f"{each.name}: {error}."))
            return False
        if not can_be_shown(options, scores):
            return False
    return True


def analysed(campaign: Named[Campaign], options: Options) -> Named[Analysis]:
    """The analysis; the page ends until it is made, or where instances make no clusters."""
    try:
        return work("Analysing", analyse, campaign, options)
    except ValueError as error:
        st.warning(plain(f"{error}."))
        raise NoAnswerError from None


def main() -> None:
    """The page."""
    words.title(menu.REPORT.headline)
    with settings() as line:
        data_sets = choose_data_sets(line, least=1, instances=2, every=True)
        keys = choose_measures_of_each(line, data_sets)
        with line.options:
            options = Options(**chosen(*_CHOSEN))
    if not keys:
        return
    options = replace(options, test_baselines=data_sets[0].test_baselines)
    if why := why_not_tested(each for each in data_sets if not each.family.tested):
        st.info(why)
        return
    if not can_be_tested(data_sets, keys, options):
        return
    campaign = campaign_of(data_sets, keys)
    asked = (campaign.key, options)
    # What was made is there again when the page is loaded anew.
    if st.session_state.get("report_made") != asked and not is_kept(analyse, campaign, options):
        left, right = st.columns(2)
        with left:
            st.button(
                "Make the report",
                type="primary",
                on_click=lambda: st.session_state.update(report_made=asked),
                icon=":material/play_arrow:",
            )
            words.markdown(
                "The page works offline and states data, options, seed and versions: a second run "
                "gives the same numbers."
            )
        right.html(_OF_THE_SAMPLE)
    else:
        analysis = analysed(campaign, options)
        downloads(analysis)
        contents(analysis.value)
    line.tell()
    explain_rules()


main()
