"""Load and check hardware/board.toml, and generate files from it."""
