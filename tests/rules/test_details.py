"""Tests of details: known and denied cards, melds, fines, contracts, salt and suspicions."""

from codes.game import card_of, name_of
from helpers import hand_of, house, lay, log_of, new_match, seat_of, tell, trick_of


def taken(rules, suit="H", upcard="7H", dealer="W"):
    """Return a match in which South has taken `suit` and leads."""
    game = new_match(rules, dealer)
    tell(game, "DEAL %s; UPCARD %s %s" % (dealer, dealer, upcard))
    assert tell(game, "BID S " + suit) == ""
    return game


def known(game, seat):
    """Return the cards known to be in a hand."""
    hand = game.audit.hands[seat_of(seat)]
    return " ".join([name_of(c) for c in range(32) if hand[c >> 3] >> (c & 7) & 1])


def test_any_upcard_is_known_to_be_the_takers():
    """The seven of clubs is card 0, which must not mean that there is no upcard."""
    assert known(taken(house("french"), "C", "7C"), "S") == "7C"


def test_after_the_exchange_only_the_upcard_is_known():
    game = taken(house("espanola-2"), "H", "AH", "N")
    assert tell(game, "SEVEN S") == ""
    assert known(game, "S") == "AH"


def test_each_side_keeps_the_counting_trick_it_won():
    game = taken(house("espanola-4"))
    assert lay(game, "AS 7S 8S 9S  TD AD 8D 7D") == []
    assert min(game.tally.points) > 0  # South has won a trick with points, and so has East


def test_no_seat_announces_more_than_three_melds():
    game = taken(house("french"))
    assert tell(game, "MELD S 0; MELD S 0; MELD S 0") == ""
    assert tell(game, "MELD S 0") == "false-meld"
    assert tell(game, "MELD E 0; MELD E 1; MELD E 1") == ""
    assert tell(game, "MELD E 1") == "false-meld"


def test_a_trump_tierce_beats_a_plain_one_in_a_match():
    game = new_match(house("piedicavallo"), "W")
    tell(game, "DISCIPLINE N 1; DEAL W; UPCARD W KH; BID S H")
    hands = {
        "S": "7S KH QH JH AC TC 9C 8C",
        "E": "8S KD QD JD AS TS 9S 7C",
        "N": "QS AH TH 9H 8H 7H KC QC",
        "W": "KS AD TD 9D 8D 7D JC JS",
    }
    assert tell(game, "MELD S 0; MELD E 0") == ""
    for turn in range(32):
        if turn == 4:
            show = "SHOW S KH; SHOW S QH; SHOW S JH; SHOW E KD; SHOW E QD; SHOW E JD"
            assert tell(game, show) == ""
        seat = "NESW"[game.trick.seat]
        lay(game, hands[seat].split()[turn // 4])
    assert game.score.melds == [20, 0]


def test_fines_are_recomputed_each_time():
    game = taken(house("espanola-4"))
    tell(game, "OFFENCE N heaped-tricks; OFFENCE S heaped-tricks")
    game.conduct.levy([0, 0])
    game.conduct.levy([0, 0])
    assert game.conduct.fair == [-20, 0]


def test_each_revoke_gives_points_to_the_others():
    game = taken(house("espanola-4"))
    # East discards diamonds on two spade leads and then shows a spade: two revokes.
    assert lay(game, "AS 7D 8S 9S  TS 8D KS QS") == []
    assert tell(game, "SHOW E JS") == "+revoke"
    assert log_of(game) == ["E revoke play 1 after 8", "E revoke play 5 after 8"]
    game.conduct.levy([0, 0])
    assert game.conduct.fair == [20, -20]


def test_a_pardon_affects_one_entry_and_keeps_its_kind():
    game = taken(house("espanola-4"))
    tell(game, "OFFENCE N heaped-tricks; OFFENCE E exposed")
    assert tell(game, "RULING 4 1") == ""
    assert tell(game, "RULING 4 1") == "nothing"
    first, second = game.conduct.log
    assert (first.code, first.is_pardoned, second.code, second.is_pardoned) == (
        14,
        False,
        11,
        True,
    )
    game.conduct.levy([0, 0])
    assert game.conduct.fair == [-10, 0]


def bid(contract, **changes):
    game = new_match(house("bulgarian", **changes), "W")
    tell(game, "DEAL W; BID S " + contract)
    tell(game, "BID E pass; BID N pass; BID W pass")
    return game


def play_in_order(game):
    """Play a deal in which each hand has one suit; South's clubs win every trick."""
    for rank in "AKQJT987":
        lay(game, " ".join([rank + suit for suit in "CDHS"]))


def test_the_contract_affects_the_score_of_a_match():
    game = bid("NT")
    play_in_order(game)
    assert game.score.score == [44, 0]  # (130 + 90) * 2 points
    game = bid("AT")
    play_in_order(game)
    assert game.score.score == [35, 0]  # 258 + 90 points


def test_one_salt_spoils_every_late_belote_of_all_trumps():
    game = bid("AT", late="salt", calls="each")
    assert lay(game, "QC JC") == []
    assert tell(game, "SALT E") == "" and game.pairs.salted == 1
    # West lays the queen of spades, East leads the queen of diamonds, and neither calls.
    assert lay(game, "9C QS  QD 7D") == []
    assert tell(game, "SALT S") == "" and game.pairs.salted == 1 + 2 + 8


def test_denied_cards_stay_denied_when_a_later_play_denies_fewer():
    game = taken(house("french"))
    # East's eight on the ten denies ace, nine and jack; the queen on the nine denies the jack.
    assert lay(game, "TH 8H KH 7S  9H QH 8S 7D") == []
    assert lay(game, "8D AH") == ["AH +no-rise"]
    assert log_of(game) == ["E no-rise play 1 after 10"]


def test_a_proof_keeps_the_cards_denied_by_other_plays():
    game = taken(house("french"))
    # East's first play denies ace, nine and jack of trump. The second denies the jack of trump.
    # The third denies spades and all trumps.
    assert lay(game, "TH 8H KH 7D  9H QH 8S 9D  7S 7C 9S TS") == []
    assert tell(game, "SHOW E JS") == "+revoke"
    assert log_of(game) == ["E revoke play 9 after 12"]
    assert tell(game, "SHOW E AH") == "+no-rise"
    assert log_of(game)[1:] == ["E no-rise play 1 after 12"]


def test_after_a_proof_a_laid_card_still_proves_the_other_plays():
    game = taken(house("french"))
    # East's first play denies ace, nine and jack of trump. The second denies the jack of trump.
    # The third denies spades and all trumps. Then East shows a spade.
    assert lay(game, "TH 8H KH 7D  9H QH 8S 9D  7S 7C 9S TS") == []
    assert tell(game, "SHOW E JS") == "+revoke"
    assert lay(game, "8C AC AH") == ["AH +no-rise"]


def test_after_a_proof_trumps_that_another_play_denied_still_prove_it():
    game = taken(house("french"))
    # East discards on spades and on clubs. Both plays deny trumps. Then East shows a club.
    assert lay(game, "AS 7D 8S 9S  AC 8D 8C 9C") == []
    assert tell(game, "SHOW E 7C") == "+revoke"
    assert lay(game, "KD 9H") == ["9H +no-trump"]
    assert log_of(game)[1:] == ["E no-trump play 1 after 10"]


def scanned(rules, contract, south):
    """Return a match with scanned hands in which South has the hand `south` and the contract."""
    game = new_match(rules, "W")
    tell(game, "DEAL W 1")
    rest = [name_of(c) for c in range(32) if name_of(c) not in south.split()]
    hands = {"S": south.split(), "E": rest[:8], "N": rest[8:16], "W": rest[16:]}
    for first, last in ((0, 5), (5, 8)):
        for seat in "SENW":
            for card in hands[seat][first:last]:
                assert tell(game, "SCAN %s %s" % (seat, card)) == ""
        if not first:
            tell(game, "BID S %s; BID E pass; BID N pass; BID W pass" % contract)
    return game


def test_a_seat_may_announce_less_than_it_holds():
    game = scanned(house("bulgarian"), "H", "KS QS JS TS 9C 8C 7C AD")
    assert tell(game, "MELD S 0") == ""
    yield
    game = scanned(house("bulgarian"), "H", "KS QS JS TS 9C 8C 7C AD")
    assert tell(game, "MELD S 1") == ""
    assert tell(game, "MELD S 1") == "false-meld"


def test_only_aces_are_a_meld_at_no_trumps():
    rules = house("bulgarian", no_trump="aces")
    assert tell(scanned(rules, "NT", "AC AD AH AS 7C 8D 9H TS"), "MELD S 3") == ""
    yield
    assert tell(scanned(rules, "NT", "KC KD KH KS 7C 8D 9H TS"), "MELD S 3") == "false-meld"


def test_showing_more_than_announced_scores_the_announced_meld():
    game = taken(house("piedicavallo"))
    tell(game, "MELD S 0")
    assert lay(game, "AS 7S 8S 9S") == []
    assert tell(game, "SHOW S KC; SHOW S QC; SHOW S JC; SHOW S TD; SHOW S 9D; SHOW S 8D") == ""
    assert lay(game, "7H") == []
    assert len(game.conduct.log) == 0 and game.announcements.claims[seat_of("S")] == (0,)


def test_two_opposite_seats_can_be_suspected():
    game = new_match(house("french"), "S")
    tell(game, "DEAL S; UPCARD S 7C; BID E pass; BID N pass; BID W pass; BID S pass; BID E H")
    # North and South deny the same fourteen cards, so only East and West can hold them. But
    # East and West together have only thirteen unknown cards left.
    assert lay(game, "AS 7D 7S 8D") == []
    assert len(game.conduct.log) == 0
    assert game.conduct.suspects == 1 << seat_of("N") | 1 << seat_of("S")


def test_a_play_denies_exactly_the_trumps_below_it():
    rules = house("french", under="lowest")
    below = {"8H": "7H", "QH": "7H 8H", "KH": "7H 8H QH", "TH": "7H 8H QH KH"}
    below["AH"] = "7H 8H QH KH TH"
    below["9H"] = "7H 8H QH KH TH AH"
    for card in below:
        trick = trick_of(rules, "H", "S", "7S JH")
        denies = trick.denies(card_of(card))
        assert denies >> 16 == hand_of(below[card])[2], card
        assert denies >> 8 & 255 == hand_of(below[card])[2], card
        assert denies & 255 == 255
