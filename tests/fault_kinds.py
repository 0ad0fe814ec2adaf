"""Faults that people make, as changes of an expression, a sign or a word."""

import ast
import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[1]

COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
OPERATORS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div, ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
NAMES = {
    "min": "max", "argmin": "argmax", "minimum": "maximum", "any": "all", "floor": "ceil",
    "nanmin": "nanmax", "first": "last", "low": "high", "triu": "tril", "sum": "mean",
    "less": "greater", "triu_indices": "tril_indices",
}  # fmt: skip
NAMES |= {new: old for old, new in NAMES.items()}
#: Arguments that say how something looks alone, how much is held in memory, or what is asserted.
LOOKS = {
    "width", "height", "size", "gap", "opacity", "line", "margin", "icon", "dash", "color",
    "marker", "font", "max_entries", "ttl", "colorscale", "stacklevel", "indent", "row_height",
    "wrap_lines", "frozen", "key", "slots", "horizontal", "labelLimit", "offset", "dx", "dy",
    "tickCount", "strict", "paddingInner", "paddingOuter", "labelAngle", "vertical_alignment",
}  # fmt: skip
#: Words of direction, by what stands in their place.
WORDS = {
    "smaller": "larger", "lower": "higher", "best": "worst", "better": "worse", "most": "least",
    "above": "below", "left": "right", "low": "high", "first": "last", "fewer": "more",
    "upwards": "downwards", "back": "forward",
}  # fmt: skip
WORDS = {new: old for old, new in WORDS.items()} | WORDS
#: Arguments of drawings and records that are easily taken for each other.
PAIRS = {
    ("x", "y"), ("low", "high"), ("x0", "x1"), ("y0", "y1"), ("array", "arrayminus"),
    ("zmin", "zmax"), ("by", "panel"), ("title", "note"), ("columns", "index"),
}  # fmt: skip
#: What a sign or word of a script or a template becomes.
SIGNS = {
    " >= ": " > ", " <= ": " < ", " < ": " <= ", " > ": " >= ", " === ": " !== ", " !== ": " === ",
    " && ": " || ", " || ": " && ", " + 1": " - 1", " - 1": " + 1", "Math.min(": "Math.max(",
    "Math.max(": "Math.min(", "Math.floor(": "Math.ceil(", "ArrowLeft": "ArrowRight",
    "ArrowRight": "ArrowLeft", "PageUp": "PageDown", "ArrowUp": "ArrowDown", '"back"': '"forward"',
    '"forward"': '"back"', "clientX": "clientY", "clientY": "clientX", "rows": "columns",
    "true": "false", "false": "true", "(!": "(", "{% if ": "{% if not ",
}  # fmt: skip


#: What types are made of: nothing is computed from them.
TYPES = {"Callable", "Literal", "Mapping", "Sequence", "dict", "list", "tuple"}


@dataclass(frozen=True)
class Fault:
    """A change of one expression: which file, what stands there, and what is put there."""

    file: Path
    start: int
    end: int
    line: int
    last_line: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.old}  ->  {self.new}".replace("\n", " ")


def changes(node: ast.AST) -> Iterator[ast.AST]:  # noqa: PLR0912, PLR0915
    """Expressions that could stand by mistake where this one does."""
    new = copy.deepcopy(node)
    match new:
        case ast.Compare(ops=[op]):
            new.ops = [COMPARISONS[type(op)]()]
            yield new
        case ast.BinOp(op=op, left=left) if type(op) in OPERATORS:
            new.op = OPERATORS[type(op)]()
            yield new
            if isinstance(op, ast.Add | ast.Sub | ast.Mult | ast.Div):
                yield left
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.BoolOp(op=op):
            new.op = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield new
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.Constant(value=float(value)) if value:
            yield ast.Constant(2 * value)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in NAMES:
            if isinstance(new.func, ast.Name):
                new.func.id = NAMES[name]
            else:
                new.func.attr = NAMES[name]
            yield new
        case ast.Call(args=[first, second, *rest]) if ast.dump(first) != ast.dump(second):
            if not any(isinstance(each, ast.Starred) for each in (first, second)):
                new.args = [second, first, *rest]
                yield new
        case ast.Tuple(elts=[first, second, *rest], ctx=ast.Load()) if ast.dump(first) != ast.dump(
            second
        ):
            if not any(isinstance(each, ast.Starred | ast.Slice) for each in new.elts):
                new.elts = [second, first, *rest]
                yield new
        case ast.Subscript(slice=ast.Slice()):
            yield new.value
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.Dict(values=[first, second, *rest]) if ast.dump(first) != ast.dump(second):
            new.values = [second, first, *rest]
            yield new
        case ast.List(elts=[ast.Constant(str(first)), ast.Constant(str(second)), *rest]):
            # Names of columns.
            new.elts = [ast.Constant(second), ast.Constant(first), *rest]
            yield new
        case ast.Attribute(attr=name) if name in ("low", "high", "first", "second"):
            new.attr = {"low": "high", "high": "low", "first": "second", "second": "first"}[name]
            yield new
        case ast.Constant(value=str(text)):
            yield from (ast.Constant(each) for each in in_other_words(text))
        case ast.JoinedStr(values=parts):
            for place, part in enumerate(parts):
                yield from _with_part(node, place, part)
    if isinstance(node, ast.Tuple) and len(node.elts) == 1 and isinstance(node.ctx, ast.Load):
        yield ast.Tuple([], ast.Load())
    if isinstance(node, ast.Call):
        yield from _with_keywords_swapped(node)
        yield from _without_a_keyword(node)


def _with_part(node: ast.JoinedStr, place: int, part: ast.expr) -> Iterator[ast.AST]:
    """A text with a word, or a value, changed in one of its parts."""
    inside = part.value if isinstance(part, ast.FormattedValue) else part
    for number, each in enumerate(ast.walk(inside)):
        for found in changes(each):
            new = copy.deepcopy(node)
            if inside is part:
                new.values[place] = found
            else:
                values = new.values[place]
                values.value = _Put(list(ast.walk(values.value))[number], found).visit(values.value)
            yield new


class _Put(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self._new if node is self._old else super().visit(node)


def in_other_words(text: str) -> Iterator[str]:
    """A text with one word of direction turned round."""
    if "<style" in text:
        return
    for found in re.finditer(r"[A-Za-z]+", text):
        other = WORDS.get(found[0].lower())
        if other is not None and (" " in text or text[:1].isupper()):
            other = other.capitalize() if found[0][0].isupper() else other
            yield text[: found.start()] + other + text[found.end() :]


def _with_keywords_swapped(node: ast.Call) -> Iterator[ast.AST]:
    places = {each.arg: place for place, each in enumerate(node.keywords)}
    for one, other in PAIRS:
        if one in places and other in places:
            new = copy.deepcopy(node)
            first, second = new.keywords[places[one]], new.keywords[places[other]]
            if ast.dump(first.value) != ast.dump(second.value):
                first.value, second.value = second.value, first.value
                yield new


def _without_a_keyword(node: ast.Call) -> Iterator[ast.AST]:
    """An option that is not passed on."""
    for place, each in enumerate(node.keywords):
        if each.arg is not None and each.arg not in LOOKS:
            new = copy.deepcopy(node)
            del new.keywords[place]
            yield new


def neighbours(tree: ast.Module) -> dict[str, str]:
    """Each constant of a module, and the one that stands next to it, unless that is the same."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            found[getattr(target, "id", "")] = ast.unparse(node.value)
    names = [name for name in found if name.isupper()]
    beside = pairwise([*names, *names[:1]])
    return {one: other for one, other in beside if found[one] != found[other]}


@cache
def _pages() -> dict[str, str]:
    """Each page's record, and the next one of the menu."""
    return neighbours(ast.parse((ROOT / "pages" / "menu.py").read_text()))


def _named(node: ast.expr, beside: dict[str, str]) -> Iterator[ast.AST]:
    """A neighbouring constant, or another page to go to."""
    match node:
        case ast.Name(id=name, ctx=ast.Load()) if name in beside:
            yield ast.Name(beside[name])
        case ast.Attribute(value=ast.Name(id="menu"), attr=name) if name in _pages():
            yield ast.Attribute(ast.Name("menu"), _pages()[name])


def sought(node: ast.AST) -> Iterator[ast.AST]:
    """Expressions of a module in which a fault would count."""
    for child in parts_of(node):
        if isinstance(child, ast.keyword) and child.arg in LOOKS:
            continue
        if isinstance(child, ast.Assign | ast.BinOp):
            first = child.targets[0] if isinstance(child, ast.Assign) else child.left
            if ast.unparse(first).endswith("AT_ONCE"):
                # How much is held in memory together: the same numbers come out.
                continue
        if isinstance(child, ast.Subscript) and getattr(child.value, "id", "") in TYPES:
            continue
        if isinstance(child, ast.arguments | ast.AnnAssign) and not (
            isinstance(child, ast.AnnAssign) and child.value
        ):
            continue
        if isinstance(child, ast.AnnAssign):
            yield from _with_own(child.value)
        elif isinstance(child, ast.FunctionDef):
            for each in (*child.args.defaults, *child.args.kw_defaults, *child.body):
                yield from _with_own(each)
        elif isinstance(child, ast.JoinedStr):
            # Its parts have no places of their own before Python 3.12.
            yield child
        elif not isinstance(child, ast.Import | ast.ImportFrom | ast.Assert):
            yield from _with_own(child)


def parts_of(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes in a node; of a dict, as charts are described by, not what says how it looks.

    Of a tuple that is only asked whether it has something, in whatever order, the parts.
    """
    match node:
        case ast.Dict(keys=keys, values=values):
            for key, value in zip(keys, values, strict=True):
                if getattr(key, "value", None) not in LOOKS:
                    yield from (each for each in (key, value) if each is not None)
        case ast.Compare(left=one, ops=[ast.In() | ast.NotIn()], comparators=[ast.Tuple(elts)]):
            yield from (one, *elts)
        case ast.Call(func=ast.Name("isinstance"), args=[one, ast.Tuple(elts)]):
            yield from (one, *elts)
        case _:
            yield from ast.iter_child_nodes(node)


def _with_own(node: ast.AST | None) -> Iterator[ast.AST]:
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    if node is not None and not is_docstring:
        yield node
        yield from sought(node)


def faults_in(file: Path) -> list[Fault]:
    """Every fault that could be planted in a file."""
    source = (ROOT / file).read_text()
    if file.suffix != ".py":
        return list(_in_text(file, source))
    lines = [0]
    for line in source.encode().splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    found = []
    tree = ast.parse(source)
    beside = neighbours(tree)
    for node in sought(tree):
        if not isinstance(node, ast.expr):
            continue
        start = lines[node.lineno - 1] + node.col_offset
        end = lines[node.end_lineno - 1] + node.end_col_offset
        old = source.encode()[start:end].decode()
        for new in (*changes(node), *_named(node, beside)):
            try:
                text = f"({ast.unparse(ast.fix_missing_locations(new))})"
            except ValueError:  # a text with a backslash in one of its values
                continue
            found.append(Fault(file, start, end, node.lineno, node.end_lineno, old, text))
    return found


def _in_text(file: Path, source: str) -> Iterator[Fault]:
    """Faults of a script or a template: signs and words, but not in comments."""
    at = 0
    for number, line in enumerate(source.splitlines(keepends=True), start=1):
        code = re.split(r"(?<![:\"'`])//", line)[0] if file.suffix == ".js" else line
        for old, new in SIGNS.items():
            if (old[0] == "{") == (file.suffix == ".js"):
                continue
            for found in re.finditer(re.escape(old), code):
                start = len(source[: at + found.start()].encode())
                end = start + len(old.encode())
                yield Fault(
                    file, start, end, number, number, f"{old.strip()} in {line.strip()}", new
                )
        at += len(line)
