"""What visitors had is given back to the system.

How the C library takes memory is set by variables of the environment, before Python starts: see
the Dockerfile.
"""

import ctypes
import gc
import sys
from contextlib import suppress


def give_back() -> None:
    """Collect what is only held by circles of references; the system gets its memory back."""
    gc.collect()
    # It holds thousands of names, each of them made for one look at an attribute.
    sys._clear_type_cache()
    # Of glibc alone.
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
