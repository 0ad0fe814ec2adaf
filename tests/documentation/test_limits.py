"""Every limit that visitors meet is in the documentation, with whom it counts and its test."""

import ast
import re
from dataclasses import fields
from importlib import import_module

import pytest

from pages.host.limits import PREFIX, Limits
from tests.conftest import ROOT
from tests.limits import COUNTED

#: Where constants are looked for, and how those are called that limit something.
FOLDERS = (
    "oq_core/campaign/saving",
    "oq_core/reading",
    "pages/campaign/data_parts",
    "pages/host",
)
LIMITING = re.compile("MAX|MOST|LARGEST|LONGEST|AT_ONCE|AN_HOUR|A_MINUTE|A_SECOND|A_NETWORK|A_ROOM")
#: Settings that are none.
NO_LIMIT = {"metrics": "opens the server's figures"}
#: Constants that are called so and limit nothing that costs the server, by what they do.
OTHERS = {
    "a field's length or range, told beside the field": {
        "oq_core.reading.kinds.described._MAX_SENTENCE",
        "pages.campaign.data_parts.changes._LONGEST_NAME",
    },
    "how much is shown, logged or looked at": {
        "oq_core.reading.files._LONGEST_HEADER",
        "oq_core.reading.files._MOST_SHOWN",
        "oq_core.reading.remarks.MOST",
        "pages.host.middleware._MOST_LOGGED",
    },
}


def constants():
    """Names of the constants that are called as limits are."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            for each in ast.parse(path.read_text()).body:
                if isinstance(each, ast.Assign):
                    found = [
                        part.id
                        for target in each.targets
                        for part in ast.walk(target)
                        if isinstance(part, ast.Name)
                    ]
                    yield from (f"{module}.{name}" for name in found if LIMITING.search(name))


def test_every_limit_is_listed():
    settings = {
        f"{PREFIX}{each.name.upper()}"
        for each in fields(Limits)
        if each.type is int and each.name not in NO_LIMIT
    }
    assert settings == {name for name in COUNTED if "." not in name}
    others = set().union(*OTHERS.values())
    assert sorted({*constants()} - COUNTED.keys() - others) == []
    # None is excused that is not there any more.
    assert sorted(others - {*constants()}) == []


@pytest.mark.parametrize("name", COUNTED)
def test_what_is_listed_is_there_and_somebody_goes_beyond_it(name):
    module, _, constant = name.rpartition(".")
    if module:
        assert isinstance(getattr(import_module(module), constant), int | float)
    path, _, test = COUNTED[name].test.partition("::")
    tests = ast.parse((ROOT / "tests" / path).read_text()).body
    assert test in [each.name for each in tests if isinstance(each, ast.FunctionDef)]
