"""`marcoria export` and `marcoria replay`, from a table's journal to a spreadsheet."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

import testenv
from bdnkit import RANDOM, book_of, evening, read, replayed
from codes.game import Events
from dice import Dice
from journal.journal import Journal
from journalkit import EPOCH
from marcoria.bdn.rulebooks import Rulebook, Rulebooks
from marcoria.bdn.write import Chronicle, text_of
from marcoria.cli import main
from marcoria.journal.reader import open_image
from ramlog import RamLog
from random_houses import Random

_BOOT = 32


def image_of(book: Rulebook, happened: list[tuple[int, int, int]], blocks: int = 64) -> bytes:
    """Return the image of a journal as a table writes it, with a checkpoint before each deal.

    There is no checkpoint after a deal without a result, because its events can still be undone.
    `blocks` is the size of the journal in blocks of flash.
    """
    log = RamLog(blocks, Dice(1))
    journal = Journal(log, EPOCH)
    journal.begin(_BOOT, 0)
    game = book.match
    for kind, seat, arg in happened:
        if kind == Events.DEAL and game.phase == 1 and not len(game.events):
            journal.checkpoint(list(game.totals), book.house.mark, bytearray(64))
        game.apply(kind, seat, arg)
        journal.add(kind, seat, arg)
    return bytes(log.cells)


def _run(capsys: pytest.CaptureFixture[str], *typed: str) -> tuple[int, str, str]:
    status = main(list(typed))
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture
def image(tmp_path: Path) -> str:
    book = Rulebooks().book("french")
    file = tmp_path / "journal.img"
    file.write_bytes(image_of(book, evening(book, Random(4))))
    return str(file)


@pytest.mark.parametrize("name", ["piedicavallo", "espanola-2", "bulgarian", RANDOM])
def test_exported_events_are_those_of_the_journal(name: str, tmp_path: Path) -> None:
    rng = Random(testenv.SEED)
    book = book_of(name, rng, tmp_path)
    happened = evening(book, rng, 600)
    image = open_image(image_of(book, happened))
    files = (str(tmp_path / "bar.house"),) if name == RANDOM else ()
    text = "\n".join(map(text_of, Chronicle(image, Rulebooks(files)).deals()))
    assert [event for one in replayed(text) for event in one.events] == happened
    assert "lost" not in text


def test_an_export_is_replayed(
    image: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, text, _ = _run(capsys, "export", image)
    assert status == 0 and text.startswith('[BDN "1.0"]\n')
    file = tmp_path / "evening.bdn"
    file.write_text(text, "utf-8")
    status, out, _ = _run(capsys, "replay", str(file), "--json")
    told = json.loads(out)
    assert status == 0 and told["ok"] and out.count("\n") == 1
    dealt = [deal for deal in read(text) if deal.is_dealt]
    assert len(told["deals"]) == len(dealt) > 1
    for one, deal in zip(told["deals"], dealt, strict=True):
        score = one["score"] and " ".join(f"{side}:{n}" for side, n in one["score"].items())
        assert score == deal.tags.get("Score")
    status, out, _ = _run(capsys, "replay", str(file))
    assert status == 0 and f"{len(dealt)} deals, all consistent with the cards" in out


def test_the_json_twin_of_an_export_converts_back(
    image: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = _run(capsys, "export", image)[1]
    twin = tmp_path / "evening.json"
    assert _run(capsys, "export", image, "--json", "-o", str(twin))[0] == 0
    assert _run(capsys, "export", str(twin))[1] == text
    assert _run(capsys, "replay", str(twin))[0] == 0
    twin.write_text(twin.read_text("utf-8").replace('"pass"', '"double"', 1), "utf-8")
    status, _, err = _run(capsys, "replay", str(twin))
    assert status == 7 and ", as BDN line" in err


def test_an_export_as_json_is_complete_or_an_error(
    image: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """If one file is missing, the output has only the error and no deals."""
    for files in (["nowhere.bdn"], [image, "nowhere.bdn"]):
        status, out, _ = _run(capsys, "export", *files, "--json")
        assert (status, json.loads(out)["error"]) == (1, "no-file")


def test_a_changed_score_ends_with_status_seven(
    image: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = _run(capsys, "export", image)[1].split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("[Score"))
    lines[at] = lines[at].replace(":", ";", 1)
    file = tmp_path / "lie.bdn"
    file.write_text("\n".join(lines), "utf-8")
    status, out, err = _run(capsys, "replay", str(file), "--json")
    told = json.loads(out)
    assert (status, told["ok"], told["line"]) == (7, False, at + 1)
    assert told["column"] == lines[at].index(";") + 1
    assert f"{file}: line {at + 1}, column {told['column']}: " in err


def test_unreadable_files_are_refused(
    image: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.bdn"
    empty.write_bytes(b"")
    assert _run(capsys, "replay", str(empty), "--json")[:2] == (0, '{"ok": true, "deals": []}\n')
    status, _, err = _run(capsys, "replay", image)
    assert status == 1 and f"convert it with marcoria export {image}" in err
    for name in ("nowhere.bdn", ".", "\0"):
        status, _, err = _run(capsys, "replay", str(tmp_path / name))
        assert status == 1 and "cannot read" in err
    pad = tmp_path / "random.img"
    pad.write_bytes(bytes(range(256)) * 16)
    status, _, err = _run(capsys, "export", str(pad))
    assert status == 1 and "has no record of a journal" in err


def test_names_and_places_are_written_down(image: str, capsys: pytest.CaptureFixture[str]) -> None:
    names = "Maria, Giuàn, Иван, Zoë"
    typed = ("--names", names, "--event", 'The "Cup"', "--date", "2026-11-23", "--table", "T07")
    text = _run(capsys, "export", image, *typed)[1]
    for tag in ('[South "Иван"]', '[Event "The \\"Cup\\""]', '[Table "T07"]'):
        assert tag in text
    assert replayed(text)
    assert _run(capsys, "export", image, "--names", "Ada, Bo, Cy")[0] == 1
    assert _run(capsys, "export", image, "--event", "a\nb")[0] == 1


def test_the_csv_is_safe_and_correct_in_a_spreadsheet(
    image: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the CSV, negative points stay numbers and no name is a spreadsheet formula."""
    evil = '=HYPERLINK("http://x"), +1, -1+1, @SUM(A1)'
    status, text, _ = _run(capsys, "export", image, "--csv", "--names", evil)
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert status == 0 and len(rows) > 1
    assert all(row["score_1"].lstrip("-").isdigit() or not row["score_1"] for row in rows)
    for head in ("north", "east", "south", "west"):
        assert rows[0][head].startswith("'")
    deals = read(_run(capsys, "export", image)[1])
    for row, deal in zip(rows, [deal for deal in deals if deal.is_dealt], strict=True):
        score = f"NS:{row['score_1']} EW:{row['score_2']}" if row["score_1"] else None
        assert score == deal.tags.get("Score")
    typed = tmp_path / "typed.bdn"
    page = (Path(__file__).parents[2] / "docs" / "bdn.md").read_text("utf-8")
    typed.write_text(page.split("```bdn\n")[1].split("```")[0], "utf-8")
    row = next(csv.DictReader(io.StringIO(_run(capsys, "export", str(typed), "--csv")[1])))
    assert (row["contract"], row["outcome"], row["total_2"]) == ("H", "failed", "230")
    assert _run(capsys, "export", image, "--csv", "--json")[0] == 2
    typed.write_text(typed.read_text("utf-8").replace("EW:230", "EW:240"), "utf-8")
    status, _, err = _run(capsys, "export", str(typed), "--csv")
    assert status == 7 and f"{typed}: line 16, column 9: Score says" in err


def _damaged(data: bytes, rng: Random) -> bytes:
    cells = bytearray(data)
    for _ in range(1 + rng.randrange(6)):
        at = rng.randrange(max(len(data.rstrip(b"\xff")), 1))
        length = rng.choice([1, 1, 16, 200, 4096])
        cells[at : at + length] = bytes(rng.choice([0, 255, 77]) for _ in range(length))
    return bytes(cells[: len(data)])


def test_a_damaged_journal_reports_losses_and_invents_nothing(tmp_path: Path) -> None:
    """Each deal that has no note about lost records has only events that happened, in order."""
    rng = Random(testenv.SEED)
    lost = 0
    for _ in range(400 if testenv.SOAK else 25):
        book = Rulebooks().book("espanola-4")
        happened = evening(book, rng, 400)
        data = image_of(book, happened, 8)
        told = _scores(data)
        damaged = _damaged(data, rng)
        text = "\n".join(map(text_of, Chronicle(open_image(damaged), Rulebooks()).deals()))
        for played in replayed(text):
            deal = played.deal
            marked = any("lost" in note for note in deal.notes)
            known = (tuple(played.events), deal.tags.get("Score"))
            assert known in told or marked or _is_part(played.events, happened), text
        lost += "lost" in text
    assert lost


def _scores(data: bytes) -> set[tuple[object, ...]]:
    text = "\n".join(map(text_of, Chronicle(open_image(data), Rulebooks()).deals()))
    return {(tuple(one.events), one.deal.tags.get("Score")) for one in replayed(text)}


def _is_part(part: list[tuple[int, int, int]], whole: list[tuple[int, int, int]]) -> bool:
    """Return whether `part` is a sequence of consecutive events of `whole`."""
    return any(whole[at : at + len(part)] == part for at in range(len(whole)))


def test_an_unknown_house_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = book_of(RANDOM, Random(9), tmp_path)
    image = tmp_path / "bar.img"
    image.write_bytes(image_of(book, evening(book, Random(9))))
    status, text, _ = _run(capsys, "export", str(image))
    assert status == 0 and "no house here has its rules" in text and "[Deal" not in text
    assert replayed(text) == []
    house = str(tmp_path / "bar.house")
    text = _run(capsys, "export", str(image), "--house", house)[1]
    assert '[House "bar"]' in text and "[Rules " in text
    assert replayed(text)
    assert "(deal " not in _run(capsys, "journal", "show", str(image))[1]
    shown = _run(capsys, "journal", "show", str(image), "--house", house)[1]
    boards = re.findall(r'\[Board "(\d+)"\]', text)
    assert boards and re.findall(r"\(deal (\d+)\)", shown) == boards
    without = "\n".join(line for line in text.split("\n") if line[:6] not in ("[Rules", "[Hash "))
    file = tmp_path / "bar.bdn"
    file.write_text(without, "utf-8")
    status, _, err = _run(capsys, "replay", str(file))
    assert status == 7 and "the house 'bar' is not known here" in err
    assert _run(capsys, "replay", str(file), "--house", house)[0] == 0


def test_the_demo_leaves_its_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image, text = tmp_path / "demo.img", tmp_path / "demo.bdn"
    demo = ["sim", "--demo", "--deals", "2", "--seed", "7", "--players", "honest"]
    demo += ["--journal", str(image)]
    assert main([*demo, "--dry-run"]) == 0 and not image.exists()
    assert main(demo) == 0
    capsys.readouterr()
    status, exported, _ = _run(capsys, "export", str(image))
    assert status == 0 and _run(capsys, "journal", "export", str(image)) == (0, exported, "")
    text.write_text(exported, "utf-8")
    status, as_json, _ = _run(capsys, "replay", "--json", str(text))
    scores = [deal["score"] for deal in json.loads(as_json)["deals"]]
    assert status == 0 and scores[1] == {"NS": 140, "EW": 60}
