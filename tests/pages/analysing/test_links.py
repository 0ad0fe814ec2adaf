"""What links carry: what the one list has, and nobody's answers."""

import ast
from pathlib import Path

import pytest

from pages.analysing.carried import MAY_CARRY, checked
from pages.drawing.sharing import link
from tests.conftest import ROOT
from tests.pages.links_shown import links_of

#: A page with each link of the list, and what its address has then.
SHOWN = {
    "classification": ("reference", {"measure": "MAE_M"}),
    "compare": ("", {"drawn": "1,4,7,6,2/4,8,6,2,0/2,4,3,2,8"}),
    "lessons": ("notes", {}),
    "quiz": ("notes", {}),
}


@pytest.mark.parametrize("told", SHOWN)
def test_a_link_carries_what_it_may_and_opens_something(start, told):
    page, address = SHOWN[told]
    found = [names for each, names in links_of(start(page, **address).main) if each == told]
    assert found
    assert all(names and names <= MAY_CARRY[told] for names in found)


def test_every_link_of_the_list_is_tested():
    assert {*SHOWN} == MAY_CARRY.keys()


@pytest.mark.parametrize("own", ["answers", "hands", "predicted", "projector", "unknown"])
def test_share_leaves_out_what_is_nobody_else_s(own):
    assert link("http://x/quiz", {own: "LLR", "seed": "7"}) == "http://x/quiz?seed=7"


@pytest.mark.parametrize("beyond", ["predicted", "unknown"])
def test_a_link_that_would_carry_more_is_not_made(beyond):
    with pytest.raises(ValueError, match=f"lessons” may not carry {beyond}"):
        checked("lessons", {"lesson": "near", beyond: "near0"})


def test_links_are_made_where_the_list_is_asked():
    """Elsewhere a link could carry anything unseen."""
    makers = {}
    for file in sorted((ROOT / "pages").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func)
                makers.setdefault(name, set()).add(
                    Path(file).relative_to(ROOT / "pages").as_posix()
                )
    assert makers["st.page_link"] == {"analysing/links.py"}
    assert makers["show_link"] == {"main_parts/share.py"}
    # Into the documentation.
    assert makers["st.link_button"] == {"main_parts/guide.py"}
    assert makers["segno.make_qr"] == {"drawing/sharing.py"}
    assert makers["checked"] == {"analysing/links.py"}
