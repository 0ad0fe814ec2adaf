"""What is installed is what the tests ran with, and what others change changes nothing here."""

import re
from importlib.metadata import distribution

import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import ROOT

HOST = ROOT / ".github"


def locked_in(path):
    """The packages of a lock: the version of each, and the hashes of its files."""
    text = path.read_text()
    found = re.findall(
        r"^([a-z0-9-]+)==(\S+)((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", text, re.M
    )
    assert len(found) == text.count("==")
    assert "://" not in text
    return {name: (version, hashes.count("sha256")) for name, version, hashes in found}


def test_the_lock_has_every_package_that_the_requirements_bring_along():
    found = locked_in(ROOT / "requirements.lock")
    # Files for every system: of what is compiled there are many.
    assert all(found[name][1] > 10 for name in ("numpy", "scipy", "pandas", "pyarrow"))
    locked = {name: version for name, (version, _) in found.items()}
    waiting = [Requirement(line) for line in (ROOT / "requirements.txt").read_text().split()]
    seen = set()
    while waiting:
        found = waiting.pop()
        name = canonicalize_name(found.name)
        assert found.specifier.contains(locked[name]), found
        if name not in seen:
            seen.add(name)
            assert distribution(name).version == locked[name]
            needed = map(Requirement, distribution(name).requires or [])
            waiting += [
                each
                for each in needed
                if each.marker is None
                or any(each.marker.evaluate({"extra": extra}) for extra in ("", *found.extras))
            ]
    assert seen == set(locked)


def test_the_documentation_is_made_with_the_same_versions_and_all_of_its_own():
    found, own = (locked_in(folder / "requirements.lock") for folder in (HOST / "docs", ROOT))
    assert own.items() <= found.items()
    for line in (HOST / "docs" / "requirements.txt").read_text().split():
        name, _, version = line.partition("==")
        assert found[canonicalize_name(name)][0] == version


def test_actions_and_images_are_those_of_a_digest():
    """Whoever moves a tag of another's changes nothing here."""
    actions = "".join(file.read_text() for file in (HOST / "workflows").glob("*.yml"))
    for text, what, digest in (
        (actions, r"uses: (.*)", r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+"),
        ((ROOT / "Dockerfile").read_text(), r"FROM (.*)", r"[\w:.-]+@sha256:[0-9a-f]{64}"),
    ):
        found = re.findall(what, text)
        assert found
        for each in found:
            assert re.fullmatch(digest, each), each


def test_jobs_that_run_what_others_wrote_may_write_nothing():
    for file in (HOST / "workflows").glob("*.yml"):
        workflow = yaml.safe_load(file.read_text())
        assert workflow["permissions"] == {"contents": "read"}
        for job in workflow["jobs"].values():
            writes = "write" in job.get("permissions", {}).values()
            assert not (writes and any("run" in step for step in job["steps"]))
        installs = re.findall(r"pip install (.*)", file.read_text())
        assert all(each.startswith("--require-hashes ") for each in installs)
