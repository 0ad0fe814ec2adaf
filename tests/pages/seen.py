"""What a page shows, in lines of words and numbers."""

import base64
import json
import re

import numpy as np
import pandas as pd
from google.protobuf.message import Message
from streamlit.dataframe_util import convert_arrow_bytes_to_pandas_df
from streamlit.testing.v1.element_tree import Block

from tests.said import rounded

#: How something looks, what a browser is to run, and addresses of files by their content.
LOOKS = {
    *("height_config", "width_config", "text_alignment_config", "gap_config", "label_visibility"),
    *("js_content", "css_content", "html_content", "url", "template", "page_script_hash"),
    *("isolate_styles", "use_container_width", "theme", "form_id", "wrap", "align", "justify"),
    *("border", "height", "width", "marker", "line", "colorscale", "font", "margin", "direction"),
    *("scale", "weight", "element_type", "ignore_rerun", "deferred_file_id", "set_value", "icon"),
    *("accept_new_options", "has_min", "has_max", "js_source_path", "css_source_path", "colour"),
    *("select_all", "data_type", "allow_empty", "open", "tag", "query_param_key", "click_mode"),
}
PLAIN = str | bool | int | float | None
#: Of so many words and parts all are told; of more, and of numbers and rows, some.
MOST = (60, str | Message | dict), (9, PLAIN), (3, object)
#: Longer ones without a space are numbers, packed.
LONGEST_WORD = 200


def lines_of(block):
    """A line for each thing on a page, from above: all its words and numbers."""
    for each in block.children.values():
        words = " | ".join(_leaves(each.proto, each.type)) if each.proto else ""
        if words and each.type not in ("flex_container", "column"):
            yield f"{each.type}: {rounded(words)}".replace("\n", "\\n")
        if isinstance(each, Block):
            yield from lines_of(each)


def _leaves(value, name=""):  # noqa: PLR0912
    """All that a value holds, with the names of its parts."""
    match value:
        case Message() if value.DESCRIPTOR.name == "ArrowData":
            frame = convert_arrow_bytes_to_pandas_df(value.data).reset_index()
            for column in frame:
                yield from _leaves(frame[column].tolist(), str(column))
        case Message():
            for field, part in value.ListFields():
                if field.name not in LOOKS:
                    yield from _leaves(part, field.name)
        case {"bdata": data, "dtype": dtype}:
            yield from _leaves(np.frombuffer(base64.b64decode(data), dtype).tolist(), name)
        case dict():
            for key, part in value.items():
                if key not in LOOKS:
                    yield from _leaves(part, str(key))
        case str() if "<style" in value:
            yield from _leaves(re.sub("<style.*?</style>", "", value, flags=re.DOTALL), name)
        case str() if name == "id":
            yield from [key for key in [value.split("-", 2)[-1]] if key != "None"]
        case str() if value[:1] in ("{", "[") and (parsed := _parsed(value)) is not None:
            yield from _leaves(parsed, name)
        case _ if isinstance(value, PLAIN):
            yield f"{name}={_short(value)}"
        case bytes() | pd.Timestamp():
            return
        case _:
            every = list(value)
            most = next(n for n, kind in MOST if all(isinstance(each, kind) for each in every))
            some = every[:: len(every) // most + 1]
            if all(isinstance(each, PLAIN) for each in every):
                yield f"{name}={', '.join(map(_short, some))} of {len(every)}"
            else:
                for each in some:
                    yield from _leaves(each, name)


def _short(value):
    """A value's text; of numbers that are packed as letters, how many letters they are."""
    text = str(value)
    return f"{len(text)} letters" if len(text) > LONGEST_WORD and " " not in text else text


def _parsed(text):
    try:
        return json.loads(text)
    except ValueError:
        return None
