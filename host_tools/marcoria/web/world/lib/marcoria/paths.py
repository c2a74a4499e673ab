"""Where things are in a browser: the board's files, as they lie in its slot."""

from pathlib import Path

FIRMWARE = Path("/a")
HOUSES = FIRMWARE / "belote" / "houses"
