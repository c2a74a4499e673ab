"""Parser and checks of hardware/board.toml, and generators of the files made from it."""
