"""A bar's own house at a simulated table: a file that lies on its flash, where a bar puts it."""

from pathlib import Path

from marcoria.bdn.redeal import Redeal
from marcoria.firmware.belote.house import House
from marcoria.game.houses import ENDING, check_apart, house_of, names, open_house, text_of
from marcoria.scenarios.scenario import Scenario

_FOLDER = "/bar/houses"


def with_house(scenario: Scenario, name: str) -> Scenario:
    """The scenario, played by the house of that name, which its own `files` may have, or of a
    file, seen from the scenario's folder. TableError if there is none, or if it is wrong."""
    file = Path(scenario.path).parent / (name if name.endswith(ENDING) else name + ENDING)
    files, known = dict(scenario.files), _path(name) in scenario.files or name in names()
    if name.endswith(ENDING) or (not known and file.is_file()):
        name = file.stem
        files[_path(name)] = text_of(str(file))
    found = scenario.with_changes(house=name, files=files)
    house_at(found)
    if _path(name) in files:
        check_apart({name: files[_path(name)]})
    return found


def dealt_again(scenario: Scenario, deal: Redeal) -> Scenario:
    """The scenario, its first deal as one on paper was dealt."""
    files = dict(scenario.files)
    if deal.rules:
        files[_path(deal.house)] = deal.rules
    return scenario.with_changes(
        house=deal.house,
        agreed=deal.agreed,
        dealer=deal.dealer,
        deal=deal.told(),
        files=files,
    )


def house_at(scenario: Scenario) -> House:
    """The house that people play there, as the table finds it and as they have agreed: the bar's
    own ones come first."""
    own = scenario.files.get(_path(scenario.house))
    if own is None:
        return open_house(scenario.house, scenario.agreed)
    return house_of(own, _path(scenario.house), scenario.agreed)


def _path(name: str) -> str:
    return f"{_FOLDER}/{name}{ENDING}"
