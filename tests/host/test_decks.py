"""`marcoria deck check` gives one sentence for each bad file; an enrolment counts its cards."""

from pathlib import Path

import pytest

from marcoria.cli import main
from marcoria.errors import TableError
from marcoria.game.decks import Enrolment
from marcoria.sim.chips.placed_tags import make_deck

LINES = [f"{card} {uid.hex()}" for card, uid in make_deck(7).items()]
TEXT = "\n".join(LINES) + "\n"


def _check(path: Path, data: bytes) -> int:
    path.write_bytes(data)
    return main(["deck", "check", str(path)])


def test_a_damaged_deck_on_the_table_gets_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="the deck's file on the table is damaged"):
        Enrolment(tmp_path / "progress", range(32), b"7C xyz\n", {})


def test_left_from_counts_cards_without_forgetting_them(tmp_path: Path) -> None:
    enrolment = Enrolment(tmp_path / "progress", range(32), b"", {})
    for number in range(5):
        assert not enrolment.lay(bytes((4, 1, 1, number, 1, 1, 0x80)))
    assert enrolment.left == 27 and enrolment.left_from(3) == 29 and enrolment.left_from(9) == 27
    enrolment.forget_from(3)
    assert enrolment.left == 29


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("", "32 cards\n"),
        ("dead 9H\n", "32 cards; one card is dead\n"),
        ("ok 04EE0001\npass 04EE0002\ndead 9H\ndead QS", "for pass, ok; 2 cards are dead\n"),
    ],
)
def test_a_right_file_is_described(
    more: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _check(tmp_path / "blue.deck", (TEXT + more).encode()) == 0
    assert capsys.readouterr().out.endswith(words)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (LINES[3], "line 33: '{card}' is there twice"),
        (f"ok {LINES[3].split()[1]}", "line 33: {uid} is the UID of another line already"),
        ("1H 04010203", "line 33: '1H' is no card and no command"),
        ("jump 04010203", "line 33: 'jump' is no card and no command"),
        ("ok 0401020", "line 33: '0401020' is no UID of 8, 14 or 20 hexadecimal digits"),
        ("ok 08010203", "line 33: 08010203 is a phone"),
        ("ok", "line 33: 'ok' is not a card or command followed by its UID"),
        (
            "ok 04 01 02 03",
            "line 33: 'ok 04 01 02 03' is not a card or command followed by its UID",
        ),
        ("ok caffè", "line 33: 'caffè' is no UID"),
    ],
)
def test_a_wrong_line_gets_one_sentence(
    more: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _check(tmp_path / "blue.deck", (TEXT + more).encode()) == 1
    card, uid = LINES[3].split()
    error = capsys.readouterr().err
    assert sentence.format(card=card, uid=uid) in error and error.count("\n") == 1


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"\x00" * 50, TEXT.encode("utf-16")])
def test_a_file_that_is_no_deck_gets_one_sentence(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _check(tmp_path / "blue.deck", data) == 1
    error = capsys.readouterr().err
    assert error.startswith("marcoria: ") and error.count("\n") == 1


def test_a_missing_card_and_a_missing_file_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = LINES[9].split()[0]
    assert _check(tmp_path / "blue.deck", TEXT.replace(LINES[9] + "\n", "").encode()) == 1
    assert f"{card} is missing: a deck has 32 cards" in capsys.readouterr().err
    assert main(["deck", "check", str(tmp_path / "red.deck")]) == 1
    assert "cannot read" in capsys.readouterr().err
