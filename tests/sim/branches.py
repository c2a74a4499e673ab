"""Copies of this process that try something else from where it is, while it goes on itself.

Each has a name, ends with a word to the first one, and never comes back to whoever called.
"""

import gc
import json
import os
import signal
from typing import Any, NoReturn

_AT_ONCE = os.cpu_count() or 1
_LONGEST_S = 200


class Branches:
    """As many at once as there are processors. `told` is what they came to, in their order: name
    and word, None of one that died or had to be ended."""

    def __init__(self) -> None:
        self.apart = False  # whether this is one of the copies
        self.told: list[tuple[Any, Any]] = []
        self._alive: list[tuple[Any, int, int]] = []  # name, process, pipe
        self._pipe = -1

    def split(self, name: Any) -> bool:
        """Whether this is the copy, which has to `leave`."""
        while len(self._alive) >= _AT_ONCE:
            self._listen()
        ear, mouth = os.pipe()
        process = os.fork()
        if process:
            os.close(mouth)
            self._alive.append((name, process, ear))
            return False
        signal.signal(signal.SIGALRM, signal.SIG_DFL)  # not what pytest does to a test
        signal.alarm(_LONGEST_S)
        gc.disable()  # the copy is short-lived, and memory that is looked at is copied
        self.apart, self._pipe = True, mouth
        return True

    def leave(self, word: Any) -> NoReturn:
        """Ends the copy with that word."""
        try:
            with os.fdopen(self._pipe, "w") as mouth:
                json.dump(word, mouth)
        finally:
            os._exit(0)

    def wait(self) -> None:
        """Waits until all have ended."""
        while self._alive:
            self._listen()

    def end(self) -> None:
        """Ends those that are left, whatever they do."""
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
