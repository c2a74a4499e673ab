"""Large BDN files are read deal by deal, with little memory.

A deal that is too large or too deeply nested is refused, and the error names the line.
"""

import io
import json
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

import testenv
from bdnkit import book_of, evening, read, written
from marcoria.bdn.files import written as deals_of
from marcoria.bdn.model import Deal, PaperError
from marcoria.bdn.parse import LARGEST, deals
from marcoria.bdn.twin import DEEPEST, JsonText, dump, load
from marcoria.cli import main
from random_houses import Random
from test_bdn_errors import TYPED

_MEGABYTES = 45 if testenv.SOAK else 6  # size of the JSON twin
_MOST_KIB = 64 << 10  # limit of the memory of a command, whatever the size of the file
_LITTLE = 2 << 20  # limit of the bytes of memory for reading a file
# Run the command from a small process: a child's peak includes its parent's memory before `exec`.
_PEAK = """
import resource, subprocess, sys
code = "import sys; from marcoria.cli import main; sys.exit(main(sys.argv[1:]))"
asked = [sys.executable, "-c", code, *sys.argv[1:]]
done = subprocess.run(asked, stdout=subprocess.DEVNULL)
print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
_JSON = [
    '{"deals": ',
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    '"a"',
    '"\\u00e9\\n"',
    "-1.5e3",
    "true",
    "null",
]
_JSON += [" ", "\n", '"', "\\", "0", "é", '{"Note": ["x", "[{"]}', "}]}"]


class _Drop(io.BytesIO):
    """File whose `read(size)` returns at most seven bytes."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(min(size or 0, 7))


def _evening() -> list[Deal]:
    rng = Random(testenv.SEED)
    book = book_of("french", rng, Path())
    return list(read(written(book, evening(book, rng))))


def _twin(megabytes: float) -> Iterator[bytes]:
    """Yield, in pieces, a JSON twin that repeats the same deals up to this size."""
    size, rows = 0, map(str.encode, dump(cycle(_evening())))
    for row in rows:
        size += len(row)
        if size > megabytes * 1e6:
            break
        yield row
    yield b"]}\n"


def test_a_large_twin_takes_little_memory(tmp_path: Path) -> None:
    file = tmp_path / "evenings.json"
    with file.open("wb") as out:
        out.writelines(_twin(_MEGABYTES))
    for typed in (["export"], ["export", "--json"], ["replay"])[: 3 if testenv.SOAK else 1]:
        asked = [sys.executable, "-c", _PEAK, *typed, str(file)]
        done = subprocess.run(asked, check=True, capture_output=True, text=True)
        status, peak = map(int, done.stdout.split())
        assert status == 0 and peak < _MOST_KIB, (typed, peak, done.stderr)


def _repeated(piece: bytes, head: bytes = b"", size: int = 8 << 20) -> Callable[[], io.BytesIO]:
    return lambda: io.BytesIO(head + piece * (size // len(piece)))


@pytest.mark.soak(keep=3)
@pytest.mark.parametrize(
    ("made", "told"),
    [
        (_repeated(b" ", b'{"deals": ['), "Expecting value"),
        (_repeated(b"x", b'{"deals": ["'), "more than 64 KiB"),
        (_repeated(b'"ab",', b'{"deals": [{"Note": ['), "more than 64 KiB"),
        (_repeated(b"[", b'{"deals": ['), "nested brackets"),
        (_repeated(b'{"a":', b'{"deals": ['), "nested brackets"),
        (_repeated(b"7", b'{"deals": ['), "number is far too long"),
        (_repeated(b"7,", b'{"more": ['), "more than 64 KiB"),
        (_repeated(b"\n", b'[House "french"]\n', 1 << 20), ""),
        (_repeated(b"x", b'[House "french"] '), "more than 4096 bytes"),
        (_repeated(b'[Note "abcdefghijklmnopqrstuvwxyz0123456789"]\n'), "more than 64 KiB"),
    ],
)
def test_a_file_of_one_repeated_piece_takes_little_memory(made: Any, told: str) -> None:
    file = made()
    tracemalloc.start()
    try:
        list(islice(deals_of(file, "file"), 100))
        assert not told
    except PaperError as error:
        assert told and told in error.detail and error.line
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < _LITTLE


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
def test_a_line_may_have_4096_bytes_with_each_line_end(end: bytes) -> None:
    for size, told in ((4096, ""), (4097, "more than 4096 bytes")):
        file = io.BytesIO(b'[House "french"]\n' + b";" + b"x" * (size - 1) + end)
        try:
            list(deals_of(file, "file"))
            found = ""
        except PaperError as error:
            found = error.detail
        assert (told in found) and ("more than" in found) == bool(told), found


def test_a_deal_that_is_too_large_is_refused_with_file_and_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deal, blanks = _evening()[0], " " * LARGEST
    rows = "".join(dump([deal, deal])).splitlines(keepends=True)
    notes = "\n".join('[Note "' + "x" * 2000 + '"]' for _ in range(40))
    deep = '{"x": ' + "[" * (DEEPEST - 1) + "]" * (DEEPEST - 1) + "}"
    deeper = deep.replace("[]", "[[]]")
    papers = {
        "large.json": ("".join([*rows[:2], "{" + blanks, rows[2][1:], *rows[3:]]), 3, "64 KiB"),
        "large.bdn": (f"{TYPED}\n{TYPED}{notes}\n", 17 + 14 + 33, "64 KiB"),
        "deep.json": (f'{{"deals": [\n{deep}]}}', 2, "deal 1: x must be a text"),
        "deeper.json": (f'{{"deals": [\n{deeper}]}}', 2, "more than 32 nested brackets"),
        "wrong.json": ('{"deals": [\n{},\n{"House": 5}]}', 3, "deal 2: House must be a text"),
        "cut.json": (f'{{"deals": [\n{json.dumps({})},\n{{"House": "fr', 3, "Unterminated"),
        "more.json": ('{"deals": []}\n\n7', 3, "there is more text after the last bracket"),
    }
    for name, (text, line, told) in papers.items():
        file = tmp_path / name
        file.write_text(text, "utf-8")
        for command in ("replay", "export"):
            status = main([command, str(file)])
            said = capsys.readouterr().err
            assert status == 7 and f"{file}: line {line}, column " in said, (command, said)
            assert told in said


def test_a_deal_of_just_the_largest_size_is_read() -> None:
    for more, fits in ((0, True), (1, False)):
        deal = "{" + " " * (LARGEST - 2 + more) + "}"
        file = io.BytesIO(f'{{"deals": [\n{deal},\n{deal}]}}'.encode())
        if fits:
            assert len(list(load(file))) == 2
        else:
            with pytest.raises(PaperError, match="64 KiB"):
                list(load(file))


def test_the_json_reader_agrees_with_json_loads() -> None:
    dice = Random(testenv.SEED)
    right = 0
    for _ in range(40_000 if testenv.SOAK else 4_000):
        text = _JSON[0] + "".join(dice.choice(_JSON[1:]) for _ in range(dice.randrange(9)))
        if dice.randrange(2):
            listed = [_value(dice, 3) for _ in range(dice.randrange(5))]
            text = json.dumps({"deals": listed}, ensure_ascii=dice.randrange(2) > 0)
            at = dice.randrange(len(text))
            text = dice.choice([text, text, text[:at] + text[at + 1 :], text[:at]])
        wanted, found = _whole(text), _piecemeal(text)
        assert wanted == found, (testenv.SEED, text)
        right += wanted is not None
    assert right > 300


def _value(dice: Random, deep: int) -> Any:
    kind = dice.randrange(6 if deep else 4)
    if kind == 4:
        return [_value(dice, deep - 1) for _ in range(dice.randrange(4))]
    if kind == 5:
        return {f"é{i}": _value(dice, deep - 1) for i in range(dice.randrange(4))}
    return ["[}", dice.randrange(999), None, "\U0001f0a1\n"][kind]


def _whole(text: str) -> Any:
    """Return the list of deals as Python's json reads it, or None if the text is wrong."""
    try:
        found = json.loads(text)["deals"]
    except (ValueError, KeyError, TypeError):
        return None
    return found if isinstance(found, list) else None


def _piecemeal(text: str) -> Any:
    json_text, found = JsonText(_Drop(text.encode("utf-8", "replace"))), None
    try:
        for name in json_text.members():
            if name == "deals" and json_text.next() == "[":
                found = [json_text.value() for _ in json_text.items()]
            else:
                json_text.value()
        json_text.end()
    except PaperError as error:
        assert error.line and error.column
        return None
    return found


def test_empty_lines_between_deals_are_no_part_of_them() -> None:
    text = TYPED + "\n" * 5000 + TYPED + "\n" * 5000
    first, second = deals(io.BytesIO(text.encode()))
    assert (first.line, first.end) == (1, 15)
    assert (second.line, second.end) == (5016, 5030)
