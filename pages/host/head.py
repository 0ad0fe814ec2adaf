"""What a visitor does counts (privacy.md), Back too: a script before Streamlit's sees to it."""

from pathlib import Path

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import Message, Receive, Scope, Send

from pages.host.browser_messages import Layer
from pages.menu import ENTRIES

_NAMES = "|".join(entry.address for entry in ENTRIES if entry.address)
_SCRIPT = Path(__file__).with_suffix(".js").read_text().replace("@PAGES@", _NAMES)
_HEAD = f"<head><script>\n{_SCRIPT}</script>".encode()


class FirstScript(Layer):
    """Puts the script into every HTML page, before all others."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add the script to a page that is answered."""
        if scope["type"] != "http" or "text/html" not in Headers(scope=scope).get("accept", ""):
            await self.app(scope, receive, send)
            return
        # What comes compressed could not be added to; it is compressed after this.
        headers = [each for each in scope["headers"] if each[0] != b"accept-encoding"]
        begun: Message | None = None
        body = b""

        async def send_with_script(message: Message) -> None:
            nonlocal begun, body
            if message["type"] == "http.response.start" and _is_page(message):
                begun = message
            elif begun is None:
                await send(message)
            else:
                body += message.get("body", b"")
                if not message.get("more_body", False):
                    page = body.replace(b"<head>", _HEAD, 1)
                    MutableHeaders(scope=begun)["Content-Length"] = str(len(page))
                    await send(begun)
                    await send({"type": "http.response.body", "body": page})

        await self.app({**scope, "headers": headers}, receive, send_with_script)


def _is_page(start: Message) -> bool:
    kind = Headers(raw=start["headers"]).get("content-type", "")
    return start["status"] == 200 and kind.startswith("text/html")
