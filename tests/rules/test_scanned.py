"""Tests of scanned hands: the number of cards in a hand, and refused cards and announcements.

Refusals happen under every discipline and change nothing.
"""

from deals import FAILED, house, scan, take
from helpers import lay, new_match, tell

FORFEIT = 3
# The hands of the deal FAILED, without the upcard that South has taken, the ace of trump.
SOUTH = "KH QH 7C 8C 9D TD JS"
EAST = "JH 9H TC KC QC 7D 8D AS"
NORTH = "TH 8H 9C JC AC QD KS QS"
WEST = "7H JD KD AD TS 9S 8S 7S"


def start(name="piedicavallo", discipline=FORFEIT, **changes):
    game = take(house(name, **changes), "AH" if name != "bulgarian" else "", discipline, 1)
    for seat, hand in (("S", SOUTH), ("E", EAST), ("N", NORTH), ("W", WEST)):
        assert scan(game, seat, hand) == "", seat
    return game


def test_hands_of_five_and_then_three_cards_are_scanned():
    game = new_match(house("french"))
    assert tell(game, "DEAL N 1; SCAN E 7S") == ""
    assert scan(game, "S", "7C 8C 9C TC JC") == ""
    assert tell(game, "SCAN S QC") == "hand-full"
    assert tell(game, "UPCARD N AH; SCAN S QC") == "hand-full"
    assert tell(game, "BID W H; SCAN S QC; SCAN S KC; SCAN S AC") == ""
    assert tell(game, "SCAN S 7D") == "hand-full"


def test_the_upcard_is_one_of_the_takers_eight_cards():
    game = take(house("french"), "AH", 1, 1)
    assert scan(game, "S", SOUTH) == ""
    assert tell(game, "SCAN S 8H") == "hand-full"
    assert scan(game, "E", EAST) == "" and tell(game, "SCAN E 8H") == "hand-full"


def test_with_two_players_six_and_then_three_cards_are_scanned():
    game = new_match(house("espanola-2"))
    assert tell(game, "DEAL N 1") == ""
    assert scan(game, "S", "7C 8C 9C TC JC QC") == ""
    assert tell(game, "SCAN S KC") == "hand-full"
    assert tell(game, "UPCARD N AH; BID S H") == ""
    assert scan(game, "S", "KC AC 7D") == "" and tell(game, "SCAN S 8D") == "hand-full"


def test_no_card_is_scanned_twice():
    game = new_match(house("french"))
    assert tell(game, "DEAL N 1; SCAN S 7C; SCAN S 7C") == "card-seen"
    assert tell(game, "SCAN E 7C") == "card-seen"
    assert tell(game, "UPCARD N 7C") == "card-seen"
    assert tell(game, "UPCARD N 8C; SCAN W 8C") == "card-seen"


def test_scanning_is_allowed_only_at_its_time():
    game = new_match(house("french"))
    assert tell(game, "DEAL N; SCAN S 7C") == "not-now"
    assert tell(start(), "CARD S AH; SCAN S 7C") == "not-now"


def test_the_first_card_waits_for_full_hands():
    game = take(house("piedicavallo"), "AH", 1, 1)
    assert tell(game, "CARD S AH") == "hand-short"
    assert scan(game, "S", SOUTH) == ""
    assert tell(game, "CARD S AH") == "hand-short"
    assert tell(game, "CARD S 8S") == "not-held"
    for seat, hand in (("E", EAST), ("N", NORTH), ("W", WEST[:-3])):
        assert scan(game, seat, hand) == ""
    assert tell(game, "CARD S AH") == "hand-short"
    assert tell(game, "SCAN W 7S; CARD S AH") == ""


def test_a_card_of_another_hand_is_refused():
    game = start()
    assert tell(game, "CARD S JH") == "card-seen"
    assert tell(game, "CARD S AH; CARD E 9H; CARD N 9H") == "card-seen"


def test_wrong_cards_are_refused_whatever_the_discipline():
    for discipline in range(4):
        game = start(discipline=discipline)
        assert tell(game, "CARD S AH; CARD E AS") == "revoke"
        assert len(game.conduct.log) == 0 and game.audit.plays == 1 and game.trick.seat == 1
        assert tell(game, "CARD E 9H; CARD N TH") == "not-lowest"
        assert tell(game, "CARD N 8H") == ""
        yield


def test_a_trump_held_back_is_refused():
    game = start()
    assert tell(game, "CARD S 7C; CARD E TC; CARD N AC; CARD W JD") == "no-trump"
    assert tell(game, "CARD W 7H") == ""


def test_a_whole_scanned_deal():
    game = start()
    assert lay(game, FAILED) == []
    assert len(game.conduct.log) == 0 and game.conduct.suspects == 0
    assert game.score.score[1] == 160


def test_melds_are_checked_when_they_are_announced():
    game = start()
    assert tell(game, "MELD S 1") == "false-meld"
    assert tell(game, "MELD S 0; MELD S 0") == "false-meld"
    assert tell(game, "MELD W 1") == "" and tell(game, "MELD E 0") == "false-meld"
    assert tell(game, "MELD W 3") == "false-meld"
    assert (
        game.announcements.claims[2] == (0,)
        and game.announcements.claims[3] == (1,)
        and game.announcements.claims[1] == ()
    )


def test_a_hand_must_be_full_to_announce():
    game = take(house("piedicavallo"), "AH", 1, 1)
    assert scan(game, "S", SOUTH[:-3]) == ""
    assert tell(game, "MELD S 0") == "hand-short"


def test_scanned_melds_need_not_be_shown():
    game = start()
    assert tell(game, "MELD S 0; MELD W 1") == ""
    lay(game, FAILED)
    assert len(game.conduct.log) == 0 and game.score.melds[1] == 50 and game.score.score[1] == 210


def test_a_scanned_belote():
    for card in ("KH", "QH"):
        game = start()
        assert tell(game, "CARD S %s; BELOTE S" % card) == "", card


def test_a_scanned_false_belote_is_refused():
    game = take(house("french"), "KH", 1, 1)
    for seat, hand in (("S", "7H 7C 8C 9D TD JS AH"), ("E", EAST), ("N", NORTH),
                       ("W", WEST.replace("7H", "QH"))):  # fmt: skip
        assert scan(game, seat, hand) == ""
    assert tell(game, "CARD S KH; BELOTE S") == "false-belote"
    assert len(game.conduct.log) == 0
    assert tell(game, "CARD E 9H; CARD N TH; CARD W QH; BELOTE W") == "false-belote"


def test_a_card_taken_back_from_a_known_hand_needs_no_showing():
    game = start(discipline=1)
    assert tell(game, "CARD S AH; BACK S") == ""
    assert game.audit.plays == 0 and game.events[-1].kind != 14
    assert tell(game, "CARD S KH") == ""


def test_a_card_scanned_in_another_hand_cannot_be_shown():
    game = start()
    assert tell(game, "SHOW E 7S") == "card-seen"
    assert tell(game, "SHOW E JH") == ""
