"""The live class without a page: rooms, what phones answer and see, and what is kept of it."""
