"""What a person reads of a page or a report, in lines whose difference one can read.

A sentence, a button, an option, a row of a table, a trace of a figure and a part of what a board is
sent have a line. Numbers have six digits; of many values or rows some stand there, and a checksum.
"""

import html
import json
import re
from base64 import b64decode
from itertools import groupby
from zlib import crc32

import numpy as np
import pyarrow as pa
from google.protobuf.json_format import MessageToDict
from streamlit.testing.v1.element_tree import Block

#: Of what one presses, chooses or opens: what one reads of it, and where it leads.
READ = re.compile(
    r"label|text|value|raw_values?|default|options|min|max|max_selections|placeholder|page|help"
    r"|query_string|disabled|expanded|multiple_files"
)
#: Of figures and boards: how large things are, and where they stand.
LOOKS = re.compile(
    r"template|autosize|legend|.*(config|[hH]eight|[wW]idth|[fF]ont|[sS]ize|[pP]ad|gap|anchor|align|margin"
    r"|shift|hoverlabel|hoverinfo|modebar|group|grid|offset|zeroline|arrow|automargin|dtick|matches"
    r"|categoryorder|scattermode|[lL]imit|thickness|pinned|domain|ref|labelAngle)"
)
NUMBER = re.compile(r"-?\d+\.\d{6,}(?:e[-+]?\d+)?|-?\d(?:\.\d+)?e-\d+")
#: A link to a word; and a version, which is another one tomorrow.
OTHER = {r"\[([^\]]*)\]\(#word-[^)]*\)": r"\1", r"(?<![\w.])\d+\.\d+\.\d+\w*": "VERSION"}


def thinned(texts):
    """Texts; of more than six the first, the last, and what stands for all."""
    whole = f"… {len(texts)} in all, {crc32(''.join(texts).encode()) & 0xFFFF:04x} …"
    return texts if len(texts) <= 6 else [*texts[:3], whole, texts[-1]]


def sentences(value):
    """What one reads of a value: the sentences of a text, the rows of HTML."""
    text = str(int(value) if isinstance(value, float) and value.is_integer() else value)
    for pattern, word in OTHER.items():
        text = re.sub(pattern, word, text)
    text = NUMBER.sub(lambda match: f"{round(float(match[0]), 12):.6g}", text)
    if "</" in text:
        text = re.sub(r"(?s)<(style|script)\b.*?</\1>|\s+", " ", text)
        text = re.sub(r"<(?=tr|p\b|li|h\d|div|br)", "\n\n<", text)
        text = re.sub(r'<[^>]*?\b(?:title|alt|aria-label)="([^"]*)"[^>]*>', r" \1 ", text)
        text = html.unescape(re.sub(r"<[^>]*>", " ", text))
    for part in re.split(r"\n\n+|\n(?=[-`|\d])|(?<=[.!?])\s+(?=[A-Z*])", text):
        if words := " ".join(part.split()):
            is_packed = len(words) > 200 * (1 + words.count(" "))
            yield f"packed {crc32(words.encode()):08x}" if is_packed else words


def in_line(value):
    """Values in one line."""
    values = value if isinstance(value, list | tuple | np.ndarray) else [value]
    return ", ".join(thinned([" ".join(sentences(part)) for part in values]))


def records(value):
    """The records in a list, at whatever depth."""
    for part in value if isinstance(value, list) else ():
        yield from [part] if isinstance(part, dict) else records(part)


def parts(value, within, name=""):
    """The plain parts of a record with their names; `within` gets the records in its lists."""
    if isinstance(value, dict) and "bdata" in value:
        value = np.frombuffer(b64decode(value["bdata"]), value["dtype"])
    if isinstance(value, dict):
        for key, part in value.items():
            if not LOOKS.fullmatch(key):
                yield from parts(part, within, f"{name}.{key}".strip("."))
    elif any(records(value)):
        within += [(name, record) for record in records(value)]
    elif text := in_line(value):
        yield f"{name} {text}".strip()


def outline(value, head):
    """A line for the plain parts of a value, and one for each record in its lists."""
    within = []
    texts = sentences(value) if isinstance(value, str) else [" | ".join(parts(value, within))]
    yield from (f"{head}: {text}" for text in texts if text)
    lines = [line for name, record in within for line in outline(record, f"{head} {name}".strip())]
    yield from thinned(lines)


def by_part(record, name):
    """A line for each part of a record, and for each record in its lists."""
    for key, value in record.items():
        if not LOOKS.fullmatch(key):
            yield from outline(value, f"{name} {key}")


def rows(cells, name):
    """A line for the heads of a table, and for each row."""
    heads, *texts = [" | ".join(map(in_line, row)) for row in cells]
    return [f"{name}: {heads}", *(f"  {text}" for text in thinned(texts))]


def table(data, columns):
    """A table of a page as it is shown, and what is marked in it."""
    frame = pa.ipc.open_stream(data.styler.display_values or data.data).read_pandas()
    frame = frame if columns.pop("_index", {}).get("hidden") else frame.reset_index()
    heads = [columns.get(str(head), {}).pop("label", head) for head in frame]
    yield from rows([heads, *frame.to_numpy().tolist()], "table")
    yield from by_part(columns, "  column")
    yield from outline(re.sub(r"#T_[^_]*_", "", data.styler.styles).split("}")[:-1], "  marks")


def element(kind, proto):
    """A thing of a page, as the server sends it."""
    fields = MessageToDict(getattr(proto, "popover", proto), preserving_proto_field_name=True)
    spec = json.loads(fields.pop("spec", "{}"))
    layout = spec.pop("layout", {})
    axes = [{"name": name} | layout.pop(name) for name in [*layout] if "axis" in name]
    yield from by_part({"trace": spec.pop("data", []), **layout, "axis": axes, **spec}, "figure")
    if "data" in fields:
        yield from table(proto.data, {"_index": {"hidden": True}})
    elif "arrow_data" in fields:
        yield from table(proto.arrow_data, json.loads(fields.get("columns", "{}")))
    elif kind == "bidi_component":
        yield from by_part(json.loads(proto.json or "{}"), proto.component_name)
    elif kind != "plotly_chart":
        yield from outline(
            fields.get("body") or fields.get("code_text", "").replace("\n", "\n\n"), kind
        )
        options = [
            part.get("content") if isinstance(part, dict) else part
            for part in fields.get("options", [])
        ]
        if options:
            default = [options[int(place)] for place in np.ravel(fields.get("default", []))]
            fields |= {"options": options, "default": default}
        fields = {
            name: fields[name]
            for name in ["label", *fields]
            if name in fields and READ.fullmatch(name)
        }
        yield from (line.replace(": label ", ": ") for line in outline(fields, kind))


def lines_of(block):
    """All lines of a block of a page, from above; what is folded has its lines further in."""
    for kind, group in groupby(block.children.values(), lambda thing: thing.type):
        things = [*group]
        if kind == "download_button":
            labels = [f"{thing.proto.label} {thing.proto.help}".strip() for thing in things]
            yield f"{kind}: {' · '.join(labels)}"
            continue
        for thing in things:
            lines = [*element(kind, thing.proto)] if thing.proto else []
            yield from lines
            # What is around every page has a snapshot of its own.
            if isinstance(thing, Block) and not getattr(thing.proto, "id", "").endswith("-frame"):
                yield from (f"{'  ' * bool(lines)}{line}" for line in lines_of(thing))
