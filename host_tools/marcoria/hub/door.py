"""The hub's door: the queue in which messages from tables wait for a commit to the database.

A message is answered after the commit. Messages that arrive while the disk is busy are stored
together in the next commit.
"""

import asyncio
import logging
import time
from collections.abc import Callable

from marcoria.hub.ingest import STORED, Message, Receipt, judge
from marcoria.hub.store import Store

_AT_ONCE = 200  # maximum number of messages in a commit
_log = logging.getLogger("marcoria.hub")
FULL = "storage"  # `what` of a receipt while the database cannot be written


class Door:
    """Queue of messages to a store; `now` returns the time in seconds since 1970."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now
        self._waiting: asyncio.Queue[tuple[Message, asyncio.Future[Receipt]]] = asyncio.Queue()
        self._listeners: set[asyncio.Event] = set()
        self.trouble = ""  # why the last commit failed, "" if it succeeded
        self.stored = 0  # number of frames stored

    async def take(self, message: Message) -> Receipt:
        """Queue a message of a table; return its receipt once its changes are on disk.

        If they cannot be written, return a receipt with FULL.
        """
        done: asyncio.Future[Receipt] = asyncio.get_running_loop().create_future()
        await self._waiting.put((message, done))
        return await done

    async def run(self) -> None:
        """Handle the queued messages, without end."""
        while True:
            batch = [await self._waiting.get()]
            while len(batch) < _AT_ONCE and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            receipts = await asyncio.to_thread(self._stored, [message for message, _ in batch])
            for (_, done), receipt in zip(batch, receipts, strict=True):
                if not done.done():  # the sender may have left
                    done.set_result(receipt)
            count = sum(receipt.what == STORED for receipt in receipts)
            if count:
                self.stored += count
                _log.info("frames stored", extra={"facts": {"frames": count}})
                self.tell()

    async def follow(self) -> None:
        """Notify the listeners whenever another process may have stored frames."""
        async for _ in self._store.news():
            self.tell()

    def _stored(self, messages: list[Message]) -> list[Receipt]:
        """Store messages together, and return their receipts.

        If that fails, each message is tried again alone. Thus a bad message does not stop the
        others, and a conflict with another process is resolved. After a lost connection, all
        messages are tried again together, over a new connection.
        """
        try:
            return self._judged(messages)
        except Exception as error:  # whatever a message does, the hub goes on
            _log.debug("a batch failed: %s", error)
        groups = [messages] if self._store.is_lost else [[one] for one in messages]
        return [receipt for group in groups for receipt in self._retried(group)]

    def _retried(self, messages: list[Message]) -> list[Receipt]:
        try:
            return self._judged(messages)
        except Exception as error:
            trouble = f"{error}".partition("\n")[0] or type(error).__name__
            if trouble != self.trouble:
                _log.error("frames could not be stored: %s", trouble)
            self.trouble = trouble
            return [Receipt(FULL)] * len(messages)

    def _judged(self, messages: list[Message]) -> list[Receipt]:
        receipts = judge(self._store, messages, int(self._now()))
        # A question has an epoch and writes nothing, so it does not show that writing works.
        if any(one.epoch is None for one in messages):
            self.trouble = ""
        return receipts

    # --- listeners --------------------------------------------------------------------------

    def listen(self) -> asyncio.Event:
        """Return an event that is set whenever frames or changes of players were stored.

        The caller must clear the event, and pass it to `leave` at the end.
        """
        event = asyncio.Event()
        self._listeners.add(event)
        return event

    def leave(self, event: asyncio.Event) -> None:
        """Stop setting an event that `listen` has returned."""
        self._listeners.discard(event)

    def tell(self) -> None:
        """Set the events of all listeners."""
        for event in self._listeners:
            event.set()
