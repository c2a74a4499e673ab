"""The program slots of a board at MicroPython's prompt: their contents, and how one is filled.

Files are compared by hash. Equal files stay, files that the active slot has are copied on the
board, and only the rest is sent. Of a bundle, which is one file with many modules, only the
modules that differ are sent. The manifest is removed first and written last, so that an incomplete
slot has no manifest.
"""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from marcoria.build.deploy import (
    BUNDLE,
    BUNDLE_HEAD,
    MAIN,
    MANIFEST,
    OLD,
    SLOTS,
    main,
    spans,
    trial,
)
from marcoria.build.image import BLOCK
from marcoria.device.bar_files import Told
from marcoria.device.prompt import PIECE, UNDONE, Prompt
from marcoria.errors import Exit, TableError

_OPEN = f"""
import hashlib
piece = memoryview(bytearray(1024))
old = open({{source!r}}, 'rb')
new = open({{target!r}}, 'wb')
def pieces(at, size):
    old.seek(at)
    while size:
        count = old.readinto(piece[:min(size, 1024)])
        if not count:
            return  # the file is shorter than its head states
        yield piece[:count]
        size -= count
def of(at, size):
    found = hashlib.sha256()
    for one in pieces(at, size):
        found.update(one)
    return found.digest().hex()
def copy(at, size):
    for one in pieces(at, size):
        new.write(one)
head = old.read({BUNDLE_HEAD})
print(repr(head + old.read(int.from_bytes(head[4:], 'little'))))
"""
_CLOSE = "old.close()\nnew.close()"

_TRIES = b"start(True)"  # code in a /main.py that tries a slot
_SLOT_NAMED = re.compile(rb'sys\.path\.insert\(0, "(/\w+)"\)')
_STARTED_BY = MAIN.lstrip("/")  # a slot's start script, which replaces MAIN after the trial
_LOOK = f"""
import os, sys
def text(path):
    try:
        with open(path, 'rb') as file:
            return file.read()
    except OSError:
        return b''
disk = os.statvfs('/')
here = sys.implementation
size = disk[0] * disk[3]
print(repr((here.version[:2], here._mpy & 255, size, text({MAIN!r}), text({OLD!r}))))
"""
_SIZES = "import os\nprint(sum([os.stat(path)[6] for path in {!r}]))"
_COPY = """
piece = memoryview(bytearray(1024))
with open({source!r}, 'rb') as old, open({target!r}, 'wb') as new:
    count = old.readinto(piece)
    while count:
        new.write(piece[:count])
        count = old.readinto(piece)
"""


@dataclass(frozen=True)
class _Part:
    """Part of a new bundle; `at` is its offset in the old bundle, -1 if the part is not there."""

    data: bytes
    at: int

    def goes_on(self, other: "_Part") -> bool:
        """Return whether the other part directly follows this one in the old bundle."""
        return self.at >= 0 and other.at == self.at + len(self.data)


def patch(
    prompt: Prompt, source: str, target: str, data: bytes, told: Callable[[int, int], object]
) -> None:
    """Write the bundle `data` to `target`; copy the parts that the bundle `source` already has.

    Both paths are on the board. Like `Prompt.write`, write the file completely or not at all.
    `told` gets the number of bytes written and the total.
    """
    prompt.make_folders(target)
    listed = prompt.literal(_OPEN.format(source=source, target=target + UNDONE))
    done = 0
    for part in _parts(data, _held(prompt, listed)):
        if part.at < 0:
            _send(prompt, part.data)
        else:
            prompt.run(f"copy({part.at}, {len(part.data)})")
        done += len(part.data)
        told(done, len(data))
    prompt.run(_CLOSE)
    prompt.finish(target, data)


def _held(prompt: Prompt, head: bytes) -> dict[str, int]:
    """Return the offset of each part of the old bundle, by hash.

    The parts are the header and the modules. `head` is the header; if it is damaged, return {}.
    """
    try:
        found = [(start, end - start) for start, end in spans(head)]
    except (ValueError, IndexError):
        return {}  # the old bundle is damaged, so everything is sent
    hashes = prompt.run(f"for at, size in {found}:\n    print(of(at, size))").split()
    return {of: at for of, (at, _) in zip(hashes, found, strict=True)}


def _parts(data: bytes, held: dict[str, int]) -> Iterator[_Part]:
    """Yield the parts of a new bundle, merged if they are also adjacent in the old bundle.

    An empty part comes first. `held` has the offset of each part of the old bundle, by hash.
    """
    last = _Part(b"", -1)
    for start, end in spans(data):
        piece = data[start:end]
        part = _Part(piece, held.get(hashlib.sha256(piece).hexdigest(), -1))
        if last.goes_on(part):
            last = _Part(last.data + part.data, last.at)
        else:
            yield last
            last = part
    yield last


def _send(prompt: Prompt, data: bytes) -> None:
    for at in range(0, len(data), PIECE):
        prompt.run(f"new.write({data[at : at + PIECE]!r})")


@dataclass(frozen=True)
class SlotPlan:
    """Steps to put a program into a slot.

    `goes` has full paths of files to remove first. The other paths are relative to the slot:
    `stays` lists files that stay, `copied` lists files to copy from the active slot, and `sent`
    lists files to send.
    """

    slot: str
    stays: list[str]
    copied: list[str]
    sent: list[str]
    goes: list[str]

    @property
    def changes(self) -> bool:
        """Return whether the plan changes the slot: it removes, copies or sends a file."""
        return bool(self.copied or self.sent or self.goes)


class Slots:
    """Slots of a board.

    `active` is the slot with the program in use, and `other` is the inactive slot. `board` and
    `version` are those of the program in use, "" if unknown. `files` has, for each slot, the
    hashes of its files by full path. `micropython` is the version of MicroPython, `mpy` is the
    version of bytecode that it reads, and `free` is the number of free bytes.
    """

    def __init__(self, prompt: Prompt) -> None:
        self.prompt = prompt
        found = prompt.literal(_LOOK)
        self.micropython, self.mpy, self.free, now, old = found
        # While a slot waits for its trial, MAIN names this slot, and OLD names the active slot.
        self._tried = _TRIES in now and _named(old) in SLOTS
        self._main: bytes = old if self._tried else now
        self.active = _named(self._main)
        if self.active not in SLOTS:
            sentence = "this board has no program in a slot: install it with marcoria flash"
            raise TableError("no-slot", sentence, Exit.WRONG_DEVICE)
        self.other = next(slot for slot in SLOTS if slot != self.active)
        self.files = {slot: prompt.hashes(slot) for slot in SLOTS}
        said = self._head()
        self.board = said.get("board", "")
        self.version = said.get("marcoria", "").partition(" ")[0]

    def holds(self, slot: str, program: Mapping[str, bytes]) -> bool:
        """Return whether a slot has all files of a program, with the same contents."""
        found = self.files[slot]
        return all(found.get(f"{slot}/{path}") == of for path, of in hashes(program).items())

    def _head(self) -> dict[str, str]:
        path = f"{self.active}/{MANIFEST}"
        return head(self.prompt.read(path)) if path in self.files[self.active] else {}

    def plan(self, program: Mapping[str, bytes]) -> SlotPlan:
        """Return the plan for filling the inactive slot."""
        slot = self.other
        wanted = hashes(_whole(slot, program))
        there = {path.removeprefix(f"{slot}/"): of for path, of in self.files[slot].items()}
        if there != wanted:
            there.pop(MANIFEST, None)  # an incomplete slot must have no manifest
        stays = [path for path in wanted if there.get(path) == wanted[path]]
        missing = [path for path in wanted if path not in stays]
        elsewhere = set(self.files[self.active].values())
        copied = [path for path in missing if wanted[path] in elsewhere and path != MANIFEST]
        sent = [path for path in missing if path not in copied]
        goes = [path for path in self.files[slot] if path.removeprefix(f"{slot}/") not in stays]
        goes.sort(key=lambda path: path != f"{slot}/{MANIFEST}")
        return SlotPlan(slot, stays, copied, sent, goes)

    def check_room(self, plan: SlotPlan, program: Mapping[str, bytes]) -> None:
        """Raise TableError if the program does not fit, even after the plan has removed files."""
        whole = _whole(plan.slot, program)
        needed = sum(-(-len(whole[path]) // BLOCK) + 1 for path in [*plan.copied, *plan.sent])
        freed = int(self.prompt.run(_SIZES.format(plan.goes)))
        if needed * BLOCK > self.free + freed:
            raise TableError(
                "no-room",
                f"the board has {(self.free + freed) // 1024} KiB free, and the program needs "
                f"{needed * BLOCK // 1024}: remove files that do not belong to the table",
                Exit.WRONG_DEVICE,
            )

    def settle(self) -> None:
        """Cancel a pending trial."""
        if self._tried:
            self.prompt.rename(OLD, MAIN)

    def fill(self, plan: SlotPlan, program: Mapping[str, bytes], told: Told) -> None:
        """Carry out the plan; if it changes the slot, verify the slot's files afterwards."""
        whole = _whole(plan.slot, program)
        for path in plan.goes:
            self.prompt.remove(path)
        for path in plan.copied:
            self._copy(plan.slot, path, whole[path])
        for path in plan.sent:
            self._send(plan.slot, path, whole[path], told)
        wanted = {f"{plan.slot}/{path}": of for path, of in hashes(whole).items()}
        if plan.changes and self.prompt.hashes(plan.slot) != wanted:
            raise TableError(
                "unverified",
                "the slot lacks part of the new program, so the old program starts: try again",
                Exit.UNVERIFIED,
            )

    def switch(self, plan: SlotPlan) -> None:
        """Let the next start try the slot.

        The start after that uses the old program again, unless the new one has confirmed that it
        works.
        """
        self.prompt.write(OLD, self._main)
        self.prompt.write(MAIN, trial(plan.slot))

    def _send(self, slot: str, path: str, data: bytes, told: Told) -> None:
        """Send a file; of a bundle, send only the parts that the active slot's bundle lacks."""
        source, target, count = f"{self.active}/{path}", f"{slot}/{path}", _counting(path, told)
        if path == BUNDLE and source in self.files[self.active]:
            patch(self.prompt, source, target, data, count)
        else:
            self.prompt.write(target, data, count)

    def _copy(self, slot: str, path: str, data: bytes) -> None:
        """Copy a file with this content from the active slot, where its name may differ."""
        target = f"{slot}/{path}"
        digest = hashlib.sha256(data).hexdigest()
        held = self.files[self.active]
        source = next(other for other in held if held[other] == digest)
        self.prompt.make_folders(target)
        self.prompt.run(_COPY.format(source=source, target=target))


def _named(text: bytes) -> str:
    found = _SLOT_NAMED.search(text)
    return found[1].decode() if found else ""


def _whole(slot: str, program: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the program's files and its start script, the manifest last."""
    files = {_STARTED_BY: main(slot), **program}
    return files | {MANIFEST: files.pop(MANIFEST)}


def hashes(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the SHA-256 of each file, by path."""
    return {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}


def head(manifest: bytes) -> dict[str, str]:
    """Return the header fields of a manifest: `marcoria` (version and hash), `board` and `mpy`."""
    lines = manifest.decode("utf-8", "replace").splitlines()[:3]
    return {line.partition(" ")[0]: line.partition(" ")[2] for line in lines}


def running_program(prompt: Prompt) -> dict[str, str]:
    """Return the header fields of the manifest in the slot that `/main.py` names.

    Return {} if `/main.py` names no slot, or the slot has no manifest.
    """
    slot = _named(prompt.read(MAIN))
    path = f"{slot}/{MANIFEST}"
    there = slot in SLOTS and path in prompt.hashes(slot)
    return head(prompt.read(path)) if there else {}


def _counting(path: str, told: Told) -> Callable[[int, int], object]:
    return lambda done, size: told(f"{path} {100 * done // max(size, 1)} %")
