"""Make flash images of tables with the program of this checkout, and their expected readings.

    .venv/bin/python tests/golden/tables/make.py 0.2.0

Simulated players use tables that run the deployed program in the MicroPython VM, until the plug is
pulled. Existing images are never made again: they stand for real tables with an older program.
"""

import argparse
import contextlib
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

_TESTS = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(_TESTS / name) for name in ("golden", "torture", "sim", "table", "cross")]
sys.path[:0] = [str(_TESTS / "naive"), str(_TESTS)]

from board_names import use_board_names  # noqa: E402  # it needs the paths above

use_board_names()

from codes.game import SEATS, Events, Phases, Totals, name_of  # noqa: E402
from golden_tables import (  # noqa: E402
    ARCHIVE,
    BOARDS,
    SCENES,
    TABLES,
    Golden,
    export,
    files_of,
    pack,
    read_table,
    start,
    table_with,
    whole_flash,
)
from kitchen import Kitchen  # noqa: E402
from marcoria.board.generate import made_for  # noqa: E402
from marcoria.board.profile import load  # noqa: E402
from marcoria.bots.company import Company, settings  # noqa: E402
from marcoria.bots.match import People  # noqa: E402
from marcoria.bots.strategy import Honest  # noqa: E402
from marcoria.build.deploy import deployed  # noqa: E402
from marcoria.coroutines import finish  # noqa: E402
from marcoria.device.wire import Client  # noqa: E402
from marcoria.errors import TableError  # noqa: E402
from marcoria.flash.whole import file_system, table_files  # noqa: E402
from marcoria.game.houses import house_of, open_house, text_of  # noqa: E402
from marcoria.journal.entries import events_of, follow  # noqa: E402
from marcoria.journal.reader import cells, records  # noqa: E402
from marcoria.sim.port import SimPort  # noqa: E402
from marcoria.sim.simtable import SimTable, open_bar  # noqa: E402

_NAMES = ["Giuàn", "Marìa", "Иван", "Zoë"]
_READ_MS = 4_000  # wait this long before answering a question
_LONG_TEXT = 100_000  # bytes; longer texts go into the archive
_MOST_SEEDS = 400
_MOST_DEALS = 6
_BLOCKS, _SLOTS, _DEALT_RECORDS = 64, 256, 400
OWN_NAME, OWN_PATH = "piassa", "/bar/houses/piassa.house"
OWN_AGREED = ["melds: off", "kirtik: 10"]


class NotThisSeed(Exception):
    """Raised when the cards of a seed do not lead to the scene."""


class _Asked(Exception):
    """Raised when the table asks the players to show their melds."""


Play = Callable[[Company], object]


class Bar:
    """Simulated table with its settings and its players."""

    def __init__(
        self,
        board: str,
        seed: int,
        house: str = "piedicavallo",
        language: str = "en",
        scanned: bool = False,
        backend: str = "vm",
        **chosen: Any,
    ) -> None:
        self.board, self.seed = board, seed
        target, discipline = chosen.get("target", 0), chosen.get("discipline", -1)
        files = chosen.pop("files", {})
        journal = chosen.pop("journal", b"")
        set_to = {**settings(house, scanned, discipline, target, language), "names": _NAMES}
        self.table = open_bar(backend, seed, "", {**set_to, **chosen}, profile=board)
        for path, text in files.items():
            self.table.write(path, text.encode())
        for at in range(0, len(journal), 4096):
            self.table.order("flash.write", at // 4096, 0, journal[at : at + 4096])
        text = files.get(OWN_PATH)
        rules = house_of(text, OWN_PATH, chosen["agreed"]) if text else open_house(house)
        self.table.boot("main")
        self.company = Company(self.table, rules, scanned=scanned, seed=seed, language=language)
        self.language = language
        self._how = target or rules.target, discipline
        self.people: People = self.company.people

    def agree(self, dealer: int = 0) -> None:
        """Let the players agree on a match, which then begins."""
        finish(self.company.agree(dealer, *self._how))

    def choose(self, seat: int, *said: str) -> None:
        """Answer one question after another; `said` has the names of the answers' texts."""
        for text in said:
            finish(self.company.body.wait(_READ_MS))
            finish(self.company.screen.choose(seat, self.company.words[text]))

    def open_menu(self, seat: int, *said: str) -> None:
        """Open the menu and choose these answers."""
        finish(self.company.body.press_director("MENU"))
        self.choose(seat, *said)


# --- the scenes ---------------------------------------------------------------------------------
# Each function with the name of a scene plays until the scene is reached, and returns the table.


def auction(board: str, seed: int, backend: str) -> Bar:
    """Play two deals and begin the next auction, in which one bid is made."""
    bar = Bar(board, seed, "bulgarian", "bg", backend=backend, volume=3)
    finish(bar.agree(2))
    for _ in range(2):
        finish(bar.people.play_deal())
    _until(bar, lambda: _in(bar, Phases.BIDDING) and bar.people.game.auction.contract >= 0)
    return bar


def deal(board: str, seed: int, backend: str) -> Bar:
    """Play a deal and some tricks of the next one, until two cards of a trick are on the pads."""
    bar = Bar(board, seed, "piedicavallo", "pms", backend=backend, target=500, discipline=1)
    finish(bar.agree(1))
    finish(bar.people.play_deal())
    finish(bar.people.play_cards(14))
    if bar.people.game.trick.count != 2:
        raise NotThisSeed
    return bar


def melds(board: str, seed: int, backend: str) -> Bar:
    """Play until the first trick of a later deal is complete, and the table asks to see melds."""
    bar = Bar(board, seed, "french", "fr", backend=backend)
    finish(bar.agree(3))

    async def stop() -> None:
        await bar.company.body.wait(_READ_MS)
        if bar.company.body.asked():
            raise _Asked

    show = bar.people.announcing.show_melds
    for _ in range(_MOST_DEALS):
        bar.people.announcing.show_melds = stop if bar.people.game.totals[1] else show
        with contextlib.suppress(_Asked):
            finish(bar.people.play_deal())
            continue
        return bar
    raise NotThisSeed


def wrapped(board: str, seed: int, backend: str) -> Bar:
    """Play until the ring of the journal has wrapped in the middle of a deal.

    On the WROVER board a host has acknowledged only the first records. The journal therefore
    copies the results in a later block before it erases the block.
    """
    bar = Bar(board, seed, "libre", backend=backend, journal=_nearly_full(board, seed))
    written = events_of(records(bar.table))
    last = max(at for at, one in enumerate(written) if one[0] == Events.MATCH)
    bar.people.game = follow(bar.people.house, written[last:])
    finish(bar.company.body.wait(_READ_MS * 2))
    finish(bar.company.agree_again(*bar._how))
    while _newest(bar.table) < _BLOCKS + 1:
        finish(bar.people.play_deal())
        if bar.people.over:
            finish(bar.company.body.wait(_READ_MS * 2))
            finish(bar.company.agree_again(*bar._how))
    finish(bar.people.play_cards(5))
    return bar


def _newest(table: SimTable) -> int:
    """Return the number in the header of the newest journal block."""
    image = cells(table)
    heads = [image[at : at + 16] for at in range(0, len(image), 4096)]
    return max(int.from_bytes(one[11:14], "little") for one in heads if one != b"\xff" * 16)


def own_house(board: str, seed: int, backend: str) -> Bar:
    """Play by a bar's own house file until one side has confirmed the result of a deal."""
    files = {OWN_PATH: own_text()}
    bar = Bar(board, seed, OWN_NAME, "it", backend=backend, files=files, agreed=OWN_AGREED)
    finish(bar.agree())
    finish(bar.people.play_deal())
    _until(bar, lambda: _in(bar, Phases.DONE))
    seat = bar.people.seats[0]
    finish(bar.company.body.wait(_READ_MS))
    finish(bar.people.agree(seat))
    bar.people.happens(Events.CONFIRM, seat)
    return bar


def own_text() -> str:
    """Return the text of a house file that differs from all houses that come with the table."""
    lines = text_of("libre").splitlines()
    own = {"name": "Bar dla Piassa", "target": "777", "fine": "15", "kirtik": "0 | 10"}
    lines = [line for line in lines if line.partition(":")[0] not in own]
    return "\n".join([*(f"{key}: {value}" for key, value in own.items()), *lines, ""])


def pin(board: str, seed: int, backend: str) -> Bar:
    """Set a PIN at the table, begin a deal, and guess the PIN wrongly once."""
    bar = Bar(board, seed, "espanola-4", "es", backend=backend, brightness=1)
    words = bar.company.words
    finish(bar.agree())
    finish(bar.people.play_deal())
    bar.open_menu(0, "settings", "set-pin", "four-keys")
    for key in "CDHSCDHS":
        finish(bar.company.screen.await_words(" 1" if key == "C" else ""))
        finish(bar.company.body.wait(_READ_MS))
        finish(bar.company.body.press(0, key))
    finish(bar.company.screen.await_words(words["set-up"]))
    finish(bar.company.body.wait(_READ_MS))
    finish(bar.company.body.press(0, "PASS"))
    finish(bar.people.play_cards(9))
    with contextlib.suppress(TableError):
        count = len(bar.people.game.events)
        Client(SimPort(bar.table)).direct("undo", "CCCC", events=count)
        raise AssertionError("the table has accepted a wrong PIN")
    return bar


def two_decks(board: str, seed: int, backend: str) -> Bar:
    """Enrol a second deck at the table, and play with the first one."""
    bar = Bar(board, seed, "salotto", "it", backend=backend)
    table, body = bar.table, bar.company.body
    finish(bar.company.screen.await_words(bar.company.words["no-match"], limit_ms=20_000))
    bar.open_menu(1, "enrol-deck")
    finish(body.wait(_READ_MS))
    for suit in range(4):
        for rank in range(8):
            table.put(f"04A0B0C0D0E0{suit << 3 | rank:02X}", "S")
            finish(body.wait(500))
            table.lift("S")
            finish(body.wait(500))
    finish(body.wait(_READ_MS))
    assert b'"deck-1"' in table.read("/bar/settings.json")
    bar.open_menu(1, "set-deck")
    finish(bar.company.screen.await_words("bar", "deck-1"))
    while "deck-1" in bar.company.screen.page():
        finish(bar.company.screen.choose(1, bar.company.words["next-one"]))
        finish(body.wait(_READ_MS))
    finish(bar.choose(1, "yes"))
    finish(bar.company.screen.await_words(bar.company.words["set-up"]))
    finish(body.wait(_READ_MS))
    finish(body.press(1, "PASS"))
    assert b'"deck": "bar"' in table.read("/bar/settings.json")
    finish(bar.agree(1))
    finish(bar.people.play_cards(11))
    return bar


def litige(board: str, seed: int, backend: str) -> Bar:
    """Play deals until one ends in a litige, so that its points hang."""
    _find_litige(seed)
    bar = Bar(board, seed, "french", "fr", backend=backend)
    finish(bar.agree())
    while not bar.people.game.totals[Totals.HANGING]:
        finish(bar.people.play_deal())
    return bar


def _find_litige(seed: int) -> None:
    """Raise NotThisSeed if the players of this seed would have no litige soon."""
    dice = Random(f"people {seed}")
    players = {seat: Honest(Random(dice.random())) for seat in range(4)}
    dice.random()  # skip the number with which `Company` seeds its `Body`
    body = Kitchen()
    body.people = people = People(body, open_house("french"), players, dice)
    people.begin(0)
    for _ in range(_MOST_DEALS):
        finish(people.play_deal())
        if people.game.totals[Totals.HANGING]:
            return
        if people.over:
            break
    raise NotThisSeed


def scanned(board: str, seed: int, backend: str) -> Bar:
    """Play with scanned hands until three tricks are complete and one more card is on a pad."""
    house = {"s3": "espanola-2", "wrover": "piedicavallo"}[board]
    bar = Bar(board, seed, house, "en", scanned=True, backend=backend)
    finish(bar.agree(2))
    finish(bar.people.play_deal())
    finish(bar.people.play_cards(3 * bar.people.house.players + 1))
    if bar.people.game.trick.count != 1:
        raise NotThisSeed
    return bar


def _in(bar: Bar, phase: int) -> bool:
    return bool(bar.people.game.phase == phase)


def _until(bar: Bar, done: Callable[[], bool]) -> None:
    """Let the players act until `done` returns true; raise NotThisSeed if it stays false."""
    for _ in range(400):
        if done():
            return
        if bar.people.over:
            break
        finish(bar.people.act())
    raise NotThisSeed


_PLAYS: dict[str, Callable[[str, int, str], Bar]] = {
    "auction": auction,
    "deal": deal,
    "melds": melds,
    "wrapped": wrapped,
    "own-house": own_house,
    "pin": pin,
    "two-decks": two_decks,
    "litige": litige,
    "scanned": scanned,
}


# --- a journal that is nearly full --------------------------------------------------------------


def _nearly_full(board: str, seed: int) -> bytes:
    """Return a journal that has recorded many matches and is about to wrap.

    The last match in it has been won.
    """
    from journal import host
    from quick import QuickEvening, Script

    script = Script("libre", False, seed)
    script.write(1, records=_BLOCKS * _SLOTS * 5 // 4)
    evening = QuickEvening(script, _BLOCKS)
    last = _BLOCKS * _SLOTS - _DEALT_RECORDS
    won = 0
    while not evening.over:
        evening.play(1)
        journal = evening.sitting.journal
        if board == "wrover" and journal.acked < 0 and journal.seq > _SLOTS // 2:
            host.acknowledge(journal, journal.seq - 1)
        if evening.sitting.match.totals[Totals.WINNER] >= 0:
            won = evening.at
            image = evening.partition.cells
        if journal.seq >= last:
            break
        if evening.at % 400 == 0:
            evening.start()  # restart, as after a power cut
    assert won
    return image


# --- images and their expected readings ---------------------------------------------------------


def make(version: str) -> None:
    """Make all images of a version."""
    files = {}
    for board in BOARDS:
        folder = TABLES / version / board
        folder.mkdir(parents=True)
        for scene in SCENES:
            print(board, scene, flush=True)
            files[f"{board}/{scene}.img"] = _made(version, board, scene)
        for path in sorted(folder.iterdir()):
            if path.stat().st_size > _LONG_TEXT:
                files[f"{board}/{path.name}"] = path.read_bytes()
                path.unlink()
    archive = TABLES / version / ARCHIVE
    archive.write_bytes(pack(files))
    print(archive, archive.stat().st_size, "bytes")


def _made(version: str, board: str, scene: str) -> bytes:
    """Play a scene, write its expected readings, and return its image."""
    bar = _played(board, scene)
    try:
        finish(bar.company.body.wait(1_000))
        bar.table.cut_power()
        people = _people(bar)
        bar_files = {p: d for p, d in bar.table.backend.files.items() if p.startswith("/bar/")}
        journal = cells(bar.table)
    finally:
        bar.table.close()
    files = table_files(load(profile=board), bar_files)
    assert deployed(made_for(board)).items() <= files.items()
    flash = whole_flash(file_system(files), journal)
    assert files_of(file_system(files)) == files
    wanted = {"people": people, "reads": _read(board, files, bar_files, journal, people)}
    found = Golden(version, board, scene)
    text = json.dumps(wanted, ensure_ascii=False, indent=1) + "\n"
    found.path(".json").write_text(text, encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        for suffix, form in ((".bdn", []), (".twin.json", ["--json"])):
            told = export(journal, bar_files, Path(folder), *form)
            found.path(suffix).write_text(told, encoding="utf-8")
    return flash


def _played(board: str, scene: str) -> Bar:
    """Find the first seed that leads to a scene, on CPython because it is faster.

    Return the table on which the scene was played again in the VM.
    """
    first = SCENES.index(scene) * 2000 + BOARDS.index(board) * 1000 + 7
    for seed in range(first, first + _MOST_SEEDS):
        with contextlib.suppress(NotThisSeed):
            if scene != "wrapped":
                _PLAYS[scene](board, seed, "cpython").table.close()
            print(" seed", seed, flush=True)
            return _PLAYS[scene](board, seed, "vm")
    raise AssertionError(f"no seed leads to the scene {scene}")


def _people(bar: Bar) -> dict[str, Any]:
    """Return a description of the players, their cards and the cards on the pads."""
    people = bar.people
    return {
        "seed": bar.seed,
        "house": people.house.name,
        "scanned": people.scanned,
        "language": bar.language,
        "hands": {SEATS[s]: " ".join(map(name_of, people.hands[s])) for s in people.seats},
        "pads": {seat: cards for seat, cards in bar.table.cards().items() if cards},
    }


def _read(
    board: str,
    files: dict[str, bytes],
    bar_files: dict[str, bytes],
    journal: bytes,
    people: dict[str, Any],
) -> dict[str, Any]:
    """Start the same program from the image, and return its readings."""
    program = {path: data for path, data in files.items() if path not in bar_files}
    with table_with(
        board, bar_files, journal, {"people": people}, "vm", firmware=program
    ) as table:
        start(table)
        return read_table(table, bar_files)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version", help="version of the program, and name of the new folder")
    asked = parser.parse_args().version
    if (TABLES / asked).exists():
        parser.error(f"version {asked} exists and must not change: name another version")
    make(asked)
