"""Flash images of switched-off tables, and the readings that every later program must get.

Readings are data read from a running table, such as its match, settings and display.

An image is the whole flash of a board: the table of partitions, the file system with the program
in its slot and the bar's files, and the journal. Everything else is blank.
"""

import io
import json
import lzma
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from pathlib import Path
from typing import Any

from codes.game import CONTRACTS, SEATS, Events, Phases, Totals, card_of, name_of
from marcoria import cli
from marcoria.bots.body import Body
from marcoria.bots.company import Company
from marcoria.bots.screen import Screen
from marcoria.build.image import BLOCK, BlockDevice, mount
from marcoria.build.mpy import DEPLOYED
from marcoria.device.wire import Client
from marcoria.flash import partitions
from marcoria.game.bar import Bar
from marcoria.game.houses import house_of, open_house
from marcoria.journal.entries import Entry, events_of, follow
from marcoria.journal.reader import records
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import SimTable

TABLES = Path(__file__).with_name("tables")
BOARDS = ("s3", "wrover")
SCENES = (
    "auction",
    "deal",
    "melds",
    "wrapped",
    "own-house",
    "pin",
    "two-decks",
    "litige",
    "scanned",
)
ARCHIVE = "images.tar.xz"
_BAR = "/bar/"
_FLASH = partitions.JOURNAL.end
# Time from power-on until the page of the match is drawn and no message covers it.
_STARTS_MS = 25_000
_REST_MS = 500
_PHASES = ("idle", "ready", "dealt", "bidding", "play", "done")
_DISCIPLINES = ("refuse", "warn", "points", "forfeit")


@dataclass(frozen=True)
class Golden:
    """Flash image of a table with a program of some version, and its expected readings."""

    version: str
    board: str
    scene: str

    def __str__(self) -> str:
        return f"{self.version}-{self.board}-{self.scene}"

    @cached_property
    def files(self) -> dict[str, bytes]:
        """Return all files of the file system, by path."""
        return files_of(_part(self._flash, "vfs"))

    @cached_property
    def journal(self) -> bytes:
        """Return the image of the journal."""
        return _part(self._flash, "journal")

    @property
    def bar(self) -> dict[str, bytes]:
        """Return the bar's files."""
        return {path: data for path, data in self.files.items() if path.startswith(_BAR)}

    @property
    def program(self) -> dict[str, bytes]:
        """Return the files of the program."""
        return {path: data for path, data in self.files.items() if not path.startswith(_BAR)}

    @property
    def _flash(self) -> bytes:
        packed = _archive(self.version)[f"{self.board}/{self.scene}.img"]
        return lzma.decompress(packed)

    def path(self, suffix: str) -> Path:
        """Return the path of the file with an expected reading; `suffix` ends the file's name."""
        return TABLES / self.version / self.board / f"{self.scene}{suffix}"

    def text(self, suffix: str) -> str:
        """Return an expected reading as text; long readings are in the archive."""
        path = self.path(suffix)
        if path.exists():
            return path.read_text(encoding="utf-8")
        return lzma.decompress(_archive(self.version)[f"{self.board}/{path.name}"]).decode()

    @cached_property
    def wanted(self) -> dict[str, Any]:
        """Return the expected readings of the table, and its players."""
        found: dict[str, Any] = json.loads(self.text(".json"))
        return found

    def table(self, backend: str, own_program: bool = False, **options: Any) -> SimTable:
        """Return a simulated table with this flash, switched off.

        It runs the current program or the program of the image. The same cards lie on its pads as
        when the image was made.
        """
        if own_program:
            options["firmware"] = self.program
        return table_with(self.board, self.bar, self.journal, self.wanted, backend, **options)


@cache
def goldens() -> tuple[Golden, ...]:
    """Return all images of all versions."""
    versions = [path.parent.name for path in sorted(TABLES.glob(f"*/{ARCHIVE}"))]
    return tuple(Golden(*one) for one in product(versions, BOARDS, SCENES))


def golden(board: str, scene: str, version: str = "0.1.0") -> Golden:
    """Return the image of a board, a scene and a version."""
    return next(one for one in goldens() if one == Golden(version, board, scene))


# --- files and partitions of an image -----------------------------------------------------------


@cache
def _archive(version: str) -> dict[str, bytes]:
    """Return the files in the archive of a version.

    Each file is kept compressed, because a flash is large and mostly blank.
    """
    with tarfile.open(TABLES / version / ARCHIVE) as archive:
        return {
            one.name: lzma.compress(archive.extractfile(one).read(), preset=0)  # type: ignore[union-attr]
            for one in archive
        }


def _part(flash: bytes, name: str) -> bytes:
    """Return the bytes of a partition, found by the image's partition table."""
    table = flash[partitions.AT : partitions.AT + partitions.SIZE]
    (found,) = [one for one in partitions.read(table) if one.name == name]
    return flash[found.at : found.end]


def files_of(system: bytes) -> dict[str, bytes]:
    """Return all files of a file system by path."""
    device = BlockDevice(len(system) // BLOCK)
    device.buffer[:] = system
    mounted = mount(device)
    found = {}
    for folder, _, names in mounted.walk("/"):
        for file_name in names:
            path = f"{folder.rstrip('/')}/{file_name}"
            with mounted.open(path, "rb") as file:
                found[path] = file.read()
    return found


def whole_flash(system: bytes, journal: bytes) -> bytes:
    """Return the image of a flash with this file system and this journal."""
    flash = bytearray(b"\xff" * _FLASH)
    table = partitions.written(partitions.OURS)
    flash[partitions.AT : partitions.AT + len(table)] = table
    for part, data in ((partitions.FILES, system), (partitions.JOURNAL, journal)):
        assert len(data) == part.size
        flash[part.at : part.end] = data
    return bytes(flash)


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return an archive of these files; equal files give an equal archive."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return lzma.compress(plain.getvalue(), preset=9 | lzma.PRESET_EXTREME)


# --- tables that start from an image ------------------------------------------------------------


def table_with(
    board: str,
    bar: Mapping[str, bytes],
    journal: bytes,
    wanted: Mapping[str, Any],
    backend: str,
    **options: Any,
) -> SimTable:
    """Return a switched-off table with these files and this journal on its flash."""
    if backend == "vm":
        options.setdefault("opt", DEPLOYED)
    table = SimTable(backend, wanted["people"]["seed"], profile=board, **options)
    for path, data in bar.items():
        table.write(path, data)
    for at in range(0, len(journal), BLOCK):
        block = journal[at : at + BLOCK]
        if block != b"\xff" * BLOCK:
            table.order("flash.write", at // BLOCK, 0, block)
    for seat, cards in wanted["people"]["pads"].items():
        for card in cards:
            table.put(card, seat)
    return table


def start(table: SimTable) -> None:
    """Switch a table on, and wait until its display no longer changes."""
    table.boot("main")
    table.until(_STARTS_MS)
    screen = Screen(Body(table))
    while screen.moves:
        table.until(_REST_MS)


def read_table(table: SimTable, bar: Mapping[str, bytes]) -> dict[str, Any]:
    """Return the readings of a running table: match, house, players, settings, and the display."""
    client = Client(SimPort(table))
    hello, house = client.ask("hello"), client.ask("house")
    files = {path: table.read(path) for path in bar}
    return {
        "board": hello["board"],
        "epoch": hello["epoch"],
        **match_of(client.ask("state")),
        "house": house["name"],
        "agreed": house["agreed"],
        "mark": f"{house['mark']:04x}",
        "names": client.ask("names")["names"],
        "asks_for_a_pin": hello["pin"],
        "settings": Bar(files).told(),
        "display": Screen(Body(table)).page().text.splitlines(),
    }


def match_of(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state of the match in words, from a table's answer to `state`."""
    sums = state["totals"]
    winner = sums[Totals.WINNER]
    found = {
        "phase": _PHASES[state["phase"]],
        "points": sums[: Totals.HANGING],
        "hanging": sums[Totals.HANGING],
        "dealer": SEATS[sums[Totals.DEALER]],
        "thrown_in": bool(sums[Totals.THROWN_IN]),
        "target": sums[Totals.POINTS],
        "discipline": _DISCIPLINES[sums[Totals.CONDUCT]],
        "winner": None if winner < 0 else {"side": winner & 1, "why": winner >> 1},
        "asked": "".join(SEATS[seat] for seat in range(4) if state["asked"] >> seat & 1),
        "events": state["events"],
        "faults": state["faults"],
    }
    if "turn" in state:
        found["deal"] = {
            "turn": SEATS[state["turn"]],
            "contract": CONTRACTS[state["contract"]] if state["contract"] >= 0 else None,
            "taker": SEATS[state["taker"]],
            "factor": state["factor"],
            "plays": state["plays"],
            "trick": [name_of(card) for card in state["cards"]],
        }
    return found


def only(wanted: Any, found: Any) -> Any:
    """Return the found values without keys that an older program did not report."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return {key: only(wanted[key], found[key]) for key in found if key in wanted}
    return found


# --- the players at a table ---------------------------------------------------------------------


def house_of_people(one: Golden) -> Any:
    """Return the rules of the match in an image."""
    reads = one.wanted["reads"]
    own = one.bar.get(f"/bar/houses/{reads['house']}.house")
    if own is None:
        return open_house(reads["house"], reads["agreed"])
    return house_of(own.decode(), reads["house"], reads["agreed"])


def company_at(one: Golden, table: SimTable) -> Company:
    """Return the players of the image with their cards."""
    told = one.wanted["people"]
    house, language = house_of_people(one), told["language"]
    company = Company(table, house, scanned=told["scanned"], seed=told["seed"], language=language)
    people = company.people
    people.events = since_the_match(table)
    people.game = follow(house, people.events)
    for seat, cards in told["hands"].items():
        people.hands[SEATS.index(seat)] = [card_of(card) for card in cards.split()]
    if people.game.phase > Phases.READY:
        people.pack.upcard = people.game.play.upcard
        held = {card for cards in people.hands.values() for card in cards}
        laid = {people.game.audit.card[at] for at in range(people.game.audit.plays)}
        gone = held | laid | {people.pack.upcard}
        people.pack.cards = [card for card in people.pack.cards if card not in gone]
    return company


def since_the_match(table: SimTable) -> list[Entry]:
    """Return the events since the start of the last match."""
    happened = events_of(records(table))
    begun = [at for at, event in enumerate(happened) if event[0] == Events.MATCH]
    return happened[begun[-1] :]


# --- exported deals -----------------------------------------------------------------------------


def export(journal: bytes, bar: Mapping[str, bytes], folder: Path, *form: str) -> str:
    """Return the text that `marcoria export` writes for a journal, given the bar's house files."""
    image, told = folder / "journal.img", folder / "deals"
    image.write_bytes(journal)
    houses = []
    for path, data in bar.items():
        if path.endswith(".house"):
            house = folder / Path(path).name
            house.write_bytes(data)
            houses += ["--house", str(house)]
    assert cli.main(["export", str(image), "-o", str(told), *form, *houses]) == 0
    return told.read_text(encoding="utf-8")
