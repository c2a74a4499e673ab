"""Tests of Española: seven of trump, bottom card, two players, and calling out at any time.

The first tricks of the deal FOUR go to West (15 points) and North (30), the next three to South
(14, 15, 21).
"""

from codes.game import Endings, Offences, Outcomes, Phases
from deals import FOUR, TWO, house, played, points, result, scan, take
from helpers import lay, log_of, new_match, tell

WARN = 1
POINTS = 2


def winner(game):
    return game.standing.winner()


# The seven of trump.


def test_the_seven_is_exchanged_for_the_upcard():
    game = take(house("espanola-2"), "AH")
    assert tell(game, "SEVEN N") == ""
    assert game.audit.had(0, 23) and game.audit.place(16) and not game.audit.had(0, 16)
    assert tell(game, "CARD S 7H") == "card-seen"
    assert tell(game, "BOTTOM N KH; CARD S 8S; CARD N AH") == ""


def test_the_seven_goes_to_the_takers_hand():
    game = take(house("espanola-4"), "AH")
    assert tell(game, "SEVEN E") == ""
    assert game.audit.had(1, 23) and not game.audit.had(2, 23) and game.audit.had(2, 16)
    assert tell(game, "CARD S 7H; CARD E AH") == ""


def test_the_seven_is_exchanged_only_once():
    game = take(house("espanola-2"), "AH")
    assert tell(game, "SEVEN N; SEVEN N") == "card-seen"
    assert tell(game, "SEVEN S") == "card-seen"
    game = take(house("espanola-4"), "AH")
    assert tell(game, "SEVEN E; SEVEN N") == "card-seen"


def test_the_taker_cannot_exchange_the_seven():
    assert tell(take(house("espanola-4"), "AH"), "SEVEN S") == "not-yours"
    assert tell(take(house("espanola-2"), "AH"), "SEVEN S") == ""


def test_other_houses_have_no_exchange_of_the_seven():
    assert tell(take(house("french"), "AH"), "SEVEN E") == "not-here"


def test_only_the_seven_of_the_upcards_suit_is_exchanged():
    game = new_match(house("espanola-2"))
    assert tell(game, "DEAL N; UPCARD N AS; BID S pass; BID N pass; BID S H; SEVEN N") == "nothing"
    assert tell(take(house("espanola-2"), "7H"), "SEVEN N") == "nothing"


def test_the_seven_is_exchanged_before_the_other_has_laid_a_card():
    game = take(house("espanola-2"), "AH")
    assert tell(game, "CARD S JS; SEVEN N") == "late"
    assert tell(game, "SEVEN S") == ""  # allowed, as North has not laid a card
    game = take(house("espanola-2"), "AH")
    assert tell(game, "CARD S JS; CARD N 8S; SEVEN S") == "late"
    game = take(house("espanola-4"), "AH")
    assert tell(game, "CARD S JS; SEVEN E") == "late"


def test_the_seven_is_exchanged_before_announcing():
    assert tell(take(house("espanola-2"), "AH"), "MELD N 0; SEVEN N") == "late"
    assert tell(take(house("espanola-2"), "AH"), "MELD S 0; SEVEN N") == ""


def test_a_seat_without_the_seven_cannot_exchange_it():
    game = take(house("espanola-2"), "AH")
    for card in "7S 8S 9S TS JS QS KS AS 8H".split():
        assert tell(game, "SHOW N " + card) == ""
    assert tell(game, "SEVEN N") == "not-held"
    assert tell(game, "SHOW S 7H; SEVEN N") == "card-seen"
    assert tell(game, "SEVEN S") == ""


def test_the_seven_of_a_scanned_hand():
    game = take(house("espanola-2"), "AH", -1, 1)
    assert scan(game, "S", "7S KS AS 7C JD QH TD JS 9H") == ""
    assert scan(game, "N", "AD KC 8H 9C 9D 7D JH QC 7H") == ""
    assert tell(game, "SEVEN S") == "card-seen"
    assert tell(game, "SEVEN N; BOTTOM N TH") == ""
    assert tell(game, "CARD S JS; CARD N 7H") == "card-seen" and tell(game, "CARD N AH") == ""


# The bottom card.


def test_the_bottom_card_is_in_no_hand():
    game = take(house("espanola-2"), "AH")
    assert tell(game, "BOTTOM N KH") == ""
    assert tell(game, "CARD S KH") == "card-seen"
    assert tell(game, "BOTTOM N QH") == "nothing"


def test_bottom_is_refused_in_other_houses_before_play_and_for_a_seen_card():
    assert tell(take(house("espanola-4"), "AH"), "BOTTOM W KH") == "not-here"
    game = new_match(house("espanola-2"))
    assert tell(game, "DEAL N; BOTTOM N KH") == "not-now"
    assert tell(take(house("espanola-2"), "AH"), "BOTTOM N AH") == "card-seen"


def test_the_bottom_card_belongs_to_one_deal():
    game = take(house("espanola-2"), "AH")
    assert tell(game, "BOTTOM N KH; RULING 2; DEAL N; UPCARD N AH; BID S H; BOTTOM N QH") == ""


def test_a_bottom_card_not_shown_is_noted_when_both_have_laid():
    game = take(house("espanola-2"), "AH", POINTS)
    assert tell(game, "CARD S JS") == "" and tell(game, "CARD N 8S") == "+bottom-not-shown"
    assert log_of(game) == ["N bottom-not-shown play 0 after 2"]
    lay(game, " ".join(TWO.split()[2:]))
    assert len(game.conduct.log) == 1 and result(game) == "37 59"


def test_the_bottom_card_cannot_be_shown_too_late():
    game = take(house("espanola-2"), "AH", POINTS)
    assert tell(game, "CARD S JS; CARD N 8S; BOTTOM N KH") == "nothing"
    assert tell(game, "UNDO N") == "" and len(game.conduct.log) == 0
    assert tell(game, "BOTTOM N KH; CARD N 8S") == "" and len(game.conduct.log) == 0


def test_a_hidden_bottom_card_costs_nothing_with_warnings_only():
    game = take(house("espanola-2"), "AH", WARN)
    assert tell(game, "CARD S JS; CARD N 8S") == "+bottom-not-shown"
    lay(game, " ".join(TWO.split()[2:]))
    assert result(game) == "47 59"
    assert not played(FOUR, "espanola-4").conduct.log


# Two players.


def test_nine_tricks_of_two_cards():
    game = played(TWO, "espanola-2", POINTS)
    assert game.phase == Phases.DONE and result(game) == "47 59"
    assert game.tally.tricks == [4, 5]


def test_all_tricks_are_worth_a_hundred_and_no_last_ten():
    game = take(house("espanola-2"), "8H", POINTS)
    assert tell(game, "BOTTOM N TD") == ""
    lay(game, "JH 7S 9H 7C AH 7D TH 8S KH 8C QH 8D AS 9S AC 9C AD 9D")
    assert game.score.score[1] == 20 + 14 + 11 + 10 + 10 + 3 + 33 + 100
    assert result(game) == "0 201" and game.score.outcome == Outcomes.CAPOT


def test_a_side_without_a_counting_trick_scores_no_meld():
    """North wins no trick, and shows a tierce."""
    game = take(house("espanola-2"), "8H", POINTS)
    assert tell(game, "BOTTOM N TD; MELD N 0; CARD S JH; CARD N 7S") == ""
    assert tell(game, "SHOW N 9S; SHOW N 8S") == ""
    lay(game, "9H 7C AH 7D TH 8C 7H KC AS 8S AC 9C AD 9D 8D 9S")
    assert game.score.melds[0] == 0 and game.score.score[0] == 0


def counting(cards, name="espanola-2", **changes):
    """Return South's belote points in a deal that ends with these cards."""
    game = take(house(name, **changes), "8H", POINTS)
    assert tell(game, "CARD S QH; BELOTE S; CARD N AH; CARD N JH; CARD S KH; BELOTE S") == ""
    lay(game, cards)
    return game.score.belote[1]


def test_a_belote_needs_a_counting_trick():
    assert counting("9H 7S TH 8S AS 7D AC 8D AD 7C TC 8C 9D 9S") == 0
    assert counting("9H 7S TH 8S AS 7D AC 8D AD 7C TC 8C 9D KD") == 20
    low = "9H 7S TH 8S AS 7D AC 8D AD 7C TC 8C 9D 9S"
    assert counting(low, counting_trick="no") == 20


# Calling out at any time of the play: the call ends the hand.


def four(before, plays, discipline=POINTS):
    game = take(house("espanola-4"), "8H", discipline)
    game.before[0] = game.totals[0] = before
    assert lay(game, " ".join(FOUR.split()[:plays])) == []
    return game


def test_a_right_call_wins_the_match():
    game = four(956, 12)
    assert tell(game, "CALL_OUT S") == "" and winner(game) == 0
    assert tell(game, "CARD S 8S") == "match-over"


def test_a_wrong_call_loses_the_match():
    game = four(955, 12)
    game.totals[0] = 955
    assert tell(game, "CALL_OUT N") == "+false-call-out" and winner(game) == 1
    assert log_of(game) == ["N false-call-out play 12 after 12"]


def test_either_partner_may_call_in_the_middle_of_a_trick():
    assert tell(four(970, 9), "CALL_OUT S") == ""
    assert tell(four(970, 10), "CALL_OUT N") == ""
    game = four(0, 5)
    game.totals[1] = 985
    assert tell(game, "CALL_OUT E") == "" and winner(game) == 1


def test_a_call_requires_a_counting_trick():
    game = take(house("espanola-4"), "8H", POINTS)
    game.totals[0] = 2000
    assert tell(game, "CALL_OUT S") == "not-yours"
    lay(game, "9S 7S 8S 7D AS")
    assert tell(game, "CALL_OUT S") == "not-yours"
    lay(game, "9D 8D 9C")
    assert tell(game, "CALL_OUT E") == "not-yours"
    assert tell(game, "CALL_OUT N") == "" and winner(game) == 0


def test_no_call_when_one_trick_is_left():
    assert tell(four(1000, 28), "CALL_OUT S") == "late"
    assert tell(four(1000, 27), "CALL_OUT S") == ""
    for plays, told in ((15, ""), (16, "late")):
        game = take(house("espanola-2"), "AH", POINTS)
        game.totals[0] = 1000
        lay(game, " ".join(TWO.split()[:plays]))
        assert tell(game, "CALL_OUT N") == told


def test_fines_are_subtracted_for_a_call():
    assert tell(four(956, 12), "OFFENCE N exposed; CALL_OUT S") == "+false-call-out"
    assert tell(four(966, 12), "OFFENCE N exposed; CALL_OUT S") == ""
    assert tell(four(956, 12, WARN), "OFFENCE N exposed; CALL_OUT S") == ""


def test_melds_count_once_they_have_been_seen():
    for shown, ends in (("", "+false-call-out"), ("; SHOW S TS; SHOW S JS; SHOW S QS", "")):
        game = take(house("espanola-4"), "8H", POINTS)
        assert tell(game, "MELD S 0") == ""
        lay(game, "AC 7C 8C 9C")
        game.totals[0] = 1000 - 11 - 20
        assert tell(game, "SHOW S 8H" + shown + "; CALL_OUT S") == ends


def test_belotes_count_when_fully_called():
    for calls, ends in (("", "+false-call-out"), ("; BELOTE S", "")):
        game = take(house("espanola-4"), "8H", POINTS)
        assert tell(game, "CARD S KH; BELOTE S") == ""
        lay(game, "7C 7D 9D")
        game.totals[0] = 1000 - 13 - 20
        assert tell(game, "CARD S QH" + calls) == ""
        lay(game, "8C 8D 9C")
        assert tell(game, "CALL_OUT S") == ends


def test_a_pardoned_call_lets_the_match_continue():
    game = four(955, 12)
    game.totals[0] = game.before[0] = 955
    assert tell(game, "CALL_OUT N; RULING 4 0; CARD S TD") == "" and winner(game) == -1
    lay(game, " ".join(FOUR.split()[13:]))
    assert (
        tell(game, "CONFIRM N; CONFIRM E") == "" and winner(game) == 0 and game.totals[0] == 1102
    )


def test_the_points_of_an_unfinished_hand_count():
    game = four(956, 12)
    game.totals[1] = 10
    assert tell(game, "CALL_OUT S") == "" and points(game) == "1000 25"
    assert game.standing.ending() == Endings.CALLED_OUT


def test_the_points_of_an_unfinished_hand_count_after_a_wrong_call():
    game = four(900, 12)
    assert tell(game, "CALL_OUT N") == "+false-call-out" and points(game) == "944 15"
    assert winner(game) == 1 and game.standing.ending() == Offences.FALSE_CALL_OUT


def test_a_match_that_a_call_out_ends_is_no_fani():
    game = take(house("espanola-4"), "8H", POINTS, target=24)
    lay(game, "9S 7S 8S 7D AS 8D 9C 9D AC 7C JC 8C")
    assert tell(game, "CALL_OUT S") == "" and points(game) == "24 0"
    assert not game.standing.fani()


def test_a_match_that_continues_drops_the_points_of_the_unfinished_hand():
    game = four(956, 12)
    assert tell(game, "CALL_OUT S; RULING 3 2") == "" and points(game) == "956 0"
    game = four(956, 12)
    assert tell(game, "CALL_OUT S; UNDO N") == "" and points(game) == "956 0"
    game = four(956, 12)
    assert tell(game, "CALL_OUT S; RULING 3 1; RULING 3 2") == "" and points(game) == "956 0"
    lay(game, " ".join(FOUR.split()[12:]))
    assert tell(game, "CONFIRM N; CONFIRM E") == "" and points(game) == "1103 39"


def test_a_pardon_of_another_offence_keeps_the_points_of_the_unfinished_hand():
    game = four(0, 12)
    assert tell(game, "OFFENCE S out-of-turn; CALL_OUT N") == "+false-call-out"
    assert winner(game) == 1 and points(game) == "34 15"
    assert tell(game, "RULING 4 0") == "" and winner(game) == 1 and points(game) == "34 15"
    assert tell(game, "RULING 4 1") == "" and winner(game) == -1 and points(game) == "0 0"


def test_a_side_without_a_counting_trick_has_no_points_at_a_call():
    game = take(house("espanola-2"), "8H", POINTS)
    assert tell(game, "BOTTOM N TD; MELD N 0; CARD S JH; CARD N 7S") == ""
    assert tell(game, "SHOW N 9S; SHOW N 8S; CALL_OUT S") == "+false-call-out"
    assert points(game) == "0 20"
