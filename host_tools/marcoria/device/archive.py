"""A table's files in a zip that anything opens, and the strict reading of one."""

import io
import stat
import zipfile
from collections.abc import Mapping
from typing import NoReturn

_MOST_FILES = 200  # more than any bar has,
_MOST_BYTES = 1 << 20  # of all of them
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_IS_ENCRYPTED = 1  # the bit of a member's flags


class ArchiveError(ValueError):
    """A zip that cannot be trusted; the text says why."""


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return a zip with all of them, by path."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(files):
            archive.writestr(path.lstrip("/"), files[path])
    return out.getvalue()


def unpacked(data: bytes) -> dict[str, bytes]:
    """Return all files of a zip, by path. Raise ArchiveError if a single one is not as a bar's
    file has to be; what the zip claims is checked before anything is unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            rows = [row for row in archive.infolist() if not row.is_dir()]
            _check(rows)
            return {f"/{row.filename}": _content(archive, row) for row in rows}
    except ArchiveError:
        raise
    except Exception as error:  # zipfile and its decompressors raise a dozen kinds
        raise ArchiveError(f"it is no zip, or it is damaged ({error})") from error


def _check(rows: list[zipfile.ZipInfo]) -> None:
    if len(rows) > _MOST_FILES:
        _refuse(f"it has {len(rows)} files, and no table has more than {_MOST_FILES}")
    size = sum(row.file_size for row in rows)
    if size > _MOST_BYTES:
        _refuse(f"its files have {size} bytes, and a table's {_MOST_BYTES} at most")
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
            _refuse(f"'{name}' in it is packed in a way that is not known here")


def _is_inside(name: str) -> bool:
    """Return whether a path stays below the folder in which a zip is unpacked."""
    return "\\" not in name and not {"", ".", ".."} & set(name.split("/"))


def _content(archive: zipfile.ZipFile, row: zipfile.ZipInfo) -> bytes:
    """Return a file's bytes, no more of them than the zip says that there are."""
    with archive.open(row) as file:
        data = file.read(row.file_size + 1)
    if len(data) != row.file_size:
        _refuse(f"'{row.filename}' in it has another length than the zip says")
    return data


def _refuse(reason: str) -> NoReturn:
    raise ArchiveError(reason)
