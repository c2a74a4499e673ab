"""`marcoria run`: run the user's own program on the parts that a bench file describes."""

import re
from pathlib import Path

from marcoria.errors import TableError
from marcoria.named_files import check_writable, read_bytes, write_file
from marcoria.sandbox.bench import Bench, Seen
from marcoria.sandbox.files import read
from marcoria.sim.options import BenchParts
from marcoria.sim.view import pictures

_UNITS = {"ms": 0.001, "s": 1, "m": 60, "": 1}
_LONGEST_S = 24 * 3600


def run_program(
    program: str, bench_file: str, time: str, backend: str, seed: int, png: str
) -> None:
    """Run a program; print its output, the final state of the parts, and how it ended.

    If `bench_file` is "", read bench.yaml in the program's folder. If `png` is not "", write the
    picture of the first display to this file. Raise TableError if the program fails or misuses a
    chip, or if the time, a file or the bench is wrong.
    """
    seconds = _seconds(time)
    main = Path(program)
    read_bytes(main, "no-program")
    file = read(bench_file or str(main.with_name("bench.yaml")))
    display = _display(file.parts) if png else ""
    if png:
        check_writable(png)
    with Bench(file.parts, main, file.steps, backend, seed) as bench:
        bench.go(seconds)
        print(
            bench.printed, end="" if bench.printed.endswith("\n") else "\n" * bool(bench.printed)
        )
        if not bench.ending.hung:
            _show(bench)
        if display and not bench.ending.hung:
            write_file(png, pictures.display(bench.screen(display)))
        if bench.failed:
            raise TableError("program-failed", bench.sentence())
        print(bench.sentence())


def _display(parts: BenchParts) -> str:
    """Return the name of the bench's first display; raise TableError if it has none."""
    for kind, name, _ in parts.wired:
        if kind == "ssd1683":
            return name
    raise TableError(
        "no-display", "--png needs a display, and this bench has none: add one, or remove --png"
    )


def _show(bench: Bench) -> None:
    for name, seen in bench.look().items():
        print(f"{name}: {_told(seen)}")
    for chip, what in bench.notes:
        print(f"not modelled: {chip}: {what}")


def _told(seen: Seen) -> str:
    """Describe the state of a part: colours in hexadecimal, levels, or the number of tones."""
    if isinstance(seen, int):
        return f"{seen} tones"
    if isinstance(seen, str):
        return f"GPA0-7 {seen[:8]}, GPB0-7 {seen[9:]}"
    return " ".join("".join(f"{part:02x}" for part in colour) for colour in seen)


def _seconds(told: str) -> float:
    """Parse a time such as 10s, 500ms or 2m; return seconds."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s|m|)", told)
    seconds = float(found[1]) * _UNITS[found[2]] if found else 0
    if not 0 < seconds <= _LONGEST_S:
        raise TableError(
            "bad-time", f"'{told}' is not a time to run: use 10s, 500ms or 2m, a day at most"
        )
    return seconds
