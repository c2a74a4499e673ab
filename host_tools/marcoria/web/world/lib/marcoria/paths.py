"""Paths in a browser: the firmware's files are in the slot `/a`, as on the board."""

from pathlib import Path

FIRMWARE = Path("/a")
HOUSES = FIRMWARE / "belote" / "houses"
