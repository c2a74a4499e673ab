"""What people do at a table with their hands, and how they wait until its lights agree."""

from collections.abc import Callable
from random import Random
from typing import Any

from codes.letters import name
from marcoria.people.eyes import ASKED, SEATS, TURN, Eyes
from marcoria.people.pace import FAST, Pace

SUIT_KEYS = "CDHS"
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


class Stuck(Exception):
    """The table does not do what everybody at it waits for."""


class Body:
    """The hands and eyes of everyone at a `SimTable`. `seen` is called after each look."""

    def __init__(self, table: Any, pace: Pace = FAST, rng: Random | None = None) -> None:
        self.table = table
        self.pace = pace
        self.rng = rng or Random(0)
        self.eyes = Eyes(table)
        self.seen: Callable[[], None] = lambda: None

    # --- time -------------------------------------------------------------------------------

    def wait(self, ms: float) -> None:
        """Lets time pass, and looks."""
        end = self.table.now + ms
        while (left := end - self.table.now) >= _INSTANT_MS:
            self.table.until(min(self.pace.glance, left))
            self.eyes.look()
            self.seen()

    def think(self) -> None:
        """Hesitates."""
        self.wait(self.pace.of(self.pace.think, self.rng))

    def until(self, what: str, done: Callable[[], bool], limit_ms: float = PATIENCE_MS) -> None:
        """Waits until people see that something is so."""
        end = self.table.now + limit_ms
        self.eyes.look()  # the power may have been away since
        while not done():
            if self.table.now >= end:
                lamps = ", ".join(f"{seat} {self.eyes.lamp(seat)}" for seat in SEATS)
                raise Stuck(
                    f"{what}: not within {limit_ms:g} ms at {self.table.now:.0f} ({lamps})"
                )
            self.wait(self.pace.glance)

    def lamp(self, seat: int) -> str:
        """What the lights tell a seat."""
        return self.eyes.lamp(SEATS[seat])

    def await_turn(self, seat: int, limit_ms: float = PATIENCE_MS) -> None:
        """Waits for the lights to say that it is that seat's turn."""
        self.until(f"the turn of {SEATS[seat]}", lambda: self.lamp(seat) == TURN, limit_ms)

    def await_lamp(self, seat: int, *lamps: str) -> None:
        """Waits for one of those patterns at a seat."""
        what = f"{' or '.join(lamps)} at {SEATS[seat]}"
        self.until(what, lambda: self.lamp(seat) in lamps)

    def await_taken(self, seat: int) -> None:
        """Waits until the seat's turn is over: what it did was understood."""
        self.until(f"the end of {SEATS[seat]}'s turn", lambda: self.lamp(seat) != TURN)

    def await_refusal(self, seat: int, since: float) -> None:
        """Waits for the lights to blink."""
        what = f"a refusal at {SEATS[seat]}"
        self.until(what, lambda: self.eyes.refused(SEATS[seat], since))

    # --- cards ------------------------------------------------------------------------------

    def put(self, card: int, seat: int) -> None:
        """Lays a card on a seat's pad."""
        self.table.put(name(card), SEATS[seat])

    def lift(self, card: int) -> None:
        """Takes a card away."""
        self.table.lift(name(card))

    def pass_over(self, card: int, seat: int, ms: int = READ_MS) -> None:
        """Shows a card to a pad for a while."""
        self.put(card, seat)
        self.wait(ms)
        self.lift(card)
        self.wait(self.pace.of(self.pace.lay, self.rng))

    def clear(self) -> None:
        """Everybody takes his card off his pad."""
        self.wait(self.pace.of(self.pace.clear, self.rng))
        for seat, cards in self.table.cards().items():
            if cards:
                self.table.lift(seat)

    def lying(self, seat: int) -> bool:
        """Whether something lies on a pad."""
        return bool(self.table.cards()[SEATS[seat]])

    # --- keys -------------------------------------------------------------------------------

    def press(self, seat: int, key: str) -> None:
        """Presses a key of a seat, and lets it go before anything else."""
        self.table.press(key, SEATS[seat], self.pace.press)
        self.wait(self.pace.press + self.pace.of(self.pace.press, self.rng))

    def press_director(self, key: str) -> None:
        """Presses one of the director's keys."""
        self.table.press(key, None, self.pace.press)
        self.wait(2 * self.pace.press)

    def hold(self, seat: int, key: str, ms: int = HOLD_MS) -> None:
        """Keeps a key down for a while, or until something frightens."""
        self.table.hold(key, SEATS[seat])
        try:
            self.wait(ms)
        finally:
            self.table.release(key, SEATS[seat])
        self.wait(self.pace.press)

    def chord(self, seat: int) -> None:
        """CALL and PASS together: the seat's menu."""
        self.table.hold("CALL", SEATS[seat])
        self.table.press("PASS", SEATS[seat], self.pace.press)
        self.wait(2 * self.pace.press)
        self.table.release("CALL", SEATS[seat])
        self.wait(self.pace.press)

    def rap(self, seat: int) -> None:
        """Knocks on the table."""
        self.table.rap(SEATS[seat])
        self.wait(4 * self.pace.press)

    def asked(self) -> list[int]:
        """The seats that are asked something."""
        return [seat for seat in range(4) if self.lamp(seat) == ASKED]
