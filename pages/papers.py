"""Papers: their printed tables, beside the same numbers computed again."""

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from oq_core import OC_MEASURES, Analysis, Scores, analyse, score_classification
from oq_core.papers import (
    LABELS,
    PAPERS,
    Part,
    PrintedTable,
    derived_values,
    printed,
    side_by_side,
)
from pages.parts import theme
from pages.parts.data import DataSet, choose_data_sets
from pages.parts.downloads import download_table
from pages.parts.options import choose_one
from pages.parts.text import plain
from pages.parts.work import kept, work

OTHER, OWN = "recomputed", "your data"
#: Behind what differs: the colour of conflict, thin enough to read through on light and dark.
SHADE = f"background-color: {theme.CONFLICT}55"


def choose() -> tuple[PrintedTable, Part]:
    """Paper, table and part."""
    columns = st.columns([1, 2, 2])
    names = list(PAPERS)
    name = columns[0].selectbox(
        "Paper", names, names.index("LQ21"), key="paper", bind="query-params"
    )
    tables = {each.numbers: each for each in PAPERS[name].tables}
    number = columns[1].selectbox(
        "Table",
        list(tables),
        format_func=lambda number: f"{number}: {tables[number].title}",
        key=f"table_{name}",
        bind="query-params",
    )
    table = tables[number]
    parts = {each.label: each for each in table.parts}
    if len(parts) == 1:
        return table, next(iter(parts.values()))
    label = columns[2].selectbox(
        "Data set" if "data_set" in table.parts_by else "Part",
        list(parts),
        key=f"part_{name}_{number}",
        persist_state="session",
    )
    return table, parts[label]


def scores_of(data: DataSet, measures: Sequence[str]) -> Scores:
    """Scores under those of the measures that the data can have."""
    collection = data.collection
    if collection and collection.labels and collection.labels.runs and measures[0] in OC_MEASURES:
        key = ("classification", data.token)
        return kept(key, lambda: score_classification(collection)).of(measures)
    return data.scores.of([key for key in measures if key in data.measures])


def scores_for(
    table: PrintedTable, part: Part, data_sets: Sequence[DataSet]
) -> dict[str, Scores] | None:
    """Scores of all data sets under the table's measures; says what is missing."""
    measures = table.measures_of(part)
    scores = {each.name: scores_of(each, measures) for each in data_sets}
    shared = [key for key in measures if all(key in each.measures for each in scores.values())]
    if len(shared) < (2 if "first" in table.keys else 1):
        st.info(f"These data have too few of the table's measures: {', '.join(measures)}.")
        return None
    scores = {name: each.of(shared).defined() for name, each in scores.items()}
    least = 2 * (part.options.split_size or 1)
    for name, each in scores.items():
        if len(each.ids) < least or len(each.runs) < 2:
            st.info(
                f"{plain(name)} has {len(each.ids)} instances and {len(each.runs)} runs with these "
                f"measures; {least} instances and 2 runs or more are needed."
            )
            return None
    return scores


def from_your_data(table: PrintedTable, part: Part) -> tuple[pd.DataFrame, str] | None:
    """The part's numbers from open data, and how large these are."""
    data_sets = choose_data_sets(least=0 if table.from_gold else 2)
    if not part.together and data_sets:
        data_sets = [choose_one(data_sets)]
    found = None
    if data_sets and table.from_gold:
        collections = [each.collection for each in data_sets if each.collection]
        if len(collections) < len(data_sets):
            st.info("This needs gold distributions, and score matrices have none.")
        else:
            size = f"{sum(len(each.ids) for each in collections):,} instances"
            found = table.from_gold(collections, part.rows), size
    elif data_sets and table.from_analysis:
        scores = scores_for(table, part, data_sets)
        analysis = scores and analysed(part, data_sets, scores)
        if analysis:
            size = " + ".join(
                f"{len(each.scores.ids):,} instances and {len(each.scores.runs)} runs"
                for each in analysis.data_sets
            )
            found = table.from_analysis(analysis, part.rows), size
    return found


def analysed(
    part: Part, data_sets: Sequence[DataSet], scores: dict[str, Scores]
) -> Analysis | None:
    """The analysis as in the paper, computed once; nothing while it is stopped."""
    tokens = tuple(each.token for each in data_sets)
    measures = tuple(each.measures for each in scores.values())
    return work(
        ("papers", tokens, measures, part.options),
        "Computing",
        lambda progress: analyse(scores, part.options, lambda words, share: progress(share, words)),
    )


def number_text(value: Any, like: str) -> str:
    """A number with one decimal more than the printed one, so that its rounding can be seen."""
    if isinstance(value, str):
        return value
    if pd.isna(value):
        return ""
    decimals = len(like.partition(".")[2]) if isinstance(like, str) else 4
    return f"{value:.{decimals + 1 if decimals else 0}f}"


def marks(side: pd.DataFrame, name: str) -> list[str]:
    """What to say of each row."""
    words = []
    for index, differs in side[name, "differs"].items():
        row = side.loc[[index]]
        if pd.isna(differs):
            words.append("")
        elif not differs:
            words.append("= as printed")
        elif (
            "printed" in side and row["printed"].isna().all(axis=None) and not row["printed"].empty
        ):
            words.append("≠ not printed")
        else:
            words.append("≠ differs")
    return words


def as_text(table: PrintedTable, side: pd.DataFrame) -> pd.DataFrame:
    """Side by side as text, a mark before each source's values."""
    columns: dict[str, list[str]] = {}
    likes = {value: side["printed", value] for value in table.values}
    for value, like in likes.items():
        columns[LABELS.get(value, value)] = list(like.fillna(""))
    for name in side.columns.unique(0).drop("printed"):
        columns[name] = marks(side, name)
        for value, like in likes.items():
            if (name, value) in side:
                columns[f"{LABELS.get(value, value)} ({name})"] = [
                    number_text(*pair) for pair in zip(side[name, value], like, strict=True)
                ]
    return pd.DataFrame(columns, side.index).reset_index().rename(columns=LABELS)


def shaded(text: pd.DataFrame, side: pd.DataFrame) -> Styler:
    """The same with the cells of rows that differ shaded."""
    shades = pd.DataFrame("", text.index, text.columns)
    for name in side.columns.unique(0).drop("printed"):
        own = [column for column in text if column == name or column.endswith(f"({name})")]
        shades.loc[side[name, "differs"].fillna(False).to_numpy(dtype=bool), own] = SHADE
    return text.style.apply(lambda _: shades, axis=None)


def show_printed(table: PrintedTable, part: Part, side: pd.DataFrame | None) -> None:
    """The table as in the paper; cells that differ in anything have a sign."""
    text = table.as_printed(part)
    shades = pd.DataFrame("", text.index, text.columns)
    if side is not None and table.cell:
        differs = side.xs("differs", axis=1, level=1).fillna(False).any(axis=1)
        for first, second in side.index[differs]:
            text.loc[first, second] += " ≠"
            shades.loc[first, second] = SHADE
    st.dataframe(
        text.style.apply(lambda _: shades, axis=None),
        height="content",
        alt=f"Table {table.numbers}, {part.label}, as printed",
    )


def count(side: pd.DataFrame, name: str) -> str:
    """How many rows are as printed, in words."""
    differs = side[name, "differs"].dropna()
    left = len(side) - len(differs)
    words = f"**{int((~differs).sum())} of {len(differs)} rows as printed**"
    return words + (f", {left} with nothing to compare" if left else "")


def only_its_own(table: PrintedTable, part: Part, size: str) -> str:
    """What to expect of other data than the paper's."""
    sizes = printed("acl21_lq21_rnod22_data_sets").drop_duplicates("data_set")
    name = part.names.get("data_set", "")
    its = sizes[sizes.data_set == name]
    if its.empty:
        words = "Only the paper's own data and runs can give the paper's numbers"
    else:
        words = (
            f"Only {name} itself, with its {its.instances.item()} instances and "
            f"{its.runs.item()} runs, can give the paper's numbers"
        )
    words += f"; yours have {size}"
    nearly = (
        " They hang on random permutations or splits too, so that even its own data give them "
        "only nearly (5,000 permutations, 1,000 splits, seed 0)."
    )
    return f"{words}.{nearly if table.chance else ''}"


def main() -> None:
    """The page."""
    st.title("Papers: their tables, computed again")
    table, part = choose()
    paper = next(each for each in PAPERS.values() if table in each.tables)
    st.markdown(f"**Table {table.numbers}.** {table.shows}")
    st.caption(f"{paper.reference}: {paper.title}." + (f" {table.note}" if table.note else ""))
    found: dict[str, pd.DataFrame] = {}
    size = ""
    derived = derived_values(table, part)
    if derived is not None:
        found[OTHER] = derived
    computable = table.from_analysis or table.from_gold
    if computable and st.toggle(
        "Set beside it, from your data", key="papers_own", persist_state="session"
    ):
        with st.container(border=True):
            own = from_your_data(table, part)
        if own:
            found[OWN], size = own
    side = side_by_side(table, part, found) if found else None
    if table.cell or side is None:
        st.markdown("**As printed**")
        show_printed(table, part, side)
    if side is not None:
        st.markdown("**Side by side**")
        if OTHER in found:
            st.markdown(f"From other printed numbers: {count(side, OTHER)}.")
        if OWN in found:
            st.markdown(f"From your data: {count(side, OWN)}.")
            st.caption(only_its_own(table, part, size))
        st.dataframe(
            shaded(as_text(table, side), side),
            hide_index=True,
            height="content" if len(side) < 50 else 500,
            alt=f"Table {table.numbers}, {part.label}: printed and computed values",
        )

    def download() -> pd.DataFrame:
        if side is None:
            return part.rows.set_index(list(table.keys))
        return side.set_axis([" ".join(column) for column in side.columns], axis=1)

    download_table("Download this table", download, "papers.csv")


main()
