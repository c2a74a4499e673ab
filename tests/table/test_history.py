"""Tests of the score sheet: the hands of a match, and the matches won."""

from codes.game import Endings, Events, Outcomes, Phases, Rulings, Scores
from keyskit import CALL, KeyRig
from table.history import NOBODY, Hand, History
from test_correction import between, corrects, sets
from test_rulings import given

NEW = "MATCH N %d"


def hands(history):
    """Return the sides' points of each hand, oldest first; points that hang are in a list."""
    found = []
    for hand in history.hands:
        north, east = hand.points
        found.append(([north] if hand.hangs == 0 else north, [east] if hand.hangs == 1 else east))
    return found


def stored(history, older=True):
    """Return the history as a starting table restores it, without older hands if not `older`.

    The journal pads the older hands to records of six bytes.
    """
    found = History()
    more = history.older() if older else b""
    found.load(history.rows(), more + bytes(-len(more) % 6))
    return found


def played(count):
    """Return a history of `count` hands, some with hanging or negative points.

    Side 1 has won a match before.
    """
    history = History()
    history.begin(1)
    for hand in range(count):
        history.add(Hand(hand, -3 * hand, hand % 3 - 1))
    return history


def test_all_hands_are_restored_at_a_start():
    for count in range(Scores.MOST + 1):
        history = played(count)
        found = stored(history)
        assert hands(found) == hands(history) and len(found.hands) == count
        assert found.first == 1 and found.won == [0, 1]
        yield


def test_a_checkpoint_still_holds_the_last_fifteen_hands():
    history = played(17)
    rows = history.rows()
    newest = [rows[at] | rows[at + 1] << 8 for at in range(0, 12, 2)]
    assert newest == [
        Scores.HANGS + Scores.ZERO + 16,
        Scores.ZERO - 48,
        Scores.ZERO + 15,
        Scores.ZERO - 45,
        Scores.ZERO + 14,
        Scores.HANGS + Scores.ZERO - 42,
    ]
    assert rows[60:] == b"\0\0\1\0" and len(rows) == 64
    assert len(history.older()) == 2 + 2 * 4 and not played(14).older()


def test_older_hands_that_were_not_stored_are_left_out():
    found = stored(played(17), older=False)  # an older program does not store the older hands
    assert found.first == 0 and hands(found) == hands(played(17))[2:]
    found.add(Hand(1, 2))
    again = stored(found)
    assert again.first == 0 and hands(again) == hands(found) and len(found.hands) == 16
    again.begin(0)
    assert again.first == 1 and not again.hands and again.won == [1, 1]


def test_over_the_limit_only_the_last_hands_keep_their_points():
    history = played(Scores.MOST + 3)
    assert len(history.hands) == Scores.MOST and history.first == 4
    found = stored(history)
    assert found.first == 4 and hands(found) == hands(history)
    assert hands(found)[0] == hands(played(4))[3]


def test_points_outside_the_journals_range_are_clamped():
    history = History()
    history.add(Hand(32767, -32768))
    history.add(Hand(-32768, 32767, 1))
    assert hands(stored(history)) == [(16383, -16383), (-16383, [16383])]


def test_a_new_match_counts_the_match_won_before():
    history = History()
    history.add(Hand(162, 0))
    for winner in (1, 0, 1):
        history.begin(winner)
        assert not history.hands
    assert history.won == stored(history).won == [1, 2]
    history.begin(-1)
    assert history.won == [0, 0], "a match was left unfinished"


def test_a_hand_can_be_undone_and_an_empty_sheet_stays_empty():
    history = History()
    history.take_back()
    history.correct(1, 2, 3)
    assert not history.hands
    for count in (15, 16, 17):
        history = played(count)
        history.take_back()
        assert hands(history) == hands(played(count - 1))


def test_a_deal_given_to_the_other_side_is_a_hand_and_can_be_undone():
    rig = KeyRig("french", discipline=1)
    rig.play("DEAL N; UPCARD N 9H; BID W H; CARD W AC")
    rig.tell(given(0, 162, 0, Rulings.INSTEAD))
    assert hands(rig.table.history) == [(0, 162)] and rig.match.phase == Phases.READY
    rig.tell("UNDO N 0")
    assert hands(rig.table.history) == [] and rig.match.phase == Phases.PLAY


def test_a_corrected_result_is_corrected_on_the_sheet():
    rig = between()
    rig.table.history.add(Hand(90, 72))
    rig.table.history.add(Hand(82, 80, 1))  # the 80 points hang
    rig.tell(given(10, -10, 1, Rulings.CORRECTED))
    assert hands(rig.table.history) == [(90, 72), (92, [81])]
    rig.tell(given(500, 500, 5, Rulings.BESIDE))
    assert hands(rig.table.history) == [(90, 72), (92, [81])]


def test_equal_points_hang_only_if_the_score_has_hanging_points():
    """Under `litige: shared` each side scores its points, and nothing hangs."""
    rig = between()
    score = rig.match.score
    score.outcome = Outcomes.LITIGE
    score.score[:] = [81, 81]
    table = rig.table
    assert table.brought(0) == table.brought(1) == 81 and table.hangs() == NOBODY
    score.hanging = 80
    taker = rig.match.house.side(rig.match.auction.taker)
    assert table.hangs() == taker and table.brought(taker) == 80 and table.brought(taker ^ 1) == 81


def test_call_shows_the_hands_between_deals_and_turns_the_page():
    rig = between()
    rig.wait(3000)
    rig.press("S", CALL)
    assert rig.table.look.page == 0, "there is no hand to show"
    for _ in range(9):
        rig.table.history.add(Hand(90, 72))
    pages = []
    for _ in range(3):
        rig.press("S", CALL)
        pages.append(rig.table.look.page)
        rig.wait(500)
    assert pages == [1, 2, 0] and not rig.told()


def test_the_sheet_is_closed_by_time_and_by_the_next_deal():
    rig = between()
    rig.table.history.add(Hand(90, 72))
    rig.wait(3000)
    rig.press("S", CALL)
    rig.wait(20500)
    assert rig.table.look.page == 0
    rig.press("S", CALL)
    assert rig.table.look.page == 1
    rig.play("DEAL N; UPCARD N 9H")
    rig.wait(100)
    assert rig.table.look.page == 0


def test_the_page_lists_the_hands_in_order_of_play():
    look = between().table.look
    look.page = 1
    assert list(look.hands(3)) == [0, 1, 2]
    assert list(look.hands(15)) == [7, 8, 9, 10, 11, 12, 13, 14]
    look.page = 2
    assert list(look.hands(15)) == [0, 1, 2, 3, 4, 5, 6]
    assert list(look.hands(16)) == [0, 1, 2, 3, 4, 5, 6, 7]


def test_a_won_match_is_counted_when_the_next_one_begins():
    rig = between(1010, 990)
    rig.table.happen(Events.MATCH, 0, rig.match.house.mark)
    assert rig.table.history.won == [1, 0] and rig.match.totals[:2] == [0, 0]
    rig.match.standing.won_by(1, Endings.TARGET)
    corrects(rig, "S")
    sets(rig, "S")
    rig.table.happen(Events.MATCH, 0, rig.match.house.mark)
    assert rig.table.history.won == [1, 1]
