"""Texts as LaTeX: names that people gave, and this library's own words."""

import re

_ESCAPED = {
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    # After the end of a row, TeX takes these for an option.
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    "−": "$-$",
    "–": r"\textendash{}",
    "—": r"\textemdash{}",
    "…": r"\ldots{}",
    "†": r"\textdagger{}",
    "‡": r"\textdaggerdbl{}",
    "′": r"$'$",
    "×": r"$\times$",
    "±": r"$\pm$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "√": r"$\surd$",
    "→": r"$\rightarrow$",
    "·": r"$\cdot$",
    "Δ": r"$\Delta$",
    "α": r"$\alpha$",
    "κ": r"$\kappa$",
    "μ": r"$\mu$",
    "ρ": r"$\rho$",
    "τ": r"$\tau$",
    "ω": r"$\omega$",
    "‘": "`",
    "’": "'",
    "“": r"\textquotedblleft{}",
    "”": r"\textquotedblright{}",
    "\u00a0": "~",
    "\u200b": "",
}
#: A hyphen that is the sign of a number.
_MINUS = re.compile(r"(?<![^\s\[(])-(?=\.?\d)")
#: Pairs that TeX would draw together.
_LIGATURES = re.compile(r"(?<=-)(?=-)|(?<=,)(?=,)|(?<=')(?=')|(?<=`)(?=`)")

#: Measures that papers print as formulas.
MEASURES_IN_MATHS = {
    "alpha_ORD": r"$\alpha$-ORD",
    "alpha_INT": r"$\alpha$-INT",
    "kappa": r"$\kappa$",
    "F1_M": "F1$^M$",
    "MAE_M": "MAE$^M$",
    "MAE_mu": r"MAE$^\mu$",
    "CEM_ORD": r"CEM$^{\mathrm{ORD}}$",
}
#: Headings that stand for maths.
_SYMBOLS = {
    **{name: f"${name}$" for name in ("p", "S", "T", "k", "d", "r")},
    "ES": r"$\mathit{ES}$",
    "ES_E1": r"$\mathit{ES}_{\mathit{E1}}$",
    "ES_E2": r"$\mathit{ES}_{\mathit{E2}}$",
}
#: Maths in this library's own titles, notes and sentences.
_MATHS = tuple(
    (re.compile(pattern), formula)
    for pattern, formula in (
        *((rf"\b{key}\b", form.replace("\\", r"\\")) for key, form in MEASURES_IN_MATHS.items()),
        (r"\bV_(E[12]) = (\d+(?:\.\d+)?)", r"$V_{\\mathit{\1}} = \2$"),
        (r"τ-([ab])\b", r"$\\tau$\\mbox{-}\1"),
        (r"\bp = count/B", r"$p = \\mathrm{count}/B$"),
        (r"√V_(E[12])", r"$\\sqrt{V_{\\mathit{\1}}}$"),
        (r"\bV_(E[12])", r"$V_{\\mathit{\1}}$"),
        (r"\bES_(E[12])", r"$\\mathit{ES}_{\\mathit{\1}}$"),
        (r"\bα = (\d+(?:\.\d+)?)", r"$\\alpha = \1$"),
        (r"\bB = (\d+),(\d+)", r"$B = \1{,}\2$"),
        (r"\bB = (\d+)", r"$B = \1$"),
        (r"\bSSO = b/\(a \+ b \+ c\)", r"$\\mathit{SSO} = b/(a+b+c)$"),
        (r"\bS of T\b", "$S$ of $T$"),
        (r"\(a/b/c\)", r"$(a/b/c)$"),
        (r"\|r\|", r"$|r|$"),
    )
)


def escape(text: str) -> str:
    r"""Return a name as LaTeX prints it: signs of TeX escaped, others as they are.

    Parameters
    ----------
    text : str
        Anything a person may have typed.

    Examples
    --------
    >>> from oq_core.campaign.printing.latex_text import escape
    >>> print(escape("50 % [x]_1"), escape("東-run1"))
    50 \% {[}x{]}\_1 東-run1
    """
    return _LIGATURES.sub("{}", "".join(map(_sign, with_minus(text))))


def with_minus(text: str) -> str:
    """Return a text with minus signs before its numbers, where it has hyphens.

    Examples
    --------
    >>> from oq_core.campaign.printing.latex_text import with_minus
    >>> with_minus("r = -0.5 of ALTO-run1")
    'r = −0.5 of ALTO-run1'
    """
    return _MINUS.sub("−", text)


def heading(text: str) -> str:
    r"""Return a heading of this library's as LaTeX.

    Examples
    --------
    >>> from oq_core.campaign.printing.latex_text import heading
    >>> print(heading("T"), heading("alpha_ORD, DNKT_JSD"))
    $T$ $\alpha$-ORD, DNKT\_JSD
    """
    return _SYMBOLS.get(text) or as_given(text)


def as_given(text: str) -> str:
    r"""Return a name that a person gave, or names of measures, as LaTeX.

    Examples
    --------
    >>> from oq_core.campaign.printing.latex_text import as_given
    >>> print(as_given("T"), as_given("kappa, NMD"))
    T $\kappa$, NMD
    """
    return ", ".join(MEASURES_IN_MATHS.get(part) or escape(part) for part in text.split(", "))


def maths(text: str) -> str:
    r"""Return this library's own words as LaTeX, with the formulas in them set as maths.

    Examples
    --------
    >>> from oq_core.campaign.printing.latex_text import maths
    >>> print(maths("differences at α = 0.05 (V_E1 = 0.012)"))
    differences at $\alpha = 0.05$ ($V_{\mathit{E1}} = 0.012$)
    """
    # No line begins with a sign of percent.
    text = re.sub(r"(?<=\d) ?%", "\u00a0%", with_minus(text))
    # Signs for private use stand for the formulas while the words around them are escaped.
    formulas: list[str] = []
    for pattern, formula in _MATHS:
        for match in reversed(list(pattern.finditer(text))):
            text = f"{text[: match.start()]}{chr(0xE000 + len(formulas))}{text[match.end() :]}"
            formulas.append(match.expand(formula))
    escaped = _LIGATURES.sub("{}", "".join(map(_sign, text)))
    return re.sub("[\ue000-\uefff]", lambda found: formulas[ord(found[0]) - 0xE000], escaped)


def is_unusual(sign: str) -> bool:
    """Whether pdfLaTeX has no letter for a sign."""
    return sign not in _ESCAPED and sign.isprintable() and ord(sign) > 0x17F


def _sign(sign: str) -> str:
    if sign in _ESCAPED:
        return _ESCAPED[sign]
    return sign if sign.isprintable() or "\ue000" <= sign < "\uf000" else f"U+{ord(sign):04X}"
