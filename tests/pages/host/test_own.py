"""What a browser finds again at its next visit."""

from functools import wraps
from types import SimpleNamespace

import pytest

from oq_core import analyse
from pages.host import own
from pages.host.workspaces import WORKSPACES, Workspaces


def test_a_choice_is_found_again_and_what_all_start_with_is_not_kept(visit):
    token = WORKSPACES.new_token()
    page = visit(token, "rankings")
    (key,) = (each.key for each in page.button_group if each.key.startswith("scales/"))
    first = page.button_group(key=key).value
    assert not WORKSPACES.of(token).choices
    page.button_group(key=key).set_value(["E"]).run()
    assert first != ["E"]
    assert WORKSPACES.of(token).choices
    page = visit(token, "sample_size")
    assert page.button_group(key=key).value == ["E"]
    assert visit(WORKSPACES.new_token(), "rankings").button_group(key=key).value == first
    page.button_group(key=key).set_value(first).run()
    assert not WORKSPACES.of(token).choices
    assert visit(token, "sample_size").button_group(key=key).value == first


@pytest.mark.usefixtures("undrawn")
def test_a_report_that_was_made_is_there_again_when_the_page_is_loaded_anew(visit, monkeypatch):
    token, made = WORKSPACES.new_token(), []

    @wraps(analyse)
    def noted(*given, **named):
        made.append(analyse(*given, **named))
        return made[-1]

    monkeypatch.setattr("oq_core.analyse", noted)
    page = visit(token, "report", trials="100", report_samples="100", splits="10")
    next(each for each in page.button if each.label == "Make the report").click().run()
    again = visit(token, "report", **dict(page.query_params))
    labels = [each.label for each in again.get("download_button")]
    assert "Report (one HTML page)" in labels
    assert len(made) == 1
    # It is of the data and options.
    parameters = dict(page.query_params) | {"trials": "200"}
    labels = [each.label for each in visit(token, "report", **parameters).button]
    assert "Make the report" in labels


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
