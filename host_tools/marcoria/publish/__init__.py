"""Building releases and the documentation site from a clone."""
