"""Tests of the score of a hand in each house, computed from the points of the sides."""

from belote.score import Score
from codes.game import CONTRACTS, Outcomes
from helpers import house

OUTCOMES = ("made", "failed", "litige", "capot", "reverse", "scored")
MELDS = (20, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150)


def count(rules, ours, theirs, melds=(0, 0), belote=(0, 0), contract="H", x=1, old=0, tricks=4):
    """Return the score of a hand as a text such as "made 80:80" or "litige 0:80 hangs 80".

    The taker's side comes first in the text, in `melds` and in `belote`. It has `ours` card points
    and `tricks` tricks. `x` is the factor of the doublings, and `old` has the points that hung
    before. Fail if the score depends on which side is the taker's.
    """
    results = []
    for taker in range(2):
        score = Score(rules)
        score.hanging = score.score[0] = score.score[1] = 77  # left over from an earlier hand
        other = taker ^ 1
        score.cards[taker], score.cards[other] = ours, theirs
        score.tricks[taker], score.tricks[other] = tricks, rules.cards - tricks
        score.melds[taker], score.melds[other] = melds
        score.belote[taker], score.belote[other] = belote
        score.settle(CONTRACTS.index(contract), taker, x, old)
        assert type(score.score[0]) is type(score.score[1]) is type(score.hanging) is int
        result = "%s %d:%d" % (OUTCOMES[score.outcome], score.score[taker], score.score[other])
        results.append(result + (" hangs %d" % score.hanging if score.hanging else ""))
        capot = taker if tricks == rules.cards else -1 if tricks else other
        assert score.capot == capot
    assert results[0] == results[1]
    return results[0]


def test_piedicavallo_points_needed_to_be_safe():
    needed = (72, 62, 57, 52, 47, 42, 37, 32, 27, 22, 17, 12, 7)
    rules = house("piedicavallo")
    for i in range(13):
        mine = (MELDS[i], 0)
        cards = needed[i]
        assert count(rules, cards, 162 - cards, mine)[:5] == "made ", mine
        assert count(rules, cards - 1, 163 - cards, mine)[:7] == "litige ", mine
        assert count(rules, cards - 2, 164 - cards, mine)[:7] == "failed ", mine


def test_piedicavallo_points_needed_to_defeat_the_taker():
    needed = (92, 102, 107, 112, 117, 122, 127, 132, 137, 142, 147, 152, 157)
    hole = (180, 200, 210, 220, 230, 240, 250, 260, 270, 280, 290, 300, 310)
    rules = house("piedicavallo")
    for i in range(13):
        mine = (MELDS[i], 0)
        cards = needed[i]
        assert count(rules, 162 - cards, cards, mine) == "failed 0:%d" % hole[i]
        assert count(rules, 163 - cards, cards - 1, mine)[:7] == "litige ", mine
        assert count(rules, 164 - cards, cards - 2, mine)[:5] == "made ", mine


def test_piedicavallo_82_points_without_melds():
    rules = house("piedicavallo")
    assert count(rules, 82, 80) == "made 80:80"
    assert count(rules, 81, 81) == "litige 0:80 hangs 80"
    assert count(rules, 80, 82) == "failed 0:160"


def test_piedicavallo_rounds_to_the_nearest_ten_5_up():
    rules = house("piedicavallo")
    assert count(rules, 97, 65) == "made 100:70"
    assert count(rules, 107, 55) == "made 110:60"
    assert count(rules, 91, 71) == "made 90:70"
    assert count(rules, 98, 64) == "made 100:60"
    assert count(rules, 81, 61, (0, 0), (0, 10)) == "made 80:70"


def test_piedicavallo_litige_with_a_tierce_against_belote():
    rules = house("piedicavallo")
    assert count(rules, 81, 81, (20, 0), (0, 20)) == "litige 0:100 hangs 100"
    assert count(rules, 81, 81, (0, 20), (20, 0)) == "litige 0:100 hangs 100"


def test_piedicavallo_note_1_the_side_that_wins_the_next_contract_gets_the_litige():
    assert count(house("piedicavallo"), 100, 62, old=80) == "made 180:60"


def test_piedicavallo_note_2_litige_upon_litige():
    """The defenders get the points that hung, and now the taker's points hang."""
    rules = house("piedicavallo")
    assert count(rules, 81, 81, (20, 0), (0, 20), old=80) == "litige 0:180 hangs 100"
    assert count(rules, 81, 81, old=100) == "litige 0:180 hangs 80"
    assert count(rules, 90, 72, old=80) == "made 170:70"


def test_piedicavallo_note_2_a_failed_contract_gives_the_litige_too():
    rules = house("piedicavallo")
    assert count(rules, 60, 102, old=80) == "failed 0:240"
    assert count(rules, 60, 102, (20, 0), (20, 0), old=100) == "failed 0:300"


def test_piedicavallo_a_failed_contract_gives_every_meld_and_belote():
    rules = house("piedicavallo")
    assert count(rules, 42, 120, (0, 50), (20, 0)) == "failed 0:230"
    assert count(rules, 30, 132, (50, 0), (0, 20)) == "failed 0:230"


def test_piedicavallo_capot():
    rules = house("piedicavallo")
    assert count(rules, 162, 0, tricks=8) == "capot 250:0"
    assert count(rules, 162, 0, (0, 50), (20, 0), tricks=8) == "capot 320:0"
    # All tricks make a capot even if the others hold melds.
    assert count(rules, 162, 0, (0, 200), tricks=8, old=80) == "capot 530:0"


def test_piedicavallo_capot_against():
    rules = house("piedicavallo")
    assert count(rules, 0, 162, tricks=0) == "reverse 0:350"
    assert count(rules, 0, 162, (20, 0), (0, 20), tricks=0) == "reverse 0:390"
    assert count(rules, 0, 162, (200, 0), (0, 20), tricks=0, old=90) == "reverse 0:660"


def test_salotto_82_and_more_than_the_others():
    rules = house("salotto")
    assert count(rules, 82, 80) == "made 82:80"
    assert count(rules, 62, 100, belote=(20, 0)) == "failed 20:162"
    assert count(rules, 80, 82, belote=(20, 0)) == "made 100:82"
    assert count(rules, 90, 72, belote=(0, 20)) == "failed 0:182"
    assert count(rules, 92, 70, belote=(0, 20)) == "made 92:90"
    assert count(rules, 80, 60) == "failed 0:162"


def test_salotto_litige_and_the_belote_that_never_hangs():
    rules = house("salotto")
    assert count(rules, 81, 81) == "litige 0:81 hangs 81"
    assert count(rules, 71, 91, belote=(20, 0)) == "litige 20:91 hangs 71"
    assert count(rules, 91, 71, belote=(0, 20)) == "litige 0:91 hangs 91"


def test_salotto_litiges_add_up_until_a_hand_is_decided():
    rules = house("salotto")
    assert count(rules, 81, 81, old=71) == "litige 0:81 hangs 152"
    assert count(rules, 90, 72, old=152) == "made 242:72"
    assert count(rules, 60, 102, old=152) == "failed 0:314"
    assert count(rules, 162, 0, old=152, tricks=8) == "capot 404:0"
    assert count(rules, 0, 162, old=152, tricks=0) == "reverse 0:404"


def test_salotto_capot_with_belote():
    rules = house("salotto")
    assert count(rules, 162, 0, belote=(20, 0), tricks=8) == "capot 272:0"
    assert count(rules, 0, 162, belote=(20, 0), tricks=0) == "reverse 20:252"


def test_french_and_libre():
    for rules in (house("french"), house("libre")):
        assert count(rules, 82, 80) == "made 82:80"
        assert count(rules, 60, 102, (50, 0), (20, 0)) == "made 130:102"
        assert count(rules, 82, 80, (0, 50)) == "failed 0:212"
        assert count(rules, 40, 122, (50, 0), (20, 0)) == "failed 20:212"
        assert count(rules, 40, 122, (0, 50), (0, 20)) == "failed 0:232"
        assert count(rules, 81, 81, old=40) == "litige 0:81 hangs 121"
        assert count(rules, 46, 116, (50, 0), (20, 0)) == "litige 20:116 hangs 96"


def test_french_and_libre_capots():
    for rules in (house("french"), house("libre")):
        assert count(rules, 162, 0, (20, 0), (20, 0), tricks=8) == "capot 292:0"
        assert count(rules, 162, 0, (0, 50), (0, 0), tricks=8) == "capot 252:50"
        assert count(rules, 0, 162, (50, 0), (20, 0), tricks=0) == "reverse 20:302"
        assert count(rules, 0, 162, (0, 50), (0, 20), tricks=0) == "reverse 0:322"


def test_nothing_is_scored_before_the_first_hand():
    score = Score(house("french"))
    for pair in (score.cards, score.tricks, score.melds, score.belote, score.own, score.score):
        assert pair == [0, 0]
    assert (score.hanging, score.capot, score.outcome) == (0, -1, Outcomes.MADE)


def test_espanola_has_no_contract():
    for rules in (house("espanola-2"), house("espanola-4")):
        assert count(rules, 80, 106, (50, 0), (0, 20)) == "scored 130:126"
        assert count(rules, 186, 0, old=40, tricks=rules.cards) == "capot 276:0 hangs 40"


def test_espanola_capote_replaces_the_last_tricks_ten():
    for rules in (house("espanola-2"), house("espanola-4")):
        score = Score(rules)
        score.cards[1] = 186
        score.tricks[1] = rules.cards
        score.melds[1] = 20
        score.settle(2, 1, 1, 0)
        assert score.cards == [0, 176] and score.score == [0, 296]
        assert count(rules, 186, 0, tricks=rules.cards) == "capot 276:0"
        assert count(rules, 0, 186, tricks=0) == "capot 0:276"
