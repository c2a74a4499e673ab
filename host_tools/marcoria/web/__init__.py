"""The virtual table: a page, and what runs in the second VM behind it."""
