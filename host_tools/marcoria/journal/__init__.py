"""A table's journal on the host."""
