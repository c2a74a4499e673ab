"""The sheet of an evening: the last hands, and the matches won."""

from codes import endings, events, outcomes, phases, rulings
from codes.scored import HANGS, MOST, ZERO
from keyskit import CALL, KeyRig
from table.history import History
from test_correction import between, corrects, sets
from test_rulings import given

NEW = "MATCH N %d"


def hands(history):
    """The hands that are there, newest first, as the display shows them."""
    return [
        tuple([history.points(hand, side) - ZERO for side in range(2)])
        for hand in range(history.hands())
    ]


def test_fifteen_hands_are_there_the_newest_first():
    history = History()
    for hand in range(20):
        history.add(ZERO + hand, ZERO - hand)
    assert hands(history) == [(hand, -hand) for hand in range(19, 4, -1)]
    assert len(hands(history)) == MOST and history.won(0) == history.won(1) == 0


def test_a_match_that_follows_a_won_one_counts_it():
    history = History()
    history.add(ZERO + 162, ZERO)
    for winner in (1, 0, 1):
        history.begin(winner)
        assert not history.hands()
    assert (history.won(0), history.won(1)) == (1, 2)
    history.begin(-1)
    assert (history.won(0), history.won(1)) == (0, 0), "one was left unfinished"


def test_the_deal_to_the_others_is_a_hand_and_goes_with_it():
    rig = KeyRig("french", discipline=1)
    rig.play("DEAL N; UPCARD N 9H; BID W H; CARD W AC")
    rig.tell(given(0, 162, 0, rulings.INSTEAD))
    assert hands(rig.table.history) == [(0, 162)] and rig.match.phase == phases.READY
    rig.tell("UNDO N 0")
    assert hands(rig.table.history) == [] and rig.match.phase == phases.PLAY


def test_a_corrected_result_is_corrected_on_the_sheet():
    rig = between()
    rig.table.history.add(ZERO + 90, ZERO + 72)
    rig.table.history.add(ZERO + 82, ZERO + HANGS + 80)  # this sum hangs
    rig.tell(given(10, -10, 1, rulings.CORRECTED))
    assert hands(rig.table.history) == [(92, 0x8000 + 81), (90, 72)]
    rig.tell(given(500, 500, 5, rulings.BESIDE))
    assert hands(rig.table.history) == [(92, 0x8000 + 81), (90, 72)]


def test_only_what_hangs_stands_in_parentheses():
    """A bar's own house may share equal sums."""
    rig = between()
    score = rig.match.score
    score.outcome = outcomes.LITIGE
    score.score[:] = [81, 81]
    assert rig.table.hand(0) == rig.table.hand(1) == ZERO + 81
    score.hanging = 81
    taker = rig.match.house.side(rig.match.auction.taker)
    assert rig.table.hand(taker) == ZERO + HANGS + 81
    assert rig.table.hand(taker ^ 1) == ZERO + 81


def test_call_shows_the_hands_between_deals_and_turns_the_page():
    rig = between()
    rig.wait(3000)
    rig.press("S", CALL)
    assert rig.table.look.page == 0, "there is nothing to be shown"
    for _ in range(9):
        rig.table.history.add(ZERO + 90, ZERO + 72)
    pages = []
    for _ in range(3):
        rig.press("S", CALL)
        pages.append(rig.table.look.page)
        rig.wait(500)
    assert pages == [1, 2, 0] and not rig.told()


def test_the_sheet_is_closed_by_time_and_by_the_next_deal():
    rig = between()
    rig.table.history.add(ZERO + 90, ZERO + 72)
    rig.wait(3000)
    rig.press("S", CALL)
    rig.wait(20500)
    assert rig.table.look.page == 0
    rig.press("S", CALL)
    assert rig.table.look.page == 1
    rig.play("DEAL N; UPCARD N 9H")
    rig.wait(100)
    assert rig.table.look.page == 0


def test_the_page_has_the_hands_in_the_order_in_which_they_were_played():
    look = between().table.look
    look.page = 1
    assert [look.hand(place, 3) for place in range(8)] == [2, 1, 0] + [-1] * 5
    assert [look.hand(place, 15) for place in range(8)] == [7, 6, 5, 4, 3, 2, 1, 0]
    look.page = 2
    assert [look.hand(place, 15) for place in range(8)] == [14, 13, 12, 11, 10, 9, 8, -1]


def test_a_won_match_is_counted_when_the_next_one_begins():
    rig = between(1010, 990)
    rig.table.happen(events.MATCH, 0, rig.match.house.mark)
    assert rig.table.history.won(0) == 1 and rig.match.totals[:2] == [0, 0]
    rig.match.standing.won_by(1, endings.TARGET)
    corrects(rig, "S")
    sets(rig, "S")
    rig.table.happen(events.MATCH, 0, rig.match.house.mark)
    assert (rig.table.history.won(0), rig.table.history.won(1)) == (1, 1)
