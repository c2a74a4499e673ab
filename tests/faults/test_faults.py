"""Play the scenarios of faults; the number in a file's name is a row of docs/faults.md."""

import re
from collections import Counter
from pathlib import Path

import pytest

from marcoria.scenarios.files import read
from scenarios import play
from tiers import backends

_HERE = Path(__file__).parent
_FILES = sorted(_HERE.glob("*.yaml"))
_CODE = sorted([*_HERE.glob("test_fault_*.py"), *_HERE.parent.glob("flash/test_*.py")])
for _folder in ("device", "web", "hub"):
    _CODE += sorted(_HERE.parent.glob(f"{_folder}/test_*.py"))
_TABLE = _HERE.parent.parent / "docs" / "faults.md"
_ROWS = 78
# The columns are: number, fault, what the table does, tests.
_ROW = re.compile(r"\| (\d+) \| [^|]+ \| [^|]+ \| ([^|]+) \|$")
_NAME = re.compile(r"`([^`]+)`")
_NUMBERED = re.compile(r"(?:test_fault_)?(\d\d)[a-z]?_[a-z0-9_]+(?:\.yaml)?$")


@pytest.mark.parametrize("backend", backends(in_vm=1))
@pytest.mark.parametrize("path", _FILES, ids=lambda path: path.stem)
def test_fault(path: Path, backend: str) -> None:
    play(read(str(path)), backend)


def _rows() -> list[tuple[int, str]]:
    """Return each row of docs/faults.md: its number, and the column with the names of tests."""
    found = [_ROW.match(line) for line in _TABLE.read_text(encoding="utf-8").splitlines()]
    return [(int(row[1]), row[2]) for row in found if row]


def test_every_row_has_a_test() -> None:
    rows = _rows()
    assert [number for number, _ in rows] == list(range(1, _ROWS + 1))
    assert [number for number, where in rows if not _NAME.search(where)] == []


def test_the_table_names_every_scenario_once_and_in_its_row() -> None:
    there = [path.name for path in _FILES]
    for path in _CODE:
        text = path.read_text(encoding="utf-8")
        there += re.findall(r"^def (test_fault_\w+)", text, re.M)
    named: Counter[str] = Counter()
    for number, where in _rows():
        for name in _NAME.findall(where):
            row = _NUMBERED.match(name)
            assert row and int(row[1]) == number, f"{name} in row {number}"
            named[name] += 1
    assert sorted(named.elements()) == sorted(there)
