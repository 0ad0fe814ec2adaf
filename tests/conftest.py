"""What tests of every folder share."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real data sets: named by OQ_DATA, or beside the repository."""
    folder = Path(os.environ.get("OQ_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        message = f"no real data in {folder}; the README says where it can be had"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(message)
    return folder
