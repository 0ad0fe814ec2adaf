"""Turning pages by keys, and telling another window of the same browser where one is."""

from pages.learn.lessons_parts.turning.component import follow as follow
from pages.learn.lessons_parts.turning.component import turn_by_keys as turn_by_keys
