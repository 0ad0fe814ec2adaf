"""Download buttons, the same everywhere."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from mimetypes import guess_type
from typing import Any, TypeVar

import pandas as pd
import streamlit as st

from oq_core.campaign.saving.names import safe_name
from oq_core.campaign.saving.table_file import to_csv
from pages.host.script_run import take_part_in, this_run

Content = TypeVar("Content", str, bytes)


def asked_for(make: Callable[[], str | bytes]) -> Callable[[], str | bytes]:
    """What makes a file when its button is pressed, in this visitor's session.

    Streamlit calls it outside any session: what it keeps would stay for ever, and what it reads
    of the session would be nobody's.
    """
    run = this_run()

    def in_session() -> str | bytes:
        with ThreadPoolExecutor(1, initializer=take_part_in, initargs=(run,)) as own:
            return own.submit(make).result()

    return in_session


def save(
    label: str, content: str | bytes | Callable[[], str | bytes], file: str, **options: Any
) -> None:
    """A button that saves a file.

    Parameters
    ----------
    label : str
    content : str, bytes or callable
        What is in it, or what makes it when the button is pressed.
    file : str
        Its name, whose end tells what it is.
    **options
        Of `st.download_button`, as its key and help.
    """
    made = asked_for(content) if callable(content) else content
    look = {"icon": ":material/download:", **options}
    st.download_button(label, made, file, guess_type(file)[0], on_click="ignore", **look)


def download_table(
    label: str, table: Callable[[], pd.DataFrame], file_name: str, *about: str
) -> None:
    """A quiet button for a table as CSV, index included, which is made when it is pressed.

    Parameters
    ----------
    label : str
    table : callable
    file_name : str
        What the table is.
    *about : str
        What it is about, such as the name of the data set: the file's name begins with it.
    """
    name = named(file_name, *about)
    content = lambda: to_csv(table().reset_index())  # noqa: E731
    save(label, content, name, key=f"download_{name}", type="tertiary")


def named(file_name: str, *about: str) -> str:
    """A file's name that tells what the file is about.

    Examples
    --------
    >>> named("means.csv", "Gold 2026 A"), named("quiz.csv")
    ('gold-2026-a-means.csv', 'quiz.csv')
    """
    return "-".join([*(safe_name(each)[:60] for each in about[:3]), file_name])
