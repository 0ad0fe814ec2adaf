"""Workbooks (.xlsx) and Parquet files as the text of a table: one row a line, as it is shown."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterable
from datetime import date, datetime
from functools import reduce
from importlib import import_module
from types import ModuleType
from typing import Any

from oq_core.data.collection import DataError
from oq_core.reading import budget as limits
from oq_core.reading.budget import Budget
from oq_core.reading.files import File, unpacked

#: How a Parquet file begins.
PARQUET = b"PAR1"
_AS_CSV = "Export the sheet as CSV"
#: Where a cell, or a row, of a sheet says that it stands.
_PLACE = re.compile(rb'<(?:\w+:)?(?:c|row)\b[^>]*?\br="([A-Z]*)(\d+)"')
_MANY = 10_000


def workbook_text(file: File, data: bytes, budget: Budget) -> tuple[str, str]:
    """The text of a workbook's only sheet that has cells, and the sheet's name.

    Raises
    ------
    DataError
        If it cannot be read, is too large or has several such sheets, or nothing is installed that
        reads it.
    """
    calamine = _reader(file, "Workbooks are", "python-calamine", "python_calamine")
    try:
        _check_size(file, data, budget)
        book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
        names = [
            each.name for each in book.sheets_metadata if str(each.visible).endswith("Visible")
        ]
        sheets = {name: book.get_sheet_by_name(name) for name in names}
        filled = {
            name: sheet.to_python(skip_empty_area=False)
            for name, sheet in sheets.items()
            if sheet.total_height
        }
    except DataError:
        raise
    # Whatever else a damaged workbook leads to.
    except Exception as error:
        raise file.error(f"the workbook cannot be read ({type(error).__name__})", _AS_CSV) from None
    if len(filled) != 1:
        which = f"several sheets: {', '.join(filled)}" if filled else "no sheet with cells"
        raise file.error(f"there are {which}", f"Keep one, or: {_AS_CSV}")
    ((name, rows),) = filled.items()
    return _table(file, rows), name


def _check_size(file: File, data: bytes, budget: Budget) -> None:
    """Refuse what unpacks to too much, and a sheet that is large because of one far cell."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for info in archive.infolist():
            with archive.open(info) as stream:
                content = unpacked(stream, file.name, info.filename, budget)
            if "worksheets/" not in info.filename:
                continue
            # A column's letters count up to 26: AB is 28.
            places = [
                (reduce(lambda number, letter: 26 * number + letter - 64, letters, 0), int(row))
                for letters, row in _PLACE.findall(content)
            ]
            width, height = (max((each[side] for each in places), default=0) for side in (0, 1))
            limits.check_count(
                file.name, width * height, limits.MAX_VALUES, "cells up to the last one", _AS_CSV
            )


def _reader(file: File, files_are: str, name: str, module: str) -> ModuleType:
    """The library that reads such files, which a competition's image may lack, or a sentence."""
    try:
        return import_module(module)
    except ImportError:
        raise file.error(
            f"{files_are} read by {name}, which is not installed",
            f"Install it (pip install {name}), or save the table as CSV",
        ) from None


def parquet_text(file: File, data: bytes) -> str:
    """The text of a Parquet file's table.

    Raises
    ------
    DataError
        If it cannot be read, is too large, or nothing is installed that reads it.
    """
    parquet = _reader(file, "Parquet is", "pyarrow", "pyarrow.parquet")
    try:
        table = parquet.ParquetFile(io.BytesIO(data))
        size = table.metadata.num_rows * table.metadata.num_columns
        limits.check_count(file.name, size, limits.MAX_VALUES, "values")
        names = table.schema_arrow.names
        batches = table.iter_batches(batch_size=_MANY)
        rows = (list(row.values()) for batch in batches for row in batch.to_pylist())
        return _table(file, (row for part in ([names], rows) for row in part))
    except DataError:
        raise
    except Exception as error:
        raise file.error(
            f"the Parquet file cannot be read ({type(error).__name__})", "Save the table as CSV"
        ) from None


def _table(file: File, rows: Iterable[Iterable[Any]]) -> str:
    content = io.StringIO()
    writer = csv.writer(content, lineterminator="\n")
    for row in rows:
        writer.writerow([_shown(cell) for cell in row])
        if content.tell() > limits.MAX_BYTES:
            raise limits.error_of(file.name, "the table is too large")
    return content.getvalue()


def _shown(cell: Any) -> str:
    """A cell as one reads it; a line break within it would be one of the table."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, date | datetime):
        return cell.isoformat()
    if isinstance(cell, list | dict):
        return json.dumps(cell, ensure_ascii=False)
    return re.sub(r"[\r\n]+", " ", str(cell))
