"""docs/security.md: its promises name existing tests, and the waits after wrong PINs are right."""

import ast
import re

from marcoria.paths import FIRMWARE, ROOT
from named_tests import functions
from table.lock import WAITS_S

_PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
_TESTS = ROOT / "tests"
_NAME = re.compile(r"`([^`]+)`")
_NETWORK = {"network", "socket", "bluetooth", "aioble", "espnow", "ssl", "tls", "webrepl"}


def _promises() -> dict[str, list[str]]:
    """Return the promises with the tests that they name."""
    table = _PAGE.split("## What the table promises")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("|")]
    return {sentence: _NAME.findall(tests) for sentence, tests in rows[2:]}


def test_each_promise_is_tested() -> None:
    promises = _promises()
    assert len(promises) >= 15
    assert [sentence for sentence, tests in promises.items() if not tests] == []


def test_each_named_test_exists() -> None:
    there = {path.name for path in _TESTS.rglob("*.yaml")}
    there |= functions()
    named = [name for tests in _promises().values() for name in tests]
    assert [name for name in named if name not in there] == []


def test_the_documented_waits_are_those_of_the_table() -> None:
    said = [int(number) for number in re.findall(r"(\d+) s \|", _PAGE)]
    assert said == [seconds for seconds in WAITS_S if seconds]
    hours, days = re.findall(r"(\d+) hours for four\s+suits and (\d+) days for six", _PAGE)[0]
    assert _seconds_of_all_tries(4) // 3600 == int(hours)
    assert _seconds_of_all_tries(6) // 86400 == int(days)


def _seconds_of_all_tries(suits: int) -> int:
    """Return the seconds that a person must wait in all to try every PIN of this length."""
    return sum(WAITS_S) + WAITS_S[-1] * (4**suits - len(WAITS_S))


def test_only_the_courier_imports_a_network() -> None:
    for path in FIRMWARE.rglob("*.py"):
        if path.parent.name == "courier":
            continue
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                found = {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                found = {node.module}
            else:
                continue
            assert not found & _NETWORK, path
