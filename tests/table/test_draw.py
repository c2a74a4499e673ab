"""Tests of the draw: each player draws a card to decide who deals and who sits where."""

import os

import testenv
import texts
from belote import choices
from codes.game import name_of
from table.setup.draw import Draw
from tags import text
from toolkit import Bench

DECK = {"blue.deck": text(0, more="ok DEADBEEF\n")}


def drawing(rules, deck=DECK):
    bench = Bench(rules, deck)
    bench.tool = Draw(bench.table)
    return bench


def lay(bench, cards):
    """Lay cards on the pads of N, E, S and W; "--" means no card."""
    for seat, what in zip("NESW", cards.split()):
        if what != "--":
            bench.put(seat, what)


def start(bench, dealer):
    """Return the events that start a match with this dealer."""
    return [(1, dealer, bench.table.match.house.mark)]


def test_the_lowest_card_deals():
    bench = drawing("french")
    assert bench.table.dialogue.question == texts.DRAW_LOWEST and bench.table.dialogue.asked == 15
    assert bench.lamps() == "SSSS"
    yield
    lay(bench, "9H KS -- AD")
    assert bench.lamps() == "CCSC" and bench.events() == []
    lay(bench, "-- -- TC --")
    assert bench.table.dialogue.question == texts.DRAW_DEALS
    assert bench.table.voice.notice.seat == 0 and name_of(bench.table.voice.notice.card) == "9H"
    bench.press("E", "C")
    assert bench.events() == start(bench, 0)
    assert bench.over and bench.lamps() == "----"


def test_the_draw_uses_the_houses_plain_order_of_ranks():
    bench = drawing("french")
    lay(bench, "TH KS QD JC")
    yield
    assert bench.table.dialogue.question == texts.DRAW_DEALS and bench.table.voice.notice.seat == 3


def test_seats_with_equal_lowest_cards_draw_again():
    bench = drawing("french")
    lay(bench, "8H KS 8D AC")
    assert bench.table.dialogue.question == texts.DRAW_AGAIN
    assert bench.table.voice.notice.seat == 0 and bench.table.voice.notice.other_seat == 2
    assert bench.lamps() == "SCSC"
    yield
    bench.take()
    lay(bench, "AH -- -- 7C")
    assert bench.table.dialogue.question == texts.DRAW_AGAIN
    lay(bench, "-- -- AS --")
    assert bench.table.dialogue.question == texts.DRAW_AGAIN
    bench.take()
    lay(bench, "QH -- KH --")
    assert bench.table.dialogue.question == texts.DRAW_DEALS and bench.table.voice.notice.seat == 0


def test_three_equal_lowest_cards_name_the_player_who_is_out():
    bench = drawing("french")
    lay(bench, "8H KS 8D 8C")
    assert bench.table.dialogue.question == texts.DRAW_AGAIN_THREE
    assert bench.table.voice.notice.seat == 1 and bench.lamps() == "SCSS"
    yield
    bench.take()
    lay(bench, "8S -- QD KC")
    assert bench.table.dialogue.question == texts.DRAW_DEALS and bench.table.voice.notice.seat == 0


def test_four_equal_cards_are_all_drawn_again():
    bench = drawing("french")
    lay(bench, "8H 8S 8D 8C")
    assert bench.table.dialogue.question == texts.DRAW_AGAIN_ALL and bench.lamps() == "SSSS"
    yield
    bench.take()
    lay(bench, "KH KS KD QC")
    assert bench.table.dialogue.question == texts.DRAW_DEALS and bench.table.voice.notice.seat == 3


def test_two_players():
    bench = drawing("espanola-2")
    assert bench.lamps() == "S-S-" and bench.table.dialogue.asked == 5
    yield
    bench.put("E", "7C")
    lay(bench, "9H -- 8H --")
    assert bench.table.dialogue.question == texts.DRAW_DEALS and bench.table.voice.notice.seat == 2
    bench.press("S", "C")
    assert bench.events() == start(bench, 2)


def test_two_players_draw_for_the_lowest_card_in_every_house():
    for way in (choices.DRAW_COURT, choices.DRAW_RUN):
        bench = drawing("espanola-2")
        bench.table.match.house.draw = way
        bench.tool = Draw(bench.table)
        assert bench.table.dialogue.question == texts.DRAW_LOWEST
        lay(bench, "AH -- 7C --")
        assert bench.table.dialogue.question == texts.DRAW_DEALS
        assert bench.table.voice.notice.seat == 2
        yield


def test_the_match_uses_the_settings():
    bench = drawing("french")
    bench.settings.target = 501
    bench.settings.discipline = 3
    lay(bench, "7C 8C 9C TC")
    yield
    bench.press("S", "-")
    assert bench.events() == start(bench, 0) + [(2, 0, 501), (3, 0, 3)]
    totals = bench.table.match.totals
    assert totals[5] == 501 and totals[6] == 3 and bench.table.match.phase == 1


def seats_after(bench):
    """Answer all questions; return the moves between seats, and the names by seat.

    Both are texts. A move is written "N>E": the player at North moves to East.
    """
    said = []
    while bench.table.dialogue.asked:
        if bench.table.dialogue.question == texts.DRAW_SITS:
            notice = bench.table.voice.notice
            said.append("NESW"[notice.seat] + ">" + "NESW"[notice.other_seat])
        bench.press("N", "C")
    return " ".join(said), "".join(bench.settings.names)


def test_court_cards_decide_the_seats():
    # The player with the jack deals, and the player with the king is the dealer's partner. The
    # player with the ace sits to the dealer's right and leads. The player with the queen sits to
    # the dealer's left.
    bench = drawing("libre")
    assert bench.table.dialogue.question == texts.DRAW_COURT
    bench.settings.names = ["a", "q", "j", "k"]
    lay(bench, "AH QS JD KC")
    yield
    assert bench.table.dialogue.question == texts.DRAW_DEALS and bench.table.voice.notice.seat == 2
    assert seats_after(bench) == ("N>E E>W W>N", "kajq")
    assert bench.events() == start(bench, 2)
    assert bench.table.match.house.step == 3 and (2 + 3) & 3 == 1


def test_players_in_their_right_seats_do_not_move():
    bench = drawing("libre")
    lay(bench, "KH AS JD QC")
    yield
    assert seats_after(bench) == ("", "")
    assert "settings.json" not in os.listdir(bench.folder), "unchanged names are not saved"


def test_a_draw_without_the_needed_court_cards_is_repeated():
    bench = drawing("libre")
    for cards in ("AH QS JD AC", "TH QS JD KC"):
        lay(bench, cards)
        assert bench.table.dialogue.question == texts.DRAW_COURT and bench.lamps() == "SSSS"
        assert bench.events() == []
        bench.take()
        yield
    lay(bench, "AH QS JD KC")
    assert bench.table.dialogue.question == texts.DRAW_DEALS


def test_a_run_of_one_suit_decides_the_seats():
    # The player with the lowest card deals, and the one with the highest card leads. Here the
    # players with the eight and the ten are partners.
    bench = drawing("espanola-4")
    assert bench.table.dialogue.question == texts.DRAW_RUN
    for cards in ("9H TH JH KH", "9H TH JH 8D"):
        lay(bench, cards)
        assert bench.table.dialogue.question == texts.DRAW_RUN
        bench.take()
        yield
    bench.settings.names = ["9", "T", "8", "J"]
    lay(bench, "9H TH 8H JH")
    assert bench.table.dialogue.question == texts.DRAW_DEALS and bench.table.voice.notice.seat == 2
    yield
    # South has the eight and deals. The player with the ten moves opposite South. The player with
    # the jack moves to East and leads.
    assert seats_after(bench) == ("N>W E>N W>E", "TJ89")
    assert bench.events() == start(bench, 2)


def test_tags_outside_the_deck_are_refused():
    files = dict(DECK)
    files["red.deck"] = text(1)
    bench = drawing("french", files)
    bench.put("N", bytes((4, 1, 1, 1, 1, 1, 1)))
    assert (
        bench.table.dialogue.question == texts.UNKNOWN_TAG
        and bench.table.voice.notice.seat == 0
        and bench.table.blink == 1
    )
    bench.put("E", bytes.fromhex("DEADBEEF"))
    assert (
        bench.table.dialogue.question == texts.UNKNOWN_TAG and bench.table.voice.notice.seat == 1
    )
    bench.pads.become(2, 2, 0)
    bench.step()
    assert bench.table.dialogue.question == texts.ONE_CARD and bench.table.voice.notice.seat == 2
    bench.pads.become(3, 4, 0)
    bench.step()
    assert bench.table.dialogue.question == texts.CLEAR_PAD
    bench.put("W", "7C", 1)
    assert bench.table.dialogue.question == texts.OTHER_PACK and bench.table.voice.notice.seat == 3
    assert bytes(bench.table.voice.label) == b"red"
    bench.take()
    yield
    lay(bench, "7C 8C 9C TC")
    assert bench.table.dialogue.question == texts.DRAW_DEALS
    bench.pads.become(3, 2, 0)
    bench.step()
    assert bench.table.dialogue.question == texts.DRAW_DEALS, "the dealer is already known"


def test_two_seats_cannot_draw_the_same_card():
    bench = drawing("french")
    lay(bench, "7C -- -- --")
    bench.take()
    lay(bench, "-- 7C 9C TC")
    assert bench.lamps() == "CSCC"
    lay(bench, "-- 8C -- --")
    assert bench.table.dialogue.question == texts.DRAW_DEALS


def test_pass_leaves_the_draw():
    bench = drawing("french")
    lay(bench, "7C 8C -- --")
    bench.press("W", "-")
    assert bench.table.dialogue.asked == 0 and bench.events() == []
    assert bench.over and bench.table.voice.notice.text == 0


def test_polling_empty_pads_uses_no_heap():
    bench = drawing("french")
    assert testenv.no_heap(bench.tool.step, 0) in (0, False)
