"""Frames bring the journal of a table to a hub, whatever happens to frames and acknowledgements.

The oracle is the flash itself: the hub's journal must be the one that `open_image` reads there.
"""

import hashlib
import hmac
import random
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import testenv
from carrying import KEY, NOW, Hub, Sender
from codes.journal import RoomLeft
from courier.frames import Frames
from courier.secret import Secret, name_of
from dice import Dice
from journalkit import CARD, EPOCH, Diary, deal
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.hub import frame as host
from marcoria.hub.frame import Ack, Frame
from marcoria.hub.ingest import Message, judge
from marcoria.hub.journal import journal_of
from marcoria.hub.results import ResultStore
from marcoria.journal.reader import JournalImage, open_image
from ramlog import PowerCut, RamLog

RUNS_ON = "cpython"

_BLOCKS = 12
_DEALS = 60
_CUTS = 120 if testenv.SOAK else 40
_CHANGED_FRAMES = 1000 if testenv.SOAK else 1


def _journal(hub: Hub, name: str) -> JournalImage:
    return journal_of(EPOCH, (one.slots for one in hub.frames(name, EPOCH)))


def _same(hub: Hub, name: str, log: RamLog) -> JournalImage:
    """Check that the hub's journal has the records of the flash; return the hub's journal.

    Also derive the results of the frames that are new at the hub.
    """
    there = open_image(bytes(log.cells))
    here = _journal(hub, name)
    first = there.records[0].seq
    assert [one for one in here.records if one.seq >= first] == list(there.records)
    last = there.checkpoints[-1].seq if there.checkpoints else -1
    assert (here.checkpoints[-1].seq if here.checkpoints else -1) == last
    assert here.state() == there.state()
    ResultStore(hub.store, Rulebooks()).catch_up()
    return here


def _are_derived(hub: Hub, name: str) -> bool:
    """Return whether the results derived in steps equal those derived from all frames at once."""
    return ResultStore(hub.store, Rulebooks()).is_right(hub.store.journal(name, EPOCH))


def _delivered(hub: Hub, sender: Sender, name: str) -> int:
    """Deliver all frames; return how many of them were stored."""
    count = 0
    while data := sender.frame():
        receipt = hub.take(name, data)
        assert receipt.ack and sender.told(receipt.ack), receipt.what
        count += receipt.what == "stored"
    return count


@pytest.fixture
def hub(database: str) -> Iterator[Hub]:
    hub = Hub(database)
    yield hub
    hub.store.close()


@pytest.mark.parametrize("step", range(12))
@pytest.mark.parametrize("end", [0xF3, 0x101])
def test_a_record_added_while_a_frame_is_read_costs_the_hub_nothing(
    hub: Hub, end: int, step: int, tmp_path: Path
) -> None:
    """Add a record after `step` steps of `Frames.next`, while the frame is read from the flash.

    If `end` is 0x101, a block is full except for its last slot, and the next block has its header
    already. When the record is added, the table first writes that last slot.
    """
    diary = Diary(RamLog(_BLOCKS, Dice(1)))
    sender = Sender(diary.journal, Secret(str(tmp_path / "key")))
    hub.enrol(sender.frames.secret)
    name = sender.frames.secret.name
    while diary.journal.seq < 0xE0:
        diary.add(CARD, 0, 0)
    _delivered(hub, sender, name)
    while diary.journal.seq != end:
        diary.add(CARD, 0, 0)
    steps = sender.frames.next()
    data = b""
    for count in range(1000):
        if count == step:
            diary.add(CARD, 1, 1)
        try:
            next(steps)
        except StopIteration as finish:
            data = finish.value
            break
    receipt = hub.take(name, data)
    assert receipt.what == "stored" and receipt.ack and sender.told(receipt.ack)
    diary.add(CARD, 2, 2)
    _delivered(hub, sender, name)
    _same(hub, name, diary.log)


@pytest.fixture
def secret(tmp_path: Path) -> Secret:
    return Secret(f"{tmp_path}/table")


@pytest.fixture
def dice() -> Dice:
    return Dice(testenv.SEED)


@pytest.fixture
def diary(dice: Dice) -> Diary:
    return Diary(RamLog(_BLOCKS, dice))


@pytest.fixture
def sender(hub: Hub, secret: Secret, diary: Diary) -> Sender:
    """Enrol the table, and return the part of it that sends frames."""
    hub.enrol(secret)
    return Sender(diary.journal, secret)


def test_the_mac_is_that_of_the_standard_library(secret: Secret) -> None:
    assert secret.keep(KEY) and secret.name == name_of(KEY) == host.name_of(KEY)
    wanted = hmac.new(KEY, b"some bytes", hashlib.sha256).digest()[:16]
    assert secret.mac(b"some ", b"", b"bytes") == wanted


@pytest.mark.soak(keep=1)  # `make test` runs only the case with SQLite
def test_every_record_of_many_deals_arrives(
    hub: Hub, secret: Secret, dice: Dice, diary: Diary, sender: Sender
) -> None:
    frames = 0
    for _ in range(_DEALS):
        deal(diary, dice, 1 + dice.below(80))
        frames += _delivered(hub, sender, secret.name)
        journal = _same(hub, secret.name, diary.log)
    assert frames > _DEALS and len(journal.checkpoints) == _DEALS and not journal.gaps
    assert _are_derived(hub, secret.name)
    seqs = [one.seq for one in journal.records]
    assert seqs == sorted(set(seqs)) and seqs[-1] >> 8 > _BLOCKS  # flash blocks were reused


def test_fault_73_lost_doubled_and_late_messages(
    hub: Hub, secret: Secret, dice: Dice, diary: Diary, sender: Sender
) -> None:
    rng = random.Random(testenv.SEED)
    old: list[bytes] = []
    acks: list[dict[str, int | str]] = []
    for _ in range(_DEALS):
        deal(diary, dice, 1 + dice.below(60))
        if not dice.below(5):  # the plug is pulled, and what the sender knew is gone
            diary.start()
            sender = Sender(diary.journal, secret)
        for _ in range(rng.randrange(6)):
            if acks and not rng.randrange(4):
                assert sender.told(rng.choice(acks))  # an old acknowledgement comes late
            data = sender.frame()
            old.append(data) if data else None
            late = rng.choice(old) if old and not rng.randrange(3) else data
            if not late or not rng.randrange(4):
                continue  # the frame is lost
            receipt = hub.take(secret.name, late)
            assert receipt.what in ("stored", "known", "not-next"), receipt.what
            assert receipt.ack
            acks.append(receipt.ack)
            if rng.randrange(3):
                assert sender.told(receipt.ack)
    sender.told(acks[-1])
    _delivered(hub, sender, secret.name)
    _same(hub, secret.name, diary.log)
    frames = hub.frames(secret.name, EPOCH)
    assert [one.after for one in frames[1:]] == [one.upto for one in frames[:-1]]
    assert set(hub.store.refused()) <= {"known", "not-next"}


@pytest.mark.soak(keep=1)  # `make test` runs only the case with SQLite
def test_power_cuts_at_any_operation_lose_nothing(hub: Hub, secret: Secret) -> None:
    dice = Dice(testenv.SEED)
    log = RamLog(_BLOCKS, dice)
    diary = Diary(log)
    hub.enrol(secret)
    for _ in range(_CUTS):
        log.cut_at(1 + dice.below(90))
        with suppress(PowerCut):
            deal(diary, dice, 1 + dice.below(60))
        log.cut = 0
        diary.start()
        sender = Sender(diary.journal, secret)
        name = secret.name
        with hub.store.transaction():
            stream = hub.store.journal(name, EPOCH)
        assert sender.told(Ack(EPOCH, stream.hi, stream.chain).fields(KEY))
        _delivered(hub, sender, name)
        _same(hub, name, log)
    assert len({one.boot for one in _journal(hub, name).records}) > _CUTS // 2
    assert _are_derived(hub, name)


@pytest.mark.soak(keep=1)  # `make test` runs only the case with SQLite
def test_fault_71_results_that_gave_way_arrive(
    hub: Hub, secret: Secret, dice: Dice, diary: Diary, sender: Sender
) -> None:
    deal(diary, dice, 40)
    _delivered(hub, sender, secret.name)
    while diary.journal.state < RoomLeft.FULL:  # the hub is away
        deal(diary, dice, 60)
    there = {one.points for one in open_image(bytes(diary.log.cells)).deals}
    _delivered(hub, sender, secret.name)
    found = _journal(hub, secret.name)
    assert {one.points for one in found.deals} >= there and len(there) > _DEALS
    assert found.gaps and any(not one.events for one in found.deals)
    assert found.deals[-1].events == open_image(bytes(diary.log.cells)).deals[-1].events


def test_fault_76_no_changed_bit_is_accepted(
    hub: Hub, secret: Secret, dice: Dice, diary: Diary, sender: Sender
) -> None:
    bits = 0
    for number in range(_CHANGED_FRAMES):
        deal(diary, dice, 1)
        data = sender.frame()
        messages = [Message(secret.name, wrong) for wrong in _changed(data)]
        bits += len(messages)
        found = {receipt.what for receipt in judge(hub.store, messages, NOW)}
        # A frame with a changed `after` begins elsewhere in the journal, so the hub may refuse it
        # as "not-next" before it checks the MAC.
        assert {"malformed", "forged"} <= found <= {"malformed", "forged", "not-next"}
        assert sum(hub.store.refused().values()) == bits
        assert len(hub.frames(secret.name, EPOCH)) == number
        ack = hub.take(secret.name, data).ack
        assert ack
        said = struct.pack("<i", int(ack["seq"])) + bytes.fromhex(f"{ack['chain']}{ack['mac']}")
        for wrong in _changed(said):
            (seq,) = struct.unpack_from("<i", wrong)
            told = {"seq": seq, "chain": wrong[4:20].hex(), "mac": wrong[20:].hex()}
            assert not sender.told(told)
        assert sender.told(ack)


def _changed(data: bytes) -> Iterator[bytes]:
    """Yield the data once for each of its bits, with this bit changed."""
    for bit in range(8 * len(data)):
        wrong = bytearray(data)
        wrong[bit >> 3] ^= 1 << (bit & 7)
        yield bytes(wrong)


def test_fault_76_frames_of_another_table_are_refused(hub: Hub, tmp_path: Path) -> None:
    dice = Dice(testenv.SEED)
    tables = []
    for number in range(2):
        secret = Secret(f"{tmp_path}/{number}")
        hub.enrol(secret, bytes([number] * 32), f"table {number}")
        diary = Diary(RamLog(_BLOCKS, dice))
        deal(diary, dice, 20)
        tables.append((secret.name, Sender(diary.journal, secret)))
    (one, sender), (other, _) = tables
    data = sender.frame()
    assert hub.take(other, data).what == "forged"
    assert hub.take("00000000", data).what == "unknown-table"
    assert hub.take(one, data).what == "stored"
    with hub.store.transaction():
        assert hub.store.revoke(one, 1)
    assert hub.take(one, data).what == "revoked"


@pytest.mark.parametrize("knows", [False, True])
def test_fault_74_twins_are_found_and_both_are_stopped(
    hub: Hub, secret: Secret, knows: bool
) -> None:
    dice = Dice(testenv.SEED)
    log = RamLog(_BLOCKS, dice)
    diary = Diary(log)
    hub.enrol(secret)
    deal(diary, dice, 20)
    twin = RamLog(_BLOCKS, dice)
    twin.cells[:] = log.cells
    other = Diary(twin)
    name = secret.name
    first, second = Sender(diary.journal, secret), Sender(other.journal, secret)
    diary.add(CARD, 1, 1)
    first_frame = first.frame()
    assert _delivered(hub, first, name)
    other.add(CARD, 1, 2)
    if knows:  # the twin learns which records the hub has, and sends only newer ones
        assert second.told(hub.take(name, first_frame).ack or {})
        other.add(CARD, 1, 2)
    while (receipt := hub.take(name, second.frame())).what == "known":
        assert second.told(receipt.ack or {})
    assert receipt.what == "forked"
    diary.add(CARD, 1, 3)
    assert hub.take(name, first.frame()).what == "forked"
    assert hub.store.journals(name)[0].fork


def test_fault_74_an_older_flash_is_a_twin(hub: Hub, secret: Secret) -> None:
    dice = Dice(testenv.SEED)
    hub.enrol(secret)
    senders = []
    for number in range(2):
        diary = Diary(RamLog(_BLOCKS, dice))
        diary.journal.epoch = number  # as if the flash had been replaced
        deal(diary, dice, 20)
        senders.append((diary, Sender(diary.journal, secret)))
    name = secret.name
    for number, (_, sender) in enumerate(senders):
        data = sender.frame()
        assert Frame(data).epoch == number
        receipt = hub.take(name, data, 1000 + number)
        assert receipt.what == "stored" and sender.told(receipt.ack or {})
    diary, sender = senders[0]
    diary.add(CARD, 1, 1)
    assert hub.take(name, sender.frame(), 1002).what == "forked"


def _accepts_any(damaged: Secret, right: Secret) -> bool:
    """Return whether a table with a damaged key accepts an acknowledgement, genuine or forged."""
    frames = Frames(Diary(RamLog(_BLOCKS, Dice(1))).journal, damaged)
    said = b"marcoria:ack" + struct.pack("<Ii", EPOCH, -1) + bytes(16)
    without_key = hashlib.sha256(hashlib.sha256(said).digest()).digest()[:16]
    return any(frames.acknowledge(-1, bytes(16), mac) for mac in (right.mac(said), without_key))


def test_a_damaged_key_accepts_no_acknowledgement(hub: Hub, tmp_path: Path) -> None:
    secret = Secret(f"{tmp_path}/table")
    hub.enrol(secret)
    path = tmp_path / "table" / "hub" / "key"
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        damaged = Secret(f"{tmp_path}/table")
        assert damaged.is_there and damaged.is_damaged and not damaged.name, at
        assert not _accepts_any(damaged, secret), at
    path.unlink()
    path.mkdir()  # a file that exists, but cannot be read
    damaged = Secret(f"{tmp_path}/table")
    assert damaged.is_damaged and not _accepts_any(damaged, secret)
    path.rmdir()
    path.write_bytes(whole)
    assert Secret(f"{tmp_path}/table").name == secret.name
    assert secret.forget() and not Secret(f"{tmp_path}/table").is_there
