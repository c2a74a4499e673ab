"""Damage to journal, settings and house files: the table's messages, and how play continues."""

import pytest

from codes.game import Events
from codes.journal import Notes
from marcoria.coroutines import finish
from marcoria.journal.blocks import BLOCK
from marcoria.journal.reader import cells, open_image
from marcoria.paths import FIRMWARE
from marcoria.scenarios.files import parse
from marcoria.scenarios.runner import Runner

pytestmark = pytest.mark.soak

_SLOT = 16
_GOOD_START_MS = 70_000
_FRENCH = "table: {house: french, seed: 3, dealer: N}\n"
_HOW = "Part of this deal is lost. How do you want to go on?"


def _play(steps: str) -> Runner:
    runner = Runner(parse(f"{_FRENCH}steps:\n{steps}"))
    runner.run()
    return runner


def _says(runner: Runner, words: str) -> None:
    def there() -> bool:
        return words in " ".join(runner.company.screen.page().text.split())

    finish(runner.company.body.until(words, there, 20_000))


def _strike(runner: Runner, seq: int) -> None:
    """Cut the power, clear a bit of a record in the journal's first block, start the table."""
    table = runner.table
    table.cut_power()
    place, slot = 0, seq & 255
    image = cells(table)
    record = bytearray(image[place * BLOCK + slot * _SLOT :][:_SLOT])
    at = next(at for at, byte in enumerate(record) if byte)
    record[at] &= record[at] - 1
    table.order("flash.write", place, slot * _SLOT, bytes(record))
    table.boot()


def _of(runner: Runner, kind: int, nth: int) -> int:
    """Return the seq of event number `nth` (from 0; -1 is the last) of a kind in the journal."""
    image = open_image(cells(runner.table))
    return [one.seq for one in image.records if one.kind == kind][nth]


def _answer(runner: Runner, seat: int, key: str) -> None:
    finish(runner.company.body.wait(1_500))
    finish(runner.company.body.press(seat, key))


def _counting(runner: Runner) -> list[tuple[int, int, int]]:
    """Return (kind, seat, arg) of the valid events since the last checkpoint."""
    _, counting = open_image(cells(runner.table)).state()
    return [(one.kind, one.seat, one.arg) for one in counting]


def test_both_sides_agree_to_continue_a_damaged_deal() -> None:
    runner = _play("- play: 6 cards\n")
    cards = [event for event in runner.people.events if event[0] == Events.CARD]
    _strike(runner, _of(runner, Events.CARD, 4))
    _says(runner, _HOW)
    _answer(runner, 0, "C")
    _says(runner, "Go on from here?")
    _answer(runner, 1, "C")
    _says(runner, "Trick 1 and lead")
    happened = _counting(runner)
    assert [event for event in happened if event[0] == Events.CARD] == cards[:4]
    body = runner.company.body
    for _, _, card in cards[4:]:
        body.lift(card)
    for _, seat, card in cards[4:]:
        finish(body.wait(2_000))
        finish(body.put(card, seat))
    finish(body.wait(2_000))
    finish(runner.people.play_cards(3))
    finish(body.wait(2_000))
    assert _counting(runner) == runner.people.events and runner.table.faults() == []
    assert [gap.mended > 0 for gap in open_image(cells(runner.table)).gaps] == [True]


def test_both_sides_agree_to_void_a_damaged_deal() -> None:
    runner = _play("- play: 6 cards\n")
    _strike(runner, _of(runner, Events.CARD, 2))
    _says(runner, _HOW)
    _answer(runner, 1, "D")
    _says(runner, "Deal again?")
    _answer(runner, 2, "D")
    _says(runner, _HOW)
    _answer(runner, 1, "D")
    _says(runner, "Deal again?")
    _answer(runner, 0, "C")
    finish(runner.people.put_away())
    _says(runner, "North shuffles and deals")
    assert _counting(runner)[-1] == (Events.RULING, 2, 0)


def test_a_damaged_deal_does_not_ask_for_its_missing_upcard() -> None:
    runner = _play("- play: 0 cards\n")
    body = runner.company.body
    for seat in (3, 2):
        finish(body.await_turn(seat))
        finish(body.press(seat, "PASS"))
    finish(body.wait(2_000))
    upcard = next(event for event in runner.people.events if event[0] == Events.UPCARD)
    body.lift(upcard[2])
    _strike(runner, _of(runner, Events.BID, 0))
    _says(runner, _HOW)
    finish(body.wait(5_000))
    _says(runner, _HOW)


def test_damage_between_deals_keeps_the_score() -> None:
    runner = _play("- play: deal\n- play: 2 cards\n")
    _strike(runner, _of(runner, Events.DEAL, 1))
    _says(runner, "What came after this score is lost: deal again.")
    assert runner.table.faults() == []


def test_a_lost_match_is_reported_until_each_side_confirms() -> None:
    runner = _without_a_match()
    body = runner.company.body
    for _ in range(2):
        finish(body.wait(30_000))
        _says(runner, _ALL_LOST)
        finish(body.press_director("MENU"))
        finish(body.press(2, "H"))
        finish(body.wait(_GOOD_START_MS))
        _says(runner, _ALL_LOST)
        runner.table.cut_power()
        runner.table.boot()
    _says(runner, _ALL_LOST)
    finish(body.wait(1_500))
    finish(body.press(2, "PASS"))
    finish(body.wait(1_500))
    finish(body.press(3, "H"))
    _says(runner, "MENU starts a match.")
    _is_settled(runner)


def test_ok_confirms_a_lost_match() -> None:
    runner = _without_a_match()
    _says(runner, _ALL_LOST)
    finish(runner.company.body.wait(1_500))
    finish(runner.company.body.press_director("OK"))
    _says(runner, "MENU starts a match.")
    _is_settled(runner)


def _without_a_match() -> Runner:
    runner = _play("- play: 2 cards\n")
    table = runner.table
    table.cut_power()
    table.order("flash.write", 0, 0, bytes(BLOCK))
    table.boot()
    return runner


def _is_settled(runner: Runner) -> None:
    """Assert that the journal notes the confirmed loss, and that the next start shows no loss."""
    read = [one.kind for one in open_image(cells(runner.table)).records]
    assert read.count(Notes.LOSS_READ) == 1
    finish(runner.company.body.wait(_GOOD_START_MS))
    runner.table.cut_power()
    runner.table.boot()
    finish(runner.company.body.wait(6_000))
    _says(runner, "MENU starts a match.")
    assert runner.table.faults() == []


_ALL_LOST = "The table's memory is damaged. What was played before is lost."
_SCORE_LOST = "What came after this score is lost: deal again."


def _without_its_checkpoint() -> Runner:
    """Return a runner whose table has lost the first deal's checkpoint and the whole second deal.

    The first deal's score can still be computed from its events.
    """
    runner = _play("- play: deal\n- play: 2 cards\n")
    _strike(runner, _of(runner, Events.CONFIRM, -1) + 3)
    finish(runner.company.body.wait(_GOOD_START_MS))
    _strike(runner, _of(runner, Events.DEAL, 1))
    return runner


def test_a_loss_is_reported_again_until_shown_long_enough() -> None:
    runner = _without_its_checkpoint()
    _says(runner, _SCORE_LOST)
    runner.table.cut_power()
    runner.table.boot()
    finish(runner.company.body.wait(6_000))  # until the display shows the page of the new start
    _says(runner, _SCORE_LOST)
    score = list(runner.table.backend.load("boot.program").recovery.evening.table.match.totals)
    finish(runner.company.body.wait(_GOOD_START_MS))
    _says(runner, _SCORE_LOST)
    for seat in (0, 1):
        _answer(runner, seat, "C")
    _says(runner, "shuffles and deals")
    finish(runner.company.body.wait(_GOOD_START_MS))
    runner.table.cut_power()
    runner.table.boot()
    finish(runner.company.body.wait(6_000))
    _says(runner, "shuffles and deals")
    assert score == list(
        runner.table.backend.load("boot.program").recovery.evening.table.match.totals
    )
    assert runner.table.faults() == []


def test_a_resting_table_reports_a_loss_afterwards() -> None:
    runner = _without_its_checkpoint()
    for _ in range(3):
        runner.table.cut_power()
        runner.table.boot()
        finish(runner.company.body.wait(1_500))
    _says(runner, "The power failed again and again.")
    finish(runner.company.body.until("a table that plays", lambda: not _rests(runner), 90_000))
    _says(runner, _SCORE_LOST)
    assert runner.table.faults() == []


def _rests(runner: Runner) -> bool:
    return bool(runner.table.backend.load("boot.program").recovery.safe)


def test_an_unreadable_flash_is_read_again_later() -> None:
    runner = _play("- play: 6 cards\n")
    table = runner.table
    table.cut_power()
    before = cells(table)
    table.boot()
    table.order("flash.fail_at", 1, 2_000)
    _says(runner, "The table's memory cannot be read. Nothing is erased")
    assert cells(table) == before
    table.order("flash.fail_at", 0, 0)
    finish(runner.company.body.wait(66_000))
    _says(runner, "trick 2")
    finish(runner.people.play_cards(3))
    assert runner.scene.disagreement() == ""


def _restart_with(runner: Runner, files: dict[str, bytes]) -> None:
    """Wait until a restart cannot lead to safe mode, then restart with these files written."""
    finish(runner.company.body.wait(_GOOD_START_MS))
    runner.table.cut_power()
    for path, data in files.items():
        runner.table.write(path, data)
    runner.table.boot()


def test_a_match_of_another_house_survives_damaged_settings() -> None:
    runner = _play("- play: 6 cards\n")
    _restart_with(runner, {"/bar/settings.json": b'{"house": "french", "deck": "bar", "volume'})
    _says(runner, "The settings are damaged")
    _says(runner, "trick 2")
    assert runner.table.faults() == []


def test_a_match_of_a_house_that_is_no_longer_chosen_is_reported() -> None:
    runner = _play("- play: 6 cards\n")
    _restart_with(runner, {"/bar/settings.json": b'{"house": "salotto", "deck": "bar"}'})
    _says(runner, "A match with the rules of french is not over. To go on, choose them")
    _restart_with(runner, {"/bar/settings.json": b'{"house": "french", "deck": "bar"}'})
    _says(runner, "trick 2")
    finish(runner.people.play_cards(2))
    assert runner.scene.disagreement() == ""


def test_a_house_changed_during_a_match_is_reported() -> None:
    runner = _play("- play: 6 cards\n")
    house = (FIRMWARE / "belote" / "houses" / "french.house").read_bytes()
    changed = house.replace(b"rise_partner: must", b"rise_partner: free")
    assert changed != house
    _restart_with(runner, {"/bar/houses/french.house": changed})
    _says(runner, "The rules of this match have changed or are gone: put their file back.")
    _restart_with(runner, {"/bar/houses/french.house": house})
    _says(runner, "trick 2")
