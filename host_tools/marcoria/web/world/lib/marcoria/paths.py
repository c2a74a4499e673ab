"""Paths in a browser: the firmware's data files are in `/a`, a program slot of the board."""

from pathlib import Path

FIRMWARE = Path("/a")
HOUSES = FIRMWARE / "belote" / "houses"
