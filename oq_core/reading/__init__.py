"""Gold, runs and score matrices of every format, read into collections and scores."""

from oq_core.reading.files import Source
from oq_core.reading.nuggets import read_nugget_gold, read_nugget_run
from oq_core.reading.read import (
    ReadGold,
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
from oq_core.reading.templates import templates

__all__ = [
    "ReadGold",
    "ReadRuns",
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
    "recognise",
    "templates",
]
