"""`marcoria backup` and `restore` at a served table: all is restored, and no deal is lost."""

import hashlib
import io
import json
import re
import stat
import struct
import time
import warnings
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from journal_table import cells, events_of, open_table, put_journal
from marcoria.cli import main
from marcoria.commands.restore import exported_matches
from marcoria.device import snapshot
from marcoria.device.snapshot import packed
from marcoria.device.wire import Client
from marcoria.errors import Exit
from marcoria.journal.blocks import BLOCK
from marcoria.journal.comparison import missing, with_epoch
from marcoria.journal.reader import open_image
from marcoria.paths import HOUSES
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import SimTable
from plugged import journal
from served_table import answers, served_table
from testenv import SEED

Run = Callable[..., tuple[int, dict[str, Any]]]

_WRITTEN = time.struct_time((2026, 11, 29, 12, 0, 0, 6, 333, 0))
_DECK, _SETTINGS = "/bar/decks/bar.deck", "/bar/settings.json"


@pytest.fixture
def table() -> Iterator[SimTable]:
    with open_table() as table:
        yield table


@pytest.fixture
def run(
    table: SimTable,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Run]:
    """Return a function that runs a command and returns its status and answer."""
    monkeypatch.setattr(snapshot, "KEPT", tmp_path / "kept")

    def typed(command: str, *more: str, at: SimTable = table) -> tuple[int, dict[str, Any]]:
        with served_table(at) as address:
            status = main([command, *more, "--json", "--table", address])
        told = capsys.readouterr()
        assert "Traceback" not in told.out + told.err
        (answer,) = answers(told.out, command if status == 0 else "error")
        return status, answer

    yield typed


def _members(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as archive:
        return {row.filename: archive.read(row) for row in archive.infolist()}


# --- making a backup ----------------------------------------------------------------------------


@pytest.mark.soak
def test_a_backup_holds_the_whole_table_and_names_it(
    table: SimTable, run: Run, tmp_path: Path
) -> None:
    put_journal(table, journal(2))
    table.write("/bar/decks/red.new", b"7C 04AB\n")
    file = tmp_path / "bar.zip"
    status, told = run("backup", str(file))
    assert status == 0 and told["files"] == [_DECK, _SETTINGS] and told["deals"] == 2
    assert told["left_out"] == ["/bar/decks/red.new"]
    members = _members(file)
    manifest = json.loads(members.pop("manifest.json"))
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in members.items()}
    assert manifest["format"] == 1 and manifest["sha256"] == hashes
    assert manifest["chip"] == told["chip"] == bytes(table.get("processor.unique_id")).hex()
    assert manifest["program"]["board"] == "s3" and manifest["program"]["marcoria"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d", manifest["date"])
    assert set(members) == {"bar/decks/bar.deck", "bar/settings.json", "journal.img"}
    assert members["bar/settings.json"] == table.backend.read(_SETTINGS)
    assert events_of(members["journal.img"]) == events_of(journal(2)) == events_of(cells(table))
    assert len(members["journal.img"]) == len(cells(table))


@pytest.mark.soak
def test_a_backup_overwrites_no_other_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bar.zip"
    file.write_text("my thesis")
    status, told = run("backup", str(file))
    assert status == Exit.WRONG and "exists already: name another file, or add --force" in str(
        told
    )
    assert file.read_text() == "my thesis"
    assert run("backup", str(file), "--force", "--dry-run")[0] == 0
    assert file.read_text() == "my thesis"
    assert run("backup", str(file), "--force")[0] == 0
    assert zipfile.is_zipfile(file)
    assert [path.name for path in tmp_path.iterdir()] == ["bar.zip"]


@pytest.mark.soak
def test_a_backup_needs_the_pin_and_does_not_reveal_it(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bar.zip"
    with open_table(pin="CDHS") as table:
        status, told = run("backup", str(file), at=table)
        assert status == Exit.DEVICE_ERROR and "--pin CDHS" in told["detail"]
        assert not file.exists()
        # The settings file was made with the plain PIN, which the table has not hashed yet.
        assert json.loads(table.backend.read(_SETTINGS))["pin"] == [0, 1, 2, 3]
        status, told = run("backup", str(file), "--pin", "CDHS", at=table)
        assert status == 0
        kept = json.loads(_members(file)["bar/settings.json"])["pin"]
        assert re.fullmatch(r"4:[0-9a-f]{16}:[0-9a-f]{64}", kept)
        # The hash in the backup is of the same PIN: the restored table accepts this PIN.
        assert run("restore", str(file), "--pin", "CDHS", at=table)[0] == 0
        assert json.loads(table.backend.read(_SETTINGS))["pin"] == kept
        table.until(4_000)
        assert run("backup", str(tmp_path / "other.zip"), "--pin", "CDHS", at=table)[0] == 0


# --- restoring a backup -------------------------------------------------------------------------


@pytest.mark.soak
def test_the_table_that_lost_everything_gets_everything_back(
    table: SimTable, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put_journal(table, journal(2))
    file = tmp_path / "bar.zip"
    assert run("backup", str(file))[0] == 0
    put_journal(table, b"\xff" * 64 * BLOCK)
    with served_table(table) as address:
        assert main(["settings", "set", "house=salotto", "volume=0", "--table", address]) == 0
    capsys.readouterr()
    status, told = run("restore", str(file), "--dry-run")
    assert status == 0 and told["journal"] == "restored" and told["differs"] == [_SETTINGS]
    assert not told["written"] and not told["copy"] and not events_of(cells(table))
    epoch = open_image(cells(table)).epoch
    status, told = run("restore", str(file))
    assert status == 0 and told["journal"] == "restored" and told["written"] == [_SETTINGS]
    table.until(4_000)
    there = open_image(cells(table))
    assert events_of(cells(table)) == events_of(journal(2)) and not there.gaps
    # The restored journal gets a new epoch: a host may already have other records of this table
    # with the epoch of the backup or with the epoch before the restore.
    assert there.epoch not in (open_image(journal(2)).epoch, epoch)
    state = Client(SimPort(table)).ask("state")
    last = open_image(journal(2)).checkpoints[-1]
    assert state["totals"] == list(last.totals)
    assert Client(SimPort(table)).ask("house")["name"] == "french"
    # A second restore changes nothing, and the backup made by the first restore is still there.
    status, told = run("restore", str(file))
    assert (told["journal"], told["written"], told["copy"]) == ("there", [], "")
    assert len(list((tmp_path / "kept").rglob("before-restore-*.zip"))) == 1


@pytest.mark.soak
def test_a_newer_journal_is_kept(table: SimTable, run: Run, tmp_path: Path) -> None:
    put_journal(table, journal(1))
    file = tmp_path / "bar.zip"
    assert run("backup", str(file))[0] == 0
    put_journal(table, journal(2))
    status, told = run("restore", str(file))
    assert status == 0 and told["journal"] == "there" and told["lost"] == 1
    assert events_of(cells(table)) == events_of(journal(2))
    # An older journal is restored only on request, and the newer one is kept in a backup.
    status, told = run("restore", str(file), "--replace-journal")
    assert status == 0 and told["journal"] == "restored" and told["lost"] == 1
    assert events_of(cells(table)) == events_of(journal(1))
    kept = _members(Path(told["copy"]))
    assert events_of(kept["journal.img"]) == events_of(journal(2))
    assert run("restore", told["copy"])[1]["journal"] == "restored"
    assert events_of(cells(table)) == events_of(journal(2))


@pytest.mark.soak
def test_deals_missing_in_the_backup_are_kept_unless_asked(
    table: SimTable, run: Run, tmp_path: Path
) -> None:
    """After the backup the table's journal was erased, and another match was played."""
    put_journal(table, journal(2))
    file = tmp_path / "bar.zip"
    assert run("backup", str(file))[0] == 0
    other = journal(1, 11)
    put_journal(table, other)
    status, told = run("restore", str(file))
    assert status == 0 and told["journal"] == "stays" and told["lost"] == 1
    assert events_of(cells(table)) == events_of(other)
    assert told["matches"] == str(tmp_path / "bar.bdn")
    assert (tmp_path / "bar.bdn").read_text("utf-8").count("[Board ") == 2
    status, told = run("restore", str(file), "--replace-journal")
    assert told["journal"] == "restored" and events_of(cells(table)) == events_of(journal(2))


@pytest.mark.soak
def test_at_another_table_restore_writes_the_matches_as_bdn(
    table: SimTable, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put_journal(table, journal(2))
    file = tmp_path / "bar.zip"
    assert run("backup", str(file))[0] == 0
    image = tmp_path / "journal.img"
    image.write_bytes(_members(file)["journal.img"])
    assert main(["export", str(image)]) == 0
    exported = capsys.readouterr().out
    with open_table(6) as other:
        before = events_of(cells(other))
        status, told = run("restore", str(file), at=other)
        assert status == 0 and told["journal"] == "elsewhere" and told["written"]
        assert events_of(cells(other)) == before
        assert other.backend.read(_DECK) == table.backend.read(_DECK)
        beside = Path(told["matches"])
        assert beside == tmp_path / "bar.bdn" and beside.read_text("utf-8") == exported
        # A second restore accepts the unchanged BDN file, and does not overwrite a changed one.
        assert run("restore", str(file), at=other)[0] == 0
        beside.write_text("mine", "utf-8")
        status, told = run("restore", str(file), at=other)
        assert status == Exit.WRONG and "bar.bdn exists already" in told["detail"]
        assert beside.read_text("utf-8") == "mine"


def test_exported_matches_include_the_rules_of_an_own_house(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house, image = tmp_path / "ours.house", tmp_path / "journal.img"
    french = (HOUSES / "french.house").read_text("utf-8")
    house.write_text(french.replace("fine: 10\n", "fine: 20\n"), "utf-8")
    typed = ("--deals", "1", "--seed", "5", "--house", str(house), "--journal", str(image))
    assert main(["sim", "--demo", *typed]) == 0
    capsys.readouterr()
    files = {"/bar/houses/ours.house": house.read_bytes()}
    with_rules = exported_matches(snapshot.Snapshot(files, image.read_bytes(), "0011"))
    assert '[House "ours"]' in with_rules and "fine: 20" in with_rules
    without = exported_matches(snapshot.Snapshot({}, image.read_bytes(), "0011"))
    assert "A match is left out: no house here has its rules" in without


@pytest.mark.soak
def test_a_backup_of_an_earlier_version_is_restored(
    table: SimTable, run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "old.zip"
    file.write_bytes(packed({_SETTINGS: b'{"house": "salotto"}'}))
    before = events_of(cells(table))
    status, told = run("restore", str(file))
    assert status == 0 and told["written"] == [_SETTINGS] and told["journal"] == "none"
    assert json.loads(table.backend.read(_SETTINGS))["house"] == "salotto"
    assert events_of(cells(table)) == before


# --- files that are no valid backup -------------------------------------------------------------


def _zip(*rows: tuple[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # zipfile warns of a duplicate name
        for name, data in rows:
            archive.writestr(name, data)
    return out.getvalue()


def _link(name: str) -> zipfile.ZipInfo:
    row = zipfile.ZipInfo(name)
    row.external_attr = (stat.S_IFLNK | 0o777) << 16
    return row


def _encrypted() -> bytes:
    """Return a zip whose member is marked as encrypted in both of its headers."""
    data = bytearray(_zip(("bar/settings.json", b"{}")))
    for mark, at in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(mark) + at] |= 1
    return bytes(data)


def _wrong_crc() -> bytes:
    data = bytearray(_zip(("bar/settings.json", b'{"volume": 1}'), method=zipfile.ZIP_STORED))
    data[data.index(b'"volume": 1') + 10] = ord("2")
    return bytes(data)


def _liar() -> bytes:
    """Return a zip whose member is longer than the size in both of its headers."""
    data = bytearray(_zip(("bar/settings.json", bytes(1 << 24))))
    for mark, at in ((b"PK\3\4", 22), (b"PK\1\2", 24)):
        struct.pack_into("<I", data, data.index(mark) + at, 100)
    return bytes(data)


def _whole(**other: Any) -> bytes:
    """Return a backup that is valid except for the fields `other` of its manifest."""
    made = snapshot.pack(snapshot.Snapshot({_SETTINGS: b"{}"}, b"\xff" * BLOCK, "0011", "", {}))
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        rows = {row.filename: archive.read(row) for row in archive.infolist()}
    manifest = {**json.loads(rows["manifest.json"]), **other}
    rows["manifest.json"] = json.dumps(manifest).encode()
    return _zip(*rows.items())


_SOUND = ("bar/settings.json", b"{}")
_HOSTILE = {
    "no zip": (b"no zip at all", "it is not a zip file, or it is damaged"),
    "empty": (b"", "it is not a zip file"),
    "truncated": (_zip(_SOUND)[:-30], "it is not a zip file"),
    "up": (_zip(("../main.py", b"")), "'../main.py' in it leads to another folder"),
    "deep up": (_zip(("bar/decks/../../main.py", b"")), "leads to another folder"),
    "root": (_zip(("/etc/passwd", b"")), "'/etc/passwd' in it leads to another folder"),
    "windows": (_zip(("bar\\..\\main.py", b"")), "another folder"),
    "not a bar's": (_zip(("main.py", b"")), "'/main.py' is not a settings, deck or house file"),
    "a program": (
        _zip(("bar/decks/x.py", b"")),
        "'/bar/decks/x.py' is not a settings, deck or house file",
    ),
    "twice": (_zip(_SOUND, _SOUND), "'bar/settings.json' is in it twice"),
    "a link": (_zip((_link("bar/settings.json"), b"/etc/passwd")), "a link or a device"),
    "encrypted": (_encrypted(), "is encrypted"),
    "wrong crc": (_wrong_crc(), "Bad CRC-32"),
    "bomb": (_zip(("bar/settings.json", bytes(1 << 24))), "have 16777216 bytes"),
    "liar": (_liar(), "it is not a zip file, or it is damaged"),
    "many": (_zip(*((f"bar/decks/{n}.deck", b"") for n in range(3000))), "it has 3000 files"),
    "lzma": (_zip(_SOUND, method=zipfile.ZIP_LZMA), "has an unknown compression"),
    "newer": (_whole(format=2), "a newer Marcoria has written it"),
    "other hash": (_whole(sha256={}), "its files do not match its manifest"),
    "no chip": (_whole(chip=7), "its manifest is invalid"),
    "a chip that is a path": (_whole(chip="../../x"), "its manifest is invalid"),
    "no format": (_zip(_SOUND, ("manifest.json", b"{}")), "its manifest is invalid"),
    "no json": (_zip(_SOUND, ("manifest.json", b"\xff{")), "its manifest is invalid"),
    "deep json": (_zip(("manifest.json", b"[" * 100_000)), "its manifest is invalid"),
    "a list": (_zip(("manifest.json", b"[1]")), "its manifest is invalid"),
    "half a block": (
        snapshot.pack(snapshot.Snapshot({}, b"\xff" * 100, "0011")),
        "its journal is cut off",
    ),
}


@pytest.mark.parametrize("which", _HOSTILE)
def test_a_file_that_cannot_be_trusted_is_refused_before_the_table_rests(
    which: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, sentence = _HOSTILE[which]
    file = tmp_path / "bar.zip"
    file.write_bytes(data)
    assert main(["restore", str(file), "--table", "/dev/nowhere"]) == Exit.WRONG
    told = capsys.readouterr().err
    assert sentence in told and told.count("\n") == 1


def test_no_changed_byte_of_a_backup_goes_unnoticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with a flipped bit is refused or has the same content."""
    # A zip stores the time at which each member was added. Keep it constant: then the files of two
    # runs with one seed differ only by the date in the manifest.
    monkeypatch.setattr(time, "localtime", lambda *_: _WRITTEN)
    sound = snapshot.Snapshot({_SETTINGS: b"{}", _DECK: b"x" * 300}, journal(1), "0011", "bar")
    data = snapshot.pack(sound)
    assert snapshot.parse(data) == sound
    dice = Random(f"backup {SEED}")
    refused = 0
    for _ in range(300):
        torn = bytearray(data)
        torn[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        try:
            found = snapshot.parse(bytes(torn))
        except snapshot.ArchiveError:
            refused += 1
        else:
            assert (found.files, found.journal, found.chip) == (sound.files, sound.journal, "0011")
    assert refused > 200


def test_no_flipped_bit_in_the_index_hides_a_file() -> None:
    files = {f"/bar/decks/{number}.deck": bytes(300) for number in range(9)}
    data = snapshot.packed(files)
    for bit in range(8 * data.index(b"PK\1\2"), 8 * len(data)):
        torn = bytearray(data)
        torn[bit >> 3] ^= 1 << (bit & 7)
        try:
            assert len(snapshot.unpacked(bytes(torn))) == len(files), bit
        except snapshot.ArchiveError:
            continue


# --- comparing two journals, and changing a journal's epoch -------------------------------------


@pytest.mark.soak
def test_missing_counts_what_only_one_journal_has() -> None:
    one, two = journal(1), journal(2)
    events, deals = missing(one, two)
    assert deals == 1 and events == len(events_of(two)) - len(events_of(one))
    assert missing(two, one) == missing(two, two) == (0, 0)
    assert missing(b"", one) == (len(events_of(one)), 1)
    assert missing(journal(1, 11), one)[1] == missing(one, journal(1, 11))[1] == 1
    renamed = with_epoch(two, 1234)
    assert missing(one, renamed) == (events, 1) and missing(renamed, one) == (0, 0)


def test_a_new_epoch_changes_the_headers_and_nothing_else() -> None:
    image = journal(2)
    renamed = with_epoch(image, 0x2ABCDEF1)
    before, after = open_image(image), open_image(renamed)
    assert after.epoch == 0x2ABCDEF1 != before.epoch and after.gaps == before.gaps == ()
    assert (after.records, after.deals) == (before.records, before.deals)
    changed = [at for at in range(len(image)) if image[at] != renamed[at]]
    assert changed and {at % BLOCK for at in changed} <= {4, 5, 6, 7, 14, 15}
    blank = b"\xff" * BLOCK
    assert with_epoch(blank, 5) == blank
