"""Keys: made of a function and all its arguments, and never of data."""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import Collection, Options, Scores
from oq_core.analysis import Rule
from oq_core.campaign import Choices
from pages.host.work import Named, derived, key_of

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
        key("a", x={2: 1}), key_of(derived, ("a", 1), {}), key("a", Rule.TUKEY),
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


def test_what_is_derived_has_a_name_of_its_own_and_the_value():
    data = Named("one", np.ones(3))
    found = derived(total, data, least=2)
    assert found.value == 5
    assert found.key == key_of(total, (data,), {"least": 2})
    one = Named("one", 1)
    assert derived(computed, {"A": one}, [one], x=(one,)).value == ({"A": 1}, ([1],), {"x": (1,)})


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
