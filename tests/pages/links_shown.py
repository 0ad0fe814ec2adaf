"""The links with parameters that a page shows, however it makes them."""

import re
from urllib.parse import parse_qsl

from streamlit.testing.v1.element_tree import Block

from pages.analysing.carried import MAY_CARRY

#: In Markdown, to a page of ours; and alone, to be copied.
_IN_TEXT = re.compile(r"\]\(/?([a-z_]*)\?([^)\s]+)\)")
_ALONE = re.compile(r"\S*\?([\w.%~+-]+=\S*)")


def links_of(block, told=""):
    """What each link says, or which page it opens, and the names of its parameters."""
    for each in block.children.values():
        proto = each.proto
        if each.type == "page_link" and proto.query_string:
            yield proto.page, _names(proto.query_string)
        elif each.type in ("markdown", "code", "alert"):
            text = getattr(proto, "body", "") or getattr(proto, "code_text", "")
            yield from ((page, _names(asked)) for page, asked in _IN_TEXT.findall(text))
            if each.type == "code" and (found := _ALONE.fullmatch(text)):
                yield told, _names(found[1])
        elif each.type == "toggle":
            told = proto.label
        if isinstance(each, Block):
            button = getattr(proto, "popover", None)
            yield from links_of(each, getattr(button, "label", "") or told)


def _names(query):
    return {name for name, _ in parse_qsl(query, keep_blank_values=True)}


def check_links(page):
    """Each link on a page is on the list and carries nothing else; Share is made when pressed."""
    for told, names in links_of(page.main):
        beyond = names - MAY_CARRY.get(told, set())
        assert not beyond, f"The link “{told}” carries {', '.join(sorted(beyond))}"
