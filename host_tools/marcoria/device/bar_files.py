"""Reading, writing and changing the bar's files on a table at MicroPython's prompt.

The bar's files are settings, decks and own houses. The new files and journal blocks of a
`TableChange` are first written to a staging folder. Then `/main.py` becomes a script that moves
them into place and restores the table's own `/main.py`. From then on a power cut only delays the
change, so the change is applied completely or not at all.
"""

import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from marcoria.device.journal import block_hashes
from marcoria.device.prompt import UNDONE, Prompt
from marcoria.device.wire import Client, OpenPort
from marcoria.errors import Exit, TableError
from marcoria.journal.blocks import BLANK_BLOCK, BLOCK

FOLDER = "/bar"
RESET = "/bar/reset"  # marker of a reset, not a file of the bar

Told = Callable[[str], object]
_MAIN = "/main.py"
_WAS = "/main.was"  # the table's own /main.py while the script replaces it
_NEW = "/new"  # staging folder
_BLOCKS = f"{_NEW}/journal"
_MARK = b"# Marcoria changes this table: what was cut off is finished here.\n"
_RESTART = "\nimport machine\nmachine.reset()\n"
# After a power cut the script runs again, and steps that were done already may fail. Errors are
# ignored, because the table must start in any case. The journal detects bad blocks by itself.
_SCRIPT = f"""import os
def do(what, *paths):
    try:
        what(*paths)
    except OSError:
        pass
def fill(part, file, number):
    part.ioctl(6, number)
    for at in range(0, {BLOCK}, 512):
        file.readinto(piece)
        part.writeblocks(number, piece, at)
def journal(filled, blank):
    import esp32
    part = esp32.Partition.find(esp32.Partition.TYPE_DATA, label='journal')[0]
    with open({_BLOCKS!r}, 'rb') as file:
        for at, number in enumerate(filled):
            file.seek(at * {BLOCK})
            do(fill, part, file, number)
            print('.', end='')
    for number in blank:
        do(part.ioctl, 6, number)
        print('.', end='')
piece = bytearray(512)
do(journal, {{filled}}, {{blank}})
for folder in {{folders}}:
    do(os.mkdir, folder)
for path in {{files}}:
    do(os.rename, {_NEW!r} + path, path)
for path in {{removed}} + [{_BLOCKS!r}]:
    do(os.remove, path)
for folder in {{staged}}:
    do(os.rmdir, folder)
do(os.rename, {_WAS!r}, {_MAIN!r})
"""


def fetch(prompt: Prompt, told: Told = bool, folder: str = FOLDER) -> dict[str, bytes]:
    """Return the content of each file below a folder, by path; call `told` with each path.

    Leave out files that were not written completely.
    """
    found = {}
    for path in sorted(prompt.hashes(folder.rstrip("/"))):
        if not path.endswith(UNDONE):
            told(path)
            found[path] = prompt.read(path)
    return found


def fetch_once(wire: OpenPort, pin: str) -> dict[str, bytes]:
    """Switch a playing table to service mode, return the bar's files, and restart the table."""
    with Prompt(Client(wire), wire, pin) as prompt:
        return fetch(prompt)


def changed(prompt: Prompt, files: Mapping[str, bytes]) -> list[str]:
    """Return the paths of the files that are missing on the table or differ there."""
    there = prompt.hashes(FOLDER)
    return [path for path in sorted(files) if there.get(path) != _hash(files[path])]


def put(prompt: Prompt, files: Mapping[str, bytes], told: Told = bool) -> list[str]:
    """Write the files that differ, each completely or not at all; return their paths.

    Decks and houses come before the settings, which name them. After an interruption, the same
    call writes the remaining files.
    """
    paths = changed(prompt, files)
    for path in paths:
        told(path)
        prompt.write(path, files[path])
    return paths


@dataclass(frozen=True)
class TableChange:
    """Change of a table: files to write, paths to remove, and journal blocks to write.

    `files` has the content of each file, by path. `blocks` has the data of each block, by number;
    a block whose data are BLANK_BLOCK is erased.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    removed: list[str] = field(default_factory=list)
    blocks: dict[int, bytes] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Return whether the change does nothing."""
        return not (self.files or self.removed or self.blocks)


def settle(prompt: Prompt) -> None:
    """Finish an interrupted change if its script was in place, else discard the staged files."""
    main = prompt.read(_MAIN)
    if main.startswith(_MARK):
        prompt.run(main.decode().removesuffix(_RESTART))
    for path in prompt.hashes(_NEW):
        prompt.remove(path)


def carry_out(prompt: Prompt, change: TableChange, told: Told = bool) -> None:
    """Apply a change, and verify it. Call `settle` first.

    An interrupted change is applied completely or not at all: the next start of the table, or the
    next `settle`, finishes it. If it was still being staged, `settle` discards it. `told` is
    called with texts about the progress.
    """
    filled = [number for number, data in change.blocks.items() if data != BLANK_BLOCK]
    try:
        _stage(prompt, change, filled, told)
    except TableError:
        with suppress(TableError):
            settle(prompt)
        raise
    script = _script(change, filled)
    prompt.write(_WAS, prompt.read(_MAIN))
    prompt.write(_MAIN, _MARK + (script + _RESTART).encode())
    told("moving the new files into place")
    prompt.run(_MARK.decode() + script)
    _check(prompt, change)


def _stage(prompt: Prompt, change: TableChange, filled: list[int], told: Told) -> None:
    for path, data in change.files.items():
        told(path)
        prompt.write(_NEW + path, data)
    if change.blocks:
        data = b"".join(change.blocks[number] for number in filled)
        count = len(data) or 1
        prompt.write(_BLOCKS, data, lambda done, _: told(f"journal {100 * done // count} %"))


def _script(change: TableChange, filled: list[int]) -> str:
    folders = {path.rpartition("/")[0] for path in change.files} | {FOLDER}
    staged = {_NEW, *(_NEW + folder for folder in folders)}
    return _SCRIPT.format(
        filled=filled,
        blank=[number for number in change.blocks if number not in filled],
        folders=sorted(folders),
        staged=sorted(staged, reverse=True),
        files=sorted(change.files, key=_settings_last),
        removed=sorted(change.removed),
    )


def _settings_last(path: str) -> tuple[bool, str]:
    """Return a sort key that puts decks and houses before the settings, which name them."""
    return path.count("/") == FOLDER.count("/") + 1, path


def _check(prompt: Prompt, change: TableChange) -> None:
    there = prompt.hashes(FOLDER)
    wrong = [path for path, data in change.files.items() if there.get(path) != _hash(data)]
    wrong += [path for path in change.removed if path in there]
    blocks = block_hashes(prompt) if change.blocks else []
    bad = [number for number, data in change.blocks.items() if blocks[number] != _hash(data)]
    if bad:
        wrong.append(f"{len(bad)} blocks of the journal")
    if wrong:
        lost = f"the table's flash did not store {', '.join(wrong)}"
        sentence = f"{lost}: repeat the command; if it fails again, the flash is worn out"
        raise TableError("unverified", sentence, Exit.UNVERIFIED)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
