"""A journal that was damaged while the table was off: what people are told, and how they go on."""

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
    """A bit of a record falls while the table is off."""
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
    """The seq of an event in the journal."""
    image = open_image(cells(runner.table))
    return [one.seq for one in image.records if one.kind == kind][nth]


def _answer(runner: Runner, seat: int, key: str) -> None:
    finish(runner.company.body.wait(1_500))
    finish(runner.company.body.press(seat, key))


def _counting(runner: Runner) -> list[tuple[int, int, int]]:
    """The events that count, as somebody with a computer reads them."""
    _, counting = open_image(cells(runner.table)).state()
    return [(one.kind, one.seat, one.arg) for one in counting]


def test_both_sides_go_on_from_what_is_left_of_a_deal() -> None:
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


def test_or_the_deal_is_void_if_they_say_so() -> None:
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


def test_of_a_card_turned_up_that_is_gone_as_well_nothing_else_is_asked() -> None:
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


def test_between_deals_the_score_is_what_stands() -> None:
    runner = _play("- play: deal\n- play: 2 cards\n")
    _strike(runner, _of(runner, Events.DEAL, 1))
    _says(runner, "What came after this score is lost: deal again.")
    assert runner.table.faults() == []


def test_a_lost_match_is_told_until_a_key_of_each_side_confirms_it() -> None:
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


def test_or_ok_does() -> None:
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
    """Nobody is told again, and the journal has the note."""
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
    """Of the second deal nothing is left, nor of the first one's checkpoint; what the first one
    has brought stands in its events."""
    runner = _play("- play: deal\n- play: 2 cards\n")
    _strike(runner, _of(runner, Events.CONFIRM, -1) + 3)
    finish(runner.company.body.wait(_GOOD_START_MS))
    _strike(runner, _of(runner, Events.DEAL, 1))
    return runner


def test_a_loss_is_told_again_until_somebody_can_have_read_it() -> None:
    runner = _without_its_checkpoint()
    _says(runner, _SCORE_LOST)
    runner.table.cut_power()
    runner.table.boot()
    finish(runner.company.body.wait(6_000))  # the page of before has gone
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


def test_a_table_that_rests_settles_no_loss_that_nobody_was_told_of() -> None:
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


def test_a_flash_that_cannot_be_read_is_tried_again() -> None:
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
    """Other files, and the plug again; the starts before are no loose plug."""
    finish(runner.company.body.wait(_GOOD_START_MS))
    runner.table.cut_power()
    for path, data in files.items():
        runner.table.write(path, data)
    runner.table.boot()


def test_damaged_settings_do_not_hide_the_match_of_another_house() -> None:
    runner = _play("- play: 6 cards\n")
    _restart_with(runner, {"/bar/settings.json": b'{"house": "french", "deck": "bar", "volume'})
    _says(runner, "The settings are damaged")
    _says(runner, "trick 2")
    assert runner.table.faults() == []


def test_a_match_of_a_house_that_is_not_chosen_any_more_is_told() -> None:
    runner = _play("- play: 6 cards\n")
    _restart_with(runner, {"/bar/settings.json": b'{"house": "salotto", "deck": "bar"}'})
    _says(runner, "A match with the rules of french is not over. To go on, choose them")
    _restart_with(runner, {"/bar/settings.json": b'{"house": "french", "deck": "bar"}'})
    _says(runner, "trick 2")
    finish(runner.people.play_cards(2))
    assert runner.scene.disagreement() == ""


def test_a_house_that_was_changed_in_the_midst_of_a_match_is_told() -> None:
    runner = _play("- play: 6 cards\n")
    house = (FIRMWARE / "belote" / "houses" / "french.house").read_bytes()
    changed = house.replace(b"rise_partner: must", b"rise_partner: free")
    assert changed != house
    _restart_with(runner, {"/bar/houses/french.house": changed})
    _says(runner, "The rules of this match have changed or are gone: put their file back.")
    _restart_with(runner, {"/bar/houses/french.house": house})
    _says(runner, "trick 2")
