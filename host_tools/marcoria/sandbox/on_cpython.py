"""Runner of the user's own program on CPython, in a thread; the program may never return.

The simulated processor halts when the time limit is reached or a chip is misused. The program's
thread is then left blocked for ever. No exception is used to end the thread, because an `except:`
of the program could catch the exception. Each bytecode instruction costs virtual time, so an
endless loop reaches the limit.
"""

import os
import sys
import threading
import traceback
from pathlib import Path
from types import CodeType

from marcoria.sim.chips import prices
from marcoria.sim.cpython.backend import RESTARTS, Cpython
from marcoria.sim.cpython.bytecodes import told
from marcoria.sim.options import BenchParts, Ending


class ProgramOnCpython(Cpython):
    """Runner of the file `main` on a bench made of `parts`.

    The program can import modules from its folder and from the folder `lib` there.
    """

    def __init__(self, parts: BenchParts, main: Path, seed: int = 0) -> None:
        self.folder = main.resolve().parent
        super().__init__(seed, (self.folder, self.folder / "lib"), parts)
        self.main = main.name
        self.source = main.read_text("utf-8")
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        self._error = ""
        self._texts: list[str] = []
        self._is_own: dict[CodeType, bool] = {}

    def go(self, us: int) -> Ending:
        """Run the program until the virtual time `us`, or until it fails; return how it ended."""
        self.world.limit(us)
        for _ in range(RESTARTS):
            self._again = False
            self._over.clear()
            with told(self._owns, self._step):
                self._thread = threading.Thread(target=self._live, args=(us,), daemon=True)
                self._thread.start()
                self._over.wait()
            self.printed = "".join(self._texts)
            if not self._again:
                return Ending(self._error, self._where())
        return Ending(f"the board has restarted {RESTARTS} times")

    def _live(self, us: int) -> None:
        try:
            self.start().run(self.source, str(self.folder / self.main))
            if self._loop is not None:
                self._loop.run_until(us)
        except SystemExit:
            self.world.wait(us - self.now)
        except BaseException as error:  # a program may also raise KeyboardInterrupt
            self._error = f"{type(error).__name__}: {error}".removesuffix(": ")
            self._texts.append(self._traceback(error))
        finally:
            self._over.set()

    def _reset(self) -> None:
        """Stop the program; if the power is on, `go` starts the program again in a new thread."""
        self._again = bool(self.world.power)
        if threading.current_thread() is self._thread:
            self._over.set()
            threading.Event().wait()  # blocks this thread for ever

    def _print(self, *what: object, sep: str = " ", end: str = "\n", file: object = None) -> None:
        """Append output to a list, because joining strings each time would be slow."""
        self._texts.append(sep.join([str(one) for one in what]) + end)
        self.world.wait(prices.CHARACTER * len(self._texts[-1]))

    # --- virtual time of each bytecode instruction ------------------------------------------

    def _owns(self, code: CodeType) -> bool:
        if code not in self._is_own:
            self._is_own[code] = self._inside(code.co_filename) is not None
        return self._is_own[code]

    def _step(self) -> None:
        self.world.wait(prices.STEP)

    # --- file and line in the program -------------------------------------------------------

    def _where(self) -> str:
        """Return the file and line of the program's innermost frame, "" if it has no frame."""
        assert self._thread is not None
        frame = sys._current_frames().get(self._thread.ident or 0)
        while frame is not None:
            name = self._inside(frame.f_code.co_filename)
            if name is not None:
                return f"{name} line {frame.f_lineno}"
            frame = frame.f_back
        return ""

    def _traceback(self, error: BaseException) -> str:
        """Return a traceback as a board prints it, with only the frames of the program."""
        lines = ["Traceback (most recent call last):"]
        for at in traceback.extract_tb(error.__traceback__):
            name = self._inside(at.filename)
            if name is not None:
                lines.append(f'  File "{name}", line {at.lineno}, in {at.name}')
        return "\n".join([*lines, self._error, ""])

    def _inside(self, path: str) -> str | None:
        """Return a file's path relative to the program's folder, None if the file is elsewhere."""
        inside = os.path.relpath(path, self.folder) if os.path.isabs(path) else ".."
        return None if inside.startswith("..") else inside
