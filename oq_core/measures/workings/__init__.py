"""The steps of a measure's computation, shown with one's own numbers, family by family."""
