"""Tests of suit keys in play, which show the current and the previous trick on the display."""

import texts
from codes.game import SEATS, card_of
from keyskit import KeyRig

DEAL = "DEAL N 0; UPCARD N JH; BID W H"
FIRST = "CARD W AH; CARD S 7H; CARD E 8H; CARD N 9H"  # North takes this trick
SECOND = "CARD N AS; CARD W 7S; CARD S 8S; CARD E 9S"  # North takes this trick too
THIRD = "CARD N TS; CARD W KS"


def playing(*tricks):
    rig = KeyRig()
    rig.play(DEAL)
    for trick in tricks:
        rig.play(trick)
    rig.table.voice.hush()
    rig.wait(100)
    rig.told()
    return rig


def seen(rig):
    """Return the cards on the page, and number and taker of the earlier trick.

    A card is a tuple: 0 for the current trick or 1 for the earlier one, the seat, and the card.
    Without an earlier trick, return None instead of its number and taker. Return only None if no
    page is shown.
    """
    look = rig.table.look
    if not look.open:
        return None
    audit = rig.match.audit
    cards = []
    for side, plays in enumerate((look.this_trick(), look.trick_before())):
        for play in plays:
            cards.append((side, SEATS[audit.seat[play]], audit.card[play]))
    before = look.before
    return cards, (before.number, SEATS[before.seat]) if before.text else None


def cards(words, side):
    return [(side, word[5], card_of(word[7:])) for word in words.split("; ")]


def test_a_suit_key_shows_this_trick_and_the_last_one_with_its_taker():
    rig = playing(FIRST, SECOND, THIRD)
    assert rig.press("E", "D") == ""
    assert seen(rig) == (cards(THIRD, 0) + cards(SECOND, 1), (2, "N"))
    assert not rig.notice()


def test_between_two_tricks_the_last_one_is_the_one_just_taken():
    rig = playing(FIRST)
    rig.press("S", "C")
    assert seen(rig) == (cards(FIRST, 1), (1, "N"))


def test_in_the_first_trick_there_is_no_last_one():
    rig = playing("CARD W AH; CARD S 7H")
    rig.press("S", "C")
    assert seen(rig) == (cards("CARD W AH; CARD S 7H", 0), None)


def test_the_house_decides_which_tricks_may_be_looked_at():
    usual = playing(FIRST).house.look
    for most in (0, 1, 2):
        rig = playing(FIRST, SECOND, THIRD)
        rig.house.look = most
        shown = []
        for _ in range(3):
            rig.press("S", "H")
            rig.wait(300)
            shown.append(seen(rig)[1] and seen(rig)[1][0])
        assert shown == ([None] * 3, [2, 2, 2], [2, 1, 2])[most], most
        rig.house.look = usual  # the house is shared with other tests
        yield


def test_the_tricks_stay_until_the_next_card_or_for_twenty_seconds():
    rig = playing(FIRST, THIRD)
    rig.press("S", "C")
    rig.wait(10_000)
    assert seen(rig)
    rig.wait(11_000)
    assert not seen(rig)
    yield
    rig.press("S", "C")
    rig.play("CARD S 7D")
    rig.wait(50)
    assert not seen(rig)


def test_a_sentence_replaces_the_tricks_which_never_replace_an_accusation():
    rig = playing(FIRST, THIRD)
    rig.press("S", "C")
    rig.table.voice.say(texts.CALLED)
    assert not seen(rig) and rig.notice() == texts.CALLED
    yield
    rig.press("S", "C")
    assert seen(rig)
    rig.table.voice.accuse(texts.SUSPICION, number=1)
    rig.press("S", "C")
    assert not seen(rig)


def test_before_the_first_card_no_trick_is_shown():
    rig = playing()
    rig.press("S", "C")
    assert not seen(rig) and rig.notice() == texts.NOT_NOW


def test_two_players_see_tricks_of_two():
    rig = KeyRig("espanola-2")
    rig.play("DEAL N 0; UPCARD N JH; BID S H; CARD S AH; CARD N 7H; CARD S AS")
    rig.table.voice.hush()
    rig.press("N", "C")
    assert seen(rig) == (cards("CARD S AS", 0) + cards("CARD S AH; CARD N 7H", 1), (1, "S"))
