"""`marcoria image`: build the file that is flashed onto a chip."""

import hashlib
from typing import TYPE_CHECKING, Annotated, Any

from marcoria.commands.options import Commands, Option, answer, command
from marcoria.context import asked
from marcoria.named_files import check_writable, replacing

if TYPE_CHECKING:
    from marcoria.board.profile import Board
    from marcoria.flash.stock import Stock

MicroPython = Annotated[
    str,
    Option(
        metavar="FILE.bin|URL",
        help="MicroPython image (default: download the stock image for the board).",
        show_default=False,
    ),
]
FirstUse = Annotated[
    bool,
    Option(
        "--first-use",
        help="Trust the downloaded default image if its hash is unknown, and remember the hash.",
    ),
]
Sha256 = Annotated[
    str,
    Option(metavar="HASH", help="Expected SHA-256 of the MicroPython image.", show_default=False),
]
Profile = Annotated[
    str,
    Option(
        metavar="NAME",
        help="Board: s3, wrover or the profile of a table with fewer parts (default: s3).",
        show_default=False,
    ),
]


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "image", _image, "dry_run", "quiet")


def _image(
    micropython: MicroPython = "",
    sha256: Sha256 = "",
    profile: Profile = "",
    first_use: FirstUse = False,
    output: Annotated[
        str,
        Option(
            "-o", "--output", metavar="FILE.bin", help="Output file (default: table-PROFILE.bin)."
        ),
    ] = "",
) -> None:
    """Build one image file that turns an empty chip into a table (docs/flash.md)."""
    from marcoria.board.profile import load
    from marcoria.flash.whole import build

    board = load(profile=profile or None)
    output = output or f"table-{board.profile}.bin"
    check_writable(output)
    made = build(open_micropython(micropython, sha256, board, first_use), board)
    data = made.data
    if not asked().dry_run:
        with replacing(output) as part:
            part.write_bytes(data)
    facts: dict[str, object] = {
        "file": output,
        "profile": board.profile,
        "micropython": made.stock.version,
        "variant": made.stock.variant,
        "flash_at": made.begins,
        "size": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "parts": [
            {"name": one.name, "at": one.at, "size": len(one.data), "sha256": one.sha256}
            for one in made.parts
        ],
    }
    answer(_told(facts), **facts)


def open_micropython(named: str, sha256: str, board: "Board", first_use: bool) -> "Stock":
    """Return MicroPython from the file or address `named`; if it is "", the board's stock image.

    `sha256` is the expected hash, "" if the user gave none. With `first_use`, trust a downloaded
    stock image of unknown hash.
    """
    from marcoria.commands.progress import Progress
    from marcoria.flash.download import checked_digits, open_given, open_pinned

    sha256 = checked_digits(sha256)
    if named:
        return open_given(named, sha256, board)
    with Progress() as progress:
        return open_pinned(board, sha256, first_use, progress.say)


def _told(facts: dict[str, Any]) -> str:
    """Return the facts about an image in words."""
    verb = "would be written" if asked().dry_run else "written"
    variant = facts["variant"] or "variant unknown"
    lines = [
        f"{facts['file']} {verb}: for board {facts['profile']}, flashed at {facts['flash_at']:#x}",
        f"MicroPython {facts['micropython']} ({variant})",
        f"{facts['size']} bytes, sha256 {facts['sha256']}",
    ]
    for one in facts["parts"]:
        lines.append(f"  {one['at']:#08x} {one['size']:8} {one['sha256']} {one['name']}")
    return "\n".join(lines)
