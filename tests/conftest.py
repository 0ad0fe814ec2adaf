"""What tests of every folder share."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# Machines differ, and tests run beside each other: no example fails for its time alone. There
# are many properties of many measures; `--hypothesis-profile=thorough` looks at more examples.
settings.register_profile("quick", deadline=None, max_examples=40)
settings.register_profile("thorough", deadline=None, max_examples=1000)
settings.load_profile("quick")

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "sample_data"
MAIN = ROOT / "pages" / "main.py"


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real data sets: named by OQ_DATA, or beside the repository."""
    folder = Path(os.environ.get("OQ_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        message = f"no real data in {folder}; the README says where it can be had"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(message)
    return folder


def pytest_addoption(parser: pytest.Parser) -> None:
    """What is a sample ordinarily, and everything when it is asked for."""
    parser.addoption("--every-address", action="store_true", help="try all bad addresses")
