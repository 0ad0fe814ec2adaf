"""The app calls no other host (privacy.md): where the parts of its pages may come from."""

from collections.abc import Mapping

#: Where a page's code, styles, images and connections may come from. Streamlit loads components
#: from `blob:` addresses, styles elements in place, and draws charts with compiled expressions.
_OWN_PARTS = {
    "default-src": "'self'",
    "script-src": "'self' blob: 'unsafe-inline' 'unsafe-eval'",
    "style-src": "'self' blob: 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "connect-src": "'self' data: blob:",
    "media-src": "'self' data: blob:",
    "worker-src": "'self' blob:",
    "frame-src": "'self' blob: data:",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
}


def policy(more: Mapping[str, str] | None = None) -> str:
    """Return the content security policy of a page, with more directives if there are any."""
    return "; ".join(f"{name} {value}" for name, value in {**_OWN_PARTS, **(more or {})}.items())
