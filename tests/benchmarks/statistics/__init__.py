"""Simulations that back what the app says of its tests and intervals."""
