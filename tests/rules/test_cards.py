"""Tests of cards: their numbers and names, their orders and points."""

from belote.audit import COUNT
from belote.trick import TRUMP_BEATS
from codes.game import CONTRACTS, RANKS, SEATS, SUITS, card_of, name_of
from helpers import house


def order(beats):
    """Return the ranks, strongest first; `beats` has a mask of better ranks for each rank."""
    ranks = [""] * 8
    for rank in range(8):
        above = 0
        for other in range(8):
            above += beats[rank] >> other & 1
        assert not beats[rank] >> rank & 1
        ranks[above] = RANKS[rank]
    for rank in range(8):
        for other in range(8):
            higher = ranks.index(RANKS[other]) < ranks.index(RANKS[rank])
            assert (beats[rank] >> other & 1) == higher
    return "".join(ranks)


def test_trump_order():
    assert order(TRUMP_BEATS) == "J9ATKQ87"


def test_plain_order():
    assert order(house("french").plain_beats) == "ATKQJ987"


def test_plain_order_of_libre():
    assert order(house("libre").plain_beats) == "AKQJT987"


def test_seats_and_contracts_in_order():
    assert SEATS == "NESW" and SUITS == "CDHS"
    assert CONTRACTS == ("C", "D", "H", "S", "NT", "AT")


def test_trump_points():
    points = house("french").trump_points
    worth = [points[RANKS.index(rank)] for rank in "J9ATKQ87"]
    assert worth == [20, 14, 11, 10, 4, 3, 0, 0]


def test_plain_points():
    points = house("french").plain_points
    worth = [points[RANKS.index(rank)] for rank in "ATKQJ987"]
    assert worth == [11, 10, 4, 3, 2, 0, 0, 0]


def test_the_pack_has_32_cards_each_with_its_name():
    for number in range(32):
        assert card_of(name_of(number)) == number
    assert name_of(0) == "7C" and name_of(31) == "AS"
    assert card_of("TH") == SUITS.index("H") * 8 + RANKS.index("T")


def test_tens_and_lower_case_are_read():
    assert card_of("10H") == card_of("10h") == card_of("th") == card_of("TH")
    assert card_of("as") == card_of("AS")


def test_invalid_names_are_no_card():
    for text in (
        "",
        "A",
        "H",
        "XH",
        "AX",
        "KX",
        "7X",
        "1H",
        "AHH",
        "100H",
        "10",
        "10HH",
        "6S",
        "T H",
        "1SH",
    ):
        assert card_of(text) == -1, text


def test_bits_are_counted():
    for mask in (0, 1, 2, 3, 0x80, 0x7F, 0xAA, 0xFE, 0xFF):
        assert COUNT[mask] == len([bit for bit in range(8) if mask >> bit & 1]), mask
    assert len(COUNT) == 256
