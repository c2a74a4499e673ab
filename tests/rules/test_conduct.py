"""Tests of conduct with blind hands: penalties, offences reported by people, misdeals."""

from codes.game import Events, Phases, Totals
from deals import FAILED, FOUR, MADE, house, played, points, take
from helpers import lay, log_of, new_match, tell

REFUSE = 0
WARN = 1
POINTS = 2
FORFEIT = 3


def revoke(discipline, name="espanola-4"):
    """Return a match in which East has revoked in spades and plays next."""
    game = take(house(name), "8H", discipline)
    assert lay(game, "AS 7D 8S 9S KD") == []
    return game


def winner(game):
    return game.standing.winner()


def test_blind_hands_accept_and_note():
    for discipline in (REFUSE, WARN, POINTS):
        game = revoke(discipline)
        assert tell(game, "CARD E TS") == "+revoke"
        assert log_of(game) == ["E revoke play 1 after 6"]
        assert winner(game) == -1 and tell(game, "CARD N 7S") == ""


def test_a_forfeit_ends_the_match():
    game = revoke(FORFEIT)
    assert tell(game, "CARD E TS") == "+revoke"
    assert winner(game) == 0
    for line in ("CARD N 7S", "MELD N 1", "BELOTE N", "CALL_OUT N", "SHOW N 7S", "DEAL W",
                 "OFFENCE N signal", "BACK E", "SALT N", "TARGET N 5"):  # fmt: skip
        assert tell(game, line) == "match-over", line
    assert tell(game, "UNDO E; CARD E QD") == "" and winner(game) == -1


def costs(line, discipline, upcard="8H", name="espanola-4"):
    """Apply events in a house with all duties; return the last result and the match's winner.

    The winner is -1 for none.
    """
    game = take(house(name, rise_plain="must", no_rise="lowest", cut="must", overcut="must"),
                upcard, discipline)  # fmt: skip
    result = tell(game, line)
    return "%s %d" % (result, winner(game))


def test_every_duty_forfeits():
    assert costs("CARD S AS; CARD E 7S; CARD N 7D; CARD W 8S; SHOW N 9S", FORFEIT) == "+revoke 1"
    assert costs("CARD S QS; CARD E 7S; CARD N 8S; CARD W 9S; SHOW N KS", FORFEIT) == "+no-rise 1"
    assert (
        costs("CARD S AH; CARD E 7S; CARD N KH; CARD W 9S; SHOW N 7H", FORFEIT) == "+not-lowest 1"
    )
    assert costs("CARD S 7S; CARD E KS; CARD N 7D; CARD W 9S; SHOW N KH", FORFEIT) == "+no-trump 1"
    yield
    line = "CARD S 7S; CARD E KH; CARD N 7H; CARD W 9S; SHOW N AH"
    assert costs(line, FORFEIT) == "+no-overtrump 1"
    assert costs(line, WARN) == "+no-overtrump -1"


def test_an_offence_that_only_counting_proves_forfeits():
    cards = "7C 8C 9C TC JC KC AC 7D"
    game = take(house("french"), "8H", FORFEIT)
    line = "; ".join(["SHOW N " + card for card in cards.split()])
    assert tell(game, line + "; SHOW W 8D; CARD S 7S; CARD E QC") == "+offence"
    assert winner(game) == 0


def test_some_infractions_never_forfeit():
    for code in ("out-of-turn", "exposed", "meld-not-shown", "bottom-not-shown", "heaped-tricks",
                 "signal"):  # fmt: skip
        assert costs("OFFENCE S " + code, FORFEIT) == "+%s -1" % code


def test_of_two_offences_proved_together_the_first_is_punished():
    """East and North hold six cards each, but only five cards that are not spades are left."""
    game = new_match(house("bulgarian"), "W")
    line = "DISCIPLINE N 3; DEAL W; BID S NT; BID E pass; BID N pass; BID W pass"
    assert tell(game, line) == ""
    assert lay(game, "7S 7D 8D 9D AH 7H 8H 9H") == []
    for seat, cards in (("S", "TD JD QD KD AD TH"), ("W", "7C 8C 9C TC JC")):
        for card in cards.split():
            assert tell(game, "SHOW %s %s" % (seat, card)) == ""
    assert tell(game, "SHOW W QC") == "+revoke"
    assert log_of(game) == ["N revoke play 2 after 8", "E revoke play 1 after 8"]
    assert winner(game) == 0


def test_an_earlier_noted_offence_is_punished_first():
    game = new_match(house("bulgarian"), "S")
    line = "DISCIPLINE N 3; DEAL S; BID E NT; BID N pass; BID W pass; BID S pass"
    assert tell(game, line) == ""
    assert lay(game, "7S 7D 8D 9D AH 7H 8H 9H") == []
    for seat, cards in (("E", "TD JD QD KD AD TH"), ("S", "7C 8C 9C TC JC")):
        for card in cards.split():
            assert tell(game, "SHOW %s %s" % (seat, card)) == ""
    assert tell(game, "SHOW S QC") == "+revoke"
    assert log_of(game) == ["N revoke play 1 after 8", "W revoke play 2 after 8"]
    assert winner(game) == 1


def fines(offences, discipline=POINTS, fine=10):
    """Return the score after these noted offences; without them it is 147 to 39."""
    game = take(house("espanola-4", fine=fine), "8H", discipline)
    assert lay(game, FOUR[:11]) == []
    for event in offences.split("; "):
        assert tell(game, "OFFENCE " + event)[0] == "+"
    lay(game, FOUR[12:])
    assert tell(game, "CONFIRM N; CONFIRM E") == ""
    return points(game)


def test_fines():
    assert fines("N out-of-turn") == "137 39"
    assert fines("E exposed; W heaped-tricks") == "147 19"
    assert fines("E meld-not-shown; E bottom-not-shown") == "147 19"


def test_a_repeated_offence_is_fined_again_and_a_signal_is_not_fined():
    assert fines("E out-of-turn; E out-of-turn") == "147 19"
    assert fines("N signal") == "147 39"


def test_fines_depend_on_house_and_discipline():
    assert fines("N out-of-turn", fine=25) == "122 39"
    assert fines("N out-of-turn", WARN) == "147 39"
    assert fines("N out-of-turn", FORFEIT) == "147 39"


def test_a_revoke_costs_ten_and_gives_ten():
    game = revoke(POINTS)
    assert tell(game, "CARD E TS") == "+revoke"
    points = [500, 400]
    game.conduct.levy(points)
    assert points == [510, 390]


def test_no_rise_costs_ten_and_gives_nothing():
    game = take(house("espanola-4"), "8H", POINTS)
    assert tell(game, "CARD S TH; CARD E 7H; SHOW E 9H") == "+no-rise"
    points = [500, 400]
    game.conduct.levy(points)
    assert points == [500, 390]


def test_a_fine_after_the_last_card_counts():
    game = played(FOUR, "espanola-4", POINTS)
    assert tell(game, "CONFIRM N; OFFENCE W heaped-tricks") == "+heaped-tricks"
    assert game.score.score[1] == 29
    assert tell(game, "OFFENCE W heaped-tricks; OFFENCE W exposed") == "+exposed"
    assert tell(game, "CONFIRM E; CONFIRM N") == "" and points(game) == "147 9"


def test_offences_that_a_person_may_note():
    game = take(house("french"), "8H")
    for code in ("revoke", "no-rise", "no-trump", "no-overtrump", "not-lowest", "false-meld",
                 "false-belote", "false-call-out", "offence"):  # fmt: skip
        assert tell(game, "OFFENCE S " + code) == "bad-event", code
    assert game.apply(Events.OFFENCE, 2, 200) == 32 and game.apply(Events.OFFENCE, 2, 65535) == 32
    assert tell(game, "OFFENCE S signal") == "+signal"
    assert log_of(game) == ["S signal play 0 after 0"]


def test_no_offence_can_be_noted_between_deals():
    assert tell(new_match(house("french")), "OFFENCE S signal") == "not-now"


def test_a_misdeal_is_annulled_and_the_same_dealer_deals():
    game = take(house("french"), "8H")
    assert tell(game, "OFFENCE S misdeal") == "wrong-dealer"
    assert tell(game, "OFFENCE W misdeal") == "+misdeal"
    assert game.phase == Phases.READY and points(game) == "0 0"
    assert tell(game, "CARD S AS") == "not-now" and tell(game, "DEAL W") == ""


def test_a_misdeal_costs_ten_at_once_in_espanola():
    game = new_match(house("espanola-4"), "W")
    assert tell(game, "DEAL W; OFFENCE W misdeal") == "+misdeal"
    assert points(game) == "0 -10"
    assert tell(game, "DEAL W; UPCARD W 8H; OFFENCE W misdeal") == "+misdeal"
    assert points(game) == "0 -20" and game.totals[Totals.DEALER] == 3


def test_a_misdeal_does_not_count_as_a_thrown_in_deal():
    game = new_match(house("libre"))
    line = "DEAL N; UPCARD N 7H; BID W pass; BID S pass; BID E pass; BID N pass"
    assert tell(game, line) == "" and game.totals[Totals.THROWN_IN] == 1
    assert tell(game, "DEAL W; OFFENCE W misdeal") == "+misdeal"
    assert game.totals[Totals.THROWN_IN] == 1 and game.totals[Totals.DEALER] == 3


def test_fines_of_a_thrown_in_deal_count():
    game = new_match(house("espanola-2"))
    assert tell(game, "DEAL N; UPCARD N AH; OFFENCE N out-of-turn") == "+out-of-turn"
    assert tell(game, "BID S pass; BID N pass; BID S pass; BID N pass") == ""
    assert points(game) == "-10 0" and game.totals[Totals.DEALER] == 2


def test_the_log_belongs_to_a_deal():
    game = played(MADE, discipline=WARN)
    assert (
        tell(game, "OFFENCE N signal; CONFIRM N; CONFIRM E") == "" and len(game.conduct.log) == 1
    )
    assert tell(game, "DEAL S") == "" and len(game.conduct.log) == 0


def test_each_of_many_offences_is_noted():
    game = take(house("french"), "8H", WARN)
    for _ in range(60):
        assert tell(game, "OFFENCE S signal") == "+signal"
    assert len(game.conduct.log) == 60


def test_after_undo_a_full_deal_accepts_an_event_again():
    game = take(house("french"), "8H", WARN)
    told = ""
    while not told:
        told = tell(game, "OFFENCE S signal").replace("+signal", "")
    assert told == "full" and len(game.events) == 198 and len(game.conduct.log) < 198
    assert tell(game, "OFFENCE S signal") == "full"
    assert tell(game, "UNDO N; UNDO N; OFFENCE S signal") == "+signal"


def test_an_honest_deal_has_no_noted_offence():
    for discipline in range(4):
        game = played(FAILED, discipline=discipline)
        assert len(game.conduct.log) == 0 and game.conduct.suspects == 0 and winner(game) == -1


def test_a_suspicion_is_reported_after_a_complete_trick():
    game = new_match(house("bulgarian"), "W")
    line = "DEAL W; BID S NT; BID E pass; BID N pass; BID W pass; SHOW S 8D"
    assert tell(game, line) == ""
    lay(game, "7S 7H 7D")
    assert game.conduct.suspects == 0
    assert tell(game, "CARD W 7C") == "" and game.conduct.suspects == 0b1011
    assert tell(game, "UNDO W") == "" and game.conduct.suspects == 0
    assert tell(game, "CARD W 8S") == "" and game.conduct.suspects == 0
