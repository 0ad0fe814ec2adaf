"""What visitors may have open: a limit for each, one for all, and who is closed first."""

import gc

import numpy as np
import pytest

from oq_core import Collection, DataError
from pages.shared import budget
from pages.shared.budget import Own, size_of
from pages.shared.data import Opened
from pages.shared.limits import Limits

MEGABYTE = 2**20


@pytest.fixture(autouse=True)
def limits(monkeypatch):
    gc.collect()
    monkeypatch.setattr(budget, "_everyone", {})
    monkeypatch.setattr(budget, "LIMITS", Limits(memory_mb=10, visitor_mb=6))
    times = iter(range(1000))
    monkeypatch.setattr(budget, "monotonic", lambda: float(next(times)))


def data(megabytes):
    return np.zeros(megabytes * MEGABYTE // 8)


def test_the_size_counts_each_array_once_and_names_too():
    gold = np.full((1000, 5), 0.2)
    ids = tuple(f"instance {number}" for number in range(1000))
    one = Collection("x", ("1", "2", "3", "4", "5"), ids, gold, {"a": gold})
    opened = Opened("x", {"A": one, "B": one}, "token")
    assert gold.nbytes < size_of(opened) < 3.1 * gold.nbytes
    assert size_of(one.with_runs({"b": gold.copy()})) > size_of(one) + 0.99 * gold.nbytes


def test_a_visitor_is_refused_what_is_too_much_and_keeps_the_rest():
    own = Own()
    own.add("first", data(4))
    with pytest.raises(DataError, match=r"^second: these data take 3 MB .* 6 MB open. Close other"):
        own.add("second", data(3))
    assert list(own) == ["first"]
    with pytest.raises(DataError, match="Open a part of them"):
        Own().add("large", data(7))
    # In the place of the same title there is room.
    own.add("first", data(5))
    own.remove("first")
    own.add("second", data(6))


def test_of_all_visitors_data_the_least_used_are_closed_and_their_owner_is_told():
    early, late, third = Own(), Own(), Own()
    early.add("a", data(2))
    early.add("b", data(2))
    late.add("c", data(4))
    early.use("a")
    early.results["kept"] = 1
    third.add("d", data(4))
    assert list(early) == ["a"]
    assert early.closed == ["b"]
    assert not early.results
    assert list(late) == ["c"]
    assert list(third) == ["d"]
    third.add("e", data(2))
    assert not late
    assert late.closed == ["c"]


def test_departed_visitors_do_not_count():
    gone = Own()
    gone.add("a", data(6))
    del gone
    gc.collect()
    here = Own()
    here.add("b", data(6))
    assert not here.closed
    assert len(budget._everyone) == 1


def test_who_lost_data_is_told_once(start):
    page = start("leaderboard")
    own = Own()
    own.closed.append("my *runs*")
    page.session_state["opened"] = own
    page.run()
    assert page.warning[0].value.startswith("my \\*runs\\* were closed, because")
    page.run()
    assert not page.warning
