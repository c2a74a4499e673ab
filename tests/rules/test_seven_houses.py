"""Tests of situations that each of the seven houses must decide by its written rules.

Hearts are trump and South leads; the hand belongs to the player who is next in the trick.
"""

from helpers import NAMES, hand_of, house, may_lay, trick_of

FOUR = tuple(name for name in NAMES if name != "espanola-2")


def check(trick, hand, usual, names=NAMES, **others):
    """Check the legal cards in the houses `names`: `usual`, or `others[name]` if a house differs.

    A key of `others` has "_" where the name of the house has "-".
    """
    for name in names:
        wanted = others.get(name.replace("-", "_"), usual)
        answer = may_lay(trick_of(house(name), "H", "S", trick), hand)
        assert answer == wanted, (name, trick, hand, answer, wanted)
        yield


def test_suit_is_followed():
    yield from check("KS", "7S AH AC", "7S")


def test_a_trump_lead_must_be_beaten_in_each_house():
    yield from check("9H", "JH 7H AC", "JH")


def test_a_partners_trump_must_be_beaten_too():
    yield from check("9H 7H", "JH 8H", "JH", FOUR)


def test_only_piedicavallo_requires_the_lowest_trump():
    yield from check("JH", "AH 8H 7H", "AH 8H 7H", piedicavallo="7H")


def test_only_libre_requires_to_beat_a_plain_suit():
    yield from check("KS", "AS 7S", "AS 7S", libre="AS")


def test_the_ten_is_below_the_jack_in_libre_only():
    yield from check("JS", "TS AS", "TS AS", libre="AS")
    for name in FOUR:
        seat = trick_of(house(name), "H", "S", "JS TS").winner
        assert (seat == 2) == (name == "libre"), name
        yield


def test_libre_requires_to_beat_the_suit_even_when_it_was_cut():
    yield from check("KS 7H", "AS 7S", "AS 7S", FOUR, libre="AS")


def test_void_under_an_opponents_plain_card():
    free = "8H AC"
    yield from check("7S", free, "8H", espanola_2=free, espanola_4=free, libre=free)


def test_void_while_partner_is_winning_with_a_plain_card():
    yield from check("AS 7S", "8H AC", "8H AC", FOUR)


def test_void_and_able_to_overtrump_an_opponent():
    yield from check("7S 9H", "JH 7H AC", "JH", FOUR, espanola_4="JH 7H AC")


def test_void_and_not_able_to_overtrump_an_opponent():
    free = "9H 7H AC"
    yield from check("7S JH", free, "9H 7H", FOUR, espanola_4=free, bulgarian=free, libre=free)


def test_void_after_partners_cut():
    yield from check("7S 9H 8S", "JH 7H AC", "JH 7H AC", FOUR, libre="JH")
    yield from check("7S JH 8S", "9H 7H AC", "9H 7H AC", FOUR)


def test_all_trumps_and_no_trumps_in_bulgarian():
    rules = house("bulgarian")
    assert may_lay(trick_of(rules, "AT", "S", "9S"), "JS 7S AC") == "JS"
    assert may_lay(trick_of(rules, "AT", "S", "JS"), "9S 7S AC") == "9S 7S"
    assert may_lay(trick_of(rules, "AT", "S", "9S"), "JH AC") == "JH AC"
    assert may_lay(trick_of(rules, "NT", "S", "9S"), "AS 7S AC") == "AS 7S"
    assert may_lay(trick_of(rules, "NT", "S", "9S"), "JH AC") == "JH AC"


def points_of(rules, contract):
    trick = trick_of(rules, contract, "S", "")
    for suit in "CDHS":
        for rank in "789TJQKA":
            trick.lay("CDHS".index(suit) << 3 | "789TJQKA".index(rank))
    return trick.points


def test_the_pack_counts_152_but_176_in_espanola():
    for name in NAMES:
        assert points_of(house(name), "H") == (176 if name[:3] == "esp" else 152), name
        yield
    assert points_of(house("bulgarian"), "AT") == 248
    assert points_of(house("bulgarian"), "NT") == 120


def test_play_goes_to_the_right_except_in_salotto():
    for name in NAMES:
        trick = trick_of(house(name), "H", "S", "7S")
        assert trick.seat == {"salotto": 3, "espanola-2": 0}.get(name, 1), name
        yield


def test_in_every_house_the_leader_may_play_any_card():
    for name in NAMES:
        for contract in ("C", "H", "NT", "AT"):
            trick = trick_of(house(name), contract, "S", "")
            assert trick.legal(hand_of("7S JH")) & 0x8FF == 0x8FF
        yield


# Values, from the written rules, of keys that the tests above do not cover.
SCORES = {
    "piedicavallo": "more 160 250 350 1000 hangs ten forfeit lead no each salt",
    "salotto": "both 162 252 252 1000 own none refuse no no each void",
    "espanola-2": "none 0 100 100 1000 own none points any yes each void",
    "espanola-4": "none 0 100 100 1000 own none points any yes each void",
    "bulgarian": "more 0 90 90 151 hangs match warn no no first void",
    "french": "more 162 252 252 1000 own none warn no no each void",
    "libre": "more 162 252 252 1000 own none warn no no each void",
}


def test_the_score_and_conduct_of_each_house():
    for name in NAMES:
        words = SCORES[name].split()
        rules = house(name)
        assert rules.success == ("none", "more", "quota", "both").index(words[0])
        assert (rules.fail, rules.capot, rules.reverse, rules.target) == tuple(
            int(word) for word in words[1:5]
        )
        assert rules.litige_belote == ("own", "hangs").index(words[5])
        assert rules.rounding == ("none", "ten", "match").index(words[6])
        assert rules.discipline == ("refuse", "warn", "points", "forfeit").index(words[7])
        assert rules.call_out == ("no", "lead", "any").index(words[8])
        assert rules.seven == ("no", "yes").index(words[9])
        assert rules.calls == ("each", "first").index(words[10])
        assert rules.late == ("void", "salt").index(words[11])
        yield
