"""Tests of melds with blind hands: announced in time, shown completely, or lost.

Hands are blind if they are not scanned. The argument of MELD is 0 for a tierce, 1 for a fifty, 2
for a hundred and 3 for a carré. South leads. In most tests hearts are trump.
"""

from deals import FAILED, MADE, house, take
from helpers import lay, log_of, new_match, tell

WARN = 1


def start(name="piedicavallo", contract="H", **changes):
    if contract != "H":
        game = new_match(house(name, **changes), "W")
        line = "DEAL W; BID S %s; BID E pass; BID N pass; BID W pass"
        assert tell(game, line % contract) == ""
        return game
    return take(house(name, **changes), "" if name == "bulgarian" else "8H", WARN)


def show(game, seat, text):
    for word in text.split():
        assert tell(game, "SHOW %s %s" % (seat, word)) == ""


def after_first_trick(game, cards="7C 8C 9C TC"):
    """Lay the first trick and one more card; return this card's result and the noted offences."""
    lay(game, cards)
    told = tell(game, "CARD %s 7D" % "NESW"[game.trick.seat])
    return told, log_of(game)


def test_melds_are_announced_only_at_their_time():
    game = new_match(house("piedicavallo"), "W")
    assert tell(game, "DEAL W; UPCARD W 8H; MELD S 0") == "not-now"
    assert tell(game, "BID S H; MELD W 0; CARD S AS; MELD W 1; MELD S 0") == "late"
    assert tell(game, "CARD E 7S; MELD E 0") == "late"


def test_melds_unknown_to_the_house_are_refused():
    assert tell(start(), "MELD S 4") == "bad-event"
    assert tell(start("salotto"), "MELD S 0") == "not-here"
    assert tell(start("bulgarian", "NT"), "MELD S 3") == "not-here"
    yield
    game = start("bulgarian", "NT", no_trump="aces")
    assert tell(game, "MELD S 2") == "not-here" and tell(game, "MELD S 3") == ""
    assert tell(start("bulgarian", "AT"), "MELD S 0") == ""


def test_no_hand_has_four_melds():
    game = start()
    assert tell(game, "MELD S 0; MELD S 0; MELD S 1; MELD S 0") == "false-meld"
    assert game.announcements.claims[2] == (
        0,
        0,
        1,
    )
    assert tell(start(), "MELD S 3; MELD S 3; MELD S 3; MELD S 3") == "false-meld"


def test_a_meld_shown_in_time_is_not_noted():
    game = start()
    assert tell(game, "MELD S 0") == ""
    show(game, "S", "9S TS JS")
    assert after_first_trick(game) == ("", [])
    assert game.announcements.claims[2] == (0,)


def test_a_card_laid_in_the_first_trick_counts_as_shown():
    game = start()
    assert tell(game, "MELD S 0") == ""
    show(game, "S", "8C 9C")
    assert after_first_trick(game, "7C TC JC QC") == ("", [])


def test_a_meld_not_shown_is_lost_and_noted():
    game = start()
    assert tell(game, "MELD S 0") == ""
    show(game, "S", "9S TS")
    assert after_first_trick(game) == ("+meld-not-shown", ["S meld-not-shown play 0 after 4"])
    assert game.announcements.claims[2] == () and game.announcements.announced[2] == (0,)


def test_the_partners_lower_meld_must_be_shown_too():
    game = start()
    assert tell(game, "MELD S 1; MELD N 0") == ""
    show(game, "S", "9S TS JS QS")
    assert after_first_trick(game) == ("+meld-not-shown", ["N meld-not-shown play 0 after 4"])
    assert game.announcements.claims[2] == (1,) and game.announcements.claims[0] == ()


def test_the_lower_side_need_not_show():
    game = start()
    assert tell(game, "MELD S 0; MELD E 1") == ""
    show(game, "E", "9S TS JS QS")
    assert after_first_trick(game) == ("", [])
    # South's tierce still counts if the fifty turns out to be false.
    assert game.announcements.claims[2] == (0,)


def test_the_lower_side_need_not_show_even_if_the_higher_does_not():
    for low, high in (("S", "E"), ("E", "S")):
        game = start()
        assert tell(game, "MELD %s 0; MELD %s 2" % (low, high)) == ""
        told = ("+meld-not-shown", ["%s meld-not-shown play 0 after 4" % high])
        assert after_first_trick(game) == told


def test_with_equal_kinds_one_side_may_concede():
    for wins, gives in (("S", "E"), ("E", "S")):
        game = start()
        assert tell(game, "MELD S 0; MELD E 0") == ""
        show(game, wins, "TS JS QS")
        assert after_first_trick(game) == ("", [])
        assert (
            game.announcements.claims["NESW".index(wins)] == (0,)
            and game.announcements.claims["NESW".index(gives)] == ()
        )


def test_with_equal_kinds_one_side_must_show():
    game = start()
    assert tell(game, "MELD S 0; MELD E 0") == ""
    assert len(after_first_trick(game)[1]) == 2


def test_a_carre_is_above_a_hundred_in_one_contest():
    game = start()
    assert tell(game, "MELD S 2; MELD E 3") == ""
    show(game, "E", "AS AD AH AC")
    assert after_first_trick(game) == ("", [])


def test_the_best_carre_and_the_best_sequence_must_be_shown():
    game = start("bulgarian")
    assert tell(game, "MELD S 2; MELD E 3") == ""
    show(game, "E", "AS AD AH AC")
    assert after_first_trick(game)[1] == ["S meld-not-shown play 0 after 4"]
    game = start("bulgarian")
    assert tell(game, "MELD S 2; MELD E 3; MELD N 3") == ""
    show(game, "S", "7S 8S 9S TS JS")
    show(game, "N", "AS AD AH AC")
    assert after_first_trick(game) == ("", [])


def test_a_carre_not_shown_is_lost_where_contests_are_apart():
    for name in ("bulgarian", "espanola-4"):
        game = start(name)
        assert tell(game, "MELD S 3; MELD S 0") == ""
        show(game, "S", "9S TS JS")
        assert after_first_trick(game)[1] == ["S meld-not-shown play 0 after 4"]
        assert game.announcements.claims[2] == (0,)
        game = start(name)
        assert tell(game, "MELD S 3; MELD S 0") == ""
        show(game, "S", "AS AD AH AC")
        assert after_first_trick(game)[1] == ["S meld-not-shown play 0 after 4"]
        assert game.announcements.claims[2] == (3,)


def test_two_carres_that_are_not_shown_are_both_noted():
    game = start("espanola-4")
    assert tell(game, "MELD S 3; MELD E 3") == ""
    assert len(after_first_trick(game)[1]) == 2


def test_a_hidden_carre_frees_the_others_from_showing_sequences():
    game = start("espanola-4")
    assert tell(game, "MELD S 2; MELD E 3") == ""
    assert after_first_trick(game)[1] == ["E meld-not-shown play 0 after 4"]
    assert game.announcements.claims[2] == (2,)


def test_a_sides_highest_meld_is_compared():
    game = start()
    assert tell(game, "MELD N 1; MELD S 0; MELD E 0") == ""
    show(game, "N", "9S TS JS QS")
    show(game, "S", "TD JD QD")
    assert after_first_trick(game) == ("", []) and game.announcements.claims[1] == (0,)


def test_a_carre_of_the_others_frees_a_side_from_showing_sequences():
    game = start("espanola-4")
    assert tell(game, "MELD S 2; MELD E 3") == ""
    show(game, "E", "AS AD AH AC")
    assert after_first_trick(game) == ("", [])


def test_an_own_carre_requires_showing_the_sequences():
    game = start("espanola-4")
    assert tell(game, "MELD S 0; MELD N 3; MELD E 2") == ""
    show(game, "N", "AS AD AH AC")
    assert after_first_trick(game)[1] == ["S meld-not-shown play 0 after 4"]


def test_without_a_carre_the_best_sequence_is_shown():
    game = start("espanola-4")
    assert tell(game, "MELD S 0; MELD E 1") == ""
    assert after_first_trick(game)[1] == ["E meld-not-shown play 0 after 4"]


def test_a_false_meld_is_found_by_the_last_card():
    game = take(house("piedicavallo"), "9H", WARN)
    assert tell(game, "MELD E 0; MELD S 1") == ""
    assert lay(game, MADE) == ["QH +meld-not-shown", "8S +false-meld"]
    assert log_of(game) == [
        "S meld-not-shown play 0 after 4",
        "E false-meld play 0 after 32",
        "S false-meld play 0 after 32",
    ]
    assert game.score.melds[0] == 0 and game.score.melds[1] == 0


def test_a_false_meld_forfeits_even_if_it_was_dropped():
    game = take(house("piedicavallo"), "9H", 3)
    assert tell(game, "MELD S 1") == ""
    lay(game, MADE)
    assert game.standing.winner() == 1


def test_cards_that_cannot_be_shown():
    game = start()
    lay(game, "AS")
    assert tell(game, "SHOW E AS") == "card-seen" and tell(game, "SHOW S AS") == ""
    assert tell(game, "SHOW E 8H") == "card-seen"
    show(game, "E", "7S 8S 9S TS JS QS KS 7D")
    assert tell(game, "SHOW E 8D") == "not-held"
    assert tell(game, "CARD E 8D") == "not-held" and tell(game, "CARD E 7S") == ""


def test_a_true_meld_scores():
    """West has a fifty in spades in the deal FAILED."""
    game = take(house("piedicavallo"), "AH", WARN)
    assert tell(game, "MELD W 1; MELD S 0") == ""
    lay(game, " ".join(FAILED.split()[:4]))
    show(game, "W", "TS 9S 8S 7S")
    assert lay(game, " ".join(FAILED.split()[4:])) == []
    assert game.score.melds == [0, 50] and game.score.score == [0, 210]


def test_a_true_meld_not_shown_does_not_score():
    game = take(house("piedicavallo"), "AH", WARN)
    assert tell(game, "MELD W 1") == ""
    assert lay(game, FAILED) == ["QC +meld-not-shown"]
    assert game.score.melds == [0, 0] and len(game.conduct.log) == 1


def test_of_equal_melds_the_elders_counts_in_espanola():
    """Two seats have tierces to the queen in plain suits. From the elder, the turn is S E N W."""
    for seats in ("SE", "EN"):
        game = start("espanola-4")
        assert tell(game, "MELD %s 0; MELD %s 0" % tuple(seats)) == ""
        show(game, seats[0], "TS JS QS")
        show(game, seats[1], "TD JD QD")
        game.tally.points[:] = [1, 1]
        for seat in range(4):
            game.announcements.borne(seat)
        game.tally.contest()
        assert game.score.melds == ([20, 0] if seats == "SE" else [0, 20])


def test_melds_need_a_counting_trick_only_in_some_houses():
    game = start("espanola-4")
    assert tell(game, "MELD E 0") == ""
    show(game, "E", "TS JS QS")
    for points, rule, worth in (((0, 1), 1, 20), ((1, 0), 1, 0), ((1, 0), 0, 20)):
        game.tally.points[:] = points
        game.announcements.borne(1)
        was = game.house.counting_trick
        game.house.counting_trick = rule
        game.tally.contest()
        game.house.counting_trick = was
        assert game.score.melds == [0, worth]


def test_without_the_best_meld_the_next_one_counts():
    """East's hundred is false and never shown, so South's tierce counts."""
    game = take(house("piedicavallo"), "AH", WARN)
    assert tell(game, "MELD E 2; MELD S 0") == ""
    assert lay(game, FAILED) == ["QC +meld-not-shown", "KH +false-meld"]
    assert game.score.melds == [20, 0]
