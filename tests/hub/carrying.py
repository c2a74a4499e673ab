"""A hub in this process, and the part of a table that makes frames for it."""

from collections.abc import Iterator

from courier.frames import Frames
from courier.secret import Secret
from journal.journal import Journal
from marcoria.hub.database import open_database
from marcoria.hub.frame import Frame
from marcoria.hub.ingest import Message, Receipt, judge
from marcoria.hub.store import TableRow

NOW = 1_800_000_000
KEY = bytes(range(32))


class Hub:
    """Hub with a database. Its time is `NOW`, unless a call gives another time."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.store = open_database(path)

    def enrol(self, secret: Secret, key: bytes = KEY, title: str = "window") -> None:
        """Store the key in the table's `secret`, and enrol the table at the hub."""
        assert secret.keep(key)
        with self.store.transaction():
            self.store.add_table(TableRow(secret.name, title, key, NOW, None))

    def take(self, name: str, data: bytes, now: int = NOW) -> Receipt:
        """Give a frame to the hub; return its receipt."""
        (receipt,) = judge(self.store, [Message(name, data)], now)
        return receipt

    def ask(self, name: str, epoch: int) -> Receipt:
        """Return the receipt that says which records of a journal the hub has."""
        (receipt,) = judge(self.store, [Message(name, epoch=epoch)], NOW)
        return receipt

    def frames(self, name: str, epoch: int) -> list[Frame]:
        """Return the stored frames of a journal."""
        return list(self.store.frames(name, epoch))


class Sender:
    """Part of a table that makes the next frame, and takes acknowledgements."""

    def __init__(self, journal: Journal, secret: Secret) -> None:
        self.frames = Frames(journal, secret)

    def frame(self) -> bytes:
        """Return the next frame, b"" if there is nothing to send."""
        return finished(self.frames.next())

    def told(self, ack: "dict[str, int | str]") -> bool:
        """Take an acknowledgement; return whether its MAC is right."""
        seq = int(ack.get("seq", -1))
        chain, mac = (bytes.fromhex(str(ack[name])) for name in ("chain", "mac"))
        return self.frames.acknowledge(seq, chain, mac)


def finished(steps: "Iterator[int]") -> bytes:
    """Run a generator of the firmware to its end, and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: bytes = end.value
            return result
