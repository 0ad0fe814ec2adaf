"""Sizes, counts and times are limited (privacy.md): every limit, set by variables, and for whom."""

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Self

#: Whether this is the edition that runs in a browser: one visitor, no server, no other process.
IN_BROWSER = sys.platform == "emscripten"
#: How the app is installed and started, in a copy of its repository.
INSTALL = (
    "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt && "
    ".venv/bin/streamlit run app.py"
)
#: What to do where this edition lacks something.
IN_THE_INSTALLED_APP = f"Install the app, in a copy of its repository: `{INSTALL}`"

#: What the variables' names begin with: `memory_mb` is set by `OQ_MEMORY_MB`.
PREFIX = "OQ_"


@dataclass(frozen=True)
class Limits:
    """Limits of the server and of each visitor.

    Attributes
    ----------
    memory_mb : int
        Megabytes of arrays that all visitors may have open together. Beyond it, what was used
        least recently is closed, and its owner is told.
    visitor_mb : int
        Megabytes of arrays that one visitor may have open. Beyond it, the visitor is asked to
        close something.
    results_mb : int
        Megabytes of results that are kept for all visitors together. Beyond it, what was used
        least recently is forgotten, and computed again when it is asked for.
    waiting_mb : int
        Megabytes of uploads that all visitors may have sent and not yet opened. Beyond it, those go
        of who has most: in the network that has most, the visitor who does.
    visitor_waiting_mb : int
        Megabytes of uploads that one visitor (a tab) may have sent and not yet opened.
    workers : int
        Processes for long work; 0 takes one less than the processor has cores, at least one.
    worker_mb : int
        Megabytes that one of them, or of those that read files, may take.
    work_s : int
        Seconds that one computation may take. Beyond it, it is ended, and its visitor is told.
    reading_s : int
        Seconds that reading or writing the files of one step may take.
    visitors : int
        Visitors at the same time.
    upload_mb_an_hour : int
        Megabytes that one visitor may upload in an hour.
    scheduler : str
        Address of a scheduler of `dask.distributed`, such as `tcp://10.0.0.5:8786`, whose
        machines compute tests, bootstraps and splits; none unless given.
    metrics : int
        1 opens `/_stcore/metrics` to everybody who reaches the server.
    hosts : str
        Names by which visitors reach the server over https, with blanks between them, such as
        `oq.example.org *.example.net`; any unless given.
    frame_ancestors : str
        Sites that may show the app in a frame, as a content security policy lists them.
    docs : str
        Address of the documentation, such as `https://example.org/oq`, into which pages then link;
        they do not unless it is given.
    """

    memory_mb: int = 2000
    visitor_mb: int = 400
    results_mb: int = 2000
    waiting_mb: int = 400
    visitor_waiting_mb: int = 200
    workers: int = 0
    worker_mb: int = 3000
    work_s: int = 900
    reading_s: int = 180
    visitors: int = 300
    upload_mb_an_hour: int = 500
    scheduler: str = ""
    metrics: int = 0
    hosts: str = ""
    frame_ancestors: str = "'self'"
    docs: str = ""

    @classmethod
    def of(cls, variables: Mapping[str, str]) -> Self:
        """The limits that variables of the environment set; the others as they are by default.

        Raises
        ------
        ValueError
            If one is no whole number of 0 or more where that is needed, no name or no address.

        Examples
        --------
        >>> Limits.of({"OQ_VISITORS": "40"}).visitors
        40
        """
        found: dict[str, int | str] = {}
        for field in fields(cls):
            name = f"{PREFIX}{field.name.upper()}"
            if name not in variables:
                continue
            text = variables[name].strip()
            if isinstance(field.default, str):
                if set(text) & set(";,\r\n"):
                    raise ValueError(f"{name} must be a list of sites with blanks between them")
                found[field.name] = text
            elif text.isascii() and text.isdigit() and len(text) < 10:
                found[field.name] = int(text)
            else:
                raise ValueError(f"{name} must be a whole number, not {text[:40]!r}")
        for name in str(found.get("hosts", "")).split():
            if not re.fullmatch(r"(\*\.)?[A-Za-z0-9.-]+", name):
                raise ValueError(
                    f"{PREFIX}HOSTS must be names such as oq.example.org, not {name!r}"
                )
        docs = str(found.get("docs", ""))
        if docs and not re.fullmatch(r"https?://[^\s<>\"']+", docs):
            raise ValueError(f"{PREFIX}DOCS must be an address that begins with https://")
        return cls(**found)  # type: ignore[arg-type]


def process_of(variables: Mapping[str, str]) -> str:
    """The letters that name this process among several; empty for one that is alone.

    Its visitors' cookies begin with them.

    Raises
    ------
    ValueError
        If they could not stand in an address.
    """
    letters = variables.get("OQ_PROCESS", "")
    if not re.fullmatch("[A-Z]{0,2}", letters):
        raise ValueError(f"OQ_PROCESS must be one or two letters A to Z, not {letters!r}")
    return letters


@lru_cache(10_000)
def network_of(address: str) -> str:
    """What an address is counted by: itself, or of IPv6 the part that is not the visitor's choice.

    Examples
    --------
    >>> network_of("::ffff:192.0.2.7"), network_of("2001:db8::1") == network_of("2001:db8::2")
    ('192.0.2.7', True)
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or found.packed[:8].hex())


LIMITS, PROCESS = Limits.of(os.environ), process_of(os.environ)
