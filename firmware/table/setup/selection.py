"""Items of the set-up that choose from a list: the house, the deck, the language."""

from micropython import const

import texts
from belote.housefile import HouseError
from codes.journal import Notes
from table.files import houses, languages
from table.menus.options import Options
from table.setup.agreement import Agreement
from table.setup.questions import Item

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.table import Table


class OneOf(Item):
    """Base class of an item that offers titles one after the other, first the current one.

    `_use` is called with the name that belongs to the chosen title.
    """

    titles: list[str]
    names: list[str]
    at: int

    def _offer(self, names: list[str], titles: list[str], current: str) -> None:
        self.names = names
        self.titles = titles
        self.at = names.index(current) if current in names else 0
        self._offer_one()

    def _offer_one(self) -> None:
        self.table.voice.call(self.titles[self.at].encode())
        self._ask_me(texts.SHALL_IT_BE, _SHALL_IT_BE)

    def this_one(self, seat: int, choice: int) -> None:
        """Choose the title that is offered."""
        self._use(self.names[self.at])

    def next_one(self, seat: int, choice: int) -> None:
        """Offer the next title."""
        self.at = (self.at + 1) % len(self.names)
        self._offer_one()

    def _use(self, name: str) -> None:
        raise NotImplementedError


class HouseItem(OneOf):
    """Item that chooses the house, and then asks about the rules that the house leaves open."""

    def _ask_first(self) -> None:
        found = houses.find(self.settings.root)
        names = sorted(found)
        titles = [houses.title(found[name]) or name for name in names]
        self._offer(names, titles, self.settings.house)

    def _use(self, name: str) -> None:
        wrong = play(self.table, name)
        if wrong:
            self.setup.offer(wrong)
        else:
            Agreement(self.setup, self.seat, 0)


class DeckItem(OneOf):
    """Item that chooses the deck that is played with."""

    def _ask_first(self) -> None:
        names = [name.decode() for name in self.table.deck.names]
        if names:
            self._offer(names, names, self.settings.deck)
        else:
            self.setup.offer(texts.NO_DECK)

    def _use(self, name: str) -> None:
        self.table.deck.active = self.at
        self.table.journal.add(Notes.DECK, self.seat, self.at)
        self.settings.deck = name
        self._save()


class LanguageItem(OneOf):
    """Item that chooses the language, and closes the menu so that the language is used at once."""

    def _ask_first(self) -> None:
        found = languages.find(self.settings.root)
        names = sorted(found)
        self._offer(names, [found[name] for name in names], self.settings.language)

    def _use(self, name: str) -> None:
        self.settings.language = name
        if self.settings.save():
            self.setup.close()
        else:
            self.setup.offer(texts.NOT_SAVED)


def play(table: "Table", name: str) -> int:
    """Use a house from now on, and save it in the settings; return 0, or the text about an error.

    A change of house resets the agreed rules, the target and the discipline. A house whose file is
    wrong, or that the journal could confuse with another house, is not used. If NOT_SAVED is
    returned, the house is used, but the settings are not saved.
    """
    settings = table.settings
    same = settings.house == name
    agreed = settings.agreed if same else []
    try:
        house = houses.load_anyhow(settings.root, name, agreed)
    except HouseError as error:
        table.voice.call(houses.label(name, error))
        return texts.HOUSE_WRONG
    other = houses.clash(settings.root, name)
    if other:
        table.voice.call(houses.both(name, other).encode())
        return texts.HOUSES_ALIKE
    table.match.use(house)
    if not same:
        settings.house = name
        settings.agreed = agreed
        settings.target = 0
        settings.discipline = -1
    return 0 if settings.save() else texts.NOT_SAVED


_SHALL_IT_BE = Options(
    (texts.YES, OneOf.this_one), (texts.NEXT_ONE, OneOf.next_one), left=OneOf.back
)
