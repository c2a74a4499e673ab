"""From an empty chip to a table: the image that is flashed, and how it gets there."""
