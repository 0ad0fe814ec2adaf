"""What people would say of all items: from a judge's ratings of all and people's of some."""

import streamlit as st

from oq_core import Collection, options
from oq_core.campaign.printing import headlines, layouts
from oq_core.raters import estimated, people_and_judges
from pages.analysing import views, words
from pages.analysing.data import whole_judges, whole_of
from pages.analysing.settings import choose
from pages.analysing.text import plain
from pages.drawing.shown import show
from pages.host.results import Named, kept
from pages.host.work import work


def estimate_view(chosen: Named[Collection], named: Named[Collection]) -> None:
    """Ask for the judge; then estimates, all items first."""
    words.markdown(
        "People have rated some items and a judge all of them: how would people rate all, and "
        "those of each system? The judge errs, and the items that both have rated tell how."
    )
    people, judges = _people_and_judges(chosen, named)
    if not judges:
        words.markdown(
            "No judge is known to have rated items that people did not rate. Open people's "
            "ratings and the judges' of all items under Your data, in two files or in one table."
        )
        return
    names = [*judges]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        judge = judges[choose(
            views.JUDGE_OF_ALL, ways=names, usual=names[0], key=f"judge of all/{people.code}",
        )]  # fmt: skip
        by = _groups(judge)
    try:
        found = work("Estimating what people would say", estimated, people, judge, by)
    except ValueError as error:
        st.info(plain(str(error)))
        return
    made = found.value
    st.markdown(plain(headlines.estimate(made)))
    for note in made.notes:
        st.warning(plain(f"{note}."))
    name = named.value.name
    show(layouts.estimated_shares(name, made))
    show(layouts.estimated(name, made))


def _people_and_judges(
    chosen: Named[Collection], named: Named[Collection]
) -> tuple[Named[Collection], dict[str, Named[Collection]]]:
    """What people rated, and what each judge did: in one sheet, or in files of judges."""
    sheet, judges = whole_of(chosen), whole_judges(chosen)
    if raters := [run for run in named.value.runs if run in sheet.value.raters]:
        both = kept(people_and_judges, sheet, raters)
        people, apart = both.value
        judges |= {name: Named((both.key, name), each) for name, each in apart.items()}
        return Named((both.key, "people"), people), judges
    return named, judges


def _groups(judge: Named[Collection]) -> str:
    """The column, or the sign in ids, by which items are of systems; "" where none is chosen."""
    if columns := [*judge.value.groups]:
        by: str = choose(
            views.GROUPED_BY, ways=[*columns, views.IN_IDS], usual=columns[0],
            key=f"judge by/{judge.code}",
        )  # fmt: skip
        if by != views.IN_IDS:
            return by
    return choose(options.GROUPS, width=230)
