"""The lessons, in the order in which they are taught."""

from pages.learn.lessons_parts.distances import EARTH, GOLD, MANHATTAN, NEAR, SYMMETRY
from pages.learn.lessons_parts.family import FAMILY
from pages.learn.lessons_parts.left_out import POWER, PRIORITIES, THRESHOLD, TWO
from pages.learn.lessons_parts.lesson import Lesson
from pages.learn.lessons_parts.raters import JUDGE, TRUTH
from pages.learn.lessons_parts.training import TRAINING

LESSONS: tuple[Lesson, ...] = (
    NEAR, EARTH, GOLD, SYMMETRY, PRIORITIES, THRESHOLD, TWO, POWER, FAMILY, MANHATTAN, TRAINING,
    TRUTH, JUDGE,
)  # fmt: skip
