"""The simulated table of the page, with all that is beside its board, for the page's worker."""

import json
from typing import TYPE_CHECKING

from yaml import ScalarNode, SequenceNode

from marcoria.bots.perception import ASKED, CLEAR, SHARED, TURN
from marcoria.bots.strategy import View
from marcoria.firmware.belote import choices
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import SEATS, Phases, card_of, name_of
from marcoria.firmware.table.files.houses import load_anyhow
from marcoria.scenarios.nodes import Nodes
from marcoria.scenarios.orders import read_order, read_setting
from marcoria.sim.chips.bar_files import bar_files
from marcoria.web.world.follow import Follow
from marcoria.web.world.handle import Handle, Port
from marcoria.web.world.lamps import Lamps
from marcoria.web.world.mirror import rules_of
from marcoria.web.world.room import Room
from marcoria.web.world.scheduler import Scheduler
from marcoria.web.world.told import house_told, match_told, table_told, tricks_taken

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypedDict

    from marcoria.bots.match import People
    from marcoria.sim.chips.world import World
    from marcoria.web.world.stage import Stage

    class Dealt(TypedDict, total=False):
        """The first deal, as a link has it: cards by seat, as text."""

        hands: dict[str, str]
        upcard: str
        taker: str

    class Chosen(TypedDict, total=False):
        """What the page chose for a table."""

        house: str
        agreed: list[str]
        seed: int
        scanned: bool
        bots: list[str]
        scenario: bool
        dealt: Dealt

    class KeptPeople(TypedDict):
        """What people held when the page was left, as JSON has it."""

        hands: dict[str, list[int]]
        laid: dict[str, list[int]]
        pack: list[int]
        upcard: int
        bottom: int
        unseen: bool
        lying: dict[str, list[str]]


_LAIN_MS = 900  # a card lifted sooner may count as never laid, or not be judged yet
_HEARD_MS = 600  # the table takes no answer to a question sooner
_ROOT = ""  # of the files in this VM, among them the houses


class Page:
    """All that the worker may call, by name: web/worker/shapes.d.ts has these methods as `Facade`.

    `chosen` is what the table was set to: house, seed, scanned, bots, hands to be dealt."""

    def __init__(self, world: "World", chosen: "Chosen") -> None:
        self.world = world
        self.chosen = chosen
        self.handle = Handle(world)
        self.lamps = Lamps(self.handle)
        self.scheduler = Scheduler(lambda: self.handle.now, self._failed)
        self.follow = Follow(Port(world), rules_of)
        self.failures: list[str] = []
        self._told: object = None
        self._question = 0  # the seats that it is for, a bit each
        self._question_since = 0.0
        self._came: dict[str, float] = {}  # when people have laid a card
        self._laying: dict[str, str] = {}  # the card that comes next on a pad
        self.room = self._seated()
        self.stage: Stage | None = None  # of a scenario, as long as it is played
        self.scheduler.start("follow", self.follow.run())
        if chosen.get("scenario"):
            self.stage = _stage(self.handle)
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
        """Let time pass while no firmware runs."""
        self.world.wait(us)

    def power_on(self) -> None:
        """Plug the table in."""
        self.world.power_on()

    def cut_power(self) -> None:
        """Pull the plug."""
        self.world.cut_power()

    def has_power(self) -> bool:
        """Return whether the table is plugged in and has not switched itself off."""
        return self.world.power

    def take_fault(self) -> str:
        """Return the first fault that was found since the last time, and forget all of these."""
        chip, what = self.world.faults.found[0]
        self.world.faults.found.clear()
        return f"{chip}: {what}"

    def screen(self) -> bytearray:
        """Return what is seen on the display."""
        return self.world.screen()

    def cells(self) -> bytearray:
        """Return the journal's flash as it is."""
        return self.world.flash.cells

    def flash_operations(self) -> int:
        """Return how often the journal's flash was written or erased."""
        return self.world.flash.operations

    # --- what goes on, and is seen ----------------------------------------------------------

    def step(self) -> dict[str, object]:
        """Lets people and host go on; what is new since the last time."""
        self.scheduler.step()
        if self.lamps.look():
            self.follow.hurry()  # it says what is asked
        self._note_question()
        found: dict[str, object] = {}
        if self.stage:
            self._news_of_stage(self.stage, found)
        told = self.follow.changes, self.room.changes
        if told != self._told:
            self._told = told
            found["told"] = self.told()
        if self.follow.happened:
            found["happened"] = self.follow.happened
            self.follow.happened = []
        if self.lamps.refused:
            found["refused"], self.lamps.refused = self.lamps.refused, []
        if self.failures:
            found["failures"] = self.failures
            self.failures = []
        return found

    def _news_of_stage(self, stage: "Stage", found: dict[str, object]) -> None:
        """What a scenario tells, and does with the plug; after it people are on their own."""
        if stage.told:
            found["scenario"], stage.told = stage.told, []
        if self.handle.plug:
            found["plug"], self.handle.plug = self.handle.plug, ""
        if stage.over:
            theirs, self.stage = stage.people, None
            for name in ("hands", "laid", "pack", "unseen"):
                setattr(self.room, name, getattr(theirs, name))
            self.scheduler.stop("stage")
            self.scheduler.start("people", self.room.live())

    @property
    def _people(self) -> "People":
        """Who holds the cards now."""
        return self.stage.people if self.stage else self.room

    def _note_question(self) -> None:
        """Note when a question comes or goes, as the table tells it."""
        question = self.follow.state.get("asked", 0)
        if question != self._question:
            self._question, self._question_since = question, self.handle.now

    def look(self) -> dict[str, object]:
        """What people see and hold now."""
        world, room = self.world, self._people
        lying = self.handle.cards()
        on_pads = [card for seat in SEATS for card in lying[seat]]
        next_one, who = self._next()
        return {
            "power": world.power,
            "house": self._house(),
            "lights": self._lights(),
            "pads": {seat: list(lying[seat]) for seat in SEATS},
            "down": sorted(world.keys.down),
            "hands": {
                SEATS[seat]: [
                    name_of(card)
                    for card in room.hands[seat]
                    if name_of(card) not in on_pads and not self._is_laid(card)
                ]
                for seat in range(4)
            },
            "stock": len(room.pack.cards) if not room.pack.whole else 0,
            "upcard": self._upcard(on_pads),
            "taken": tricks_taken(self.follow.mirror),
            "bots": {SEATS[seat]: self.room.bots[seat] or None for seat in range(4)},
            "next": next_one,
            "who": who,
            "ink": self._ink(),
        }

    def heard(self) -> list[list[int]]:
        """Hz and ms of the tones that have ended since the last time."""
        buzzer = self.world.buzzer
        over = len(buzzer.tones) - (1 if buzzer.hz else 0)
        return [[hz, length // 1000] for _, hz, length in self.handle.take_tones(over)]

    def told(self) -> dict[str, object]:
        """What the table tells of the match and of itself."""
        follow, mirror = self.follow, self.follow.mirror
        if mirror and mirror.sure:
            found = match_told(mirror.game)
            found["legal"] = self._legal(mirror.game)
        else:
            found = {"phase": "none", "over": False, "events": 0, "legal": []}
            state = follow.state.get("phase", Phases.IDLE)
            found["unknown"] = state > Phases.IDLE
        found["house"] = self._house()
        found |= table_told(follow)
        found["stuck"] = self.room.stuck
        return found

    def _house(self) -> dict[str, object]:
        key = self.follow.house.get("name", self.chosen["house"])
        return house_told((self.follow.mirror or self.room).house, key)

    def _lights(self) -> bytes:
        """Red, green and blue of all LEDs."""
        return bytes([value for leds in self._colours() for value in leds])

    def _ink(self) -> str:
        """Another one whenever the display may look otherwise."""
        display = self.world.display
        if display is None:
            return ""
        moves = display.busy.working and not display.busy.hung
        return f"{moves} {display.strokes.counters}"

    def _colours(self) -> list[tuple[int, int, int]]:
        return self.world.lights.colours()

    def _is_laid(self, card: int) -> bool:
        """Whether the table has it among the plays of the deal."""
        mirror = self.follow.mirror
        if not (mirror and mirror.sure and mirror.game.phase >= Phases.PLAY):
            return False
        laid = mirror.game.audit.laid
        return any(laid[seat][card >> 3] >> (card & 7) & 1 for seat in range(4))

    def _upcard(self, on_pads: list[str]) -> str | None:
        """The card turned up, as long as it is nobody's and lies on no pad."""
        room = self._people
        card = room.pack.upcard
        owned = any(card in room.hands[seat] or card in room.laid[seat] for seat in range(4))
        if card < 0 or owned or room.pack.whole or name_of(card) in on_pads:
            return None
        return name_of(card)

    def _legal(self, game: Match) -> list[str]:
        """The cards that whoever has the turn may lay."""
        if game.phase != Phases.PLAY or game.audit.over():
            return []
        seat, room = game.trick.seat, self._people
        laid = [card for card in range(32) if game.audit.laid[seat][card >> 3] >> (card & 7) & 1]
        hand = [card for card in room.hands[seat] if card not in laid]
        return [name_of(card) for card in View(game, seat, hand, laid).legal()]

    def _next(self) -> tuple[str, list[str]]:
        """What the table waits for, and of whom, as far as people can see it."""
        if not self.world.power:
            return "plug", []
        if self.scheduler.is_running("start"):
            return "wait", []
        room = self._people
        game = room.game
        phase = game.phase
        if self.follow.state.get("phase") == Phases.DONE and not self._question:
            return "confirm", self._to_agree()
        asked = self.lamps.seats(ASKED)
        if asked:
            return self._asks(asked)
        clear = [seat for seat in self.lamps.steady(CLEAR) if self.handle.cards()[seat]]
        if clear:
            return "tidy", clear
        if phase == Phases.READY and not room.over:
            if not room.unseen:
                return "deal", [SEATS[room.dealer]]
            opens = room.house.upcard == choices.UPCARD_NONE
            return ("bid", [SEATS[room.elder]]) if opens else ("wait", [])
        turn = [SEATS[seat] for seat in self.lamps.seats(TURN, SHARED)]
        if turn and phase in (Phases.BIDDING, Phases.PLAY) and phase == self._told_phase():
            return ("bid" if phase == Phases.BIDDING else "card"), turn
        idle = self.follow.state.get("phase", Phases.READY) == Phases.IDLE
        return ("start" if idle or room.over else "wait"), []

    def _to_agree(self) -> list[str]:
        """Return the seats of the sides that have not agreed to the result."""
        house, mirror = self.room.house, self.follow.mirror
        agreed = mirror.game.tally.agreed if mirror and mirror.sure else 0
        return [SEATS[seat] for seat in self.room.seats if not agreed >> house.side(seat) & 1]

    def _asks(self, seats: list[int]) -> tuple[str, list[str]]:
        """Return what the lights of a question ask of whom, as the table says itself: the display
        may be drawing for seconds yet."""
        if self._question:
            seats = [seat for seat in seats if self._question >> seat & 1]
            heard = self.handle.now - self._question_since >= _HEARD_MS
            asks = "answer" if seats and heard else "wait"
        else:
            shows = self.follow.state.get("plays") == self.room.house.players
            asks = "show" if shows else "wait"
        return asks, [SEATS[seat] for seat in seats]

    def _told_phase(self) -> int:
        """That of the table: people may know of a word or a card before it has told of it, or not
        have heard yet what it told, and then its lights are about another thing."""
        mirror = self.follow.mirror
        return mirror.game.phase if mirror and mirror.sure else Phases.IDLE

    # --- what people do ---------------------------------------------------------------------

    def put(self, card: str, seat: str) -> None:
        """A card is laid on a pad; one that lies on another pad comes from there."""
        if any(card in cards for cards in self.world.pads.lying.values()):
            self.world.lift(card)
        self.world.put(card, seat)
        self._came[card] = self.handle.now

    def lay(self, card: str, seat: str) -> bool:
        """Lay a card as a person does who clears the pad first; return whether that can be done.
        A card that the table has not taken yet stays where it is, and takes no other beside it."""
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

    def _may_go(self, card: str, seat: str) -> bool:
        """Whether the card on a pad has lain there long enough, and is of a complete trick or lies
        where the table wants the pad cleared or melds shown."""
        if self.handle.now - self._came.get(card, 0.0) < _LAIN_MS:
            return False
        if card in self._gone():
            return True
        at = SEATS.index(seat)
        wanted = at in self.lamps.seats(CLEAR) or self._next() == ("show", [seat])
        return wanted and self.lamps.is_steady(at)

    def _gone(self) -> list[str]:
        """Return the cards of the tricks that are complete, as the table has told them."""
        mirror = self.follow.mirror
        if not (mirror and mirror.sure and mirror.game.phase >= Phases.PLAY):
            return []
        game = mirror.game
        done = game.audit.plays - game.trick.count
        return [name_of(card) for card in game.audit.card[:done]]

    def lift(self, card: str = "", seat: str = "") -> None:
        """A card, or all on a pad, is taken away."""
        self.world.lift(card or seat)

    def press(self, key: str, seat: str | None = None, ms: int = 120) -> None:
        self.world.press(key, seat, ms)

    def hold(self, key: str, seat: str | None = None) -> None:
        self.world.hold(key, seat)

    def release(self, key: str, seat: str | None = None) -> None:
        self.world.release(key, seat)

    def rap(self, seat: str) -> None:
        self.world.rap(seat)

    def agree(self, seats: list[str]) -> None:
        """Players agree to the result, one of each side."""
        wanted = [SEATS.index(seat) for seat in seats]
        self.scheduler.start("agree", self.room.agree_to_result(wanted))

    def show(self, seat: str) -> None:
        """A player shows the cards of the melds."""
        self.scheduler.start("show", self.room.show_melds(SEATS.index(seat)))

    def deal(self) -> None:
        """The dealer deals, once, however often that is wanted."""
        room = self.room
        room.wants_deal = room.game.phase == Phases.READY and not room.unseen

    def tidy(self) -> None:
        self.room.tidy(self.lamps.steady(CLEAR))

    def bots(self, **kinds: str | None) -> None:
        """Who plays each seat from now on; those that are not named as before."""
        found = [kinds.get(SEATS[seat], self.room.bots[seat]) or "" for seat in range(4)]
        self.chosen["bots"] = found
        self.room.seat_bots(found)

    def start(self, dealer: str = "S") -> None:
        """A match begins."""
        self.scheduler.start("start", self.room.start_match(SEATS.index(dealer)))

    def play_scenario(self) -> None:
        """The scenario begins that the table was made for."""
        if self.stage:
            self.scheduler.start("stage", self.stage.run())

    def broken(self, what: str, crashed: bool) -> None:
        """A chip was misused, or the firmware has crashed."""
        if self.stage:
            self.scheduler.stop("stage")
            self.stage.broken(
                f"the firmware has crashed: {what}" if crashed else f"a fault in the {what}"
            )

    def order(self, method: str, args: "Sequence[object]" = ()) -> None:
        """Something goes wrong, as a scenario may have it."""
        name, values = read_order(Nodes("order"), _nodes([method] + list(args)))
        self.handle.order(name, *values)

    def set(self, name: str, value: object) -> None:
        """The same for what is a value."""
        name, values = read_setting(Nodes("set"), _nodes([name, value]))
        self.handle.set(name, values[0])

    def past(self, event: int) -> object:
        """The match as it was after so many events of the deal."""
        mirror = self.follow.mirror
        return match_told(mirror.at(event)) if mirror and mirror.sure else None

    def ask(self, do: str, fields: dict[str, int | str]) -> None:
        """Asks the table something over the cable, and keeps what it says."""
        self.scheduler.start("ask", self._ask(do, fields))

    async def _ask(self, do: str, fields: dict[str, int | str]) -> None:
        self.answered = await self.follow.ask(do, fields)

    # --- what lies on the flash ----------------------------------------------------------------

    def furnish(self, seed: int, settings: dict[str, object]) -> dict[str, bytes]:
        """The files of a table as it stands in a bar."""
        return bar_files(seed, settings)

    def restore_flash(self, cells: bytes) -> None:
        """Put the journal's flash back. The start from it is one that was asked for: whatever
        ended the last visit, the table's power did not fail."""
        self.world.flash.cells[:] = cells
        self.world.processor.reset_cause = "soft"

    # --- what is kept -----------------------------------------------------------------------

    def kept(self) -> dict[str, object]:
        """Who holds what, to be put back when the page comes again."""
        room = self._people
        return {
            "chosen": self.chosen,
            "hands": room.hands,
            "laid": room.laid,
            "pack": room.pack.cards,
            "upcard": room.pack.upcard,
            "bottom": room.pack.bottom,
            "unseen": room.unseen,
            "lying": {seat: list(self.handle.cards()[seat]) for seat in SEATS},
        }

    def put_back(self, kept: "KeptPeople") -> None:
        """As it was."""
        room = self.room
        for name in ("hands", "laid"):
            setattr(room, name, {int(seat): list(cards) for seat, cards in kept[name].items()})
        room.pack.cards = list(kept["pack"])
        room.pack.upcard, room.pack.bottom = kept["upcard"], kept["bottom"]
        room.unseen = kept["unseen"]
        for seat, cards in kept["lying"].items():
            for card in cards:
                self.world.put(card, seat)


def _stage(table: Handle) -> "Stage":
    """What it takes is only there when a scenario is played."""
    from marcoria.web.world.stage import Stage

    return Stage(table)


def _nodes(values: list[object]) -> SequenceNode:
    """Values as they would stand in a scenario."""
    texts = [json.dumps(one) if isinstance(one, bool) else f"{one}" for one in values]
    return SequenceNode(0, [ScalarNode(0, text) for text in texts])


def _cards(text: str) -> list[int]:
    return [card_of(one) for one in text.split()]
