"""What the container installs is what the tests ran with: every package, with a hash."""

import re
from importlib.metadata import distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import ROOT


def test_the_lock_has_every_package_that_the_requirements_bring_along():
    text = (ROOT / "requirements.lock").read_text()
    locked = dict(
        re.findall(r"^([a-z0-9-]+)==(\S+) \\\n    --hash=sha256:[0-9a-f]{64}$", text, re.M)
    )
    assert len(locked) == text.count("==")
    assert "://" not in text
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
