"""`marcoria flash`: the real esptool writes to the mock chip, and a table's data are kept."""

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import stock_images
from marcoria.board.profile import load
from marcoria.cli import main
from marcoria.flash import partitions
from marcoria.flash.own_files import own_files
from marcoria.flash.partitions import FILES, JOURNAL
from marcoria.flash.stock import look_through
from marcoria.flash.whole import build, file_system, table_files
from marcoria.journal.reader import open_image
from plugged import OWN, Module, journal
from test_image_made import files_in
from testenv import SEED

# Most tests take long, as one flash starts esptool about nine times.
pytestmark = pytest.mark.soak

Flash = Callable[..., tuple[int, dict[str, Any]]]

# One run of `marcoria flash` makes at least _AT_LEAST writes, and fewer than _AT_MOST.
# Each erase or data block is a write.
_AT_LEAST, _AT_MOST = 16, 28
_CUTS = range(1, _AT_MOST + 1)


@pytest.fixture
def flash(module: Module, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Flash:
    """Return a function that flashes the module and returns the status and the answer."""

    def run(*typed: str, stock: bool = True, **options: Any) -> tuple[int, dict[str, Any]]:
        port = module.plug(**options)
        given = ("--micropython", str(tmp_path / "stock.bin")) if stock else ()
        status = main(["flash", "--json", "--table", port, *given, *typed])
        told = capsys.readouterr().out.strip()
        assert "Traceback" not in told
        print(told, file=sys.stderr)  # pytest shows this if the test fails
        return status, json.loads(told)

    return run


def _is_table(module: Module, own: dict[str, bytes]) -> None:
    """Check that the flash holds all that `marcoria image` makes, and the bar's own files."""
    board = load()
    made = build(look_through(stock_images.stock(), "stock", board), board, own)
    whole = module.file.read_bytes()
    for part in made.parts:
        assert whole[part.at : part.at + len(part.data)] == part.data, part.name
    assert files_in(module.read(FILES)) == {**table_files(board), **own}


def test_an_empty_chip_becomes_a_table(module: Module, flash: Flash) -> None:
    status, told = flash()
    assert status == 0 and told["before"] == "nothing" and told["chip"] == "ESP32-S3"
    assert told["flash_mib"] == 16 and told["psram_mib"] == 8
    _is_table(module, {})
    assert set(module.read(JOURNAL)) == {0xFF}


def test_an_empty_wrover_becomes_a_table(tmp_path: Path, flash: Flash, module: Module) -> None:
    (tmp_path / "stock.bin").write_bytes(stock_images.wrover())
    module.__init__(tmp_path, "esp32", 4, 0)  # type: ignore[misc]
    status, told = flash("--profile", "wrover")
    assert status == 0 and told["flash_mib"] == 4
    assert module.file.read_bytes()[0x1000:0x1010] == stock_images.wrover()[:16]


def test_a_table_keeps_its_journal_and_its_own_files(module: Module, flash: Flash) -> None:
    module.become_table(journal(), OWN)
    (module.file.parent / "stock.bin").write_bytes(stock_images.stock())
    status, told = flash()
    assert status == 0 and told["journal_kept"] and told["records"] > 20
    assert told["before"].startswith(f"a table whose journal {told['epoch']} has")
    assert told["kept"] == sorted(OWN) and not told["lost"]
    assert module.read(JOURNAL) == journal()
    _is_table(module, OWN)
    assert Path(told["copy"]).stat().st_size > 100
    # A second flash keeps the same files.
    assert flash()[1]["kept"] == sorted(OWN)


def test_flash_erases_the_journal_on_request(module: Module, flash: Flash) -> None:
    module.become_table(journal(), OWN)
    status, told = flash("--erase-journal")
    assert status == 0 and not told["journal_kept"]
    assert set(module.read(JOURNAL)) == {0xFF}
    _is_table(module, OWN)


def test_a_dry_run_of_flash_writes_nothing(module: Module, flash: Flash) -> None:
    module.become_table(journal(), OWN)
    before = module.file.read_bytes()
    status, told = flash("--dry-run", "--erase-journal")
    assert status == 0 and told["written"] == [] and module.file.read_bytes() == before


@pytest.mark.parametrize("cut", [pytest.param(n, marks=pytest.mark.soak) for n in _CUTS])
def test_a_flash_cut_at_any_block_is_completed_by_a_second_run(
    cut: int, module: Module, flash: Flash
) -> None:
    """A cut leaves the journal unchanged, and the second run completes a half-written table."""
    module.become_table(journal(), OWN)
    status, told = flash(cut=cut)
    assert module.read(JOURNAL) == journal()
    if status == 0:
        assert cut > _AT_LEAST
    else:
        assert status in (3, 8) and "the journal is untouched" in told["detail"], told
        assert flash()[0] == 0
        assert module.read(JOURNAL) == journal()
    assert cut < _AT_MOST or status == 0
    _is_table(module, OWN)


def test_a_cut_flash_can_be_finished_at_another_computer(
    module: Module, flash: Flash, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command erases nothing before it reports that this computer has no copy of the files."""
    module.become_table(journal(), OWN)
    assert flash(cut=6)[0]
    monkeypatch.setattr("marcoria.flash.own_files.KEPT", tmp_path / "elsewhere")
    before = module.file.read_bytes()
    status, told = flash()
    assert status == 8 and "settings and decks must be made again; add --rebuild-files" in str(
        told
    )
    assert module.file.read_bytes() == before
    status, told = flash("--rebuild-files")
    assert status == 0 and told["lost"] == "settings, decks and the bar's own houses"
    assert module.read(JOURNAL) == journal()
    _is_table(module, {})


def test_flash_slows_down_for_a_slow_cable(module: Module, flash: Flash) -> None:
    assert flash(quick=False)[0] == 0
    _is_table(module, {})


def test_wrongly_written_data_are_noticed(module: Module, flash: Flash) -> None:
    status, told = flash(torn=True)
    assert status == 7 and "is not what was written" in told["detail"]
    assert flash()[0] == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"psram": 0}, "the chip has no PSRAM, but board 's3' needs 8 MiB"),
        ({"psram": 2}, "the chip has 2 MiB of PSRAM, but board 's3' needs 8 MiB"),
        ({"mib": 4}, "the chip's flash has 4 MiB, and 8 are needed"),
        ({"chip": "esp32"}, "the chip is an ESP32"),
        ({"chip": "esp32c3"}, "the chip is an ESP32-C3"),
    ],
)
def test_fault_69_another_board_is_refused_before_the_first_write(
    options: dict[str, Any], said: str, module: Module, flash: Flash
) -> None:
    before = module.file.read_bytes()
    status, told = flash(**options)
    assert status == 6 and said in told["detail"] and "nothing was written" in told["detail"]
    assert module.file.read_bytes() == before


def test_data_of_other_programs_are_replaced(module: Module, flash: Flash) -> None:
    dice = Random(f"left {SEED}")
    rows = [("nvs", 1, 2, 0x9000, 0x6000), ("factory", 0, 0, 0x10000, 0x180000)]
    module.write(0x8000, stock_images.table(rows))
    module.write(0x10000, stock_images.stock()[0x10000:])
    module.write(JOURNAL.at, dice.randbytes(JOURNAL.size))
    status, told = flash()
    assert status == 0 and told["before"] == "MicroPython v1.27.0"
    assert set(module.read(JOURNAL)) == {0xFF}
    _is_table(module, {})


def test_unknown_data_are_not_erased_unasked(module: Module, flash: Flash) -> None:
    module.write(JOURNAL.at, b"who wrote this?" * 100)
    before = module.file.read_bytes()
    status, told = flash()
    assert status == 6 and "add --erase-journal if they may" in told["detail"]
    assert module.file.read_bytes() == before
    assert flash("--erase-journal")[0] == 0
    assert set(module.read(JOURNAL)) == {0xFF}


def test_a_journal_in_another_place_is_not_lost_in_silence(module: Module, flash: Flash) -> None:
    rows = [("factory", 0, 0, 0x10000, 0x180000), ("journal", 1, 0x40, 0x200000, 0x40000)]
    module.write(0x8000, stock_images.table(rows))
    status, told = flash()
    assert status == 6 and "at another place: save it" in told["detail"]


def test_stock_micropython_over_a_table_leaves_the_journal(module: Module, flash: Flash) -> None:
    """Another tool than `marcoria flash` may have written the stock image."""
    module.become_table(journal(), OWN)
    module.write(0, stock_images.stock())
    status, told = flash()
    assert status == 0 and told["journal_kept"] and module.read(JOURNAL) == journal()


@pytest.mark.parametrize("damage", ["superblocks", "anything", "zeros"])
def test_fault_56_corrupt_files_are_rebuilt_and_the_journal_is_kept(
    damage: str, module: Module, flash: Flash
) -> None:
    module.become_table(journal(), OWN)
    size = {"superblocks": 2 * 4096, "anything": FILES.size, "zeros": FILES.size}[damage]
    module.write(FILES.at, bytes(size) if damage == "zeros" else Random(SEED).randbytes(size))
    status, told = flash(stock=False)
    assert status == 2
    status, told = flash()
    assert status == 8 and "the files on this chip are corrupt" in told["detail"]
    status, told = flash("--rebuild-files", stock=False)
    assert status == 0 and told["before"].endswith("; its files are corrupt")
    assert module.read(JOURNAL) == journal()
    _is_table(module, {})


def test_fault_56_files_hidden_by_damaged_metadata_are_reported(
    module: Module, flash: Flash
) -> None:
    own = {**OWN, "/bar/decks/zebra.deck": b"of another pack"}

    def hide() -> None:
        module.become_table(journal(), own)
        at = module.read(FILES).index(b"zebra.deck")
        module.write(FILES.at + at, b"Z")
        assert own_files(module.read(FILES)) == OWN

    hide()
    before = module.file.read_bytes()
    status, told = flash()
    assert status == 8 and "the directory of /bar/decks is damaged" in told["detail"]
    assert "found: /bar/decks/sunday.deck, /bar" in told["detail"]
    assert module.file.read_bytes() == before
    status, told = flash("--rebuild-files")
    assert status == 0 and told["lost"] == "files in /bar/decks that could not be read, if any"
    assert told["before"].endswith("; the directory of /bar/decks is damaged")
    _is_table(module, OWN)
    # After an earlier flash this computer has a backup, from which the files are restored.
    module.become_table(journal(), own)
    assert flash()[0] == 0
    hide()
    assert flash("--rebuild-files", stock=False)[0] == 0
    _is_table(module, own)


def test_a_file_system_without_the_program_counts_as_corrupt() -> None:
    """littlefs reports no error for damaged metadata, so a missing program counts as damage."""
    assert own_files(file_system(table_files(load(), OWN))) == OWN
    assert own_files(file_system({"/a/x": b""})) is None


def test_a_played_table_without_a_deck_is_damaged(module: Module, flash: Flash) -> None:
    """A journal with deals proves that there was a deck, so a missing deck counts as damage."""
    module.become_table(journal(), {"/bar/settings.json": b"{}"})
    status, told = flash()
    assert status == 8 and "the files on this chip are corrupt" in told["detail"]
    assert module.read(JOURNAL) == journal()


def test_files_kept_on_this_computer_are_restored(module: Module, flash: Flash) -> None:
    module.become_table(journal(), OWN)
    assert flash()[0] == 0
    module.write(FILES.at, bytes(8192))
    status, told = flash("--rebuild-files", stock=False)
    assert status == 0 and told["lost"].startswith("changes since")
    _is_table(module, OWN)


def test_rebuilding_files_needs_a_table(module: Module, flash: Flash) -> None:
    status, told = flash("--rebuild-files", stock=False)
    assert status == 6 and "its files cannot be rebuilt: add --micropython" in told["detail"]
    assert set(module.read(partitions.PROGRAM)) == {0xFF}


def _reset_note(epoch: int, seq: int) -> dict[str, bytes]:
    return {"/bar/reset": json.dumps({"epoch": epoch, "seq": seq}).encode()}


def test_a_reset_table_needs_no_deck(module: Module, flash: Flash) -> None:
    """If a deal was played after the reset, or if the note of the reset names another journal, a
    missing deck counts as damage.
    """
    found = open_image(journal())
    module.become_table(journal(), _reset_note(found.epoch, found.deals[-1].seq))
    status, told = flash()
    assert status == 0 and told["kept"] == ["/bar/reset"] and told["journal_kept"]
    assert flash()[0] == 0
    for epoch, seq in ((found.epoch, found.deals[-1].seq - 1), (found.epoch + 1, 1 << 20)):
        module.become_table(journal(), _reset_note(epoch, seq))
        shutil.rmtree(module.file.parent / "kept", ignore_errors=True)
        status, told = flash()
        assert status == 8 and "the files on this chip are corrupt" in told["detail"]
