"""Tests of melds in a hand and in contests, with the thirteen comparisons of Piedicavallo."""

from belote.melds import Melds
from codes.game import CONTRACTS, RANKS, name_of
from helpers import hand_of, house, seat_of

KINDS = ("tierce", "quarte", "quint", "carre")
ACES = "AC AD AH AS "
FOURS = "%sC %sD %sH %sS"
PIEDICAVALLO = house("piedicavallo")
WHOLE = "AS KS QS JS TS 9S 8S 7S"


def meld_name(meld):
    if meld.kind == 3:
        return "carre %s" % RANKS[meld.top]
    return "%s %s" % (KINDS[meld.kind], name_of(meld.suit << 3 | meld.top))


def held(rules, hand, contract="H"):
    """Return the melds of a hand, best first, and their points."""
    melds = Melds(rules)
    found = melds.find(1, hand_of(hand), CONTRACTS.index(contract))
    assert melds.of[1] is found and not (melds.of[0] or melds.of[2] or melds.of[3])
    return told(found)


def told(melds):
    """Return the names of melds and their points."""
    return ", ".join(["%s %d" % (meld_name(meld), meld.points) for meld in melds])


def contest(rules, contract, hands, elder="S"):
    """Return the meld points of North-South and East-West as a text such as "40:0".

    `hands` has only the relevant cards of S, E, N and W.
    """
    melds = Melds(rules)
    for i in range(len(hands)):
        melds.find(seat_of("SENW"[i]), hand_of(hands[i]), CONTRACTS.index(contract))
    out = [7, 7]
    melds.score(seat_of(elder), out)
    return "%d:%d" % (out[0], out[1])


def meet(contract, ours, theirs):
    """Return the meld points of two hands in Piedicavallo, those of `ours` first.

    Fail if the elder changes the result, or if the points do not change sides with the hands.
    """
    result = contest(PIEDICAVALLO, contract, [ours, theirs])
    sides = result.split(":")
    turned = sides[1] + ":" + sides[0]
    for elder in "NESW":
        assert contest(PIEDICAVALLO, contract, [ours, theirs], elder) == result
        assert contest(PIEDICAVALLO, contract, [theirs, ours], elder) == turned
    return result


def test_comparison_1_two_low_plain_tierces_cancel():
    assert meet("H", "7C 8C 9C", "7S 8S 9S") == "0:0"


def test_comparison_2_a_low_trump_tierce_beats_its_plain_twin():
    assert meet("C", "7C 8C 9C", "7S 8S 9S") == "20:0"


def test_comparison_3_the_tierce_with_the_higher_top_is_better():
    assert meet("C", "7D 8D 9D", "8H 9H TH") == "0:20"


def test_comparison_4_two_plain_tierces_from_the_ace_cancel():
    assert meet("C", "AS KS QS", "AH KH QH") == "0:0"


def test_comparison_5_a_trump_tierce_from_the_ace_beats_its_plain_twin():
    assert meet("C", "AC KC QC", "AD KD QD") == "20:0"


def test_comparison_6_a_tierce_from_the_king_beats_one_from_the_queen():
    assert meet("C", "TS JS QS", "JH QH KH") == "0:20"


def test_comparison_7_the_belote_tierce_from_the_ace_scores_as_a_tierce():
    assert meet("H", "AH KH QH", "AS KS QS") == "20:0"


def test_comparison_8_the_belote_tierce_from_the_king_scores_as_a_tierce():
    assert meet("H", "KH QH JH", "KS QS JS") == "20:0"


def test_comparison_9_two_plain_fifties_cancel():
    assert meet("H", "7S 8S 9S TS", "7D 8D 9D TD") == "0:0"


def test_comparison_10_a_trump_fifty_beats_its_plain_twin():
    assert meet("C", "7C 8C 9C TC", "7H 8H 9H TH") == "50:0"


def test_comparison_11_the_fifty_with_the_higher_top_is_better():
    assert meet("C", "7D 8D 9D TD", "8S 9S TS JS") == "0:50"


def test_comparison_12_a_trump_fifty_from_the_ace_beats_its_plain_twin():
    assert meet("S", "AC KC QC JC", "AS KS QS JS") == "0:50"


def test_comparison_13_a_fifty_from_the_ace_beats_one_from_the_king():
    assert meet("S", "AH KH QH JH", "KD QD JD TD") == "50:0"


def test_hundreds_compare_the_same_way():
    assert meet("H", "7C 8C 9C TC JC", "7S 8S 9S TS JS") == "0:0"


def test_a_trump_hundred_beats_its_plain_twin():
    assert meet("C", "7C 8C 9C TC JC", "7S 8S 9S TS JS") == "100:0"


def test_the_hundred_with_the_higher_top_is_better():
    assert meet("C", "7D 8D 9D TD JD", "8S 9S TS JS QS") == "0:100"


def test_the_best_meld_makes_the_partners_lower_ones_score():
    assert (
        contest(PIEDICAVALLO, "C", ["7D 8D 9D", "9S TS JS", "7H 8H 9H TH", "AS KS QS"]) == "70:0"
    )
    assert contest(PIEDICAVALLO, "C", ["7D 8D 9D", "9S TS JS", "7H 8H 9H", "AS KS QS"]) == "0:40"


def test_a_tie_for_best_cancels_what_both_sides_have():
    assert contest(PIEDICAVALLO, "C", ["AD KD QD", "AS KS QS", "7H 8H 9H", ""]) == "0:0"
    # Nothing is cancelled if one side has a better meld, or if both equal melds are of one side.
    assert contest(PIEDICAVALLO, "C", ["AD KD QD", "AS KS QS", "7H 8H 9H TH", ""]) == "70:0"
    assert contest(PIEDICAVALLO, "C", ["AD KD QD", "7H 8H 9H", "AS KS QS", ""]) == "40:0"


def test_carres_and_their_points():
    rules = house("french")
    for rank, worth in (("J", 200), ("9", 150), ("A", 100), ("T", 100), ("K", 100), ("Q", 100)):
        four = FOURS % (rank, rank, rank, rank)
        assert held(rules, four) == "carre %s %d" % (rank, worth)
    for three in ("AD AH AS", "AC AH AS", "AC AD AS", "AC AD AH"):
        assert held(rules, three) == ""
    assert held(rules, "8C 8D 8H 8S 7C 7D 7H 7S") == ""


def carres_in_order(rules):
    """Check that each carré of J 9 A T K Q beats the next, even if the elder has the lower one."""
    for i in range(5):
        better = FOURS % tuple("J9ATKQ"[i] * 4)
        worse = FOURS % tuple("J9ATKQ"[i + 1] * 4)
        worth = (200, 150, 100, 100, 100)[i]
        assert contest(rules, "H", [worse, better], "S") == "0:%d" % worth
        assert contest(rules, "H", [better, worse], "E") == "%d:0" % worth


def test_carres_in_order_in_piedicavallo():
    carres_in_order(PIEDICAVALLO)


def test_carres_in_order_elsewhere():
    carres_in_order(house("french"))


def test_carres_in_order_where_they_compete_apart():
    carres_in_order(house("bulgarian"))


def test_a_carre_beats_a_hundred_in_sequence():
    for rules in (PIEDICAVALLO, house("libre")):
        assert contest(rules, "H", ["AH KH QH JH TH", "QC QD QS QH"], "S") == "0:100"


def test_short_sequences():
    rules = house("french")
    assert held(rules, "AS KS 9S 8S QD JD TH 7C") == ""
    assert held(rules, "AS KS QS 9S 8S QD JD TD") == "tierce AS 20, tierce QD 20"
    assert held(rules, "AS KS QS JS TD 9D 8D 7D") == "quarte AS 50, quarte TD 50"
    assert held(rules, "KS QS JS TS 9S 9D 8D 7D") == "quint KS 100, tierce 9D 20"
    # In sequences the order is A K Q J T 9 8 7, even where the ten beats the king. So ace, ten and
    # king are no sequence.
    assert held(rules, "AS TS KS 9S 7C 8C JC QC") == ""


def long_sequences(rules, whole):
    """Check that six or seven cards in sequence are one quint, and eight are the melds `whole`."""
    assert held(rules, "AS KS QS JS TS 9S 7S 7C") == "quint AS 100"
    assert held(rules, "KS QS JS TS 9S 8S 7S 7C") == "quint KS 100"
    assert held(rules, WHOLE) == whole


def test_eight_in_sequence_are_one_quint_in_piedicavallo():
    long_sequences(PIEDICAVALLO, "quint AS 100")


def test_eight_in_sequence_are_one_quint_in_french_and_libre():
    long_sequences(house("french"), "quint AS 100")
    long_sequences(house("libre"), "quint AS 100")


def test_eight_in_sequence_are_a_quint_and_a_tierce_in_bulgarian():
    long_sequences(house("bulgarian"), "quint AS 100, tierce 9S 20")


def test_eight_in_sequence_are_a_quint_and_a_tierce_in_espanola():
    long_sequences(house("espanola-2"), "quint AS 100, tierce 9S 20")
    long_sequences(house("espanola-4"), "quint AS 100, tierce 9S 20")


def test_melds_of_eight_cards_follow_the_key():
    assert held(house("french", eight="120"), WHOLE) == "quint AS 100, tierce 9S 20"


def test_a_longer_sequence_is_no_better_than_five():
    assert contest(house("french"), "H", ["KS QS JS TS 9S", "QD JD TD 9D 8D 7D"]) == "100:0"


def test_no_melds_where_they_are_off():
    assert held(house("salotto"), "AS KS QS JS TS 9S 8S 7S") == ""


def test_best_split_of_a_hand():
    rules = house("french")
    # Sequence and carré give equal points; the carré is the better meld.
    assert held(rules, "QC QD QH QS AS KS JS TS") == "carre Q 100"
    assert held(rules, "KC KD KH KS AS QS JS TS") == "carre K 100, tierce QS 20"
    assert held(rules, "JC JD JH JS TC TD TH TS") == "carre J 200, carre T 100"


def test_nine_cards():
    rules = house("espanola-2")
    assert held(rules, "KC KD KH KS AS QS JS TS 9S") == "carre K 100, quarte QS 50"
    assert held(rules, "QC QD QH QS AS KS JS TS 9S") == "carre Q 100, tierce JS 20"
    assert held(rules, "JC JD JH JS QC QD QH QS TS") == "carre J 200, carre Q 100"
    assert held(rules, WHOLE + " 9H") == "quint AS 100, tierce 9S 20"
    three = "7C 8C 9C AD KD QD TS 9S 8S"
    assert held(rules, three) == "tierce AD 20, tierce TS 20, tierce 9C 20"


def test_no_trumps():
    rules = house("bulgarian")
    assert held(rules, "AC AD AH AS KS QS JS TS", "NT") == ""
    rules = house("bulgarian", no_trump="aces")
    assert held(rules, ACES + "KS QS JS TS", "NT") == "carre A 200"
    assert held(rules, "KC KD KH KS JC JD JH JS", "NT") == ""
    assert held(rules, ACES + "7C 8C 9C", "S") == "carre A 100, tierce 9C 20"
