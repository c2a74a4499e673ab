"""Run the page's table in node, in virtual time.

A test acts as players do at the page, and reads the data that the page would receive.
"""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from marcoria.sim.vm.node import find

_RUNNER = Path(__file__).with_name("people_table.mjs")
_LOOK_MS = 100
_LIMIT_MS = 60_000
_STEPS = 10_000


class PeopleTable:
    """Table in a process of node.

    `bots` has the seats of honest bots, such as "NEW"; people play the other seats. `wanted` has
    other settings of the table (`Wanted` in worker/shapes.d.ts).

    After each command, `glance` has the visible state of the table, and `told` has the state of
    the match ({} until the table reports it). `now` is the virtual time in ms. `happened` has all
    records since the start. `reasons` has, by card, the reasons of experts, which arrive at the
    end of a deal; a reason replaces that of the same card in an earlier deal. `most` is the
    largest number of cards that were ever on one pad at once.
    """

    def __init__(self, site: Path, bots: str = "", **wanted: Any) -> None:
        seats = {seat: "honest" if seat in bots else None for seat in "NESW"}
        wish = json.dumps({**wanted, "bots": seats})
        self._node = subprocess.Popen(
            [find()[0], _RUNNER, site, wish],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        self.glance: dict[str, Any] = {}
        self.told: dict[str, Any] = {}
        self.happened: list[dict[str, Any]] = []
        self.reasons: dict[str, dict[str, Any]] = {}
        self.now = 0.0
        self.most = 0
        # `play_until` lays the legal card for which this function returns the smallest value.
        self.saves: Callable[[str], int] = lambda card: 0
        self.run(0)

    def close(self) -> None:
        """Stop node."""
        assert self._node.stdin and self._node.stdout
        self._node.stdin.close()
        self._node.wait(timeout=30)
        self._node.stdout.close()

    def do(self, action: str, **fields: Any) -> Any:
        """Send an action as the page sends it to its worker; return the answer."""
        return self._send({"call": [action, fields]})

    def run(self, ms: float) -> None:
        """Advance the virtual time by `ms` milliseconds."""
        self._send({"run": ms})

    def until(self, done: Callable[[], bool], limit_ms: float = _LIMIT_MS) -> None:
        """Advance the virtual time until `done` returns true; fail after `limit_ms`."""
        end = self.now + limit_ms
        while not done():
            assert self.now < end, f"not within {limit_ms} ms: {self.glance} {self.told}"
            self.run(_LOOK_MS)

    @property
    def next(self) -> str:
        """Return the action that the table waits for."""
        return str(self.glance["next"])

    @property
    def who(self) -> str:
        """Return the seats that the table waits for."""
        return "".join(self.glance["who"])

    def pad(self, seat: str) -> list[str]:
        """Return the cards on a pad."""
        return list(self.glance["pads"][seat])

    def count(self, kind: str) -> int:
        """Return how many records of this kind there are."""
        return sum(row["kind"] == kind for row in self.happened)

    def play_until(self, done: Callable[[], bool]) -> None:
        """Play for all people by the rules until `done` returns true."""
        for _ in range(_STEPS):
            if done():
                return
            self._play()
        raise AssertionError(f"not done: {self.glance}")

    def _play(self) -> None:
        people = [seat for seat in self.who if not self.glance["bots"][seat]]
        if self.next == "deal" and people:
            self.do("deal")
        elif self.next == "tidy":
            self.do("tidy")
        elif self.next == "bid" and people:
            up = self.told.get("upcard") or "7H"
            self.do("press", key=up[1], seat=people[0])
        elif self.next == "card" and people and self._may_lay(people[0]):
            self.do("put", card=min(self.told["legal"], key=self.saves), seat=people[0])
        elif self.next == "answer" and people:
            self.do("press", key="PASS", seat=people[0])
        self.run(_LOOK_MS * 6)

    def _may_lay(self, seat: str) -> bool:
        return self.told.get("turn") == seat and bool(self.told["legal"]) and not self.pad(seat)

    def _send(self, command: dict[str, Any]) -> Any:
        assert self._node.stdin and self._node.stdout
        self._node.stdin.write(json.dumps(command) + "\n")
        self._node.stdin.flush()
        line = self._node.stdout.readline()
        assert line, f"node has ended at {command}"
        found = json.loads(line)
        assert "error" not in found, found["error"]
        self.glance, self.now, self.most = found["glance"], found["now"], found["most"]
        self.told = found["told"] or {}
        self.happened += found["happened"]
        self.reasons = found["reasons"]
        return found["value"]
