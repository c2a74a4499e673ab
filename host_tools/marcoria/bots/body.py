"""What people do at a table with their hands, and how they wait until its lights agree."""

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
_CARDS = ("clubs", "diamonds", "hearts", "spades")  # command cards for those
# After that nobody waits any more for the lights to say what they should.
PATIENCE_MS = 8_000
_INSTANT_MS = 0.001  # virtual time has no less
# A card that was put there long enough to be no mistake of the hand, and read.
READ_MS = 400
# The card that opens a deal lies that much longer.
STEADY_MS = 500
# What is done to somebody who cannot wait is decided after that.
EARLY_MS = 2_600
HOLD_MS = 1_400
# A call that was of no use is not taken for one of the next card any more.
CALLED_MS = 3_200
# A page that was there for less was read by nobody.
FRESH_MS = 2_200
# No sentence stands there for longer by itself.
STANDS_MS = 21_000


class Pace(Value):
    """How fast a company plays. Each time varies by up to `spread` hundredths of itself."""

    def __init__(
        self,
        think: int,
        lay: int,
        clear: int,
        press: int,
        glance: int,
        spread: int = 30,
    ) -> None:
        self.think = think  # before a call, a card, an answer
        self.lay = lay  # from one card on the pad to the next, when several follow
        self.clear = clear  # before the cards of a trick are taken away
        self.press = press  # a key is down
        self.glance = glance  # between two looks at the lights
        self.spread = spread

    def of(self, ms: int, rng: Random) -> int:
        """Return a time of about `ms`."""
        return ms + ms * rng.randint(-self.spread, self.spread) // 100


FAST = Pace(think=60, lay=60, clear=60, press=110, glance=20)
LIVELY = Pace(think=500, lay=250, clear=400, press=120, glance=40)
CALM = Pace(think=2500, lay=600, clear=1200, press=150, glance=40)
PACES = OrderedDict([("fast", FAST), ("lively", LIVELY), ("calm", CALM)])


class Places:
    """`missing` are the seats without a reader; that another one is lost its seat sees when it has
    its turn."""

    def __init__(self, missing: Iterable[int] = ()) -> None:
        self._missing = set(missing)
        self._lost: set[int] = set()

    def note(self, seat: int, lamp: str) -> None:
        """Note what the lights tell a seat."""
        if lamp == SHARED and seat not in self._missing:
            self._lost.add(seat)
        elif lamp in (TURN, SCAN):
            self._lost.discard(seat)

    def pad(self, seat: int) -> int:
        """Return the pad for that seat's cards."""
        for pad in (seat, seat + 1 & 3, seat + 2 & 3, seat + 3 & 3):
            if pad not in self._missing and pad not in self._lost:
                return pad
        return seat

    def shared(self, pad: int) -> bool:
        """Return whether others lay on a seat's own pad as well."""
        return any(self.pad(seat) == pad for seat in self._missing | self._lost)


class Stuck(Exception):
    """The table does not do what everybody at it waits for."""


class Body:
    """The hands and eyes of everyone at a `SimTable`. `seen` is called after each look."""

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
        """Let time pass, and look."""
        end = self.table.now + ms
        while (left := end - self.table.now) >= _INSTANT_MS:
            await self.table.sleep(min(self.pace.glance, left))
            self.eyes.look()
            self.seen()

    async def think(self) -> None:
        """Hesitates."""
        await self.wait(self.pace.of(self.pace.think, self.rng))

    async def until(
        self, what: str, done: Callable[[], bool], limit_ms: float = PATIENCE_MS
    ) -> None:
        """Wait until people see that something is so."""
        end = self.table.now + limit_ms
        self.eyes.look()  # the power may have been away since
        while not done():
            if self.table.now >= end:
                lamps = ", ".join(f"{seat} {self.eyes.lamp(seat)}" for seat in SEATS)
                raise Stuck(
                    f"{what}: not within {limit_ms:g} ms at {self.table.now:.0f} ({lamps})"
                )
            await self.wait(self.pace.glance)

    def lamp(self, seat: int) -> str:
        """Return what the lights tell a seat."""
        return self.eyes.lamp(SEATS[seat])

    async def await_turn(self, seat: int, limit_ms: float = PATIENCE_MS) -> None:
        """Wait for the lights to say that it is that seat's turn. Where others lay on its pad they
        say first that a card must go."""
        what, places = f"the turn of {SEATS[seat]}", self.places
        first = (TURN, SHARED, CLEAR) if places.shared(seat) else (TURN, SHARED)
        await self.until(what, lambda: self.lamp(seat) in first, limit_ms)
        if self.lamp(seat) == CLEAR:
            await self._make_room(seat)
            await self.until(what, lambda: self.lamp(seat) == TURN, limit_ms)
        places.note(seat, self.lamp(seat))

    async def await_lamp(self, seat: int, *lamps: str) -> None:
        """Wait for one of those patterns at a seat; who has no lights waits long enough."""
        what = f"{' or '.join(lamps)} at {SEATS[seat]}"
        if self.dark:  # the display says it meanwhile
            await self.wait(FRESH_MS)
            return
        if TURN in lamps or SCAN in lamps:
            lamps += (SHARED,)
        await self.until(what, lambda: self.lamp(seat) in lamps)
        self.places.note(seat, self.lamp(seat))

    async def await_taken(self, seat: int) -> None:
        """Wait until the seat's turn is over: what it did was understood."""
        what = f"the end of {SEATS[seat]}'s turn"
        if self.places.pad(seat) == seat:
            await self.until(what, lambda: self.lamp(seat) != TURN)
            if self.lamp(seat) == SHARED:
                await self._move_over(seat)
            return
        # It may be the next one's as well; then the card must go first, from somebody else's pad.
        await self.wait(READ_MS)
        await self.until(
            what, lambda: self.lamp(seat) != SHARED or self.lamp(self.places.pad(seat)) == CLEAR
        )

    async def _move_over(self, seat: int) -> None:
        """Lay the card of a seat whose reader was lost under it where the lights say now, to be
        read there."""
        (card,) = self.table.cards()[SEATS[seat]]
        self.table.lift(card)
        self.places.note(seat, SHARED)
        await self._put(card, seat)
        await self.await_taken(seat)

    async def await_refusal(self, seat: int, since: float) -> None:
        """Wait for the lights to blink."""
        what = f"a refusal at {SEATS[seat]}"
        await self.until(what, lambda: self.eyes.refused(SEATS[seat], since))

    # --- cards ------------------------------------------------------------------------------

    async def put(self, card: int, seat: int) -> None:
        """Lay a card where that seat's cards go."""
        await self._put(name_of(card), seat)

    async def _put(self, card: str, seat: int) -> None:
        """Put a card or tag where that seat's cards go; a pad that is not one seat's alone is
        cleared before."""
        pad = self.places.pad(seat)
        if self.places.shared(pad):
            await self._make_room(seat)
        self.table.put(card, SEATS[pad])

    async def _make_room(self, seat: int) -> None:
        """Take away what lies where that seat's cards go, once it was read."""
        if self.lying(seat):
            await self.wait(READ_MS)
            self.table.lift(SEATS[self.places.pad(seat)])
            await self.wait(READ_MS)

    def lift(self, card: int) -> None:
        """Take a card away."""
        self.table.lift(name_of(card))

    async def pass_over(self, card: int, seat: int, ms: int = READ_MS) -> None:
        """Show a card to a pad for a while."""
        await self.put(card, seat)
        await self.wait(ms)
        self.lift(card)
        await self.wait(self.pace.of(self.pace.lay, self.rng))

    async def clear(self) -> None:
        """Everybody takes his card off his pad."""
        await self.wait(self.pace.of(self.pace.clear, self.rng))
        for seat, cards in self.table.cards().items():
            if cards:
                self.table.lift(seat)

    def lying(self, seat: int) -> bool:
        """Return whether something lies where a seat's cards go."""
        return bool(self.table.cards()[SEATS[self.places.pad(seat)]])

    # --- keys -------------------------------------------------------------------------------

    async def press(self, seat: int, key: str) -> None:
        """Press a key of a seat, and let it go before anything else; the command card does it
        where there is no such key."""
        if not self.has_key(seat, key):
            await self._command(seat, _CARDS[SUIT_KEYS.index(key)])
            return
        self.table.press(key, SEATS[seat], self.pace.press)
        await self.wait(self.pace.press + self.pace.of(self.pace.press, self.rng))

    def has_key(self, seat: int, key: str) -> bool:
        """Return whether the table has that key."""
        return f"{SEATS[seat]} {key}" in self._keys

    def chooser(self, seat: int) -> int:
        """Return that seat, or one that has suit keys: in the set-up no card is read."""
        choosers = [one for one in range(4) if self.has_key(one, SUIT_KEYS[0])]
        return seat if seat in choosers else choosers[0]

    async def _command(self, seat: int, command: str) -> None:
        """Lay a command card for as long as the table needs; the upcard makes room for it."""
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
        """Keep a key down for a while, or until something frightens."""
        self.table.hold(key, SEATS[seat])
        try:
            await self.wait(ms)
        finally:
            self.table.release(key, SEATS[seat])
        await self.wait(self.pace.press)

    async def chord(self, seat: int) -> None:
        """CALL and PASS together: the seat's menu."""
        self.table.hold("CALL", SEATS[seat])
        self.table.press("PASS", SEATS[seat], self.pace.press)
        await self.wait(2 * self.pace.press)
        self.table.release("CALL", SEATS[seat])
        await self.wait(self.pace.press)

    async def rap(self, seat: int) -> None:
        """Knock on the table; PASS says the same where nothing feels that."""
        if not self.has_key(seat, "RAP"):
            await self.press(seat, "PASS")
            return
        self.table.rap(SEATS[seat])
        await self.wait(4 * self.pace.press)

    def asked(self) -> list[int]:
        """Return the seats that are asked something."""
        return [seat for seat in range(4) if self.lamp(seat) == ASKED]
