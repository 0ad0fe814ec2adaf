"""Pages from templates, in which every text is escaped."""

from pathlib import Path


def filled(template: Path, **values: object) -> str:
    """Return a template of HTML with these values; texts are escaped.

    Parameters
    ----------
    template : Path
        In Jinja's language.
    **values : object
        By the names that the template has for them.
    """
    # What scores submissions on a host of competitions has no Jinja.
    import jinja2  # noqa: PLC0415

    environment = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(template.read_text(encoding="utf-8")).render(**values)
