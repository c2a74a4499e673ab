"""A real table at a cable, for the page's worker. Nothing else is in this VM."""

import random

from marcoria.errors import TableError
from marcoria.web.world.follow import Follow
from marcoria.web.world.lying import Lying
from marcoria.web.world.mirror import rules_of
from marcoria.web.world.scheduler import Scheduler
from marcoria.web.world.told import house_told, match_told, state_told, table_told
from marcoria.web.world.wire import Wire

_AGAIN_MS = 1000


class Cable:
    """All that the worker may call, by name: web/worker/shapes.d.ts has these methods as
    `CableFacade`. `seed` is chance of JavaScript's, for the numbers of the questions."""

    def __init__(self, seed: int) -> None:
        random.seed(seed)
        self.wire = Wire()
        self.follow = Follow(self.wire, rules_of)
        self.scheduler = Scheduler(lambda: self.wire.now, self._failed)
        self._lying = Lying(self.follow)
        self._failures: list[str] = []
        self._answers: list[list[object]] = []
        self._told: object = None
        self.scheduler.start("follow", self.follow.run())

    def _failed(self, name: str, traceback: str) -> None:
        """A bug, or a table that says what no table would."""
        self._failures.append(f"{name}: {traceback}")
        if name == "follow":
            self.scheduler.start(name, self._follow_again())
        else:
            number = int(name.split(" ")[1])
            self._answers.append([number, None, {"code": "bug", "sentence": self._failures[-1]}])

    async def _follow_again(self) -> None:
        await self.follow.table.sleep(_AGAIN_MS)
        await self.follow.run()

    # --- what goes on -----------------------------------------------------------------------

    def plug(self) -> None:
        """The port is open."""
        self.wire.plug()

    def unplug(self, why: str) -> None:
        """It is "gone", or "busy": others have it."""
        self.wire.unplug(why)

    def step(self, now: float, came: str) -> dict[str, object]:
        """Lets it go on after what has come, as hex; what is new since, and what is to be sent."""
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

    # --- what is known ----------------------------------------------------------------------

    @property
    def _trouble(self) -> str:
        """Why nothing is known now: of the port, or of who is at its other end."""
        if self.wire.lost:
            return self.wire.lost
        trouble = self.follow.trouble
        unknown = not trouble and not self.follow.hello
        return "connecting" if unknown or trouble == "gone" else trouble

    def _glance(self) -> dict[str, object]:
        """What lies on the table; of what nobody can know from here nothing is said."""
        found = self._lying.told()
        found["real"] = True
        found["power"] = not self._trouble
        found["house"] = self._house()
        if self._trouble:
            found["next"], found["who"] = "wait", []
        return found

    def _all_told(self) -> dict[str, object]:
        """What the table tells of the match and of itself."""
        follow, mirror = self.follow, self.follow.mirror
        found = match_told(mirror.game) if mirror and mirror.sure else state_told(follow.state)
        found |= table_told(follow)
        found["legal"] = []
        found["house"] = self._house()
        found["trouble"] = self._trouble
        found["known"] = mirror is not None
        hello = follow.hello
        found["table"] = {name: value for name, value in hello.items() if name in _OF_TABLE}
        return found

    def _house(self) -> dict[str, object]:
        mirror = self.follow.mirror
        return house_told(mirror.house if mirror else None, self.follow.house.get("name", ""))

    # --- what is asked ----------------------------------------------------------------------

    def ask(self, number: int, do: str, fields: dict[str, int | str]) -> None:
        """Asks the table; the answer comes with a step, as [number, answer, error]."""
        self.scheduler.start(f"ask {number}", self._ask(number, do, fields))

    async def _ask(self, number: int, do: str, fields: dict[str, int | str]) -> None:
        try:
            answer = await self.follow.ask(do, fields)
            self._answers.append([number, answer, None])
        except TableError as error:
            told: dict[str, object] = {"code": error.code, "sentence": error.detail}
            self._answers.append([number, None, told | error.facts])

    def past(self, event: int) -> object:
        """The match as it was after so many events of the deal."""
        mirror = self.follow.mirror
        return match_told(mirror.at(event)) if mirror and mirror.sure else None

    def learn(self) -> None:
        """The file of a house has come: what has happened may be understood now."""
        self.follow.forget_match()
        self.scheduler.start("follow", self.follow.run())


_OF_TABLE = ("board", "version", "build", "pin", "safe", "trial")
