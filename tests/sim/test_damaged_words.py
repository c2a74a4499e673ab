"""Tables with damaged language files show English, or text names if English is damaged too."""

from pathlib import Path
from random import Random

import pytest

import testenv
from codes.journal import Notes
from marcoria.bots.company import Company, settings, words
from marcoria.build.words import FOLDER
from marcoria.coroutines import finish
from marcoria.journal.reader import records
from marcoria.sim.simtable import open_bar
from play_on_board import play_deal
from tiers import BACKENDS

_HOUSE = "piedicavallo"
_GARBAGE = Random(testenv.SEED).randbytes(20_000)


def _plays(
    folder: Path, damaged: dict[str, bytes], said: dict[str, str], backend: str = "cpython"
) -> None:
    """Play a deal at an Italian table that must show the texts `said`.

    `damaged` has the content of language files, by language. They are written below `folder`.
    """
    (folder / "ui" / "words").mkdir(parents=True)
    for name, data in damaged.items():
        (folder / "ui" / "words" / f"{name}.words").write_bytes(data)
    chosen = settings(_HOUSE, False, -1, 0, "it")
    with open_bar(backend, 1, "main", chosen, folders=(folder,)) as table:
        company = Company(table, _HOUSE, seed=1)
        company.words = said
        finish(company.agree(0, company.people.house.target))
        play_deal(company)
        assert not table.faults()
        assert Notes.CRASH not in {kind for kind, *_ in records(table)}


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_garbled_language_file_falls_back_to_english(tmp_path: Path, backend: str) -> None:
    _plays(tmp_path, {"it": _GARBAGE}, words("en"), backend)


def test_an_empty_language_file_falls_back_to_english(tmp_path: Path) -> None:
    _plays(tmp_path, {"it": b""}, words("en"))


def test_a_truncated_language_file_falls_back_to_english_from_there(tmp_path: Path) -> None:
    italian = (FOLDER / "it.words").read_bytes()
    cut = italian[: italian.index(b"\nset-up:") + 3]
    said = words("en") | dict(line.split(": ", 1) for line in cut.decode().split("\n")[:-1])
    assert said["yes"] == "Sì" and said["start-match"] == words("en")["start-match"]
    _plays(tmp_path, {"it": cut}, said)


def test_without_any_words_the_table_shows_names_of_texts(tmp_path: Path) -> None:
    _plays(tmp_path, {"it": _GARBAGE, "en": b"\xff" * 99}, {name: name for name in words("en")})
