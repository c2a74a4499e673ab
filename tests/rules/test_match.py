"""Tests of a match: the events allowed in each phase, the dealer, and the end.

Seats N E S W are 0 to 3. Sides 0 and 1 are North-South and East-West. With two players they are
North and South.
"""

from belote.match import Match
from codes.game import Endings, Events, Offences, Phases, Totals
from deals import BULGARIAN_CAPOT, FAILED, LITIGE, MADE, TWO, house, played, points, result, take
from deals import deal_again as again
from helpers import code_name, lay, new_match, tell

WARN = 1


def apply(game, what, seat=0, arg=0):
    return code_name(game.apply(what, seat, arg))


def winner(game):
    return game.standing.winner()


def dealer(game):
    return "NESW"[game.totals[Totals.DEALER]]


def test_before_a_match_only_the_event_match_is_accepted():
    game = Match(house("french"))
    for what in range(Events.TARGET, Events.UNDO + 1):
        told = apply(game, what)
        assert told == "not-now" or told == "not-a-card", (what, told)
    assert game.phase == Phases.IDLE and not game.standing.fani()
    assert winner(game) == -1


def test_unknown_events_are_refused():
    game = new_match(house("french"))
    for what, seat, arg in (
        (0, 0, 0),
        (21, 0, 0),
        (-1, 0, 0),
        (4, 0, -1),
        (4, 0, 1 << 16),
        (4, -1, 0),
    ):
        assert apply(game, what, seat, arg) == "bad-event", (what, seat, arg)


def test_seats():
    assert apply(new_match(house("french")), Events.DEAL, 4) == "not-a-seat"
    assert apply(new_match(house("espanola-2")), Events.DEAL, 1) == "not-a-seat"
    assert apply(new_match(house("espanola-2")), Events.DEAL, 3) == "not-a-seat"


def test_a_match_belongs_to_one_house():
    rules = house("french")
    game = Match(rules)
    assert apply(game, Events.MATCH, 0, rules.mark ^ 1) == "wrong-house"
    assert apply(game, Events.MATCH, 2, rules.mark) == ""
    assert dealer(game) == "S" and points(game) == "0 0" and winner(game) == -1
    assert game.totals[Totals.POINTS] == 1000 and game.totals[Totals.CONDUCT] == WARN


def test_target_and_discipline_may_be_set_between_deals():
    game = new_match(house("french"))
    assert tell(game, "TARGET N 500; DISCIPLINE N 3") == ""
    assert game.totals[Totals.POINTS] == 500 and game.totals[Totals.CONDUCT] == 3
    assert tell(game, "TARGET N 9999") == "" and tell(game, "TARGET N 10000") == "bad-event"
    assert tell(game, "TARGET N 0") == "bad-event" and tell(game, "DISCIPLINE N 4") == "bad-event"
    assert tell(game, "DISCIPLINE N 0; DEAL N; TARGET N 500") == "not-now"
    assert tell(game, "DISCIPLINE N 0") == "not-now"


def test_only_the_dealer_deals_and_turns_up():
    game = new_match(house("french"))
    assert tell(game, "DEAL E") == "wrong-dealer"
    assert tell(game, "DEAL N; UPCARD E 7H") == "wrong-dealer"
    assert tell(game, "DEAL N") == "not-now"
    assert tell(game, "BID W H") == "not-now"
    assert tell(game, "UPCARD N 7H; UPCARD N 8H") == "not-now"


def test_a_house_without_upcard_bids_at_once():
    game = new_match(house("bulgarian"))
    assert tell(game, "DEAL N; UPCARD N 7H") == "not-now"
    assert tell(game, "BID W pass") == ""


def test_bids_in_turn():
    game = new_match(house("french"))
    assert tell(game, "DEAL N; UPCARD N 7H; BID N H") == "out-of-turn"
    assert tell(game, "BID W S") == "upcard-suit"
    assert tell(game, "BID W pass; BID S H") == ""
    assert game.auction.taker == 2 and game.auction.contract == 2 and game.trick.seat == 3
    assert tell(game, "BID E H") == "not-now"


def test_the_high_byte_of_a_bid_must_be_0():
    """A call is the low byte of the argument. No house uses the high byte yet."""
    game = new_match(house("bulgarian"))
    assert tell(game, "DEAL N") == ""
    assert apply(game, Events.BID, 3, 2 | 1 << 8) == "bad-call"


def test_the_taker_has_the_upcard():
    game = take(house("french"), "7H")
    assert game.audit.had(2, 16) and not game.audit.had(0, 16)
    game = take(house("espanola-2"), "AH")
    assert game.audit.place(23) and not game.audit.had(2, 23)


def test_cards_are_laid_in_turn_and_once():
    game = take(house("french"), "7H")
    assert tell(game, "CARD E 7S") == "out-of-turn"
    assert tell(game, "CARD S 7S; CARD E 7S") == "card-seen"
    assert tell(game, "CARD E 7H") == "card-seen"  # South has taken it
    assert apply(game, Events.CARD, 1, 32) == "not-a-card"
    assert apply(game, Events.SHOW, 1, 32) == "not-a-card"


def pass_out(game, rounds):
    for _ in range(rounds * game.house.players):
        seat = game.auction.seat
        assert apply(game, Events.BID, seat, 6) == ""
    return dealer(game)


def test_after_all_pass_the_next_seat_deals():
    for name, rounds, after in (
        ("piedicavallo", 2, "W"),
        ("salotto", 2, "E"),
        ("espanola-2", 2, "S"),
    ):
        game = new_match(house(name))
        assert tell(game, "DEAL N; UPCARD N 7H") == ""
        assert pass_out(game, rounds) == after, name
        assert game.phase == Phases.READY


def test_all_pass_in_the_auction():
    game = new_match(house("bulgarian"))
    assert tell(game, "DEAL N") == ""
    assert pass_out(game, 1) == "W"


def test_libre_has_a_second_round_after_a_thrown_in_deal():
    game = new_match(house("libre"))
    assert tell(game, "DEAL N; UPCARD N 7H") == ""
    assert pass_out(game, 1) == "W" and game.phase == Phases.READY
    assert tell(game, "DEAL W; UPCARD W 7H") == ""
    assert pass_out(game, 1) == "W" and game.phase == Phases.BIDDING
    assert pass_out(game, 1) == "S" and game.phase == Phases.READY
    # After a deal with two rounds, the next deal has one round again.
    assert tell(game, "DEAL S; UPCARD S 7H") == ""
    assert pass_out(game, 1) == "E" and game.phase == Phases.READY


def test_a_played_hand_ends_the_count_of_thrown_in_deals():
    game = new_match(house("libre"), "N")
    assert tell(game, "DEAL N; UPCARD N 7H") == ""
    assert pass_out(game, 1) == "W" and game.totals[Totals.THROWN_IN] == 1
    again(game, "W", "9H")
    lay(game, MADE)
    assert game.phase == Phases.DONE
    assert tell(game, "CONFIRM N; CONFIRM E") == ""
    assert game.totals[Totals.THROWN_IN] == 0


def test_both_sides_confirm():
    game = played(MADE)
    assert game.phase == Phases.DONE and result(game) == "120 50"
    assert tell(game, "CONFIRM N; CONFIRM S") == "nothing"
    assert points(game) == "0 0"
    assert tell(game, "CONFIRM W") == ""
    assert points(game) == "120 50" and game.phase == Phases.READY and dealer(game) == "S"
    assert tell(game, "CONFIRM W") == "not-now"


def test_the_next_dealer_sits_next_in_the_direction():
    game = played(FAILED, "salotto")
    assert tell(game, "CONFIRM N; CONFIRM E") == ""
    assert dealer(game) == "S"  # East was the dealer


def two(dealt, cards=TWO):
    game = played(cards, "espanola-2", target=2000)
    game.totals[Totals.DEALER] = dealt
    return game


def test_the_higher_hand_deals_in_espanola_for_two():
    game = two(0)
    assert result(game) == "47 59"
    assert tell(game, "CONFIRM N; CONFIRM S") == "" and dealer(game) == "S"
    game = two(2)
    assert tell(game, "CONFIRM N; CONFIRM S") == "" and dealer(game) == "S"


def test_the_higher_hand_deals_also_if_it_is_norths():
    for dealt in (0, 2):
        game = two(dealt)
        game.score.score[0] = 60
        assert tell(game, "CONFIRM N; CONFIRM S") == "" and dealer(game) == "N"


def test_equal_hands_leave_the_dealer_in_espanola_for_two():
    for dealt in (0, 2):
        game = two(dealt)
        game.score.score[0] = 59
        assert tell(game, "CONFIRM N; CONFIRM S") == "" and game.totals[Totals.DEALER] == dealt


def test_points_of_a_tie_hang_for_the_next_hand():
    game = played(LITIGE)
    assert result(game) == "0 80"
    assert tell(game, "CONFIRM N; CONFIRM E") == ""
    assert points(game) == "0 80" and game.totals[Totals.HANGING] == 80
    again(game, "S", "9H")  # East takes: 120 to 50, plus the hanging points
    assert lay(game, MADE) == []
    assert tell(game, "CONFIRM N; CONFIRM E") == ""
    assert points(game) == "50 280" and game.totals[Totals.HANGING] == 0


def ends(before, cards=MADE, name="piedicavallo", target=1000, **changes):
    """Add a hand to the totals `before`; return the winner of the match, -1 for none.

    The deal MADE scores 120 to 50 in Piedicavallo.
    """
    game = played(cards, name, WARN, target, **changes)
    for side in range(2):
        game.totals[side] = before[side]
    assert tell(game, "CONFIRM N; CONFIRM E") == ""
    if winner(game) >= 0:
        assert tell(game, "DEAL S") == "match-over" and tell(game, "CONFIRM N") == "not-now"
    return winner(game)


def test_the_match_ends_at_the_target():
    assert ends((870, 0)) == -1
    assert ends((880, 0)) == 0
    assert ends((0, 940)) == -1
    assert ends((0, 950)) == 1


def test_the_higher_total_wins_when_both_reach_the_target():
    assert ends((900, 1000)) == 1
    assert ends((990, 1000)) == 0


def test_at_equal_totals_the_match_continues():
    assert ends((930, 1000)) == -1


def test_a_match_may_have_its_own_target():
    assert ends((390, 0), target=500) == 0
    assert ends((370, 0), target=500) == -1


def test_no_bulgarian_match_ends_on_a_capot():
    assert ends((150, 0), BULGARIAN_CAPOT, "bulgarian", 151) == -1
    assert ends((150, 0), BULGARIAN_CAPOT, "bulgarian", 151, end_capot="yes") == 0
    assert ends((150, 0), MADE, "bulgarian", 151) == 0


def test_hanging_points_are_dropped_at_the_end():
    assert ends((990, 920), LITIGE) == 1


def test_fani():
    game = played(MADE, target=100)
    assert not game.standing.fani()
    game.score.score[1] = 0
    assert tell(game, "CONFIRM N; CONFIRM E") == "" and game.standing.fani()
    game = played(MADE, target=100)
    assert tell(game, "CONFIRM N; CONFIRM E") == "" and not game.standing.fani()


def test_a_match_that_did_not_end_at_the_target_is_no_fani():
    game = played(MADE, target=100)
    game.totals[0] = 100
    assert tell(game, "RULING 3 0") == "" and not game.standing.fani(), (
        "an awarded match is no fani"
    )


def test_the_reason_for_the_end_of_a_match():
    game = played(MADE, target=100)
    assert tell(game, "CONFIRM N; CONFIRM E") == "" and game.standing.ending() == Endings.TARGET
    assert tell(game, "RULING 3 0") == "" and game.standing.ending() == Endings.AWARDED
    assert tell(game, "RULING 3 2") == "" and winner(game) == -1
    assert tell(game, "RULING 7 0") == "" and game.standing.ending() == Endings.TARGET
    game = doubled_three_times(MADE)
    assert tell(game, "CONFIRM N; CONFIRM E") == "" and game.standing.ending() == Endings.STAKE


def test_a_forfeit_records_its_offence():
    game = take(house("piedicavallo"), "8H", 3)
    lay(game, "AS 7D 8S 9S KD")
    assert tell(game, "CARD E TS") == "+revoke" and winner(game) == 0
    assert game.standing.ending() == Offences.REVOKE
    assert tell(game, "RULING 4 0") == "" and winner(game) == -1


def test_a_new_match_resets_all_state():
    game = played(LITIGE, target=50)
    assert tell(game, "CONFIRM N; CONFIRM E") == "" and winner(game) == 1
    assert apply(game, Events.MATCH, 1, game.house.mark) == ""
    assert points(game) == "0 0" and game.totals[Totals.HANGING] == 0 and winner(game) == -1
    assert game.totals[Totals.POINTS] == 1000 and len(game.conduct.log) == 0
    assert tell(game, "DEAL E") == ""


def doubled_three_times(cards, third="match"):
    """Play a deal in which South's contract of hearts is doubled three times; return the match."""
    game = new_match(house("bulgarian", third=third), "W")
    line = "DEAL W; BID S H; BID E double; BID N redouble; BID W third"
    assert tell(game, line + "; BID S pass; BID E pass; BID N pass") == ""
    lay(game, cards)
    return game


def test_a_third_doubling_may_be_for_the_match():
    for cards, won in ((MADE, 0), (FAILED, 1), (BULGARIAN_CAPOT, 0), (LITIGE, -1)):
        game = doubled_three_times(cards)
        assert tell(game, "CONFIRM N; CONFIRM E") == "" and winner(game) == won
        yield
    game = played(MADE, "bulgarian", third="match")
    assert tell(game, "CONFIRM N; CONFIRM E") == "" and winner(game) == -1


def test_a_third_doubling_may_be_times_eight():
    game = doubled_three_times(MADE, "x8")
    assert tell(game, "CONFIRM N; CONFIRM E") == "" and points(game) == "128 0"
    assert winner(game) == -1


def test_all_parts_of_a_match_use_a_new_house():
    game = played(MADE)
    rules = house("espanola-2")
    yield
    game.use(rules)
    assert game.phase == Phases.IDLE and len(game.events) == 0 and winner(game) == -1
    assert apply(game, Events.DEAL) == "not-now"
    assert apply(game, Events.MATCH, 2, rules.mark) == "" and dealer(game) == "S"
    assert tell(game, "DEAL S; UPCARD S 9H; BID N H") == ""
    assert game.totals[Totals.POINTS] == 1000 and game.audit.left[0] == 9
    for part in (game, game.standing, game.conduct, game.auction, game.trick, game.audit):
        assert part.house is rules
    for part in (game.announcements, game.melds, game.score, game.pairs, game.tally, game.play):
        assert part.house is rules


def test_restored_totals_wait_for_a_deal():
    first = played(MADE)
    assert tell(first, "CONFIRM N; CONFIRM E") == ""
    yield
    game = Match(first.house)
    for place in range(Totals.COUNT):
        game.totals[place] = first.totals[place]
    game.resume()
    assert points(game) == points(first) and game.phase == Phases.READY
    assert tell(game, "DEAL " + dealer(first)) == ""
