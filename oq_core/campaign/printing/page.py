"""Pages and other files from templates."""

from pathlib import Path

from oq_core.phrases import environment


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
