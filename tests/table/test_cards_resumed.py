"""Tests of restarts after a power cut with cards on the pads."""

import texts
from codes.table import PadStates
from table.play.cards import Cards
from tablekit import CardRig


def restarted(rig, lying):
    """Return a restarted table with the match of `rig` and these cards on its pads."""
    after = CardRig()
    match = rig.match
    for event in match.events:
        after.match.apply(event.kind, event.seat, event.arg)
    for pad in range(4):
        after.pads.become(pad, PadStates.UNKNOWN, after.now)
    after.cards = Cards(after.table, after, after.command)
    after.step()
    assert after.told() == ""
    for seat in "NESW":
        after.take(seat)
        if seat in lying:
            after.put(seat, lying[seat])
        after.step()
    return after


def begun():
    """Return a table at which West and South have laid a card."""
    rig = CardRig()
    rig.tell("DEAL N 0; UPCARD N JH; BID W H")
    rig.lay("W", "AH")
    rig.lay("S", "7H")
    return rig


def test_a_restart_in_mid_trick():
    rig = restarted(begun(), {"W": "AH", "S": "7H"})
    rig.wait(3000)
    assert rig.told() == "" and rig.notice() == texts.RESUMED
    assert rig.table.voice.notice.seat == 1 and rig.table.voice.notice.number == 1
    assert rig.lamps() == "-T-W"
    assert rig.lay("E", "9H") == "CARD E 9H"


def test_a_card_laid_during_the_first_poll_must_be_lifted():
    for name, scanned, clear in (("piedicavallo", 0, "C---"), ("french", 1, "CSSS")):
        rig = CardRig(name, scanned=scanned)
        rig.wait(1000)
        rig.cards = Cards(rig.table, rig, rig.command)
        rig.put("N", "7H")
        rig.step()
        rig.wait(3000)
        assert rig.told() == "" and rig.lamps() == clear
        rig.take("N")
        rig.wait(300)
        rig.put("N", "7H")
        rig.wait(1000)
        assert rig.told().startswith("DEAL N")


def test_a_card_laid_while_the_power_was_away():
    rig = restarted(begun(), {"W": "AH", "S": "7H", "E": "9H"})
    assert (
        rig.told() == "" and rig.notice() == texts.LAY_AGAIN and rig.table.voice.notice.seat == 1
    )
    assert rig.lamps() == "-C-W"
    rig.wait(3000)
    assert rig.told() == ""
    rig.take("E")
    rig.step()
    assert rig.lay("E", "9H") == "CARD E 9H"


def test_a_restart_with_an_old_trick_lying():
    rig = begun()
    rig.lay("E", "9H")
    rig.lay("N", "8H")
    after = restarted(rig, {"W": "AH", "S": "7H", "E": "9H", "N": "8H"})
    after.wait(3000)
    assert after.told() == "" and after.lamps() == "CCCC" and after.notice() == texts.RESUMED
    after.take()
    after.step()
    assert after.lamps() == "-T--"


def test_a_restart_in_the_auction():
    rig = CardRig()
    rig.tell("DEAL N 0; UPCARD N JH; BID W pass")
    after = restarted(rig, {"N": "JH"})
    after.wait(1000)
    assert after.table.dialogue.asked == 0 and after.lamps() == "--T-"
    after = restarted(rig, {"N": "JH", "S": "8H"})
    assert after.notice() != texts.LAY_AGAIN, "nobody may lay a card before the bidding is over"
    after = restarted(rig, {})
    assert after.table.dialogue.question == texts.DEAL_AGAIN and after.table.dialogue.asked == 1
    after.table.dialogue.answer(0, 0)
    assert after.told() == "RULING 2 0" or after.match.phase == 1
    after.step()
    assert after.match.phase == 1
