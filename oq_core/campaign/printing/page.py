"""Pages and other files from templates."""

from pathlib import Path


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
    # What scores submissions on a host of competitions has no Jinja, and writes no page.
    import jinja2  # noqa: PLC0415

    environment = jinja2.Environment(
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        autoescape=escaped,  # noqa: S701 - of plain text nothing is
    )
    return environment.from_string(template.read_text(encoding="utf-8")).render(**values)
