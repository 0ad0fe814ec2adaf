"""The formats: one module each, or one for a format's gold and runs."""
