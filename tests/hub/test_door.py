"""The hub's queue of messages, `Door`: a bad frame or a database error stops no other message."""

import asyncio
from contextlib import closing

import pytest

import own_loop
from marcoria.hub import door
from marcoria.hub.database import open_database
from marcoria.hub.door import FULL, Door
from marcoria.hub.frame import NO_FRAME, NO_RECORD, signed
from marcoria.hub.ingest import Message, Receipt, judge
from marcoria.hub.store import Store, TableRow
from simulated_records import record

RUNS_ON = "cpython"

_KEYS = [bytes([number] * 32) for number in range(3)]
_NAMES = ["one", "two", "three"]


def _first(key: bytes, records: int = 1) -> bytes:
    slots = b"".join(record(seq) for seq in range(records))
    return signed(key, NO_FRAME, 5, NO_RECORD, records - 1, slots)


async def _taken(store: Store, frames: list[tuple[str, bytes]]) -> list[Receipt]:
    door = Door(store, lambda: 1000.0)
    work = asyncio.create_task(door.run())
    found = await asyncio.gather(*(door.take(Message(*frame)) for frame in frames))
    work.cancel()
    return list(found)


def _opened(database: str) -> Store:
    store = open_database(database)
    with store.transaction():
        for name, key in zip(_NAMES, _KEYS, strict=True):
            store.add_table(TableRow(name, name, key, 0, None))
    return store


def test_messages_that_arrive_together_share_a_commit_and_get_their_own_receipts(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches: list[int] = []

    def counted(store: Store, messages: list[Message], now: int) -> list[Receipt]:
        batches.append(len(messages))
        return judge(store, messages, now)

    monkeypatch.setattr(door, "judge", counted)
    with closing(_opened(database)) as store:
        frames = [(name, _first(key)) for name, key in zip(_NAMES, _KEYS, strict=True)]
        found = own_loop.run(_taken(store, [*frames, frames[0], ("nobody", b"")]))
    assert [one.what for one in found] == [*["stored"] * 3, "known", "unknown-table"]
    assert batches == [5]


def test_a_damaged_row_of_one_table_does_not_stop_the_others(database: str) -> None:
    with closing(_opened(database)) as store:
        own_loop.run(_taken(store, [("one", _first(_KEYS[0]))]))
        with store.transaction():
            store._execute("UPDATE frames SET data = ?", (b"\0",))
        again = _first(_KEYS[0], 2)  # the hub compares this frame with the damaged row
        later = [("two", _first(_KEYS[1])), ("one", again), ("three", _first(_KEYS[2]))]
        found = own_loop.run(_taken(store, later))
    assert [one.what for one in found] == ["stored", FULL, "stored"]
    assert found[1].ack is None
