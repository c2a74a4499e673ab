"""Tests of docs/own-driver.md: its outputs are real, its test passes, its lists are right."""

import re

import pytest

from marcoria import cli
from marcoria.paths import MACHINE, ROOT
from marcoria.sandbox.files import KINDS
from marcoria.sim.vm import child, node

PAGE = (ROOT / "docs" / "own-driver.md").read_text()
SHOWN = re.findall(r"```console\n\$ \.venv/bin/marcoria (.*)\n((?:.*\n)*?)```", PAGE)
EXAMPLES = sorted(path.parent.name for path in ROOT.glob("docs/examples/*/main.py"))


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch):
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize(("typed", "output"), SHOWN, ids=[typed for typed, _ in SHOWN])
def test_shown_outputs_are_the_real_ones(typed, output, capsys):
    cli.main(typed.split())
    printed = capsys.readouterr()
    assert printed.out + printed.err == output


def test_the_test_on_the_page_passes():
    (source,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names = {}
    exec(source, names)
    names["test_both_cards_are_read"]()


def test_the_first_bench_equals_that_of_the_example():
    (shown,) = re.findall(r"```yaml\n# [^\n]*\n(.*?)```", PAGE, re.DOTALL)
    assert shown == (ROOT / "docs" / "examples" / "rc522" / "bench.yaml").read_text()


def test_every_example_and_part_is_named():
    assert len(EXAMPLES) == 7
    for name in EXAMPLES:
        assert f"`{name}`" in PAGE or f"docs/examples/{name}/" in PAGE
    for kind in KINDS:
        assert f"| `{kind}` | `" in PAGE


def test_the_listed_names_are_modelled_or_absent_as_the_page_says():
    """The page has only examples of absent names: `_absent.py` has all of them."""
    absent = {}
    exec((MACHINE / "_absent.py").read_text(), absent)
    modelled, raising = PAGE.split("## What is modelled")[1].split("- These raise an error: ")
    examples = re.findall(r"`(\w+)`", raising.split(". `network`")[0])
    there = {*absent["MACHINE"], *absent["MODULES"]}
    assert examples[0] == "machine" and examples[1:] and {*examples[1:]} <= there
    assert not {*re.findall(r"`(\w+)`", modelled)} & there


def test_run_saves_a_picture_if_there_is_a_display(tmp_path, capsys):
    path = tmp_path / "paper.png"
    epaper = "docs/examples/epaper/main.py"
    assert cli.main(["run", epaper, "--for", "6s", "--png", str(path)]) == 0
    assert path.read_bytes()[:4] == b"\x89PNG"
    assert cli.main(["run", "docs/examples/rc522/main.py", "--png", str(path)]) == 1
    assert "--png needs a display" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "sentence"),
    {
        "--for 3h": "'3h' is not a time to run: use 10s, 500ms or 2m",
        "--for 0": "'0' is not a time to run",
        "--bench no.yaml": "cannot read no.yaml: No such file or directory",
        "--bench docs/examples": "cannot read docs/examples: Is a directory",
    }.items(),
)
def test_a_program_that_cannot_run_is_explained_in_a_sentence(typed, sentence, capsys):
    assert cli.main(["run", "docs/examples/rc522/main.py", *typed.split()]) == 1
    assert sentence in capsys.readouterr().err


def test_missing_node_is_explained_in_a_sentence(monkeypatch, capsys):
    def nothing():
        raise node.NoVM

    monkeypatch.setattr(node, "find", nothing)
    monkeypatch.setattr(child, "_idle", {})
    assert cli.main(["run", "docs/examples/rc522/main.py", "--backend", "vm"]) == 1
    assert "MicroPython's VM cannot run here because node 20 or newer" in capsys.readouterr().err
