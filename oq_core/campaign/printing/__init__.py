"""What is printed of an analysis: tables, LaTeX, charts, sentences and the report."""
