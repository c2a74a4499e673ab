"""Backup of a table: a zip with the bar's files, the journal's image and a manifest.

A zip with an unexpected file in it is refused. Earlier versions wrote backups with only the files,
without a manifest; these are accepted too.
"""

import hashlib
import io
import json
import stat
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

from marcoria import __version__
from marcoria.device.bar_files import FOLDER
from marcoria.errors import TableError
from marcoria.journal.blocks import BLOCK
from marcoria.named_files import read_bytes, replacing
from marcoria.paths import KEPT

_MOST_FILES = 200  # files in a zip, more than any bar has
_MOST_BYTES = 1 << 20  # bytes of all files together
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_IS_ENCRYPTED = 1  # bit of a member's flags
_FORMAT = 1
_MANIFEST = "/manifest.json"
_JOURNAL = "/journal.img"


class ArchiveError(ValueError):
    """Error of a zip that cannot be trusted; the message says why.

    An example of a message is "its index is damaged".
    """


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return a zip of these files, which are given by path.

    The names in the zip are the paths without the leading slash.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(files):
            archive.writestr(path.lstrip("/"), files[path])
    return out.getvalue()


# Signature of a zip's "end of central directory", which has the number of entries in the index.
_INDEX_END = b"PK\5\6"


def unpacked(data: bytes) -> dict[str, bytes]:
    """Return the files of a zip, by path with a leading slash; leave out folders.

    Raise ArchiveError if the data are not a zip, are damaged, or have a file that is not allowed.
    The zip's index is checked before any file is unpacked.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            # zipfile does not compare the number of entries that it finds in the index with the
            # number stored after the index. Without this check, a flipped bit could hide files.
            at = data.rfind(_INDEX_END)
            if int.from_bytes(data[at + 10 : at + 12], "little") != len(archive.infolist()):
                _refuse("its index is damaged")
            rows = [row for row in archive.infolist() if not row.is_dir()]
            _check(rows)
            return {f"/{row.filename}": _content(archive, row) for row in rows}
    except ArchiveError:
        raise
    except Exception as error:  # zipfile and its decompressors raise many kinds of errors
        raise ArchiveError(f"it is not a zip file, or it is damaged ({error})") from error


def _check(rows: list[zipfile.ZipInfo]) -> None:
    if len(rows) > _MOST_FILES:
        _refuse(f"it has {len(rows)} files, and a table has at most {_MOST_FILES}")
    size = sum(row.file_size for row in rows)
    if size > _MOST_BYTES:
        _refuse(f"its files have {size} bytes, and a table's files have at most {_MOST_BYTES}")
    names = [row.filename for row in rows]
    for row in rows:
        name = row.filename
        kind = row.external_attr >> 16
        if row.flag_bits & _IS_ENCRYPTED:
            _refuse(f"'{name}' in it is encrypted")
        if names.count(name) > 1:
            _refuse(f"'{name}' is in it twice")
        if stat.S_IFMT(kind) not in (0, stat.S_IFREG):
            _refuse(f"'{name}' in it is a link or a device, not a file")
        if not _is_inside(name):
            _refuse(f"'{name}' in it leads to another folder")
        if row.compress_type not in _METHODS:
            _refuse(f"'{name}' in it has an unknown compression")


def _is_inside(name: str) -> bool:
    """Return whether a path stays below the folder where the zip is unpacked."""
    return "\\" not in name and not {"", ".", ".."} & set(name.split("/"))


def _content(archive: zipfile.ZipFile, row: zipfile.ZipInfo) -> bytes:
    """Return the bytes of a member; raise ArchiveError if they are fewer than the index says.

    The number of bytes read is limited, so that a small zip cannot fill the memory.
    """
    with archive.open(row) as file:
        data = file.read(row.file_size + 1)
    if len(data) != row.file_size:
        _refuse(f"'{row.filename}' in it does not have the length that the zip's index gives")
    return data


def _refuse(reason: str) -> NoReturn:
    raise ArchiveError(reason)


@dataclass(frozen=True)
class Snapshot:
    """State of a table at one moment.

    `files` has the bar's files by path. `journal` is the journal's image, b"" if it was not read
    or the table has none. `chip` is the chip's MAC address without colons. `table` is the table's
    name in the config file, "" if it has no name there. `program` has the header fields of the
    program's manifest, {} if there is no manifest.
    """

    files: dict[str, bytes]
    journal: bytes = b""
    chip: str = ""
    table: str = ""
    program: dict[str, str] = field(default_factory=dict)


def pack(snapshot: Snapshot) -> bytes:
    """Return the content of a backup file for a snapshot."""
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
    """Return the content of a backup file; raise TableError if `parse` would refuse this file."""
    data = pack(snapshot)
    try:
        parse(data)
    except ArchiveError as error:
        raise TableError("too-much", f"the table's files cannot be backed up: {error}") from error
    return data


def parse(data: bytes) -> Snapshot:
    """Parse the content of a backup file, also of an earlier version; return its snapshot.

    Raise ArchiveError if the backup is invalid or of a newer format.
    """
    members = unpacked(data)
    text = members.pop(_MANIFEST, None)
    if text is None:
        return Snapshot(_only_files(members))
    manifest = _manifest(text)
    if manifest["sha256"] != _hashes(members):
        raise ArchiveError("its files do not match its manifest")
    journal = members.pop(_JOURNAL, b"")
    if len(journal) % BLOCK:
        raise ArchiveError("its journal is cut off")
    facts = {key: manifest[key] for key in ("chip", "table", "program")}
    return Snapshot(_only_files(members), journal, **facts)


def read_snapshot(file: str) -> Snapshot:
    """Return the snapshot in a backup file that the user names.

    Raise TableError if the file cannot be read, is not a valid backup, or has nothing to restore.
    """
    try:
        found = parse(read_bytes(file, "no-backup"))
    except ArchiveError as error:
        sentence = f"{file} is not a backup written by marcoria backup: {error}"
        raise TableError("not-a-backup", sentence) from error
    if not found.files and not found.journal:
        raise TableError("empty-backup", f"{file} has no files in it: name another backup")
    return found


def keep(snapshot: Snapshot, before: str) -> str:
    """Write a backup to the user's data folder; return the backup's path.

    Call this function before a change of the table. `before` is a word for this change, such as
    "reset"; it becomes part of the file's name. Raise TableError if the backup cannot be written.
    """
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
    """Return a path at which no file exists yet."""
    file = folder / f"{name}.zip"
    return _unused(folder, f"{name}-1") if file.exists() else file


def _only_files(members: dict[str, bytes]) -> dict[str, bytes]:
    for path in members:
        if not path.startswith(f"{FOLDER}/"):
            raise ArchiveError(f"'{path}' is not a settings, deck or house file")
    return members


def _manifest(text: bytes) -> dict[str, Any]:
    """Parse the manifest and return its fields; raise ArchiveError if it is invalid."""
    try:
        found = json.loads(text)
        newer = found["format"] != _FORMAT
        right = all(isinstance(found[key], str) for key in ("chip", "table"))
        right &= all(isinstance(found[key], dict) for key in ("program", "sha256"))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ArchiveError("its manifest is invalid") from error
    if newer:
        raise ArchiveError("a newer Marcoria has written it: use that version")
    if not right or not found["chip"].isalnum() * found["table"].isprintable():
        raise ArchiveError("its manifest is invalid")
    return dict(found)


def _hashes(members: dict[str, bytes]) -> dict[str, str]:
    return {path.lstrip("/"): hashlib.sha256(data).hexdigest() for path, data in members.items()}
