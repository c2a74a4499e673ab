"""Frames that tables send, acknowledgements of hubs, and keys; docs/hub.md has the formats."""

import hashlib
import hmac
import secrets
import struct

from marcoria.errors import Exit, TableError
from marcoria.firmware.codes.journal import Notes, Records
from marcoria.firmware.codes.link import LinkTerms
from marcoria.journal.blocks import BLANK, seq_of
from marcoria.value import Value

MOST_BYTES = 4096  # of a frame that the hub accepts; a table sends less than 1 KB
# A frame with fewer records than this is not full: the table had no further ones. A full frame has
# 60 records, the MOST_RECORDS of firmware/courier/frames.py. But a full frame of an older program
# may have only 59, because that program leaves out the header of a block at the end of the frame.
FULL_RECORDS = 59
NO_RECORD = -1
NO_FRAME = bytes(LinkTerms.MAC_BYTES)  # stands for the MAC of the frame before the first
_HEAD = struct.Struct("<Iii")
_RECORD = len(BLANK)
# Kinds of record that a table may write first after a start: MENDED only after damage, and HEADER
# only if the newest block is full.
_STARTS = (Notes.BOOT, Notes.SAFE_MODE, Records.MENDED, Records.HEADER)
_BOOTS = 1 << 16  # number of starts after which their numbers begin again at 0


class FrameError(ValueError):
    """Error of bytes that are no frame."""


class TwinError(ValueError):
    """Error of a frame that continues a journal but is from another table with the same key."""


class Frame(Value):
    """Frame of a table: the records after the seq `after`, up to the seq `upto`.

    The constructor parses `data` and raises FrameError for an invalid frame. It does not check the
    MAC: see `is_by`.
    """

    def __init__(self, data: bytes) -> None:
        if not _HEAD.size + _RECORD + LinkTerms.MAC_BYTES <= len(data) <= MOST_BYTES:
            raise FrameError("a frame has 44 to 4096 bytes")
        self.body, self.mac = data[: -LinkTerms.MAC_BYTES], data[-LinkTerms.MAC_BYTES :]
        self.epoch, self.after, self.upto = _HEAD.unpack_from(data)
        most = LinkTerms.LARGEST
        if self.epoch > most or not NO_RECORD <= self.after < self.upto <= most:
            raise FrameError("the head of the frame has impossible numbers")
        self.slots = _slots(self.body[_HEAD.size :])  # the records with their seqs
        seqs = [seq for seq, _ in self.slots]
        if seqs != sorted(set(seqs)) or seqs[0] <= self.after or seqs[-1] != self.upto:
            raise FrameError("the records of the frame are not those that its head names")

    @property
    def data(self) -> bytes:
        """Return the bytes of the frame."""
        return self.body + self.mac

    def boot(self, before: int) -> int:
        """Return the number of the table's last start.

        Raise TwinError if the numbers of the starts show that another table has made the frame.
        `before` is the result for the frame before this one, 0 if there is none. A table numbers
        its starts, and writes a record at each start. So the number may change only at such a
        record, or at a gap that may hide such a record. It only grows, but 0 follows 65535.
        """
        boot, due = before, self.after + 1
        for seq, record in self.slots:
            there = int.from_bytes(record[8:10], "little")
            is_next = record[0] in _STARTS or seq > due or due == 0
            if record[0] != Records.FOLLOWED and there != boot:
                if not is_next or (there - boot) % _BOOTS > _BOOTS // 2:
                    raise TwinError("the starts of the table are not in order")
                boot = there
            due = seq + 1
        return boot

    def is_by(self, key: bytes, chain: bytes) -> bool:
        """Return whether the table with this key has signed the frame.

        `chain` is the MAC of the frame before, NO_FRAME if there is none. The signature covers it.
        """
        return hmac.compare_digest(_mac(key, b"marcoria:frame", chain, self.body), self.mac)


FULL_BYTES = _HEAD.size + FULL_RECORDS * _RECORD + LinkTerms.MAC_BYTES


def stored_slots(data: bytes) -> list[tuple[int, bytes]]:
    """Return the records of a stored frame with their seqs, without checking them again."""
    ends = range(_HEAD.size + _RECORD, len(data) - LinkTerms.MAC_BYTES + 1, _RECORD)
    records = [data[end - _RECORD : end] for end in ends]
    return [(int.from_bytes(one[10:14], "little"), one) for one in records]


def _slots(records: bytes) -> list[tuple[int, bytes]]:
    """Return records with their seqs; raise FrameError if a record is damaged or not complete."""
    if len(records) % _RECORD:
        raise FrameError("the frame has a part of a record")
    found = []
    for at in range(0, len(records), _RECORD):
        record = records[at : at + _RECORD]
        seq = seq_of(record, record[10])
        if seq is None:
            raise FrameError("a record in the frame is damaged")
        found.append((seq, record))
    return found


class Ack(Value):
    """Acknowledgement of all records up to `seq`; `chain` is the MAC of the last stored frame."""

    def __init__(self, epoch: int, seq: int = NO_RECORD, chain: bytes = NO_FRAME) -> None:
        self.epoch = epoch
        self.seq = seq
        self.chain = chain

    def fields(self, key: bytes) -> dict[str, int | str]:
        """Return the fields of the command `acknowledge`, signed for the table with this key."""
        said = struct.pack("<Ii", self.epoch, self.seq)
        mac = _mac(key, b"marcoria:ack", said, self.chain)
        known: dict[str, int | str] = {} if self.seq == NO_RECORD else {"seq": self.seq}
        return {"epoch": self.epoch, **known, "chain": self.chain.hex(), "mac": mac.hex()}


def packed(ack: dict[str, int | str]) -> bytes:
    """Return the fields of a signed acknowledgement as MQTT carries them: 40 bytes."""
    chain, mac = (bytes.fromhex(str(ack[name])) for name in ("chain", "mac"))
    return struct.pack("<Ii", ack["epoch"], ack.get("seq", NO_RECORD)) + chain + mac


def signed(key: bytes, chain: bytes, epoch: int, after: int, upto: int, records: bytes) -> bytes:
    """Return the frame that the table with this key makes of these records."""
    body = _HEAD.pack(epoch, after, upto) + records
    return body + _mac(key, b"marcoria:frame", chain, body)


def new_key() -> bytes:
    """Return a random key for a table."""
    return secrets.token_bytes(LinkTerms.KEY_BYTES)


def key_of(text: str) -> bytes:
    """Return the key in a text of 64 hexadecimal digits; raise TableError for other texts."""
    try:
        key = bytes.fromhex(text)
        name_of(key)
    except ValueError as error:
        told = f"this is not a table's key: a key has {2 * LinkTerms.KEY_BYTES} hexadecimal digits"
        raise TableError("usage", told, Exit.USAGE) from error
    return key


def name_of(key: bytes) -> str:
    """Return the name of the table with this key; raise ValueError if its length is wrong."""
    if len(key) != LinkTerms.KEY_BYTES:
        raise ValueError(f"a key has {LinkTerms.KEY_BYTES} bytes")
    return hashlib.sha256(b"marcoria:table" + key).hexdigest()[:8]


def key_file(key: bytes) -> str:
    """Return the content of the file in which a table has its key."""
    return f"{name_of(key)} {key.hex()}"


def mqtt_password(key: bytes) -> str:
    """Return the password of the table with this key at an MQTT broker."""
    return _mac(key, b"marcoria:mqtt").hex()


def _mac(key: bytes, *parts: bytes) -> bytes:
    return hmac.digest(key, b"".join(parts), "sha256")[: LinkTerms.MAC_BYTES]
