"""The game on the host: houses, decks, and the commands that read requests from a pipe."""
