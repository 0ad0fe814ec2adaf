"""The pages that are written by hand: README, what GitHub looks for, and the documentation."""

import re

from tests.conftest import ROOT

DOCS = ROOT / ".github" / "docs"
#: Their texts, by path from the repository's root.
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text()
    for path in (ROOT / "README.md", *sorted((ROOT / ".github").rglob("*.md")))
    if DOCS / "made" not in path.parents
}
#: Blocks of code: what they are in, and what stands in them.
BLOCKS = re.compile(r"^```(\S+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CAPTION = re.compile(r":caption: (\S+)\n\n(.*)", re.DOTALL)


def blocks(text, kind):
    """What stands in the blocks of a kind, such as "sh"."""
    return [inside for each, inside in BLOCKS.findall(text) if each == kind]


def files(text):
    """The files that a page shows, by name."""
    return dict(_CAPTION.match(each).groups() for each in blocks(text, "{code-block}"))
