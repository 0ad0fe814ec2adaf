"""Which tables the papers print, and what can be set beside them: `printed/tables.json`."""

import json
from collections.abc import Mapping
from typing import Any

from oq_core.papers import from_data
from oq_core.papers.printed_files import FOLDER
from oq_core.papers.printed_table import Paper, PrintedTable


def _table(fields: Mapping[str, Any]) -> PrintedTable:
    given: dict[str, Any] = {
        name: tuple(each) if isinstance(each, list) else each for name, each in fields.items()
    }
    for name in {"from_analysis", "from_gold"} & set(given):
        given[name] = getattr(from_data, given[name])
    return PrintedTable(**given)


def _papers() -> dict[str, Paper]:
    content = json.loads((FOLDER / "tables.json").read_text(encoding="utf-8"))
    return {
        name: Paper(each["title"], each["reference"], tuple(map(_table, each["tables"])))
        for name, each in content.items()
    }


#: The papers with their printed tables, by short name, in the order of publication.
PAPERS: dict[str, Paper] = _papers()
