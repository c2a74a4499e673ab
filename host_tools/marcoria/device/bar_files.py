"""What a bar has written on its table: fetched, put back, and changed as a whole, at the prompt.

For a change all that is new is written beside the old first. Then `/main.py` becomes a script that
puts it in place, blocks of the journal too, and brings the table's own `/main.py` back: from there
on a power cut delays the change, and no cut leaves a part of it.
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
RESET = "/bar/reset"  # the note of a reset, which is no file that a bar has made

Told = Callable[[str], object]
_MAIN = "/main.py"
_WAS = "/main.was"  # the table's own, while the script is in its place
_NEW = "/new"  # the folder of what is put in place
_BLOCKS = f"{_NEW}/journal"
_MARK = b"# Marcoria changes this table: what was cut off is finished here.\n"
_RESTART = "\nimport machine\nmachine.reset()\n"
# Each step may have been done before. A block that fails is left to the journal, which knows bad
# ones, and nothing of this may keep the table from starting.
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
    """Return all files of a folder, by path; `told` hears which one comes."""
    found = {}
    for path in sorted(prompt.hashes(folder.rstrip("/"))):
        if not path.endswith(UNDONE):
            told(path)
            found[path] = prompt.read(path)
    return found


def fetch_once(wire: OpenPort, pin: str) -> dict[str, bytes]:
    """Return the same of a table that plays: it rests meanwhile, and starts anew."""
    with Prompt(Client(wire), wire, pin) as prompt:
        return fetch(prompt)


def changed(prompt: Prompt, files: Mapping[str, bytes]) -> list[str]:
    """Return which of these the table has otherwise, or not at all."""
    there = prompt.hashes(FOLDER)
    return [path for path in sorted(files) if there.get(path) != _hash(files[path])]


def put(prompt: Prompt, files: Mapping[str, bytes], told: Told = bool) -> list[str]:
    """Write those that are not there yet, each of them whole; return which these were. Decks and
    houses come before the settings, which name them. Cut off, and said again, it goes on."""
    paths = changed(prompt, files)
    for path in paths:
        told(path)
        prompt.write(path, files[path])
    return paths


@dataclass(frozen=True)
class TableChange:
    """Files that are written, paths that are removed, and blocks of the journal by number; a
    BLANK_BLOCK is erased."""

    files: dict[str, bytes] = field(default_factory=dict)
    removed: list[str] = field(default_factory=list)
    blocks: dict[int, bytes] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Return whether there is nothing to do."""
        return not (self.files or self.removed or self.blocks)


def settle(prompt: Prompt) -> None:
    """Finish a change that was cut off in its last step, and remove what is left of one that was
    cut off before."""
    main = prompt.read(_MAIN)
    if main.startswith(_MARK):
        prompt.run(main.decode().removesuffix(_RESTART))
    for path in prompt.hashes(_NEW):
        prompt.remove(path)


def carry_out(prompt: Prompt, change: TableChange, told: Told = bool) -> None:
    """Apply a change to a table that is settled, and check it. Cut off, it is done wholly or not
    at all; the next `settle` finishes or forgets it."""
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
    told("putting all of it in place")
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
    """Sort decks and houses before the settings, which name them."""
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
        taken = f"the table's flash has not taken {', '.join(wrong)}"
        sentence = f"{taken}: say the same again, or the flash is worn"
        raise TableError("unverified", sentence, Exit.UNVERIFIED)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
