"""Fork copies of this process, each of which tries something else while the parent continues.

Each copy has a name. The copy sends one result to the parent and then exits at once, so that it
does not run the rest of the parent's tests.
"""

import gc
import json
import os
import signal
from typing import Any, NoReturn

_AT_ONCE = os.cpu_count() or 1
_LONGEST_S = 200


class Branches:
    """Set of forked copies, of which at most one for each processor runs at a time.

    `told` lists the name and the result of each copy that has ended, in the order of the forks. If
    the copy did not send a result, the result is None.
    """

    def __init__(self) -> None:
        self.apart = False  # whether this process is a copy
        self.told: list[tuple[Any, Any]] = []
        self._alive: list[tuple[Any, int, int]] = []  # name, process, pipe
        self._pipe = -1

    def split(self, name: Any) -> bool:
        """Fork a copy with this name; return False in the parent and True in the copy.

        The copy must end with `leave`. If as many copies as processors are running, wait for the
        oldest copy first.
        """
        while len(self._alive) >= _AT_ONCE:
            self._listen()
        ear, mouth = os.pipe()
        process = os.fork()
        if process:
            os.close(mouth)
            self._alive.append((name, process, ear))
            return False
        # The handler of pytest's timeout must not run in the copy.
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(_LONGEST_S)
        gc.disable()  # garbage collection writes to the shared memory, so the system would copy it
        self.apart, self._pipe = True, mouth
        return True

    def leave(self, word: Any) -> NoReturn:
        """Send the result `word` to the parent as JSON, and end the copy."""
        try:
            with os.fdopen(self._pipe, "w") as mouth:
                json.dump(word, mouth)
        finally:
            os._exit(0)

    def wait(self) -> None:
        """Wait until all copies have ended and their results are in `told`."""
        while self._alive:
            self._listen()

    def end(self) -> None:
        """Kill the copies that are still running, and drop their results."""
        for _, process, ear in self._alive:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            os.close(ear)
        self._alive.clear()

    def _listen(self) -> None:
        name, process, ear = self._alive[0]
        with open(ear, encoding="utf-8", closefd=False) as words:
            said = words.read()
        del self._alive[0]
        os.close(ear)
        os.waitpid(process, 0)
        self.told.append((name, json.loads(said or "null")))
