"""Reader of a table's journal on the host."""
