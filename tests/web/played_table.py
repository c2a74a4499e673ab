"""A simulated table with people, beside the test: it stands while the page looks at it, and plays
when it is told to."""

import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from marcoria.measure.play import sitting
from marcoria.people.company import Company
from marcoria.sim.served import Served

_REST_S = 0.01  # of each step: the virtual time that passes in it
_LIMIT_S = 120.0

Deed = Callable[[Company], object]


class PlayedTable:
    """Its serial port is at `address`. `do` has the people do something, and waits for them;
    meanwhile time flies."""

    def __init__(self, house: str, **options: Any) -> None:
        self.address = ""
        self._deeds: queue.Queue[Deed | None] = queue.Queue()
        self._done: queue.Queue[Any] = queue.Queue()
        self._thread = threading.Thread(target=self._live, args=(house, options), daemon=True)
        self._thread.start()
        self._await()

    def do(self, deed: Deed) -> Any:
        """What comes of it."""
        self._deeds.put(deed)
        return self._await()

    def close(self) -> None:
        """People go home."""
        self._deeds.put(None)
        self._thread.join()

    def _await(self) -> Any:
        found = self._done.get(timeout=_LIMIT_S)
        if isinstance(found, BaseException):
            raise found
        return found

    # --- in its own thread ----------------------------------------------------------------------

    def _live(self, house: str, options: dict[str, Any]) -> None:
        try:
            with sitting(house, "cpython", **options) as company:
                served = Served(company.body.table, paced=False)
                company.body.seen = served.pump
                self.address = served.address
                self._done.put(None)
                while (deed := self._next(served)) is not None:
                    self._try(deed, company)
                served.close()
        except BaseException as error:
            self._done.put(error)

    def _next(self, served: Served) -> Deed | None:
        """What is to be done; until then time goes on about as fast as on the wall."""
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
