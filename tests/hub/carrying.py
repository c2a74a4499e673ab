"""A table with a key, and a hub to which its frames are carried."""

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
    """Hub with a database, with the clock stopped."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.store = open_database(path)

    def enrol(self, secret: Secret, key: bytes = KEY, title: str = "window") -> None:
        """Enrol a table with this key."""
        assert secret.keep(key)
        with self.store.transaction():
            self.store.add_table(TableRow(secret.name, title, key, NOW, None))

    def take(self, name: str, data: bytes, now: int = NOW) -> Receipt:
        """Judge a frame in a transaction of its own."""
        (receipt,) = judge(self.store, [Message(name, data)], now)
        return receipt

    def ask(self, name: str, epoch: int) -> Receipt:
        """Answer what the hub has of a journal."""
        (receipt,) = judge(self.store, [Message(name, epoch=epoch)], NOW)
        return receipt

    def frames(self, name: str, epoch: int) -> list[Frame]:
        """Return the stored frames of a journal."""
        return list(self.store.frames(name, epoch))


class Sender:
    """Table's side: makes the next frame, and takes acknowledgements."""

    def __init__(self, journal: Journal, secret: Secret) -> None:
        self.frames = Frames(journal, secret)

    def frame(self) -> bytes:
        """Return the next frame, b"" if there is nothing to send."""
        return finished(self.frames.next())

    def told(self, ack: "dict[str, int | str]") -> bool:
        """Take an acknowledgement; return whether the table believes it."""
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
