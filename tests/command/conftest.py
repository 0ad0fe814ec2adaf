"""What tests of lines share."""

from argparse import ArgumentParser
from collections.abc import Mapping

import pytest

from oq_core.command import line

_MADE: dict[str, ArgumentParser] = {}
_parser = line.parser


def made_once(usual: Mapping[str, object] | None = None) -> ArgumentParser:
    """The parser of a line: a shell needs one or two, tests as many as lines."""
    if repr(usual) not in _MADE:
        _MADE[repr(usual)] = _parser(usual)
    return _MADE[repr(usual)]


@pytest.fixture(autouse=True)
def _parsers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "parser", made_once)
