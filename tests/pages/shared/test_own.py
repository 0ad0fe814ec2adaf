"""What a browser finds again at its next visit."""

from types import SimpleNamespace

from pages.shared import own
from pages.shared.workspaces import WORKSPACES, Workspaces


def test_a_choice_is_found_again_and_what_all_start_with_is_not_kept(visit):
    token = WORKSPACES.new_token()
    page = visit(token, "leaderboard")
    (key,) = (each.key for each in page.button_group if each.key.startswith("scales/"))
    first = page.button_group(key=key).value
    assert WORKSPACES.of(token).is_blank
    page.button_group(key=key).set_value(["E"]).run()
    assert first != ["E"]
    assert not WORKSPACES.of(token).is_blank
    page = visit(token, "leaderboard")
    assert page.button_group(key=key).value == ["E"]
    assert visit(WORKSPACES.new_token(), "leaderboard").button_group(key=key).value == first
    page.button_group(key=key).set_value(first).run()
    assert WORKSPACES.of(token).is_blank
    assert visit(token, "leaderboard").button_group(key=key).value == first


def test_another_tab_may_choose_while_one_is_opened(monkeypatch):
    workspace = Workspaces().of("")
    workspace.choices.update(a=1, b=2)
    chosen = {}

    class State:
        def setdefault(self, name, value):
            workspace.choices[f"{name}, by another"] = value
            chosen[name] = value

    monkeypatch.setattr(own, "st", SimpleNamespace(query_params={}, session_state=State()))
    own._choose_again(workspace)
    assert chosen == {"a": 1, "b": 2}
