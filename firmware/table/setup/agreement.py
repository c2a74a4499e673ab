"""Questions about the rules that a house leaves to its players, asked after a house is chosen."""

import texts
from belote.housefile import HouseError
from table.files import houses
from table.menus.options import Options
from table.setup.questions import Item

# For each key that a house file may leave open: the question, and the text of each answer.
QUESTIONS = {
    "melds": (texts.WITH_MELDS, {"on": texts.YES, "off": texts.NO}),
    "third": (
        texts.THIRD_DOUBLE,
        {"no": texts.NO, "x8": texts.TIMES_EIGHT, "match": texts.FOR_THE_MATCH},
    ),
    "no_trump": (texts.ACES_ALONE, {"none": texts.NO, "aces": texts.YES}),
    "kirtik": (texts.WITH_KIRTIK, {"0": texts.NO, "10": texts.YES}),
}


class Agreement(Item):
    """Item that asks about each rule that the house in use leaves open.

    Each answer counts at once. PASS leaves the remaining rules as they are.
    """

    def _ask_first(self) -> None:
        settings = self.settings
        self.open = houses.left_open(settings.root, settings.house)
        self._ask_next()

    def _ask_next(self) -> None:
        if not self.open:
            self.setup.offer()
            return
        key, self.words = self.open.pop(0)
        self.key = key
        question, answers = QUESTIONS[key]
        rows = [(answers[word], Agreement.use) for word in self.words]
        self._ask_me(question, Options(*rows, left=Item.back))

    def use(self, seat: int, choice: int) -> None:
        """Use and save the chosen answer, and ask the next question.

        If the answer contradicts other rules, drop it and go back to the menu.
        """
        settings = self.settings
        key = self.key + ": "
        agreed = [line for line in settings.agreed if not line.startswith(key)]
        agreed.append(key + self.words[choice])
        try:
            house = houses.load(settings.root, settings.house, agreed)
        except HouseError as error:
            self.table.voice.call(houses.label(self.table.match.house.name, error))
            self.setup.offer(texts.HOUSE_WRONG)
            return
        self.table.match.use(house)
        settings.agreed = agreed
        if settings.save():
            self._ask_next()
        else:
            self.setup.offer(texts.NOT_SAVED)
