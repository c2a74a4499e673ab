"""The hub's door: takes frames from all sides, and answers after they are on disk.

Frames that arrive while the disk is busy are stored together in the next commit.
"""

import asyncio
import logging
import time
from collections.abc import Callable

from marcoria.hub.ingest import STORED, Receipt, judge
from marcoria.hub.store import Store

_AT_ONCE = 200  # most frames in a commit
_log = logging.getLogger("marcoria.hub")
FULL = "storage"  # `what` of a receipt while the database cannot be written


class Door:
    """Queue of frames before a store; `now` returns the time in seconds since 1970."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now
        self._waiting: asyncio.Queue[tuple[str, bytes, asyncio.Future[Receipt]]] = asyncio.Queue()
        self._listeners: set[asyncio.Event] = set()
        self.trouble = ""  # why the last commit failed, "" if it did not
        self.stored = 0  # number of frames stored

    async def take(self, name: str, data: bytes) -> Receipt:
        """Judge a frame of a table; return after it is on disk."""
        done: asyncio.Future[Receipt] = asyncio.get_running_loop().create_future()
        await self._waiting.put((name, data, done))
        return await done

    async def run(self) -> None:
        """Store the frames that arrive, without end."""
        while True:
            batch = [await self._waiting.get()]
            while len(batch) < _AT_ONCE and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            receipts = await asyncio.to_thread(self._stored, [one[:2] for one in batch])
            for (_, _, done), receipt in zip(batch, receipts, strict=True):
                if not done.done():  # the sender may have left
                    done.set_result(receipt)
            count = sum(receipt.what == STORED for receipt in receipts)
            if count:
                self.stored += count
                _log.info("frames stored", extra={"facts": {"frames": count}})
                self._tell()

    def _stored(self, frames: list[tuple[str, bytes]]) -> list[Receipt]:
        """Store frames together; if that fails, one by one, so that one cannot stop the others."""
        try:
            found = self._commit(frames)
            self.trouble = ""
        except Exception as error:  # whatever a frame does, the hub goes on
            if len(frames) > 1:
                return [receipt for one in frames for receipt in self._stored([one])]
            self.trouble = f"{error}"
            _log.exception("a frame of %s could not be stored", *(name for name, _ in frames))
            found = [Receipt(FULL)]
        return found

    def _commit(self, frames: list[tuple[str, bytes]]) -> list[Receipt]:
        with self._store.transaction():
            return [judge(self._store, name, data, int(self._now())) for name, data in frames]

    # --- listeners --------------------------------------------------------------------------

    def listen(self) -> asyncio.Event:
        """Return an event that is set whenever frames were stored; end with `leave`."""
        event = asyncio.Event()
        self._listeners.add(event)
        return event

    def leave(self, event: asyncio.Event) -> None:
        """Stop setting an event."""
        self._listeners.discard(event)

    def _tell(self) -> None:
        for event in self._listeners:
            event.set()
