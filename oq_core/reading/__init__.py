"""Gold, runs and score matrices of every format, read into collections and scores."""

from oq_core.reading.files import Source
from oq_core.reading.format_record import Estimate, Format, ReadGold
from oq_core.reading.formats import FORMATS, templates
from oq_core.reading.kinds.nuggets import read_nugget_gold, read_nugget_run
from oq_core.reading.leaving_out import reading_without, without_ratings
from oq_core.reading.read import (
    read_collections,
    read_gold,
    read_gold_and_nuggets,
    read_nuggets,
    read_run,
    read_runs,
    read_scores,
    recognise,
)
from oq_core.reading.runs import ReadRuns
from oq_core.reading.together import ReadTogether, read_together

__all__ = [
    "FORMATS",
    "Estimate",
    "Format",
    "ReadGold",
    "ReadRuns",
    "ReadTogether",
    "Source",
    "read_collections",
    "read_gold",
    "read_gold_and_nuggets",
    "read_nugget_gold",
    "read_nugget_run",
    "read_nuggets",
    "read_run",
    "read_runs",
    "read_scores",
    "read_together",
    "reading_without",
    "recognise",
    "templates",
    "without_ratings",
]
