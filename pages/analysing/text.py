"""Text that came from a person or a file, made safe to show."""

import re

# Kept to what has a meaning where it stands: a widget's label is also read out as it is written.
_MARKUP = re.compile(
    r"""[\\`*_{}\[\]<>$~&|\#]     # emphasis, code, links, formulas, HTML, tables, headings
    | :(?=\w)                     # icons, emoji, colours
    | (?<=\d)[.)](?=\s) | [-+](?=\s)  # lists
    """,
    re.VERBOSE,
)

# What is linked even where its signs are escaped: addresses, with and without a scheme, of
# pages and of people. An invisible joiner parts them.
_ADDRESS = re.compile(r"(?<=:)(?=//)|(?<=www)(?=\.)|(?<=@)", re.IGNORECASE)


def plain(text: str) -> str:
    """Text that Markdown shows as it is: no link, image, formula or emphasis is made of it."""
    return _ADDRESS.sub("\u2060", _MARKUP.sub(lambda found: "\\" + found[0], text))


def label(text: str) -> str:
    """Text that a Plotly figure shows as it is: no tag and no place for a value is made of it.

    Examples
    --------
    >>> label("<b>TEAM_run_1</b>")
    '&lt;b>TEAM_run_1&lt;/b>'
    """
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    # An invisible joiner parts what would begin a place for a value.
    return escaped.replace("%{", "%\u2060{")
