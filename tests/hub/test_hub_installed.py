"""An installed hub: services and containers have valid files, and the package is complete."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

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


def _containers() -> dict[str, dict[str, Any]]:
    text = (ROOT / "deploy" / "compose.yaml").read_text("utf-8")
    services: dict[str, dict[str, Any]] = yaml.safe_load(text)["services"]
    return services


def _image() -> str:
    return (ROOT / "deploy" / "Dockerfile").read_text("utf-8")


def test_the_commands_of_the_containers_exist() -> None:
    services = _containers()
    for name in ("hub", "worker"):
        path, command, rest = parser.find(app(), services[name]["command"])
        found = parser.values(path, command, rest)
        assert (found["db"], found["broker"]) == ("postgresql:///hub", "/club/address")
        assert services[name]["environment"]["PGHOST"] in services
    # Mosquitto's files contain the path of their folder, so all containers mount the folder at
    # this path.
    assert "/club/mosquitto.conf" in services["broker"]["command"]
    for name in ("hub", "worker", "broker"):
        assert any("/club" in volume for volume in services[name]["volumes"])


def test_the_broker_may_read_the_secret_files_of_the_hub() -> None:
    user = re.search(r"useradd --uid (\d+) (\w+)", _image())
    assert user and f"USER {user[2]}\n" in _image()
    assert _containers()["broker"]["user"].partition(":")[0] == user[1]


def test_the_image_has_all_that_setup_needs_and_no_password() -> None:
    lines = (ROOT / "deploy" / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    assert "*" in lines
    taken = {line[1:] for line in lines if line.startswith("!")}
    assert all((ROOT / name).exists() for name in taken) and "deploy" not in taken
    assert {"firmware", "hardware", "host_tools", "pyproject.toml", "setup.py"} <= taken
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {project["readme"], *project["license-files"]} <= taken
    locks = re.findall(r"-r (\S+\.txt)", _image())
    assert {"run.txt", "hub.txt"} <= set(locks)
    assert all((ROOT / "requirements" / name).is_file() for name in locks)
