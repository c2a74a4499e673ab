"""Simulated table in a thread of its own, with players who act on request."""

import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import testenv
from belote.housefile import load
from marcoria.bots.company import Company, settings
from marcoria.coroutines import finish
from marcoria.game.houses import open_house
from marcoria.sim.port import ServedPort
from marcoria.sim.simtable import open_bar

_REST_S = 0.01  # pause after each step of the idle table
_LIMIT_S = 120.0
_TARGET = 9999  # high enough that no match ends by itself

Deed = Callable[[Company], object]


class PlayedTable:
    """Simulated table, whose serial port has the address `address`.

    `house` is the name of a house, or a name and the text of a house file. If `begun` is true, the
    players start a match, in which North deals first. `own` has settings of the table that replace
    the usual settings. `do` lets the players act in fast virtual time, and waits for the result.
    """

    def __init__(
        self, house: str | tuple[str, str] = "piedicavallo", begun: bool = True, **own: Any
    ) -> None:
        self.address = ""
        self._house = house
        self._begun = begun
        self._deeds: queue.Queue[Deed | None] = queue.Queue()
        self._done: queue.Queue[Any] = queue.Queue()
        self._thread = threading.Thread(target=self._live, args=(own,), daemon=True)
        self._thread.start()
        self._await()

    def do(self, deed: Deed) -> Any:
        """Run a function in the table's thread; return its result, or raise its exception."""
        self._deeds.put(deed)
        return self._await()

    def close(self) -> None:
        """Close the table and end its thread."""
        self._deeds.put(None)
        self._thread.join()

    def _await(self) -> Any:
        found = self._done.get(timeout=_LIMIT_S)
        if isinstance(found, BaseException):
            raise found
        return found

    # --- methods that run in the table's thread -------------------------------------------------

    def _live(self, own: dict[str, Any]) -> None:
        try:
            with self._sitting(own) as company:
                served = ServedPort(company.body.table, paced=False)
                company.body.seen = served.pump
                self.address = served.address
                self._done.put(None)
                while (deed := self._next(served)) is not None:
                    self._try(deed, company)
                served.close()
        except BaseException as error:
            self._done.put(error)

    @contextmanager
    def _sitting(self, own: dict[str, Any]) -> Iterator[Company]:
        key, text = self._house if isinstance(self._house, tuple) else (self._house, "")
        chosen = settings(key, False, -1, _TARGET, "en") | own
        with open_bar(seed=testenv.SEED, program="", settings=chosen) as table:
            if text:
                table.write(f"/bar/houses/{key}.house", text.encode())
            table.boot("main")
            rules = load(text) if text else open_house(key)
            company = Company(table, rules, seed=testenv.SEED)
            if self._begun:
                finish(company.agree(0, _TARGET))
            yield company

    def _next(self, served: ServedPort) -> Deed | None:
        """Run the table at about real speed until `do` sends a function; return the function.

        Return None when `close` is called.
        """
        while True:
            try:
                return self._deeds.get_nowait()
            except queue.Empty:
                served.step()
                time.sleep(_REST_S)

    def _try(self, deed: Deed, company: Company) -> None:
        try:
            self._done.put(deed(company))
        except BaseException as error:
            self._done.put(error)
