"""What browsers have open: whose it is, a limit for each, one for all, and who is closed first."""

import gc
import weakref
from concurrent.futures import ThreadPoolExecutor, wait

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule

from oq_core import Collection, DataError
from pages.analysing.address import short_hash
from pages.analysing.data import Opened
from pages.host import workspaces
from pages.host.limits import Limits
from pages.host.workspaces import KEPT, WORKSPACES, Results, Workspaces, size_of

MEGABYTE = 2**20
LIMITS = Limits(memory_mb=10, visitor_mb=6)


class Clock:
    """Seconds of a test: some pass at every look."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += 1
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def store(clock):
    return Workspaces(LIMITS, clock)


def data(megabytes):
    return np.zeros(megabytes * MEGABYTE // 8)


def test_the_size_counts_each_array_once_and_names_too():
    gold = np.full((1000, 5), 0.2)
    ids = tuple(f"instance {number}" for number in range(1000))
    one = Collection("x", ("1", "2", "3", "4", "5"), ids, gold, {"a": gold})
    opened = Opened("x", {"A": one, "B": one}, "token")
    assert gold.nbytes < size_of(opened) < 3.1 * gold.nbytes
    assert size_of(one.with_runs({"b": gold.copy()})) > size_of(one) + 0.99 * gold.nbytes


def test_a_visitor_is_refused_what_is_too_much_and_keeps_the_rest(store):
    own = store.of(store.new_token())
    own.add("first", data(4))
    with pytest.raises(DataError, match=r"^second: these data take 3 MB .* 6 MB open. Close other"):
        own.add("second", data(3))
    assert list(own) == ["first"]
    with pytest.raises(DataError, match="Open a part of them"):
        store.of("").add("large", data(7))
    # In the place of the same title there is room.
    own.add("first", data(5))
    own.remove("first")
    own.add("second", data(6))


def test_of_all_visitors_data_the_least_used_are_closed_and_their_owner_is_told(store):
    early, late, third = (store.of(store.new_token()) for _ in range(3))
    early.add("a", data(2))
    early.add("b", data(2))
    late.add("c", data(4))
    early.use("a")
    results = Results({"kept": 1})
    early.join(results)
    third.add("d", data(4))
    assert list(early) == ["a"]
    assert early.closed == ["b"]
    assert not results
    assert list(late) == ["c"]
    assert list(third) == ["d"]
    third.add("e", data(2))
    assert not late
    assert late.closed == ["c"]


def test_a_workspace_outlives_its_tabs_and_one_without_a_cookie_does_not(store):
    token = store.new_token()
    lasting, passing = store.of(token), store.of("")
    lasting.add("a", data(3))
    passing.add("b", data(3))
    assert store.bytes == 6 * MEGABYTE
    del lasting, passing
    gc.collect()
    assert store.bytes == 3 * MEGABYTE
    assert list(store.of(token)) == ["a"]


def test_a_blank_workspace_goes_with_its_tabs(store):
    token = store.new_token()
    own = store.of(token)
    there = weakref.ref(own)
    store.expire()
    # A second tab of this browser shares it.
    assert store.of(token) is own
    del own
    store.expire()
    gc.collect()
    assert there() is None
    for fill in (
        lambda own: own.choices.update(data="a"),
        lambda own: own.closed.append("a"),
        lambda own: setattr(own, "expired", True),
        lambda own: own.add("a", data(1)),
    ):
        token = store.new_token()
        fill(store.of(token))
        store.expire()
        gc.collect()
        assert not store.of(token).is_blank


def test_so_many_browsers_are_known_and_the_longest_away_is_forgotten(store, monkeypatch):
    monkeypatch.setattr(workspaces, "_MOST", 2)
    ann, bob, eve = (store.of(store.new_token()) for _ in range(3))
    ann.add("hers", data(1))
    # Who was forgotten is known again with the next page.
    store.visit(ann)
    assert list(store._kept.values()) == [eve, ann]
    bob.add("his", data(1))
    assert set(ann) == {"hers"}
    store.visit(bob)
    store.visit(eve)
    assert not ann


def test_after_its_time_a_workspace_is_closed_and_its_owner_is_told(store, clock):
    token = store.new_token()
    store.of(token).add("a", data(1))
    store.of(token).choices["data"] = "a"
    clock.now += KEPT - 60
    store.expire()
    assert list(store.of(token)) == ["a"]
    # That was a visit, from which the time counts again.
    clock.now += KEPT - 60
    store.expire()
    assert not store.of(token).expired
    clock.now += KEPT
    store.expire()
    own = store.of(token)
    assert (dict(own), own.choices, own.expired, store.bytes) == ({}, {}, True, 0)
    del own
    clock.now += 3 * KEPT
    store.expire()
    assert not store.of(token).expired


def test_erasing_takes_data_choices_and_results_of_every_tab(store):
    own = store.of(store.new_token())
    own.add("a", data(1))
    own.choices["data"] = "a"
    tabs = [Results(x=1), Results(y=2)]
    own.tabs.update(tabs)
    own.erase()
    assert (dict(own), own.choices, own.sizes, own.used, tabs) == ({}, {}, {}, {}, [{}, {}])
    assert store.bytes == 0


def test_a_tab_that_comes_waits_until_others_results_are_cleared(store):
    own = store.of(store.new_token())
    with ThreadPoolExecutor(1) as other:
        with store.lock:
            joined = other.submit(own.join, results := Results())
            wait([joined], 0.1)
            assert not own.tabs
        joined.result()
    assert list(own.tabs) == [results]


def test_a_data_set_keeps_its_place_under_a_new_title(store):
    own = store.of(store.new_token())
    for title in "abc":
        own.add(title, data(1))
    own.rename("b", data(2), "new")
    assert list(own) == list(own.sizes) == list(own.used) == ["a", "new", "c"]
    assert own.sizes["new"] == 2 * MEGABYTE


TOKEN = Workspaces().new_token()


@given(
    st.one_of(
        st.text(),
        st.just(TOKEN),
        st.builds(lambda n, sign: TOKEN[:n] + sign + TOKEN[n + 1 :],
                  st.integers(0, len(TOKEN) - 1), st.characters()),
    )
)  # fmt: skip
def test_a_token_that_this_store_has_not_given_out_opens_nothing(text):
    store = Workspaces(LIMITS)
    mine = store.of(store.new_token())
    mine.add("secret", data(1))
    assert not store.is_ours(text)
    other = store.of(text)
    assert other is not mine
    assert not other
    other.add("planted", data(1))
    # Who has the same text does not come to it.
    assert not store.of(text)


class TheStore(RuleBasedStateMachine):
    """Any visits in any order: nobody sees another's, and the limits hold."""

    tokens = Bundle("tokens")

    def __init__(self):
        super().__init__()
        self.clock = Clock()
        self.store = Workspaces(LIMITS, self.clock)
        self.owners = []

    @rule(target=tokens)
    def comes(self):
        self.owners.append(self.store.new_token())
        return self.owners[-1]

    @rule(token=tokens, name=st.sampled_from("abc"), size=st.integers(1, 7))
    def opens(self, token, name, size):
        own, title = self.store.of(token), f"{token} {name}"
        before = dict(own)
        try:
            own.add(title, data(size))
        except DataError:
            kept = sum(own.sizes.values()) - own.sizes.get(title, 0)
            assert kept + size * MEGABYTE > 6 * MEGABYTE
            assert own.keys() == before.keys()
        else:
            assert title in own

    @rule(token=tokens, name=st.sampled_from("abc"))
    def closes(self, token, name):
        self.store.of(token).remove(f"{token} {name}")
        assert f"{token} {name}" not in self.store.of(token)

    @rule(token=tokens)
    def erases(self, token):
        self.store.of(token).erase()
        assert not self.store.of(token)

    @rule(hours=st.integers(1, 30))
    def time_passes(self, hours):
        self.clock.now += hours * 3600
        self.store.expire()
        if hours > 12:
            assert self.store.bytes == 0

    @invariant()
    def each_has_its_own_within_the_limits(self):
        for token in self.owners:
            own = self.store.of(token)
            assert all(title.startswith(token) for title in own)
            assert own.keys() == own.sizes.keys() == own.used.keys()
            assert sum(own.sizes.values()) <= 6 * MEGABYTE
        assert self.store.bytes <= 10 * MEGABYTE


TestTheStore = TheStore.TestCase


def test_what_was_opened_is_there_again_as_it_was(visit):
    token, other = WORKSPACES.new_token(), WORKSPACES.new_token()
    page = visit(token)
    gold = next(each for each in page.file_uploader if "Gold" in each.label)
    gold.set_value([("mine.csv", b"id,low,high\nx,1,2\ny,4,0\n", "text/plain")]).run()
    runs = next(each for each in page.file_uploader if "Run files" in each.label)
    run = b"id,low,high\nx,.5,.5\ny,0,1\n"
    runs.set_value([("r.csv", run, "text/plain"), ("s.csv", run, "text/plain")]).run()
    assert not page.exception
    page.switch_page("campaign/leaderboard.py").run()
    left_out = next(each for each in page.multiselect if each.label == "Runs to leave out")
    left_out.set_value(["s"]).run()
    again = visit(token, "rankings")
    assert again.selectbox(key="data").value == "mine"
    left_out = next(each for each in again.multiselect if each.label == "Runs to leave out")
    assert left_out.value == ["s"]
    # A link says itself what it shows.
    linked = visit(token, "rankings", trials="500")
    assert linked.selectbox(key="data").value == "Bundled sample"
    # Another browser does not have it, not even where it follows the address.
    for stranger in (other, "", "forged"):
        page = visit(stranger, "rankings", data=short_hash(["mine"]))
        assert "mine" not in page.selectbox(key="data").options
        assert "about data that are not open here" in page.warning[0].value
    page = visit(token)
    page.button(key="erase").click().run()
    assert not page.exception
    assert not WORKSPACES.of(token)
    assert "mine" not in visit(token, "rankings").selectbox(key="data").options


def test_who_lost_data_is_told_once(start):
    page = start("leaderboard")
    own = WORKSPACES.of("")
    own.closed.append("my *runs*")
    own.expired = True
    page.session_state["opened"] = own
    page.run()
    assert page.warning[0].value.startswith("Your data were closed, because they had not been used")
    assert page.warning[1].value.startswith("my \\*runs\\* were closed, because")
    page.run()
    assert not page.warning
