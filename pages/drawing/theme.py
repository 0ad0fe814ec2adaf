"""Colours with one meaning each, the same on every page and safe for colour-blind readers."""

GOLD = "#E8B12A"
#: The first and the second estimate, or run.
A = "#2B7BBA"
B = "#D1500B"
#: The same of gold, A and B in Markdown.
TINTS = {"gold": "orange", "a": "blue", "b": "red"}
#: What takes no side: ties, axes, shading. Readable on light and on dark.
NEUTRAL = "#8090A0"
#: Where two measures prefer different runs.
CONFLICT = "#A85C9B"
#: For many lines at once, none of them a colour with a meaning above; families are told apart
#: by dashes too.
MANY = ("#12906B", "#6C6FC9", "#C44E6E", "#5AA9D6", "#7A5C3E", "#7D8C2C", "#8C4FB0")
