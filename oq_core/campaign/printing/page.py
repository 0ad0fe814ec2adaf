"""Pages and other files from templates."""

from pathlib import Path
from typing import Any


def filled(template: Path, *, escaped: bool = True, **values: object) -> str:
    """Return a template with these values.

    Parameters
    ----------
    template : Path
        In Jinja's language.
    escaped : bool
        Whether texts are escaped, as HTML needs it.
    **values : object
        By the names that the template has for them.
    """
    made = environment()
    made.autoescape = escaped
    return str(made.from_string(template.read_text(encoding="utf-8")).render(**values))


def environment(**known: object) -> Any:
    """Return what makes templates, which may name these facts and functions.

    Parameters
    ----------
    **known : object
    """
    # What scores submissions on a host of competitions has no Jinja, and writes no page.
    import jinja2  # noqa: PLC0415

    found = jinja2.Environment(  # noqa: S701 - `filled` escapes where that is asked for
        trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    found.globals.update(known)
    return found
