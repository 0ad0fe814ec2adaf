"""The JSON that phones and saved files bring, which may be anything."""

import json
from typing import Any


def json_object(text: str | bytes) -> dict[str, Any] | None:
    r"""The object that a text holds; None where it holds none.

    An object with half a character (``\ud800``) is none: nothing could be written or shown of it.
    """
    try:
        content = json.loads(text)
        json.dumps(content, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return content if isinstance(content, dict) else None
