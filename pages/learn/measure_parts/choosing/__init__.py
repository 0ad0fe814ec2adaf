"""Two estimates of a gold, of which a person takes one by tap, swipe or arrow key."""

from pages.learn.measure_parts.choosing.component import choosing as choosing
