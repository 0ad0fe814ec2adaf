"""What is kept of what is said: by tests that are there, without what differs by the machine."""

import json

import pytest

from tests.conftest import ROOT
from tests.said import FOLDER, changed, rounded


@pytest.mark.parametrize("file", sorted(FOLDER.rglob("*.json")), ids=lambda file: file.stem)
def test_each_is_of_a_test_that_is_there(file):
    place = file.relative_to(FOLDER)
    module = (ROOT / "tests" / place.parent / f"test_{place.stem}.py").read_text()
    tests = {name.partition("[")[0] for name in json.loads(file.read_text())}
    assert not [name for name in tests if f"def {name}(" not in module]


def test_numbers_are_told_to_six_digits_and_no_version_is():
    assert rounded("τ = 0.1234564999, 0.05 of 1234567, 3e-17") == "τ = 0.123456, 0.05 of 1234567, 0"
    assert rounded("NumPy 2.4.6rc1, α = 0.05.") == "NumPy of today, α = 0.05."
    assert rounded(f"HTML of class-bcfh/{'5f' * 16}") == "HTML of class-code/key"


def test_what_is_new_and_what_is_gone_is_told_once():
    long = "x" * 100
    assert changed(["a", long], ["a", "b"]) == ["+ b", f"- {long[:30]}"]
    assert changed([], [long, "c"], told=[f"+ {long}"]) == [f"+ {long[:28]}", "+ c"]
