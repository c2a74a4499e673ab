"""Another house between two matches: what becomes of the settings, and what if it is wrong."""

import texts
from between import use_house
from table.settings import Settings
from toolkit import Bench, house

SETUP = 5


class Tasks:
    """What this step uses of the real ones, with settings that somebody has changed."""

    def __init__(self, chosen, found):
        self.bench = Bench()
        self.table = self.bench.table
        self.settings = self.bench.settings
        self.settings.target = 501
        self.settings.discipline = 1
        self.chosen = chosen
        self.loading = found
        self.wanted = self.sentence = 0

    def use(self):
        """The step; then the menu is to be opened again, with this sentence."""
        use_house(self)
        assert self.wanted == SETUP and self.loading is None
        return self.sentence

    def saved(self):
        now = Settings(self.settings.path)
        return now.house, now.target, now.discipline


def test_another_house_brings_its_own_target_and_discipline():
    tasks = Tasks("salotto", house("salotto"))
    assert tasks.use() == 0
    assert tasks.saved() == ("salotto", 0, -1) and tasks.table.match.house.name == "Salotto"


def test_the_same_house_again_changes_nothing():
    tasks = Tasks("piedicavallo", house("piedicavallo"))
    assert tasks.use() == 0
    assert tasks.saved() == ("piedicavallo", 501, 1)


def test_a_house_that_is_wrong_changes_nothing():
    tasks = Tasks("salotto", None)
    assert tasks.use() == texts.HOUSE_WRONG
    assert tasks.settings.house == "piedicavallo" and tasks.settings.target == 501
    assert tasks.table.match.house.name == "Piedicavallo"


def test_a_house_that_cannot_be_saved_is_played_and_said_so():
    tasks = Tasks("salotto", house("salotto"))
    tasks.settings.path = "/nowhere/settings.json"
    assert tasks.use() == texts.NOT_SAVED
    assert tasks.table.match.house.name == "Salotto"
