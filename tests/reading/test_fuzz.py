"""A few hundred files with faults; `fuzz.py` makes as many as one likes."""

from tests.reading.fuzz import fuzz


def test_files_with_faults_are_read_or_explained():
    found, first = fuzz(300, seed=0)
    assert not found, first
