"""Gold and run files, read into collections."""

from oq_core.reading.files import Source
from oq_core.reading.read import read_collections, read_gold, read_run

__all__ = ["Source", "read_collections", "read_gold", "read_run"]
