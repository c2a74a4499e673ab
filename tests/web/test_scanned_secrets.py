"""A table that has scanned all hands tells South no more than South may know.

People play a deal, and the test records all commands and answers of the page's table. Then the
same commands are sent to other tables. There, cards that South has not seen are exchanged between
the other hands, or with cards that are in no hand. South must get the same data from these tables.
"""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import testenv
from marcoria.firmware.belote import choices
from marcoria.firmware.belote.house import House
from marcoria.firmware.belote.melds import Melds
from marcoria.firmware.belote.trick import Trick
from marcoria.firmware.codes.game import CONTRACTS, SEATS, card_of, name_of
from marcoria.game.houses import names, open_house
from marcoria.game.masks import legal_cards, masks
from marcoria.game.names import MELDS, seats_of
from page_guest import Guest
from page_hand import Mouse
from people_table import PeopleTable

RUNS_ON = "cpython"

_LOOK_MS = 200
_STEPS = 3000
_SWAPS = 400  # number of attempts to exchange two cards
_LEAST = 3  # minimum number of exchanged cards in all replays of a deal together
_CUTS = [0, 5, 9, 14, 20]  # how many cards a replay with other hands lays
_HOUSES = ["piedicavallo", *sorted(set(names()) - {"piedicavallo"})]
_BRIEF = {"glance.next", "glance.who"}  # may differ at one look, but not at two in a row
_RARE = ("call-out", "take-back", "withdraw", "seven", "last")  # no player does these

# Collect the cards that are seen face up on pads of other seats, and count sightings of face-down
# cards there.
_NOTE_FACES = """() => {
  [window.faces, window.backs] = [new Set(), 0];
  const look = () => {
    for (const card of document.querySelectorAll(".seat:not([data-seat=S]) .pad .card")) {
      if (card.classList.contains("down")) window.backs++;
      else window.faces.add(card.dataset.card);
    }
  };
  const what = { subtree: true, childList: true, attributes: true };
  new MutationObserver(look).observe(document.getElementById("table"), what);
}"""

Hands = dict[str, list[str]]


class Recorder(PeopleTable):
    """Table that records each command, what South may know after it, and the time after it."""

    def __init__(self, site: Path, **wanted: Any) -> None:
        self.record: list[tuple[dict[str, Any], dict[str, Any], float]] = []
        super().__init__(site, hands="scanned", **wanted)

    def _send(self, command: dict[str, Any]) -> Any:
        value = super()._send(command)
        self.record.append((command, self._seen(), self.now))
        return value

    def _seen(self) -> dict[str, Any]:
        """Return the page's data, except what South may not see and what depends on short delays.

        `had` is removed because only the drawer "See inside" shows it.
        """
        told, glance = dict(self.told), dict(self.glance)
        told.pop("had", None)
        if told.get("turn") != "S":
            told.pop("legal", None)
        glance["hands"] = {
            seat: cards if seat == "S" else len(cards) for seat, cards in glance["hands"].items()
        }
        # The display may draw two changes at once or one by one.
        glance.pop("ink")
        if told.get("health", {}).get("display") in ("busy", "free"):
            told["health"] = told["health"] | {"display": "works"}
        covered = glance.pop("covered")  # owners, by card, of cards that are scanned face down
        glance["pads"] = {
            seat: ["down" if covered.get(card, "S") != "S" else card for card in cards]
            for seat, cards in glance["pads"].items()
        }
        glance["offers"] = [one for one in glance["offers"] if one["seat"] == "S"]
        rows = [row for row in self.happened if row["kind"] != "scan" or row["seat"] == "S"]
        found = {f"told.{key}": value for key, value in told.items()}
        found |= {f"glance.{key}": value for key, value in glance.items()}
        # Omit the times of records, which depend on how long a reader took.
        untimed = [{key: row[key] for key in row if key != "ms"} for row in rows[-4:]]
        return found | {"happened": untimed}

    def replay(self, command: dict[str, Any]) -> dict[str, Any]:
        """Send a recorded command; return what South may know after it.

        Skip a belote call of another player if this table does not offer the call. The player may
        have prepared the call without making it, so South does not know about it.
        """
        call = command.get("call", ["", {}])[1]
        if call.get("do") == "belote" and call["seat"] != "S" and not self._is_offered(call):
            return self._seen()
        self._send(command)
        return self.record.pop()[1]

    def _is_offered(self, call: dict[str, Any]) -> bool:
        return any(
            (one["do"], one["seat"]) == (call["do"], call["seat"]) for one in self.glance["offers"]
        )

    def around(self, at: int) -> Iterator[dict[str, Any]]:
        """Yield the recorded data around the command with index `at` in the record.

        First yield the data after this command. Then yield the nearest earlier and the nearest
        later data that were recorded at another time, but with the same hints.
        """
        _, seen, now = self.record[at]
        yield seen
        for others in (reversed(self.record[:at]), self.record[at + 1 :]):
            for _, other, then in others:
                if then != now and other["glance.manner"] == seen["glance.manner"]:
                    yield other
                    break


class Deal:
    """A deal in which people do only what the table offers them.

    `laid` has the seat and the card of each play, and the index of its command in the record.
    """

    def __init__(self, site: Path, house: str, seed: int) -> None:
        self.house: House = open_house(house)
        self.dice = random.Random(f"scanned {house} {seed}")
        self.seats = [SEATS[seat] for seat in seats_of(self.house)]
        self.is_silent = seed % 2 == 1  # whether the taker calls no belote
        self.hands, self.upcard, self.taker = self._dealt()
        self.laid: list[tuple[str, str, int]] = []
        self.announced: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.offered: set[str] = set()  # kinds of offers that South got
        self._moment: object = None
        self.table = Recorder(site, **self.wanted(house, self.hands))

    def wanted(self, house: str, hands: Hands) -> dict[str, Any]:
        """Return the settings of a table with this house and these hands."""
        deal = {"hands": {seat: " ".join(cards) for seat, cards in hands.items()}}
        deal |= {"upcard": self.upcard, "taker": self.taker}
        return {"house": house, "seed": 7, "deal": deal}

    def _dealt(self) -> tuple[Hands, str, str]:
        """Return random hands, an upcard, and a taker with king and queen of the upcard's suit."""
        pack = [name_of(card) for card in range(32)]
        self.dice.shuffle(pack)
        # A silent taker sits at East, who leads first in most houses, so that king or queen are
        # laid early.
        takers = "E" if self.is_silent else "EW"
        taker = self.dice.choice([seat for seat in self.seats if seat in takers] or ["N"])
        upcard = next(card for card in pack if card[0] == "J")
        pack.sort(key=lambda card: card[1] != upcard[1] or card[0] not in "JQK")
        if self.house.upcard == choices.UPCARD_STAYS:
            pack.remove(upcard)
        hands, cards = {}, self.house.cards
        for seat in [taker, *(seat for seat in self.seats if seat != taker)]:
            hands[seat], pack = pack[:cards], pack[cards:]
        return hands, upcard, taker

    def play(self) -> None:
        """Play the deal to its end."""
        table = self.table
        table.until(lambda: table.next == "deal")
        table.do("deal")
        for _ in range(_STEPS):
            if table.told.get("phase") == "done":
                return
            self._step()
            table.run(_LOOK_MS)
        raise AssertionError(f"not done: {table.glance} {table.told}")

    def _step(self) -> None:
        table = self.table
        moment = table.told.get("events"), table.next, table.who
        if moment != self._moment:
            self._moment = moment
            for hints in (True, None):  # record the offers with hints too
                table.do("manner", hints=hints)
        offers = table.glance["offers"]
        self.offered |= {one["do"] for one in offers if one["seat"] == "S"}
        bids = [one for one in offers if one["do"] in ("take", "bid", "pass")]
        if bids:
            self._bid(bids)
        elif table.told.get("phase") == "play":
            acts = [one for one in offers if self._may_do(one)]
            if acts and self.dice.random() < 0.7:
                self._do(self.dice.choice(acts))
            elif table.next == "card" and table.told["turn"] == table.who:
                self._lay(table.who)

    def _bid(self, offers: list[dict[str, Any]]) -> None:
        """Take or bid if it is the taker's turn and there is no contract; else pass if allowed."""
        mine = offers[0]["seat"] == self.taker and not self.table.told["contract"]
        bids = [one for one in offers if (one["do"] != "pass") == mine]
        self._do(self.dice.choice(bids or offers))
        self.table.run(2 * _LOOK_MS)

    def _may_do(self, offer: dict[str, Any]) -> bool:
        seat, do = offer["seat"], offer["do"]
        if do != "belote":
            return do not in _RARE
        if offer.get("armed") or (seat == self.taker and self.is_silent):
            return False
        pairs = [self._card_of_call(seat), *self.table.told["legal"]]
        own = [
            *self.table.glance["hands"][seat],
            *(card for by, card, _ in self.laid if by == seat),
        ]
        return all(_other(card) in own for card in pairs if card and card[0] in "KQ")

    def _card_of_call(self, seat: str) -> str:
        return next((card for by, card, _ in reversed(self.laid) if by == seat), "")

    def _do(self, offer: dict[str, Any]) -> None:
        seat, do, what = offer["seat"], offer["do"], offer["what"]
        if self.table.do("offer", seat=seat, do=do, what=what) and do == "announce":
            self.announced[seat].append(what)
        self.table.run(5 * _LOOK_MS)

    def _lay(self, seat: str) -> None:
        table, at, count = self.table, len(self.table.record), self.table.count("card")
        legal = table.told["legal"]
        royal = [card for card in legal if self._is_royal(card)]
        early = royal if seat == self.taker and self.is_silent else []
        card = self.dice.choice(early or legal)
        assert table.do("lay", card=card, seat=seat)
        table.until(lambda: table.count("card") > count, limit_ms=10_000)
        self.laid.append((seat, card, at))

    # --- other hands ------------------------------------------------------------------------

    def swapped(self, cut: int) -> Hands:
        """Return other hands that agree with all that South knows after `cut` plays."""
        kept = {card for _, card, _ in self.laid[:cut]} | {self.upcard}
        rows = self.table.happened
        # In some houses the bottom card of the pack is shown to all.
        kept |= {row["rest"][0] for row in rows if row["kind"] == "bottom"}
        if cut >= len(self.seats):
            kept |= {card for seat in self.seats for card in self._melds(seat, self.hands)}
        hands = {seat: list(cards) for seat, cards in self.hands.items()}
        others = [seat for seat in self.seats if seat != "S"]
        if len(others) < 2:  # exchange with cards that are in no hand
            dealt = {card for cards in hands.values() for card in cards}
            hands[""] = [name_of(card) for card in range(32) if name_of(card) not in dealt]
            others.append("")
        for turn in range(_SWAPS):
            one, other = self.dice.sample(others, 2)
            first, second = self.dice.choice(hands[one]), self.dice.choice(hands[other])
            # Kings and queens of trump may leave the taker in the first attempts only. In other
            # attempts they stay where they are.
            is_wanted = self._is_royal(first) and one == self.taker
            is_royal = self._is_royal(first, second)
            if first in kept or second in kept or (is_royal and not (is_wanted and turn < 200)):
                continue
            tried = hands | {
                one: [second if card == first else card for card in hands[one]],
                other: [first if card == second else card for card in hands[other]],
            }
            if self._bottom(tried) == self._bottom(hands) and self._agrees(tried, cut):
                hands = tried
        hands.pop("", None)
        return hands

    def _bottom(self, hands: Hands) -> int:
        """Return the bottom card of the pack, -1 if `hands` has no cards that are not dealt.

        The bottom card is the highest of these cards, because a rigged pack has them at its end,
        in numerical order.
        """
        cards = [card_of(card) for card in hands.get("", []) if card != self.upcard]
        return max(cards, default=-1)

    def cuts(self) -> list[int]:
        """Return the cuts: one for each king or queen of trump that another player lays.

        The cut comes after the play that follows this card.
        """
        return [
            at + 2
            for at, (seat, card, _) in enumerate(self.laid[:-2])
            if seat != "S" and self._is_royal(card)
        ]

    def _is_royal(self, *cards: str) -> bool:
        return any(card[0] in "KQ" and self.contract in ("AT", card[1]) for card in cards)

    def _melds(self, seat: str, hands: Hands) -> list[str]:
        """Return the cards of the melds that a seat has announced, or [] if the hand lacks one."""
        claims = [MELDS.index(kind) for kind in self.announced[seat]]
        hand = masks([card_of(card) for card in hands[seat]])
        contract = CONTRACTS.index(self.contract)
        found = Melds(self.house).find(SEATS.index(seat), hand, contract, claims)
        cards = [name_of(card) for meld in found for card in meld.cards()]
        return cards if len(found) == len(claims) else []

    def has_own_meld(self) -> bool:
        """Return whether South has a meld that counts, so that the table offers to announce it."""
        hand = masks([card_of(card) for card in self.hands["S"]])
        contract = CONTRACTS.index(self.contract)
        return bool(Melds(self.house).find(SEATS.index("S"), hand, contract))

    def _agrees(self, hands: Hands, cut: int) -> bool:
        """Return whether these hands are possible after `cut` plays.

        All announcements of the deal, the belotes called until then and these plays must be right.
        """
        for seat in self.seats:
            if self.announced[seat] and not self._melds(seat, hands):
                return False
        if any(_other(card) not in hands[seat] for seat, card in self._called(cut)):
            return False
        trick, left = Trick(self.house), {seat: list(cards) for seat, cards in hands.items()}
        trick.contract(CONTRACTS.index(self.contract))
        trick.start(SEATS.index(self.laid[0][0]))
        for seat, card, _ in self.laid[:cut]:
            if trick.count == len(self.seats):
                trick.start(trick.winner)
            if card_of(card) not in legal_cards(trick, [card_of(one) for one in left[seat]]):
                return False
            trick.lay(card_of(card))
            left[seat].remove(card)
        return True

    def _called(self, cut: int) -> list[tuple[str, str]]:
        """Return the seats and cards of the belotes called before play number `cut` + 1."""
        rows = [row for row in self.table.happened if row["kind"] in ("card", "belote")]
        found, laid, last = [], 0, {}
        for row in rows:
            laid += row["kind"] == "card"
            if row["kind"] == "card":
                last[row["seat"]] = row["rest"][0]
            elif laid <= cut:
                found.append((row["seat"], last[row["seat"]]))
        return found

    @property
    def contract(self) -> str:
        """Return the contract of the deal, such as "H", "NT" or "AT"."""
        return str(self.table.told["contract"])


def _other(card: str) -> str:
    return ("Q" if card[0] == "K" else "K") + card[1]


def _differences(seen: list[dict[str, Any]], found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the name of each value in which `found` differs from all of `seen`, and a text.

    `seen` has the data of several looks. Readers need some milliseconds more for some cards, so a
    value may be seen one look earlier or later.
    """
    for key in found.keys() | seen[0].keys():
        if all(one.get(key) != found.get(key) for one in seen):
            yield key, f"{key}: {seen[0].get(key)} / {found.get(key)}"


def _compare(deal: Deal, other: Recorder, cut: int) -> int:
    """Replay a deal at the table `other`, which has other hands, until `cut` cards are laid.

    Fail if South gets other data than in the deal. Return the number of comparisons.
    """
    start, end = len(other.record), deal.laid[cut][2]
    assert end > start
    brief: set[str] = set()  # names from _BRIEF whose values differed at the last step of time
    for at in range(start, end):
        command, then = deal.table.record[at][0], other.now
        found = dict(_differences(list(deal.table.around(at)), other.replay(command)))
        is_later = other.now > then
        allowed = _BRIEF - brief if is_later else _BRIEF
        different = [text for key, text in found.items() if key not in allowed]
        assert not different, f"{cut} cards laid, {command}: " + "\n".join(different)
        if is_later:
            brief = _BRIEF & found.keys()
    return end - start


Scan = Callable[..., Deal]


@pytest.fixture
def tables() -> Iterator[list[PeopleTable]]:
    """Collect tables, and close them when the test ends."""
    found: list[PeopleTable] = []
    yield found
    for table in found:
        table.close()


@pytest.mark.soak
@pytest.mark.parametrize("house", _HOUSES)
def test_scanned_hands_of_others_change_nothing_for_south(
    site: Path, tables: list[PeopleTable], house: str
) -> None:
    deal = Deal(site, house, testenv.SEED)
    tables.append(deal.table)
    deal.play()
    changed = 0
    cuts = [cut for cut in _CUTS if cut < len(deal.laid)]
    for cut in [*cuts, *deal.cuts()]:
        hands = deal.swapped(cut)
        moved = sum(
            card not in deal.hands[seat] for seat, cards in hands.items() for card in cards
        )
        changed += moved
        other = Recorder(site, **deal.wanted(house, hands))
        tables.append(other)
        _compare(deal, other, cut)
    assert changed >= _LEAST
    assert "announce" in deal.offered or not deal.has_own_meld()


@pytest.fixture
def view() -> str:
    """Return the view in which the page is tested."""
    return "play"


@pytest.mark.soak
def test_bots_scan_their_cards_face_down(sit) -> None:
    hand = sit(Mouse, house="piedicavallo", hands="scanned", bots="NEW", seed=7)
    hand.page.evaluate(_NOTE_FACES)
    hand.pace("4")
    Guest(hand).until(lambda: hand.is_so(phase="play", next="card", who="S", turn="S"))
    laid = {card for seat in "NEW" for card in hand.cards(seat, "pad")}
    assert hand.page.evaluate("window.backs")
    assert set(hand.page.evaluate("[...window.faces]")) <= laid
