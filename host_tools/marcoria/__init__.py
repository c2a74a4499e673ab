"""Marcoria's host tools: the `marcoria` command, the simulator, and what they share."""

from marcoria.paths import use_firmware

__version__ = "0.1.0"

# The game and its codes are imported from the firmware, by the names that they have on the board.
use_firmware()
