"""hardware/board.toml: read, checked, and what is made of it."""
