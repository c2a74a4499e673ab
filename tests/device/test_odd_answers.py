"""Commands report a table's answers that differ from docs/link.md, without internal errors."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import testenv
from codes.game import Phases
from lying_cable import Lie, LyingCable, lying_cable
from marcoria.bots.company import Company
from marcoria.cli import main
from marcoria.coroutines import finish
from marcoria.device.answers import fault_of
from marcoria.device.wire import Client, PortWire
from marcoria.errors import Exit, TableError
from marcoria.paths import ROOT
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import open_bar
from marcoria.terminal import clean
from play_on_board import sitting
from served_table import served_table

_FORMS = json.loads((ROOT / "docs" / "link.schema.json").read_text("utf-8"))["$defs"]
_NO_ANSWERS = ("small", "seat", "text", "name", "base64", "line", "question", "error")
_DO = [name for name in _FORMS if name not in _NO_ANSWERS]
_ESCAPES = "\x1b[31m\x1b]0;owned\x07\x9b2J\u202e"
# Values that replace a field of an answer. Some of them are valid for some fields. The value 1.0
# is left out, because a schema's "integer" accepts it.
_ODD: list[Any] = [
    *(None, True, False, "", "x", _ESCAPES, "x" * 5000, "\ud800", "0", "04aabbcc", "04aabbccd"),
    *(-1, -(10**30), 10**30, 1 << 30, 255, 3, 1.5, float("nan"), float("inf")),
    *([], {}, [None], [1] * 8, [_ESCAPES] * 4, [-(10**9)] * 24, [[[[]]]] * 4, {"a": {"a": 1}}),
]
_STRANGE = [
    b"{" + b'"re":[' * 900,
    b'{"re":"\xff\xfe\xe9"',
    '{"re":1}'.encode("utf-16"),
    b'{"n":1,"re":' + b"9" * 5000,
    b"[1,2",
]


def _is_valid(do: str, answer: dict[str, Any]) -> bool:
    form = do if answer.get("ok") is not False else "error"
    schema = {"$ref": f"#/$defs/{form}", "$defs": _FORMS}
    return bool(Draft202012Validator(schema).is_valid(answer))


@pytest.fixture(scope="module")
def played() -> Iterator[Company]:
    with sitting("piedicavallo", "cpython") as company:
        finish(company.people.play_deal())
        finish(company.people.play_cards(6))
        yield company


def _proper(company: Company) -> dict[str, dict[str, Any]]:
    """Return a valid answer to each command of the link, by command.

    Some answers come from a simulated table, and the others are made here.
    """
    host = Client(SimPort(company.body.table))
    told = {do: host.ask(do) for do in ("hello", "state", "test", "time", "house", "names")}
    told |= {"lights": host.ask("lights"), "events": host.ask("events")}
    told |= {"reads": host.ask("reads", seat=1), "flash": host.ask("flash", block=0, slot=0)}
    told["state"] |= {"question": "Deal again?", "answers": ["Yes", "No"], "more": False}
    line = told["lights"]
    told["heap"] = line | {"used": 1, "free": 2}
    told["wifi"] = told["broker"] = told["clock"] = line | {"restarts": True}
    told["courier"] = line | {"ssid": "bar", "host": "hub.local", "state": "reports"}
    told["courier"] |= {"why": "", "sent": 3, "failures": 0}
    told["gain"] = line | {"counts": [0] * 24}
    told["frame"] = line | {"frame": "AAAA" * 80}
    told["enrol"] = line | {"hub": "04aabbcc"}
    told["tag"] = line | {"seat": 1, "uid": "04aabbccddeeff"}
    return told | {do: line for do in _DO if do not in told}


def test_the_check_agrees_with_the_published_schema(played: Company) -> None:
    proper = _proper(played)
    assert set(proper) == set(_DO)
    tried = refused = 0
    for do, answer in proper.items():
        assert _is_valid(do, answer) and not fault_of(do, answer), (do, answer)
        for field in answer.keys() - {"c", "re"}:
            for odd in [KeyError, *_ODD]:
                told = {key: value for key, value in answer.items() if key != field}
                if odd is not KeyError:
                    told[field] = odd
                # Skip values that the schema and `fault_of` judge differently. Only the schema
                # accepts half of a surrogate pair as a text. Only `fault_of` accepts any version
                # of the link, because the doctor reports a wrong version.
                if odd == "\ud800" or (field == "link" and odd != -1):
                    continue
                fault = fault_of(do, told)
                assert (fault is None) == _is_valid(do, told), (do, field, odd, fault)
                tried += 1
                refused += fault is not None
                # With "ok" false the answer is checked as an error, which has other fields.
                assert not fault or fault[0] == field or told.get("ok") is False, (do, told)
    assert tried > 1000 and refused > tried // 2


def test_states_in_all_phases_of_a_match_are_valid() -> None:
    with sitting("bulgarian", "cpython") as company:
        host = Client(SimPort(company.body.table))
        seen, look = set(), company.body.seen

        def ask() -> None:
            look()
            seen.add(host.ask("state")["phase"])

        company.body.seen = ask
        for _ in range(40):
            finish(company.people.play_cards(1))
            ask()
    assert seen >= {Phases.READY, Phases.BIDDING, Phases.PLAY, Phases.DONE}


def test_fields_of_a_newer_table_are_ignored(played: Company) -> None:
    for do, answer in _proper(played).items():
        assert not fault_of(do, answer | {"flavour": {"of": ["the", "month"]}, "x": None})


# --- commands over a cable that changes the answers of a simulated table ------------------------

_FIELDS = {
    do: ["n", "re", "ok", *form.get("properties", {})]
    for do, form in _FORMS.items()
    if do not in _NO_ANSWERS
}
_PULLED = [KeyError, 0, 5000, -1, "64", None, [64], 1.5]
_STATUSES = (0, Exit.WRONG, Exit.NO_DEVICE, Exit.DEVICE_ERROR)


@pytest.fixture(scope="module")
def cable(played: Company) -> Iterator[LyingCable]:
    with served_table(played.body.table) as address, lying_cable(address) as cable:
        yield cable


def _run(cable: LyingCable, typed: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command and return its output.

    Fail if the output has an internal error or control characters.
    """
    capsys.readouterr()
    status = main([*typed.split(), "--table", cable.address])
    told = capsys.readouterr()
    said = told.out + told.err
    assert status in _STATUSES and "mistake in Marcoria" not in said and "Traceback" not in said
    assert said == clean(said) and (said.strip() or not status)
    if "without a valid" in told.err:
        assert status == Exit.DEVICE_ERROR and told.err.count("\nmarcoria: ") <= 1
        assert cable.address in told.err.splitlines()[-1]
    return said


def _needs(cable: LyingCable, typed: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the commands of the link that the host sends when it runs `typed`."""
    asked = set()

    def note(do: str, answer: dict[str, Any]) -> dict[str, Any]:
        asked.add(do)
        return answer

    cable.lie = note
    _run(cable, typed, capsys)
    return sorted(asked - {""})


def _instead(do: str, field: str, odd: Any) -> Lie:
    def lie(asked: str, answer: dict[str, Any]) -> dict[str, Any]:
        if asked == do:
            answer.pop(field, None)
            if odd is not KeyError:
                answer[field] = odd
        return answer

    return lie


@pytest.mark.soak
@pytest.mark.parametrize(
    ("typed", "few"),
    [
        ("doctor", 2),
        ("doctor --json", 1),
        ("pads", 2),
        ("monitor --once --all", 3),
        ("monitor --once --all --json", 1),
    ],
)
def test_odd_fields_cause_no_internal_error(
    typed: str,
    few: int,
    cable: LyingCable,
    capsys: pytest.CaptureFixture[str],
) -> None:
    dice = Random(testenv.SEED)
    lies = named = 0
    for do in _needs(cable, typed, capsys):
        for field in _FIELDS[do]:
            for odd in [KeyError, *dice.sample(_ODD, few)]:
                if field == "re" and type(odd) is int:
                    continue  # the host ignores answers with another number
                cable.lie = _instead(do, field, odd)
                named += f"answers '{do}' without a valid '{field}'" in _run(cable, typed, capsys)
                lies += 1
    assert lies > 10 and named > lies // 4
    cable.lie = lambda do, answer: answer | {"newer": {"than": "this"}}
    assert "without" not in _run(cable, typed, capsys)


def test_the_doctor_says_why_memory_was_not_measured(
    cable: LyingCable, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only while cards are in play does the doctor advise to repeat between two deals."""
    for error, reason in (("not-now", "while cards are in play"), ("failed", "not measured: ")):

        def lie(do: str, answer: dict[str, Any], error: str = error) -> dict[str, Any]:
            refusal = {"n": 1, "re": answer["re"], "ok": False, "error": error}
            return refusal if do == "heap" else answer

        cable.lie = lie
        said = _run(cable, "doctor", capsys)
        assert reason in said and ("repeat between two deals" in said) == (error == "not-now")


def test_odd_blocks_cause_no_internal_error(
    cable: LyingCable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "journal.img"
    for field, odd in [("blocks", odd) for odd in _PULLED] + [("slots", "AA=="), ("slots", [])]:
        cable.lie = _instead("flash", field, odd)
        assert f"without a valid '{field}'" in _run(cable, f"journal pull {file}", capsys)
    seen = 0

    def another(do: str, answer: dict[str, Any]) -> dict[str, Any]:
        nonlocal seen
        seen += 1
        return answer | {"blocks": 64 if seen < 3 else 65}

    cable.lie = another
    assert "which is 64, as it was before" in _run(cable, f"journal pull {file}", capsys)
    assert not file.exists()


def test_a_table_that_repeats_its_records_is_given_up(
    cable: LyingCable, capsys: pytest.CaptureFixture[str]
) -> None:
    first: dict[str, Any] = {}

    def again(do: str, answer: dict[str, Any]) -> dict[str, Any]:
        if do == "events" and "slots" in answer:
            kept = {key: value for key, value in answer.items() if key not in ("n", "re", "c")}
            first.update(kept if not first else {})
            return answer | first
        return answer

    cable.lie = again
    assert "without a valid 'to'" in _run(cable, "monitor --once --all", capsys)


def test_strange_lines_cause_no_internal_error(
    cable: LyingCable, capsys: pytest.CaptureFixture[str]
) -> None:
    for strange in _STRANGE:
        cable.lie = lambda do, answer, line=strange: line  # type: ignore[misc]
        assert "without a valid 're'" in _run(cable, "monitor --once", capsys)


# --- commands that stop the table at its prompt -------------------------------------------------


@pytest.fixture(scope="module")
def resting_cable() -> Iterator[LyingCable]:
    with open_bar("vm", 5) as table:
        table.until(3_000)
        with served_table(table) as address, lying_cable(address) as cable:
            yield cable


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize(
    ("typed", "do", "field", "odd"),
    [
        ("enrol new --dry-run", "state", "phase", None),
        ("deck verify --dry-run", "state", "phase", KeyError),
        ("deploy", "hello", "version", ["0", "1"]),
        ("deploy", "hello", "build", 7),
        ("deploy", "hello", "slot", "../b"),
        ("enrol new --dry-run", "hello", "epoch", _ESCAPES),
    ],
)
def test_odd_fields_of_a_resting_table_cause_no_internal_error(
    typed: str,
    do: str,
    field: str,
    odd: Any,
    resting_cable: LyingCable,
    capsys: pytest.CaptureFixture[str],
) -> None:
    resting_cable.lie = _instead(do, field, odd)
    said = _run(resting_cable, typed, capsys)
    assert f"answers '{do}' without a valid '{field}'" in said


@pytest.mark.soak
def test_odd_tags_are_refused(cable: LyingCable) -> None:
    proper = {"n": 1, "ok": True, "seat": 1, "uid": "04aabbccddeeff"}
    with PortWire(cable.address) as wire:
        cable.lie = lambda do, answer: {"re": answer["re"], **proper}
        assert Client(wire).ask("tag")["uid"] == proper["uid"]
        for odd in ({"uid": "04aabbccd"}, {"uid": ["04"]}, {"seat": 7}, {"phone": False}):
            cable.lie = lambda do, answer, odd=odd: {"re": answer["re"], **proper, **odd}
            with pytest.raises(TableError) as refused:
                Client(wire).ask("tag")
            assert refused.value.code == "odd-answer" and refused.value.facts["field"] in odd


@pytest.mark.soak
def test_odd_lines_of_the_prompt_cause_no_internal_error(
    resting_cable: LyingCable, capsys: pytest.CaptureFixture[str]
) -> None:
    resting_cable.lie = lambda do, answer: answer
    for odd in (b"(\x1b[2J", b"((1, 2), (", b"[" * 300, b"('/bar\xff\xfe", b"(3, '/bar"):
        resting_cable.garble = lambda line, odd=odd: line.replace(b"('/bar", odd)
        assert _run(resting_cable, "settings show", capsys).startswith("marcoria: the table ")
    resting_cable.garble = lambda line: line
    assert "house" in _run(resting_cable, "settings show", capsys)
