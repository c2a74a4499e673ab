"""Tests of the naive implementation: examples computed by hand, and self-consistency."""

import os
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
if HERE not in sys.path:
    sys.path.insert(0, HERE)

import naive  # noqa: E402
import naive_audit  # noqa: E402
import naive_cards  # noqa: E402
import naive_melds  # noqa: E402
import naive_play  # noqa: E402
import naive_score  # noqa: E402
import random_houses  # noqa: E402
from belote.housekeys import KEYS  # noqa: E402
from random_houses import Random, random_audit, random_deal, random_house, random_position  # noqa: E402

HOUSES_DIR = os.path.join(HERE, "..", "..", "firmware", "belote", "houses")
NAMES = ["piedicavallo", "salotto", "espanola-2", "espanola-4", "bulgarian", "french", "libre"]


def read_house(name):
    with open(os.path.join(HOUSES_DIR, name + ".house"), encoding="utf-8") as file:
        return naive.load_house(file.read())


HOUSES = {name: read_house(name) for name in NAMES}


def house_with(name, **changes):
    house = dict(HOUSES[name])
    for key, value in changes.items():
        assert key in house
        house[key] = value
    return house


def cards(text):
    return [naive.read_card(word) for word in text.split()]


def legal(house, contract, trick, hand, leader="S"):
    """Return the legal cards as a text and the reasons for the others as a dict."""
    if isinstance(house, str):
        house = HOUSES[house]
    answer = naive.legal(house, contract, leader, cards(trick), cards(hand))
    return " ".join(answer["legal"]), answer["why"]


# --- cards -----------------------------------------------------------------------------------


def test_cards_are_read():
    assert cards("10h ah Ts") == ["TH", "AH", "TS"]
    assert len(set(naive.all_cards())) == 32
    for bad in ["1H", "AX", "", "AHH"]:
        with pytest.raises(ValueError):
            naive.read_card(bad)


@pytest.mark.parametrize("name", NAMES)
def test_a_house_written_as_text_loads_as_the_same(name):
    house = HOUSES[name]
    assert sorted(house) == sorted(["name", *(key.name for key in KEYS)])
    assert naive.load_house(random_houses.to_text(house)) == house


def test_points_of_each_contract():
    def pack(name, contract):
        house = HOUSES[name]
        total = 0
        for card in naive.all_cards():
            total += naive_cards.card_points(house, contract, card)
        return total + 10

    for suit in "SHDC":
        assert pack("french", suit) == 162
        assert pack("espanola-4", suit) == 186
    assert pack("bulgarian", "AT") == 258
    assert pack("bulgarian", "NT") == 130


# --- play ------------------------------------------------------------------------------------


def test_play_examples():
    assert legal("piedicavallo", "H", "7S AS", "KH 9D") == ("KH", {"9D": "no-trump"})
    assert naive.winner(HOUSES["french"], "H", "S", cards("AS 7S 7H TS")) == {
        "seat": "N",
        "points": 21,
    }
    assert naive.winner(HOUSES["salotto"], "H", "S", cards("AS 7S 7H TS"))["seat"] == "N"
    assert naive.winner(HOUSES["salotto"], "H", "S", cards("AS 7H 7S"))["seat"] == "W"
    assert naive.winner(HOUSES["bulgarian"], "AT", "E", cards("TS AH 9S JH"))["seat"] == "W"
    assert naive.winner(HOUSES["bulgarian"], "NT", "E", cards("TS AH 9S JS"))["seat"] == "E"
    assert naive.winner(HOUSES["libre"], "H", "S", cards("TC KC"))["seat"] == "E"
    assert naive.winner(HOUSES["french"], "H", "S", cards("TC KC"))["seat"] == "S"


def test_suit_must_be_followed_in_the_examples():
    assert legal("french", "H", "7S", "AH 8S KS") == ("8S KS", {"AH": "revoke"})
    assert legal("bulgarian", "NT", "7S", "AH 8S KS") == ("8S KS", {"AH": "revoke"})
    assert legal("bulgarian", "NT", "7S", "AH 8D")[0] == "AH 8D"
    assert legal("bulgarian", "AT", "7S", "AH 8D")[0] == "AH 8D"


def test_rising_on_a_trump_lead():
    assert legal("french", "H", "TH", "AH 9H KH") == ("AH 9H", {"KH": "no-rise"})
    # The duty to rise applies although the partner's card is winning.
    assert legal("french", "H", "AH 7H", "9H 8H") == ("9H", {"8H": "no-rise"})
    free = house_with("french", rise_partner="free")
    assert legal(free, "H", "AH 7H", "9H 8H")[0] == "9H 8H"
    assert legal(free, "H", "7H AH", "9H 8H")[0] == "9H"
    # The player has no higher trump.
    assert legal("french", "H", "JH", "AH 8H KH")[0] == "AH 8H KH"
    assert legal("piedicavallo", "H", "JH", "AH 8H KH") == (
        "8H",
        {"AH": "not-lowest", "KH": "not-lowest"},
    )
    # Every suit is trump.
    assert legal("bulgarian", "AT", "9D", "JD TD 7D") == ("JD", {"TD": "no-rise", "7D": "no-rise"})


def test_rising_on_a_plain_suit():
    assert legal("french", "H", "TD", "AD 7D")[0] == "AD 7D"
    assert legal("libre", "H", "TD", "AD 7D") == ("AD", {"7D": "no-rise"})
    # In libre the king beats the ten. The duty to rise remains after a cut.
    assert legal("libre", "H", "TD 7H", "KD 7D") == ("KD", {"7D": "no-rise"})
    assert legal("libre", "H", "TD 7H", "9D 7D")[0] == "9D 7D"
    spare = house_with("libre", rise_plain="opponents")
    assert legal(spare, "H", "TD 7D", "AD 9D")[0] == "AD 9D"
    assert legal(spare, "H", "7D TD", "AD 9D")[0] == "AD"


def test_void():
    # An opponent is winning with a card of the led suit.
    assert legal("french", "H", "TD", "AS 7H") == ("7H", {"AS": "no-trump"})
    assert legal("libre", "H", "TD", "AS 7H")[0] == "AS 7H"
    assert legal("espanola-4", "H", "TD", "AS 7H")[0] == "AS 7H"
    # The partner is winning.
    for name in ["french", "piedicavallo", "salotto", "bulgarian", "libre", "espanola-4"]:
        assert legal(name, "H", "TD 7D", "AS 7H KH")[0] == "AS 7H KH"
    # An opponent has cut.
    assert legal("french", "H", "TD TH", "AS 7H AH") == (
        "AH",
        {"AS": "no-trump", "7H": "no-overtrump"},
    )
    assert legal("libre", "H", "TD TH", "AS 7H AH") == (
        "AH",
        {"AS": "no-trump", "7H": "no-overtrump"},
    )
    assert legal("espanola-4", "H", "TD TH", "AS 7H AH")[0] == "AS 7H AH"
    # An opponent's cut cannot be beaten.
    assert legal("bulgarian", "H", "TD TH", "AS 7H KH")[0] == "AS 7H KH"
    assert legal("libre", "H", "TD TH", "AS 7H KH")[0] == "AS 7H KH"
    for name in ["piedicavallo", "salotto", "french"]:
        assert legal(name, "H", "TD TH", "AS 7H KH") == ("7H KH", {"AS": "no-trump"})
    low = house_with("piedicavallo", under="lowest")
    assert legal(low, "H", "TD TH", "AS 8H KH 7H") == (
        "7H",
        {"AS": "no-trump", "8H": "not-lowest", "KH": "not-lowest"},
    )
    # Trump is led, and the player has none.
    assert legal("piedicavallo", "H", "TH", "AS 7D")[0] == "AS 7D"


def test_void_and_partner_has_cut():
    trick = "7D TH 8D"  # S leads, E cuts, N follows; W is E's partner
    hand = "AS 7H AH"
    assert legal("french", "H", trick, hand)[0] == "AS 7H AH"
    assert legal("libre", "H", trick, hand)[0] == "AH"
    assert legal("libre", "H", trick, "AS 7H KH")[0] == "AS 7H KH"
    higher = house_with("french", over_partner="higher")
    assert legal(higher, "H", trick, hand) == ("AS AH", {"7H": "no-overtrump"})
    assert legal(higher, "H", trick, "AS 7H KH")[0] == "AS 7H KH"
    # If the partner is winning with a plain card, a trump need not be high.
    assert legal(higher, "H", "7D AD 8D", hand)[0] == "AS 7H AH"
    trump = house_with("french", partner="trump")
    assert legal(trump, "H", trick, hand) == ("7H AH", {"AS": "no-trump"})
    trump = house_with("french", partner="trump", over_partner="higher")
    assert legal(trump, "H", trick, hand) == ("AH", {"AS": "no-trump", "7H": "no-overtrump"})
    over = house_with("french", partner="over", under="free")
    assert legal(over, "H", trick, hand) == ("AH", {"AS": "no-trump", "7H": "no-overtrump"})
    assert legal(over, "H", "7D AD 8D", hand) == ("7H AH", {"AS": "no-trump"})
    assert legal(over, "H", trick, "AS 7H KH")[0] == "AS 7H KH"  # the rule `under` is free
    over = house_with("french", partner="over", under="lowest")
    assert legal(over, "H", trick, "AS 7H KH") == ("7H", {"AS": "no-trump", "KH": "not-lowest"})
    plain = house_with("libre", overcut="free")
    assert legal(plain, "H", trick, hand)[0] == "AS 7H AH"


# --- melds -----------------------------------------------------------------------------------

EXAMPLE = {
    "S": cards("AH KH QH 7C 8C 9D TD JS"),
    "E": cards("JH 9H TC KC QC 7D 8D AS"),
    "N": cards("TH 8H 9C JC AC QD KS QS"),
    "W": cards("7H JD KD AD TS 9S 8S 7S"),
}
EXAMPLE_PLAYS = cards("""AH 9H 8H 7H  QC JC 7S 7C  JH TH KD QH  8D QD JD TD
                         9D 7D AC AD  TS JS AS KS  KC 9C 8S 8C  TC QS 9S KH""")


def held(name, hand, contract="H"):
    house = name
    if isinstance(name, str):
        house = HOUSES[name]
    found = []
    for meld in naive_melds.hand_melds(house, contract, cards(hand)):
        found.append(f"{meld['kind']} {' '.join(meld['cards'])} {meld['points']}")
    return found


def test_melds_example():
    answer = naive.melds(HOUSES["piedicavallo"], "H", "S", EXAMPLE)
    assert answer == {
        "melds": {
            "S": [{"kind": "tierce", "cards": cards("AH KH QH"), "points": 20}],
            "E": [],
            "N": [],
            "W": [{"kind": "quarte", "cards": cards("TS 9S 8S 7S"), "points": 50}],
        },
        "score": {"NS": 0, "EW": 50},
    }


def test_melds_of_a_hand():
    assert held("french", "JS JD JC JH 7H 8H 9H AS") == [
        "carre JS JH JD JC 200",
        "tierce 9H 8H 7H 20",
    ]
    assert held("french", "7S 7D 7H 7C 8S 8H 8D 8C") == []
    assert held("french", "AS KS QS JS TS 9S 7D 8D") == ["quint AS KS QS JS TS 100"]
    assert held("french", "AS KS QS JS TS 9S 8S 8D") == ["quint AS KS QS JS TS 100"]
    whole = "AS KS QS JS TS 9S 8S 7S"
    assert held("french", whole) == ["quint AS KS QS JS TS 100"]
    assert held("piedicavallo", whole) == ["quint AS KS QS JS TS 100"]
    assert held("bulgarian", whole) == ["quint AS KS QS JS TS 100", "tierce 9S 8S 7S 20"]
    assert held("espanola-4", whole) == ["quint AS KS QS JS TS 100", "tierce 9S 8S 7S 20"]
    # A card counts in one meld only: here the king of spades in the carré, which is worth more.
    assert held("french", "KS KH KD KC AS QS JS TS") == [
        "carre KS KH KD KC 100",
        "tierce QS JS TS 20",
    ]
    assert held("french", "KS KH KD KC AS QS JS 7D") == ["carre KS KH KD KC 100"]
    assert held("espanola-2", "KS KH KD KC AS QS JS TS 9S") == [
        "carre KS KH KD KC 100",
        "quarte QS JS TS 9S 50",
    ]
    # In no trumps only four aces count, and only in some houses. In salotto no melds count.
    aces = "AS AH AD AC 7S 8S 9S TS"
    assert held("bulgarian", aces, "NT") == []
    assert held(house_with("bulgarian", no_trump="aces"), aces, "NT") == ["carre AS AH AD AC 200"]
    assert held("salotto", aces) == []


def contest(name, contract="H", leader="S", **hands):
    """Return the meld points of NS and EW; `hands` has only the relevant cards of each seat."""
    house = name
    if isinstance(name, str):
        house = HOUSES[name]
    all_hands = {}
    for seat in "SENW":
        all_hands[seat] = cards(hands.get(seat, ""))
    score = naive.melds(house, contract, leader, all_hands)["score"]
    return score["NS"], score["EW"]


@pytest.mark.parametrize(
    "ours, theirs, result",
    [
        # equal plain sequences: no side scores
        ("7C 8C 9C", "7S 8S 9S", (0, 0)),
        # equal trump and plain sequences: trump scores
        ("7H 8H 9H", "7S 8S 9S", (20, 0)),
        # the sequence with the higher top card scores; with equal top cards no side scores
        ("7D 8D 9D", "8S 9S TS", (0, 20)),
        ("TS JS QS", "JC QC KC", (0, 20)),
        ("AH KH QH", "AD KD QD", (20, 0)),
        ("7S 8S 9S TS", "7D 8D 9D TD", (0, 0)),
        ("7D 8D 9D TD", "8S 9S TS JS", (0, 50)),
        ("AC KC QC JC", "KD QD JD TD", (50, 0)),
        # a carré of 100 points beats a sequence of 100 points
        ("AC KC QC JC TC", "QS QH QD QC", (0, 100)),
        # the better carré scores
        ("AS AH AD AC", "TS TH TD TC", (100, 0)),
        ("9S 9H 9D 9C", "AS AH AD AC", (150, 0)),
    ],
)
def test_contest_in_piedicavallo(ours, theirs, result):
    assert contest("piedicavallo", S=ours, E=theirs) == result


def test_contests():
    # The side of the best meld scores all its melds. Of equal melds a trump sequence is the best.
    # Without one, the best is the meld of the player who plays first.
    assert contest("french", S="7C 8C 9C", E="7S 8S 9S", W="TD JD QD KD") == (0, 70)
    assert contest("french", S="7C 8C 9C", E="7S 8S 9S") == (20, 0)
    assert contest("french", leader="E", S="7C 8C 9C", E="7S 8S 9S") == (0, 20)
    assert contest("french", leader="W", S="7C 8C 9C", E="7S 8S 9S") == (20, 0)
    assert contest("french", leader="E", S="7H 8H 9H", E="7S 8S 9S") == (20, 0)
    # A longer sequence is no better than five cards.
    assert contest("french", leader="E", S="AC KC QC JC TC 9C", E="AS KS QS JS TS") == (0, 100)
    # In the house `bulgarian`, carrés and sequences have separate contests. Equal sequences do
    # not score.
    assert contest("bulgarian", S="9S 9H 9D 9C", E="AS KS QS") == (150, 20)
    assert contest("french", S="9S 9H 9D 9C", E="AS KS QS") == (150, 0)
    assert contest("bulgarian", S="7H 8H 9H", E="7S 8S 9S") == (0, 0)
    # A carré excludes the sequences of the other side.
    assert contest("espanola-4", S="9S 9H 9D 9C", E="AS KS QS") == (150, 0)
    assert contest("espanola-4", S="9S 9H 9D 9C", N="7S 8S TS", E="AS KS QS") == (150, 0)
    assert contest("espanola-4", S="9S 9H 9D 9C", N="QC JC TC", E="AS KS QS") == (170, 0)
    assert contest(
        "espanola-4", S="9S 9H 9D 9C 7S 8S", N="QC JC TC", E="AS AH AD AC", W="KS QS JS"
    ) == (150, 0)
    assert contest("espanola-4", S="TC 9C 8C 7C", E="AS KS QS") == (50, 0)
    # All suits are trump, so no suit is better.
    at = house_with("bulgarian", equal="trump-cancel")
    assert contest(at, "AT", S="7H 8H 9H", E="7S 8S 9S") == (0, 0)
    at = house_with("bulgarian", equal="trump-elder")
    assert contest(at, "AT", leader="W", S="7H 8H 9H", E="7S 8S 9S") == (20, 0)
    # There are two players.
    answer = naive.melds(
        HOUSES["espanola-2"], "H", "N", {"S": cards("7C 8C 9C"), "N": cards("7S 8S 9S")}
    )
    assert answer["score"] == {"N": 20, "S": 0}


# --- score -----------------------------------------------------------------------------------


def test_deal_example():
    answer = naive.deal(HOUSES["piedicavallo"], "H", "S", "S", 1, 0, EXAMPLE, EXAMPLE_PLAYS)
    assert answer == {
        "cards": {"NS": 42, "EW": 120},
        "tricks": {"NS": 2, "EW": 6},
        "melds": {"NS": 0, "EW": 50},
        "belote": {"NS": 20, "EW": 0},
        "outcome": "failed",
        "score": {"NS": 0, "EW": 230},
        "hanging": 0,
        "faults": [],
    }


def score(
    name, ours, theirs, melds=(0, 0), belote=(0, 0), contract="H", factor=1, hanging=0, won=(4, 4)
):
    """Score a deal in which NS took; return outcome, both scores and hanging sum."""
    house = name
    if isinstance(name, str):
        house = HOUSES[name]

    def pair(two):
        return {"NS": two[0], "EW": two[1]}

    answer = naive_score.score_hand(
        house,
        contract,
        "S",
        factor,
        hanging,
        pair((ours, theirs)),
        pair(won),
        pair(melds),
        pair(belote),
    )
    return (answer["outcome"], answer["score"]["NS"], answer["score"]["EW"], answer["hanging"])


def test_piedicavallo_needs():
    # With `a` points of melds the taker needs 82 - a/2 card points; one point less is a litige.
    # Against these melds the defenders need 82 + a/2 card points, and then score 160 + a.
    for a in [20, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150]:
        need = 82 - a // 2
        assert score("piedicavallo", need, 162 - need, (a, 0))[0] == "made"
        assert score("piedicavallo", need - 1, 163 - need, (a, 0))[0] == "litige"
        assert score("piedicavallo", need - 2, 164 - need, (a, 0)) == ("failed", 0, 160 + a, 0)
        need = 82 + a // 2
        assert score("piedicavallo", 162 - need, need, (a, 0)) == ("failed", 0, 160 + a, 0)
        assert score("piedicavallo", 163 - need, need - 1, (a, 0))[0] == "litige"
    assert score("piedicavallo", 82, 80) == ("made", 80, 80, 0)
    assert score("piedicavallo", 97, 65) == ("made", 100, 70, 0)
    assert score("piedicavallo", 107, 55) == ("made", 110, 60, 0)
    assert score("piedicavallo", 81, 81) == ("litige", 0, 80, 80)
    assert score("piedicavallo", 81, 81, (20, 0), (0, 20)) == ("litige", 0, 100, 100)
    assert score("piedicavallo", 162, 0, (0, 20), (20, 0), won=(8, 0)) == ("capot", 290, 0, 0)
    assert score("piedicavallo", 0, 162, (20, 0), (20, 0), won=(0, 8)) == (
        "reverse-capot",
        0,
        390,
        0,
    )


def test_piedicavallo_hanging():
    assert score("piedicavallo", 100, 62, hanging=80) == ("made", 180, 60, 0)
    assert score("piedicavallo", 60, 102, hanging=80) == ("failed", 0, 240, 0)
    assert score("piedicavallo", 0, 162, hanging=80, won=(0, 8)) == ("reverse-capot", 0, 430, 0)
    assert score("piedicavallo", 81, 81, hanging=100) == ("litige", 0, 180, 80)


def test_salotto():
    assert score("salotto", 82, 80) == ("made", 82, 80, 0)
    assert score("salotto", 62, 100, belote=(20, 0)) == ("failed", 20, 162, 0)
    assert score("salotto", 71, 91, belote=(20, 0)) == ("litige", 20, 91, 71)
    assert score("salotto", 85, 77, belote=(0, 20)) == ("failed", 0, 182, 0)
    assert score("salotto", 91, 71, belote=(0, 20)) == ("litige", 0, 91, 91)
    assert score("salotto", 81, 81, hanging=71) == ("litige", 0, 81, 152)
    assert score("salotto", 90, 72, hanging=152) == ("made", 242, 72, 0)
    assert score("salotto", 162, 0, belote=(20, 0), won=(8, 0)) == ("capot", 272, 0, 0)
    assert score("salotto", 0, 162, belote=(20, 0), won=(0, 8)) == ("reverse-capot", 20, 252, 0)


def test_french():
    assert score("french", 82, 80, (0, 50)) == ("failed", 0, 212, 0)
    assert score("french", 60, 102, (50, 0), (20, 0)) == ("made", 130, 102, 0)
    assert score("french", 40, 122, (50, 0), (20, 0)) == ("failed", 20, 212, 0)
    assert score("french", 46, 116, (50, 0), (20, 0)) == ("litige", 20, 116, 96)
    assert score("french", 162, 0, (20, 0), (0, 20), won=(8, 0)) == ("capot", 272, 20, 0)
    assert score("french", 162, 0, (0, 50), won=(8, 0)) == ("capot", 252, 50, 0)
    assert score("french", 0, 162, (50, 0), (20, 0), won=(0, 8)) == ("reverse-capot", 20, 302, 0)


def test_espanola():
    assert score("espanola-4", 86, 100, (50, 0), (0, 20)) == ("scored", 136, 120, 0)
    assert score("espanola-4", 176, 0, won=(8, 0)) == ("capot", 276, 0, 0)
    assert score("espanola-4", 0, 176, won=(0, 8)) == ("capot", 0, 276, 0)


def test_bulgarian():
    b = "bulgarian"
    # Match points: 35 points in a suit are 3, and 125 points in AT are 13. In NT points count
    # twice: 54 points become 108, which are 11.
    assert score(b, 127, 35) == ("made", 13, 3, 0)
    assert score(b, 133, 125, contract="AT") == ("made", 13, 13, 0)
    assert score(b, 76, 54, contract="NT") == ("made", 15, 11, 0)
    # 154 to 144 in AT with two tierces
    assert score(b, 114, 144, (40, 0), contract="AT") == ("made", 15, 15, 0)
    assert score(b, 96, 66) == ("made", 9, 7, 0)
    assert score(b, 86, 76) == ("made", 8, 8, 0)
    # contract failed
    assert score(b, 60, 102) == ("failed", 0, 16, 0)
    assert score(b, 60, 102, (20, 0)) == ("failed", 0, 18, 0)
    assert score(b, 100, 158, contract="AT") == ("failed", 0, 26, 0)
    assert score(b, 60, 70, contract="NT") == ("failed", 0, 26, 0)
    # equal points: with a last digit of 6 the defenders' score is rounded down, the taker's up
    assert score(b, 81, 81) == ("litige", 0, 8, 8)
    assert score(b, 86, 76, (0, 10)) == ("litige", 0, 8, 9)
    assert score(b, 81, 81, hanging=8) == ("litige", 0, 8, 16)
    assert score(b, 100, 62, hanging=16) == ("made", 26, 6, 0)
    assert score(b, 60, 102, hanging=16) == ("failed", 0, 32, 0)
    # doubled
    assert score(b, 82, 80, factor=2) == ("made", 32, 0, 0)
    assert score(b, 80, 82, factor=4, hanging=5) == ("failed", 0, 69, 0)
    assert score(b, 81, 81, factor=2) == ("litige", 0, 0, 32)
    # all tricks
    assert score(b, 162, 0, won=(8, 0)) == ("capot", 25, 0, 0)
    assert score(b, 162, 0, won=(8, 0), factor=4) == ("capot", 25, 0, 0)
    assert score(b, 0, 162, won=(0, 8), factor=4) == ("reverse-capot", 0, 25, 0)
    assert score(b, 130, 0, won=(8, 0), contract="NT") == ("capot", 44, 0, 0)
    assert score(b, 0, 258, (400, 0), won=(0, 8), contract="AT") == ("made", 40, 35, 0)
    k = house_with(b, kirtik=10)
    assert score(k, 60, 102) == ("failed", -10, 16, 0)
    assert score(k, 80, 82, factor=2) == ("failed", -10, 32, 0)
    assert score(k, 82, 80, factor=2) == ("made", 32, -10, 0)
    assert score(k, 0, 162, won=(0, 8)) == ("reverse-capot", -10, 25, 0)
    assert score(k, 162, 0, won=(8, 0)) == ("capot", 25, -10, 0)


def test_switches_of_the_score():
    assert score(house_with("french", litige="failed"), 81, 81) == ("failed", 0, 162, 0)
    assert score(house_with("french", litige="shared"), 81, 81) == ("litige", 81, 81, 0)
    assert score(house_with("salotto", success="quota"), 82, 80, belote=(0, 20)) == (
        "made",
        82,
        100,
        0,
    )
    assert score(house_with("french", belote_counts="no"), 80, 82, belote=(20, 0)) == (
        "failed",
        20,
        162,
        0,
    )
    assert score(house_with("french", fail_melds="own"), 40, 122, (50, 0)) == (
        "failed",
        50,
        162,
        0,
    )


def test_belote_order():
    for first, second, points in [("KH", "QH", 20), ("QH", "KH", 0)]:
        plays = cards(first + " 7D 7S 7C " + second + " 8D 8S 8C")
        tricks = naive_play.finished_tricks(HOUSES["salotto"], "H", "S", plays)
        called = naive_score.belotes_called(HOUSES["salotto"], "H", tricks)
        assert called == {"NS": points, "EW": 0}
        called = naive_score.belotes_called(HOUSES["french"], "H", tricks)
        assert called == {"NS": 20, "EW": 0}


def test_belotes_in_all_trumps_and_none():
    plays = []
    for rank in "JQK":
        plays += [rank + suit for suit in "SHDC"]
    tricks = naive_play.finished_tricks(HOUSES["bulgarian"], "AT", "S", plays)
    assert naive_score.belotes_called(HOUSES["bulgarian"], "AT", tricks) == {"NS": 40, "EW": 40}
    assert naive_score.belotes_called(HOUSES["bulgarian"], "NT", tricks) == {"NS": 0, "EW": 0}
    assert naive_score.belotes_called(HOUSES["bulgarian"], "S", tricks) == {"NS": 20, "EW": 0}


def test_no_counting_trick_no_melds():
    # N holds every trump and takes all tricks.
    hands = {"S": cards("7S 8S 9S 7D 8D 9D 7C 8C TC"), "N": cards("JH 9H AH TH KH QH 8H 7H AS")}
    plays = []
    for mine, theirs in zip(hands["N"], hands["S"], strict=True):
        plays += [mine, theirs]
    answer = naive.deal(HOUSES["espanola-2"], "H", "S", "N", 1, 0, hands, plays)
    assert answer["melds"] == {"N": 120, "S": 0}
    assert answer["belote"] == {"N": 20, "S": 0}
    assert answer["tricks"] == {"N": 9, "S": 0}
    # card points: hearts 68, ace 11, ten 10; 100 for all tricks instead of the last trick's 10
    assert answer["cards"] == {"N": 89, "S": 0}
    assert answer["score"] == {"N": 89 + 100 + 120 + 20, "S": 0}
    # S wins no trick with points, so its melds score nothing. But they are better than N's melds,
    # so these score nothing either.
    hands = {"S": cards("7S 8S 9S TS 7D 8D 9D 7C 8C"), "N": cards("JH 9H AH KD QH 8H 7H AS KC")}
    plays = []
    for mine, theirs in zip(hands["N"], hands["S"], strict=True):
        plays += [mine, theirs]
    answer = naive.deal(HOUSES["espanola-2"], "H", "S", "N", 1, 0, hands, plays)
    assert answer["melds"] == {"N": 0, "S": 0}


def test_every_hand_adds_up():
    rng = Random(77)
    seen = set()
    for _ in range(300):
        house = random_house(rng)
        request = random_deal(rng, house, wrong=0)
        answer = naive.answer(house, request)
        seen.add(answer["outcome"])
        assert answer["faults"] == []
        total = sum(answer["cards"].values())
        whole = 0
        for card in [card for hand in request["hands"].values() for card in hand]:
            whole += naive_cards.card_points(house, request["contract"], card)
        swept = naive_cards.hand_size(house) in answer["tricks"].values()
        if not (swept and house["capot_as"] == "premium"):
            whole += 10
        assert total == whole
        for seat in request["hands"]:
            for meld in naive_melds.hand_melds(house, request["contract"], request["hands"][seat]):
                assert all(card in request["hands"][seat] for card in meld["cards"])
    assert {"made", "failed", "scored", "capot", "reverse-capot"} <= seen


def test_a_tie_can_be_asked_for():
    rng = Random(4)
    got = 0
    for _ in range(5):
        request = random_deal(rng, HOUSES["french"], want="litige", tries=200)
        answer = naive.answer(HOUSES["french"], request)
        if answer["outcome"] == "litige":
            got += 1
            assert answer["hanging"] > request["hanging"]
    assert got


def test_faults_are_listed_and_stay():
    house = HOUSES["french"]
    plays = list(EXAMPLE_PLAYS)
    answer = naive.deal(house, "H", "S", "S", 1, 0, EXAMPLE, plays)
    assert answer["faults"] == []
    # East throws a diamond on the trump lead.
    plays = cards("AH 7D 8H 7H")
    assert naive_play.faults(house, "H", "S", EXAMPLE, plays) == [
        {"seat": "E", "play": 1, "card": "7D", "code": "revoke"}
    ]
    plays = cards("TH 9H 8H 7H")
    hands = {"S": cards("TH AS"), "E": cards("9H AC"), "N": cards("8H JH"), "W": cards("7H KC")}
    assert naive_play.faults(house, "H", "S", hands, plays) == [
        {"seat": "N", "play": 2, "card": "8H", "code": "no-rise"}
    ]


# --- audit -----------------------------------------------------------------------------------


def test_audit_example():
    plays = cards("8D QC QD 7D AC 7C 9D 9C JC TC QH 7H")
    assert naive.audit(HOUSES["piedicavallo"], "H", "S", {}, plays) == {
        "proofs": [{"seat": "E", "play": 1, "card": "QC", "code": "no-trump", "proved_by": 11}],
        "suspicion": None,
    }


def test_audit_known_and_shown():
    house = HOUSES["french"]
    plays = cards("AS 7D 8S")
    assert naive.audit(house, "H", "S", {"E": cards("9S")}, plays)["proofs"] == [
        {"seat": "E", "play": 1, "card": "7D", "code": "revoke", "proved_by": 1}
    ]
    assert naive.audit(house, "H", "S", {"E": cards("JH")}, plays)["proofs"] == [
        {"seat": "E", "play": 1, "card": "7D", "code": "no-trump", "proved_by": 1}
    ]
    assert naive.audit(house, "H", "S", {}, plays)["proofs"] == []
    assert naive.audit(house, "H", "S", {}, plays, [(2, "E", "JH")])["proofs"] == [
        {"seat": "E", "play": 1, "card": "7D", "code": "no-trump", "proved_by": 2}
    ]


def test_lemma_of_pairs():
    """A play is legal from a hand exactly when it is legal from each pair {card, other card}.

    The broken duty is the first one, in the order of `CODES`, that a pair breaks.
    """
    rng = Random(11)
    houses = [HOUSES[name] for name in NAMES]
    checked = 0
    for number in range(6000):
        house = houses[number % len(houses)] if number % 2 else random_house(rng)
        request = random_position(rng, house)
        contract, leader, trick = request["contract"], request["leader"], request["trick"]
        answer = naive.answer(house, request)
        for card in request["hand"]:
            codes = []
            for other in request["hand"]:
                if other != card:
                    pair = naive.legal(house, contract, leader, trick, [card, other])
                    codes.append(pair["why"].get(card))
            assert naive_audit.first_code(codes) == answer["why"].get(card)
            checked += 1
        assert answer["legal"] or not request["hand"]
    assert checked > 20000


def test_audit_by_trying_and_by_pairs_agree(monkeypatch):
    rng = Random(23)
    codes = set()
    for _ in range(60):
        house = random_house(rng)
        request = random_audit(rng, house, wrong=25)
        monkeypatch.setattr(naive_audit, "TRY_EVERY_HAND", 3000)
        one = naive.answer(house, request)
        monkeypatch.setattr(naive_audit, "TRY_EVERY_HAND", 0)
        assert naive.answer(house, request) == one
        codes.update(proof["code"] for proof in one["proofs"])
    assert len(codes) > 3


def test_audit_accuses_only_offenders_and_finds_every_shown_offence():
    rng = Random(31)
    proved = 0
    for _ in range(60):
        house = random_house(rng)
        deal = random_deal(rng, house, wrong=15)
        answer = naive.audit(house, deal["contract"], deal["leader"], {}, deal["plays"])
        faults = naive_play.faults(
            house, deal["contract"], deal["leader"], deal["hands"], deal["plays"]
        )
        # After the last card all hands are known, so exactly the faults are proved.
        assert sorted(p["play"] for p in answer["proofs"]) == [f["play"] for f in faults]
        assert answer["suspicion"] is None
        proved += len(faults)
    assert proved > 50


def whole_deals(house, cards_left, room):
    """Yield every possible deal of the cards, as a dict of hands by seat."""
    seats = naive_cards.seats_of(house)

    def fill(i, left):
        if i == len(seats):
            yield {}
            return
        for hand in naive_audit.every_choice(left, room[seats[i]]):
            rest = [card for card in left if card not in hand]
            for more in fill(i + 1, rest):
                more[seats[i]] = hand
                yield more

    return fill(0, cards_left)


@pytest.mark.soak
def test_suspicion_against_every_deal():
    """The suspicion equals that of a search which deals the unseen cards in every way."""
    rng = Random(47)
    suspects = 0
    for _ in range(150):
        house = random_house(rng)
        if house["players"] == 2:
            continue
        deal = random_deal(rng, house, wrong=12)
        contract, leader = deal["contract"], deal["leader"]
        plays = deal["plays"][: 23 + rng.randrange(9)]
        answer = naive.audit(house, contract, leader, {}, plays)
        proved = [proof["play"] for proof in answer["proofs"]]
        steps = naive_play.follow_plays(house, contract, leader, plays)
        left = [card for card in naive.all_cards() if card not in plays]
        seats = naive_cards.seats_of(house)
        laid = {seat: [s["card"] for s in steps if s["seat"] == seat] for seat in seats}
        room = {seat: 8 - len(laid[seat]) for seat in seats}
        smallest = []
        for ends in whole_deals(house, left, room):
            bad = set()
            for step in steps:
                if step["play"] in proved or step["seat"] in bad:
                    continue
                mine = laid[step["seat"]]
                hand = mine[mine.index(step["card"]) :] + ends[step["seat"]]
                if (
                    naive_play.duty_broken(
                        house, contract, step["leader"], step["trick"], hand, step["card"]
                    )
                    is not None
                ):
                    bad.add(step["seat"])
            if not smallest or len(bad) < len(smallest[0]):
                smallest = [bad]
            elif len(bad) == len(smallest[0]):
                smallest.append(bad)
            if not bad:
                break
        if not smallest[0]:
            assert answer["suspicion"] is None
        else:
            suspects += 1
            union = set().union(*smallest)
            assert answer["suspicion"] == {"seats": [s for s in seats if s in union]}
    assert suspects > 0


# --- auction and match -----------------------------------------------------------------------


def said(name, calls, elder="S", **more):
    house = name
    if isinstance(name, str):
        house = HOUSES[name]
    a = naive.auction(house, elder, calls.split(), **more)
    return a["state"], a["contract"], a["taker"], a["factor"], a["error_at"]


def test_upcard_rounds():
    assert said("french", "pass H", upcard="H") == ("contract", "H", "E", 1, None)
    assert said("salotto", "pass H", upcard="H") == ("contract", "H", "W", 1, None)
    assert said("french", "pass S", upcard="H") == ("open", None, None, 1, 1)
    assert said("french", "pass pass pass pass S", upcard="H")[:3] == ("contract", "S", "S")
    assert said("french", "pass pass pass pass H", upcard="H")[4] == 4
    assert said("french", "pass " * 8, upcard="H")[0] == "thrown-in"
    assert said("libre", "pass " * 4, upcard="H")[0] == "thrown-in"
    assert said("libre", "pass " * 4, upcard="H", second_round_allowed=True)[0] == "open"
    assert said("libre", "pass " * 5 + "H", upcard="H", second_round_allowed=True)[:3] == (
        "contract",
        "H",
        "E",
    )
    assert said("espanola-2", "pass pass S", upcard="H", elder="N")[:3] == ("contract", "S", "N")
    assert said("espanola-2", "pass " * 4, upcard="H")[0] == "thrown-in"
    assert said("french", "H pass", upcard="H") == ("contract", "H", "S", 1, 1)
    assert said("french", "NT", upcard="H")[4] == 0


def test_auction():
    b = "bulgarian"
    assert said(b, "pass " * 4)[0] == "thrown-in"
    assert said(b, "pass pass pass H pass pass pass")[:3] == ("contract", "H", "W")
    assert said(b, "H D")[4] == 1
    assert said(b, "H double pass pass pass") == ("contract", "H", "S", 2, None)
    assert said(b, "H pass double")[4] == 2
    assert said(b, "H pass pass double pass pass") == ("open", "H", "S", 2, None)
    assert said(b, "H double redouble")[4] is None
    assert said(b, "H double S") == ("open", "S", "N", 1, None)
    assert said(b, "H redouble")[4] == 1
    assert said(b, "H double pass redouble")[4] == 3
    assert said(b, "H double double")[4] == 2
    assert said(b, "AT double redouble") == ("contract", "AT", "S", 4, None)
    assert said(b, "AT double redouble pass") == ("contract", "AT", "S", 4, 3)
    assert said(b, "H double redouble third")[4] == 3
    for word in ["x8", "match"]:
        third = house_with(b, third=word)
        assert said(third, "AT double redouble") == ("open", "AT", "S", 4, None)
        assert said(third, "AT double redouble third") == ("contract", "AT", "S", 8, None)
        assert said(third, "H double redouble third pass pass pass") == (
            "contract",
            "H",
            "S",
            8,
            None,
        )
        assert said(third, "H double redouble pass third")[4] == 4


def test_between_hands():
    f = HOUSES["french"]
    assert naive.match_result(f, {"NS": 990, "EW": 400}) is None
    assert naive.match_result(f, {"NS": 1010, "EW": 1200}) == "EW"
    assert naive.match_result(f, {"NS": 1010, "EW": 1010}) is None
    assert naive.match_result(HOUSES["bulgarian"], {"NS": 160, "EW": 20}, True) is None
    assert naive.match_result(HOUSES["bulgarian"], {"NS": 160, "EW": 20}, False) == "NS"
    assert naive.next_dealer(f, "S", False, {"NS": 1, "EW": 2}) == "E"
    assert naive.next_dealer(HOUSES["salotto"], "S", False, {"NS": 1, "EW": 2}) == "W"
    two = HOUSES["espanola-2"]
    assert naive.next_dealer(two, "S", False, {"N": 5, "S": 9}) == "S"
    assert naive.next_dealer(two, "S", False, {"N": 9, "S": 5}) == "N"
    assert naive.next_dealer(two, "S", False, {"N": 5, "S": 5}) == "S"
    assert naive.next_dealer(two, "S", True, None) == "N"
