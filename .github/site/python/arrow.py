"""What Streamlit asks of pyarrow to send a table, by nanoarrow: pyarrow has no build for browsers.

It stands in the place of the module `pyarrow`. Streamlit looks at the names below; of a table it
takes the schema's kinds and the bytes of Arrow's stream format.
"""

import io
import json
from collections.abc import Callable, Hashable
from types import SimpleNamespace
from typing import Any

import nanoarrow as na
import numpy as np
import pandas as pd
from nanoarrow.ipc import StreamWriter

__version__ = "22.0.0"


class ArrowException(Exception):  # noqa: N818 - these names are pyarrow's
    """As pyarrow's."""


class ArrowInvalid(ValueError, ArrowException):  # noqa: N818
    """As pyarrow's."""


class ArrowTypeError(TypeError, ArrowException):
    """As pyarrow's: a column has values of several kinds."""


class ArrowNotImplementedError(NotImplementedError, ArrowException):
    """As pyarrow's."""


class _Never:
    """What nothing here is."""


ChunkedArray = RecordBatch = RecordBatchReader = Schema = DataType = Field = _Never
LargeListType = ListType = Scalar = Array = _Never

#: The kinds of columns here, by what Streamlit asks of a type.
_KINDS = {
    "is_integer": "int64",
    "is_floating": "float64",
    "is_boolean": "bool",
    "is_string": "unicode",
    "is_list": (_LIST := "list[float64]"),
}


class _Types:
    """What Streamlit asks of types: `is_integer` and others."""

    def __getattr__(self, name: str) -> Callable[[str], bool]:
        if not name.startswith("is_"):
            raise AttributeError(name)
        return lambda kind: kind == _KINDS.get(name)


types = _Types()


def large_string() -> str:
    """No type of a table here."""
    return "large"


string = binary = large_binary = large_string


class _Schema(list[SimpleNamespace]):
    """The fields of a table."""

    def field(self, place: int | str) -> SimpleNamespace:
        """A field by its place or name."""
        if isinstance(place, int):
            return self[place]
        return next(each for each in self if each.name == place)

    @property
    def names(self) -> list[str]:
        """The fields' names."""
        return [each.name for each in self]


class Table:
    """A pandas frame as Arrow's stream has it."""

    def __init__(self, columns: dict[str, tuple[Any, str]], told: dict[str, object]) -> None:
        fields = {name: column.schema for name, (column, _) in columns.items()}
        schema = na.c_schema(na.struct(fields)).modify(metadata={"pandas": json.dumps(told)})
        children = [column for column, _ in columns.values()]
        self.num_rows = len(children[0]) if children else 0
        self._array = na.c_array_from_buffers(schema, self.num_rows, [None], children=children)
        self.schema = _Schema(
            SimpleNamespace(name=name, type=kind, nullable=True, metadata=None)
            for name, (_, kind) in columns.items()
        )

    @classmethod
    def from_pandas(cls, frame: pd.DataFrame, preserve_index: bool | None = None) -> "Table":
        """As pyarrow's, for the columns that pages show.

        Raises
        ------
        ArrowTypeError
            If a column has text and other values. Streamlit turns it into text then.
        ArrowInvalid
            If columns have names of several levels.
        """
        if isinstance(frame.columns, pd.MultiIndex):
            raise ArrowInvalid("Columns have one level of names here.")
        columns: dict[str, tuple[Any, str]] = {}
        told, index = [], list[object]()

        def add(values: "pd.Series[Any] | pd.Index[Any]", name: Hashable, field: str) -> None:
            array, kind, numpy_kind = _column(values)
            columns[field] = array, kind
            told.append(
                {
                    "name": None if name is None else str(name),
                    "field_name": field,
                    "pandas_type": kind,
                    "numpy_type": numpy_kind,
                    "metadata": None,
                }
            )

        for place, name in enumerate(frame.columns):
            add(frame.iloc[:, place], name, str(name))
        rows = frame.index
        if isinstance(rows, pd.RangeIndex) and not preserve_index:
            step = {"start": rows.start, "stop": rows.stop, "step": rows.step}
            index.append({"kind": "range", "name": rows.name, **step})
        else:
            for level, name in enumerate(rows.names):
                own = name is not None and str(name) not in columns
                field = str(name) if own else f"__index_level_{level}__"
                add(rows.get_level_values(level), name, field)
                index.append(field)
        of_names = {
            "name": frame.columns.name,
            "field_name": frame.columns.name,
            "pandas_type": "unicode",
            "numpy_type": "object",
            "metadata": {"encoding": "UTF-8"},
        }
        return cls(
            columns,
            {
                "index_columns": index,
                "column_indexes": [of_names],
                "columns": told,
                "creator": {"library": "pyarrow", "version": __version__},
                "pandas_version": pd.__version__,
            },
        )

    def stream(self) -> bytes:
        """The bytes of Arrow's stream format."""
        file = io.BytesIO()
        writer = StreamWriter.from_writable(file)
        writer.write_stream(self._array)
        writer.close()
        return file.getvalue()


def _column(values: "pd.Series[Any] | pd.Index[Any]") -> tuple[Any, str, str]:
    """A column as an Arrow array, its kind, and what pandas calls it."""
    if isinstance(values.dtype, pd.CategoricalDtype):
        values = values.astype(object)
    kind, missing = values.dtype, np.asarray(pd.isna(values))
    is_bool = pd.api.types.is_bool_dtype(kind)
    if is_bool and not missing.any():
        return na.c_array([bool(each) for each in values], na.bool_()), "bool", "bool"
    if pd.api.types.is_integer_dtype(kind) and not missing.any():
        return _numbers(values.to_numpy(np.int64)), "int64", "int64"
    if pd.api.types.is_numeric_dtype(kind) and not is_bool:
        return _floats(values.to_numpy(np.float64, na_value=np.nan), missing), "float64", "float64"
    rows = [None if gone else each for each, gone in zip(values, missing.tolist(), strict=True)]
    return *_objects(rows, missing), "object"


def _objects(rows: list[Any], missing: np.ndarray) -> tuple[Any, str]:
    """Values of any kind, where None is missing, as an Arrow array, and its kind."""
    there = [each for each in rows if each is not None]

    def are(*kinds: type) -> bool:
        return bool(there) and all(isinstance(each, kinds) for each in there)

    if are(list, tuple, np.ndarray):
        ends = np.cumsum([0, *(0 if each is None else len(each) for each in rows)], dtype=np.int32)
        inner = _numbers(np.concatenate([np.asarray(each, float) for each in there]))
        kind = na.list_(na.float64())
        return na.c_array_from_buffers(kind, len(rows), [None, ends], children=[inner]), _LIST
    if are(bool, np.bool_):
        return na.c_array(rows, na.bool_()), "bool"
    if are(int, np.integer):
        return na.c_array(rows, na.int64()), "int64"
    if are(int, float, np.number):
        numbers = np.array([np.nan if each is None else each for each in rows], float)
        return _floats(numbers, missing), "float64"
    if any(isinstance(each, str) for each in there) and not are(str):
        raise ArrowTypeError("A column has text and other values.")
    return na.c_array([None if x is None else str(x) for x in rows], na.string()), "unicode"


def _floats(numbers: np.ndarray, missing: np.ndarray) -> Any:
    if not missing.any():
        return _numbers(numbers)
    rows = zip(numbers.tolist(), missing.tolist(), strict=True)
    return na.c_array([None if gone else each for each, gone in rows], na.float64())


def _numbers(values: np.ndarray) -> Any:
    # An empty array has no type for nanoarrow.
    if not values.size:
        return na.c_array([], na.int64() if values.dtype == np.int64 else na.float64())
    return na.c_array(np.ascontiguousarray(values))
