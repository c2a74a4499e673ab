"""Start a table with all its simulated chips from damaged flash images.

The display must report each detectable loss. Then both sides choose how to go on.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import flash_image
import seen
from codes.game import Events, name_of
from damage import end_taken
from evening import board_with
from images import Case, attacked
from judge import CRASHED, SAID, SILENT, UNTELLABLE, WHOLE, Verdict
from marcoria.bots.body import Body, Stuck
from marcoria.bots.company import settings, words
from marcoria.bots.screen import Screen
from marcoria.coroutines import finish
from marcoria.firmware.codes.game import SEATS
from marcoria.journal.entries import settled
from marcoria.journal.reader import records
from marcoria.sim.simtable import SimTable, open_bar

_SHARE = 12  # one image in twelve is tried
# share of cases in which the cards stay on the pads; in the rest players have picked them up
_STILL_THERE = 0.7
_SHOWN_MS = 12_000
_READ_MS = 3_000
_LOST = ("part-lost", "score-lost", "all-lost", "unreadable")
_CRASH = 33
_SAYS = words("en")


def cases(seed: int, evening: int) -> Iterator[tuple[str, str, Verdict]]:
    """Yield name, attack and verdict of a random sample of an evening's images."""
    dice = Random(f"tables {seed} {evening}")
    for case in attacked(seed, evening):
        if not dice.randrange(_SHARE):
            yield case.name, f"{case.attack}, at a table", _start(case, dice)


def _start(case: Case, dice: Random) -> Verdict:
    blocks = len(case.after) // flash_image.BLOCK
    set_to = settings(case.script.name, case.script.scanned, -1, 0, "en")
    table = open_bar("cpython", 1, "", set_to, folders=(board_with(blocks),))
    try:
        table.backend.world.flash.cells[:] = case.after
        table.backend.world.flash.torn |= set(range(blocks))
        if dice.random() < _STILL_THERE:
            _lay(case, table)
        return _judge(case, table, dice)
    except Stuck as error:
        return Verdict(CRASHED, str(error))
    finally:
        table.close()


def _lay(case: Case, table: SimTable) -> None:
    """Put the cards of the current trick on the pads or, before the first card, the upcard."""
    happened = case.script.states[case.at].events
    laid = [event for event in happened if event[0] == Events.CARD]
    trick = len(laid) % case.script.house.players
    bids = [event for event in happened if event[0] == Events.UPCARD and not laid]
    for _, seat, card in laid[len(laid) - trick :] or bids:
        table.put(name_of(card), SEATS[seat])


def _judge(case: Case, table: SimTable, dice: Random) -> Verdict:
    seen.start(table)
    known = _known(table)
    if "Traceback" in table.printed or any(one[0] == _CRASH for one in records(table)):
        return Verdict(CRASHED, table.printed)
    past = case.script.states[: case.at + 1]
    if known not in past:
        return Verdict(SILENT, f"this state never existed: {known}")
    said = _said(table)
    if said:
        return _go_on(table, said, dice)
    if known == past[-1]:
        return Verdict(WHOLE)
    lost = len(past) - 1 - max(i for i, state in enumerate(past) if state == known)
    if lost <= end_taken(case.before, case.after, flash_image.read(case.before)):
        return Verdict(UNTELLABLE)
    return Verdict(SILENT, Screen(Body(table)).page().text)


def _said(table: SimTable) -> str:
    """Return the name of the text on the display that reports the loss, or ""."""
    screen = Screen(Body(table))
    table.until(_SHOWN_MS)
    page = screen.page()
    return next((text for text in _LOST if _SAYS[text] in page), "")


def _go_on(table: SimTable, said: str, dice: Random) -> Verdict:
    """Let both sides answer if the table asks them; check the state after another start."""
    body = Body(table)
    finish(body.wait(_READ_MS))
    if said == "part-lost":
        finish(body.press(body.asked()[0], dice.choice("CD")))
        finish(body.wait(_READ_MS))
        finish(body.press(body.asked()[0], "C"))
        finish(body.wait(_READ_MS))
    elif said != "unreadable":
        for seat in (0, 1):
            finish(body.press(seat, "C"))
            finish(body.wait(_READ_MS))
    known = _known(table)
    table.cut_power()
    seen.start(table)
    if _known(table) != known:
        return Verdict(SILENT, f"the first start has {known}, the next {_known(table)}")
    return Verdict(SAID)


def _known(table: SimTable) -> seen.Known:
    """Return the table's state, with its events in the order of a script."""
    known = seen.known(table)
    return replace(known, events=tuple(settled(list(known.events))))
