"""Facts and pictures for the page's panel "Build one", made from the files of hardware/.

The page loads them only when the panel is opened.
"""

import json
import tomllib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from marcoria.board import bom
from marcoria.board.articles import articles
from marcoria.board.circuit import Circuit
from marcoria.board.datasheets import DEVKITS
from marcoria.board.mechanics.checks import over, over_in_mat
from marcoria.board.mechanics.page_pictures import page_pictures
from marcoria.board.profile import Board, load, profiles
from marcoria.flash.stock import CHIPS, OLDEST, chip_of
from marcoria.paths import ROOT

FACTS = "construction/facts.json"
# Templates of the links to the guide's pages. ON_THE_SITE is for the web page on the documentation
# site, IN_THE_REPOSITORY for every other copy of the web page. `part` is "" or "#" and an anchor.
ON_THE_SITE = "../{page}.html{part}"
IN_THE_REPOSITORY = "{repository}/blob/main/{page}.md{part}"
_GUIDE = {
    "try": ("hardware/buy", "#try-one-reader-first"),
    "buy": ("hardware/buy", ""),
    "risks": ("hardware/buy", "#the-risks"),
    "bench": ("hardware/build", "#on-the-bench"),
    "wood": ("hardware/build", "#in-the-wood"),
    "mat": ("hardware/mechanics/README", "#the-mat"),
    "game": ("hardware/first-game", ""),
    "measure": ("hardware/reasons", "#what-the-first-table-measures"),
}
_BODIES = {"table": "plate", "mat": "mat"}


def files(guide: str, images: Mapping[str, Mapping[str, Any]]) -> dict[str, bytes]:
    """Return the files with the facts and the pictures, by path in the page's folder.

    `guide` is one of the two templates above. `images` has facts about the images to flash. Its
    keys are the names of the boards' profiles. A board without an image has no key.
    """
    pictures = [one.path for one in page_pictures()]
    made = {f"construction/{path.name}": path.read_bytes() for path in pictures}
    text = json.dumps(facts(guide, images), indent=1, ensure_ascii=False)
    return made | {FACTS: f"{text}\n".encode()}


def facts(guide: str, images: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return what the panel shows: costs in euro, lengths in mm, boards and addresses."""
    circuit = Circuit(load(profile=profiles()[0]))
    mechanics = circuit.board.data["mechanics"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    repository = project["urls"]["Repository"]
    return {
        "priced": f"{datetime.strptime(bom.PRICED, '%B %Y'):%Y-%m}",
        "costs": {name: _costs(circuit, body) for name, body in _BODIES.items()},
        "first": _first(circuit),
        "over": {"table": over(mechanics), "mat": over_in_mat(mechanics)},
        "side": mechanics["plate"]["side"],
        "bed": mechanics["plate"]["bed"],
        "oldest": ".".join(map(str, OLDEST)),
        "boards": [_board(load(profile=name), images.get(name)) for name in profiles()],
        "guide": {
            name: guide.format(repository=repository, page=page, part=part)
            for name, (page, part) in _GUIDE.items()
        },
    }


def _costs(circuit: Circuit, body: str) -> dict[str, list[int]]:
    """Return the lowest and the highest price of each list of parts, and of all lists together."""
    common = [row for kind in bom.COMMON for row in bom.rows_of(circuit, kind)]
    lists = {
        "electric": bom.rows(circuit, mat=body == "mat"),
        "box": common,
        "body": bom.rows_of(circuit, body),
        "all": bom.whole(circuit, body),
    }
    return {name: [round(euro) for euro in bom.price(rows)] for name, rows in lists.items()}


def _first(circuit: Circuit) -> list[int]:
    """Return the lowest and the highest price of trying one reader, rounded to ten euro.

    The lowest price includes one reader module, the highest price includes two.
    """
    return [10 * round(euro / 10) for euro in bom.price_of_first(circuit)]


def _board(board: Board, image: Mapping[str, Any] | None) -> dict[str, Any]:
    pins = board.pins
    article = articles()[DEVKITS[pins["module"]]]
    return {
        "profile": board.profile,
        "name": article.what,
        "chip": CHIPS[chip_of(board)],
        "euro": [round(euro) for euro in article.euro],
        "variant": pins["variant"],
        "stock": f"https://micropython.org/download/{pins['image']}/",
        "image": image,
    }
