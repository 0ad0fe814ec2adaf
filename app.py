"""Entry point: ``streamlit run app.py``.

The script that Streamlit runs lies among the pages: an entry point beside a ``pages`` folder
is passed over when a visit begins at another page's address.
"""

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class PrivateHeaders:
    """Answers that keep addresses, which hold what a visitor drew, to this host."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and add the headers to its answer."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Referrer-Policy"] = "no-referrer"
                headers["X-Content-Type-Options"] = "nosniff"
            await send(message)

        await self.app(scope, receive, send_with_headers)


app = st.App(
    "pages/main.py",
    # Streamlit sends its scripts, five megabytes of them, as they are.
    middleware=[Middleware(PrivateHeaders), Middleware(GZipMiddleware)],
)
