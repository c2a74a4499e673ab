"""Tests of belote and rebelote: calls in time and too late, and salt.

South leads. In most tests East, North and West play next, and hearts are trump.
"""

from deals import FAILED, TWO, deal_again, house, played, result, take
from helpers import lay, log_of, new_match, tell

WARN = 1
FORFEIT = 3


def start(name="piedicavallo", upcard="8H", discipline=WARN, **changes):
    return take(house(name, **changes), upcard, discipline)


def called(game, line):
    """Apply events; return the last result and the belote points of South's side."""
    return "%s %d" % (tell(game, line), game.pairs.worth(0))


def test_both_cards_called_in_time():
    game = start()
    assert called(game, "CARD S KH; BELOTE S") == " 0"
    assert called(game, "CARD E 7S; CARD N 8S; CARD W 9S; CARD S QH") == " 0"
    assert called(game, "BELOTE S") == " 20"
    assert game.pairs.worth(1) == 0


def test_the_queen_may_be_called_first():
    game = start()
    assert called(game, "CARD S QH; BELOTE S; CARD E 7S; CARD N 8S; CARD W 9S") == " 0"
    assert called(game, "CARD S KH; BELOTE S") == " 20"


def test_one_call_scores_nothing():
    game = start()
    lay(game, "KH 7S 8S 9S QH")
    assert called(game, "BELOTE S; CARD E TS; CARD N JS; CARD W AS") == " 0"


def test_king_and_queen_of_two_hands_are_no_belote():
    game = start()
    assert called(game, "CARD S KH; BELOTE S; CARD E QH") == "+false-belote 0"


def test_king_and_queen_of_partners_are_no_belote():
    game = start()
    line = "CARD S KH; BELOTE S; CARD E 7S; CARD N QH"
    assert tell(game, line) == "+false-belote"
    assert called(game, "BELOTE N") == "+false-belote 0"


def test_the_card_laid_last_is_called_first():
    """South cuts with the queen and then leads the king: the first call is for the king."""
    game = start()
    lay(game, "7D AD 8D 9D AS 7S 8S QH")
    assert (
        tell(game, "CARD S KH; BELOTE S") == "" and game.pairs.calls[5] and not game.pairs.calls[4]
    )
    assert called(game, "BELOTE S") == " 20"


def test_a_call_needs_a_king_or_queen_of_trump():
    game = start()
    assert tell(game, "BELOTE S") == "nothing"
    assert tell(game, "CARD S JH; BELOTE S") == "nothing"
    assert tell(game, "CARD E KS; BELOTE E") == "nothing"
    assert tell(game, "CARD N AH; BELOTE N") == "nothing"
    assert tell(game, "CARD W KH; BELOTE S") == "nothing"


def test_a_call_is_made_once():
    assert tell(start(), "CARD S KH; BELOTE S; BELOTE S") == "nothing"


def test_no_call_before_the_play():
    game = new_match(house("piedicavallo"))
    assert tell(game, "DEAL N; UPCARD N KH; BELOTE W") == "not-now"
    assert tell(game, "SALT W") == "not-now"


def test_without_salt_a_late_call_is_refused():
    game = start("french")
    assert tell(game, "CARD S KH; CARD E 7S; BELOTE S") == "late"
    lay(game, "8S 9S QH")
    assert called(game, "BELOTE S") == " 0"


def test_a_late_call_stands_unless_salted():
    game = start()
    assert tell(game, "CARD S KH; CARD E 7S; BELOTE S") == ""
    lay(game, "8S 9S QH TS")
    assert called(game, "BELOTE S") == " 20"


def test_the_window_closes_with_the_trick_of_the_next_card():
    game = start()
    assert tell(game, "CARD S KH; CARD E 7S; CARD N 8S; CARD W 9S; BELOTE S") == "late"
    assert tell(game, "SALT E") == "nothing"


def test_a_third_card_cannot_be_called_late():
    game = start()
    lay(game, "JH 7H KH")
    assert tell(game, "CARD W 9H; BELOTE N") == "late"


def test_a_fourth_card_can_be_called_during_the_next_trick():
    game = start()
    lay(game, "JH 7H TH KH AS 7S 8S")
    assert tell(game, "BELOTE W") == ""
    assert tell(game, "UNDO W; CARD W 9S; BELOTE W") == "late"


def test_salt_after_a_late_call():
    game = start()
    lay(game, "KH 7S")
    assert tell(game, "BELOTE S; SALT E") == ""
    lay(game, "8S 9S QH")
    assert called(game, "BELOTE S") == " 0"


def test_salt_before_the_late_call():
    game = start()
    lay(game, "KH 7S")
    assert tell(game, "SALT W; BELOTE S") == ""
    lay(game, "8S 9S QH")
    assert called(game, "BELOTE S") == " 0"


def test_salt_at_the_second_card_voids_both():
    game = start()
    assert tell(game, "CARD S KH; BELOTE S") == ""
    lay(game, "7S 8S 9S QH TS")
    assert called(game, "BELOTE S") == " 20"
    assert called(game, "SALT E") == " 0"


def test_salt_does_not_affect_a_call_in_time():
    game = start()
    assert tell(game, "CARD S KH; BELOTE S; CARD E 7S; SALT E") == "nothing"


def test_salt_has_no_effect_while_a_call_is_in_time():
    assert tell(start(), "CARD S KH; SALT E") == "nothing"


def test_only_opponents_can_salt():
    game = start()
    lay(game, "KH 7S")
    assert tell(game, "SALT N") == "nothing"
    assert tell(game, "SALT S") == "nothing"
    assert tell(game, "SALT W") == ""
    assert tell(game, "SALT E") == "nothing"


def test_french_has_no_salt():
    assert tell(start("french"), "SALT E") == "not-here"


def test_one_call_with_the_first_of_two_cards():
    game = start("bulgarian", "")
    assert called(game, "CARD S QH; BELOTE S") == " 0"
    lay(game, "7S 8S 9S KH")
    assert game.pairs.worth(0) == 20
    assert tell(game, "BELOTE S") == "late"


def test_one_call_is_worth_nothing_until_both_cards_lie():
    game = start("bulgarian", "")
    lay(game, "7S 8S")
    assert called(game, "CARD N KH; BELOTE N") == " 0"


def test_a_first_card_in_another_hand_makes_no_call_late():
    game = start("bulgarian", "")
    assert tell(game, "CARD S QH; CARD E 7S; CARD N KH; BELOTE N") == "+false-belote"


def test_a_call_at_the_second_of_two_is_late():
    game = start("bulgarian", "")
    lay(game, "QH 7S 8S 9S KH")
    assert called(game, "BELOTE S") == "late 0"


def test_the_king_must_fall_first_in_salotto():
    game = start("salotto")
    assert tell(game, "CARD S QH; BELOTE S") == "not-now"
    lay(game, "7S 8S 9S KH")
    assert called(game, "BELOTE S") == " 0"
    game = start("salotto")
    assert tell(game, "CARD S KH; BELOTE S") == ""
    lay(game, "7S 8S 9S QH")
    assert called(game, "BELOTE S") == " 20"


def test_the_king_must_fall_first_even_where_late_calls_are_allowed():
    game = start("piedicavallo", order="king")
    lay(game, "7D AD 8D 9D AS 7S 8S QH")
    assert tell(game, "CARD S KH; BELOTE S; BELOTE S") == "not-now"
    assert game.pairs.worth(0) == 0


def contract(name):
    game = new_match(house("bulgarian"), "W")
    line = "DEAL W; BID S %s; BID E pass; BID N pass; BID W pass"
    assert tell(game, line % name) == ""
    return game


def test_every_suit_s_pair_counts_in_all_trumps():
    game = contract("AT")
    assert tell(game, "CARD S KS; BELOTE S") == ""
    lay(game, "7S 8S 9D")
    assert tell(game, "CARD S KC; BELOTE S") == ""
    lay(game, "7C 8C 9H QS")
    assert game.pairs.worth(0) == 20
    lay(game, "7D 8D TD QC")
    assert game.pairs.worth(0) == 40
    game = contract("AT")
    assert tell(game, "CARD S QC; BELOTE S") == ""
    lay(game, "7C 8C 9H KC")
    assert game.pairs.worth(0) == 20


def test_no_pair_counts_in_no_trumps():
    assert tell(contract("NT"), "CARD S KS; BELOTE S") == "nothing"


def test_a_false_call_is_proved_by_the_other_card():
    game = start()
    assert tell(game, "CARD S KH; BELOTE S; CARD E 7S") == ""
    assert tell(game, "CARD N QH") == "+false-belote"
    assert log_of(game) == ["S false-belote play 0 after 3"]
    assert tell(game, "CARD W 9S") == ""  # noted only once


def test_a_false_call_is_proved_by_a_card_shown():
    game = start()
    assert tell(game, "CARD S KH; BELOTE S; SHOW E QH") == "+false-belote"


def test_a_false_call_is_proved_when_it_is_made():
    game = start("espanola-2", "QH")
    assert tell(game, "CARD S KH; BELOTE S") == "+false-belote"


def test_a_false_call_is_proved_by_the_last_card():
    game = take(house("espanola-2"), "AH", WARN)
    lay(game, TWO)
    assert tell(game, "BELOTE S") == "+false-belote"


def test_a_false_call_loses_the_match_by_forfeit():
    game = start("piedicavallo", "8H", FORFEIT)
    assert tell(game, "CARD S KH; BELOTE S; CARD E QH") == "+false-belote"
    assert game.standing.winner() == 1


def last_card(calls):
    """Play the deal FAILED, apply events after its last card, and return the score.

    South calls the queen of trump in time.
    """
    game = take(house("piedicavallo"), "AH", WARN)
    lay(game, " ".join(FAILED.split()[:12]))
    assert tell(game, "BELOTE S") == ""
    lay(game, " ".join(FAILED.split()[12:]))
    assert tell(game, calls) == ""
    return result(game)


def test_the_last_card_of_the_hand():
    assert last_card("UNDO S; CARD S KH") == "0 160"
    assert last_card("BELOTE S") == "0 180"
    assert last_card("CONFIRM N; BELOTE S; CONFIRM N") == "0 180"


def test_the_last_card_salted_before_it_is_called():
    assert last_card("SALT W; BELOTE S") == "0 160"


def test_the_last_card_called_cannot_be_salted():
    game = played(FAILED)
    assert tell(game, "BELOTE S; SALT W") == "nothing"


def test_no_call_after_the_confirmation():
    game = played(FAILED)
    assert tell(game, "CONFIRM N; CONFIRM E; BELOTE S") == "not-now"
    assert tell(game, "SALT E") == "not-now"


def test_cards_of_a_deal_cannot_be_called_in_the_next_deal():
    game = played(FAILED)
    assert tell(game, "BELOTE S; CONFIRM N; CONFIRM E") == ""
    deal_again(game, "S", "8H")
    assert tell(game, "BELOTE S") == "nothing"
