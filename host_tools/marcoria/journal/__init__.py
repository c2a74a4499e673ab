"""Reading a table's journal on a computer."""
