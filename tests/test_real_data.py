"""Without real data, what needs them is skipped in one line; never where all must be tested."""

import os
import subprocess
import sys

import pytest

from tests.conftest import ROOT, dear


@pytest.mark.parametrize("must_be_there", [False, dear(True, "where it may be missing")])
def test_what_lacks_real_data_is_told_in_one_line(tmp_path, must_be_there):
    line = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "real"]
    variables = {**os.environ, "OQ_DATA": str(tmp_path / "none"), "CI": "1" * must_be_there}
    ended = subprocess.run(
        [*line, "tests/reading/test_lewidi.py"],
        cwd=ROOT,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    told = [each for each in ended.stdout.splitlines() if f"no real data in {tmp_path}" in each]
    if must_be_there:
        assert ended.returncode == 1
        assert "skipped" not in ended.stdout
    else:
        assert ended.returncode == 0, ended.stdout
        assert len(told) == 1
        assert told[0].startswith("SKIPPED [4] ")
