"""What people would say of all items: from a judge's ratings of all and people's of some."""

import streamlit as st

from oq_core import Collection, options
from oq_core.campaign.computing.costs import seconds_of_estimated
from oq_core.campaign.printing import answers_of_raters, layouts
from oq_core.data.collection import PANEL
from oq_core.raters import estimated, people_and_judges
from oq_core.raters.covering import how_sure, how_wrong
from pages.analysing import views, words
from pages.analysing.data import opened, whole_of
from pages.analysing.settings import answer, choose
from pages.analysing.text import plain
from pages.drawing.shown import show
from pages.host.named import Named, derived
from pages.host.work import needed


def estimate_view(chosen: Named[Collection], named: Named[Collection]) -> None:
    """Ask for the judge and the assumption; then estimates, all items first."""
    words.markdown(
        "People have rated some items and a judge all of them: how would people rate all, and "
        "those of each system? The judge errs, and the items that both have rated tell how."
    )
    found = _people_and_judges(chosen, named)
    if found is None:
        return
    people, judges = found
    names = judges.value.raters
    with st.container(horizontal=True, vertical_alignment="bottom"):
        judge = choose(
            views.JUDGE_OF_ALL, ways=[*names, *[PANEL] * (len(names) > 1)], usual=names[0],
            key=f"judge of all/{judges.code}",
        )  # fmt: skip
        assumption = choose(views.ASSUMED)
        separator = choose(options.GROUPS, width=230)
    if assumption == views.NOT_SAID:
        words.markdown(
            "Say how the items were chosen that people rated: which estimate is right depends on "
            "that, and no number can tell it."
        )
        return
    if assumption == views.NEITHER:
        st.markdown(plain(how_wrong(len(people.value.ids))))
        return
    try:
        made = needed(
            "Estimating what people would say", estimated, people, judges, judge, separator,
            assumption, seconds=seconds_of_estimated(judges.value, separator),
        ).value  # fmt: skip
    except ValueError as error:
        st.info(plain(str(error)))
        return
    answer(answers_of_raters.estimated(made))
    for note in made.notes:
        st.warning(plain(f"{note}."))
    name = named.value.name
    show(layouts.estimated_shares(name, made))
    words.caption(plain(how_sure(made.estimators, made.assumption, int(made.labelled[0]))))
    show(layouts.estimated(name, made))


def _people_and_judges(
    chosen: Named[Collection], named: Named[Collection]
) -> tuple[Named[Collection], Named[Collection]] | None:
    """What people rated and what judges did: of one sheet, or of other data that are open."""
    sheet = whole_of(chosen)
    judges = [run for run in named.value.runs if run in sheet.value.raters]
    if judges:
        both = derived(people_and_judges, sheet, judges)
        people, theirs = (Named((both.key, side), each) for side, each in enumerate(both.value))
        return people, theirs
    # A file of judges that was opened with the people's lost what people did not rate.
    rated = {*named.value.ids}
    others = {
        f"{each.title}/{scale}": each.named(scale)
        for each in opened().values()
        for scale in each.collections
        if each.is_rated_by_name and each.named(scale).key != chosen.key
        if rated & {*each.collections[scale].ids}
    }
    if not others:
        words.markdown(
            "The judges' ratings of items that people did not rate are not open. Open one table "
            "with people and judges under Your data, or the judges' file by itself, and choose it "
            "here."
        )
        return None
    other: str = choose(
        views.JUDGES_DATA, ways=[*others], usual=next(iter(others)),
        key=f"judges of all/{chosen.code}/{len(others)}",
    )  # fmt: skip
    return named, others[other]
