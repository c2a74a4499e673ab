"""Files of the board that are open."""

import io
from typing import TYPE_CHECKING, Any

from marcoria.sim.chips import prices
from marcoria.sim.file_reads import Place

if TYPE_CHECKING:
    from marcoria.sim.cpython.file_system import Files


class ReadFile(io.BytesIO):
    """An open file: to read it takes its time."""

    def __init__(self, files: "Files", path: str, data: bytes) -> None:
        super().__init__(data)
        self.files = files
        self.path = path
        self.place = Place()

    def read(self, size: int | None = -1) -> bytes:
        at = self.tell()
        return self._paid(at, super().read(size))

    def read1(self, size: int | None = -1) -> bytes:
        at = self.tell()
        return self._paid(at, super().read1(size))

    def readline(self, size: int | None = -1) -> bytes:
        at = self.tell()
        return self._paid(at, super().readline(size))

    def readinto(self, buffer: Any) -> int:
        at = self.tell()
        count = super().readinto(buffer)
        self._paid(at, buffer[:count])
        return count

    def _paid(self, at: int, data: bytes) -> bytes:
        files = self.files
        files.try_it()
        files.world.wait(self.place.read(files.times, self.path, at, len(data)))
        return data


class ChangedFile(ReadFile):
    """One that may change; what it holds reaches the file system when it is flushed."""

    def __init__(self, files: "Files", path: str, data: bytes) -> None:
        super().__init__(files, path, data)
        self.kept = data

    def flush(self) -> None:
        if not self.files.world.power:
            return
        now = self.getvalue()
        if now != self.kept or self.path not in self.files.data:
            self.files.try_it(self.path, now)
            self.files.world.wait(prices.FILE_FLUSH)
            self.files.data[self.path] = self.kept = now

    def close(self) -> None:
        if not self.closed:
            self.flush()
        super().close()

    def __del__(self) -> None:
        # Dropped without close: MicroPython would not flush either.
        io.BytesIO.close(self)
