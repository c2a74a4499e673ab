"""Tests of calling out in Piedicavallo: by the winner of a trick, judged after the hand.

The first tricks of the deal MADE go to West (6 points), North (41), West (16) and East (24).
"""

from codes.game import Totals
from deals import FAILED, LITIGE, MADE, UPCARDS, deal_again, house, points, take
from helpers import lay, log_of, tell

WARN = 1


def winner(game):
    return game.standing.winner()


def seat(game):
    return "NESW"[game.trick.seat]


def start(cards, before=(0, 0), plays=0, name="piedicavallo"):
    """Return a match with these totals before its deal; `plays` cards of the deal are laid."""
    game = take(house(name), UPCARDS[cards], WARN)
    for side in range(2):
        game.before[side] = game.totals[side] = before[side]
    assert lay(game, " ".join(cards.split()[:plays])) == []
    return game


def finish(game, cards):
    """Play the rest of the deal and confirm it; return the last result and the winner."""
    lay(game, " ".join(cards.split()[game.audit.plays :]))
    return "%s %d" % (tell(game, "CONFIRM N; CONFIRM E"), winner(game))


def called(cards, before, plays):
    """Let the leader after `plays` cards call out, and finish the deal.

    Return the last result and the winner.
    """
    game = start(cards, before, plays)
    assert tell(game, "CALL_OUT " + seat(game)) == ""
    return finish(game, cards)


def test_calling_out_at_the_target_wins():
    assert called(MADE, (959, 0), 8) == " 0"


def test_calling_out_one_point_short_loses():
    assert called(MADE, (958, 0), 8) == "+false-call-out 1"
    game = start(MADE, (958, 0), 8)
    # The hand is still played to its end.
    assert tell(game, "CALL_OUT N") == "" and winner(game) == -1
    finish(game, MADE)
    assert log_of(game) == ["N false-call-out play 32 after 32"]


def test_points_after_the_call_do_not_count():
    assert called(MADE, (0, 993), 4) == "+false-call-out 0"
    assert called(MADE, (0, 994), 4) == " 1"
    assert called(MADE, (0, 978), 12) == " 1"


def test_calling_out_wins_even_if_the_others_end_higher():
    assert called(MADE, (959, 990), 8) == " 0"


def test_a_failed_contract_loses_the_match():
    """South is the taker. North-South have 15 points at the call, and 42 at the end."""
    assert called(FAILED, (990, 0), 16) == "+false-call-out 1"


def test_defenders_cannot_fail_a_contract():
    assert called(FAILED, (0, 990), 4) == " 1"
    assert called(MADE, (0, 994), 4) == " 1"


def test_a_tie_is_not_a_failed_contract():
    assert called(LITIGE, (990, 0), 16) == " 0"


def test_hanging_points_do_not_count():
    game = start(LITIGE, (980, 0), 16)
    game.before[Totals.HANGING] = game.totals[Totals.HANGING] = 500
    assert tell(game, "CALL_OUT N") == ""
    assert finish(game, LITIGE) == "+false-call-out 1"


def test_only_the_leader_after_winning_a_trick_may_call():
    game = start(MADE)
    assert tell(game, "CALL_OUT S") == "not-yours"  # South has no trick yet
    lay(game, " ".join(MADE.split()[:4]))
    assert tell(game, "CALL_OUT S") == "not-yours" and tell(game, "CALL_OUT E") == "not-yours"
    lay(game, MADE.split()[4])
    assert tell(game, "CALL_OUT W") == "not-yours"  # West has already led
    assert tell(game, "CALL_OUT S") == "not-yours"  # South plays next, but does not lead
    assert tell(game, "CALL_OUT N") == "not-yours"
    assert tell(start(MADE, (0, 0), 32), "CALL_OUT N") == "not-now"


def test_the_first_call_binds():
    game = start(MADE, (900, 900), 4)
    assert tell(game, "CALL_OUT W; CALL_OUT W") == "not-now"
    lay(game, " ".join(MADE.split()[4:8]))
    assert tell(game, "CALL_OUT N") == "not-now"
    assert finish(game, MADE) == "+false-call-out 0"
    assert tell(start(MADE, (900, 900), 8), "CALL_OUT N; CALL_OUT N") == "not-now"


def test_without_contracts_no_side_fails():
    game = take(house("espanola-4", call_out="lead"), "AH", WARN)
    game.before[0] = game.totals[0] = 990
    lay(game, " ".join(FAILED.split()[:16]))
    assert tell(game, "CALL_OUT S") == "" and finish(game, FAILED) == " 0"


def test_belotes_already_called_count():
    game = take(house("piedicavallo"), "8H", WARN)
    line = "CARD S KH; BELOTE S; CARD E 7S; CARD N 8S; CARD W 7D; CARD S QH; BELOTE S"
    assert tell(game, line) == ""
    lay(game, "9S TS 9D")
    assert tell(game, "CALL_OUT S") == "" and game.tally.called_for == 4 + 3 + 10 + 20


def test_belotes_called_later_do_not_count():
    game = take(house("piedicavallo"), "8H", WARN)
    assert tell(game, "CARD S KH; BELOTE S") == ""
    lay(game, "7S 8S 7D")
    assert tell(game, "CALL_OUT S; CARD S QH; BELOTE S") == ""
    assert game.pairs.worth(0) == 20 and game.tally.called_for == 4


def fifty(before):
    """Let East call out with 25 card points and West's shown fifty, and finish the deal.

    `before` is the earlier total of East-West. Return the last result and the winner.
    """
    game = take(house("piedicavallo"), "AH", WARN)
    game.before[1] = game.totals[1] = before
    assert tell(game, "MELD W 1") == ""
    lay(game, " ".join(FAILED.split()[:4]))
    assert tell(game, "SHOW W TS; SHOW W 9S; SHOW W 8S; SHOW W 7S; CALL_OUT E") == ""
    return finish(game, FAILED)


def test_valid_melds_count():
    assert fifty(925) == " 1"
    assert fifty(924) == "+false-call-out 0"


def test_french_has_no_calling_out():
    assert tell(start(MADE, (990, 0), 8, "french"), "CALL_OUT N") == "not-here"


def test_a_call_can_be_undone():
    game = start(MADE, (0, 0), 8)
    assert tell(game, "CALL_OUT N; UNDO N") == "" and game.tally.caller == -1
    assert finish(game, MADE) == " -1"


def test_a_call_belongs_to_one_deal():
    game = start(MADE, (0, 0), 8)
    assert tell(game, "CALL_OUT N") == "" and finish(game, MADE) == "+false-call-out 1"
    assert tell(game, "RULING 3 2") == "" and points(game) == "120 50"
    deal_again(game, "S", "9H")
    assert finish(game, MADE) == " -1"


def test_a_match_lost_before_stays_lost():
    game = start(MADE, (959, 0), 8)
    assert tell(game, "CALL_OUT N") == ""
    lay(game, " ".join(MADE.split()[8:]))
    assert tell(game, "CONFIRM N; RULING 3 1; CONFIRM N; CONFIRM E") == "" and winner(game) == 1
    game = start(MADE, (0, 0), 8)
    assert tell(game, "CALL_OUT N") == ""
    lay(game, " ".join(MADE.split()[8:]))
    assert tell(game, "RULING 3 0; CONFIRM N; CONFIRM E") == "" and winner(game) == 0
