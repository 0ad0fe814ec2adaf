"""LaTeX of numbers and sums, which says ≈ where a number has been rounded.

It keeps to what KaTeX knows. Long sums are broken into lines, for narrow screens.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

#: Numbers closer than this are the same; those that differ by less than it from 0 are 0.
NOISE = 1e-12
#: Signs on a line of a sum.
_LINE = 28

#: Where a side of an equation goes on in another line.
BREAK = r"\\ &\quad "

_ESCAPED = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    # Two of them would become a dash or a quotation mark.
    "-": "{-}",
    "'": "{'}",
    "`": "{`}",
} | {sign: "\\" + sign for sign in "{}$&#_%"}


def text(label: str) -> str:
    """A class label, or any text, as it is written."""
    return rf"\text{{{''.join(_ESCAPED.get(sign, sign) for sign in label)}}}"


def rounded(value: float) -> str:
    """A number to four significant digits."""
    return "0" if abs(value) < NOISE else f"{value:.4g}"


@dataclass(frozen=True)
class Expression:
    """LaTeX that stands for a number, and whether it is exactly that number."""

    latex: str
    exact: bool = True


def expression(template: str, *values: float) -> Expression:
    """Numbers put in the places of a template that are marked @."""
    latex = template
    for value in values:
        latex = latex.replace("@", _digits(value), 1)
    return Expression(latex, all(_is_exact(value) for value in values))


def number(value: float) -> Expression:
    """A number to four significant digits."""
    return expression("@", value)


def score(value: float) -> Expression:
    """A score to four decimals, as scores are shown."""
    shown = f"{value:.4f}"
    return Expression(shown, abs(float(shown) - value) < NOISE)


def added(summands: Sequence[Expression]) -> Expression:
    """The sum of expressions, in lines; 0 if there are none."""
    parts = []
    width = 0
    for place, summand in enumerate(summands):
        latex = summand.latex
        if place:
            sign, latex = ("- ", latex[1:]) if latex.startswith("-") else ("+ ", latex)
            latex = sign + latex
        needed = _width(latex)
        width += needed
        if width > _LINE and place:
            latex = BREAK + latex
            width = needed
        parts.append(latex)
    return Expression(" ".join(parts) or "0", all(summand.exact for summand in summands))


def _width(latex: str) -> int:
    """About how many signs a summand takes when it is shown."""
    return len(latex.replace(r"\cdot", ".").replace(" ", ""))


def wrapped(before: str, inner: Expression, after: str) -> Expression:
    """An expression with LaTeX before and after it."""
    return Expression(before + inner.latex + after, inner.exact)


def equation(left: str, *sides: Expression) -> str:
    """`left` equals each of the sides, or nearly so, in aligned lines below it."""
    rows = [f"&{left}", *(f"{_relation(side)} {side.latex}" for side in sides)]
    return stacked("aligned", rows)


def sum_of(left: str, values: Iterable[float], total: float) -> str:
    """`left` equals the sum of values, and this their total."""
    return equation(left, added([number(value) for value in values]), number(total))


def stacked(environment: str, rows: Sequence[str]) -> str:
    """Rows below each other, in an environment such as aligned or gathered."""
    return rf"\begin{{{environment}}} " + r" \\[0.3em] ".join(rows) + rf" \end{{{environment}}}"


def _relation(side: Expression) -> str:
    return "&=" if side.exact else r"&\approx"


def _digits(value: float) -> str:
    shown = rounded(value)
    if "e" in shown:
        mantissa, exponent = shown.split("e")
        shown = rf"{mantissa} \cdot 10^{{{int(exponent)}}}"
    return shown


def _is_exact(value: float) -> bool:
    return abs(float(rounded(value)) - value) < NOISE
