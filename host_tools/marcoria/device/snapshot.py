"""A whole backup of a table: the bar's files, the journal's image, and a manifest that says whose
they are. A backup of settings, as earlier versions wrote it, has the files alone."""

import hashlib
import json
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from marcoria import __version__
from marcoria.device.archive import ArchiveError, packed, unpacked
from marcoria.device.bar_files import FOLDER
from marcoria.errors import TableError
from marcoria.journal.blocks import BLOCK
from marcoria.named_files import read_bytes, replacing
from marcoria.paths import KEPT

_FORMAT = 1
_MANIFEST = "/manifest.json"
_JOURNAL = "/journal.img"


@dataclass(frozen=True)
class Snapshot:
    """A table at one moment: the bar's `files`, the `journal` as its flash has it (b"" if that is
    not known), the `chip` it is of, its name on the computer that asked, and its `program`: the
    head of its manifest."""

    files: dict[str, bytes]
    journal: bytes = b""
    chip: str = ""
    table: str = ""
    program: dict[str, str] = field(default_factory=dict)


def pack(snapshot: Snapshot) -> bytes:
    """Return the backup file."""
    members = dict(snapshot.files)
    if snapshot.journal:
        members[_JOURNAL] = snapshot.journal
    manifest = {
        "format": _FORMAT,
        "table": snapshot.table,
        "chip": snapshot.chip,
        "date": datetime.now().astimezone().isoformat(timespec="seconds"),
        "marcoria": __version__,
        "program": snapshot.program,
        "sha256": _hashes(members),
    }
    text = json.dumps(manifest, ensure_ascii=False, indent=1)
    return packed({**members, _MANIFEST: text.encode()})


def pack_checked(snapshot: Snapshot) -> bytes:
    """Return the backup file. Raise TableError if it could not be restored."""
    data = pack(snapshot)
    try:
        parse(data)
    except ArchiveError as error:
        raise TableError("too-much", f"what is on the table makes no backup: {error}") from error
    return data


def parse(data: bytes) -> Snapshot:
    """Return what a backup file of either kind holds. Raise ArchiveError if it is none."""
    members = unpacked(data)
    text = members.pop(_MANIFEST, None)
    if text is None:
        return Snapshot(_only_files(members))
    manifest = _manifest(text)
    if manifest["sha256"] != _hashes(members):
        raise ArchiveError("its files are not those that its manifest names")
    journal = members.pop(_JOURNAL, b"")
    if len(journal) % BLOCK:
        raise ArchiveError("its journal does not have whole blocks")
    facts = {key: manifest[key] for key in ("chip", "table", "program")}
    return Snapshot(_only_files(members), journal, **facts)


def read_snapshot(file: str) -> Snapshot:
    """Return what is in a backup file that a person names."""
    try:
        found = parse(read_bytes(file, "no-backup"))
    except ArchiveError as error:
        sentence = f"{file} is not what marcoria backup has written: {error}"
        raise TableError("not-a-backup", sentence) from error
    if not found.files and not found.journal:
        raise TableError("empty-backup", f"{file} has no files in it: name another backup")
    return found


def keep(snapshot: Snapshot, before: str) -> str:
    """Write a backup of what is replaced into the user's data folder; return its path."""
    folder = KEPT / "tables" / snapshot.chip
    file = _unused(folder, f"before-{before}-{datetime.now():%Y%m%d-%H%M%S}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with replacing(str(file)) as part:
            part.write_bytes(pack_checked(snapshot))
    except OSError as error:
        sentence = f"cannot keep a backup in {folder}: {error.strerror}; nothing was changed"
        raise TableError("unwritable", sentence) from error
    return str(file)


def _unused(folder: Path, name: str) -> Path:
    """Return a path that no file has yet."""
    file = folder / f"{name}.zip"
    return _unused(folder, f"{name}-1") if file.exists() else file


def _only_files(members: dict[str, bytes]) -> dict[str, bytes]:
    for path in members:
        if not path.startswith(f"{FOLDER}/"):
            raise ArchiveError(f"'{path}' is nothing that a bar has on its table")
    return members


def _manifest(text: bytes) -> dict[str, Any]:
    """Return a manifest whose fields have the right types."""
    try:
        found = json.loads(text)
        newer = found["format"] != _FORMAT
        right = all(isinstance(found[key], str) for key in ("chip", "table"))
        right &= all(isinstance(found[key], dict) for key in ("program", "sha256"))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ArchiveError("its manifest makes no sense") from error
    if newer:
        raise ArchiveError("a newer Marcoria has written it: take that one")
    if not right or not found["chip"].isalnum() * found["table"].isprintable():
        raise ArchiveError("its manifest makes no sense")
    return dict(found)


def _hashes(members: dict[str, bytes]) -> dict[str, str]:
    return {path.lstrip("/"): hashlib.sha256(data).hexdigest() for path, data in members.items()}
