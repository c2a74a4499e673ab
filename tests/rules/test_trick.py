"""Tests of the legal cards under each value of each key of the play, and of broken duties.

South leads. With three cards on the table West plays and East is the partner; with two cards
North plays and South is the partner.
"""

from belote.house import House
from belote.trick import why
from codes.game import card_of
from helpers import PLAY_KEYS, code_name, hand_of, house, may_lay, trick_of

FRENCH = house("french")
AS_FRENCH = {key: getattr(FRENCH, key) for key in PLAY_KEYS}


def may(rules, contract, table, hand):
    return may_lay(trick_of(rules, contract, "S", table), hand)


def french(**changes):
    """Return the French house with some keys changed.

    The house is always the same object, to save memory: the next call changes it.
    """
    for key in PLAY_KEYS:
        value = AS_FRENCH[key]
        if key in changes:
            value = PLAY_KEYS[key].index(changes.pop(key))
        setattr(FRENCH, key, value)
    assert not changes
    FRENCH.find_duties()
    return FRENCH


def test_the_keys_of_the_play_are_those_that_a_house_reads():
    read = []

    class Reader:
        def __getattr__(self, key):
            read.append(key)
            return 0

    House.find_duties(Reader())
    assert sorted(set(read)) == sorted(PLAY_KEYS)


def test_suit_must_be_followed():
    assert may(french(), "H", "KS", "7S AH 9S") == "7S 9S"
    assert may(french(), "NT", "KS", "7S AH") == "7S"
    assert may(french(), "AT", "KH", "7H AS") == "7H"


def test_the_leader_may_play_any_card():
    assert may(french(), "H", "", "7S AH 9D") == "7S AH 9D"
    assert may(french(), "H", "", "7S 7H 9D") == "7S 7H 9D"


def test_a_trump_lead_must_be_beaten():
    assert may(french(), "H", "AH", "9H TH 7S") == "9H"
    assert may(french(), "H", "TH", "AH JH 8H") == "AH JH"


def test_the_highest_trump_on_the_table_must_be_beaten():
    assert may(french(), "H", "7H 9H", "AH JH 8H") == "JH"
    assert may(french(), "H", "9H 7H 8H", "AH JH") == "JH"


def test_rise_partner():
    assert may(french(rise_partner="must"), "H", "AH 7H", "JH 8H") == "JH"
    assert may(french(rise_partner="free"), "H", "AH 7H", "JH 8H") == "JH 8H"
    assert may(french(rise_partner="free"), "H", "7H AH", "JH 8H") == "JH"


def test_no_rise():
    assert may(french(no_rise="any"), "H", "JH", "9H QH 8H") == "9H QH 8H"
    assert may(french(no_rise="lowest"), "H", "JH", "9H QH 8H") == "8H"
    assert may(french(no_rise="lowest"), "H", "JH", "TH 7H 8H") == "7H"
    assert may(french(no_rise="lowest"), "H", "JH", "AH 9H TH KH QH") == "QH"
    assert may(french(no_rise="lowest"), "H", "TH", "AH 7H") == "AH"
    assert may(french(no_rise="lowest", rise_partner="free"), "H", "JH 7H", "9H 8H") == "9H 8H"


def test_rise_plain():
    for value, hand in (("no", "AS 7S"), ("must", "AS"), ("opponents", "AS")):
        assert may(french(rise_plain=value), "H", "KS", "AS 7S") == hand, value
    for value, hand in (("no", "AS 7S"), ("must", "AS"), ("opponents", "AS 7S")):
        assert may(french(rise_plain=value), "H", "KS 8S", "AS 7S") == hand, value
    assert may(french(rise_plain="must"), "H", "KS", "QS 7S") == "QS 7S"


def test_rise_plain_beats_the_suit_and_not_the_cut():
    for value in ("must", "opponents"):
        assert may(french(rise_plain=value), "H", "KS 7H", "AS 7S") == "AS"
        assert may(french(rise_plain=value), "H", "7S KS 7H", "TS 8S") == "TS"
    # East, West's partner, has cut.
    assert may(french(rise_plain="opponents"), "H", "KS 7H 8S", "AS 7S") == "AS 7S"
    assert may(french(rise_plain="must"), "H", "KS 7H 8S", "AS 7S") == "AS"


def test_rise_plain_does_not_apply_in_no_trumps():
    assert may(french(rise_plain="must"), "NT", "KS", "AS 7S") == "AS 7S"
    assert may(french(rise_plain="must"), "AT", "KS", "AS 7S") == "AS"
    trick = trick_of(french(rise_plain="must"), "NT", "S", "KS")
    assert trick.denies(card_of("7S")) == 0


def test_a_discard_denies_only_the_led_suit_where_nothing_cuts():
    for contract in ("NT", "AT"):
        assert trick_of(french(), contract, "S", "KS").denies(card_of("7H")) == 255


def test_cut():
    assert may(french(cut="must"), "H", "KS", "7H 8H 8D") == "7H 8H"
    assert may(french(cut="free"), "H", "KS", "7H 8H 8D") == "7H 8H 8D"
    assert may(french(cut="must"), "H", "KS", "7C 8D") == "7C 8D"


def test_cut_with_a_plain_ace_of_the_opponents_on_top():
    assert may(french(cut="must"), "H", "KS AS", "7H 8D") == "7H"


def test_overcut():
    assert may(french(overcut="must"), "H", "KS 8H", "9H 7H 8D") == "9H"
    assert may(french(overcut="free"), "H", "KS 8H", "9H 7H 8D") == "9H 7H 8D"


def test_free_cut_with_required_overcut():
    assert may(house("libre"), "H", "KS", "7H 8D") == "7H 8D"
    assert may(house("libre"), "H", "KS 8H", "9H 7H 8D") == "9H"


def test_under():
    assert may(french(under="must"), "H", "KS 9H", "8H 7H 8D") == "8H 7H"
    assert may(french(under="free"), "H", "KS 9H", "8H 7H 8D") == "8H 7H 8D"
    assert may(french(under="lowest"), "H", "KS 9H", "8H 7H 8D") == "7H"
    assert may(french(under="lowest"), "H", "KS JH", "9H AH QH 8D") == "QH"
    # A player who need not overcut need not undertrump.
    assert may(french(under="must", overcut="free"), "H", "KS 9H", "8H 8D") == "8H 8D"


def test_partner_winning_with_a_plain_card():
    for value, hand in (("free", "8H 7H 8D"), ("plain", "8H 7H 8D")):
        assert may(french(partner=value), "H", "AS 7S", "8H 7H 8D") == hand, value
    for value in ("trump", "over"):
        assert may(french(partner=value), "H", "AS 7S", "8H 7H 8D") == "8H 7H", value


def test_partner_winning_with_a_trump():
    all_of_it = "9H 7H 8D"
    for value, hand in (("free", all_of_it), ("plain", "9H"), ("trump", "9H 7H"), ("over", "9H")):
        assert may(french(partner=value), "H", "KS 8H 9S", all_of_it) == hand, value
    assert may(french(partner="plain", overcut="free"), "H", "KS 8H 9S", all_of_it) == all_of_it


def test_partner_s_trump_too_high():
    all_of_it = "8H 7H 8D"
    for value in ("plain", "over"):
        rules = french(partner=value, under="must")
        assert may(rules, "H", "KS 9H 9S", all_of_it) == "8H 7H", value
        rules = french(partner=value, under="free")
        assert may(rules, "H", "KS 9H 9S", all_of_it) == all_of_it, value
        rules = french(partner=value, under="lowest")
        assert may(rules, "H", "KS 9H 9S", all_of_it) == "7H", value


def test_over_partner():
    table = "KS 8H 9S"
    assert may(french(over_partner="any"), "H", table, "9H 7H 8D") == "9H 7H 8D"
    assert may(french(over_partner="higher"), "H", table, "9H 7H 8D") == "9H 8D"
    assert may(french(over_partner="higher"), "H", table, "7H 8D") == "7H 8D"
    assert may(french(over_partner="higher"), "H", "AS 7S", "9H 7H 8D") == "9H 7H 8D"
    rules = french(over_partner="higher", partner="trump")
    assert may(rules, "H", table, "9H 7H 8D") == "9H"
    assert may(rules, "H", table, "7H 8D") == "7H"
    rules = french(over_partner="higher", partner="plain", overcut="free")
    assert may(rules, "H", table, "9H 7H 8D") == "9H 8D"


def test_all_trumps():
    assert may(french(), "AT", "KS", "QS JS 7H") == "JS"
    assert may(french(), "AT", "AS 7S", "JS 8S") == "JS"
    assert may(french(no_rise="lowest"), "AT", "JS", "QS 8S") == "8S"
    assert may(french(), "AT", "KS", "JH 7D") == "JH 7D"


def test_no_trumps():
    assert may(french(), "NT", "KS", "JH 7D") == "JH 7D"
    assert may(french(), "NT", "KS", "AS 7S") == "AS 7S"


def test_two_players_have_no_partner():
    rules = house("espanola-2", cut="must", partner="free", rise_partner="free")
    assert may(rules, "H", "AS", "7H 8D") == "7H"
    assert may(rules, "H", "AH", "JH 8H") == "JH"
    assert trick_of(rules, "H", "S", "AS").seat == 0


def check_over_the_ten(name, able, unable):
    """Check the legal cards of two hands without spades after an opponent's cut with the ten.

    `able` are those of the hand that has the jack, `unable` those of the hand that cannot overcut.
    """
    rules = house(name)
    assert may(rules, "H", "KS TH", "JH 8H 8D") == able
    assert may(rules, "H", "KS TH", "8H 7H 8D") == unable


def test_over_the_ten_in_piedicavallo_and_salotto():
    check_over_the_ten("piedicavallo", "JH", "8H 7H")
    check_over_the_ten("salotto", "JH", "8H 7H")


def test_over_the_ten_in_espanola():
    check_over_the_ten("espanola-2", "JH 8H 8D", "8H 7H 8D")
    check_over_the_ten("espanola-4", "JH 8H 8D", "8H 7H 8D")


def test_over_the_ten_in_bulgarian_french_and_libre():
    check_over_the_ten("bulgarian", "JH", "8H 7H 8D")
    check_over_the_ten("french", "JH", "8H 7H")
    check_over_the_ten("libre", "JH", "8H 7H 8D")


def broken(rules, contract, table, laid, hand):
    """Return the duty broken by laying the card `laid`, "" for none.

    `hand` has the other cards.
    """
    trick = trick_of(rules, contract, "S", table)
    one = card_of(laid)
    return code_name(why(one, trick.led, trick.trump, trick.denies(one), hand_of(hand)))


def test_each_duty_has_its_name():
    rules = french(no_rise="lowest")
    assert broken(rules, "H", "KS", "AH", "7S 8H") == "revoke"
    assert broken(rules, "H", "KH", "QH", "AH 7H") == "no-rise"
    assert broken(rules, "H", "AH", "QH", "7H") == "not-lowest"
    assert broken(rules, "H", "KS", "AD", "8H") == "no-trump"
    assert broken(rules, "H", "KS 8H", "7H", "9H") == "no-overtrump"
    assert broken(rules, "H", "KS 8H", "AD", "9H") == "no-trump"
    assert broken(rules, "H", "KS 8H", "AD", "7H") == "no-trump"
    assert broken(rules, "H", "KS 8H", "AD", "7D") == ""
    assert broken(french(under="lowest"), "H", "KS TH", "8H", "7H") == "not-lowest"
    assert broken(french(under="lowest"), "H", "KS TH", "8H", "7H JH") == "no-overtrump"
    assert broken(french(under="lowest"), "H", "KS TH", "8H", "KH") == ""


def test_only_rising_is_required_over_a_partners_trump():
    rules = french(over_partner="higher")
    assert broken(rules, "H", "KS 8H 9S", "8D", "9H") == ""
    assert broken(rules, "H", "KS 8H 9S", "7H", "9H") == "no-overtrump"
    assert broken(rules, "H", "KS 8H 9S", "8D", "AS") == "revoke"
