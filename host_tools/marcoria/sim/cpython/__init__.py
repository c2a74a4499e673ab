"""A simulated table whose firmware runs in this process."""
