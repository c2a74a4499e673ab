"""Tests of the files on a simulated board: the firmware's own, and settings and decks in /bar."""

from collections.abc import Iterator
from typing import cast

import pytest

from marcoria.paths import FIRMWARE, HOUSES
from marcoria.sim.cpython.backend import Cpython
from marcoria.sim.simtable import SimTable

_PROGRAM = """
import os
folder = "/a/belote/houses"
print(sorted(os.listdir(folder)))
with open(folder + "/french.house", "rb") as file:
    file.seek(2)
    print(file.read(20))
with open(folder + "/french.house", encoding="utf-8") as file:
    print(len(file.read()))
print(os.stat(folder)[0] & 0xF000, os.stat(folder + "/french.house")[6])
try:
    open(folder + "/none.house")
except OSError:
    print("none")
with open("/bar/decks/bar.deck", "rb") as file:
    print(file.read())
with open("/bar/decks/other.deck", "wb") as file:
    file.write(b"kept")
"""


@pytest.fixture(params=["cpython", "vm"])
def table(request: pytest.FixtureRequest) -> Iterator[SimTable]:
    with SimTable(backend=request.param) as table:
        yield table


def test_the_firmware_finds_its_own_files_and_the_bars(table: SimTable) -> None:
    table.write("/bar/decks/bar.deck", b"7H 04AB\n")
    table.boot(_PROGRAM)
    french = (HOUSES / "french.house").read_bytes()
    names = sorted(path.name for path in HOUSES.iterdir())
    size = len(french.decode())
    told = [names, french[2:22], size, f"16384 {len(french)}", "none", b"7H 04AB\n"]
    assert table.printed == "".join(f"{line}\n" for line in told)


_WORDS = """
import os
folder = "/a/ui/words"
print(sorted(os.listdir(folder)), os.stat(folder + "/en.words")[6])
with open(folder + "/en.words", "rb") as file:
    print(file.read())
"""


def test_files_of_words_are_unchanged_on_the_board(table: SimTable) -> None:
    table.boot(_WORDS)
    folder = FIRMWARE / "ui" / "words"
    english = (folder / "en.words").read_bytes()
    names = sorted(path.name for path in folder.iterdir())
    assert table.printed == f"{names} {len(english)}\n{english!r}\n"


def test_files_are_written_and_read_with_the_power_on_or_off(table: SimTable) -> None:
    table.write("/bar/decks/bar.deck", b"7H 04AB\n")
    assert table.read("/bar/decks/bar.deck") == b"7H 04AB\n"
    table.boot(_PROGRAM)
    assert table.read("/bar/decks/other.deck") == b"kept"
    table.cut_power()
    assert table.read("/bar/decks/other.deck") == b"kept"
    with pytest.raises(FileNotFoundError):
        table.read("/bar/decks/none.deck")


def test_files_of_the_firmware_are_not_readable_as_the_bars(table: SimTable) -> None:
    table.boot("print(1)")
    with pytest.raises(FileNotFoundError):
        table.read("/a/belote/houses/french.house")


# `told` makes a call and returns "done", or the number of the OSError that the call raised.
_TOLD = """
def told(what, *arguments):
    try:
        what(*arguments)
        return "done"
    except OSError as error:
        return error.args[0]
"""
_FOLDERS = """
import os
def tree(folder):
    for name, kind, *_ in sorted(os.ilistdir(folder)):
        yield folder + "/" + name
        if kind == 0x4000:
            yield from tree(folder + "/" + name)
os.mkdir("/d/e")
with open("/d/e/2", "w") as file:
    file.write("kept")
os.rename("/d", "/n")
os.mkdir("/d")
os.rename("/n/e", "/d")
with open("/d/2") as file:
    print(file.read(), *tree("/n"), *tree("/d"))
os.mkdir("/dd")
for what, *paths in (
    (os.mkdir, "/x/y"), (os.mkdir, "/d/2/y"), (os.mkdir, "/d"), (os.mkdir, "/d/2"),
    (os.rename, "/d/2", "/x/y"), (os.rename, "/d", "/x/y"), (os.rename, "/d", "/d/y"),
    (os.rename, "/d", "/n"), (os.rename, "/d", "/n/1"), (os.rename, "/d/2", "/dd"),
    (os.rename, "/x", "/y"), (os.rename, "/d", "/d"), (os.rename, "/d/2", "/d/2"),
    (os.rename, "/d", "/dd"),
):
    print(told(what, *paths) == "done", end=" ")
print(*tree("/n"), *tree("/dd"))
"""


def test_folders_are_made_and_renamed_as_in_the_vm(table: SimTable) -> None:
    table.write("/d/1", b"1")
    table.boot(_TOLD + _FOLDERS)
    told = ["kept /n/1 /d/2", *["False"] * 11, *["True"] * 3, "/n/1 /dd/2"]
    assert table.printed.split() == " ".join(told).split()


_SAVES = """
import os
def save():
    with open("/bar/a~", "w") as file:
        file.write("new")
    os.rename("/bar/a~", "/bar/a")
print(*[told(save) for _ in range(6)])
"""


def test_file_operations_fail_on_order() -> None:
    with SimTable() as table:
        table.write("/bar/a", b"old")
        files = table.backend.files
        for number, (told, left) in enumerate([("5", b"old"), ("5", b"old"), ("5", b"old")]):
            table.write("/bar/a", b"old")
            files.fail_at(1 + number, 1 << 20)
            table.boot(_TOLD + _SAVES)
            assert table.printed.split()[-6:] == [told] * 6 and table.read("/bar/a") == left
        files.fail_at(4)
        table.boot(_TOLD + _SAVES)
        assert table.printed.split()[-6:].count("done") == 5
        assert table.read("/bar/a") == b"new"


@pytest.mark.parametrize("backend", ["cpython", "vm"])
def test_a_failing_flash_raises_an_error_on_the_board(backend: str) -> None:
    program = """
from esp32 import Partition
(flash,) = Partition.find(Partition.TYPE_DATA, label="journal")
data = bytearray(16)
print(told(flash.readblocks, 0, data, 0), told(flash.readblocks, 0, data, 0))
print(told(flash.writeblocks, 0, data, 0), told(flash.ioctl, 6, 0), told(flash.ioctl, 6, 0))
"""
    with SimTable(backend) as table:
        table.order("flash.fail_at", 2, 3)
        table.boot(_TOLD + program)
        assert table.printed.split() == ["done", "-24577", "-24577", "-24577", "done"]


_SAVES_SETTINGS = """
from table.files.settings import Settings
settings = Settings("")
settings.volume = 1
settings.names = ["Anna", "Beppe", "Carla", "Dino"]
print(settings.save())
"""
_LOADS = """
from table.files.settings import Settings
settings = Settings("")
print(settings.volume, settings.names[3], settings.wrong)
"""


def _after_a_cut(call: int, seed: int) -> str:
    """Save settings with a power cut in file operation `call`; return the settings loaded then.

    Return "saved" if the save ends before that operation.
    """
    with SimTable() as table:
        table.write("/bar/settings.json", b'{"volume": 3}')
        cast(Cpython, table.backend).files.cut_at(call, seed)
        table.boot(_SAVES_SETTINGS)
        if table.printed:
            return "saved"
        table.boot(_LOADS)
        return table.printed.strip().split("\n")[-1]


def test_a_power_cut_during_a_save_leaves_the_old_settings() -> None:
    found = {_after_a_cut(call, seed) for call in range(1, 20) for seed in range(3)}
    assert found == {"3  False", "saved"}


@pytest.mark.parametrize("backend", ["cpython", "vm"])
def test_a_power_cut_keeps_a_file_that_is_open_for_writing(backend: str) -> None:
    program = "import time\nfile = open('/bar/note', 'w')\nfile.write('new')\ntime.sleep(9)\n"
    with SimTable(backend=backend) as table:
        table.write("/bar/note", b"old")
        table.boot(program)
        table.until(1_000)
        table.cut_power()
        assert table.read("/bar/note") == b"old"
        table.boot("open('/bar/note', 'w').close()")
        table.until(1_000)
        table.cut_power()
        assert table.read("/bar/note") == b""
