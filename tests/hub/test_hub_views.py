"""Pages and answers of a hub: no card before the end of a deal, true results, safe titles."""

import csv
import io
import json
import logging
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import testenv
from belote.match import Match
from carrying import NOW, Hub
from codes.game import Events, Phases
from dice import Dice
from marcoria.analysis import solvers
from marcoria.cli import main
from marcoria.firmware.codes.game import name_of
from marcoria.game.word_files import read_words
from marcoria.hub.logs import JsonLines
from marcoria.hub.page import LANGUAGES
from marcoria.hub.views import Shown
from marcoria.paths import HOST, ROOT
from recorded_tables import (
    PAGES,
    SCANNED,
    RecordedTable,
    first_deals,
    get,
    paper,
    text_of,
    views_of,
    written,
)

RUNS_ON = "cpython"

_SCHEMA = json.loads((ROOT / "docs" / "hub.schema.json").read_text("utf-8"))
_CARD = re.compile(r"[♣♦♥♠]|\b[7-9TJQKA][SHDC]\b")
_SAMPLE = re.compile(r'marcoria_hub_\w+(\{(\w+="(\\.|[^"\\])*",?)+\})? -?\d+')


@pytest.fixture
def hub(tmp_path: Path) -> Hub:
    return Hub(f"{tmp_path}/hub.sqlite")


# --- cards --------------------------------------------------------------------------------------


def _up_to_card(events: list[Any], cards: int) -> list[Any]:
    places = [i for i, event in enumerate(events) if event[0] == Events.CARD]
    return events[: places[cards]]


def _swapped(house: Any, events: list[Any]) -> list[Any]:
    """Return the events with two hidden cards exchanged between two hands; all stay legal."""
    laid = {arg for kind, _, arg in events if kind in (Events.CARD, Events.UPCARD)}
    scans = [
        i for i, (kind, _, arg) in enumerate(events) if kind == Events.SCAN and arg not in laid
    ]
    for one in scans:
        for other in scans:
            if events[one][1] != events[other][1]:
                changed = list(events)
                changed[one] = (*events[one][:2], events[other][2])
                changed[other] = (*events[other][:2], events[one][2])
                match = Match(house)
                if not any(match.apply(*event) for event in changed):
                    return changed
    raise AssertionError("no two hidden cards can be swapped")


def _all_shown(folder: Path, house: Any, events: list[Any], capsys: Any) -> tuple[str, bytes]:
    """Return all that a hub shows of these events, and the frames that it has."""
    folder.mkdir()
    hub = Hub(f"{folder}/hub.sqlite")
    table = RecordedTable(hub, folder)
    table.play(house, events)
    table.push()
    assert capsys.readouterr().out == ""
    with views_of(hub) as views:
        shown = [text_of(views, path, language) for path in PAGES for language in LANGUAGES]
        for (seq,) in hub.store.run("SELECT DISTINCT upto FROM frames"):
            page = f"/deals/{table.name}/{table.epoch}/{seq}"
            shown += [text_of(views, page + ending) for ending in ("", ".bdn", ".json", ".pdf")]
    for options in ([], ["--json"]):
        assert main(["hub", "export", "--db", f"{folder}/hub.sqlite", *options]) == 0
        shown.append(capsys.readouterr().out)
    frames = b"".join(data for (data,) in hub.store.run("SELECT data FROM frames"))
    return "\n".join(shown), frames


def test_no_card_is_shown_before_the_end_of_a_deal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house, whole = written(SCANNED)
    middle = _up_to_card(whole, 7)
    shown, frames = _all_shown(tmp_path / "one", house, middle, capsys)
    other, others = _all_shown(tmp_path / "other", house, _swapped(house, middle), capsys)
    assert frames != others and shown == other
    # During the deal not even the cards on the table are shown. Afterwards all cards are shown.
    assert not _CARD.search(shown)
    match = Match(house)
    for event in whole:
        match.apply(*event)
    assert match.phase == Phases.READY
    done, _ = _all_shown(tmp_path / "done", house, whole, capsys)
    played = [name_of(arg) for kind, _, arg in whole if kind == Events.CARD]
    assert len(played) == 32 and set(played) <= set(_CARD.findall(done))


# --- deals --------------------------------------------------------------------------------------


def test_a_finished_deal_is_replayed_with_its_costs(hub: Hub, tmp_path: Path) -> None:
    table = RecordedTable(hub, tmp_path)
    table.play(*paper("deal"))
    table.push()
    with views_of(hub, shown=Shown(0, "http://page.example/")) as views:
        (deal,) = json.loads(text_of(views, "/api/deals"))
        page = text_of(views, deal["page"])
        assert "gives the result that the table wrote down" in page and "<td>117</td>" in page
        assert "http://page.example/#look=1&amp;house=piedicavallo" in page and "Par" in page
        assert deal["page"] in text_of(views, "/deals")
        assert "C by West" not in page and "♣</span> by West" in page
        assert "[Deal " in text_of(views, f"{deal['page']}.bdn")
        assert bytes(get(views, f"{deal['page']}.pdf").body).startswith(b"%PDF")
        for wrong in ("0", "x", "9" * 30, "٣", f"{deal['seq']}.exe"):
            assert get(views, f"/deals/{table.name}/{table.epoch}/{wrong}").status_code == 404
        assert "ouest" in text_of(views, deal["page"], "fr-CA,en;q=0.5").lower()
        assert "Node.js is missing" not in page


def test_a_computer_without_node_shows_a_deal_and_says_what_is_missing(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solvers, "_node", lambda: None)
    table = RecordedTable(hub, tmp_path)
    table.play(*paper("deal"))
    table.push()
    with views_of(hub) as views:
        (deal,) = json.loads(text_of(views, "/api/deals"))
        page = text_of(views, deal["page"])
    assert "Node.js is missing" in page and "<td>117</td>" in page and "Par" not in page


def test_a_result_that_the_rules_do_not_give_is_named(hub: Hub, tmp_path: Path) -> None:
    table = RecordedTable(hub, tmp_path)
    house, events = paper("deal")
    table.play(house, first_deals(events, 1), lies=7)
    table.push()
    with views_of(hub) as views:
        (deal,) = json.loads(text_of(views, "/api/deals"))
        told = "the deal gives NS:50 EW:120, but the table wrote down NS:57 EW:120"
        assert told in text_of(views, deal["page"])


def test_titles_of_strangers_are_text_everywhere(hub: Hub, tmp_path: Path) -> None:
    titles = ["=1+1", "<script>alert(1)</script>", '"\\{0}&', "@sum", "-2", "+a"]
    for number, title in enumerate(titles, 1):
        table = RecordedTable(hub, tmp_path, number, title)
        table.play(*paper("deal"))
        table.push()
    with views_of(hub) as views:
        for path in ("/wall", "/tables", "/deals"):
            text = text_of(views, path)
            assert "<script>alert" not in text and "&lt;script&gt;alert(1)" in text
            assert "{0}&amp;" in text
        for path in ("/deals.csv", "/standings.csv"):
            rows = list(csv.reader(io.StringIO(text_of(views, path))))
            cells = [cell for row in rows for cell in row]
            assert any("script" in cell for cell in cells) and "'=1+1" in cells
            bad = [cell for cell in cells if re.match(r"[=+@\t\r]|-(?!\d+$)", cell)]
            assert not bad
        lines = text_of(views, "/metrics").splitlines()
        assert all(_SAMPLE.fullmatch(line) for line in lines if not line.startswith("#"))


def test_answers_have_the_form_of_the_schema(hub: Hub, tmp_path: Path) -> None:
    for number, name in enumerate(("deal", "scanned", "melds"), 1):
        table = RecordedTable(hub, tmp_path, number, f"table {number}")
        table.play(*paper(name))
        table.push()
    hub.take(table.name, b"x" * 50)
    RecordedTable(hub, tmp_path, 9, "never heard")
    with views_of(hub) as views:
        for name in ("tables", "deals", "standings"):
            answer = json.loads(text_of(views, f"/api/{name}"))
            assert answer
            schema = {"$ref": f"#/$defs/{name}", "$defs": _SCHEMA["$defs"]}
            jsonschema.Draft202012Validator(schema).validate(answer)
        tables = json.loads(text_of(views, "/api/tables"))
        assert {one["title"]: one["refused"] for one in tables}["table 3"] == {"malformed": 1}


def test_the_wall_tells_when_it_has_heard_of_tables(hub: Hub, tmp_path: Path) -> None:
    table = RecordedTable(hub, tmp_path)
    table.play(*paper("deal"))
    table.push(NOW)
    later = {0: "just now", 120: "2 min", 7300: "2 h", 180_000: "2 days"}
    for age, told in later.items():
        with views_of(hub, NOW + age) as views:
            wall = text_of(views, "/wall")
            assert f"heard {told}" in wall.replace("last ", "") and "deal under way" in wall
            (state,) = {one["state"] for one in json.loads(text_of(views, "/api/tables"))}
            assert state == ("reports" if age < 600 else "silent")
            assert age or "1 of 1 tables" in wall
    with views_of(hub, NOW + 180_000) as views:
        wall = text_of(views, "/wall")
        assert "No deal has ended tonight" in wall and "0 of 1 tables" in wall
        assert "window" not in text_of(views, "/deals") and "window" in text_of(
            views, "/deals?all=1"
        )


def test_a_wall_of_one_bar_has_its_tables_alone(hub: Hub, tmp_path: Path) -> None:
    titles = ("Centrale: door", "Centrale: bar", "Stella: door", "centrale: yard")
    for number, title in enumerate(titles):
        table = RecordedTable(hub, tmp_path, number, title)
        table.play(*written(SCANNED))
        table.push(NOW)
    with views_of(hub) as views:
        for asked, shown in (("", titles), ("Centrale", titles[:2]), ("Stella:%20d", titles[2:3])):
            wall = text_of(views, f"/wall?of={asked}")
            live, _, ranking = wall.partition('class="ranking"')
            assert {title for title in titles if title in live} == set(shown)
            assert {title for title in titles if title in ranking} == set(shown)
            tables = json.loads(text_of(views, f"/api/tables?of={asked}"))
            assert {one["title"] for one in tables} == set(shown)
        assert "<b>x" not in text_of(views, "/wall?of=%3Cb%3Ex")


@pytest.mark.parametrize("seed", range(60 if testenv.SOAK else 2))
def test_nonsense_from_an_enrolled_table_hides_no_other_table(
    hub: Hub, tmp_path: Path, seed: int
) -> None:
    dice = Dice(testenv.SEED * 1000 + seed)
    honest = RecordedTable(hub, tmp_path, 1, "honest")
    house, events = paper("deal")
    honest.play(house, events)
    liar = RecordedTable(hub, tmp_path, 2, "liar")
    for _ in range(20):
        some = [events[dice.below(len(events))] for _ in range(dice.below(60))]
        some += [(1 + dice.below(20), dice.below(256), dice.word()) for _ in range(9)]
        some.append((Events.RULING, dice.below(16), dice.word()))
        for event in some if dice.below(3) else events:
            liar.journal.add(*event)
        totals = [dice.word() - (1 << 15) for _ in range(8)]
        totals[3] = totals[3] if dice.below(2) else dice.below(4)
        totals[7] = totals[7] if dice.below(2) else -1
        liar.journal.checkpoint(totals, house.mark, bytes(64), b"")
    for table in (honest, liar):
        table.push()
    with views_of(hub) as views:
        for path in PAGES:
            assert get(views, path).status_code == 200
        deals = json.loads(text_of(views, "/api/deals"))
        assert {one["title"] for one in deals} == {"honest", "liar"}
        assert 'role="alert"' not in text_of(views, "/wall")
        for deal in deals:
            for ending in ("", ".bdn", ".pdf"):
                assert get(views, deal["page"] + ending).status_code == 200


# --- words and log ------------------------------------------------------------------------------


def test_all_languages_have_the_same_words() -> None:
    files = {name: read_words(HOST / "hub" / "words" / f"{name}.words") for name in LANGUAGES}
    english = files["en"]
    source = "".join(path.read_text("utf-8") for path in (HOST / "hub").glob("*.py"))
    for name, words in files.items():
        assert list(words) == list(english), name
        for key, text in words.items():
            assert sorted(re.findall(r"\{\d\}", text)) == sorted(
                re.findall(r"\{\d\}", english[key])
            )
    made = [*"NESW", *(key for key in english if key.startswith("do-"))]
    assert all(key in made or re.search(f"[\"']{key}[\"']", source) for key in english)


def test_a_line_of_the_log_is_a_json_object() -> None:
    facts = {"table": "a", "reason": "forged"}
    record = logging.makeLogRecord(
        {
            "name": "hub",
            "levelname": "WARNING",
            "msg": "refused\n%s",
            "args": ("x",),
            "facts": facts,
        }
    )
    line = JsonLines().format(record)
    found = json.loads(line)
    assert "\n" not in line and found["message"] == "refused\nx" and found["level"] == "warning"
    assert found["table"] == "a" and found["reason"] == "forged"
