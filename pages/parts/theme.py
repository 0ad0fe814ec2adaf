"""Colours with one meaning each, the same on every page and safe for colour-blind readers."""

GOLD = "#E8B12A"
#: The first and the second estimate, or run.
A = "#2B7BBA"
B = "#D1500B"
#: What takes no side: ties, axes, shading. Readable on light and on dark.
NEUTRAL = "#8090A0"
#: For many lines at once: families are told apart by dashes too. Okabe and Ito's palette,
#: darkened where it would not show on white.
MANY = (
    "#2B7BBA",
    "#D1500B",
    "#12906B",
    "#A85C9B",
    "#B8860B",
    "#5AA9D6",
    "#7A5C3E",
)
