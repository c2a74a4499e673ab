"""Runs a scenario, step after step, at a table of its own."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from codes.letters import card as card_of
from marcoria.errors import Exit, TableError
from marcoria.people.body import SUIT_KEYS, Stuck
from marcoria.people.company import Company, settings
from marcoria.people.eyes import CLEAR, OFF, SEATS
from marcoria.people.pace import PACES
from marcoria.scenarios.own_houses import house_at
from marcoria.scenarios.scenario import DISCIPLINES, Expectation, Scenario, Step
from marcoria.scenarios.witness import Witness
from marcoria.sim.bar import open_bar
from marcoria.sim.chips.faults import SimFault
from marcoria.sim.view import pictures
from marcoria.sim.vm.child import VMError

_LOOK_MS = 100
# Steps in which nobody does anything.
_WATCHING = ("wait", "expect", "picture")
# Steps that name what may not be there.
_BY_NAME = ("put", "lift", "order", "set")


class TimedOut(TableError):
    """What was waited for did not come."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code, detail, Exit.TIMED_OUT)


class Runner:
    """One scenario at its table. The people agree on a match first if anybody is to play."""

    def __init__(self, scenario: Scenario, backend: str = "", seed: int | None = None) -> None:
        self.scenario = scenario
        self.seed = scenario.seed if seed is None else seed
        self.discipline = DISCIPLINES.index(scenario.discipline) - 1
        scanned = scenario.hands == "scanned"
        backend = backend or scenario.backend
        self.table = open_bar(
            backend,
            self.seed,
            program="",
            settings={
                **settings(
                    scenario.house, scanned, self.discipline, scenario.target, scenario.language
                ),
                "agreed": list(scenario.agreed),
                "names": [scenario.names.get(seat, "") for seat in SEATS],
            },
        )
        for path, text in scenario.files.items():
            self.table.write(path, text.encode())
        self.table.boot("main")
        self.acted = self.table.now
        self.company = Company(
            self.table,
            house_at(scenario),
            scenario.people,
            scanned,
            self.seed,
            PACES[scenario.pace],
            scenario.language,
        )
        self.people = self.company.people
        self.witness = Witness(self.table, self.company)
        self.idle: tuple[str, tuple[object, ...]] = "", ()  # a key, and what was seen before it
        self.unasked: list[str] = []  # of which nothing has come

    def run(self, told: Callable[[Step], None] = lambda step: None) -> None:
        """All steps; TimedOut where one cannot be done."""
        if any(step.verb == "play" for step in self.scenario.steps):
            self._try(Step(1, "start", None), self._agree)
        for step in self.scenario.steps:
            told(step)
            self._try(step, partial(self._do, step))
        self._look_back()

    def picture(self, path: str) -> None:
        """What the table looks like now, as a PNG."""
        Path(path).write_bytes(pictures.table(self.table))

    def close(self) -> None:
        """Clears the table."""
        self.table.close()

    def _try(self, step: Step, what: Callable[[], None]) -> None:
        where = f"{self.scenario.path}: line {step.line}: {step.verb}: "
        try:
            what()
        except Stuck as error:
            self._look_back()
            told = "\n".join([where + str(error), *self.unasked, *self.witness.report()])
            raise TimedOut("timeout", told) from error
        except VMError as error:
            raise TableError("crash", f"{where}the firmware has crashed: {error}") from error
        except SimFault as error:
            raise TableError("fault", f"{where}a fault in the {error}") from error
        except (ValueError, AttributeError, KeyError, IndexError, TypeError) as error:
            if step.verb not in _BY_NAME:
                raise
            raise TableError("bad-step", f"{where}this cannot be: {error}") from error

    def _agree(self) -> None:
        scenario = self.scenario
        dealer = SEATS.index(scenario.dealer)
        self.company.agree(dealer, scenario.target, self.discipline)
        told = scenario.deal
        if "hands" in told:
            hands = {
                SEATS.index(seat): [card_of(one) for one in cards]
                for seat, cards in told["hands"].items()
            }
            upcard = card_of(told["upcard"]) if "upcard" in told else -1
            taker = SEATS.index(told["taker"]) if "taker" in told else self.people.elder
            self.people.pack.rig(hands, upcard, self.people.elder, taker)

    # --- the steps --------------------------------------------------------------------------

    def _do(self, step: Step) -> None:
        what = step.what
        table = self.table
        if step.verb not in _WATCHING:
            self._look_back()
            self.acted = table.now
        if step.verb == "put":
            table.put(what[0], what[1], what[2])
        elif step.verb == "rap":
            table.rap(what)
        elif step.verb == "lift":
            self._lift(what)
        elif step.verb == "press":
            self._press(step)
        elif step.verb in ("hold", "release"):
            getattr(table, step.verb)(what[0], what[1])
        elif step.verb == "wait":
            self.company.body.wait(what)
        elif step.verb == "play":
            self._play(*what)
        elif step.verb == "answer":
            self.company.screen.choose(SEATS.index(what[0]), what[1])
        elif step.verb == "order":
            table.order(*what)
        elif step.verb == "set":
            table.set(what[0], what[1])
        elif step.verb == "picture":
            self.picture(what)
        elif step.verb == "expect":
            self._expect(what)
        else:
            getattr(table, step.verb)()

    def _lift(self, what: str) -> None:
        lying = self.table.cards()
        if what not in lying and not any(what in cards for cards in lying.values()):
            raise ValueError(f"{what} lies on no pad")
        self.table.lift(what)

    def _press(self, step: Step) -> None:
        """A suit that nobody has asked for is not lost: if nothing comes of it, people hear so."""
        key, seat, ms = step.what
        body = self.company.body
        idle = seat is not None and body.eyes.lamp(seat) in (OFF, CLEAR)
        if idle and key in SUIT_KEYS:
            came = "nobody had asked, and nothing came of it"
            told = f"line {step.line}: {seat} pressed {key}: {came}"
            self.idle = told, self.witness.signs()
        self.table.press(key, seat, ms)
        body.wait(2 * ms)

    def _look_back(self) -> None:
        """Whether anything has come of the last key."""
        sentence, before = self.idle
        if sentence and self.witness.signs() == before:
            self.unasked.append(sentence)
        self.idle = "", ()

    def _play(self, what: str, count: int) -> None:
        if what == "cards":
            self.people.play_cards(count)
        else:
            self.people.play_match(count)

    def _expect(self, wanted: Expectation) -> None:
        """Waits until all of it is so."""
        end = self.table.now + wanted.within
        while True:
            wrong = self.witness.wrong(wanted, self.acted)
            if not wrong:
                return
            if self.table.now >= end:
                raise Stuck(f"not within {wanted.within:g} ms: {wrong}")
            self.company.body.wait(_LOOK_MS)
