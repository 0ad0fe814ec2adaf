"""How people call the columns of a table with a row for each rating."""

import re
from collections.abc import Sequence

RATERS = (
    *("rater", "raters", "annotator", "worker", "judge", "assessor", "coder", "labeler"),
    *("labeller", "evaluator", "grader", "reviewer", "user", "participant", "subject", "model"),
    *("expert", "author", "person", "who", "llm"),
)
_RATINGS = (
    *("rating", "label", "score", "class", "annotation", "answer", "response", "vote", "grade"),
    *("value", "stars", "judgement", "judgment", "category", "likert"),
)


def plain_name(name: str) -> str:
    """A column's name without what says that it has ids or names: "worker_id" is "worker"."""
    return re.sub(r"[ _-]?(?:id|name)s?$", "", name.strip().casefold())


def rating_columns(header: Sequence[str]) -> tuple[int, int] | None:
    """Columns of rater and rating, if a table's header names one of each; else None."""
    names = [plain_name(name) for name in header]
    raters = [place for place, name in enumerate(names) if name in RATERS]
    ratings = [place for place, name in enumerate(names) if name in _RATINGS]
    return (raters[0], ratings[0]) if len(raters) == len(ratings) == 1 else None
