"""A bar's own house at a simulated table: a file that lies on its flash, where a bar puts it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from marcoria.game.houses import ENDING, house_of, open_house, text_of
from marcoria.scenarios.scenario import Scenario

_FOLDER = "/bar/houses"


def with_house(scenario: Scenario, name: str) -> Scenario:
    """The scenario, played by the house of that name or of that file. TableError if there is
    none."""
    if not name.endswith(ENDING):
        return replace(scenario, house=name)
    called = Path(name).stem
    files = {**scenario.files, _path(called): text_of(name)}
    return replace(scenario, house=called, files=files)


def house_at(scenario: Scenario) -> Any:
    """The house that people play there, as the table finds it: the bar's own ones come first."""
    own = scenario.files.get(_path(scenario.house))
    return open_house(scenario.house) if own is None else house_of(own, _path(scenario.house))


def _path(name: str) -> str:
    return f"{_FOLDER}/{name}{ENDING}"
