"""All players at one table, and how they start a match in the table's menus."""

from random import Random
from typing import TYPE_CHECKING, TypeAlias

from marcoria.bots.body import FAST, Body, Pace
from marcoria.bots.kinds import player
from marcoria.bots.match import People
from marcoria.bots.perception import Mind
from marcoria.bots.screen import ByHeart, Screen
from marcoria.firmware.belote.house import House
from marcoria.firmware.codes.game import SEATS
from marcoria.game.houses import open_house
from marcoria.game.word_files import read_words
from marcoria.paths import FIRMWARE

if TYPE_CHECKING:
    from marcoria.bots.tables import PlayedTable, ScreenReader

_WORDS = FIRMWARE / "ui" / "words"
# Timeout from power-on to the page that says which key starts a match.
_START_MS = 20_000
# Wait before answering a question: the page shown before may contain the same words.
_READ_MS = 4_000
# A closed menu has disappeared after this time.
_GONE_MS = 1_500

# For each seat (one of `SEATS`) the kind of player, and in how many per cent of the occasions the
# player cheats (None: the default of the kind). "all" stands for the seats that are not listed.
Kinds: TypeAlias = "dict[str, tuple[str, int | None]]"


def languages() -> list[str]:
    """Return the codes of the display's languages, such as "en", in alphabetical order."""
    return sorted(path.stem for path in _WORDS.glob("*.words"))


def words(language: str) -> dict[str, str]:
    """Return the display's texts in a language, by the names of the texts."""
    return read_words(_WORDS / f"{language}.words")


def settings(
    house: str, scanned: bool, discipline: int, target: int, language: str
) -> dict[str, object]:
    """Return the content of the table's settings file.

    A target of 0 and a discipline of -1 stand for those of the house.
    """
    return {
        "house": house,
        "hands": int(scanned),
        "discipline": discipline,
        "target": target,
        "language": language,
    }


class Company:
    """Four (or two) players at a table, and the reader of its display.

    Without `kinds` all players are of the kind "honest". Without `reader` the text on the display
    is recognised by `marcoria.sim.view.ocr`.
    """

    def __init__(
        self,
        table: "PlayedTable",
        house: House | str,
        kinds: "Kinds | None" = None,
        scanned: bool = False,
        seed: int = 0,
        pace: Pace = FAST,
        language: str = "en",
        reader: "ScreenReader | None" = None,
    ) -> None:
        kinds = kinds or {}
        rng = Random(f"people {seed}")
        players = {}
        for number, seat in enumerate(SEATS):
            kind, often = kinds.get(seat, kinds.get("all", ("honest", None)))
            players[number] = player(kind, Random(rng.random()), often)
        rules = open_house(house) if isinstance(house, str) else house
        self.body = Body(table, pace, Random(rng.random()))
        self.people = People(self.body, rules, players, rng, scanned)
        self.people.settle = self.let_it_be
        if self.body.dark:
            self.body.eyes = Mind(table, lambda: self.people.game)
        has_display = table.get("board.DISPLAY_SPI") is not None
        self.screen = Screen(self.body, reader) if has_display else ByHeart(self.body)
        self.words = words(language)

    async def agree(self, dealer: int, target: int = 0, discipline: int = -1) -> None:
        """Start a match from the menu, with this dealer.

        `target` and `discipline` must be those of the table's settings; 0 and -1 stand for those
        of the house.
        """
        await self.screen.await_words(self.words["no-match"], limit_ms=_START_MS)
        await self.body.press_director("MENU")
        await self._begin(dealer, target, discipline)

    async def agree_again(self, target: int = 0, discipline: int = -1) -> None:
        """Start the next match when a match is over; a player of the winning side deals.

        `target` and `discipline` are as for `agree`.
        """
        await self.body.press_director("MENU")
        await self.screen.await_words(self.words["settings"])
        await self.screen.choose(self.people.winner, self.words["settings"])
        await self._begin(self.people.winner, target, discipline)

    async def _begin(self, dealer: int, target: int, discipline: int) -> None:
        show, say = self.screen, self.words
        await show.await_words(say["start-match"])
        other = self.people.seats[0] if dealer else 2
        await show.choose(self.body.chooser(other), say["start-match"])
        await show.await_words(say["i-do"])
        await show.choose(dealer, say["i-do"])
        # The table would not accept a card that is laid while the menu disappears, because the
        # card may have been on the pad before the match.
        await self.body.wait(_GONE_MS)
        house = self.people.house
        changed = target if target != house.target else 0
        self.people.begin(dealer, changed, discipline if discipline != house.discipline else -1)

    async def let_it_be(self, seat: int) -> None:
        """Let the other side answer that an offence of this seat has no consequence."""
        side = self.people.game.house.side

        def others() -> list[int]:
            return [other for other in self.body.asked() if side(other) != side(seat)]

        await self.body.until(
            f"the others to be asked about {SEATS[seat]}", lambda: bool(others())
        )
        await self.body.wait(_READ_MS)
        await self.screen.await_words(self.words["to-others"])
        await self.body.press(others()[0], "PASS")
