"""Files as they lie on a table, for the table's own code to read them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory


@contextmanager
def laid_out(files: Mapping[str, bytes]) -> Iterator[str]:
    """The folder in which they lie, by path, as long as somebody wants them there."""
    with TemporaryDirectory() as folder:
        for path, data in files.items():
            file = Path(folder + path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        yield folder
