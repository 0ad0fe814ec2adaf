"""Data of one are never shown to another (privacy.md): nobody goes on with another's session.

The id of a session stands in the addresses of uploads, and so in a proxy's log: it opens nothing
alone. Streamlit takes a session up again for the visitor alone with whom it began
(`trustedUserHeaders` in `.streamlit/config.toml`), and gives any other a new one.
"""

import secrets

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Scope
from streamlit import runtime
from streamlit.web.server.starlette.starlette_app_utils import decode_xsrf_token_string

from pages.host.browser_messages import page_named
from pages.host.own import cookie_name

#: The header in which Streamlit is told who connects, and what it calls that.
_HEADER, _NAME = "oq-visitor", "visitor"
_XSRF = "_streamlit_xsrf"


def cookies_of(scope: Scope) -> dict[str, str]:
    """The cookies of a request, by name."""
    return cookie_parser("; ".join(Headers(scope=scope).getlist("cookie")))


def with_cookie(scope: Scope, name: str, value: str) -> Scope:
    """A request as if it had come with this cookie."""
    found = {**cookies_of(scope), name: value}
    cookie = "; ".join(f"{each}={its}" for each, its in found.items())
    return _with_header(scope, "cookie", cookie)


def visitor_of(scope: Scope) -> str:
    """The cookie of a browser's workspace or, without, what its page alone has; empty for neither.

    In a frame that has no cookies the page makes up what it sends against forged requests
    (`head.js`): with a connection among the names of protocols, with a file in a header.
    """
    if token := cookies_of(scope).get(cookie_name()):
        return f"cookie {token}"
    told = page_named(scope) or Headers(scope=scope).get("x-xsrftoken", "")
    own, _ = decode_xsrf_token_string(told)
    return f"page {own.hex()}" if own and len(own) >= _FEWEST_BYTES else ""


#: Bytes of what a page makes up: fewer could be guessed.
_FEWEST_BYTES = 16


def introduced(scope: Scope) -> Scope:
    """A connection that tells Streamlit who its visitor is; one without a name is like no other."""
    return _with_header(scope, _HEADER, visitor_of(scope) or secrets.token_urlsafe())


def proven(scope: Scope) -> Scope:
    """A request of a page without cookies, as if it had the one that Streamlit asks for.

    A page of another site sends no header of its own.
    """
    sent = Headers(scope=scope).get("x-xsrftoken", "")
    return with_cookie(scope, _XSRF, sent) if cookie_name() not in cookies_of(scope) else scope


def is_here(session: str, visitor: str) -> bool:
    """Whether a session has a browser now, and is this visitor's."""
    found = runtime.get_instance().get_app_session(session) if runtime.exists() else None
    return found is not None and found.matches_user_info({_NAME: visitor})


def _with_header(scope: Scope, name: str, value: str) -> Scope:
    others = [each for each in scope["headers"] if each[0] != name.encode()]
    return {**scope, "headers": [*others, (name.encode(), value.encode("latin-1", "replace"))]}
