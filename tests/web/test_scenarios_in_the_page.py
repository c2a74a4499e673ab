"""Tests of scenario files in the page's VMs, which Node runs here without a page."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from marcoria.errors import TableError
from marcoria.paths import TESTS
from marcoria.scenarios.files import parse
from marcoria.sim.vm.node import find

RUNS_ON = "cpython"

_RUNNER = Path(__file__).with_name("scenario.mjs")
_FAULTS = sorted((TESTS / "faults").glob("*.yaml"))


def _played(site: Path, *files: Path) -> list[dict[str, Any]]:
    done = subprocess.run(
        [find()[0], _RUNNER, site, *files],
        capture_output=True,
        encoding="utf-8",
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.soak
@pytest.mark.parametrize("file", _FAULTS, ids=lambda file: file.stem)
def test_a_scenario_passes_in_the_page_as_on_cpython(site: Path, file: Path) -> None:
    """Each scenario must pass, because tests/faults shows that it passes on CPython."""
    (found,) = _played(site, file)
    assert not found.get("refused"), found
    assert not found["troubles"] and not found["fault"], found
    last = found["steps"][-1]
    assert last["ok"], last["wrong"]
    scenario = parse(file.read_text("utf-8"), str(file))
    starts = any(step.verb == "play" for step in scenario.steps)
    lines = [1] * starts + [step.line for step in scenario.steps]
    assert [step["line"] for step in found["steps"] if step["ok"]] == lines


_WAITS = "steps: [wait: 100]\n"
_FAILS = {
    "a light with another state": (
        "steps:\n- wait: 6000\n- expect: {lights: {S: turn}}\n",
        3,
        "scenario: line 3: expect: not within 3000 ms: the light of S says off, not turn",
    ),
    "a card that is not there": (
        "steps:\n- lift: 7H\n",
        2,
        "scenario: line 2: lift: this is not possible: 7H lies on no pad",
    ),
    "words that are not there": (
        "steps:\n- wait: 6000\n- expect: {text: Play chess}\n",
        3,
        "scenario: line 3: expect: not within 3000 ms: the display does not say 'Play chess'",
    ),
}


@pytest.mark.soak
def test_a_failed_expectation_is_reported_with_its_line(site: Path, tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.yaml" for number in range(len(_FAILS))]
    for file, (text, _, _) in zip(files, _FAILS.values(), strict=True):
        file.write_text(text, "utf-8")
    for found, (_, line, sentence) in zip(_played(site, *files), _FAILS.values(), strict=True):
        last = found["steps"][-1]
        assert last["line"] == line and last["ok"] is False
        assert last["wrong"].startswith(sentence), last["wrong"]
        assert "the last records of the journal" in last["wrong"] or "not possible" in sentence


# Texts with syntax errors, which each YAML parser reports in its own words.
_NO_YAML = {
    "brackets": "steps: [wait: 100\n",
    "indentation": "table:\n  seed: 1\n house: french\nsteps: []\n",
    "an unknown name": f"about: *nobody\n{_WAITS}",
    "two documents": f"{_WAITS}---\n{_WAITS}",
}
_WRONG = {
    "nothing": "",
    "a list": "- wait: 100\n",
    "no steps": "about: nothing\n",
    "an unknown key": f"tabel: {{}}\n{_WAITS}",
    "an unknown step": "steps:\n- sing\n",
    "no house": f"table:\n  house: nowhere\n{_WAITS}",
    "a wrong card": "steps:\n- put: 1H S\n",
    "an unknown order": "steps:\n- wait: 1\n- order: [display.chip.reset]\n",
    "an order of the world": "steps:\n- order: [power_on, S]\n",
    "too many values": "steps:\n- order: [readers.S.wedge, hard, now]\n",
    "a value that cannot be set": "steps:\n- set: [flash.cells, 0]\n",
    "a card twice": f"deal: {{hands: {{N: 7H 7H}}}}\n{_WAITS}",
    "a hand with too few cards": f"deal: {{hands: {{N: 7H 8H}}}}\n{_WAITS}",
    "a file of deals": f"deal: hand.bdn\n{_WAITS}",
    "a key twice": f"table:\n  seed: 1\n  seed: 2\n{_WAITS}",
    "an own house that is wrong": (
        f"table: {{house: bar}}\nfiles:\n  /bar/houses/bar.house: |\n    name: Bar\n{_WAITS}"
    ),
}


def test_a_bad_file_is_refused_in_the_same_words(site: Path, tmp_path: Path) -> None:
    texts = [*_WRONG.values(), *_NO_YAML.values()]
    files = [tmp_path / f"{number}.yaml" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text, "utf-8")
    answers = _played(site, *files)
    for answer, text in zip(answers, texts, strict=True):
        with pytest.raises(TableError) as caught:
            parse(text)
        told, wanted = answer["sentence"], caught.value.detail
        assert answer["refused"] == caught.value.code, (text, answer)
        if text in _NO_YAML.values():
            assert told.split(":")[:2] == wanted.split(":")[:2], (told, wanted)
        elif text == _WRONG["a file of deals"]:
            assert told == "scenario: line 1: cannot read hand.bdn: the page has no such file"
        else:
            assert told == wanted


def test_yaml_anchors_and_block_texts_are_read(site: Path, tmp_path: Path) -> None:
    file = tmp_path / "names.yaml"
    house = (TESTS.parent / "firmware" / "belote" / "houses" / "french.house").read_text("utf-8")
    lines = "".join(f"    {line}\n" for line in house.splitlines())
    file.write_text(
        f"files:\n  /bar/houses/bar.house: |\n{lines}"
        "table: {house: &bar bar, seed: 0x7}\nabout: *bar\n"
        "steps:\n- &short\n  wait: 100\n- *short\n- 'rap': \"S\"\n",
        "utf-8",
    )
    (found,) = _played(site, file)
    assert found["house"] == "bar" and found["steps"][-1]["ok"], found
    assert len([step for step in found["steps"] if step["ok"]]) == 3
