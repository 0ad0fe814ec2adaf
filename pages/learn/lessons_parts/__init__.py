"""Short guided lessons, each a claim to discover: predict, then see."""

from pages.learn.lessons_parts.entries import LESSONS
from pages.learn.lessons_parts.lesson import STEPS, Facts, Lesson
from pages.learn.lessons_parts.state import LessonsState

__all__ = ["LESSONS", "STEPS", "Facts", "Lesson", "LessonsState"]
