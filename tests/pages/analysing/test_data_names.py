"""No two data sets that are shown have one name, and no scale takes another's place."""

import numpy as np

from oq_core import Collection
from oq_core.campaign.computing.kinds import Quantified, scales_of
from oq_core.data import NuggetCollection
from pages.analysing.data import DataSet, Opened, named_apart


def data_set(name):
    gold = np.array([[0.5, 0.5]])
    return DataSet(name, name, "token", Quantified(Collection("x", ("0", "1"), ("d",), gold)))


def test_data_sets_of_one_name_are_told_apart():
    found = named_apart(map(data_set, ("x A", "x A", "pooled", "y", "x A (2)")))
    assert [each.name for each in found] == ["x A", "x A (2)", "pooled (2)", "y", "x A (2) (2)"]


def test_a_scale_that_is_called_nuggets_is_kept_beside_nugget_labels():
    gold = np.array([[0.5, 0.5]])
    collection = Collection("g nuggets", ("0", "1"), ("d",), gold)
    nuggets = NuggetCollection(
        "g", ("d",), np.array([0]), np.array([True]), np.array([[1.0, 0, 0, 0]])
    )
    sources = scales_of({"nuggets": collection}, nuggets)
    assert sources["nuggets"] is collection
    data = Opened("g", sources, "token")
    assert data.nuggets is nuggets
    assert data.collections == {"nuggets": collection}


def test_every_scale_has_a_key_of_its_own_and_another_where_it_is_scored():
    gold = np.array([[0.5, 0.5]])
    sources = {each: Collection(each, ("0", "1"), ("d",), gold) for each in "AS"}
    data = Opened("g", sources, "token")
    keys = [named(each).key for named in (data.named, data.named_scored) for each in "AS"]
    assert len({*keys, Opened("g", sources, "other").named("A").key}) == 5
