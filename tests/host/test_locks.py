"""The lock files pin every dependency, on each system and with each supported Python."""

import re
from importlib.metadata import PackageNotFoundError, requires

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement

from marcoria.paths import ROOT

_SYSTEMS = {"linux": ("Linux", "posix"), "darwin": ("Darwin", "posix"), "win32": ("Windows", "nt")}
_PIN = re.compile(r"^(\S.*?) *\\$", re.M)


def _environment(python: str, system: str) -> dict[str, str]:
    name, os_name = _SYSTEMS[system]
    return {
        **default_environment(),
        "python_version": python,
        "python_full_version": f"{python}.0",
        "sys_platform": system,
        "platform_system": name,
        "os_name": os_name,
        "extra": "",
    }


def _holds(requirement: Requirement, environment: dict[str, str]) -> bool:
    return requirement.marker is None or requirement.marker.evaluate(environment)


def _name(requirement: Requirement) -> str:
    return re.sub(r"[-_.]+", "-", requirement.name).lower()


def _pinned(text: str, environment: dict[str, str]) -> set[str]:
    pins = [Requirement(line) for line in _PIN.findall(text)]
    return {_name(pin) for pin in pins if _holds(pin, environment)}


def _lacking(text: str, environment: dict[str, str]) -> set[str]:
    """Return the unpinned dependencies of the pinned packages.

    Skip a pinned package that is not installed here, because its dependencies are unknown.
    """
    pinned, needed = _pinned(text, environment), set()
    for name in pinned:
        try:
            found = [Requirement(line) for line in requires(name) or ()]
        except PackageNotFoundError:
            continue
        needed |= {_name(one) for one in found if _holds(one, environment)}
    return needed - pinned


@pytest.mark.parametrize("system", _SYSTEMS)
@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
@pytest.mark.parametrize("file", ["run.txt", "hub.txt", "dev.txt"])
def test_a_lock_holds_on_other_systems(file: str, python: str, system: str) -> None:
    text = (ROOT / "requirements" / file).read_text("utf-8")
    assert _lacking(text, _environment(python, system)) == set()


def test_a_missing_pin_of_another_system_is_found() -> None:
    text = (ROOT / "requirements" / "dev.txt").read_text("utf-8")
    without = re.sub(r"(?m)^colorama=.*$", "", text)
    assert without != text
    assert _lacking(without, _environment("3.11", "win32")) == {"colorama"}
    assert not _lacking(without, _environment("3.11", "linux"))
