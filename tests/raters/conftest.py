"""What tests of raters share."""

import json
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from oq_core.reading import read_gold, read_runs


@pytest.fixture(scope="session")
def two_workers():
    """An executor."""
    with ThreadPoolExecutor(2) as workers:
        yield workers


@pytest.fixture(scope="session")
def stc3(real_data):
    """STC-3's gold and runs by scale."""
    gold = read_gold(real_data / "stc3" / "test_annotations.json")
    return read_runs(sorted((real_data / "stc3" / "runs").glob("*.json")), gold).collections


@pytest.fixture(scope="session")
def judged(real_data):
    """Ratings (n, R) of people and judges (n, each) by name, of a set of real judges."""

    def opened(name):
        folder = real_data / "judges" / name
        people = json.loads((folder / "human_annotations.json").read_text())
        judges = json.loads((folder / "llm_annotations.json").read_text())
        items = sorted({item for each in people.values() for item in each})

        def column(ratings):
            return np.array([ratings.get(item, 0) - 1 for item in items])

        columns = np.stack([column(each) for each in people.values()], axis=1)
        return items, columns, {judge: column(each) for judge, each in judges.items()}

    return opened
