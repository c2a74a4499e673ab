"""A bar's files in a zip, which anything opens."""

import io
import zipfile
from collections.abc import Mapping

_MOST_FILES = 200  # more than any bar has,
_MOST_BYTES = 1 << 20  # of all of them


def packed(files: Mapping[str, bytes]) -> bytes:
    """All of them, by path."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(files):
            archive.writestr(path.lstrip("/"), files[path])
    return out.getvalue()


def unpacked(data: bytes) -> dict[str, bytes] | None:
    """Those in such an archive, None if it is none, or more than a bar has."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            rows = [row for row in archive.infolist() if not row.is_dir()]
            if len(rows) > _MOST_FILES or sum(row.file_size for row in rows) > _MOST_BYTES:
                return None
            return {f"/{row.filename}": _content(archive, row) for row in rows}
    except Exception:  # zipfile and its decompressors have a dozen kinds for what is no zip
        return None


def _content(archive: zipfile.ZipFile, row: zipfile.ZipInfo) -> bytes:
    """No more of it than it says that it has."""
    with archive.open(row) as file:
        data = file.read(row.file_size + 1)
    if len(data) != row.file_size:
        raise zipfile.BadZipFile(row.filename)
    return data
