"""What the address of the reference holds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from oq_core import MEASURES
from oq_core.knowledge import PROPERTIES
from oq_core.measures import OC_MEASURES
from pages.analysing.address import UnreadableError

#: Where the session keeps the state.
NAME = "reference"


@dataclass(frozen=True)
class ReferenceState:
    """A measure, and which of its properties is shown in the table of all; "" where none is."""

    measure: str = "NMD"
    property: str = ""

    def to_address(self) -> dict[str, str]:
        """Everything as parameters of the address bar."""
        shown = {"property": self.property} if self.property else {}
        return {"measure": self.measure, **shown}

    @classmethod
    def from_address(cls, parameters: Mapping[str, str]) -> Self:
        """The state that an address holds.

        Raises
        ------
        UnreadableError
            If there is no such measure or property.
        """
        key, name = parameters.get("measure", cls.measure), parameters.get("property", "")
        if key not in MEASURES and (name or key not in OC_MEASURES):
            raise UnreadableError(f"there is no measure called {key[:40]}")
        if name and name not in PROPERTIES:
            raise UnreadableError(f"there is no property called {name[:40]}")
        return cls(key, name)
