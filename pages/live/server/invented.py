"""What ships to rate: invented dialogues between a customer and a helpdesk, and a scale."""

import tomllib
from pathlib import Path

from pages.live.server.activities import Rate

#: The customer's satisfaction, as in the dialogue quality tasks.
SCALE = ("-2", "-1", "0", "1", "2")
_ASKED = "How satisfied is the customer, from -2 (not at all) to 2 (fully)?"


def _dialogue(title: str, *turns: str) -> Rate:
    speakers = ("Customer", "Helpdesk")
    lines = [f"{speakers[place % 2]}: {turn}" for place, turn in enumerate(turns)]
    return Rate(title, "\n".join((*lines, "", _ASKED)), SCALE)


_STORED = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
DIALOGUES = tuple(_dialogue(each["title"], *each["turns"]) for each in _STORED["dialogue"])
