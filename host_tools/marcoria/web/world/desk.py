"""Reader and writer of texts for the page (BDN, houses, scenarios), in a VM of its own.

It also reads the text on the display. Call `begin` with a job, and then `step` until it returns {}
or an error. Between two steps garbage can be collected, and the table can continue.
"""

import json
from collections.abc import Iterator
from io import BytesIO

from marcoria.analysis.deal_link import linked_facts, parts_of
from marcoria.analysis.open_facts import open_facts
from marcoria.bdn.parse import deals
from marcoria.bdn.redeal import dealt
from marcoria.bdn.replay import replayed
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.bdn.write import of_journal, texts_of
from marcoria.errors import TableError
from marcoria.firmware.belote.housefile import HouseFile
from marcoria.game.houses import check_text, text_of
from marcoria.game.rule_sheet import COMMON, rule_sheet
from marcoria.journal.reader import open_image
from marcoria.scenarios.files import parse
from marcoria.sim.view.ocr import PageReader
from marcoria.web.world.archive import finished_deals
from marcoria.web.world.score_sheet import sheet_rows

_COMMAND = "\nmarcoria: "  # separates the sentences of an error on the command line
_PAUSE = ""  # empty piece, which ends a step so that garbage can be collected
_STEPS = 30  # maximum number of times that one step continues a job that yields None
_JOURNAL = "/journal"
_SCREEN = "/screen"
_OF_THE_TABLE = "the journal"  # names the journal in errors


class Desk:
    """Processor of one job at a time."""

    def __init__(self) -> None:
        self._job: Iterator[object] = iter(())
        self._reader: PageReader | None = None

    def begin(self, job: str, told: str) -> None:
        """Begin the job `do_<job>`; `told` has its arguments by name, as JSON."""
        self._job = getattr(self, f"do_{job}")(**json.loads(told))

    def step(self) -> str:
        """Continue the job; return JSON: {"piece": output}, {"error": ...}, or {} at the end."""
        try:
            piece = next(self._job)
            for _ in range(_STEPS):
                if piece is not None:
                    break
                piece = next(self._job)
            return json.dumps({"piece": piece})
        except StopIteration:
            return "{}"
        except TableError as error:
            sentence = error.detail.replace(_COMMAND, "\n")
            return json.dumps({"error": {"code": error.code, "sentence": sentence}})

    def do_bdn(self, houses: list[str]) -> Iterator[str]:
        """Yield the journal's deals as BDN; `houses` are paths of the user's own house files."""
        with open(_JOURNAL, "rb") as file:
            image = open_image(file.read())
        yield _PAUSE
        yield from texts_of(of_journal(image, _OF_THE_TABLE, Rulebooks(houses), {}))

    def do_deal(self, text: str, name: str, houses: list[str]) -> Iterator[dict[str, object]]:
        """Yield the attributes of a `Redeal`: the first deal in a BDN text."""
        file = BytesIO(text.encode())
        deal = dealt(replayed(deals(file), name, Rulebooks(houses)), name)
        yield deal.__dict__

    def do_open_deals(self, text: str, houses: list[str]) -> Iterator[dict[str, object]]:
        """Yield the facts of each deal for the view with open cards.

        The deals are those of a BDN text, or of the journal if the text is empty.
        """
        books = Rulebooks(houses)
        if text:
            name, found = "deal.bdn", deals(BytesIO(text.encode()))
        else:
            with open(_JOURNAL, "rb") as file:
                image = open_image(file.read())
            name = _OF_THE_TABLE
            found = of_journal(image, name, books, {})
        for one in replayed(found, name, books):
            facts = open_facts(one)
            yield facts | {"link": parts_of(one)} if facts["complete"] else facts

    def do_linked_deal(self, parts: dict[str, str]) -> Iterator[dict[str, object]]:
        """Yield the facts of the deal in a link; `parts` has the parts of the link by name.

        The `sentence` of an error is the name of the part that is wrong or missing.
        """
        yield linked_facts(parts)

    def do_sheet(self, houses: list[str]) -> Iterator[dict[str, object]]:
        """Yield the rows of the score sheet: the deals of the last matches in the journal."""
        books = Rulebooks(houses)
        with open(_JOURNAL, "rb") as file:
            image = open_image(file.read())
        yield from sheet_rows(of_journal(image, _OF_THE_TABLE, books, {}), _OF_THE_TABLE, books)

    def do_finished(
        self, houses: list[str], about: dict[str, str], epoch: int, after: int
    ) -> Iterator[dict[str, object] | None]:
        """Yield the finished deals of the journal that were dealt after record `after`.

        Yield all its finished deals if the journal has another epoch than `epoch`. Also yield None
        now and then, so that `step` can end.
        """
        with open(_JOURNAL, "rb") as file:
            image = open_image(file.read())
        yield None
        yield from finished_deals(image, Rulebooks(houses), about, epoch, after)

    def do_scenario(self, text: str, name: str) -> Iterator[dict[str, object]]:
        """Yield the settings of the table at which a scenario is played.

        `text` has the nodes of the scenario as JSON (web/worker/yaml.mjs).
        """
        scenario = parse(text, name)
        yield {
            "house": scenario.house,
            "agreed": list(scenario.agreed),
            "seed": scenario.seed,
            "scanned": scenario.hands == "scanned",
            "dealer": scenario.dealer,
            "files": scenario.files,
            "settings": scenario.settings,
        }

    def do_page(self) -> Iterator[object]:
        """Yield None while the display is being read, then the attributes of its `ScreenPage`."""
        reader = PageReader() if self._reader is None else self._reader
        self._reader = reader
        with open(_SCREEN, "rb") as file:
            screen = file.read()
        for page in reader.reading(screen):
            if page is None:
                yield None
            else:
                lines = [[one.text, one.size, one.x, one.y, one.width] for one in page.lines]
                yield {"lines": lines, "alike": page.alike, "mirrored": page.mirrored}

    def do_house(self, text: str, name: str) -> Iterator[dict[str, object]]:
        """Check a house file; yield its name, players, target, and the rules left to players."""
        house = check_text(text, name)
        yield {
            "name": house.name,
            "players": house.players,
            "target": house.target,
            "leaves": dict(HouseFile(text).left_open()),
        }

    def do_rules(self, house: str, text: str, agreed: list[str]) -> Iterator[dict[str, object]]:
        """Yield the rules of a house.

        `text` is its file, or "" for a house that comes with the table. `agreed` are the lines
        that the players have agreed on.
        """
        if text:
            check_text(text, f"{house}.house")
        yield rule_sheet(text or text_of(house), text_of(COMMON), agreed)


desk = Desk()
begin, step = desk.begin, desk.step
