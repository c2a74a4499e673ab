"""The table as a project for Wokwi, a simulator of boards: what it knows of the parts, wired as
hardware/board.toml says. What it does not know is in hardware/wokwi/README.md.

for file in files(): file.write()
"""

import json
from collections.abc import Callable, Iterable
from pathlib import Path

from marcoria.board.check import check
from marcoria.board.profile import BOARD_FILE, Board, board_error, load, profiles
from marcoria.board.wokwi_parts import missing_pins, parts
from marcoria.board.wokwi_wires import wires
from marcoria.build.made import MadeFile
from marcoria.paths import HARDWARE

FOLDER = HARDWARE / "wokwi"


def files(path: Path = BOARD_FILE, folder: Path = FOLDER) -> list[MadeFile]:
    """What Wokwi opens, for each board: its drawing and its settings. Faults are those of the
    board, and pins that Wokwi's board does not have."""
    makers = {"diagram.json": diagram_text, "wokwi.toml": settings_text}
    return [
        _file(path, profile, folder / profile / name, text)
        for profile in profiles(path)
        for name, text in makers.items()
    ]


def _file(path: Path, profile: str, target: Path, text: Callable[[Board], str]) -> MadeFile:
    def faults() -> list[str]:
        return [f"profile {profile}: {sentence}" for sentence in _faults(load(path, profile))]

    return MadeFile(target, path, lambda: text(load(path, profile)), faults)


def _faults(board: Board) -> list[str]:
    return check(board) or missing_pins(board)


def settings_text(board: Board) -> str:
    """wokwi.toml: what runs, and the chip that Wokwi does not have by itself."""
    image = f"table-{board.profile}.bin"
    return (
        "# Generated from hardware/board.toml, not to be edited.\n"
        f'[wokwi]\nversion = 1\nfirmware = "{image}"\nelf = "{image}"\n'
        "rfc2217ServerPort = 4000\n\n"
        '[[chip]]\nname = "mcp23017"\nbinary = "../mcp23017.chip.wasm"\n'
    )


def diagram_text(board: Board) -> str:
    """diagram.json, a part or a connection a line. TableError for a board that cannot work."""
    for sentence in _faults(board):
        raise board_error(sentence)
    found = {part["id"]: part for part in parts(board)}
    whole = {"version": 1, "author": "Marcoria", "editor": "wokwi"}
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in whole.items()]
    lines += [_list("parts", found.values()), _list("connections", wires(board, found))]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _list(name: str, items: Iterable[object]) -> str:
    lines = ",\n".join(f"    {json.dumps(item, ensure_ascii=False)}" for item in items)
    return f'  "{name}": [\n{lines}\n  ]'
