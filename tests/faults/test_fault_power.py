"""Faults of power, flash and journal. The number in a test's name is a row of docs/faults.md."""

from itertools import pairwise
from unittest.mock import patch

import pytest

from board import JOURNAL_BLOCKS, LIGHTS_COUNT, LIGHTS_MA
from boot import start
from boot.recovery import Recovery
from dice import Dice
from journal.journal import Journal as Writer
from marcoria.bots.perception import heard as cues
from marcoria.coroutines import finish
from marcoria.journal.blocks import BLOCK, crc
from marcoria.journal.entries import follow, in_words
from marcoria.journal.reader import JournalImage, open_image, records
from marcoria.scenarios.runner import Runner
from marcoria.sim.chips.world import deck_file
from marcoria.sim.simtable import SimTable
from ramlog import RamLog
from scenarios import Tell

pytestmark = pytest.mark.pins

_HANDS = """
deal:
  hands:
    N: QS AS QC AC TH KH JD KD
    E: 8S TS 8C TC 8H QH 7D 9D
    S: 7H 9H JH AH 8D TD QD AD
    W: 7S 9S JS KS 7C 9C JC KC
  upcard: 7H
  taker: S
"""
_FRENCH = "table: {house: french, seed: 1, dealer: N}" + _HANDS
_SETTINGS = '{"language": "en", "deck": "bar", "house": "french", "discipline": -1'
_DEAL, _CARD, _BOOT, _NOTE = 4, 9, 32, 42
_NEARLY, _FULL = 1, 2
_IDLE_MA = LIGHTS_COUNT  # a dark light draws 1 mA


def _words(table: SimTable) -> list[str]:
    return [in_words(record) for record in records(table)]


def _journal(table: SimTable) -> JournalImage:
    return open_image(bytes(table.get("flash.cells")))


def _start(runner: Runner) -> None:
    """Start the table, and wait five seconds so that it shows its first page."""
    runner.table.boot()
    finish(runner.company.body.wait(5_000))


def _read(runner: Runner, words: str) -> None:
    finish(runner.company.screen.await_words(words))


# --- 50: brown-out -----------------------------------------------------------------------------


def test_fault_50_brown_out(tell: Tell) -> None:
    """At the highest brightness the lights draw no more than their limit. When the power fails all
    the same, play goes on after the restart.
    """
    bright = f"files: {{/bar/settings.json: '{_SETTINGS}, \"brightness\": 3}}'}}"
    runner = tell(f"{_FRENCH}{bright}\nsteps:\n- play: 32 cards\n- wait: 500\n")
    table = runner.table
    assert _IDLE_MA < table.get("lights.peak_ma") <= LIGHTS_MA
    table.cut_power()
    _start(runner)
    assert _words(table)[-1] == "boot N 1"
    assert runner.company.body.asked() == [0, 1, 2, 3]
    finish(runner.people.play_deal())
    assert runner.scene.disagreement() == ""


# --- 53, 54: power cuts while the journal is written ----------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
def test_fault_53_cut_in_a_record(tell: Tell, seed: int) -> None:
    """The power is cut while a card is recorded. Earlier records stay; the card is laid again."""
    runner = tell(f"{_FRENCH}steps:\n- play: 4 cards\n- expect: {{lights: {{S: turn}}}}\n")
    table, body = runner.table, runner.company.body
    before = _journal(table).records
    table.order("flash.cut_at", 1, seed)
    table.put("8D", "S")
    finish(body.wait(1_000))
    assert not table.get("power")
    _start(runner)
    after = _journal(table).records
    assert after[: len(before)] == before
    assert after[len(before)].kind == _BOOT
    _read(runner, "South: is 8♦ your card for this trick? Then lift it, and lay it again.")
    table.lift("8D")
    finish(body.wait(500))
    table.put("8D", "S")
    finish(body.await_turn(1))
    assert _words(table).count("card S 8D") == 1


@pytest.mark.parametrize("operation", [1, 2, 9])
def test_fault_54_cut_while_the_score_is_written(tell: Tell, operation: int) -> None:
    """The power is cut while the table writes the sides' agreement, the record that announces the
    erase of the next block, or a checkpoint.
    """
    runner = tell(f"{_FRENCH}steps:\n- play: 32 cards\n")
    table, people, body = runner.table, runner.people, runner.company.body
    finish(body.wait(5_000))
    finish(body.press(0, "C"))
    table.order("flash.cut_at", operation, 1)
    finish(body.press(1, "C"))
    finish(body.wait(1_000))
    assert not table.get("power")
    _start(runner)
    if body.asked():
        finish(body.press(body.asked()[0], "C"))
        finish(body.wait(1_000))
    game = follow(people.house, records(table))
    assert game.totals[:2] == [252, 0]
    _read(runner, "252")
    _read(runner, "West shuffles")
    assert _words(table).count("confirm N") == _words(table).count("confirm E") == 1


# --- 56: the file system -------------------------------------------------------------------


def test_fault_56_files_lost(tell: Tell) -> None:
    """The files in /bar are damaged. The match is still shown, because the journal is on another
    partition. Once the files are restored, cards are recognised again.
    """
    runner = tell(f"{_FRENCH}steps:\n- play: 6 cards\n")
    table = runner.table
    files = {path: table.read(path) for path in ("/bar/settings.json", "/bar/decks/bar.deck")}
    assert files["/bar/decks/bar.deck"] == deck_file(1)
    table.cut_power()
    for path in files:
        table.write(path, bytes(range(1, 256)))
    table.boot()
    finish(runner.company.body.wait(6_000))
    assert table.faults() == []
    assert "trick 2, North to play" in " ".join(runner.company.screen.page().text.split())
    table.cut_power()
    for path, data in files.items():
        table.write(path, data)
    _start(runner)
    # If the last two starts were too short, this start is in safe mode for 66 seconds.
    finish(runner.company.body.wait(66_000))
    finish(runner.people.play_cards(3))
    assert runner.scene.disagreement() == ""


# --- 57: the journal is full ----------------------------------------------------------------


def _filled(image: bytes, until: int, known: bool) -> bytes:
    """Return the journal in `image` with many deals added.

    If `known`, a host has acknowledged the records in `image`, and deals are added until the
    journal's `state` is at least `until`. Otherwise 500 deals are added.
    """
    log = RamLog(JOURNAL_BLOCKS, Dice(1))
    log.cells[:] = image
    writer = Writer(log, 1)
    totals, history = [0] * 8, bytearray(64)
    mark = writer.restore(totals, lambda *_: None, lambda *_: None)
    if known:
        writer.acknowledge(writer.seq - 1)
    deals = 0
    # This function returns the same checksums as the firmware's function in a third of the time.
    with patch("journal.journal._crc", lambda record: crc(record[:14])):
        while writer.state < until if known else deals < 500:
            writer.add(_DEAL, 0, 0)
            for _ in range(4):
                writer.add(_NOTE, 0, deals)
            writer.checkpoint(totals, mark, history)
            deals += 1
    return bytes(log.cells)


def _put_back(table: SimTable, image: bytes) -> None:
    """Replace the journal while the table is off."""
    for block in range(JOURNAL_BLOCKS):
        table.order("flash.erase", block)
        table.order("flash.write", block, 0, image[block * BLOCK : (block + 1) * BLOCK])


def _full_journal(tell: Tell, until: int, known: bool) -> Runner:
    """Play a deal, switch the table off, fill its journal (see `_filled`); return the runner."""
    runner = tell(f"{_FRENCH}steps:\n- play: deal\n- wait: 1000\n")
    runner.table.cut_power()
    _put_back(runner.table, _filled(bytes(runner.table.get("flash.cells")), until, known))
    return runner


def test_fault_57_full_of_what_nobody_fetched(tell: Tell) -> None:
    """If no host fetches the records, the oldest deals are erased and at least fifty stay."""
    runner = _full_journal(tell, _FULL, known=False)
    _start(runner)
    finish(runner.people.play_deal())
    finish(runner.company.body.wait(4_000))
    journal = _journal(runner.table)
    assert len(journal.deals) >= 50
    assert journal.deals[-1].points == tuple(runner.people.game.totals[:2])
    assert "memory" not in runner.company.screen.page().text


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("state", [_NEARLY, _FULL])
def test_fault_57_full_of_what_a_computer_waits_for(tell: Tell, state: int) -> None:
    """A host has fetched only the first deal. No result is erased, the display asks for a
    computer, and play continues.
    """
    runner = _full_journal(tell, state, known=True)
    kept = {deal.seq for deal in _journal(runner.table).deals}
    _start(runner)
    finish(runner.people.play_deal())
    _read(runner, "The table's memory is nearly full. Connect a computer soon, please.")
    assert kept <= {deal.seq for deal in _journal(runner.table).deals}
    finish(runner.people.play_cards(3))
    finish(runner.company.body.await_turn(runner.people.game.trick.seat))


# --- 59: no clock -----------------------------------------------------------------------------


def test_fault_59_no_clock(tell: Tell) -> None:
    """A table without a clock records the number of the start and the time since that start."""
    # A card laid earlier would count as a card that lay on the pad at the start, and be refused.
    boot = "- boot\n- wait: 2200\n"
    runner = tell(f"{_FRENCH}steps:\n- play: 5 cards\n- cut_power\n{boot}- play: 3 cards\n")
    written = _journal(runner.table).records
    assert {record.boot for record in written} == {0, 1}
    for before, after in pairwise(written):
        assert (before.boot, before.ms) <= (after.boot, after.ms)
    cards = [record for record in written if record.kind == _CARD]
    assert [record.boot for record in cards] == [0] * 5 + [1] * (len(cards) - 5)
    assert len(cards) > 5
    assert cards[4].ms - cards[0].ms < runner.table.now


# --- 64: no sound -----------------------------------------------------------------------------


def test_fault_64_muted(tell: Tell) -> None:
    """MUTE is pressed until the table is silent. Play is not affected."""
    runner = tell(f"{_FRENCH}steps:\n- play: 1 cards\n")
    table, body = runner.table, runner.company.body
    assert "read" in cues(table, 0)
    loud = False  # the first press may come during another tone
    while True:
        heard = len(table.tones())
        finish(body.press_director("MUTE"))
        finish(body.wait(1_500))
        if loud and len(table.tones()) == heard:
            break
        loud = len(table.tones()) > heard
    finish(runner.people.play_deal())
    assert len(table.tones()) == heard
    assert runner.scene.disagreement() == ""


# --- 62: lights ----------------------------------------------------------------------------


class _Strip:
    """Stand-in for the strip of lights; `lit` has the lights that were switched on."""

    def __init__(self) -> None:
        self.lit: set[int] = set()

    def set(self, light: int, colour: int) -> None:
        self.lit.add(light)

    def show(self, now: int) -> bool:
        return True


def test_fault_62_each_light_glows_during_a_start() -> None:
    """Each light glows before the journal is opened, so that people notice dead lights."""
    recovery, strip = Recovery.__new__(Recovery), _Strip()
    recovery._steps = 0
    with patch("time.ticks_ms", lambda: 0, create=True):
        for _ in range(1 + len(start.FIRST)):
            recovery._glow(strip)  # type: ignore[arg-type]
    assert strip.lit == set(range(LIGHTS_COUNT))
