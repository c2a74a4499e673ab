"""Tests of UNDO (removes the last event), BACK (takes back a card) and rulings."""

from codes.game import Endings, Events, Phases, Totals
from deals import FAILED, MADE, deal_again, house, played, points, result, take
from helpers import lay, log_of, new_match, tell

HALF = 0x8000  # added to a ruling's points, because points may be negative


def winner(game):
    return game.standing.winner()


def test_undo_removes_one_event():
    game = take(house("piedicavallo"), "8H", 1)
    lay(game, "AS 7S")
    assert tell(game, "UNDO S") == "" and game.audit.plays == 1
    assert tell(game, "CARD E 9S") == ""
    assert game.audit.had(1, 26) and not game.audit.had(1, 24)


def test_undo_stops_at_the_beginning_of_the_deal():
    game = take(house("piedicavallo"), "8H")
    for phase in (Phases.BIDDING, Phases.DEALT, Phases.READY):
        assert tell(game, "UNDO S") == "" and game.phase == phase
    assert tell(game, "UNDO S") == "nothing"
    assert tell(game, "DEAL W") == ""


def test_undo_of_a_pass_that_threw_the_deal_in():
    game = new_match(house("french"))
    line = "DEAL N; UPCARD N 7H; BID W pass; BID S pass; BID E pass; BID N pass"
    assert tell(game, line + "; BID W pass; BID S pass; BID E pass; BID N pass") == ""
    assert game.phase == Phases.READY and game.totals[Totals.DEALER] == 3
    assert tell(game, "UNDO N") == "" and game.totals[Totals.DEALER] == 0
    assert game.phase == Phases.BIDDING and tell(game, "BID N S") == ""


def test_undo_does_not_reach_past_a_new_target():
    game = new_match(house("bulgarian"))
    assert tell(game, "DEAL N; BID W pass; BID S pass; BID E pass; BID N pass; TARGET N 101") == ""
    assert tell(game, "UNDO N") == "nothing"


def test_undo_does_not_reach_past_the_deal():
    game = new_match(house("bulgarian"))
    line = "DEAL N; BID W pass; BID S pass; BID E pass; BID N pass; DEAL W; UNDO W"
    assert tell(game, line) == "" and tell(game, "UNDO W") == "nothing"
    assert game.totals[Totals.DEALER] == 3
    assert tell(game, "DEAL W; BID S pass; BID E pass; BID N pass; BID W pass; DEAL S") == ""
    assert len(game.events) == 1
    assert tell(game, "OFFENCE S signal") == "+signal"
    game.apply(Events.MATCH, 0, game.house.mark)
    assert tell(game, "UNDO N") == "nothing" and len(game.conduct.log) == 0


def test_undo_of_a_misdeal():
    game = new_match(house("espanola-4"))
    assert tell(game, "DEAL N; OFFENCE N misdeal; UNDO N") == ""
    assert points(game) == "0 0" and game.phase == Phases.DEALT and len(game.conduct.log) == 0


def test_undo_reverts_a_forfeit():
    game = take(house("piedicavallo"), "8H", 3)
    lay(game, "AS 7D 8S 9S TS KD QD")
    assert tell(game, "SHOW E KS") == "+revoke" and winner(game) == 0
    assert tell(game, "UNDO E") == "" and winner(game) == -1 and len(game.conduct.log) == 0


def test_a_confirmed_hand_is_not_undone():
    game = played(MADE)
    assert tell(game, "CONFIRM N; UNDO N; CONFIRM N; CONFIRM E; UNDO N") == "nothing"
    assert tell(game, "BACK N") == "not-now" and points(game) == "120 50"


def test_a_card_taken_back_counts_as_shown():
    game = take(house("piedicavallo"), "8H", 1)
    lay(game, "AS 7D")
    assert tell(game, "BACK E") == "" and game.trick.seat == 1
    assert game.audit.hands[1][1] == 1 and len(game.conduct.log) == 0
    assert tell(game, "CARD E 7S; CARD N 7D") == "card-seen"


def test_only_the_last_card_is_taken_back():
    game = take(house("piedicavallo"), "8H", 0)
    assert tell(game, "BACK S") == "nothing" and tell(game, "BACK N") == "nothing"
    lay(game, "AS 7D")
    assert tell(game, "BACK S") == "nothing" and tell(game, "BACK N") == "nothing"
    lay(game, "8S 9S")
    assert tell(game, "BACK W") == ""  # allowed until the next card is laid
    assert game.trick.seat == 3 and game.tally.tricks[0] == 0


def test_a_card_taken_back_may_prove_something():
    game = take(house("piedicavallo"), "8H", 1)
    lay(game, "AS 7D 8S 9S 7C")
    assert tell(game, "CARD E TS; BACK E") == "+revoke"
    assert log_of(game) == ["E revoke play 1 after 5"]


def test_no_card_is_taken_back_where_offences_cost_points_or_the_match():
    for discipline in (2, 3):
        game = take(house("piedicavallo"), "8H", discipline)
        lay(game, "AS")
        assert tell(game, "BACK S") == "not-here", discipline


def test_taking_a_card_back_keeps_the_calls_of_others():
    game = take(house("piedicavallo"), "8H", 1)
    assert tell(game, "CARD S AS; MELD E 0; OFFENCE S signal; BACK S") == ""
    assert (
        game.announcements.claims[1] == (0,)
        and len(game.conduct.log) == 1
        and game.audit.plays == 0
    )
    assert tell(game, "UNDO S") == "" and not game.audit.had(2, 31)


def test_taking_a_card_back_keeps_a_late_call_for_an_older_card():
    game = take(house("piedicavallo", late="salt"), "8H", 1)
    lay(game, "7D 8D 9D KH")
    assert tell(game, "CARD W 7C; BELOTE W; BACK W; BELOTE W") == "nothing"
    assert tell(game, "CARD W QH; BELOTE W") == "" and game.pairs.worth(1) == 20
    # The first call is for the queen, which is taken back. The second is for the king.
    game = take(house("piedicavallo", late="salt"), "8H", 1)
    lay(game, "7D 8D 9D KH")
    assert tell(game, "CARD W QH; BELOTE W; BELOTE W; BACK W") == ""
    assert tell(game, "BELOTE W") == "nothing"
    assert tell(game, "CARD W QH; BELOTE W") == "" and game.pairs.worth(1) == 20


def test_no_card_is_taken_back_if_that_would_void_a_pardon():
    game = take(house("french", call_out="any"), "8H", 1)
    lay(game, "AS 7D 8S 9S")
    assert tell(game, "CARD S 7C; CARD E KS") == "+revoke"
    assert tell(game, "CALL_OUT S") == "+false-call-out" and winner(game) == 1
    assert tell(game, "RULING 4 1") == "" and winner(game) == -1
    before = log_of(game), len(game.events), game.audit.plays
    assert tell(game, "BACK E") == "match-over" and winner(game) == -1
    assert before == (log_of(game), len(game.events), game.audit.plays)
    assert tell(game, "CARD N 8C") == ""


def test_a_right_call_after_a_false_one_is_the_last_call():
    game = new_match(house("bulgarian"))
    assert tell(game, "DEAL N; BID W AT; BID S pass; BID E pass; BID N pass") == ""
    assert tell(game, "CARD W KH; BELOTE W") == "" and game.has_called_last(3)
    lay(game, "7H QH 8H")
    assert log_of(game) == ["W false-belote play 0 after 3"]
    assert tell(game, "CARD W KD; BELOTE W") == "" and game.has_called_last(3)
    assert tell(game, "SHOW E QD") == "+false-belote" and not game.has_called_last(3)
    # The player cannot withdraw a call that is proved false as soon as it is made.
    assert tell(game, "UNDO E; UNDO W; SHOW E QD; BELOTE W") == "+false-belote"
    assert not game.has_called_last(3)


def test_taking_a_card_back_removes_its_call():
    game = take(house("piedicavallo"), "8H", 1)
    assert tell(game, "CARD S KH; BELOTE S; BACK S; CARD S AS; BELOTE S") == "nothing"
    assert tell(game, "CARD E 7S; CARD N 8S; CARD W 9S; CARD S KH; BELOTE S") == ""
    # A call for an earlier card stays.
    game = take(house("piedicavallo"), "8H", 1)
    assert tell(game, "CARD S KH; BELOTE S") == ""
    lay(game, "7S 8S 9S")
    assert tell(game, "CARD S QH; BACK S; CARD S QH; BELOTE S") == "" and game.pairs.worth(0) == 20
    # The call for the card taken back is removed: the second call is accepted.
    game = take(house("piedicavallo"), "8H", 1)
    lay(game, "7D AD 8D 9D AS 7S 8S KH")
    assert tell(game, "CARD S QH; BELOTE S; BACK S; CARD S QH; BELOTE S") == ""
    assert game.pairs.worth(0) == 0
    # A late call of another player stays.
    game = take(house("piedicavallo"), "8H", 1)
    assert tell(game, "CARD S KH; CARD E 7S; BELOTE S; BACK E; BELOTE S") == "nothing"


def test_the_last_card_of_the_hand_is_taken_back():
    game = played(MADE)
    last = "NESW"[game.audit.seat[31]]
    assert tell(game, "CONFIRM N; BACK %s" % last) == "" and game.phase == Phases.PLAY
    assert tell(game, "CARD %s 8S; CONFIRM N; CONFIRM E" % last) == "" and points(game) == "120 50"


def given(game, north, east, hanging=0, why="0"):
    """Apply the rulings that give these points; return the name of the last result.

    `why` is the argument of ruling 7. With "0" the points are added, with "1" they replace those
    of the current deal.
    """
    staged = (HALF + north, HALF + east, HALF + hanging, why)
    return tell(game, "RULING 0 %d; RULING 1 %d; RULING 6 %d; RULING 7 %s" % staged)


def test_points_count_after_their_ruling_is_complete():
    game = new_match(house("french"))
    assert tell(game, "RULING 0 %d; RULING 1 %d" % (HALF + 30, HALF - 20)) == ""
    assert points(game) == "0 0", "stored points must not count before ruling 7"
    assert tell(game, "RULING 7 0") == "" and points(game) == "30 -20"
    assert given(game, 970, 20) == "" and winner(game) == 0


def test_each_ruling_on_points_is_independent():
    game = new_match(house("french"))
    assert tell(game, "RULING 0 %d" % (HALF + 2000)) == ""
    assert given(game, 1, 2, 3) == "" and points(game) == "1 2" and winner(game) == -1
    assert given(game, 0, 5, 0) == "" and game.totals[Totals.HANGING] == 3


def test_a_corrected_score_can_reopen_or_end_the_match():
    game = new_match(house("french"))
    assert given(game, 1010, 990) == "" and winner(game) == 0
    assert given(game, -20, 0) == "" and winner(game) == -1, "no side has 1000 points"
    assert given(game, -10, 20) == "" and winner(game) == 1
    assert given(game, 30, 0) == "" and points(game) == "1010 1010" and winner(game) == -1


def test_a_correction_does_not_change_other_ends_of_a_match():
    game = new_match(house("french"))
    assert tell(game, "RULING 3 1") == ""
    assert given(game, 1500, 10) == "" and winner(game) == 1


def test_points_in_the_middle_of_a_deal_end_no_match():
    game = take(house("french"), "8H")
    assert given(game, 0, 2000) == "" and winner(game) == -1
    assert tell(game, "CARD S AS; UNDO S") == "" and points(game) == "0 2000"
    assert tell(game, "UNDO N") == "" and points(game) == "0 0"


def test_a_ruling_can_give_points_instead_of_a_deal():
    game = take(house("french"), "8H")
    lay(game, "AS 7S")
    assert given(game, 0, 1000, 0, "1") == "" and winner(game) == 1
    assert game.phase == Phases.READY and game.totals[Totals.DEALER] == 2, (
        "the next seat deals, as after a played deal"
    )
    assert tell(game, "UNDO N") == "" and game.phase == Phases.PLAY and points(game) == "0 0"
    assert winner(game) == -1 and game.totals[Totals.DEALER] == 3
    game = take(house("espanola-2"), "8H")
    assert given(game, 10, 162, 0, "1") == "" and game.totals[Totals.DEALER] == 2, (
        "the winner deals"
    )


def test_a_ruling_can_void_a_deal():
    game = take(house("french"), "8H")
    lay(game, "AS 7S")
    assert tell(game, "RULING 2") == "" and game.phase == Phases.READY
    assert tell(game, "RULING 2") == "nothing" and game.totals[Totals.DEALER] == 3
    assert tell(game, "UNDO N; CARD N 8S; RULING 2 0; DEAL W") == ""


def test_a_ruling_can_award_a_match():
    game = new_match(house("french"))
    assert tell(game, "RULING 3 3") == "bad-event"
    assert tell(game, "RULING 3 1") == "" and winner(game) == 1
    assert tell(game, "DEAL N") == "match-over"
    assert tell(game, "RULING 3 2; DEAL N") == "" and winner(game) == -1
    assert tell(game, "RULING 3 0") == "" and winner(game) == 0
    game = new_match(house("french"))
    assert tell(game, "RULING 3 1") == given(game, 2000, 0) == "" and winner(game) == 1
    assert tell(game, "RULING 3 0") == given(game, 0, 9000) == "" and winner(game) == 0


def test_a_ruling_can_pardon_an_offence():
    game = take(house("piedicavallo"), "8H", 3)
    lay(game, "AS 7D 8S 9S KD")
    assert tell(game, "CARD E TS") == "+revoke" and winner(game) == 0
    assert tell(game, "RULING 4 1") == "nothing"
    assert tell(game, "RULING 4 0") == "" and winner(game) == -1
    assert tell(game, "RULING 4 0") == "nothing"
    assert tell(game, "CARD N 7S") == ""


def test_pardoning_one_of_two():
    game = take(house("piedicavallo"), "8H", 3)
    assert tell(game, "OFFENCE S signal; CARD S AS; CARD E 7D; SHOW E TS; RULING 4 0") == ""
    assert winner(game) == 0
    assert tell(game, "RULING 4 1") == "" and winner(game) == -1


def test_a_pardon_leaves_an_award_alone():
    game = take(house("piedicavallo"), "8H", 1)
    assert tell(game, "OFFENCE S signal; RULING 3 1; RULING 4 0") == "" and winner(game) == 1


def test_a_pardon_of_another_offence_leaves_an_award_alone():
    game = take(house("piedicavallo"), "8H", 3)
    assert tell(game, "OFFENCE N signal; CARD S AS; CARD E 7D; SHOW E TS") == "+revoke"
    assert winner(game) == 0
    assert tell(game, "RULING 3 1; RULING 4 0") == "" and winner(game) == 1
    assert game.standing.ending() == Endings.AWARDED
    assert tell(game, "RULING 4 1") == "" and winner(game) == 1


def test_an_old_offence_does_not_lose_a_reopened_match_again():
    game = take(house("piedicavallo"), "8H", 3)
    assert tell(game, "CARD S AS; CARD E 7D; SHOW E TS") == "+revoke" and winner(game) == 0
    assert tell(game, "RULING 3 2; OFFENCE N signal") == "+signal" and winner(game) == -1
    # A later offence can still lose the match.
    assert tell(game, "CARD N 9D; SHOW N 8S") == "+revoke" and winner(game) == 1


def test_a_pardoned_fine_is_not_taken():
    game = take(house("espanola-4"), "8H", 2)
    assert tell(game, "OFFENCE S out-of-turn; RULING 4 0") == ""
    game.conduct.levy([0, 0])
    assert game.conduct.fair[0] == 0
    game = played(FAILED, discipline=1)
    assert tell(game, "OFFENCE S signal; CONFIRM N; CONFIRM E; RULING 4 0") == "nothing"


def test_a_ruling_can_change_the_dealer():
    game = new_match(house("french"))
    assert (
        tell(game, "RULING 5 4") == "not-a-seat"
        and tell(game, "RULING 5 3; RULING 5 2; DEAL S") == ""
    )
    assert tell(game, "RULING 5 1") == "not-now"
    game = new_match(house("espanola-2"))
    assert tell(game, "RULING 5 1") == "not-a-seat" and tell(game, "RULING 5 2") == ""


def test_hanging_points_can_be_given_and_removed():
    game = new_match(house("french"))
    assert given(game, 0, 0, 81) == "" and game.totals[Totals.HANGING] == 81
    assert given(game, 0, 0, -81) == "" and game.totals[Totals.HANGING] == 0


def test_unknown_rulings_are_refused():
    game = new_match(house("french"))
    assert tell(game, "RULING 8") == "bad-event"
    assert game.apply(Events.RULING, 200, 0) == 32


def test_a_ruling_on_the_result_asks_both_sides_again():
    game = played(MADE)
    assert tell(game, "CONFIRM N") == given(game, 5, 0) == tell(game, "CONFIRM E") == ""
    assert game.phase == Phases.DONE and result(game) == "120 50"
    assert tell(game, "CONFIRM N") == "" and points(game) == "125 50"


def test_a_deal_holds_198_events():
    game = take(house("piedicavallo"), "8H", 1)
    while len(game.events) < 198:
        assert tell(game, "SHOW S 8H") == ""
    for line in ("SHOW S 8H", "CARD S AS", "RULING 2", "OFFENCE S signal"):
        assert tell(game, line) == "full", line
    assert tell(game, "UNDO S; CARD S AS; BACK S; CARD S AS") == "full"
    assert tell(game, "UNDO S") == ""
    game.apply(Events.MATCH, 0, game.house.mark)
    deal_again(game, "N", "8H")


def test_a_full_deal_can_be_confirmed():
    game = played(MADE)
    while len(game.events) < 198:
        assert tell(game, "RULING 0 %d" % HALF) == ""
    assert tell(game, "CONFIRM N; CONFIRM E") == "" and points(game) == "120 50"
