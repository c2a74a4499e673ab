"""Colours of a terminal, by their numbers among 256."""

# The sides' as the lights have them, orange and blue; that of red suits.
SIDES = (214, 75)
RED = 203
