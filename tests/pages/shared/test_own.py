"""What a browser finds again at its next visit."""

import pytest

from pages.shared import own
from pages.shared.workspaces import WORKSPACES


@pytest.fixture
def visit(start, monkeypatch):
    """A visit with the cookie of a token."""

    def come(token):
        cookies = {own.cookie_name(): token}
        monkeypatch.setattr(type(own.st.context), "cookies", cookies)
        return start("leaderboard")

    return come


def test_a_choice_is_found_again_and_what_all_start_with_is_not_kept(visit):
    token = WORKSPACES.new_token()
    page = visit(token)
    (key,) = (each.key for each in page.button_group if each.key.startswith("scales/"))
    first = page.button_group(key=key).value
    assert WORKSPACES.of(token).is_blank
    page.button_group(key=key).set_value(["E"]).run()
    assert first != ["E"]
    assert not WORKSPACES.of(token).is_blank
    page = visit(token)
    assert page.button_group(key=key).value == ["E"]
    assert visit(WORKSPACES.new_token()).button_group(key=key).value == first
    page.button_group(key=key).set_value(first).run()
    assert WORKSPACES.of(token).is_blank
    assert visit(token).button_group(key=key).value == first
