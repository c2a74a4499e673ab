"""Paths in a browser: the board's files in their slot."""

from pathlib import Path

FIRMWARE = Path("/a")
HOUSES = FIRMWARE / "belote" / "houses"
