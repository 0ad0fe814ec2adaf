"""Short guided lessons, each a claim to discover: predict, then see."""

from pages.learn.lessons_parts.entries import LESSONS as LESSONS
from pages.learn.lessons_parts.lesson import STEPS as STEPS
from pages.learn.lessons_parts.lesson import Facts as Facts
from pages.learn.lessons_parts.lesson import Lesson as Lesson
from pages.learn.lessons_parts.state import LessonsState as LessonsState
