"""A hub that is installed: its service files are valid, and its package has all its files."""

import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from marcoria.cli import app, main
from marcoria.commands import parser
from marcoria.hub.sqlite import FileStore
from marcoria.paths import ROOT
from servers import program

RUNS_ON = "cpython"

_INSTALLED = "/opt/marcoria/.venv/bin/marcoria"
_UNITS = sorted((ROOT / "deploy").glob("*.service"))
_MOSQUITTO = ROOT / "deploy" / "marcoria-mosquitto.service"
_OURS = [unit for unit in _UNITS if unit != _MOSQUITTO]


def _command(unit: Path) -> list[str]:
    lines = unit.read_text("utf-8").splitlines()
    (told,) = (line.partition("=")[2] for line in lines if line.startswith("ExecStart="))
    return shlex.split(told)


@pytest.mark.parametrize("unit", _OURS, ids=lambda unit: unit.stem)
def test_the_command_of_a_service_exists(unit: Path) -> None:
    name, *words = _command(unit)
    assert name == _INSTALLED
    path, command, rest = parser.find(app(), words)
    assert parser.values(path, command, rest)["db"]


@pytest.mark.parametrize("unit", _UNITS, ids=lambda unit: unit.stem)
def test_systemd_accepts_a_service(unit: Path, tmp_path: Path) -> None:
    copy = tmp_path / unit.name
    copy.write_text(unit.read_text("utf-8").replace(_INSTALLED, sys.executable), "utf-8")
    command = [program("systemd-analyze"), "verify", str(copy)]
    done = subprocess.run(command, check=False, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")


def test_the_services_are_found() -> None:
    assert len(_UNITS) == 4


def test_the_broker_of_a_club_starts_with_the_files_of_its_hub(tmp_path: Path) -> None:
    (name, option, config) = _command(_MOSQUITTO)
    assert (name, option) == ("/usr/sbin/mosquitto", "-c")
    FileStore(f"{tmp_path}/hub.sqlite").close()
    folder = tmp_path / Path(config).parent.name
    assert main(["hub", "mosquitto", str(folder), "--db", f"{tmp_path}/hub.sqlite"]) == 0
    assert (folder / Path(config).name).exists()
    for unit in _OURS:
        told = unit.read_text("utf-8")
        assert _MOSQUITTO.name in told or "--broker" not in told


def test_the_package_of_the_hub_has_all_its_files() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    folder = ROOT / "host_tools" / "marcoria" / "hub"
    patterns = [*config["tool"]["setuptools"]["package-data"]["marcoria.hub"], "*.py"]
    packed = {path for pattern in patterns for path in folder.glob(pattern)}
    there = {path for path in folder.rglob("*.*") if path.is_file() and path.suffix != ".pyc"}
    assert there and packed == there


def test_the_commands_of_the_containers_exist() -> None:
    text = (ROOT / "deploy" / "compose.yaml").read_text("utf-8")
    services = yaml.safe_load(text)["services"]
    commands = [services[name]["command"] for name in ("hub", "worker")]
    for words in commands:
        path, command, rest = parser.find(app(), words)
        found = parser.values(path, command, rest)
        assert found["db"].startswith("postgresql://") and found["broker"] == "/club/address"
    # Mosquitto's files name the folder in which both programs see them.
    assert "/club/mosquitto.conf" in services["broker"]["command"]
    for name in ("hub", "worker", "broker"):
        assert any("/club" in volume for volume in services[name]["volumes"])
