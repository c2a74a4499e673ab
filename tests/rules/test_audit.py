"""Tests of the audit of blind hands: proofs of offences, and suspicions without proof."""

from belote import audit
from belote.audit import Audit
from belote.trick import Trick, why
from codes.game import CONTRACTS, SEATS, Offences, card_of
from helpers import code_name, house, seat_of

FRENCH = house("french")
LOWEST = house("piedicavallo")
CLUBS = "7C 8C 9C TC JC KC AC"
SPADES = "8S 9S TS JS QS KS AS"
HEARTS = "7H 8H 9H TH JH QH KH AH"


class Watch:
    """The audit of one deal led by South.

    `proofs` has texts such as "E revoke 1 at 5": East's play 1 was a revoke, and the proof came
    when play 5 was the latest. Plays are counted from 0.
    """

    def __init__(self, contract="H", rules=FRENCH):
        self.proofs = []
        self.audit = Audit(rules, self.found)
        self.trick = Trick(rules)
        self.trick.contract(CONTRACTS.index(contract))
        self.trick.start(seat_of("S"))
        self.audit.trump = self.trick.trump
        self.players = rules.players

    def found(self, seat, code, play, plays):
        self.proofs.append("%s %s %d at %d" % (SEATS[seat], code_name(code), play, plays - 1))

    def show(self, seat, text):
        for word in text.split():
            self.audit.show(seat_of(seat), card_of(word))
        return self

    def lay(self, text):
        trick = self.trick
        for word in text.split():
            one = card_of(word)
            led = trick.led if trick.count else one >> 3
            self.audit.play(trick.seat, one, trick.denies(one), led)
            trick.lay(one)
            if trick.count == self.players:
                trick.start(trick.winner)
        return self

    def suspects(self):
        found = self.audit.suspects()
        return "".join([SEATS[seat] for seat in range(4) if found >> seat & 1])


def test_a_revoke_is_proved_by_the_card_held_back():
    watch = Watch().lay("AS 7H 8S 9S")
    assert watch.proofs == []
    assert watch.lay("TS").proofs == ["E revoke 1 at 4"]


def test_the_example_of_the_rules_pipe():
    watch = Watch(rules=LOWEST).lay("8D QC QD 7D AC 7C 9D 9C JC TC QH")
    assert watch.proofs == []
    assert watch.lay("7H").proofs == ["E no-trump 1 at 11"]


def test_a_higher_trump_held_back_is_no_rise():
    assert Watch().lay("TH 7H 8H QH AS 9H").proofs == ["E no-rise 1 at 5"]


def test_a_lower_trump_held_back_is_not_lowest():
    assert Watch(rules=LOWEST).lay("JH QH 9H 8H AS 7H").proofs == ["E not-lowest 1 at 5"]
    assert Watch().lay("JH QH 9H 8H AS 7H").proofs == []


def test_a_higher_trump_held_back_is_no_overtrump():
    watch = Watch().lay("AS 8S 8H 7H")
    assert watch.lay("JH 9H").proofs == ["W no-overtrump 3 at 5"]


def test_a_known_card_proves_at_once():
    assert Watch().show("E", "KS").lay("AS 7H").proofs == ["E revoke 1 at 1"]
    assert Watch().show("E", "KH").lay("AS 7D").proofs == ["E no-trump 1 at 1"]
    assert Watch().show("N", "KS").lay("AS 7H").proofs == []


def test_a_card_shown_later_proves():
    watch = Watch().lay("AS 7H 8S 9S")
    assert watch.show("E", "7D").proofs == []
    assert watch.show("E", "KS").proofs == ["E revoke 1 at 3"]


def test_a_play_is_proved_once():
    watch = Watch().lay("AS 7H 8S 9S TS").show("E", "KS 7S")
    assert watch.proofs == ["E revoke 1 at 4"]


def test_each_play_is_proved_by_itself():
    """East fails to follow spades twice and clubs once; a club proves only the play on clubs."""
    watch = Watch("NT").lay("AS 7D 8S 9S TS 7H QS JS AC 8C 9C TC KC 8H JC QC")
    assert watch.proofs == []
    assert watch.show("E", "7C").proofs == ["E revoke 13 at 15"]
    assert watch.show("E", "KS").proofs[1:] == ["E revoke 1 at 15", "E revoke 5 at 15"]


def test_a_proved_play_denies_no_cards():
    watch = Watch().lay("AS 7H 8S 9S TS")
    assert watch.proofs and not watch.suspects()
    assert watch.show("E", "KS").proofs == ["E revoke 1 at 4"]
    assert bytes(watch.audit.denied[1]) == bytes(5)


def test_only_unproved_plays_still_deny_cards():
    """East's cut of clubs proves that he had to cut spades. Only the cut of clubs denies cards."""
    watch = Watch().lay("AS 7D 8S 9S AC 7H")
    assert watch.proofs == ["E no-trump 1 at 5"]
    assert bytes(watch.audit.denied[1]) == b"\xff\x00\x00\x00\x00"


def test_counting_proves_when_too_few_cards_are_left():
    """East's play is legal only if he holds seven clubs or diamonds, but only six are unseen."""
    watch = Watch().show("N", CLUBS + " 7D").lay("7S QC")
    assert watch.proofs == []
    assert watch.show("W", "8D").proofs == ["E offence 1 at 1"]


def test_counting_can_prove_at_the_play_itself():
    watch = Watch().show("N", CLUBS + " 7D").show("W", "8D")
    assert watch.lay("7S QC").proofs == ["E offence 1 at 1"]


def test_counting_names_the_duty_if_only_one_is_possible():
    watch = Watch().show("N", CLUBS + " 7D").show("W", SPADES + " 8D")
    assert watch.lay("7S QC").proofs == ["E no-trump 1 at 1"]
    watch = Watch().show("N", CLUBS + " 7D").show("W", HEARTS).show("S", "8D")
    assert watch.lay("7S QC").proofs == ["E revoke 1 at 1"]


def test_counting_names_a_duty_with_a_higher_number_than_an_uncertain_offence():
    """Code 31 stands for a future duty. Today's duties have smaller numbers than OFFENCE."""
    audit.why = lambda *play: 31 if why(*play) == Offences.NO_TRUMP else why(*play)
    try:
        watch = Watch().show("N", CLUBS + " 7D").show("W", SPADES + " 8D").lay("7S QC")
    finally:
        audit.why = why
    assert watch.proofs == ["E ?31 1 at 1"]


def test_counting_names_the_worse_duty_only_if_it_is_certain():
    # One spade, seven hearts and six diamonds are left. East may hold the spade or not, so it is
    # not certain that he revoked.
    watch = Watch().show("N", CLUBS + " 7D").show("W", "8S 9S TS JS QS KS 8D 7H")
    assert watch.lay("7S QC").proofs == ["E offence 1 at 1"]


# Contract, proof and plays of deals without shown cards. Another player makes the last play. After
# it, too few cards are left that the offender may hold if his earlier play was legal.
COUNTED = (
    ("S", "E revoke 22 at 24", "7C QC 7S AC TD QD JD KD AD 8S 7D 8D 9C 8C KC JS 9D AS KS JC TH "
     "7H TC 9S QS"),
    ("H", "N offence 5 at 13", "9D AD KD 7D 7C QD JC AS TS 8S KS 9S 7S JS"),
    ("D", "N no-trump 23 at 26", "TS 7S 9S AS 7H KD 9H AH KC TC AC 9C 8D JD QS TD QH JS JH 8H KS "
     "8S 8C KH TH 7C JC"),
    ("H", "N no-rise 10 at 30", "8D 7D JD TD KD TH AD 7C 7H 9H 8H QH 8C JC QC AC AS 9C 9S KS JS "
     "QD AH QS TC KH TS KC 8S 7S 9D"),
    ("S", "W no-overtrump 15 at 30", "AC 9C 7C 8C 7S JC KS AS JH KH 8H QD 7H AH 9S QS JD 8D AD TD "
     "9H QH 9D TC QC KD KC TS 8S TH 7D"),
)  # fmt: skip


def test_counting_follows_the_cards_laid():
    for contract, proof, cards in COUNTED:
        watch = Watch(contract).lay(cards[:-3])
        assert watch.proofs == []
        assert watch.lay(cards[-2:]).proofs == [proof]


def named(hand, show_east=""):
    """Let South lead a club and East lay a spade, and return a list with only the last proof.

    The list is empty if there is no proof. Before the lead, North and West have shown cards, South
    has shown the cards `hand`, and East the cards `show_east`.
    """
    watch = Watch()
    watch.show("N", "9C TC JC KC AC 7H 8H 9H").show("W", "TH JH 7D 8D 9D TD JD QD")
    watch.show("S", hand).show("E", show_east)
    return watch.lay("7C QS").proofs[-1:]


def test_counting_names_a_revoke_if_all_other_cards_are_too_few():
    assert named("KD AD 7S 8S 9S") == ["E offence 1 at 1"]  # East can hold seven non-clubs
    assert named("KD AD 7S 8S 9S TS") == ["E revoke 1 at 1"]  # East can hold six non-clubs
    assert named("KD AD 7S 8S 9S", "TS") == ["E offence 1 at 1"]
    assert named("KD AD 7S 8S 9S", "TS JS") == ["E offence 1 at 1"]
    assert named("KD AD 7S 8S 9S TS", "JS") == ["E revoke 1 at 1"]


def test_known_cards_of_the_player_are_counted():
    watch = Watch().show("N", CLUBS + " 7D").show("E", "TD JD").lay("7S QC")
    assert watch.proofs == []
    assert watch.show("W", "8D").proofs == ["E offence 1 at 1"]


def test_an_honest_deal_raises_no_suspicion():
    watch = Watch("NT").lay("7S 7H 7D 7C")
    assert watch.suspects() == ""


def test_spades_that_fit_in_no_hand_are_a_suspicion():
    """If all plays are legal, South's other seven cards are spades, but one is a diamond."""
    watch = Watch("NT").lay("7S 7H 7D 7C").show("S", "8D")
    assert watch.proofs == []
    assert watch.suspects() == "NEW"
    watch.show("E", "8S")
    assert watch.proofs == ["E revoke 1 at 3"]
    assert watch.suspects() == ""


def test_either_of_two_seats_may_be_the_offender():
    watch = Watch("NT").lay("7S 7H 7D 8S").show("S", "8D 9D TD JD QD KD AD")
    assert watch.suspects() == ""  # West may hold six spades
    watch.show("W", "8H")
    assert watch.suspects() == ""
    watch.show("W", "9H")
    assert watch.suspects() == "NE"


def test_two_plays_of_one_seat_may_be_inconsistent():
    """If both plays of East are legal, he holds only clubs and diamonds, but too few are left."""
    watch = Watch("NT").lay("AS 7D 8S 9S AH 8D 7H 8H")
    watch.show("N", CLUBS[:17]).show("W", "9D TD")
    assert watch.proofs == [] and watch.suspects() == ""
    watch.show("W", "JD")
    assert watch.proofs == [] and watch.suspects() == "E"


def test_two_seats_may_both_be_offenders():
    """If both plays of East are legal, he holds only clubs and diamonds; so does West.

    Only five of these cards are left. Each of the two needs six.
    """
    watch = Watch("NT").lay("AS 7D 8S 8D AH 9D 7H TD")
    watch.show("N", CLUBS[:17]).show("S", "AC")
    assert watch.proofs == [] and watch.suspects() == "EW"


def test_a_play_that_just_fits_is_not_proved_by_another_play():
    """Each of East's two plays can be legal with the cards that are left, but not both plays."""
    watch = Watch("NT").lay("AS 7D 8S 9S AH 8D 7H 8H")
    watch.show("N", CLUBS[:17]).show("W", "9D TD JD 9H TH JH").show("S", "QH")
    assert watch.proofs == [] and watch.suspects() == "E"
    assert watch.show("S", "KH").proofs == ["E revoke 1 at 7"]


def test_the_quick_check_finds_an_impossible_hand():
    """East's plays have denied so many cards that too few are left for his hand."""
    watch = Watch("NT").lay("AS 7D 8S 9S AH 8D 7H 8H AD 9D TD JD KD QD 7C 8C")
    assert watch.show("S", "9C TC").suspects() == ""
    assert watch.show("S", "JC").suspects() == "E"
    assert watch.proofs == []


def test_the_quick_check_finds_a_card_that_fits_in_no_hand():
    """Each seat has denied the ace of trump.

    West did so by a discard on the nine of trump, East by one on a spade, North by one on a
    diamond, and South by one on a club.
    """
    watch = Watch().lay("JH 7H 8H QH 9H KH TH 7D AS 8D 8S 9S")
    watch.lay("TD AD 7C JD AC 8C 9C")
    assert watch.suspects() == ""
    watch.lay("QS")
    assert watch.proofs == [] and watch.suspects() == "NESW"


def test_an_unproved_play_still_denies_cards():
    """East's revoke in spades is proved, and his other play still denies hearts."""
    watch = Watch("NT").lay("AS 7D 8S 9S AH 8D 7H 8H").show("E", "TS")
    assert watch.proofs == ["E revoke 1 at 7"] and watch.suspects() == ""
    watch.show("N", CLUBS[:17]).show("W", "9D TD JD QD KD AD").show("S", "JS QS")
    # If East's other play is legal, he can hold only two clubs and three spades. But he has six
    # cards. So the queen has proved this play illegal, and the king proves nothing more.
    assert watch.suspects() == ""
    assert watch.show("S", "KS").proofs[1:] == ["E revoke 5 at 7"]


def test_denied_trumps_still_count_after_a_proof():
    """East fails to cut twice. A spade proves one play a revoke; the other still denies trumps."""
    watch = Watch().lay("AS 7D 8S 9S AC 8D 7C 8C").show("E", "TS")
    assert watch.proofs == ["E revoke 1 at 7"]
    watch.show("N", "9D TD JD QD KD")
    assert watch.proofs[1:] == []
    assert watch.show("S", "7S").proofs[1:] == ["E offence 5 at 7"]


def test_suspicion_in_a_game_of_two():
    rules = house("espanola-2")
    watch = Watch("S", rules).lay("7H 7D 8D 9D")
    assert watch.suspects() == ""
    assert watch.proofs == []
    assert watch.audit.left[0] == 7 and watch.audit.left[1] == 0


def test_knowledge_of_cards():
    audit = Watch().show("E", "KS").lay("AS").audit
    assert (
        audit.place(card_of("KS"))
        and audit.place(card_of("AS"))
        and not audit.place(card_of("QS"))
    )
    assert audit.had(seat_of("E"), card_of("KS")) and audit.had(seat_of("S"), card_of("AS"))
    assert not audit.had(seat_of("S"), card_of("KS"))
    audit.out(card_of("QS"))
    assert audit.place(card_of("QS")) and not audit.had(seat_of("E"), card_of("QS"))
    audit.out(card_of("KS"), seat_of("E"))
    assert not audit.had(seat_of("E"), card_of("KS"))
    audit.start()
    assert not audit.place(card_of("AS")) and audit.plays == 0 and audit.left[2] == 8
