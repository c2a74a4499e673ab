"""Write changed copies of the board file `hardware/board.toml`."""

from pathlib import Path

from marcoria.board.profile import BOARD_FILE


def edited(folder: Path, old: str, new: str, profile: str = "s3") -> Path:
    """Write a copy of the board file with one `old` replaced by `new`; return the copy's path.

    Replace the first `old` after the header of the profile or, if there is none, the first `old`
    before the header. Do not change the part from "# Small tables" to "# The table's body", but
    move it to the end of the copy.
    """
    text = BOARD_FILE.read_text(encoding="utf-8")
    at, end = text.index("# Small tables"), text.index("# The table's body")
    before, mark, after = (text[:at] + text[end:]).partition(f"[profile.{profile}]")
    if old in after:
        after = after.replace(old, new, 1)
    else:
        assert old in before, f"{old!r} is not in the board file"
        before = before.replace(old, new, 1)
    after += text[at:end]
    path = folder / "board.toml"
    path.write_text(before + mark + after, encoding="utf-8")
    return path
