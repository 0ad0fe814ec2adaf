"""Text that came from a person or a file, made safe to show."""

import re


def plain(text: str) -> str:
    """Text that Markdown shows as it is: no link, image, formula or emphasis is made of it."""
    return re.sub(r"([\\`*_{}\[\]()<>#+\-.!|$~:&])", r"\\\1", text)
