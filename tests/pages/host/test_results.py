"""Results are kept by keys made of a function and all its arguments, and never of data."""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import Collection, Options, Scores
from oq_core.analysis import Rule
from oq_core.campaign import Choices
from pages.analysing.data import Opened
from pages.host import results
from pages.host.results import Named, Results, is_kept, kept, key_of, size_of

OPTIONS = st.one_of(
    st.integers(-3, 3), st.sampled_from([None, "", "a", "b", 0.05, 0.1]), st.tuples(st.text("ab"))
)


def computed(data, *options, **named):
    return data, options, named


def key(*given, **named):
    return key_of(computed, given, named)


@given(st.lists(OPTIONS, max_size=3), st.lists(OPTIONS, max_size=3))
def test_other_arguments_have_another_key_and_the_same_have_the_same(first, second):
    assert (key(*first) == key(*second)) == (first == second)
    assert hash(key(*first)) == hash(key(*first))


def test_every_argument_is_in_the_key_wherever_it_stands():
    calls = [
        key("a", 1), key(1, "a"), key("a", x=1), key("a", y=1), key("a", x=[1]), key("a", x={1: 2}),
        key("a", x={2: 1}), key_of(kept, ("a", 1), {}), key("a", Rule.TUKEY),
        key("a", Rule.SIGNS), key("a", Options()), key("a", Options(rule=Rule.SIGNS)),
        key("a", Choices(renamed={"x": "y"})), key("a", Choices(renamed={"y": "x"})),
    ]  # fmt: skip
    assert len(set(calls)) == len(calls)
    assert key("a", x=1, y=2) == key("a", y=2, x=1)


@pytest.mark.parametrize("name", [each.name for each in Options.__dataclass_fields__.values()])
def test_every_field_of_a_record_is_in_the_key(name):
    other = replace(Options(), **{name: "another"})
    assert key(other) != key(Options())


def test_data_stand_in_a_key_by_their_name_alone():
    first, second = Named("one", np.zeros(3)), Named("two", np.zeros(3))
    assert key(first) != key(second)
    assert key(first) == key(Named("one", np.ones(3)))
    assert key({"A": first}) != key({"A": second})


def total(values, least=0):
    return float(values.sum()) + least


@dataclass(frozen=True)
class Holding:
    array: np.ndarray


def test_data_without_a_name_are_refused():
    gold = np.array([[0.5, 0.5]])
    collection = Collection("demo", ("a", "b"), ("1",), gold, {"run": gold})
    scores = Scores(np.zeros((1, 1, 2)), ("NMD",), ("1",), ("x", "y"), (False,))
    for data in (gold, collection, scores, Holding(gold), [gold], {"A": scores}, {1, 2}, object()):
        with pytest.raises(TypeError, match="data go into a key by a name"):
            key(data)


def test_functions_that_hold_what_no_key_tells_are_refused():
    def inner():
        return None

    def of_a_page():
        return None

    of_a_page.__module__, of_a_page.__qualname__ = "__main__", "of_a_page"
    for function in (lambda: 1, inner, partial(total, least=1), "".join, of_a_page):
        with pytest.raises(TypeError, match="holds? what no key tells|stands in a page"):
            key_of(function, (), {})


#: What was computed, one after the other.
COMPUTED = []


def noted(data, *options, **named):
    COMPUTED.append((data, *options, *named.values()))
    return [COMPUTED[-1]]


def of_another_name(data):
    return noted(data)


@pytest.fixture(autouse=True)
def own_results(monkeypatch):
    COMPUTED.clear()
    monkeypatch.setattr(results, "RESULTS", Results())


def test_a_result_is_computed_once_and_anew_when_any_argument_is_another():
    data = Named("one", np.ones(3))
    first = kept(total, data, least=2)
    assert (first.value, first.key) == (5, key_of(total, (data,), {"least": 2}))
    one = Named("one", 1)
    calls = [
        lambda: kept(noted, one), lambda: kept(noted, one, 2), lambda: kept(noted, one, 3),
        lambda: kept(noted, one, x=2), lambda: kept(noted, one, y=2),
        lambda: kept(noted, Named("two", 1)), lambda: kept(of_another_name, one),
        lambda: kept(noted, kept(noted, one)), lambda: kept(noted, kept(noted, one, 2)),
    ]  # fmt: skip
    found = [call().value for call in calls]
    assert len(COMPUTED) == len(calls)
    assert all(call().value is value for call, value in zip(calls, found, strict=True))
    assert len(COMPUTED) == len(calls)
    # Values stand in the place of names, however deep.
    assert kept(noted, {"A": one}, [one], x=(one,)).value == [({"A": 1}, [1], (1,))]


def test_beyond_the_limit_what_was_used_least_recently_is_forgotten():
    own = Results(megabytes=10)

    def keep(key, megabytes):
        own.keep(key, np.zeros(megabytes * 2**17))

    def found():
        return {key for key in "abcd" if own.of(key)}

    keep("a", 4)
    keep("b", 4)
    assert own.of("a").value.nbytes == 4 * 2**20
    keep("c", 4)
    assert found() == {"a", "c"}
    # What is larger than all may be is kept as long as it is the newest.
    keep("d", 20)
    assert found() == {"d"}
    keep("a", 1)
    assert found() == {"a"}


def test_what_was_made_of_closed_data_is_forgotten():
    one, two = Named(("token", "A"), 1), Named(("another", "A"), 1)
    kept(noted, {"A": kept(noted, one)})
    kept(noted, two)
    results.RESULTS.forget("token")
    assert not is_kept(noted, one)
    assert is_kept(noted, two)
    assert len(results.RESULTS._kept) == 1


def test_the_size_counts_each_array_once_and_names_too():
    gold = np.full((1000, 5), 0.2)
    ids = tuple(f"instance {number}" for number in range(1000))
    one = Collection("x", ("1", "2", "3", "4", "5"), ids, gold, {"a": gold})
    opened = Opened("x", {"A": one, "B": one}, "token")
    assert gold.nbytes < size_of(opened) < 3.1 * gold.nbytes
    assert size_of(one.with_runs({"b": gold.copy()})) > size_of(one) + 0.99 * gold.nbytes
