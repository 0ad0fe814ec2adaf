"""An overview paper: a document that joins the tables and figures of a report, and its PDF."""
