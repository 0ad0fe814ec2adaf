"""Texts as LaTeX: names that people gave, this library's own words, and how wide they print."""

import re
import unicodedata

#: Size of the letters in tables, in points.
TYPE = 8.0

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
    "·": r"$\cdot$",
    "Δ": r"$\Delta$",
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
_LIGATURES = re.compile(r"(?<=-)(?=-)|(?<=,)(?=,)|(?<=')(?=')")
#: Letters with accents that pdfLaTeX has in T1 fonts.
_ACCENTED = frozenset("ĂăĄąĆćČčĎďĐđĘęĚěĞğİıĹĺĽľŁłŃńŇňŐőŒœŔŕŘřŚśŞşŠšŢţŤťŮůŰűŸŹźŻżŽž") | {
    chr(code) for code in range(0xC0, 0x100) if chr(code) not in "×÷"
}
#: Letters of Greek that TeX has no command for.
_NOT_IN_TEX = ("OMICRON", "LAMDA", "FINAL SIGMA")
#: Points after which a name must be broken where it has no joint.
_UNBROKEN = 85

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
#: Headings and words that stand for maths.
_SYMBOLS = {
    **{name: f"${name}$" for name in ("p", "S", "T", "k", "d", "r")},
    "τ": r"$\tau$",
    "mean τ": r"mean $\tau$",
    "ES": r"$\mathit{ES}$",
    "ES_E1": r"$\mathit{ES}_{\mathit{E1}}$",
    "ES_E2": r"$\mathit{ES}_{\mathit{E2}}$",
    **MEASURES_IN_MATHS,
}

#: Maths in this library's own titles, notes and headings.
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

#: A command that prints a sign where the engine and its font have it, else its code.
SIGN_COMMAND = r"""\providecommand\oqsign[2]{\ifdefined\Umathchar
  \ifdefined\xeCJKsetup #2\else\ifdefined\ltjsetparameter #2\else
  \iffontchar\font"#1 #2\else U+#1\fi\fi\fi\else U+#1\fi}"""


def escape(text: str) -> str:
    r"""Return a name as LaTeX prints it.

    Parameters
    ----------
    text : str
        Anything a person may have typed.

    Returns
    -------
    str
        Signs of TeX escaped. A sign that pdfLaTeX has no letter for becomes a command that
        prints the sign where the engine's font has it, and its code elsewhere.

    Examples
    --------
    >>> from oq_core.campaign.printing.latex_text import escape
    >>> print(escape("50 % [x]_1"))
    50 \% {[}x{]}\_1
    >>> print(escape("東-run1"))
    \oqsign{6771}{東}-run1
    """
    return "".join(map(_sign, _apart(with_minus(text)))).replace("\u200c", "{}")


def _apart(text: str) -> str:
    """Pairs of signs that TeX would draw together, with a mark between them."""
    return _LIGATURES.sub("\u200c", text)


def with_minus(text: str) -> str:
    """Return a text with minus signs before its numbers, where it has hyphens.

    Examples
    --------
    >>> from oq_core.campaign.printing.latex_text import with_minus
    >>> with_minus("r = -0.5 of ALTO-run1")
    'r = −0.5 of ALTO-run1'
    """
    return _MINUS.sub("−", text)


def own_words(text: str) -> str:
    r"""Return a heading of this library's, or names of measures, as LaTeX.

    Examples
    --------
    >>> from oq_core.campaign.printing.latex_text import own_words
    >>> print(own_words("alpha_ORD, DNKT_JSD"))
    $\alpha$-ORD, DNKT\_JSD
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


def breakable(text: str, joints: str = "-/_.@:", most: float = _UNBROKEN) -> str:
    """Return a name that may be broken after its joints, within a word only where it must be.

    Parameters
    ----------
    text : str
    joints : str
        Signs after which it may be broken, beside spaces.
    most : float
        Points after which it must be, where it has no joint.
    """
    found, since = [], 0.0
    for sign in _apart(with_minus(text)):
        if since + width(sign) > most:
            found.append(r"\allowbreak{}")
            since = 0
        found.append(_sign(sign))
        since += width(sign)
        if sign in joints:
            found.append(r"\allowbreak{}")
        if sign in joints or sign == " ":
            since = 0
    joint = r"\allowbreak{}"
    return "".join(found).replace(f"{joint}\u200c", joint).replace("\u200c", "{}")


def maths(text: str) -> str:
    r"""Return this library's own words as LaTeX, with the formulas in them set as maths.

    Examples
    --------
    >>> from oq_core.campaign.printing.latex_text import maths
    >>> print(maths("differences at α = 0.05 (V_E1 = 0.012)"))
    differences at $\alpha = 0.05$ ($V_{\mathit{E1}} = 0.012$)
    """
    # No line begins with a sign of percent, with the number that a τ or a p-value is, or with what
    # a mark says.
    text = re.sub(r"(?<=\d) ?%", "\u00a0%", with_minus(text))
    told = r"(τ( =| of)?|\bp [<=]) (?=−?\d)|[†‡]: "
    text = _apart(re.sub(told, lambda found: found[0].replace(" ", "\u00a0"), text))
    # Signs for private use stand for the formulas while the words around them are escaped.
    formulas: list[str] = []
    for pattern, formula in _MATHS:
        for match in reversed(list(pattern.finditer(text))):
            text = f"{text[: match.start()]}{chr(0xE000 + len(formulas))}{text[match.end() :]}"
            formulas.append(match.expand(formula))
    # Codes of signs are long; a line may end after each.
    return "".join(
        formulas[ord(sign) - 0xE000]
        if "\ue000" <= sign < "\uf000"
        else _sign(sign) + r"\allowbreak{}" * is_unusual(sign)
        for sign in text
    ).replace("\u200c", "{}")


def is_unusual(sign: str) -> bool:
    """Whether pdfLaTeX has no letter for a sign."""
    return _sign(sign).startswith(r"\oqsign")


def width(text: str, bold: bool = False) -> float:
    """Return how wide a text is in Computer Modern, in points: rather too much than too little."""
    return sum(map(_sign_width, text)) * TYPE * (1.16 if bold else 1)


def _sign(sign: str) -> str:
    if sign in _ESCAPED:
        return _ESCAPED[sign]
    if " " <= sign <= "~" or sign in _ACCENTED or sign == "\u200c":
        return sign
    found = re.fullmatch(r"GREEK SMALL LETTER ([A-Z]+)", unicodedata.name(sign, ""))
    if found and found[1] not in _NOT_IN_TEX:
        return rf"$\{found[1].lower()}$"
    if unicodedata.category(sign) in ("Cc", "Cf", "Cn", "Cs", "Zl", "Zp"):
        return f"U+{ord(sign):04X}"
    return rf"\oqsign{{{ord(sign):04X}}}{{{sign}}}"


def _sign_width(sign: str) -> float:
    if sign in "ijl.,:;'|!()[]-`I ":
        return 0.42
    if sign in "mwMW@%&—…":
        return 1.1
    if sign in "0123456789":
        return 0.54
    if sign in "abcdefghknopqrstuvxyz*/=+":
        return 0.59
    if is_unusual(sign) or ord(sign) > 0x2FFF:
        # As its code, such as U+1F600.
        return 1.6 + 0.66 * len(f"{ord(sign):04X}")
    return 0.83
