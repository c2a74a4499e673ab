"""Tests of the melds that count under each value of the key `contest`, and of announced melds."""

from belote.melds import Melds
from codes.game import CONTRACTS
from helpers import hand_of, house, seat_of
from test_melds import told

ESPANOLA = house("espanola-2")
NINES = "9C 9D 9H 9S"
TIERCE = (0,)
QUARTE = (1,)
QUINT = (2,)
CARRE = (3,)


def contest(rules, contract, hands, elder="S", order="SENW"):
    """Return the meld points of the two sides as a text such as "40:0", side 0 first.

    `hands` has the relevant cards of the seats in `order`.
    """
    melds = Melds(rules)
    for i in range(len(hands)):
        melds.find(seat_of(order[i]), hand_of(hands[i]), CONTRACTS.index(contract))
    out = [7, 7]
    melds.score(seat_of(elder), out)
    return "%d:%d" % (out[0], out[1])


def test_the_best_meld_may_be_in_any_seat():
    rules = house("french")
    for i in range(4):
        hands = ["7C 8C 9C", "7D 8D 9D", "7H 8H 9H", "7S 8S 9S"]
        hands[i] = "JC QC KC"
        assert contest(rules, "H", hands) == ("0:40" if i & 1 else "40:0")


def test_one_contest_decides_over_all_melds():
    rules = house("french")
    assert contest(rules, "H", [NINES, "AS KS QS JS TS", "7C 8C TC JC QC"]) == "170:0"
    assert contest(rules, "H", [NINES, "AS KS QS", "JC QC KC", "JD QD KD"]) == "170:0"
    assert contest(rules, "H", ["", "AS KS QS", "JC QC KC", "JD QD KD"]) == "0:40"
    assert contest(rules, "H", ["", "", "", ""]) == "0:0"


def test_separate_contests_for_carres_and_sequences():
    rules = house("bulgarian")
    assert contest(rules, "H", [NINES, "AS KS QS", "JC QC KC", ""]) == "150:20"
    assert contest(rules, "H", [NINES, "AS KS QS", "AC KC QC JC", "TC TD TH TS"]) == "200:0"
    # Equal best sequences cancel all sequences, but no carré.
    assert contest(rules, "H", [NINES, "AS KS QS", "AC KC QC", "7H 8H TH JH"]) == "150:0"
    assert contest(rules, "H", [NINES, "AH KH QH JH", "AC KC QC JC", "7S 8S 9S"]) == "150:0"


def test_a_carre_silences_the_other_sides_sequences():
    rules = house("espanola-4")
    assert contest(rules, "H", [NINES, "AS KS QS", "JC QC KC", ""]) == "170:0"
    # Both sides hold a carré, so no side scores a sequence, whatever the ranks.
    hands = ["JC JD JH JS", "AC AD AH AS", "TC 9C 8C 7C", "TD 9D 8D"]
    for elder in "NESW":
        assert contest(rules, "H", hands, elder) == "200:0"
    # Without a carré the best sequence decides.
    assert contest(rules, "H", ["7C 8C 9C TC", "AS KS QS", "7D 8D 9D", ""]) == "70:0"
    assert contest(rules, "H", ["7C 8C 9C", "AS KS QS", "7D 8D 9D", "JD QD KD"]) == "0:40"


def test_sequences_count_only_for_the_side_with_the_only_carre():
    rules = house("espanola-4")
    assert contest(rules, "H", [NINES, "AS KS QS JS", "", "7C 8C TC JC"]) == "150:0"
    assert contest(rules, "H", ["7C 8C 9C", "TC TD TH TS", "", "AS KS QS"]) == "0:120"
    # Both sides hold a carré and sequences.
    hands = ["JC JD JH JS", "AC KC QC", "7D 8D 9D", "TC TD TH TS"]
    assert contest(rules, "H", hands) == "200:0"


def test_equal_melds_cancel():
    rules = house("french", equal="cancel")
    assert contest(rules, "H", ["7H 8H 9H", "7S 8S 9S"]) == "0:0"
    assert contest(rules, "H", ["AD KD QD", "7S 8S 9S"]) == "20:0"
    assert contest(rules, "H", ["7H 8H 9H", "7S 8S 9S TS"]) == "0:50"
    assert contest(rules, "H", ["7C 8C 9C", "7S 8S 9S", "AD KD QD"]) == "40:0"
    assert contest(rules, "H", ["7C 8C 9C", "7S 8S 9S", "7D 8D 9D"]) == "0:0"


def test_equal_melds_go_to_trump_and_then_to_the_elder():
    rules = house("french")
    hands = ["7C 8C 9C", "7S 8S 9S"]
    for elder, result in (("S", "20:0"), ("E", "0:20"), ("N", "20:0"), ("W", "20:0")):
        # From N the turn goes N W S E, from W it goes W S E N: S announces before E.
        assert contest(rules, "H", hands, elder) == result
    for elder in "NESW":
        assert contest(rules, "C", hands, elder) == "20:0"
        assert contest(rules, "S", hands, elder) == "0:20"
    turned = house("french", direction="cw")
    assert contest(turned, "H", hands, "N") == "0:20"
    assert contest(turned, "H", hands, "W") == "0:20"


def test_equal_melds_go_to_trump_or_else_cancel():
    rules = house("piedicavallo")
    assert contest(rules, "H", ["7C 8C 9C", "7S 8S 9S"]) == "0:0"
    assert contest(rules, "S", ["7C 8C 9C", "7S 8S 9S"]) == "0:20"


def test_in_all_trumps_no_suit_is_better():
    hands = ["7C 8C 9C", "7S 8S 9S"]
    assert contest(house("bulgarian", equal="trump-cancel"), "AT", hands) == "0:0"
    elder = house("bulgarian", equal="trump-elder")
    assert contest(elder, "AT", hands, "S") == "20:0"
    assert contest(elder, "AT", hands, "E") == "0:20"


def test_trump_does_not_help_a_lower_sequence():
    for rules in (house("piedicavallo"), house("french")):
        assert contest(rules, "H", ["7H 8H 9H", "TS 9S 8S"]) == "0:20"
        assert contest(rules, "H", ["AH KH QH", "TS 9S 8S 7S"]) == "0:50"


def test_two_players():
    rules = ESPANOLA
    hands = ["7C 8C 9C", "7S 8S 9S 7D 8D 9D"]
    assert contest(rules, "H", hands, "N", "SN") == "40:0"
    assert contest(rules, "H", hands, "S", "SN") == "0:20"
    assert contest(rules, "C", hands, "N", "SN") == "0:20"
    assert contest(rules, "H", [NINES, "AS KS QS"], "N", "SN") == "0:150"
    both = ["JC JD JH JS 7C 8C 9C", "AC AD AH AS TD 9D 8D"]
    assert contest(rules, "H", both, "N", "SN") == "0:200"
    assert contest(house("espanola-2", equal="cancel"), "C", hands, "N", "SN") == "0:0"


def bears_out(hand, claims, contract="H", rules=ESPANOLA):
    """Return the melds that count if `claims` were announced with this hand."""
    return told(Melds(rules).find(0, hand_of(hand), CONTRACTS.index(contract), claims))


def test_claims_are_justified_by_the_hand():
    assert bears_out("7C 8C 9C", TIERCE) == "tierce 9C 20"
    assert bears_out("7C 8C 9C TC", QUARTE) == "quarte TC 50"
    assert bears_out("7C 8C 9C TC JC", QUINT) == "quint JC 100"
    assert bears_out(NINES, CARRE) == "carre 9 150"
    both = "JC JD JH JS QC QD QH QS"
    assert bears_out(both, CARRE * 2) == "carre J 200, carre Q 100"
    three = "7C 8C 9C AD KD QD TS 9S 8S"
    assert bears_out(three, TIERCE * 3) == "tierce AD 20, tierce TS 20, tierce 9C 20"
    assert bears_out("7C 8C 9C AD KD QD JD", TIERCE + QUARTE) == "quarte AD 50, tierce 9C 20"


def test_unannounced_melds_do_not_count():
    assert bears_out("7C 8C 9C", ()) == ""
    assert bears_out(NINES + " AS KS QS", TIERCE) == "tierce AS 20"
    assert bears_out(NINES + " AS KS QS", CARRE) == "carre 9 150"
    assert bears_out("7C 8C 9C AD KD QD", TIERCE) == "tierce AD 20"
    assert bears_out("7C 8C 9C TC AD KD QD JD", QUARTE) == "quarte AD 50"
    assert bears_out("JC JD JH JS QC QD QH QS", CARRE) == "carre J 200"


def test_false_claims_do_not_count():
    assert bears_out("7C 8C TC", TIERCE) == ""
    assert bears_out("7C 8C 9C", QUARTE) == ""
    assert bears_out("7C 8C 9C TC", QUINT) == ""
    assert bears_out("7C 8C 9C TC JC", CARRE) == ""
    assert bears_out(NINES, QUINT) == ""
    assert bears_out(NINES, TIERCE) == ""
    assert bears_out("7C 8C 9C", TIERCE * 2) == "tierce 9C 20"
    assert bears_out(NINES, CARRE * 2) == "carre 9 150"


def test_claims_without_any_melds():
    assert bears_out("7C 8C 9C", TIERCE, "H", house("salotto")) == ""
    assert bears_out("7C 8C 9C", TIERCE, "NT") == ""
    assert bears_out("AC AD AH AS", CARRE, "NT") == ""
    aces = house("bulgarian", no_trump="aces")
    assert bears_out("AC AD AH AS", CARRE, "NT", aces) == "carre A 200"


def test_a_longer_sequence_counts_as_the_shorter_claim():
    assert bears_out("7C 8C 9C TC", TIERCE) == "tierce TC 20"
    assert bears_out("7C 8C 9C TC JC", TIERCE) == "tierce JC 20"
    assert bears_out("7C 8C 9C TC JC QC", QUARTE) == "quarte QC 50"
    assert bears_out("7C 8C 9C TC AD KD QD JD TD", TIERCE + QUARTE) == "quarte AD 50, tierce TC 20"
    assert bears_out("7H 8H 9H TH JH", TIERCE) == "tierce JH 20"


def test_cards_are_split_to_justify_the_claims():
    hand = "QC QD QH QS AS KS JS TS 9S"
    assert bears_out(hand, CARRE) == "carre Q 100"
    assert bears_out(hand, CARRE + TIERCE) == "carre Q 100, tierce JS 20"
    # Without an announced carré the queen belongs to the sequence, which becomes higher.
    assert bears_out(hand, QUINT) == "quint AS 100"
    assert bears_out(hand, TIERCE) == "tierce AS 20"
    assert bears_out(hand, CARRE + QUINT) == "carre Q 100"


def test_melds_compete_as_they_were_claimed():
    melds = Melds(house("french"))
    melds.find(seat_of("S"), hand_of("7C 8C 9C TC"), 2, TIERCE)
    melds.find(seat_of("E"), hand_of("AS KS QS"), 2, TIERCE)
    out = [0, 0]
    melds.score(seat_of("S"), out)
    assert out == [0, 20]
    # A trump sequence that was announced as a shorter one still wins a tie.
    melds.find(seat_of("S"), hand_of("AH KH QH JH"), 2, TIERCE)
    melds.score(seat_of("E"), out)
    assert out == [20, 0]


def test_no_meld_is_left_of_an_earlier_hand():
    melds = Melds(ESPANOLA)
    melds.find(3, hand_of("7C 8C 9C AD KD QD TS 9S 8S"), 2)
    assert len(melds.of[3]) == 3
    melds.find(3, hand_of("7C 8C TC AD KD JD TS 9S 7S"), 2)
    assert [len(found) for found in melds.of] == [0] * 4
    out = [7, 7]
    melds.score(seat_of("S"), out)
    assert out == [0, 0]
