"""Runs of several data sets that are one by where their files stand: one name for each."""

from collections import Counter
from collections.abc import Mapping

import streamlit as st

from oq_core.campaign.computing.several import names_over
from pages.analysing.data import Opened
from pages.campaign.data_parts.changes import rename_runs
from pages.campaign.data_parts.opening import changing


def names_to_share(own: Mapping[str, Opened]) -> dict[str, dict[str, str]]:
    """By data set and present name, the names that would make one run of several.

    As `names_over` has them; none where a data set has or had another run of that name.
    """
    over = names_over({title: paths for title, data in own.items() if (paths := data.paths)})
    times = Counter(new for names in over.values() for new in names.values())
    found = {
        title: {
            run: new
            for run, new in names.items()
            if new != run and times[new] > 1 and new not in (*own[title].runs, *own[title].removed)
        }
        for title, names in over.items()
    }
    return {title: names for title, names in found.items() if names}


def one_name(own: Mapping[str, Opened]) -> None:
    """Propose one name for runs that several data sets have under names of their own."""
    proposed = names_to_share(own)
    if not proposed:
        return
    with st.container(border=True):
        st.markdown(
            "**One name for a run.** By where their files stand, these are the same runs in "
            "several data sets. With one name, Report, Leaderboard and Power take each as one run."
        )
        st.dataframe(
            [
                {"data set": title, "run": run, "one name": new}
                for title, names in proposed.items()
                for run, new in names.items()
            ],
            hide_index=True,
        )
        st.button("Give them these names", on_click=on_one_name, args=(proposed,), key="one name",
                  icon=":material/check:")  # fmt: skip


def on_one_name(proposed: Mapping[str, Mapping[str, str]]) -> None:
    """Give runs the names that were proposed."""
    for title, names in proposed.items():
        changing(rename_runs)(title, names)
