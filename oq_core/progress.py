"""How long work reports what is done."""

from collections.abc import Callable

#: Called with the share of the work that is done, in [0, 1], and what is being done, in words.
#: What it raises stops the work.
Progress = Callable[[float, str], None]
