"""Wrapper for programs of the host tools: it prints an error of the program as one sentence."""

import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from marcoria.context import Asked
from marcoria.errors import Exit, TableError
from marcoria.terminal import cleaned_output, unfiltered

_SIGNALLED = 128  # exit status after a signal, as in shells: this plus the signal's number


class SignalExit(BaseException):
    """End of the program by a signal, raised so that cleanup code runs."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = _SIGNALLED + number


@cleaned_output()
def guarded(program: Callable[[], int | None], asked: Asked | None = None) -> int:
    """Run a program and return the exit status of the process; print an error as one sentence.

    The status is 130 after Ctrl-C, and 128 plus the signal's number after SIGTERM or SIGHUP.
    `asked` has the shared options, which the program may set; None stands for their defaults.
    """
    asked = asked or Asked()
    _speak_utf8()
    if sys.stdout is None:
        return _complain("there is no standard output to write to")
    try:
        with _cleaning_up():
            try:
                return program() or 0
            finally:
                sys.stdout.flush()
    except Exception as error:
        return _answer(error, asked)
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except SignalExit as end:
        return end.status


@contextmanager
def _cleaning_up() -> Iterator[None]:
    """Raise `SignalExit` in the block after SIGTERM (`kill`) or SIGHUP (a closed terminal).

    Signals that the process ignores stay ignored. Outside the main thread do nothing, because
    Python lets only the main thread set signal handlers.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    names = ("SIGTERM", "SIGHUP")  # Windows has only SIGTERM
    numbers = [number for name in names if (number := getattr(signal, name, None))]
    before = {number: signal.getsignal(number) for number in numbers}
    handled = [number for number in numbers if before[number] != signal.SIG_IGN]

    def end(number: int, _: object) -> None:
        for each in handled:
            signal.signal(each, signal.SIG_IGN)  # a second signal must not stop the cleanup
        if number != signal.SIGTERM:
            _mute_all()
        raise SignalExit(number)

    for number in handled:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in handled:
            signal.signal(number, before[number])


def _mute_all() -> None:
    """Discard all further output, because a closed terminal accepts none."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            _mute(stream)


def _answer(error: Exception, asked: Asked) -> int:
    """Print the error as a sentence, unless it is a broken pipe; return the exit status.

    With `--trace`, first print a traceback of any error.
    """
    if asked.trace:
        import traceback

        traceback.print_exception(error)
    if isinstance(error, BrokenPipeError):
        return _mute(sys.stdout)  # the program that reads the output has ended
    if isinstance(error, TableError):
        if asked.json:
            _tell({"ok": False, "error": error.code, "detail": error.detail, **error.facts})
        return _complain(error.detail, error.status)
    if isinstance(error, OSError):
        return _complain(_refused(error)) and _mute(sys.stdout)
    return _complain(_own_mistake(error))


def _speak_utf8() -> None:
    """Switch the standard streams to UTF-8 for every locale.

    A byte or character that cannot be converted is replaced and raises no error. If there is no
    standard error, use the null device.
    """
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    answers = "backslashreplace"
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, answers), (sys.stderr, answers)):
        stream = unfiltered(stream)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)


def _tell(facts: dict[str, object]) -> None:
    """Print an error as JSON on standard output, if that is still open."""
    import json

    try:
        print(json.dumps(facts, ensure_ascii=False), flush=True)
    except OSError:
        _mute(sys.stdout)


def _complain(sentence: str, status: int = 1) -> int:
    try:
        print(f"marcoria: {sentence}", file=sys.stderr, flush=True)
    except OSError:
        _mute(sys.stderr)
    return status


def _mute(stream: TextIO) -> int:
    """Redirect a stream to the null device, so that Python does not complain at exit.

    Return 1, the exit status after an error of the stream.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return 1


def _refused(error: OSError) -> str:
    """Return a sentence about an error of the operating system."""
    what = f"cannot use {error.filename}" if error.filename else "cannot write"
    return f"{what}: {error.strerror or error}"


def _own_mistake(error: Exception) -> str:
    """Write the traceback of a bug to a file; return a sentence that asks to report it."""
    import platform
    import tempfile
    import traceback

    with tempfile.NamedTemporaryFile(
        "w", prefix="marcoria-", suffix=".txt", delete=False, encoding="utf-8", errors="replace"
    ) as file:
        print(sys.argv, platform.platform(), sys.version, file=file)
        traceback.print_exception(error, file=file)
    kind = type(error).__name__
    return f"a mistake in Marcoria itself, not yours ({kind}: {error}): please report {file.name}"
