"""The lessons, in the order in which they are taught."""

from pages.parts.lessons.distances import EARTH, GOLD, NEAR, SYMMETRY
from pages.parts.lessons.lesson import Lesson
from pages.parts.lessons.limits import POWER, PRIORITIES, THRESHOLD, TWO

LESSONS: tuple[Lesson, ...] = (NEAR, EARTH, GOLD, SYMMETRY, PRIORITIES, THRESHOLD, TWO, POWER)
