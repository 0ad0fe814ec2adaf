"""Papers: their printed tables, beside the same numbers computed from data."""

from collections.abc import Sequence
from contextlib import suppress

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler
from streamlit.delta_generator import DeltaGenerator

from oq_core import Scores, analyse
from oq_core.campaign import Analysis
from oq_core.data.scores import counted
from oq_core.defaults import SPLITS, TRIALS
from oq_core.papers import LABELS, PAPERS, PrintedTable, TablePart, printed, side_by_side
from pages import menu
from pages.analysing import views, words
from pages.analysing.address import asked_for, put
from pages.analysing.data import DataSet, choose_data_sets
from pages.analysing.downloads import download_table
from pages.analysing.options import choose_one
from pages.analysing.settings import choose, settings
from pages.analysing.text import plain
from pages.drawing import theme
from pages.host.results import Named, kept
from pages.host.script_run import NoAnswerError
from pages.host.work import work

OWN = "your data"
#: Tables worth seeing first, by paper; the others open on their first.
FIRST_TABLES = {"LQ21": "7"}
#: Behind what differs: the colour of conflict, pale enough for text on light and dark.
SHADE = f"background-color: {theme.CONFLICT}55"


def choose_part() -> tuple[PrintedTable, TablePart]:
    """Paper, table and part; the address names them too."""
    columns = st.columns([1, 2, 2])
    name = pick(columns[0], "Paper", dict.fromkeys(PAPERS, ""), "paper", "paper", "LQ21")
    tables = {each.numbers: each for each in PAPERS[name].tables}
    titles = {number: each.title for number, each in tables.items()}
    number = pick(columns[1], "Table", titles, "table", f"table/{name}", FIRST_TABLES.get(name, ""))
    table = tables[number]
    parts = {each.label: each for each in table.parts}
    chosen = {"paper": name, "table": number}
    if len(parts) == 1:
        (part,) = parts.values()
    else:
        what = "Data set" if "data_set" in table.parts_by else "Part"
        label = pick(columns[2], what, dict.fromkeys(parts, ""), "part", f"part/{name}/{number}")
        part, chosen["part"] = parts[label], label
    # One by one: the address also holds what is chosen below.
    for key in ("paper", "table", "part"):
        put(key, chosen.get(key))
    return table, part


def pick(
    place: DeltaGenerator, label: str, options: dict[str, str], name: str, key: str, first: str = ""
) -> str:
    """One of some options, which have a title or none; the one in the address, to begin with."""
    asked = asked_for(name, first)
    if key not in st.session_state and asked in options:
        st.session_state[key] = asked
    return place.selectbox(
        label,
        list(options),
        format_func=lambda option: f"{option}: {options[option]}" if options[option] else option,
        key=key,
        persist_state="session",
    )


def scores_for(
    table: PrintedTable, part: TablePart, data_sets: Sequence[DataSet]
) -> dict[str, Named[Scores]]:
    """Scores of all data sets under the table's measures; says what is missing, and ends there."""
    measures = table.measures_of(part)
    shared = [key for key in measures if all(key in each.measures for each in data_sets)]
    if len(shared) < (2 if "first" in table.keys else 1):
        st.info(
            f"These data have too few of the table's measures: {', '.join(measures)}. Those of "
            "classification need items with a class each, those of nuggets nugget labels."
        )
        raise NoAnswerError
    scores = {
        each.name: kept(Scores.defined, kept(Scores.of, each.named_scores, shared))
        for each in data_sets
    }
    least = 2 * (part.options.split_size or 1)
    for name, each in ((name, named.value) for name, named in scores.items()):
        if len(each.ids) < least or len(each.runs) < 2:
            st.info(
                f"{plain(name)} has {counted(len(each.ids), 'instance')} and "
                f"{counted(len(each.runs), 'run')} with these "
                f"measures; {least} instances and 2 runs or more are needed."
            )
            raise NoAnswerError
    runs = table.runs_of(part)
    if runs and not any(runs & set(each.value.runs) for each in scores.values()):
        st.info(
            "None of the runs in this part of the table is in these data. They are matched by "
            f"name: {', '.join(sorted(runs)[:3])}, …"
        )
        raise NoAnswerError
    return scores


def from_your_data(table: PrintedTable, part: TablePart) -> tuple[pd.DataFrame, str] | None:
    """The part's numbers from open data, and how large these are; nothing of other tables."""
    with settings() as line:
        data_sets = choose_data_sets(line, least=1 if table.from_gold else 2)
        if not part.together:
            data_sets = [choose_one(data_sets)]
    line.tell()
    if table.from_gold:
        collections = [each.collection for each in data_sets if each.collection]
        if len(collections) == len(data_sets):
            size = f"{sum(len(each.ids) for each in collections):,} instances"
            return table.from_gold(collections, part.rows), size
        st.info(
            "This needs gold distributions over ordered classes, which some of these data lack."
        )
    elif table.from_analysis:
        analysis = analysed(part, scores_for(table, part, data_sets))
        size = " + ".join(
            f"{counted(len(each.scores.ids), 'instance')} and "
            f"{counted(len(each.scores.runs), 'run')}"
            for each in analysis.data_sets
        )
        return table.from_analysis(analysis, part.rows), size
    return None


def analysed(part: TablePart, scores: dict[str, Named[Scores]]) -> Analysis:
    """The analysis as in the paper, computed once."""
    return work("Computing", analyse, scores, part.options).value


def number_texts(values: pd.Series, like: pd.Series) -> list[str]:
    """Numbers with one decimal more than the printed ones, so that their rounding can be seen."""
    decimals = max(len(text.partition(".")[2]) for text in like.dropna())
    digits = decimals + 1 if decimals else 0
    return [
        value if isinstance(value, str) else "" if pd.isna(value) else f"{value:.{digits}f}"
        for value in values
    ]


def marks(table: PrintedTable, part: TablePart, side: pd.DataFrame) -> list[str]:
    """What to say of each row."""
    values = [value for value in table.values if (OWN, value) in side]
    there = side[[(OWN, value) for value in values]].notna().any(axis=1)
    said = []
    for place, (differs, found) in enumerate(zip(side[OWN, "differs"], there, strict=True)):
        if pd.isna(differs):
            said.append("")
        elif not differs:
            said.append("= as printed")
        elif place >= len(part.rows):
            said.append("≠ not printed")
        else:
            said.append("≠ differs" if found else "≠ not found")
    return said


def as_text(table: PrintedTable, part: TablePart, side: pd.DataFrame) -> Styler:
    """Side by side as text: a mark, then each value by each; shaded where a row differs."""
    columns = {OWN: marks(table, part, side)}
    for value in table.values:
        like, label = side["printed", value], LABELS.get(value, value)
        columns[label] = list(like.fillna(""))
        if (OWN, value) in side:
            columns[f"{label} ({OWN})"] = number_texts(side[OWN, value], like)
    text = pd.DataFrame(columns, side.index).reset_index().rename(columns=LABELS)
    shades = pd.DataFrame("", text.index, text.columns)
    own = [column for column in text if column == OWN or column.endswith(f"({OWN})")]
    shades.loc[side[OWN, "differs"].fillna(False).to_numpy(dtype=bool), own] = SHADE
    return text.style.apply(lambda _: shades, axis=None)


def count(part: TablePart, side: pd.DataFrame) -> str:
    """How many rows are as printed, in words."""
    differs = side[OWN, "differs"]
    known = differs.dropna()
    left = int(differs.iloc[: len(part.rows)].isna().sum())
    alike = f"**{int((~known).sum())} of {len(known)} rows as printed**"
    return alike + (f", {left} with nothing to compare" if left else "")


def only_its_own(table: PrintedTable, part: TablePart, size: str) -> str:
    """What to expect of other data than the paper's."""
    sizes = printed("acl21_lq21_rnod22_data_sets").drop_duplicates("data_set")
    name = part.names.get("data_set", "")
    its = sizes[sizes.data_set == name]
    if its.empty:
        text = "Only the paper's own data and runs can give the paper's numbers"
    else:
        runs = "" if table.from_gold else f" and {its.runs.item()} runs"
        text = (
            f"Only {name} itself, with its {its.instances.item()} instances{runs}, can give the "
            "paper's numbers"
        )
    text += f"; yours have {size}"
    nearly = (
        f" The numbers also depend on random permutations or splits ({TRIALS:,} permutations, "
        f"{SPLITS:,} splits, seed 0). So even the paper's own data give them only nearly."
    )
    return f"{text}.{nearly if table.chance else ''}"


def show_printed(table: PrintedTable, part: TablePart) -> None:
    """The table as in the paper."""
    st.markdown("**As printed**")
    if table.cell:
        st.table(table.as_printed(part))
    else:
        alt = f"Table {table.numbers}, {part.label}, as printed"
        st.dataframe(table.as_printed(part), height="content", alt=alt)


def show_beside(table: PrintedTable, part: TablePart, side: pd.DataFrame, size: str) -> None:
    """Printed and computed values side by side."""
    st.markdown("**Side by side**")
    st.markdown(f"From your data: {count(part, side)}.")
    st.caption(only_its_own(table, part, size))
    st.dataframe(
        as_text(table, part, side),
        hide_index=True,
        height="content" if len(side) < 50 else 500,
        alt=f"Table {table.numbers}, {part.label}: printed and computed values",
    )


def main() -> None:
    """The page."""
    words.title(menu.PAPERS.headline)
    st.caption("What the papers print, and what can be computed of it from your data.")
    table, part = choose_part()
    paper = next(each for each in PAPERS.values() if table in each.tables)
    several = "s" if set(table.numbers) & set(",–") else ""
    st.markdown(f"**Table{several} {table.numbers}.** {table.shows}")
    st.caption(f"{paper.reference}: {paper.title}." + (f" {table.note}" if table.note else ""))
    own = None
    if (table.from_analysis or table.from_gold) and choose(views.PAPERS_OWN):
        with st.container(border=True), suppress(NoAnswerError):
            own = from_your_data(table, part)
    rows = part.rows.set_index(list(table.keys))
    if table.cell or own is None:
        show_printed(table, part)
    if own is not None:
        side = side_by_side(table, part, {OWN: own[0]})
        show_beside(table, part, side, own[1])
        rows = side.set_axis([" ".join(column) for column in side.columns], axis=1)
    download_table("Download this table", lambda: rows, "papers.csv")


main()
