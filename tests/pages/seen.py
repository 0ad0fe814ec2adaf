"""What a person reads on a page, in lines of words and numbers."""

import base64
import json
from datetime import date
from functools import lru_cache

import numpy as np
import pyarrow as pa
from google.protobuf.message import Message
from streamlit.testing.v1.element_tree import Block

from tests.said import pieces, some

#: How something looks, what a browser is to run, and names that nobody reads.
LOOKS = {
    *("accept_new_options", "align", "allow_empty", "anchor", "aria", "automargin", "autorange"),
    *("barmode", "border", "categoryarray", "categoryorder", "click_mode", "color", "colorscale"),
    *("colour", "component_name", "contains", "css_content", "css_source_path", "data_type"),
    *("deferred_file_id", "direction", "displaylogo", "domain", "dtick", "element_type", "empty"),
    *("equal", "field", "fill", "fillcolor", "font", "form_id", "format", "gap_config", "has_max"),
    *("has_min", "height", "height_config", "hidden", "hoverinfo", "html_content", "icon", "id"),
    *("ignore_rerun", "index", "isolate_styles", "js_content", "js_source_path", "justify"),
    *("label_visibility", "labelAngle", "labelLimit", "language", "layer", "line", "margin"),
    *("marker", "matches", "mode", "offset", "offsetgroup", "oneOf", "opacity", "open", "orient"),
    *("orientation", "page_script_hash", "param", "query_param_key", "required", "resize", "scale"),
    *("scattermode", "select_all", "selection_mode", "set_value", "showarrow", "showgrid"),
    *("showlegend", "showscale", "showticklabels", "size", "step", "t", "tag", "template"),
    *("text_alignment_config", "texttemplate", "theme", "thickness", "type", "url"),
    *("use_container_width", "weight", "width", "width_config", "wrap", "wrap_lines", "xanchor"),
    *("xgap", "xref", "yanchor", "ygap", "yref", "yshift", "zeroline", "zerolinewidth"),
}
#: Of a figure: its marks, what is on which axis, under which title, and colours.
DRAWN = {
    *("color", "colorscale", "dash", "field", "fill", "fillcolor"),
    *("mode", "param", "range", "title", "type"),
}
PLAIN = str | bool | int | float | None
#: Parts of a thing that are told; of more, some.
MOST = 60
#: Longer words are numbers, packed.
LONGEST_WORD = 200


def lines_of(block):
    """A line for each thing on a page, from above."""
    for each in block.children.values():
        if each.proto:
            yield from _told(each.type, type(each.proto), each.proto.SerializeToString())
        if isinstance(each, Block):
            yield from lines_of(each)


def check_options(block):
    """A page has no button *Options* with nothing behind it."""
    for each in block.children.values():
        if isinstance(each, Block):
            label = getattr(getattr(each.proto, "popover", None), "label", "")
            assert each.children or not label.startswith("Options"), "Options is empty"
            check_options(each)


# Most of a page is as it was in the pass before.
@lru_cache(maxsize=2000)
def _told(kind, message, packed):
    """The lines of one thing, as the server sends it."""
    proto, told = message.FromString(packed), []
    parts = dict.fromkeys(_parts(proto))
    if parts and kind not in ("flex_container", "column"):
        told.append(f"{kind}: {some(parts, MOST, ' | ')}")
    if kind in ("plotly_chart", "vega_lite_chart"):
        told.append(
            f"drawn: {some(dict.fromkeys(_drawn(_parsed(proto.spec, 'spec'))), MOST, ' | ')}"
        )
    return told


def _drawn(value, name="", within=""):
    """How a figure is drawn: in a line of its own, as many figures are drawn alike."""
    match value:
        case dict():
            for key, part in value.items():
                if key != "template":
                    yield from _drawn(part, key, name)
        case list():
            for each in value:
                yield from _drawn(each, name, within)
        case str() if name in DRAWN:
            yield f"{within} {name}: {value}".strip()


def _parts(value, name=""):  # noqa: PLR0912
    """All that one reads of a value, with the names of its parts."""
    match value:
        case Message() if value.DESCRIPTOR.name == "ArrowData":
            for column, values in _columns(value.data):
                yield from _parts(values, column)
        case Message():
            yield from _parts({field.name: part for field, part in value.ListFields()})
        case {"bdata": data, "dtype": dtype}:
            yield from _parts(np.frombuffer(base64.b64decode(data), dtype).tolist(), name)
        case dict():
            for key, part in value.items():
                if key not in LOOKS:
                    yield from _parts(part, str(key))
        case bytes() | date():
            return
        case str() if value[:1] in ("{", "[") and (parsed := _parsed(value, name)) is not None:
            yield from _parts(parsed, name)
        case _ if isinstance(value, PLAIN):
            if (text := _read(value)) != "":
                yield text if name in ("body", "label") else f"{name}: {text}"
        case _ if all(map(_is_flat, value)):
            if len(value):
                yield f"{name}: {some(map(_read, value))}"
        case _:
            for each in value:
                yield from _parts(each, name)


def _columns(packed):
    """The columns of a table by their names, those of its index first unless nobody named it."""
    table = pa.ipc.open_stream(packed).read_all()
    index = [
        *filter(table.column_names.__contains__, table.schema.pandas_metadata["index_columns"])
    ]
    for name in dict.fromkeys([*index, *table.column_names]):
        if name != "__index_level_0__":
            yield name, [np.nan if each is None else each for each in table[name].to_pylist()]


def _is_flat(value):
    """Whether it is told as one value: itself one, or a row of them."""
    return isinstance(value, PLAIN) or (
        isinstance(value, list | np.ndarray) and all(isinstance(each, PLAIN) for each in value)
    )


def _read(value):
    """A value as one reads it, without tags and packed numbers."""
    if isinstance(value, list | np.ndarray):
        return " ".join(str(_read(each)) for each in value)
    if not isinstance(value, str):
        return value
    text = " · ".join(pieces(value)) if "</" in value else value
    long = len(text) > LONGEST_WORD and max(map(len, text.split())) > LONGEST_WORD
    return "packed" if long else text


def _parsed(text, name):
    """JSON; that of a figure by its names, which Plotly writes in the order of their making."""
    try:
        return json.loads(text, object_pairs_hook=_by_name if name == "spec" else None)
    except ValueError:
        return None


def _by_name(pairs):
    return dict(sorted(pairs))
