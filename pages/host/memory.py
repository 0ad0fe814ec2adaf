"""How the process takes memory, so that what visitors had can be given back to the system.

Python takes memory for small objects by the megabyte, and gives a megabyte back once nothing is
left in it. After a crowd, some thirty of them hold a few objects each. The C library gives back
every page of 4 KB. So what is loaded at the start stays packed in Python's megabytes, and what
visitors make comes from the C library.

All of this needs CPython and glibc; elsewhere memory stays as it is.
"""

import ctypes
import gc
import sys
from contextlib import suppress

#: What glibc's `mallopt` calls its settings, and their values.
_SETTINGS = {
    # New threads share the heaps that there are: the gaps in each of them add up.
    "M_ARENA_MAX": (-8, 1),
    # An array of a visitor is a block of its own, which goes as soon as nobody has it.
    "M_MMAP_THRESHOLD": (-3, 2**18),
    # What is free at a heap's end is kept for the next move. It is little, as `malloc_trim` gives
    # it back for the main heap alone.
    "M_TRIM_THRESHOLD": (-1, 2**20),
    "M_TOP_PAD": (-2, 2**18),
}
#: Python's domains of memory: `PYMEM_DOMAIN_RAW` is the C library's, the others are Python's own.
_RAW, _OWN = 0, (1, 2)


class _Allocator(ctypes.Structure):
    """Python's `PyMemAllocatorEx`."""

    _fields_ = [(name, ctypes.c_void_p) for name in ("ctx", "malloc", "calloc", "realloc", "free")]


def keep_together() -> None:
    """Set how memory is taken; before other libraries are loaded, which start threads."""
    with suppress(OSError, AttributeError):
        for setting, value in _SETTINGS.values():
            ctypes.CDLL(None).mallopt(setting, value)


def take_from_the_system() -> bool:
    """Let what is made from now on come from the C library; whether that can be done here.

    What Python's own allocator has given out still goes back to it. That one hands on what is not
    its own, as it takes more than 512 bytes from the C library anyway.
    """
    with suppress(OSError, AttributeError):
        python = ctypes.pythonapi
        name = python._PyMem_GetCurrentAllocatorName
        name.restype = ctypes.c_char_p
        # An allocator that looks for faults does not hand on. Only glibc gives single pages back.
        if name() == b"pymalloc" and ctypes.CDLL(None).malloc_trim:
            system, own = _Allocator(), _Allocator()
            python.PyMem_GetAllocator(_RAW, ctypes.byref(system))
            for domain in _OWN:
                python.PyMem_GetAllocator(domain, ctypes.byref(own))
                own.malloc, own.calloc = system.malloc, system.calloc
                python.PyMem_SetAllocator(domain, ctypes.byref(own))
            return True
    return False


def give_back() -> None:
    """Collect what is only held by circles of references; the system gets its memory back."""
    gc.collect()
    # It holds thousands of names, each of them made for one look at an attribute.
    sys._clear_type_cache()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
