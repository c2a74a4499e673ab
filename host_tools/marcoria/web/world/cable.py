"""Real table at a serial port. The page's worker runs this module in a VM of its own."""

import random

from marcoria.errors import TableError
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import SEATS, Phases, Totals, name_of
from marcoria.firmware.codes.table import PadStates
from marcoria.game.names import seats_of
from marcoria.web.world.follow import Follow, rules_of
from marcoria.web.world.report import (
    house_told,
    match_told,
    state_told,
    table_told,
    tricks_taken,
)
from marcoria.web.world.scheduler import Pause, Scheduler

_PACK = 32
_AFTER_BIDDING = 3  # cards that each player gets after the bidding
_AGAIN_MS = 1000


class CableEnd:
    """Host's end of the cable; the worker exchanges its bytes with the page, which has the port.

    `now` is the time of JavaScript's clock in ms. `lost` is "" while the port is open. Otherwise
    it is the reason ("gone" or "busy"), and reading or writing raises OSError with this reason.
    """

    _LOOK_MS = 10

    def __init__(self) -> None:
        self.now = 0.0
        self.lost = "gone"
        self.changes = 0
        self._came = b""
        self._goes = b""

    def plug(self) -> None:
        """Note that the port is open."""
        self._change("")

    def unplug(self, why: str) -> None:
        """Note that the port is "gone", or "busy" because another program uses it."""
        self._change(why)

    def _change(self, lost: str) -> None:
        if lost != self.lost:
            self.changes += 1
            self.lost = lost
            self._came = self._goes = b""

    def bring(self, data: bytes) -> None:
        """Append bytes that have come from the table."""
        self._came += data

    def take(self) -> bytes:
        """Remove and return the bytes to be sent to the table."""
        goes, self._goes = self._goes, b""
        return goes

    def write(self, data: bytes) -> None:
        """Queue data to be sent to the table."""
        self._check()
        self._goes += data

    async def sleep(self, ms: float) -> None:
        """Wait for `ms` milliseconds."""
        await Pause(ms)

    async def read(self, seconds: float) -> bytes:
        """Return the bytes that have come, or b"" if none come within a short time.

        The wait is short even if `seconds` is long, because another coroutine may read the bytes
        that the caller waits for.
        """
        self._check()
        if not self._came and seconds > 0:
            await Pause(self._LOOK_MS)
            self._check()
        came, self._came = self._came, b""
        return came

    def clock(self) -> float:
        """Return the time in seconds."""
        return self.now / 1000

    def _check(self) -> None:
        if self.lost:
            raise OSError(self.lost)


class FaceDownCards:
    """Cards on a real table, as far as its records show them. Hands are face down."""

    def __init__(self, follow: "Follow") -> None:
        self.follow = follow

    def told(self) -> dict[str, object]:
        """Return the cards and the next action, in the form of `TableView.look`."""
        mirror = self.follow.mirror
        game = mirror.game if mirror and mirror.sure else None
        next_one, who = self._next()
        return {
            "pads": self._pads(game) if game else {seat: [] for seat in SEATS},
            "hands": self._hands(game) if game else {seat: [] for seat in SEATS},
            "stock": self._stock(game) if game else 0,
            "taken": tricks_taken(mirror),
            "down": [],
            "upcard": None,
            "bots": dict.fromkeys(SEATS, "person"),
            "next": next_one,
            "who": who,
        }

    def _pads(self, game: Match) -> dict[str, list[str]]:
        """Return the cards on the pads, by seat.

        Before the first card is played, this is the upcard while it may lie on the dealer's pad.
        Then it is the current trick, or the last trick until the players take it away.
        """
        found: dict[str, list[str]] = {seat: [] for seat in SEATS}
        audit, count = game.audit, game.trick.count
        if game.phase >= Phases.PLAY and audit.plays:
            last = count or len(seats_of(game.house))
            for play in range(audit.plays - last, audit.plays):
                if count or self._lies(audit.seat[play]):
                    found[SEATS[audit.seat[play]]] = [name_of(audit.card[play])]
        elif game.phase >= Phases.BIDDING and game.play.upcard >= 0:
            dealer = game.totals[Totals.DEALER]
            if self._lies(dealer):
                found[SEATS[dealer]] = [name_of(game.play.upcard)]
        return found

    def _lies(self, seat: int) -> bool:
        """Return whether a card may still lie on the pad of a seat."""
        return not self.follow.looked or self.follow.test["pads"][seat] != PadStates.ABSENT

    def _hands(self, game: Match) -> dict[str, list[str]]:
        """Return the cards of each hand. They are face down, so they have numbers, not names."""
        found: dict[str, list[str]] = {seat: [] for seat in SEATS}
        for seat in seats_of(game.house):
            count = self._held(game, seat)
            found[SEATS[seat]] = [f"{SEATS[seat]} {i}" for i in range(count)]
        return found

    def _held(self, game: Match, seat: int) -> int:
        if game.phase in (Phases.DEALT, Phases.BIDDING):
            return game.house.cards - _AFTER_BIDDING
        return game.audit.left[seat] if game.phase >= Phases.PLAY else 0

    def _stock(self, game: Match) -> int:
        """Return the number of cards in the stock: 0 between two deals, and after the bidding."""
        if game.phase == Phases.READY:
            return 0
        held = sum(self._held(game, seat) for seat in seats_of(game.house))
        up = 1 if game.phase == Phases.BIDDING and game.play.upcard >= 0 else 0
        return 0 if game.phase >= Phases.PLAY else _PACK - held - up

    def _next(self) -> tuple[str, list[str]]:
        """Return the action that the table waits for, and the seats to act."""
        state = self.follow.state
        phase = state.get("phase", Phases.IDLE)
        asked = [SEATS[seat] for seat in range(4) if state.get("asked", 0) >> seat & 1]
        if asked:
            return ("confirm" if phase == Phases.DONE else "answer"), asked
        if phase in (Phases.BIDDING, Phases.PLAY):
            return ("bid" if phase == Phases.BIDDING else "card"), [SEATS[state["turn"]]]
        if phase == Phases.IDLE or state["totals"][Totals.WINNER] >= 0:
            return "start", []
        if phase in (Phases.READY, Phases.DEALT):
            dealer = SEATS[state["totals"][Totals.DEALER]]
            return ("deal" if phase == Phases.READY else "lay-upcard"), [dealer]
        return "wait", []


class Cable:
    """Methods that the worker may call; web/worker/shapes.d.ts declares them as `CableFacade`.

    `seed` is a random number from JavaScript. It determines the number of the first command.
    """

    def __init__(self, seed: int) -> None:
        random.seed(seed)
        self.wire = CableEnd()
        self.follow = Follow(self.wire, rules_of)
        self.scheduler = Scheduler(lambda: self.wire.now, self._failed)
        self._lying = FaceDownCards(self.follow)
        self._failures: list[str] = []
        self._answers: list[list[object]] = []
        self._told: object = None
        self.scheduler.start("follow", self.follow.run())

    def _failed(self, name: str, traceback: str) -> None:
        """Record that a coroutine has failed: by a bug, or by an invalid answer of a table.

        Follow the table again after a pause, or answer the failed command with an error.
        """
        self._failures.append(f"{name}: {traceback}")
        if name == "follow":
            self.scheduler.start(name, self._follow_again())
        else:
            number = int(name.split(" ")[1])
            self._answers.append([number, None, {"code": "bug", "sentence": self._failures[-1]}])

    async def _follow_again(self) -> None:
        await self.follow.table.sleep(_AGAIN_MS)
        await self.follow.run()

    # --- progress ---------------------------------------------------------------------------

    def plug(self) -> None:
        """Note that the port is open."""
        self.wire.plug()

    def unplug(self, why: str) -> None:
        """Note that the port is "gone", or "busy" because another program uses it."""
        self.wire.unplug(why)

    def step(self, now: float, came: str) -> dict[str, object]:
        """Process the bytes `came` from the table; return changed data, and the bytes to send.

        Both byte strings are hexadecimal. `now` is the time of JavaScript's clock in ms.
        """
        self.wire.now = now
        self.wire.bring(bytes.fromhex(came))
        self.scheduler.step()
        found: dict[str, object] = {"goes": self.wire.take().hex()}
        told = self.follow.changes, self.wire.changes
        if told != self._told:
            self._told = told
            found["told"] = self._all_told()
            found["glance"] = self._glance()
        if self.follow.happened:
            found["happened"], self.follow.happened = self.follow.happened, []
        if self._answers:
            found["answers"], self._answers = self._answers, []
        if self._failures:
            found["failures"], self._failures = self._failures, []
        return found

    # --- state ------------------------------------------------------------------------------

    @property
    def _trouble(self) -> str:
        """Return why the state of the table is unknown now, or "" if it is known."""
        if self.wire.lost:
            return self.wire.lost
        trouble = self.follow.trouble
        unknown = not trouble and not self.follow.hello
        return "connecting" if unknown or trouble == "gone" else trouble

    def _glance(self) -> dict[str, object]:
        """Return all known facts about the cards, the house and the next action."""
        found = self._lying.told()
        found["real"] = True
        found["power"] = not self._trouble
        found["house"] = self._house()
        if self._trouble:
            found["next"], found["who"] = "wait", []
        return found

    def _all_told(self) -> dict[str, object]:
        """Return the match, the state of the table, and the identity of the board."""
        follow, mirror = self.follow, self.follow.sure_mirror
        found = match_told(mirror.game) if mirror else state_told(follow.state)
        found |= table_told(follow)
        found["legal"] = []
        found["house"] = self._house()
        found["trouble"] = self._trouble
        found["known"] = follow.mirror is not None
        hello = follow.hello
        found["table"] = {name: value for name, value in hello.items() if name in _OF_TABLE}
        return found

    def _house(self) -> dict[str, object]:
        mirror = self.follow.mirror
        return house_told(mirror.house if mirror else None, self.follow.house.get("name", ""))

    # --- commands ---------------------------------------------------------------------------

    def ask(self, number: int, do: str, fields: dict[str, int | str]) -> None:
        """Send a command; a later `step` returns [number, answer, error].

        The error is None if the table has accepted the command. Otherwise the answer is None.
        """
        self.scheduler.start(f"ask {number}", self._ask(number, do, fields))

    async def _ask(self, number: int, do: str, fields: dict[str, int | str]) -> None:
        try:
            answer = await self.follow.ask(do, fields)
            self._answers.append([number, answer, None])
        except TableError as error:
            told: dict[str, object] = {"code": error.code, "sentence": error.detail}
            self._answers.append([number, None, told | error.facts])

    def past(self, event: int) -> object:
        """Return the match after the first `event` events of the deal, None if it is unknown."""
        mirror = self.follow.mirror
        return match_told(mirror.at(event)) if mirror and mirror.sure else None

    def learn(self) -> None:
        """Replay the match again, because the file of its house was added."""
        self.follow.forget_match()
        self.scheduler.start("follow", self.follow.run())


_OF_TABLE = ("board", "version", "build", "pin", "safe", "trial")
