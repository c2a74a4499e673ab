"""The game on the host: houses, decks, the files of a bar, and the answers of `marcoria rules`."""
