"""Tests of winner and points of a trick, and of the denied cards that the audit uses.

Laying a card denies other cards: it tells that the hand holds none of them. The card is legal
exactly when this is true.
"""

import testenv
from belote.trick import FREE, Trick
from codes.game import CONTRACTS, SEATS, card_of, name_of
from dice import Dice
from helpers import NAMES, PLAY_KEYS, house, trick_of

POSITIONS = 20000 if testenv.SOAK else 150
_AT_ONCE = 50  # positions between two yields; the VM collects their garbage only at a yield


def taken(rules, contract, table):
    trick = trick_of(rules, contract, "S", table)
    return SEATS[trick.winner], trick.points


def test_the_highest_card_of_the_led_suit_takes():
    assert taken(house("french"), "H", "7S KS AS TS") == ("N", 25)
    assert taken(house("french"), "H", "TS KS QS JS") == ("S", 19)
    assert taken(house("french"), "H", "7S AD AC 8S") == ("W", 22)


def test_a_trump_takes_and_the_higher_of_two():
    assert taken(house("french"), "H", "AS 7H KS TS") == ("E", 25)
    assert taken(house("french"), "H", "AS 9H TH 8S") == ("E", 35)
    assert taken(house("french"), "H", "AS 8H 9H JH") == ("W", 45)
    assert taken(house("french"), "H", "AS 8H TS 7H") == ("E", 21)
    assert taken(house("french"), "H", "9H AH TH JH") == ("W", 55)


def test_nothing_cuts_in_all_trumps_and_no_trumps():
    assert taken(house("french"), "AT", "7S JH 9D 8S") == ("W", 34)
    assert taken(house("french"), "AT", "AS 9S JS TH") == ("N", 55)
    assert taken(house("french"), "NT", "7S AH 9D 8S") == ("W", 11)


def test_points_of_kings_and_the_plain_order_follow_the_house():
    assert taken(house("espanola-4"), "H", "KS TS 7S 8S") == ("E", 20)
    assert taken(house("espanola-4"), "H", "KH 7H 8H QH") == ("S", 13)
    assert taken(house("libre"), "H", "TS KS 7S 8S") == ("E", 14)
    assert taken(house("libre"), "H", "TH KH 7H 8H") == ("S", 14)


def test_the_turn_passes_in_the_direction_of_the_house():
    assert trick_of(house("french"), "H", "S", "7S").seat == SEATS.index("E")
    assert trick_of(house("salotto"), "H", "S", "7S").seat == SEATS.index("W")
    assert trick_of(house("espanola-2"), "H", "N", "7S").seat == SEATS.index("S")
    assert taken(house("salotto"), "H", "7S 8S 9S AS") == ("E", 11)
    assert taken(house("espanola-2"), "H", "7S AS") == ("N", 11)


def test_a_new_trick_forgets_the_old_one():
    trick = trick_of(house("french"), "H", "S", "AS 7H KS TS")
    trick.start(SEATS.index("E"))
    assert (trick.count, trick.points, trick.led, trick.winner) == (0, 0, 4, SEATS.index("E"))
    trick.lay(card_of("7D"))
    assert trick.legal(bytearray(b"\x01\x00\x01\x00\x00")) == 2 << 8 | 1  # North must cut


def set_keys(dice, rules):
    for key in PLAY_KEYS:
        setattr(rules, key, dice.below(len(PLAY_KEYS[key])))
    rules.find_duties()


def check_position(trick, hand, deck, contract):
    """Check that each card of the hand is either legal or denies a held card, never both."""
    legal = trick.legal(hand)
    for suit in range(4):
        for rank in range(8):
            if not hand[suit] >> rank & 1:
                continue
            may = legal >> rank & 1 if legal >> 8 & 7 == suit else legal & FREE
            denies = trick.denies(suit << 3 | rank)
            held = denies >> 8 & hand[trick.trump]
            if trick.led < 4:
                held |= denies & hand[trick.led]
            assert bool(may) == (not held), (
                "seed %d " % testenv.SEED,
                CONTRACTS[contract],
                [name_of(deck[i]) for i in range(trick.count)],
                bytes(hand),
                name_of(suit << 3 | rank),
            )


def check_positions(dice, rules, positions):
    trick = Trick(rules)
    deck = list(range(32))
    hand = bytearray(5)
    for position in range(positions):
        if position % _AT_ONCE == 0:
            yield
        contract = dice.below(6)
        trick.contract(contract)
        trick.start(dice.below(2) * 2)
        dice.shuffle(deck)
        laid = dice.below(rules.players)
        for i in range(laid):
            trick.lay(deck[i])
        for suit in range(4):
            hand[suit] = 0
        # Most duties apply only to a player without a card of the led suit. Therefore leave this
        # suit out of half of the hands.
        shun = trick.led if dice.below(2) else 4
        for i in range(laid, laid + 1 + dice.below(8)):
            if deck[i] >> 3 != shun:
                hand[deck[i] >> 3] |= 1 << (deck[i] & 7)
        check_position(trick, hand, deck, contract)


def check_house(name_of_house):
    yield from check_positions(Dice(testenv.SEED), house(name_of_house), POSITIONS)


def test_denied_cards_may_not_be_held_in_piedicavallo():
    yield from check_house("piedicavallo")


def test_denied_cards_may_not_be_held_in_salotto():
    yield from check_house("salotto")


def test_denied_cards_may_not_be_held_in_espanola_2():
    yield from check_house("espanola-2")


def test_denied_cards_may_not_be_held_in_espanola_4():
    yield from check_house("espanola-4")


def test_denied_cards_may_not_be_held_in_bulgarian():
    yield from check_house("bulgarian")


def test_denied_cards_may_not_be_held_in_french():
    yield from check_house("french")


def test_denied_cards_may_not_be_held_in_libre():
    yield from check_house("libre")


def test_denied_cards_may_not_be_held_with_random_keys():
    dice = Dice(testenv.SEED)
    rules = house(dice.pick(NAMES))
    for _ in range(2000 if testenv.SOAK else 20):
        set_keys(dice, rules)
        yield from check_positions(dice, rules, 20)
