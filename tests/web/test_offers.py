"""The page's table offers people what they may do, and its data reveal no hidden cards.

A person at South plays with bots, and acts by these offers. At each step a test compares the
offers with those that docs/play.md allows (offer_oracle.py). Then the test exchanges cards
between the other hands, but only cards that South has not seen: the page's data must not change.
"""

import random
from collections.abc import Callable
from typing import Any

import pytest

import testenv
from marcoria.game.houses import names
from offer_oracle import Act, DealSoFar
from people_table import PeopleTable

RUNS_ON = "cpython"

_STEP_MS = 200
_STEPS = 1500
_BOTS = {"espanola-2": "N"}
_MOST_INPUTS = 12
_STAYS_MS = 1200  # minimum time for which a complete trick stays on the table
_SECONDS = 1000

Open = Callable[..., PeopleTable]


class Sitter:
    """Person at South, who acts only by offers, by laying cards, by showing melds, and by dealing.

    `inputs` counts the actions, and `calls` counts the bids and passes among them. `compared` and
    `swapped` count the comparisons with the oracle and with other hands.
    """

    def __init__(self, table: PeopleTable, house: str) -> None:
        self.table = table
        self.house = house
        self.inputs = 0
        self.calls = 0
        self.compared = 0
        self.swapped = 0
        self._moment: object = None  # the last moment that was compared
        self.dice = random.Random(testenv.SEED)

    def offers(self) -> dict[Act, dict[str, Any]]:
        """Return the offers to South, by `do` and `what`."""
        assert all(one["seat"] == "S" for one in self.table.glance["offers"])
        return {(one["do"], one["what"]): one for one in self.table.glance["offers"]}

    def do(self, do: str, what: str | None = None) -> None:
        """Accept an offer, and give the table a second to notice the action."""
        assert self.table.do("offer", seat="S", do=do, what=what)
        assert not self.table.do("offer", seat="S", do=do, what=what)  # a second click is refused
        self.inputs += 1
        self.calls += do in ("take", "bid", "pass")
        self.table.run(_SECONDS)

    def step(self) -> None:
        """Check what is offered, act if South has to, and let time pass."""
        self.check()
        table, offers = self.table, self.offers()
        bids = [act for act in offers if act[0] in ("take", "bid")]
        if table.next == "deal":
            table.do("deal")
            self.inputs += 1
            table.run(_SECONDS)
        elif bids:
            self.do(*bids[0])
        elif ("pass", None) in offers:
            self.do("pass")
        elif ("confirm", None) in offers:
            self.do("confirm")
            table.until(lambda: "S" not in table.who, limit_ms=10 * _SECONDS)
        elif table.next == "show":
            table.do("show", seat="S")
            self.inputs += 1
            table.run(5 * _SECONDS)
        elif table.next == "card" and table.who == "S" and table.told["turn"] == "S":
            self.lay(table.told["legal"][0])
        table.run(_STEP_MS)

    def lay(self, card: str) -> None:
        """Lay a card, and wait for its record. The table's action `lay` clears the pad first."""
        laid = self.table.count("card")
        assert self.table.do("lay", card=card, seat="S")
        self.table.until(lambda: self.table.count("card") > laid, limit_ms=6000)
        self.inputs += 1

    def until(self, done: Callable[[], bool]) -> None:
        """Play until `done` returns true."""
        for _ in range(_STEPS):
            if done():
                return
            self.step()
        raise AssertionError(f"not done: {self.table.glance}")

    # --- comparisons ------------------------------------------------------------------------

    def check(self) -> None:
        """Compare the offers with the oracle, and the page's data with those for other hands.

        Do nothing if this moment was compared already, or while the table waits for an answer,
        for melds or for power.
        """
        table, told = self.table, self.table.told
        # The lights may show a change that has no record yet.
        is_ahead = table.next == "wait" and table.who
        if told.get("asked") or table.next in ("show", "answer", "plug") or is_ahead:
            return
        moment = told.get("events"), told.get("phase"), self.offers().keys(), table.next
        if moment == self._moment:
            return
        self._moment = moment
        deal = DealSoFar(self.house, "S", table.happened)
        self._swap_hidden_cards()
        found = {act for act in self.offers() if act[0] not in ("confirm", "seven")}
        wanted = self._wanted(deal)
        if wanted is not None:
            assert found == wanted, (told, table.glance, deal.rows)
            self.compared += 1

    def _wanted(self, deal: DealSoFar) -> set[Act] | None:
        """Return the offers that the oracle gives.

        Return None if the page's data are incomplete, or if the oracle does not cover the phase.
        """
        told, glance = self.table.told, self.table.glance
        phase = told.get("phase")
        hand, mine = glance["hands"]["S"], [card for who, card in deal.plays if who == "S"]
        if len(deal.rows) != told.get("events") or phase not in ("bidding", "play", "done"):
            return None
        if phase == "bidding":
            return deal.calls(told["upcard"]) if told["turn"] == "S" else set()
        if phase == "done":
            return deal.at_the_end(told["contract"])
        if len(hand) + len(mine) < told["house"]["cards"]:
            return None
        legal = told["legal"] if told["turn"] == "S" else []
        turn = told["turn"] if self.table.next != "wait" or told["turn"] == "S" else None
        return deal.acts(told["contract"], turn or told["turn"], hand, legal)

    def _swap_hidden_cards(self) -> None:
        """Exchange the hidden cards between the other hands, and compare the page's data.

        Restore the hands after that. Do nothing if there are fewer than two hidden cards.
        """
        table = self.table
        kept = table.do("kept")
        hidden = self._hidden(kept)
        if len(hidden) < 2:
            return
        before = self._seen()
        changed = {seat: list(cards) for seat, cards in kept["hands"].items()}
        moved = hidden[:]
        self.dice.shuffle(moved)
        for (seat, card), (_, other) in zip(hidden, moved, strict=True):
            changed[seat][kept["hands"][seat].index(card)] = other
        table.do("put_back", kept=kept | {"hands": changed, "lying": {}})
        after = self._seen()
        different = [key for key in before if before[key] != after[key]]
        assert not different, [(key, before[key], after[key]) for key in different]
        table.do("put_back", kept=kept | {"lying": {}})
        self.swapped += 1

    def _hidden(self, kept: dict[str, Any]) -> list[tuple[str, int]]:
        """Return the seat and the number of each card that only the player at this seat knows."""
        told = self.table.told
        known = {card for cards in told.get("had", {}).values() for card in cards}
        held = self.table.glance["hands"]
        cards = {
            number: name
            for seat in "NEW"
            for name in held[seat]
            if (number := "CDHS".index(name[1]) * 8 + "789TJQKA".index(name[0])) >= 0
        }
        return [
            (seat, card)
            for seat, hand in kept["hands"].items()
            for card in hand
            if card in cards and cards[card] not in known
        ]

    def _seen(self) -> dict[str, Any]:
        """Return the page's data with only South's hand, and the offers with `hints` on."""
        table = self.table
        table.do("manner", hints=True)
        hinted = table.do("look")["offers"]
        table.do("manner", hints=None)
        glance, told = table.do("look"), table.do("told")
        glance["hands"] = [glance["hands"]["S"], hinted]
        if told.get("turn") != "S":
            told["legal"] = []
        return {**told, **{f"glance.{key}": value for key, value in glance.items()}}


def _sit_down(people: Open, house: str, **wanted: Any) -> Sitter:
    table = people(house=house, bots=_BOTS.get(house, "NEW"), **wanted)
    table.until(lambda: bool(table.told))
    return Sitter(table, house)


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("house", ["piedicavallo", *sorted(set(names()) - {"piedicavallo"})])
def test_a_deal_by_offers_needs_few_inputs_and_tells_no_secrets(people: Open, house: str) -> None:
    sitter = _sit_down(people, house)
    table = sitter.table
    if not testenv.SOAK:
        sitter.until(lambda: table.told.get("number", 0) > 2)
        assert sitter.compared > 8 and sitter.swapped > 8
        return
    sitter.until(lambda: table.count("confirm") == 2 or table.told.get("over", False))
    print(f"{house}: {sitter.inputs} inputs, {sitter.calls} of them calls")
    # Only the first call is counted, because an auction may need more calls.
    assert sitter.inputs - max(sitter.calls - 1, 0) <= _MOST_INPUTS
    assert sitter.compared > 20 and sitter.swapped > 20
    assert not table.count("refused")


class Four:
    """Four people at one table; a test chooses which of their offers to accept."""

    def __init__(self, table: PeopleTable) -> None:
        self.table = table

    def offered(self, seat: str) -> list[Act]:
        """Return `do` and `what` of each offer to a seat."""
        offers = self.table.glance["offers"]
        return [(one["do"], one["what"]) for one in offers if one["seat"] == seat]

    def do(self, seat: str, do: str, what: str | None = None) -> None:
        """Accept an offer to a seat.

        First wait until the table makes this offer, and until no keys of the seat's earlier offer
        are being pressed.
        """
        self.table.until(lambda: (do, what) in self.offered(seat), limit_ms=10_000)
        self.table.until(lambda: self.table.do("offer", seat=seat, do=do, what=what), 1000)

    def record(self, kind: str, seat: str) -> list[str]:
        """Wait for a record of this kind and seat; return the other fields of the record.

        Ignore records up to the one that the last call has found.
        """
        known = self._last

        def new() -> list[dict[str, Any]]:
            rows = [row for row in self.table.happened if row["seq"] > known]
            return [row for row in rows if (row["kind"], row["seat"]) == (kind, seat)]

        self.table.until(lambda: bool(new()), limit_ms=6000)
        self._last = new()[0]["seq"]
        return list(new()[0]["rest"])

    _last = -1

    def begin(self, dealer: str = "S") -> None:
        """Wait until the dealer may deal, and deal."""
        self.table.until(lambda: self.table.next == "deal" and self.table.who == dealer)
        self.table.do("deal")

    def lay(self, seat: str, card: str) -> None:
        """Lay a card when it is the seat's turn, and wait for the card's record."""
        self.table.until(lambda: self.table.told.get("turn") == seat, limit_ms=10_000)
        self.table.until(lambda: self.table.next in ("card", "show"), limit_ms=10_000)
        laid = self.table.count("card")
        assert self.table.do("lay", card=card, seat=seat)
        self.table.until(lambda: self.table.count("card") > laid, limit_ms=6000)


def _east_takes_spades(people: Open, hands: dict[str, str], upcard: str) -> Four:
    """Open a table of four people with these cards, at which East has taken spades."""
    four = Four(people(house="piedicavallo", deal={"hands": hands, "upcard": upcard}))
    four.begin()
    four.do("E", "take", "S")
    return four


_HANDS = {
    "E": "KS QS AS AH TH KH 7C 8C",
    "N": "9S 8S AC TC KC QC JC 9C",
    "W": "JS TS 7H 8H 9H JH QH AD",
    "S": "7D 8D 9D TD JD QD KD 7S",
}


def test_what_is_offered_reaches_the_match(people: Open) -> None:
    four = _east_takes_spades(people, _HANDS, "KS")
    table = four.table
    assert four.record("bid", "E") == ["S"]
    table.until(lambda: ("announce", "fifty") in four.offered("N"))
    offers = [one for one in table.glance["offers"] if one["seat"] == "N" and one.get("sure")]
    assert [(one["do"], one["what"]) for one in offers] == [("announce", "hundred")]
    four.do("N", "announce", "fifty")
    assert four.record("meld", "N") == ["fifty"]
    four.lay("E", "KS")
    assert ("withdraw", None) not in four.offered("E")
    four.do("E", "belote")
    four.record("belote", "E")
    four.do("E", "withdraw")
    four.record("undo", "E")
    assert not any(("salt", None) in four.offered(seat) for seat in "NESW")
    four.lay("N", "9S")
    table.until(lambda: ("salt", None) in four.offered("S"))
    assert [seat for seat in "NESW" if ("salt", None) in four.offered(seat)] == ["N", "S"]
    four.do("S", "salt")
    four.record("salt", "S")
    with pytest.raises(AssertionError, match="choose from what the table offers you now"):
        table.do("offer", seat="N", do="salt")
    four.lay("W", "JS")
    since = table.now
    four.lay("S", "7S")  # returns after the card's record, so note the time before
    table.until(lambda: not any(table.pad(seat) for seat in "NESW"))
    assert table.now - since >= _STAYS_MS
    table.until(lambda: bool(table.told["asked"]) or table.next == "show")
    table.do("press", key="PASS", seat="N")
    four.do("W", "call-out")
    four.do("W", "answer", "1")
    table.until(lambda: not table.told["asked"])
    assert not table.count("call-out")
    ink = table.glance["ink"]
    four.do("W", "last")
    table.until(lambda: table.glance["ink"] != ink)
    # The points of the deal are hidden in this house.
    assert table.told["last"]["points"] is None and table.told["deal"]["cards"] == [0, 0]


def test_a_belote_is_offered_for_an_own_king_or_queen_as_long_as_the_house_allows_it(
    people: Open,
) -> None:
    hands = {
        "E": "QS AS JS AH TH KH 7C 8C",
        "N": "9S 8S AC TC KC QC JC 9C",
        "W": "KS TS 7H 8H 9H JH QH AD",
        "S": "7D 8D 9D TD JD QD KD 7S",
    }
    four = _east_takes_spades(people, hands, "AS")
    table = four.table
    table.until(lambda: len(table.glance["hands"]["S"]) == 8, limit_ms=10_000)
    offered = []
    for seat, card in (("E", "JS"), ("N", "8S"), ("W", "KS"), ("S", "7S")):
        table.until(lambda seat=seat: (table.next, table.who) == ("card", seat), 10_000)
        offered.append([one for one in "ENWS" if ("belote", None) in four.offered(one)])
        four.lay(seat, card)
    # East and West each hold one card of the pair. West may still call while South plays.
    assert offered == [["E"], [], ["W"], ["W"]]
    assert not any(("belote", None) in four.offered(seat) for seat in "NEWS")


def test_the_winner_of_a_trick_calls_belote_for_the_card_that_won_it(people: Open) -> None:
    hands = {
        "E": "7S AS JS AH TH KH 7C 8C",
        "N": "8S 9S AC TC KC QC JC 9C",
        "W": "7D TD 7H 8H 9H JH QH AD",
        "S": "KS QS TS 8D 9D JD QD KD",
    }
    four = _east_takes_spades(people, hands, "AS")
    table = four.table
    for seat, card in (("E", "7S"), ("N", "8S"), ("W", "7D"), ("S", "KS")):
        four.lay(seat, card)
    table.until(lambda: ("belote", None) in four.offered("S"), 10_000)
    four.do("S", "belote")
    table.until(lambda: table.count("belote") == 1, 10_000)


def test_a_belote_of_the_next_card_is_not_called_for_the_card_before(people: Open) -> None:
    """South wins with a lone king, and holds king and queen of another suit at all trumps."""
    hands = {
        "E": "7H 9H JH AH TH 7C 8C 9C",
        "N": "8H 7S 8S 9S TC JC QC KC",
        "W": "QH JS TS AS 7D 8D 9D AC",
        "S": "KH KS QS TD JD QD KD AD",
    }
    four = Four(people(house="bulgarian", deal={"hands": hands}))
    four.begin()
    table = four.table
    four.do("E", "bid", "AT")
    for seat in "NWS":
        four.do(seat, "pass")
    for seat, card in (("E", "7H"), ("N", "8H"), ("W", "QH"), ("S", "KH")):
        four.lay(seat, card)
    four.do("S", "belote")
    four.lay("S", "KS")
    table.until(lambda: table.count("belote") == 1, 10_000)
    assert table.do("told")["offences"] == []


def test_all_cards_of_a_shown_meld_are_told_also_those_laid_before(people: Open) -> None:
    hands = {
        "E": "JS JH JD JC 7S 8S AS TC",
        "N": "9S TS AC QC KC 7H 8H 9H",
        "W": "QS KS TH 8C QH KH AH 7C",
        "S": "7D 8D 9D TD QD KD AD 9C",
    }
    four = _east_takes_spades(people, hands, "AS")
    table = four.table
    table.until(lambda: ("announce", "carre") in four.offered("E"))
    four.do("E", "announce", "carre")
    four.record("meld", "E")
    for seat, card in (("E", "JS"), ("N", "9S"), ("W", "QS"), ("S", "7D")):
        four.lay(seat, card)
    assert not any(table.told["melds"].values())
    table.until(lambda: table.next == "show" and table.who == "E")
    table.do("show", seat="E")
    table.until(lambda: table.next == "card", limit_ms=10_000)
    assert table.count("show") == 3  # the jack of spades was laid before
    assert sorted(table.told["melds"]["E"]) == ["JC", "JD", "JH", "JS"]


def test_the_manner_is_kept_between_visits(people: Open) -> None:
    table = people(house="salotto")
    assert table.glance["manner"] == {"neat": True, "hints": None}
    table.do("manner", neat=False)
    table.do("manner", hints=True)
    kept = table.do("kept")
    table.do("manner", neat=True, hints=None)
    table.do("put_back", kept=kept)
    assert table.do("look")["manner"] == {"neat": False, "hints": True}
    del kept["manner"]  # an older page has stored no manner
    table.do("put_back", kept=kept)
    assert table.do("look")["manner"] == {"neat": False, "hints": True}
