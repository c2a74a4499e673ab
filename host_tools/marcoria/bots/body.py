"""Physical actions at a table, and waiting for its lights."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from random import Random
from typing import TYPE_CHECKING

from marcoria.bots.perception import ASKED, CLEAR, SCAN, SHARED, TURN, Eyes
from marcoria.firmware.codes.game import SEATS, name_of
from marcoria.sim.chips.contacts import NO_KEY
from marcoria.sim.chips.contacts import name_of as name_of_key
from marcoria.sim.chips.world import SUITS
from marcoria.value import Value

if TYPE_CHECKING:
    from marcoria.bots.tables import PlayedTable

SUIT_KEYS = "CDHS"
# Command cards that replace missing suit keys, in the order of `SUIT_KEYS`.
_CARDS = ("clubs", "diamonds", "hearts", "spades")
# Default timeout of a wait, for example for a pattern of the lights.
PATIENCE_MS = 8_000
_INSTANT_MS = 0.001  # the resolution of virtual time
# A card that lies this long has been read. The table ignores a card that lies less than 300 ms.
READ_MS = 400
# Extra time for a card that opens a deal, and for a command card. Between deals the table accepts
# a card only after the card has lain for 500 ms.
STEADY_MS = 500
# Within this time the table has accepted or refused a card that was laid out of turn.
EARLY_MS = 2_600
HOLD_MS = 1_400  # a key counts as held after 1 s
# The table connects a call of belote with a card laid up to 3 s later. After this time a refused
# call no longer counts for the next card.
CALLED_MS = 3_200
# In the first 2 s of a new phase the table ignores keys that open the bidding or confirm a score,
# because nobody can have read the page yet.
FRESH_MS = 2_200
# After this time a sentence about an offence, which is shown for 20 s, has left the display.
STANDS_MS = 21_000


class Pace(Value):
    """Speed of the players, as times in ms.

    `spread` is in per cent: the method `of` changes a time at random by up to this much.
    """

    def __init__(
        self,
        think: int,
        lay: int,
        clear: int,
        press: int,
        glance: int,
        spread: int = 30,
    ) -> None:
        self.think = think  # time before a call, a card or an answer
        self.lay = lay  # time after a shown card has been lifted
        self.clear = clear  # time before the pads are cleared
        self.press = press  # time for which a key is down, and for which it then stays up
        self.glance = glance  # time from one look at the lights to the next
        self.spread = spread

    def of(self, ms: int, rng: Random) -> int:
        """Return `ms`, changed at random by up to `spread` per cent."""
        return ms + ms * rng.randint(-self.spread, self.spread) // 100


FAST = Pace(think=60, lay=60, clear=60, press=110, glance=20)
LIVELY = Pace(think=500, lay=250, clear=400, press=120, glance=40)
CALM = Pace(think=2500, lay=600, clear=1200, press=150, glance=40)
PACES = OrderedDict([("fast", FAST), ("lively", LIVELY), ("calm", CALM)])


class Places:
    """Choice of the pad for each seat's cards.

    `missing` are the seats without a reader. A reader is lost if it fails during the match: then
    the lights of its seat show this at the seat's turn. The cards of a seat with a missing or lost
    reader are laid on the next working pad.
    """

    def __init__(self, missing: Iterable[int] = ()) -> None:
        self._missing = set(missing)
        self._lost: set[int] = set()

    def note(self, seat: int, lamp: str) -> None:
        """Update the set of lost readers from the pattern of a seat's lights."""
        if lamp == SHARED and seat not in self._missing:
            self._lost.add(seat)
        elif lamp in (TURN, SCAN):
            self._lost.discard(seat)

    def pad(self, seat: int) -> int:
        """Return the pad for a seat's cards; the seat's own pad if no reader works."""
        for pad in (seat, seat + 1 & 3, seat + 2 & 3, seat + 3 & 3):
            if pad not in self._missing and pad not in self._lost:
                return pad
        return seat

    def shared(self, pad: int) -> bool:
        """Return whether other seats use this pad as well."""
        return any(self.pad(seat) == pad for seat in self._missing | self._lost)


class Stuck(Exception):
    """Error for a table that does not show the expected lights or text in time."""


class Body:
    """Actions of all players at a table: laying cards, pressing keys, looking at the lights.

    `wait` calls `seen` after each look at the lights. `dark` is True if the table has no lights.
    """

    def __init__(self, table: "PlayedTable", pace: Pace = FAST, rng: Random | None = None) -> None:
        self.table = table
        self.pace = pace
        self.rng = rng or Random(0)
        self.eyes = Eyes(table)
        self.seen: Callable[[], None] = lambda: None
        self.dark = table.get("board.LIGHTS_PIN") is None
        self._keys = {name_of_key(key) for key in bytes(table.get("board.KEYS")) if key != NO_KEY}
        selects = table.get("board.READERS_CS")
        self.places = Places([seat for seat in range(4) if selects[seat] is None])

    # --- time -------------------------------------------------------------------------------

    async def wait(self, ms: float) -> None:
        """Let time pass, and look at the lights at the intervals of the pace."""
        end = self.table.now + ms
        while (left := end - self.table.now) >= _INSTANT_MS:
            await self.table.sleep(min(self.pace.glance, left))
            self.eyes.look()
            self.seen()

    async def think(self) -> None:
        """Wait for the time that a player needs to think before an action."""
        await self.wait(self.pace.of(self.pace.think, self.rng))

    async def until(
        self, what: str, done: Callable[[], bool], limit_ms: float = PATIENCE_MS
    ) -> None:
        """Wait until `done` returns True; after a timeout raise Stuck with `what` in its text."""
        end = self.table.now + limit_ms
        self.eyes.look()  # the last look may have been before a power cut
        while not done():
            if self.table.now >= end:
                lamps = ", ".join(f"{seat} {self.eyes.lamp(seat)}" for seat in SEATS)
                raise Stuck(
                    f"{what}: not within {limit_ms:g} ms at {self.table.now:.0f} ({lamps})"
                )
            await self.wait(self.pace.glance)

    def lamp(self, seat: int) -> str:
        """Return the pattern of a seat's lights."""
        return self.eyes.lamp(SEATS[seat])

    async def await_turn(self, seat: int, limit_ms: float = PATIENCE_MS) -> None:
        """Wait until the lights say that it is the seat's turn, with the pattern TURN or SHARED.

        SHARED means that the seat has to use another pad. If another seat's card lies on a shared
        pad, the lights may first ask to clear the pad: then take the card off.
        """
        what, places = f"the turn of {SEATS[seat]}", self.places
        first = (TURN, SHARED, CLEAR) if places.shared(seat) else (TURN, SHARED)
        await self.until(what, lambda: self.lamp(seat) in first, limit_ms)
        if self.lamp(seat) == CLEAR:
            await self._make_room(seat)
            await self.until(what, lambda: self.lamp(seat) == TURN, limit_ms)
        places.note(seat, self.lamp(seat))

    async def await_lamp(self, seat: int, *lamps: str) -> None:
        """Wait for one of the patterns at a seat; without lights, wait a fixed time.

        SHARED also ends a wait for TURN or SCAN: the seat has to use another pad.
        """
        what = f"{' or '.join(lamps)} at {SEATS[seat]}"
        if self.dark:  # without lights only the display shows the state: give it time
            await self.wait(FRESH_MS)
            return
        if TURN in lamps or SCAN in lamps:
            lamps += (SHARED,)
        await self.until(what, lambda: self.lamp(seat) in lamps)
        self.places.note(seat, self.lamp(seat))

    async def await_taken(self, seat: int) -> None:
        """Wait until the seat's turn is over because the table has accepted its card.

        If the seat's reader was lost meanwhile, move the card to another pad.
        """
        what = f"the end of {SEATS[seat]}'s turn"
        if self.places.pad(seat) == seat:
            await self.until(what, lambda: self.lamp(seat) != TURN)
            if self.lamp(seat) == SHARED:
                await self._move_over(seat)
            return
        # If the next seat uses the same pad, the lights at the pad first ask to clear the pad.
        await self.wait(READ_MS)
        await self.until(
            what, lambda: self.lamp(seat) != SHARED or self.lamp(self.places.pad(seat)) == CLEAR
        )

    async def _move_over(self, seat: int) -> None:
        """Move the card of a seat to another pad, because the seat's reader was lost."""
        (card,) = self.table.cards()[SEATS[seat]]
        self.table.lift(card)
        self.places.note(seat, SHARED)
        await self._put(card, seat)
        await self.await_taken(seat)

    async def await_refusal(self, seat: int, since: float) -> None:
        """Wait until the lights of a seat have blinked at or after the time `since`."""
        what = f"a refusal at {SEATS[seat]}"
        await self.until(what, lambda: self.eyes.refused(SEATS[seat], since))

    # --- cards ------------------------------------------------------------------------------

    async def put(self, card: int, seat: int) -> None:
        """Lay a card on the pad for a seat's cards."""
        await self._put(name_of(card), seat)

    async def _put(self, card: str, seat: int) -> None:
        """Put a card or tag on the pad for a seat's cards; clear a shared pad first."""
        pad = self.places.pad(seat)
        if self.places.shared(pad):
            await self._make_room(seat)
        self.table.put(card, SEATS[pad])

    async def _make_room(self, seat: int) -> None:
        """Let the table read the cards on the pad that a seat uses, then take all of them off."""
        if self.lying(seat):
            await self.wait(READ_MS)
            self.table.lift(SEATS[self.places.pad(seat)])
            await self.wait(READ_MS)

    def lift(self, card: int) -> None:
        """Take a card off its pad."""
        self.table.lift(name_of(card))

    async def pass_over(self, card: int, seat: int, ms: int = READ_MS) -> None:
        """Lay a card for `ms` on the pad that a seat uses, take it away, and wait."""
        await self.put(card, seat)
        await self.wait(ms)
        self.lift(card)
        await self.wait(self.pace.of(self.pace.lay, self.rng))

    async def clear(self) -> None:
        """Wait as the pace says, then take all cards off the pads."""
        await self.wait(self.pace.of(self.pace.clear, self.rng))
        for seat, cards in self.table.cards().items():
            if cards:
                self.table.lift(seat)

    def lying(self, seat: int) -> bool:
        """Return whether a card lies on the pad for a seat's cards."""
        return bool(self.table.cards()[SEATS[self.places.pad(seat)]])

    # --- keys -------------------------------------------------------------------------------

    async def press(self, seat: int, key: str) -> None:
        """Press a key of a seat and release it; if a suit key is missing, use its command card."""
        if not self.has_key(seat, key):
            await self._command(seat, _CARDS[SUIT_KEYS.index(key)])
            return
        self.table.press(key, SEATS[seat], self.pace.press)
        await self.wait(self.pace.press + self.pace.of(self.pace.press, self.rng))

    def has_key(self, seat: int, key: str) -> bool:
        """Return whether the table has this key at this seat."""
        return f"{SEATS[seat]} {key}" in self._keys

    def chooser(self, seat: int) -> int:
        """Return the seat if it has suit keys, else the first seat that has them.

        A seat without suit keys cannot use command cards in the menu before a match, because the
        table reads no cards then.
        """
        choosers = [one for one in range(4) if self.has_key(one, SUIT_KEYS[0])]
        return seat if seat in choosers else choosers[0]

    async def _command(self, seat: int, command: str) -> None:
        """Clear the pad that a seat uses; lay a command card there until the table has read it."""
        await self._make_room(seat)
        await self._put(SUITS[command], seat)
        await self.wait(READ_MS + STEADY_MS)
        self.table.lift(SUITS[command])
        await self.wait(READ_MS)

    async def press_director(self, key: str) -> None:
        """Press one of the director's keys."""
        self.table.press(key, None, self.pace.press)
        await self.wait(2 * self.pace.press)

    async def hold(self, seat: int, key: str, ms: int = HOLD_MS) -> None:
        """Hold a key down for `ms`, and release it even on an error."""
        self.table.hold(key, SEATS[seat])
        try:
            await self.wait(ms)
        finally:
            self.table.release(key, SEATS[seat])
        await self.wait(self.pace.press)

    async def chord(self, seat: int) -> None:
        """Press CALL and PASS together, which opens the seat's menu."""
        self.table.hold("CALL", SEATS[seat])
        self.table.press("PASS", SEATS[seat], self.pace.press)
        await self.wait(2 * self.pace.press)
        self.table.release("CALL", SEATS[seat])
        await self.wait(self.pace.press)

    async def rap(self, seat: int) -> None:
        """Rap on the table; press PASS where there is no rap sensor."""
        if not self.has_key(seat, "RAP"):
            await self.press(seat, "PASS")
            return
        self.table.rap(SEATS[seat])
        await self.wait(4 * self.pace.press)

    def asked(self) -> list[int]:
        """Return the seats whose lights say that they must answer a question."""
        return [seat for seat in range(4) if self.lamp(seat) == ASKED]
