"""The game on the host: houses, decks, and the rules on a pipe."""
