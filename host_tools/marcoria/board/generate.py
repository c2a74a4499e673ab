"""Generator of firmware/board.py from hardware/board.toml.

board = profile.load()
for sentence in check.check(board): ...
pin_file().write()
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path

from marcoria.board.datasheets import SEATS
from marcoria.board.file import BusSection
from marcoria.board.profile import (
    BOARD_FILE,
    Board,
    board_error,
    load,
    profiles,
    small_profiles,
)
from marcoria.build.made import MadeFile
from marcoria.paths import BUILD, FIRMWARE

GENERATED = FIRMWARE / "board.py"

_HEAD = "Pins, buses and parts of the table: generated from hardware/board.toml, not to be edited."
_KEYS_COMMENT = """\
# KEYS[16 * expander + pin] is the number of the key at a pin, 255 if there is no key. GPA0 is
# pin 0. A player's key has the number 8 * seat + n, where n is 0 for clubs, 1 for diamonds, 2 for
# hearts, 3 for spades, 4 for PASS, 5 for CALL and 6 for the rap sensor. The director's keys are
# 7 MENU, 15 UNDO, 23 OK and 31 MUTE."""

_TOUCHED_COMMENT = """\
# Masks for a self-test: for each seat the keys to press, where bit n is key 8 * seat + n; the last
# byte has the seats whose readers must read a card."""


def pin_file(path: Path = BOARD_FILE, generated: Path = GENERATED) -> MadeFile:
    """Return the generated file firmware/board.py; its `faults` checks all profiles."""

    def faults() -> list[str]:
        from marcoria.board.check import check

        return [
            f"profile {name}: {sentence}"
            for name in (*profiles(path), *small_profiles(path))
            for sentence in check(load(path, name))
        ]

    return MadeFile(generated, path, lambda: generate(load(path)), faults)


def made_for(profile: str) -> Path:
    """Return a folder with only `board.py`, generated for a profile.

    The file is written only if it is missing or out of date; only then is the profile checked for
    faults.
    """
    folder = BUILD / "boards" / profile
    board, path = load(profile=profile), folder / "board.py"
    if not _holds(path, board):
        text = generate(board)
        folder.mkdir(parents=True, exist_ok=True)
        new = folder / f"board.{os.getpid()}"  # own name: other processes may write board.py
        new.write_text(text, "utf-8")
        new.replace(path)
    return folder


def _holds(path: Path, board: Board) -> bool:
    """Return whether a file already has the text that is generated for a board."""
    try:
        return path.read_text("utf-8") == _text(board)
    except (OSError, LookupError, TypeError, ValueError):
        return False  # the file is missing, or the board is not valid


def generate(board: Board) -> str:
    """Return the text of firmware/board.py; raise TableError for a board with a fault."""
    # Imported here, because a file that is up to date needs no check.
    from marcoria.board.check import check

    for sentence in check(board):
        raise board_error(sentence)
    return _text(board)


def _text(board: Board) -> str:
    data, pins = board.data, board.pins
    lines = [f'"""{_HEAD}"""', "", f'PROFILE = "{board.profile}"']
    if board.like != board.profile:
        lines.append(f'LIKE = "{board.like}"')
    lines += _bus("READERS", data["readers"], pins["readers"], ("spi", "sck", "mosi", "miso"))
    selects = [str(pins["readers"]["cs"].get(seat)) for seat in SEATS]
    lines.append(f"READERS_CS = ({', '.join(selects)})  # N E S W")
    lines.append(f"READERS_RST = {pins['readers']['rst']}")
    lines += _display(board)
    keys = pins["expanders"]
    lines += _bus("KEYS", data["expanders"], keys, ("i2c", "scl", "sda"))
    lines.append(f"KEYS_ADDRESSES = {tuple(data['expanders']['addresses'])}")
    lines.append(f"KEYS_INT = {tuple(keys['int'])}")
    lines += [_KEYS_COMMENT, f"KEYS = bytes({_key_numbers(board)})"]
    lines += [_TOUCHED_COMMENT, f"TOUCHED = bytes({_touched(board)})"]
    lights = board.has("lights")
    lines.append(f"LIGHTS_PIN = {pins['lights']['pin'] if lights else None}")
    lines.append(f"LIGHTS_COUNT = {data['lights']['count']}")
    lines.append(f"LIGHTS_MA = {data['lights']['limit_ma']}")
    lines.append(f"BUZZER_PIN = {pins['buzzer']['pin'] if board.has('buzzer') else None}")
    lines.append(f"JOURNAL = {json.dumps(data['journal']['label'], ensure_ascii=False)}")
    lines.append(f"JOURNAL_BLOCKS = {data['journal']['blocks']}")
    return "\n".join(lines) + "\n"


def _display(board: Board) -> list[str]:
    if not board.has("display"):
        return ["DISPLAY_SPI = None"]
    pins = board.pins["display"]
    lines = _bus("DISPLAY", board.data["display"], pins, ("spi", "sck", "mosi", "cs"))
    return lines + [f"DISPLAY_{name.upper()} = {pins[name]}" for name in ("dc", "rst", "busy")]


def _bus(
    name: str, part: BusSection, pins: Mapping[str, object], keys: tuple[str, ...]
) -> list[str]:
    lines = [f"{name}_{key.upper()} = {pins[key]}" for key in keys]
    return [lines[0], f"{name}_HZ = {part['hz']}", *lines[1:]]


def _key_numbers(board: Board) -> str:
    """Return the keys' numbers by expander and pin, as Python source; 255 if a pin has no key."""
    numbers = [255] * (16 * len(board.data["expanders"]["addresses"]))
    for place, number in board.keys.values():
        bit = board.bit(place)
        if bit is None:  # only in a board that was not checked (see `_holds`)
            raise LookupError(place)
        numbers[bit] = number
    if numbers == list(range(len(numbers))):
        return f"range({len(numbers)})"
    return repr(tuple(numbers))


def _touched(board: Board) -> tuple[int, ...]:
    """Return a mask of each seat's keys, then a mask of the seats with readers."""
    found = [0] * len(SEATS)
    for _, number in board.keys.values():
        found[number >> 3] |= 1 << (number & 7)
    return (*found, sum(1 << SEATS.index(seat) for seat in board.seats))
