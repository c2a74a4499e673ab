"""Simulated table of the page: players, link and view, with methods for the page's worker."""

import json
from typing import TYPE_CHECKING

from yaml import ScalarNode, SequenceNode

from marcoria.bots.perception import CLEAR
from marcoria.firmware.codes.game import SEATS, Offences, Phases, card_of, name_of
from marcoria.firmware.table.files.houses import load_anyhow
from marcoria.scenarios.nodes import Nodes
from marcoria.scenarios.orders import read_order, read_setting
from marcoria.sim.chips.world import bar_files
from marcoria.web.world.advice import advice
from marcoria.web.world.follow import Follow, rules_of
from marcoria.web.world.handle import Handle, WorldPort
from marcoria.web.world.reflection import Reflection
from marcoria.web.world.report import match_told, reason_told
from marcoria.web.world.room import Room
from marcoria.web.world.scheduler import Scheduler
from marcoria.web.world.table_view import TableView

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypedDict

    from marcoria.bots.expert import Thoughts
    from marcoria.sim.chips.world import World
    from marcoria.web.world.stage import Stage

    class Dealt(TypedDict, total=False):
        """Prepared first deal of a match, in place of a deal from a shuffled pack.

        `hands` has the cards of each seat, such as "7H AS". The players get these hands if `taker`
        takes. Without `taker`, they get them if the elder takes. Without `upcard` any card that
        fits is turned up.
        """

        hands: dict[str, str]
        upcard: str
        taker: str

    class Chosen(TypedDict, total=False):
        """Settings that the user of the page has chosen for a table."""

        house: str
        agreed: list[str]
        seed: int
        scanned: bool
        bots: list[str]
        scenario: bool
        dealt: Dealt

    class KeptPeople(TypedDict):
        """Players' cards and the options of `manner` at the end of a visit, decoded from JSON."""

        hands: dict[str, list[int]]
        laid: dict[str, list[int]]
        pack: list[int]
        upcard: int
        bottom: int
        unseen: bool
        lying: dict[str, list[str]]
        manner: dict[str, bool | None]


_PRESS_MS = 120
_GLANCE_MS = 50
_RECORDS_MS = 20_000  # timeout for the table to boot and to send its records
_PATIENCE_MS = 4000  # time for which a card waits for a free pad
_LAIN_MS = 900  # a card that is lifted sooner may not have been noticed by the table
_ROOT = ""  # root of the files in this VM, with the houses


class PageTable:
    """Methods that the worker may call; web/worker/shapes.d.ts declares them as `Facade`.

    `chosen` has the table's settings; see `Chosen`.
    """

    def __init__(self, world: "World", chosen: "Chosen") -> None:
        self.world = world
        self.chosen = chosen
        self.handle = Handle(world)
        self.scheduler = Scheduler(lambda: self.handle.now, self._failed)
        self.follow = Follow(WorldPort(world), rules_of)
        self.failures: list[str] = []
        self._told: object = None
        self._advising: Reflection | None = None
        self._came: dict[str, float] = {}  # time in ms of the last `put` of each card
        self._laying: dict[str, str] = {}  # by seat: card that waits for a clear pad
        self.room = self._seated()
        self.view = TableView(
            chosen["house"], self.handle, self.follow, self.room, self._is_starting
        )
        self.stage: Stage | None = None  # scenario of this table until it is over
        self.scheduler.start("follow", self.follow.run())
        if chosen.get("scenario"):
            self.stage = _stage(self.handle)
            self.view.people = self.stage.people
        else:
            self.scheduler.start("people", self.room.live())

    def _seated(self) -> Room:
        chosen = self.chosen
        house = load_anyhow(_ROOT, chosen["house"], chosen.get("agreed", []))
        if house is None:
            raise ValueError("the table does not know this house")
        room = Room(self.handle, house, self.follow, chosen.get("seed", 0), chosen["scanned"])
        room.seat_bots(chosen.get("bots", ["", "", "", ""]))
        if chosen.get("dealt"):
            dealt = chosen["dealt"]
            hands = {SEATS.index(seat): _cards(cards) for seat, cards in dealt["hands"].items()}
            taker = SEATS.index(dealt["taker"]) if dealt.get("taker") else -1
            room.rigged = hands, card_of(dealt.get("upcard", "")), taker
        return room

    def _failed(self, name: str, traceback: str) -> None:
        self.failures.append(f"{name}: {traceback}")
        if name == "people":
            self.scheduler.start("people", self.room.live())

    # --- the board ------------------------------------------------------------------------------

    def wait(self, us: int) -> None:
        """Advance the virtual time; call this only while no firmware runs."""
        self.world.wait(us)

    def power_on(self) -> None:
        """Plug the table in."""
        self.world.power_on()

    def cut_power(self) -> None:
        """Pull the plug."""
        self.world.cut_power()

    def has_power(self) -> bool:
        """Return whether the table has power."""
        return self.world.power

    def take_fault(self) -> str:
        """Return the first recorded fault, and clear all; call this only if there is one."""
        chip, what = self.world.faults.found[0]
        self.world.faults.found.clear()
        return f"{chip}: {what}"

    def screen(self) -> bytearray:
        """Return the image on the display."""
        return self.world.screen()

    def cells(self) -> bytearray:
        """Return the content of the journal's flash."""
        return self.world.flash.cells

    def flash_operations(self) -> int:
        """Return how often the journal's flash was written or erased."""
        return self.world.flash.operations

    # --- progress and view ------------------------------------------------------------------

    def step(self) -> dict[str, object]:
        """Run all coroutines that are due; return the new data since the last call.

        The coroutines play for the room or a scenario, carry out the user's actions, and follow
        the table over its link. `News` in web/worker/shapes.d.ts lists the data.
        """
        self.scheduler.step()
        if self.view.lamps.look():
            self.follow.hurry()  # a question has appeared or disappeared; the state has its text
        self.view.note_question()
        self.view.offers.note_phase()
        found: dict[str, object] = {}
        if self.stage:
            self._news_of_stage(self.stage, found)
        told = self.follow.changes, self.room.changes
        if told != self._told:
            self._told = told
            found["told"] = self.told()
        if self.follow.happened:
            found["happened"] = [self._explained(row) for row in self.follow.happened]
            self.follow.happened = []
        if self.room.reasons and self._has_no_secrets():
            whole = {name_of(card): both[1] for card, both in self.room.reasons.items()}
            found["reasons"] = {card: reason_told(one) for card, one in whole.items()}
            self.room.reasons = {}
        if self.view.lamps.refused:
            found["refused"], self.view.lamps.refused = self.view.lamps.refused, []
        if self.failures:
            found["failures"] = self.failures
            self.failures = []
        return found

    def _explained(self, row: "dict[str, object]") -> "dict[str, object]":
        """Return a record; if an expert laid a card, add the reason an onlooker could give."""
        rest = row["rest"]
        if row["kind"] == "card" and isinstance(rest, list):
            reasons = self.room.reasons.get(card_of(rest[0]))
            if reasons:
                row["reason"] = reason_told(reasons[0])
        return row

    def _has_no_secrets(self) -> bool:
        """Return whether no deal is under way at the table, so that hands need not stay secret.

        Only then may the page get reasons that reveal hands. Return False while it is not certain.
        """
        mirror = self.follow.sure_mirror
        return mirror is not None and mirror.game.phase in (Phases.READY, Phases.DONE)

    def _news_of_stage(self, stage: "Stage", found: dict[str, object]) -> None:
        """Add to `found` new results of a scenario, and its request to cut or restore the power.

        After the scenario's end, let the room's players continue with its cards.
        """
        if stage.told:
            found["scenario"], stage.told = stage.told, []
        if self.handle.plug:
            found["plug"], self.handle.plug = self.handle.plug, ""
        if stage.over:
            theirs, self.stage = stage.people, None
            self.view.people = self.room
            for name in ("hands", "laid", "pack", "unseen"):
                setattr(self.room, name, getattr(theirs, name))
            self.scheduler.stop("stage")
            self.scheduler.start("people", self.room.live())

    def _is_starting(self) -> bool:
        """Return whether a match is being started from the menu."""
        return self.scheduler.is_running("start")

    def heard(self) -> list[list[int]]:
        """Return Hz and ms of the tones that have ended since the last call."""
        buzzer = self.world.buzzer
        over = len(buzzer.tones) - (1 if buzzer.hz else 0)
        return [[hz, length // 1000] for _, hz, length in self.handle.take_tones(over)]

    def look(self) -> dict[str, object]:
        """Return the visible state of the table, and the cards that the players hold."""
        return self.view.look()

    def told(self) -> dict[str, object]:
        """Return the table's report about the match and about itself."""
        return self.view.told()

    # --- actions ----------------------------------------------------------------------------

    def put(self, card: str, seat: str) -> None:
        """Lay a card on a pad; if the card lies on a pad already, lift it first.

        If the card is king or queen of trump, and the player has chosen to call belote with the
        next card (see `offer`), press CALL first. But if the table would count this call for a
        card that the seat laid before, press CALL after the table has recorded the new card.
        """
        offers, number = self.view.offers, SEATS.index(seat)
        calls = offers.calls_with(number, card_of(card))
        later = calls and offers.may_call(number)
        if calls and not later:
            self.world.press("CALL", seat, _PRESS_MS)
        if any(card in cards for cards in self.world.pads.lying.values()):
            self.world.lift(card)
        self.world.put(card, seat)
        self._came[card] = self.handle.now
        if later:
            self.scheduler.stop(f"call {seat}")
            self.scheduler.start(f"call {seat}", self._call_for(card, seat))

    async def _call_for(self, card: str, seat: str) -> None:
        """Press CALL once the table has recorded a card, unless that takes too long."""
        end = self.handle.now + _PATIENCE_MS
        while self.handle.now < end:
            await self.room.body.wait(_GLANCE_MS)
            mirror = self.follow.mirror
            audit = mirror.game.audit if mirror else None
            if audit and audit.plays and audit.card[audit.plays - 1] == card_of(card):
                self.world.press("CALL", seat, _PRESS_MS)
                return

    def lay(self, card: str, seat: str) -> bool:
        """Clear a pad and then lay a card on it; return whether that is possible.

        It is not possible if a card on the pad must stay (see `_may_go`), or if another card
        already waits for the pad.
        """
        name = f"lay {seat}"
        if self.scheduler.is_running(name):
            return self._laying[seat] == card
        lying = [one for one in self.handle.cards()[seat] if one != card]
        if not all(self._may_go(one, seat) for one in lying):
            return False
        if lying:
            self._laying[seat] = card
            self.scheduler.start(name, self.room.lay_after(lying, card, seat, self.put))
        else:
            self.put(card, seat)
        return True

    def play(self, card: str, seat: str) -> int:
        """Lay a card as `lay` does, unless that would be an offence.

        Return the number of the offence, 0 for none. If `lay` is not possible now, try again for
        up to `_PATIENCE_MS`.
        """
        offence = self._offence_of(card, SEATS.index(seat))
        if not offence and not self.lay(card, seat):
            name = f"play {seat}"
            self.scheduler.stop(name)
            self.scheduler.start(name, self._play_soon(card, seat))
        return offence

    def _offence_of(self, card: str, seat: int) -> int:
        """Return the number of the offence that laying a card would be, 0 for none.

        Also return 0 if the card is not in the seat's hand, and while a card that is laid does not
        count as played: outside the phase PLAY, after the last card, and while the table waits for
        melds or an answer.
        """
        mirror, view, number = self.follow.mirror, self.view.of_person(seat), card_of(card)
        is_play = mirror and mirror.game.phase == Phases.PLAY and not mirror.game.audit.over()
        shows = self.view.next()[0] in ("show", "answer")
        if not is_play or view is None or number not in view.hand or shows:
            return 0
        if view.game.trick.seat != seat:
            return int(Offences.OUT_OF_TURN)
        return view.broken_by(number)

    async def _play_soon(self, card: str, seat: str) -> None:
        """Lay a card once `lay` is possible, unless that takes too long or becomes an offence."""
        end = self.handle.now + _PATIENCE_MS
        while self.handle.now < end:
            await self.room.body.wait(_GLANCE_MS)
            if self._offence_of(card, SEATS.index(seat)) or self.lay(card, seat):
                return

    def _may_go(self, card: str, seat: str) -> bool:
        """Return whether a card may be lifted from the pad of `seat` for another card.

        Return True if the room is about to take away the card's complete trick. Otherwise the card
        must have lain for `_LAIN_MS`, and one of two conditions must hold. Either the card's trick
        is complete. Or the table asks the seat to clear its pad, or only this seat to show melds,
        and the seat's lights have not changed for some time.
        """
        gone = card in self._gone()
        if gone and self.room.clears_trick():
            return True  # the new card waits until the room has taken the trick away
        if self.handle.now - self._came.get(card, 0.0) < _LAIN_MS:
            return False
        if gone:
            return True
        at = SEATS.index(seat)
        wanted = at in self.view.lamps.seats(CLEAR) or self.view.next() == ("show", [seat])
        return wanted and self.view.lamps.is_steady(at)

    def _gone(self) -> list[str]:
        """Return the cards of complete tricks, as the table has reported them."""
        mirror = self.follow.mirror
        if not (mirror and mirror.sure and mirror.game.phase >= Phases.PLAY):
            return []
        game = mirror.game
        done = game.audit.plays - game.trick.count
        return [name_of(card) for card in game.audit.card[:done]]

    def lift(self, card: str = "", seat: str = "") -> None:
        """Lift a card, or all cards on the pad of a seat."""
        self.world.lift(card or seat)

    def press(self, key: str, seat: str | None = None, ms: int = 120) -> None:
        """Press a key of a seat for `ms` milliseconds; without a seat, a key of the director."""
        self.world.press(key, seat, ms)

    def hold(self, key: str, seat: str | None = None) -> None:
        """Hold a key down."""
        self.world.hold(key, seat)

    def release(self, key: str, seat: str | None = None) -> None:
        """Release a key."""
        self.world.release(key, seat)

    def rap(self, seat: str) -> None:
        """Rap on the table at a seat."""
        self.world.rap(seat)

    def agree(self, seats: list[str], deal: bool = False) -> None:
        """Confirm the result for the sides of these seats.

        If `deal` is true, the room deals as soon as both sides have confirmed.
        """
        self.room.wants_deal = deal
        wanted = [SEATS.index(seat) for seat in seats]
        self.scheduler.start("agree", self.room.agree_to_result(wanted))

    def show(self, seat: str) -> None:
        """Let a player show the cards of his melds."""
        self.scheduler.start("show", self.room.show_melds(SEATS.index(seat)))

    def offer(self, seat: str, do: str, what: str | None = None) -> bool:
        """Accept an offer to a person (web/world/offers.py): press its keys, or rap.

        If the offer is belote for the seat's next card, only switch whether `put` calls belote
        with this card. Return False, and do nothing, while the keys of an earlier offer to the
        seat are being pressed. Otherwise return True, or raise TableError if there is no such
        offer now.
        """
        name = f"offer {seat}"
        if self.scheduler.is_running(name):
            return False
        found = self.view.offers.find(seat, do, what)
        if self.view.offers.arm(SEATS.index(seat), found):
            return True
        self.scheduler.start(name, self.view.offers.perform(SEATS.index(seat), found))
        return True

    def manner(self, **how: bool | None) -> None:
        """Set options for the people at the table; options that are not given stay as they are.

        If `neat` is true, the room takes away all cards of a complete trick. Otherwise it takes
        away only those of bots, and none of the last trick. `hints` is explained at `Offers`.
        """
        self.room.neat = bool(how.get("neat", self.room.neat))
        self.view.offers.hints = how.get("hints", self.view.offers.hints)

    def deal(self) -> None:
        """Make the dealer deal, unless the cards are dealt already."""
        room = self.room
        room.wants_deal = room.game.phase == Phases.READY and not room.unseen

    def tidy(self) -> None:
        """Lift the cards of finished tricks, and cards on pads that the table wants cleared.

        Between two deals, lift all cards.
        """
        self.room.tidy(self.view.lamps.steady(CLEAR))

    def bots(self, **kinds: str | None) -> None:
        """Set the kind of player at the named seats: a kind of bot, or None for a person."""
        found = [kinds.get(SEATS[seat], self.room.bots[seat]) or "" for seat in range(4)]
        self.chosen["bots"] = found
        self.room.seat_bots(found)

    def start(self, dealer: str = "S") -> None:
        """Start a match from the menu, with this dealer."""
        self.scheduler.start("start", self.room.start_match(SEATS.index(dealer)))

    def start_again(self, dealer: str) -> None:
        """Start a match, unless the stored table's journal shows that the match has begun.

        The page may have been closed after the table wrote the start, and before the page read it.
        """
        self.scheduler.start("start", self._start_again(SEATS.index(dealer)))

    async def _start_again(self, dealer: int) -> None:
        follow = self.follow
        await self.room.body.until("its records", lambda: follow.has_caught_up, _RECORDS_MS)
        if follow.state["phase"] == Phases.IDLE:
            await self.room.start_match(dealer)

    def play_scenario(self) -> None:
        """Start the scenario for which the table was made."""
        if self.stage:
            self.scheduler.start("stage", self.stage.run())

    def broken(self, what: str, crashed: bool) -> None:
        """End the scenario, if there is one, with an error that `what` describes.

        If `crashed` is true, the firmware has crashed. Otherwise a chip was misused.
        """
        if self.stage:
            self.scheduler.stop("stage")
            self.stage.broken(
                f"the firmware has crashed: {what}" if crashed else f"a fault in the {what}"
            )

    def order(self, method: str, args: "Sequence[object]" = ()) -> None:
        """Make a part fail, or repair it: run an order that scenarios may use too."""
        name, values = read_order(Nodes("order"), _nodes([method] + list(args)))
        self.handle.order(name, *values)

    def set(self, name: str, value: object) -> None:
        """Make a part fail, or repair it: set a value that scenarios may set too."""
        name, values = read_setting(Nodes("set"), _nodes([name, value]))
        self.handle.set(name, values[0])

    def past(self, event: int) -> object:
        """Return the match after the first `event` events of the deal, None if it is unknown."""
        mirror = self.follow.mirror
        return match_told(mirror.at(event)) if mirror and mirror.sure else None

    def advise(self, seat: str) -> None:
        """Begin to compute what an expert would do in this person's place; see `advised`."""
        thoughts = self._advice(seat)
        self._advising = Reflection(thoughts) if thoughts else None

    def advised(self) -> "dict[str, object] | bool | None":
        """Return the advice, False while it is not ready, or None if there is none.

        There is advice only if it is the seat's turn to bid or to lay a card, and the match is
        known. There is none in place of a bot, because it would tell something about the bot's
        hand.
        """
        if self._advising is None:
            return None
        if not self._advising.is_done():
            return False
        found: dict[str, object] | None = self._advising.result
        return found

    def _advice(self, seat: str) -> "Thoughts[dict[str, object] | None] | None":
        mirror, at, people = self.follow.sure_mirror, SEATS.index(seat), self.view.people
        if mirror is None or self.room.bots[at]:
            return None
        game, owned = mirror.copy(), people.hands[at] + people.laid[at]
        if self.view.next() == ("bid", [seat]) and game.phase == Phases.READY:
            game.auction.start(at, -1, 0)  # the first call opens a deal without an upcard
            game.phase = Phases.BIDDING
        is_dealt = game.phase == Phases.BIDDING or len(owned) == game.house.cards
        return advice(game, at, owned) if is_dealt else None

    def ask(self, do: str, fields: dict[str, int | str]) -> None:
        """Send a command over the link; its answer is stored in `answered` later.

        If the command fails, `step` returns the traceback.
        """
        self.scheduler.start("ask", self._ask(do, fields))

    async def _ask(self, do: str, fields: dict[str, int | str]) -> None:
        self.answered = await self.follow.ask(do, fields)

    # --- flash ---------------------------------------------------------------------------------

    def furnish(self, seed: int, settings: dict[str, object]) -> dict[str, bytes]:
        """Return the settings file and the deck file of a new table, by path."""
        return bar_files(seed, settings)

    def restore_flash(self, cells: bytes) -> None:
        """Restore the content of the journal's flash.

        Set the reset cause to "soft": the end of a visit to the page is no power failure.
        """
        self.world.flash.cells[:] = cells
        self.world.processor.reset_cause = "soft"

    # --- saved state ------------------------------------------------------------------------

    def kept(self) -> dict[str, object]:
        """Return settings, players' cards and `manner`, to be stored for the next visit."""
        room = self.view.people
        return {
            "chosen": self.chosen,
            "hands": room.hands,
            "laid": room.laid,
            "pack": room.pack.cards,
            "upcard": room.pack.upcard,
            "bottom": room.pack.bottom,
            "unseen": room.unseen,
            "lying": {seat: list(self.handle.cards()[seat]) for seat in SEATS},
            "manner": {"neat": self.room.neat, "hints": self.view.offers.hints},
        }

    def put_back(self, kept: "KeptPeople") -> None:
        """Restore the players' cards and `manner` from a result of `kept`."""
        room = self.room
        for name in ("hands", "laid"):
            setattr(room, name, {int(seat): list(cards) for seat, cards in kept[name].items()})
        room.pack.cards = list(kept["pack"])
        room.pack.upcard, room.pack.bottom = kept["upcard"], kept["bottom"]
        room.unseen = kept["unseen"]
        self.manner(**kept.get("manner", {}))  # an older page has stored no manner
        for seat, cards in kept["lying"].items():
            for card in cards:
                self.world.put(card, seat)


def _stage(table: Handle) -> "Stage":
    """Return the stage of a scenario; import its modules only now, as most visits play none."""
    from marcoria.web.world.stage import Stage

    return Stage(table)


def _nodes(values: list[object]) -> SequenceNode:
    """Return values as YAML nodes, as they would stand in a scenario file."""
    texts = [json.dumps(one) if isinstance(one, bool) else f"{one}" for one in values]
    return SequenceNode(0, [ScalarNode(0, text) for text in texts])


def _cards(text: str) -> list[int]:
    return [card_of(one) for one in text.split()]
