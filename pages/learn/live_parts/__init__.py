"""The live class: a room of phones that a lecturer steers."""
