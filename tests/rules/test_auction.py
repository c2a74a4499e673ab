"""Tests of the bidding: taking the upcard, naming another suit, and auctions with doublings."""

from belote.auction import TAKEN, THROWN_IN, UNDECIDED, Auction
from codes.game import CONTRACTS, SEATS
from helpers import CALLS, CODES, house, seat_of

UPCARD = house("piedicavallo")
BULGARIAN = house("bulgarian")
SECOND = "pass pass pass pass "


def bid(rules, calls, elder="S", up="H", second=0):
    """Apply calls, the first of them by the elder; return the state of the bidding.

    The state is a text: "S D x1" (taker, contract and factor), "thrown-in" or "open E" (the next
    seat), or the reason why the last call was refused. Fail if an earlier call is refused or has
    ended the bidding. `up` is the suit of the upcard, "" without an upcard.
    """
    auction = Auction(rules)
    auction.start(seat_of(elder), CONTRACTS.index(up) if up else -1, second)
    refused = 0
    for word in calls.split():
        assert auction.state == UNDECIDED and not refused, calls
        speaker = auction.seat
        refused = auction.call(CALLS.index(word))
        assert not refused or auction.seat == speaker
    for name in CODES:
        if refused and CODES[name] == refused:
            return name
    if auction.state == THROWN_IN:
        return "thrown-in"
    if auction.state == TAKEN:
        contract = CONTRACTS[auction.contract]
        return "%s %s x%d" % (SEATS[auction.taker], contract, auction.factor)
    return "open " + SEATS[auction.seat]


def test_upcard_is_taken_and_the_bidding_is_over():
    assert bid(UPCARD, "H") == "S H x1"
    assert bid(UPCARD, "pass H") == "E H x1"
    assert bid(UPCARD, "pass pass pass H") == "W H x1"
    assert bid(UPCARD, "S", up="S") == "S S x1"


def test_seats_bid_in_the_direction_of_the_house():
    assert bid(UPCARD, "") == "open S"
    assert bid(UPCARD, "pass pass") == "open N"
    assert bid(UPCARD, "pass", "N") == "open W"
    assert bid(house("salotto"), "pass") == "open W"
    assert bid(house("salotto"), "pass H") == "W H x1"
    assert bid(house("bulgarian", direction="cw"), "C D", up="") == "open N"


def test_first_round_offers_the_upcards_suit_alone():
    assert bid(UPCARD, "S") == "upcard-suit"
    assert bid(UPCARD, "pass C") == "upcard-suit"
    assert bid(UPCARD, "NT") == "bad-call"
    assert bid(UPCARD, "AT") == "bad-call"
    assert bid(UPCARD, "double") == "bad-call"


def test_second_round_offers_every_other_suit():
    assert bid(UPCARD, SECOND) == "open S"
    assert bid(UPCARD, SECOND + "S") == "S S x1"
    assert bid(UPCARD, SECOND + "pass pass pass C") == "W C x1"
    assert bid(UPCARD, SECOND + "H") == "upcard-suit"
    assert bid(UPCARD, SECOND + "NT") == "bad-call"


def test_all_pass_twice_and_the_cards_are_thrown_in():
    assert bid(UPCARD, SECOND + "pass pass pass") == "open W"
    assert bid(UPCARD, SECOND + SECOND) == "thrown-in"


def test_upcard_once_has_one_round():
    rules = house("libre")
    assert bid(rules, "pass pass H") == "N H x1"
    assert bid(rules, "S") == "upcard-suit"
    assert bid(rules, SECOND) == "thrown-in"


def test_upcard_once_has_a_second_round_after_a_thrown_in_deal():
    rules = house("libre")
    assert bid(rules, SECOND, second=1) == "open S"
    assert bid(rules, "C", second=1) == "upcard-suit"
    # The second round offers any suit, including the upcard's.
    assert bid(rules, SECOND + "pass H", second=1) == "E H x1"
    assert bid(rules, SECOND + "pass C", second=1) == "E C x1"
    assert bid(rules, SECOND + SECOND, second=1) == "thrown-in"


def test_upcard_suit_has_two_rounds_after_any_deal():
    for second in range(2):
        assert bid(UPCARD, SECOND, second=second) == "open S"
        assert bid(UPCARD, SECOND + SECOND, second=second) == "thrown-in"


def test_two_bidders():
    rules = house("espanola-2")
    assert bid(rules, "pass") == "open N"
    assert bid(rules, "pass H") == "N H x1"
    assert bid(rules, "pass", "N") == "open S"
    assert bid(rules, "pass pass") == "open S"
    assert bid(rules, "pass pass H") == "upcard-suit"
    assert bid(rules, "pass pass pass D") == "N D x1"
    assert bid(rules, "pass pass pass pass") == "thrown-in"


def test_two_bidders_in_an_auction():
    rules = house("bulgarian", players="2", packets="3+3")
    assert bid(rules, "pass pass", up="") == "thrown-in"
    assert bid(rules, "C pass", up="") == "S C x1"
    assert bid(rules, "C double", up="") == "open S"
    assert bid(rules, "C double double", up="") == "no-double"
    assert bid(rules, "C double redouble pass", up="") == "S C x4"
    assert bid(rules, "pass C redouble", up="") == "no-double"


def test_a_refused_call_changes_nothing():
    auction = Auction(UPCARD)
    auction.start(seat_of("S"), 2, 0)
    assert auction.call(0) == CODES["upcard-suit"]
    assert (auction.seat, auction.state, auction.contract) == (seat_of("S"), UNDECIDED, -1)
    assert auction.call(2) == 0 and auction.taker == seat_of("S")


def test_unknown_calls_are_refused():
    for rules in (UPCARD, BULGARIAN):
        auction = Auction(rules)
        auction.start(seat_of("S"), 2, 0)
        assert auction.call(10) == CODES["bad-call"]
        assert auction.call(80 << 8 | 2) == CODES["bad-call"]
        assert auction.seat == seat_of("S")


def test_bids_rise_in_the_order_of_contracts():
    assert bid(BULGARIAN, "C D H S NT AT pass pass pass") == "E AT x1"
    assert bid(BULGARIAN, "AT pass pass pass") == "S AT x1"
    assert bid(BULGARIAN, "D C") == "too-low"
    assert bid(BULGARIAN, "D D") == "too-low"
    assert bid(BULGARIAN, "NT S") == "too-low"
    assert bid(BULGARIAN, "AT NT") == "too-low"


def test_auction_ends_after_three_passes_or_four():
    assert bid(BULGARIAN, "pass pass pass") == "open W"
    assert bid(BULGARIAN, "pass pass pass pass") == "thrown-in"
    assert bid(BULGARIAN, "pass pass pass C") == "open S"
    assert bid(BULGARIAN, "C pass pass") == "open W"
    assert bid(BULGARIAN, "C pass pass pass") == "S C x1"
    assert bid(BULGARIAN, "C pass pass D pass pass pass") == "W D x1"
    assert bid(BULGARIAN, "C pass pass D pass pass") == "open N"
    assert bid(BULGARIAN, "pass pass C pass pass pass") == "N C x1"


def test_auction_has_one_round_even_after_a_deal_thrown_in():
    assert bid(BULGARIAN, "pass pass pass pass", second=1) == "thrown-in"


def test_only_the_other_side_may_double():
    assert bid(BULGARIAN, "C double") == "open N"
    assert bid(BULGARIAN, "C double pass pass pass") == "S C x2"
    assert bid(BULGARIAN, "C pass double") == "no-double"
    assert bid(BULGARIAN, "C pass pass double pass pass pass") == "S C x2"
    assert bid(BULGARIAN, "C D pass double") == "no-double"
    assert bid(BULGARIAN, "double") == "no-double"
    assert bid(BULGARIAN, "pass double") == "no-double"
    assert bid(BULGARIAN, "C double pass double") == "no-double"


def test_only_the_doubled_side_may_redouble():
    assert bid(BULGARIAN, "C double redouble pass pass pass") == "S C x4"
    assert bid(BULGARIAN, "C double pass pass redouble pass pass pass") == "S C x4"
    assert bid(BULGARIAN, "C double pass redouble") == "no-double"
    assert bid(BULGARIAN, "C redouble") == "no-double"
    assert bid(BULGARIAN, "C pass redouble") == "no-double"
    assert bid(BULGARIAN, "redouble") == "no-double"
    assert bid(BULGARIAN, "C double redouble pass redouble") == "no-double"


def test_a_doubling_restarts_the_count_of_passes():
    assert bid(BULGARIAN, "C pass pass double pass pass") == "open N"
    assert bid(BULGARIAN, "C double pass pass redouble pass pass") == "open W"


def test_a_higher_contract_cancels_the_doublings():
    assert bid(BULGARIAN, "C double D pass pass pass") == "N D x1"
    assert bid(BULGARIAN, "C double redouble H double pass pass pass") == "W H x2"
    assert bid(BULGARIAN, "C double D redouble") == "no-double"


def test_a_third_doubling_only_where_the_house_has_it():
    assert bid(BULGARIAN, "C double redouble third") == "no-double"
    for word in ("x8", "match"):
        rules = house("bulgarian", third=word)
        assert bid(rules, "C double redouble third pass pass pass") == "S C x8"
        assert bid(rules, "C double redouble pass pass third pass pass") == "open S"
        assert bid(rules, "C double redouble pass third") == "no-double"
        assert bid(rules, "C double third") == "no-double"
        assert bid(rules, "C third") == "no-double"
        assert bid(rules, "C double redouble third third") == "no-double"


def test_the_auction_ends_at_redoubled_all_trumps():
    assert bid(BULGARIAN, "AT double") == "open N"
    assert bid(BULGARIAN, "AT double redouble") == "S AT x4"
    assert bid(BULGARIAN, "NT double redouble") == "open W"


def test_with_third_doublings_all_trumps_end_at_the_third():
    rules = house("bulgarian", third="x8")
    assert bid(rules, "AT double redouble") == "open W"
    assert bid(rules, "AT double redouble third") == "S AT x8"
    assert bid(rules, "AT double redouble pass pass pass") == "S AT x4"
    assert bid(rules, "NT double redouble third") == "open S"


def test_the_next_deal_starts_a_new_bidding():
    auction = Auction(house("bulgarian", third="x8"))
    assert (auction.state, auction.contract, auction.factor) == (UNDECIDED, -1, 1)
    auction.start(seat_of("S"), -1, 0)
    for word in "pass AT double redouble third".split():
        assert auction.call(CALLS.index(word)) == 0
    assert auction.state == TAKEN and auction.taker == seat_of("E")
    auction.start(seat_of("N"), -1, 0)
    assert (auction.state, auction.contract, auction.factor) == (UNDECIDED, -1, 1)
    for word in "pass pass pass".split():
        assert auction.call(CALLS.index(word)) == 0
    assert auction.state == UNDECIDED and auction.seat == seat_of("E")
