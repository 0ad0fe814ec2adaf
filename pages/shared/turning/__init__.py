"""Turning pages by keys, and telling another window of the same browser where one is."""

from pages.shared.turning.component import follow, turn_by_keys

__all__ = ["follow", "turn_by_keys"]
