"""What worker processes of tests do; they import this alone, and begin at once."""

import os
import time
from collections.abc import Callable


def slow(share_of: float, progress: Callable[[float, str], None]) -> None:
    """Work that goes on until its process is ended."""
    while True:
        progress(share_of, str(os.getpid()))
        time.sleep(0.01)


def fail(error: Exception) -> None:
    """Work that ends with an error."""
    raise error
