"""Finder of the house of a deal: by its name or mark, or from the rules in the deal's tags."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from pathlib import Path

from marcoria.bdn.model import Deal
from marcoria.errors import TableError
from marcoria.firmware.belote.house import House
from marcoria.firmware.belote.housefile import HouseFile, is_confused
from marcoria.firmware.belote.housekeys import BY_NAME
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import Events, Totals
from marcoria.game.houses import alike, house_of, names, open_house, text_of
from marcoria.game.names import seats_of, sides_of
from marcoria.value import Value

_MOST = 200  # a cache with more entries is cleared


class Rulebook(Value):
    """House, a match under its rules, and the tags that name the house in a deal."""

    def __init__(
        self,
        name: str,
        agreed: tuple[str, ...],
        house: House,
        match: Match,
        rules: str = "",
    ) -> None:
        self.name = name
        self.agreed = agreed
        self.house = house
        self.match = match
        self.rules = rules  # value of the tag Rules, "" if deals of this house do not have it

    @property
    def sides(self) -> tuple[str, str]:
        """Return the names of the two sides."""
        return sides_of(self.house)

    @property
    def seats(self) -> tuple[int, ...]:
        """Return the seats that play."""
        return seats_of(self.house)

    def restore(self, totals: Sequence[int]) -> Match:
        """Set the match to the state before a deal, with these totals; return the match."""
        match = self.match
        match.apply(Events.MATCH, totals[Totals.DEALER], self.house.mark)
        match.totals[:] = list(totals)
        match.standing.broken[:] = [0, 0]
        return match

    def tags(self) -> dict[str, str]:
        """Return the tags that name the house in a deal, without empty ones."""
        tags = {
            "House": self.name,
            "Agreed": "; ".join(self.agreed),
            "Rules": self.rules,
            "Mark": f"{self.house.mark:04x}",
        }
        return {name: value for name, value in tags.items() if value}


class Rulebooks:
    """All known houses: the table's houses, houses from files, and houses written in deals.

    `files` maps a house's name to the path of its file. Such a house replaces the table's house of
    the same name.
    """

    def __init__(self, files: Iterable[str] = ()) -> None:
        self.files = OrderedDict([(Path(file).stem, file) for file in files])
        self.found: dict[tuple[str, ...], Rulebook] = {}
        self.marked: dict[int, Rulebook | None] = {}

    def of(self, deal: Deal) -> Rulebook:
        """Return the rulebook of a deal; raise PaperError if the house or its mark is wrong."""
        tags = deal.tags
        if "House" not in tags:
            raise deal.wrong_tag("House", 'the tag House is missing, such as [House "french"]')
        name, agreed, rules, mark = asked = tuple(
            tags.get(name, "") for name in ("House", "Agreed", "Rules", "Mark")
        )
        book = self.found.get(asked)
        if not book:
            if len(self.found) > _MOST:
                self.found.clear()  # a file may have a new house in each deal
            book = self.found[asked] = self._find(deal, *asked)
            if rules and (mark or name not in names()):
                # A later deal may leave out the tag Rules.
                self.found[(name, agreed, "", mark)] = book
        return book

    def _find(self, deal: Deal, name: str, agreed: str, rules: str, mark: str) -> Rulebook:
        lines = tuple(line.strip() for line in agreed.split(";")) if agreed else ()
        try:
            house = self._house(name, lines, rules)
        except TableError as error:
            which = "Rules" if rules else "Agreed" if error.code == "not-left-open" else "House"
            raise deal.wrong_tag(which, _sentence(error, name, self.files))
        book = Rulebook(name, lines, house, Match(house), rules)
        if mark and mark != f"{house.mark:04x}":
            told = (
                f"the rules of {name} here are not the rules of the deal: "
                f"their mark is {house.mark:04x}"
            )
            raise deal.wrong_tag("Mark", told)
        return book

    def _house(self, name: str, agreed: Sequence[str], rules: str) -> House:
        if rules:
            text = "\n".join([f"name: {name}"] + rules.split("; "))
            return house_of(text, name, agreed)
        return open_house(self.files.get(name, name), agreed)

    def with_mark(self, mark: int) -> Rulebook | None:
        """Return the rulebook with this mark, None if no house of the table or of a file has it.

        The rulebook includes the agreements that lead to the mark. Raise TableError if any mark of
        the house is also the mark of different rules.
        """
        if mark not in self.marked:
            self.marked[mark] = self._with_mark(mark)
        return self.marked[mark]

    def _with_mark(self, mark: int) -> Rulebook | None:
        for name in list(self.files) + names():
            for variant in self._file(name).variants():
                if variant.mark == mark:
                    self._check_apart(name)
                    return self.book(name, tuple(variant.agreed))
        return None

    def _check_apart(self, name: str) -> None:
        """Raise TableError if a mark of this house is also the mark of different rules."""
        mine = self._file(name).variants()
        for other in list(self.files) + names():
            if is_confused(mine, self._file(other).variants()):
                raise alike(name, other)

    def _file(self, name: str) -> HouseFile:
        return HouseFile(text_of(self.files.get(name, name)))

    def book(self, name: str, agreed: tuple[str, ...] = ()) -> Rulebook:
        """Return a new rulebook of the house with this name, under these agreements."""
        path = self.files.get(name, name)
        house = open_house(path, agreed)
        if name not in self.files:
            return Rulebook(name, agreed, house, Match(house))
        # A deal of this house gets the tag Rules, which already includes the agreements.
        return Rulebook(name, (), house, Match(house), _carried(self._file(name), agreed))


def _carried(file: HouseFile, agreed: Sequence[str]) -> str:
    """Return the value of the tag Rules: the rules under `agreed` that are not defaults."""
    keys = sorted(file.lines, key=lambda key: file.lines[key])
    words = [(key, file.word(key, agreed)) for key in keys if key in BY_NAME]
    return "; ".join(f"{key}: {word}" for key, word in words if word != BY_NAME[key].default)


def _sentence(error: TableError, name: str, files: dict[str, str]) -> str:
    """Return the sentence for an error in the house of a deal."""
    if error.code != "unknown-house":
        return error.detail
    known = ", ".join(list(files) + names())
    return (
        f"the house '{name}' is not known here: the known houses are {known}; "
        "give the file of another house with --house FILE.house"
    )
