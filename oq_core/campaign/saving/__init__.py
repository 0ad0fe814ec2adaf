"""What is saved: files and their names, how a report was made, and what is open."""
