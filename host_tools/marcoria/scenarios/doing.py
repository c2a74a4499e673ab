"""What people do at a table, step after step, as a scenario tells it."""

from typing import Any

from marcoria.bots.body import SUIT_KEYS, Stuck
from marcoria.bots.company import Company
from marcoria.bots.eyes import CLEAR, OFF, SEATS
from marcoria.bots.pace import PACES
from marcoria.firmware.codes.game import card_of
from marcoria.scenarios.own_houses import house_at
from marcoria.scenarios.scenario import Expectation, Scenario, Step
from marcoria.scenarios.witness import Witness

_LOOK_MS = 100
# Steps in which nobody does anything.
_WATCHING = ("start", "wait", "expect", "picture")
# Steps that name what may not be there.
_BY_NAME = ("put", "lift", "order", "set")


class Doing:
    """The people of a scenario at its table, which has just been plugged in; `reader` reads the
    display. They agree on a match first if anybody is to play."""

    def __init__(self, scenario: Scenario, table: Any, seed: int, reader: Any = None) -> None:
        self.scenario = scenario
        self.table = table
        self.acted = table.now
        self.company = Company(
            table,
            house_at(scenario),
            scenario.people,
            scenario.hands == "scanned",
            seed,
            PACES[scenario.pace],
            scenario.language,
            reader,
        )
        self.people = self.company.people
        self.witness = Witness(table, self.company)
        self.idle: tuple[str, tuple[object, ...]] = "", ()  # a key, and what was seen before it
        self.unasked: list[str] = []  # of which nothing has come

    @property
    def steps(self) -> list[Step]:
        """All that is done, the start among it."""
        steps = self.scenario.steps
        plays = any(step.verb == "play" for step in steps)
        return [Step(1, "start", None)] + steps if plays else list(steps)

    async def perform(self, step: Step) -> None:
        """One step."""
        what = step.what
        table = self.table
        if step.verb not in _WATCHING:
            self.look_back()
            self.acted = table.now
        if step.verb == "start":
            await self._agree()
        elif step.verb == "put":
            table.put(what[0], what[1], what[2])
        elif step.verb == "rap":
            table.rap(what)
        elif step.verb == "lift":
            self._lift(what)
        elif step.verb == "press":
            await self._press_one(step)
        elif step.verb == "hold":
            table.hold(what[0], what[1])
        elif step.verb == "release":
            table.release(what[0], what[1])
        elif step.verb == "wait":
            await self.company.body.wait(what)
        elif step.verb == "play":
            await self._play_on(what[0], what[1])
        elif step.verb == "answer":
            await self.company.screen.choose(SEATS.index(what[0]), what[1])
        elif step.verb == "order":
            table.order(*what)
        elif step.verb == "set":
            table.set(what[0], what[1])
        elif step.verb == "expect":
            await self._await_all(what)
        elif step.verb == "cut_power":
            await table.unplug()
        elif step.verb == "boot":
            await table.plug_in()

    def look_back(self) -> None:
        """Whether anything has come of the last key."""
        sentence, before = self.idle
        if sentence and self.witness.signs() == before:
            self.unasked.append(sentence)
        self.idle = "", ()

    def sentence(self, step: Step, what: object) -> str:
        """What is told of a step that has failed."""
        return f"{self.scenario.path}: line {step.line}: {step.verb}: {what}"

    def timed_out(self, step: Step, error: Stuck) -> str:
        """The same of one that was waited for in vain, with all that is seen."""
        self.look_back()
        told = [self.sentence(step, error)] + self.unasked + self.witness.report()
        return "\n".join(told)

    def cannot_be(self, step: Step, error: Exception) -> str:
        """The same of one that names what is not there; the error itself if it is none."""
        if step.verb not in _BY_NAME:
            raise error
        return self.sentence(step, f"this cannot be: {error}")

    # --- the steps --------------------------------------------------------------------------

    async def _agree(self) -> None:
        scenario = self.scenario
        dealer = SEATS.index(scenario.dealer)
        await self.company.agree(dealer, scenario.target, scenario.number_of_discipline)
        told = scenario.deal
        if "hands" in told:
            hands = {
                SEATS.index(seat): [card_of(one) for one in cards]
                for seat, cards in told["hands"].items()
            }
            upcard = card_of(told["upcard"]) if "upcard" in told else -1
            taker = SEATS.index(told["taker"]) if "taker" in told else self.people.elder
            self.people.pack.rig(hands, upcard, self.people.elder, taker)

    def _lift(self, what: str) -> None:
        lying = self.table.cards()
        if what not in lying and not any(what in cards for cards in lying.values()):
            raise ValueError(f"{what} lies on no pad")
        self.table.lift(what)

    async def _press_one(self, step: Step) -> None:
        """A suit that nobody has asked for is not lost: if nothing comes of it, people hear so."""
        key, seat, ms = step.what
        body = self.company.body
        idle = seat is not None and body.eyes.lamp(seat) in (OFF, CLEAR)
        if idle and key in SUIT_KEYS:
            came = "nobody had asked, and nothing came of it"
            told = f"line {step.line}: {seat} pressed {key}: {came}"
            self.idle = told, self.witness.signs()
        self.table.press(key, seat, ms)
        await body.wait(2 * ms)

    async def _play_on(self, what: str, count: int) -> None:
        if what == "cards":
            await self.people.play_cards(count)
        else:
            await self.people.play_match(count)

    async def _await_all(self, wanted: Expectation) -> None:
        """Waits until all of it is so."""
        end = self.table.now + wanted.within
        while True:
            wrong = self.witness.wrong(wanted, self.acted)
            if not wrong:
                return
            if self.table.now >= end:
                raise Stuck(f"not within {wanted.within:g} ms: {wrong}")
            await self.company.body.wait(_LOOK_MS)
