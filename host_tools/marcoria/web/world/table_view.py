"""View of the page's simulated table: lights, cards, and the next action."""

from typing import TYPE_CHECKING

from marcoria.bots.perception import ASKED, CLEAR, REFUSED, SHARED, TURN, Eyes
from marcoria.bots.strategy import PlayerView
from marcoria.firmware.belote import choices
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import SEATS, Phases, name_of
from marcoria.web.world.offers import Offers
from marcoria.web.world.report import house_shows, house_told, match_told, table_told, tricks_taken

if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.bots.match import People
    from marcoria.bots.tables import PlayedTable
    from marcoria.web.world.follow import Follow
    from marcoria.web.world.handle import Handle
    from marcoria.web.world.room import Room

# A pattern is steady once it has lasted this long. Lights that go off look like CLEAR at first,
# but not for so long.
_STAYS_MS = 450
_ONCE_MS = 2500.0  # blinks within this time count as one refusal
# Players answer after this time. The table ignores most answers in the first 500 ms of a question.
_HEARD_MS = 600


class SeatLamps:
    """Patterns of all seats' lights at the last look.

    `refused` has the seats whose lights have blinked since the page last took the list.
    """

    def __init__(self, table: "PlayedTable") -> None:
        self._table = table
        self._eyes = Eyes(table)
        self._said = [""] * 4
        self._since = [0.0] * 4
        self.refused: list[str] = []
        self._blinked = [-_ONCE_MS] * 4

    def look(self) -> bool:
        """Look at the lights; return whether ASKED has appeared or disappeared at a seat."""
        asks, now = False, self._table.now
        self._eyes.look()
        for seat in range(4):
            lamp = self._eyes.lamp(SEATS[seat])
            if lamp != self._said[seat]:
                asks = asks or ASKED in (lamp, self._said[seat])
                self._said[seat], self._since[seat] = lamp, now
            if lamp == REFUSED and now - self._blinked[seat] >= _ONCE_MS:
                self._blinked[seat] = now
                self.refused.append(SEATS[seat])
        return asks

    def seats(self, *lamps: str) -> list[int]:
        """Return the numbers of the seats whose lights show one of these patterns."""
        return [seat for seat in range(4) if self._said[seat] in lamps]

    def steady(self, lamp: str) -> list[str]:
        """Return the letters of the seats whose lights have shown a pattern for some time.

        Lights may briefly look like another pattern when their pattern changes.
        """
        return [SEATS[seat] for seat in self.seats(lamp) if self.is_steady(seat)]

    def is_steady(self, seat: int) -> bool:
        """Return whether a seat's pattern has not changed for some time."""
        return bool(self._table.now - self._since[seat] >= _STAYS_MS)


class TableView:
    """View of a table, as the page draws it.

    `people` are the players who hold the cards: the room, or the scenario's players while a
    scenario is played. `is_starting` returns whether a match is being started.
    """

    def __init__(
        self,
        key: str,
        handle: "Handle",
        follow: "Follow",
        room: "Room",
        is_starting: "Callable[[], bool]",
    ) -> None:
        self._key = key  # name of the chosen house's file, without the ending
        self.world = handle.world
        self.handle = handle
        self.follow = follow
        self.room = room
        self.people: People = room
        self.lamps = SeatLamps(handle)
        self.offers = Offers(self)
        self._is_starting = is_starting
        self.question = 0  # mask of the seats that the table has reported as asked
        self._question_since = 0.0

    def note_question(self) -> None:
        """Store the mask of asked seats that the table has reported, and the time if it is new."""
        question = self.follow.state.get("asked", 0)
        if question != self.question:
            self.question, self._question_since = question, self.handle.now

    def look(self) -> dict[str, object]:
        """Return the table's visible state, the players' cards, the next action and the offers."""
        world, room = self.world, self.people
        lying = self.handle.cards()
        on_pads = [card for seat in SEATS for card in lying[seat]]
        next_one, who = self.next()
        return {
            "power": world.power,
            "house": self._house(),
            "lights": self._lights(),
            "pads": {seat: list(lying[seat]) for seat in SEATS},
            "covered": {
                name_of(card): SEATS[seat]
                for card, seat in self.room.dealers_work.covered.items()
                if name_of(card) in on_pads and not self._is_laid(card)
            },
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
            "offers": self.offers.all((next_one, who)),
            "manner": {"neat": self.room.neat, "hints": self.offers.hints},
            "ink": self._ink(),
        }

    def told(self) -> dict[str, object]:
        """Return what the table has reported about the match and about itself.

        While the match is not known, `phase` is "none", and `unknown` is true if there is a match.
        """
        follow, mirror = self.follow, self.follow.mirror
        if mirror and mirror.sure:
            found = match_told(mirror.game)
            found["legal"] = self._legal(mirror.game)
        else:
            found = {"phase": "none", "over": False, "events": 0, "legal": []}
            state = follow.state.get("phase", Phases.IDLE)
            found["unknown"] = state > Phases.IDLE
            found["shows"] = house_shows(self.room.house)
        found["house"] = self._house()
        found |= table_told(follow)
        found["stuck"] = self.room.stuck
        return found

    def _house(self) -> dict[str, object]:
        key = self.follow.house.get("name", self._key)
        return house_told((self.follow.mirror or self.room).house, key)

    def _lights(self) -> bytes:
        """Return red, green and blue of all LEDs, one byte each."""
        return bytes([value for leds in self._colours() for value in leds])

    def _ink(self) -> str:
        """Return a text that changes when drawing begins or ends, "" if there is no display.

        The text begins with "True" while the display draws.
        """
        display = self.world.display
        if display is None:
            return ""
        moves = display.busy.working and not display.busy.hung
        return f"{moves} {display.strokes.counters}"

    def _colours(self) -> list[tuple[int, int, int]]:
        return self.world.lights.colours()

    def _is_laid(self, card: int) -> bool:
        """Return whether the table has reported a card as played in this deal."""
        mirror = self.follow.mirror
        if not (mirror and mirror.sure and mirror.game.phase >= Phases.PLAY):
            return False
        laid = mirror.game.audit.laid
        return any(laid[seat][card >> 3] >> (card & 7) & 1 for seat in range(4))

    def _upcard(self, on_pads: list[str]) -> str | None:
        """Return the deal's upcard, or None if there is none, or if a player or pad has it."""
        room = self.people
        card = room.pack.upcard
        owned = any(card in room.hands[seat] or card in room.laid[seat] for seat in range(4))
        if card < 0 or owned or room.pack.whole or name_of(card) in on_pads:
            return None
        return name_of(card)

    def of_person(self, seat: int) -> PlayerView | None:
        """Return what the player at a seat knows, or None while the match is not known."""
        mirror = self.follow.mirror
        return self.player(mirror.game, seat) if mirror and mirror.sure else None

    def player(self, game: Match, seat: int) -> PlayerView:
        """Return what the player at a seat knows in a match."""
        mask = game.audit.laid[seat]
        laid = [card for card in range(32) if mask[card >> 3] >> (card & 7) & 1]
        hand = [card for card in self.people.hands[seat] if card not in laid]
        return PlayerView(game, seat, hand, laid)

    def _legal(self, game: Match) -> list[str]:
        """Return the legal cards of the seat that must lay a card, [] if no seat must."""
        if game.phase != Phases.PLAY or game.audit.over():
            return []
        return [name_of(card) for card in self.player(game, game.trick.seat).legal()]

    def next(self) -> tuple[str, list[str]]:
        """Return the action that the table waits for, and the seats that have to act.

        Use the lights where possible, because players see only these. The action is "wait" while
        nobody can act. Actions of no particular seat, such as "start", have no seats.
        """
        if not self.world.power:
            return "plug", []
        if self._is_starting():
            return "wait", []
        room = self.people
        game = room.game
        phase = game.phase
        if self.follow.state.get("phase") == Phases.DONE and not self.question:
            return "confirm", self._to_agree()
        asked = self.lamps.seats(ASKED)
        if asked:
            return self._asks(asked)
        clear = [seat for seat in self.lamps.steady(CLEAR) if self.handle.cards()[seat]]
        if clear and room is self.room and self.room.clears_trick():
            return self._follows_trick()
        if clear:
            return "tidy", clear
        if phase == Phases.READY and not room.over:
            if not room.unseen:
                deals = room is self.room and self.room.wants_deal
                return "deal", [] if deals else [SEATS[room.dealer]]
            opens = room.house.upcard == choices.UPCARD_NONE
            return ("bid", [SEATS[room.elder]]) if opens else ("wait", [])
        turn = [SEATS[seat] for seat in self.lamps.seats(TURN, SHARED)]
        if turn and phase in (Phases.BIDDING, Phases.PLAY) and phase == self._told_phase():
            return ("bid" if phase == Phases.BIDDING else "card"), turn
        idle = self.follow.state.get("phase", Phases.READY) == Phases.IDLE
        return ("start" if idle or room.over else "wait"), []

    def _follows_trick(self) -> tuple[str, list[str]]:
        """Return the result of `next` while the room is about to take away a complete trick."""
        turn = self.room.game.trick.seat
        is_next = self._told_phase() == Phases.PLAY
        return ("card", [SEATS[turn]]) if is_next else ("wait", [])

    def _to_agree(self) -> list[str]:
        """Return the seats of the sides not known to have confirmed the result."""
        house, mirror = self.room.house, self.follow.mirror
        agreed = mirror.game.tally.agreed if mirror and mirror.sure else 0
        return [SEATS[seat] for seat in self.room.seats if not agreed >> house.side(seat) & 1]

    def _asks(self, seats: list[int]) -> tuple[str, list[str]]:
        """Return the result of `next` if the lights of these seats show ASKED.

        Use the table's state, because the display may need seconds to show a question.
        """
        if self.question:
            seats = [seat for seat in seats if self.question >> seat & 1]
            heard = self.handle.now - self._question_since >= _HEARD_MS
            asks = "answer" if seats and heard else "wait"
        else:
            shows = self.follow.state.get("plays") == self.room.house.players
            asks = "show" if shows else "wait"
        return asks, [SEATS[seat] for seat in seats]

    def _told_phase(self) -> int:
        """Return the phase of the match that the table has reported, IDLE if that is not known.

        The lights show the turn in the table's match. While the players' match is in another
        phase, they do not show the turn in the players' match.
        """
        mirror = self.follow.mirror
        return mirror.game.phase if mirror and mirror.sure else Phases.IDLE
