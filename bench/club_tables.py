"""Many simulated tables that report to a club's broker; run as a program of its own.

    python club_tables.py PORT TABLES SECONDS EVERY_S SEED

The standard input has the records of a played match. All tables report these records, each with an
epoch and signatures of its own. Each table has a connection of its own, and sends a frame every
EVERY_S seconds, for at most SECONDS. SEED decides when each table begins. The program prints
`connected` once all tables are connected. At the end it prints the totals of all tables as a line
of JSON (`Tally`).
"""

import asyncio
import json
import random
import struct
import sys
import time
from dataclasses import dataclass, field

from marcoria.firmware.codes.journal import Records
from marcoria.hub.frame import NO_FRAME, NO_RECORD, mqtt_password, name_of, signed
from marcoria.journal.blocks import seq_of

_LOCAL = "127.0.0.1"
_RECORDS = 6  # maximum number of records in a frame: about as many as the table writes for a trick
_AT_ONCE = 200  # connections that are opened at a time
_GREETING_S = 30.0  # time limit for connecting all tables; every 200 tables add a second
_LAST_ACK_S = 10.0
_RECORD = 16
_ACK = struct.Struct("<Ii16s16s")


def keys(count: int) -> list[bytes]:
    """Return `count` keys for simulated tables; no two keys give the same table name."""
    found: dict[str, bytes] = {}
    number = 0
    while len(found) < count:
        key = number.to_bytes(4, "little") * 8
        found.setdefault(name_of(key), key)
        number += 1
    return list(found.values())


def pieces(records: bytes) -> list[tuple[int, int, bytes]]:
    """Return the contents of the frames of a journal.

    Each item has the last seq of the frame before (NO_RECORD for the first frame), the frame's
    last seq, and the frame's records. A block's header that would end a frame is left out.
    """
    slots = []
    for at in range(0, len(records), _RECORD):
        record = records[at : at + _RECORD]
        seq = seq_of(record, record[10])
        assert seq is not None
        slots.append((seq, record))
    found, after = [], NO_RECORD
    for at in range(0, len(slots), _RECORDS):
        part = slots[at : at + _RECORDS]
        if part[-1][1][0] == Records.HEADER:
            part = part[:-1]
        if part:
            found.append((after, part[-1][0], b"".join(record for _, record in part)))
            after = part[-1][0]
    return found


@dataclass
class Tally:
    """Totals of all tables: numbers of frames that were sent and acknowledged.

    `times` has the ms from each acknowledged frame to its acknowledgement.
    """

    sent: int = 0
    acknowledged: int = 0
    times: list[float] = field(default_factory=list)


class LoadTable:
    """One table with its connection."""

    def __init__(self, key: bytes, frames: list[tuple[int, int, bytes]], tally: Tally) -> None:
        self.key = key
        self.name = name_of(key)
        self.epoch = int(self.name, 16) >> 2  # an epoch has 30 bits
        self._frames = frames
        self._tally = tally
        self._chain = NO_FRAME
        self._next = 0
        self._sent_at = 0.0

    async def connect(self, port: int) -> None:
        """Connect to the broker, log in, and subscribe to the table's acknowledgements."""
        self._in, self._out = await asyncio.open_connection(_LOCAL, port)
        texts = (f"marcoria-{self.name}", self.name, mqtt_password(self.key))
        body = b"\0\4MQTT\4\xc2\0\0" + b"".join(_text(one) for one in texts)
        self._out.write(_packet(0x10, body))
        _, answer = await self._packet()
        assert answer[1] == 0, f"the broker refuses a table: {answer[1]}"
        body = b"\0\1" + _text(f"marcoria/{self.name}/ack") + b"\0"
        self._out.write(_packet(0x82, body))
        await self._packet()

    async def _packet(self) -> tuple[int, bytes]:
        kind = (await self._in.readexactly(1))[0]
        length, shift = 0, 0
        while True:
            (byte,) = await self._in.readexactly(1)
            length |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return kind, await self._in.readexactly(length)

    async def report(self, first_s: float, every_s: float, end: float) -> None:
        """Send the frames, the first after `first_s` seconds, then one every `every_s` seconds.

        If a frame is not acknowledged, send it again next time. Stop at `end`, or when all frames
        are acknowledged.
        """
        due = time.monotonic() + first_s
        while due < end and self._next < len(self._frames):
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            await self._send()
            due += every_s

    async def _send(self) -> None:
        after, upto, records = self._frames[self._next]
        frame = signed(self.key, self._chain, self.epoch, after, upto, records)
        begun = time.perf_counter()
        self._out.write(_packet(0x30, _text(f"marcoria/{self.name}/frame") + frame))
        self._tally.sent += 1
        try:
            async with asyncio.timeout(_LAST_ACK_S):
                _, body = await self._packet()
        except TimeoutError:
            return
        epoch, seq, chain, _ = _ACK.unpack(body[-_ACK.size :])
        assert (epoch, seq, chain) == (self.epoch, upto, frame[-16:]), (
            "the hub acknowledged another frame"
        )
        self._tally.times.append((time.perf_counter() - begun) * 1000)
        self._tally.acknowledged += 1
        self._chain = frame[-16:]
        self._next += 1


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack(">H", len(data)) + data


def _packet(kind: int, body: bytes) -> bytes:
    length, head = len(body), bytearray((kind,))
    while True:
        head.append(length & 127 | (128 if length > 127 else 0))
        length >>= 7
        if not length:
            return bytes(head) + body


async def _run(port: int, count: int, seconds: float, every_s: float, seed: int) -> Tally:
    rng, tally = random.Random(seed), Tally()
    frames = pieces(sys.stdin.buffer.read())
    tables = [LoadTable(key, frames, tally) for key in keys(count)]
    async with asyncio.timeout(_GREETING_S + count / 200):
        for at in range(0, count, _AT_ONCE):
            await asyncio.gather(*(one.connect(port) for one in tables[at : at + _AT_ONCE]))
    print("connected", flush=True)
    end = time.monotonic() + seconds
    work = [one.report(rng.random() * every_s, every_s, end) for one in tables]
    await asyncio.gather(*work)
    return tally


def main() -> None:
    port, count, seconds, every_s, seed = sys.argv[1:]
    tally = asyncio.run(_run(int(port), int(count), float(seconds), float(every_s), int(seed)))
    print(json.dumps({**vars(tally), "times": sorted(tally.times)}))


if __name__ == "__main__":
    main()
