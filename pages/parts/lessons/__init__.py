"""Short guided lessons, each a claim to discover: predict, then see."""

from pages.parts.lessons.entries import LESSONS
from pages.parts.lessons.lesson import Facts, Lesson
from pages.parts.lessons.state import LessonsState

__all__ = ["LESSONS", "Facts", "Lesson", "LessonsState"]
