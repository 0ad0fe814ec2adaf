"""What every layer between the network and Streamlit has."""

from starlette.types import ASGIApp


class Layer:
    """Stands before an app, to which it passes requests on."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
