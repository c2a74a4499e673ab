"""The sheet of a house's rules: a sentence for each key and value, as in the house's file."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from desk_kit import DeskVM
from marcoria.firmware.belote.housekeys import KEYS, Words
from marcoria.game.houses import names, text_of
from marcoria.game.rule_sheet import GROUPS, rule_sheet
from marcoria.paths import HOUSES, ROOT
from page_hand import Mouse

_WORDS = ROOT / "host_tools" / "marcoria" / "web" / "page" / "words"
_LANGUAGES = ["en", "it", "fr", "es", "bg"]
_MOST_SPECIAL = 7


def _texts(language: str) -> dict[str, str]:
    lines = (_WORDS / f"{language}.words").read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines if ": " in line)


def _values(path: Path) -> dict[str, str]:
    """Return the value of each key in a house's file, except `name`.

    If the file lets the players choose a value, return its first one. Do not use the firmware's
    parser for house files, because the tested code uses it.
    """
    lines = [line.partition("#")[0].split(":", 1) for line in path.read_text("utf-8").split("\n")]
    pairs = [(key.strip(), rest[0].split("|")[0].strip()) for key, *rest in lines if rest]
    return {key: value for key, value in pairs if key != "name"}


@pytest.mark.parametrize("language", _LANGUAGES)
def test_each_key_and_each_value_of_a_house_has_a_sentence(language: str) -> None:
    texts, missing = _texts(language), []
    for key in KEYS:
        if isinstance(key.choices, Words):
            wanted = [f"rule-{key.name}-{word}" for word in key.choices.words]
        else:
            wanted = [f"rule-{key.name}"]
            assert "{number}" in texts.get(wanted[0], ""), key.name
        missing += [name for name in wanted if name not in texts]
    assert not missing
    assert not [name for name, _ in GROUPS if f"rule-group-{name}" not in texts]


def test_each_key_is_in_one_group() -> None:
    grouped = [key for _, keys in GROUPS for key in keys]
    assert sorted(grouped) == sorted(key.name for key in KEYS)


@pytest.mark.parametrize("house", names())
def test_the_sheet_says_what_the_file_says(house: str) -> None:
    sheet: Any = rule_sheet(text_of(house), text_of("french"))
    rows = {row["key"]: row for group in sheet["groups"] for row in group["rows"]}
    mine, common = _values(HOUSES / f"{house}.house"), _values(HOUSES / "french.house")
    told = {key: row["word"] for key, row in rows.items() if key in mine}
    assert told == {key: mine[key] for key in told}
    both = [key for key in rows if key in mine and key in common]
    assert [key for key in both if rows[key]["special"]] == [
        key for key in both if mine[key] != common[key]
    ]
    special = [row["key"] for row in sheet["special"]]
    assert len(special) <= _MOST_SPECIAL and bool(special) == (house != "french")


def test_the_sheet_leaves_out_what_means_nothing() -> None:
    def keys(house: str, *agreed: str) -> set[str]:
        sheet: Any = rule_sheet(text_of(house), text_of("french"), agreed)
        return {row["key"] for group in sheet["groups"] for row in group["rows"]}

    assert not keys("espanola-2") & {"fail", "litige", "again", "partner", "direction", "quota"}
    assert not keys("salotto") & {"contest", "equal", "eight", "third", "nt", "fine"}
    assert keys("libre") - keys("libre", "melds: off") == {"contest", "equal", "eight"}
    assert "over_partner" in keys("french") and "over_partner" not in keys("libre")
    assert {"third", "nt", "no_trump"} < keys("bulgarian")


def test_what_was_agreed_is_told() -> None:
    sheet: Any = rule_sheet(text_of("libre"), text_of("french"), ["melds: off"])
    rows = {row["key"]: row for group in sheet["groups"] for row in group["rows"]}
    assert rows["melds"] == {"key": "melds", "word": "off", "special": True, "open": ["on", "off"]}


def test_the_desk_tells_the_rules_of_any_house_file() -> None:
    desk = DeskVM()
    try:
        own = text_of("salotto").replace("target: 1000", "target: 501")
        (sheet,) = desk.do("rules", house="bar", text=own, agreed=[])
        assert sheet == rule_sheet(own, text_of("french"))
        (sheet,) = desk.do("rules", house="libre", text="", agreed=["melds: off"])
        assert sheet == rule_sheet(text_of("libre"), text_of("french"), ["melds: off"])
        code, sentence = desk.do("rules", house="bar", text="king: 5", agreed=[])
        assert code == "bad-house" and "king" in sentence
        code, sentence = desk.do("rules", house="nowhere", text="", agreed=[])
        assert code == "unknown-house" and sentence
    finally:
        desk.close()


@pytest.mark.soak
def test_the_page_shows_the_rules_of_an_own_house(sit: Any) -> None:
    own = text_of("salotto").replace("target: 1000", "target: 501").replace("Salotto", "Bar Sport")
    hand = sit(Mouse, house="own", rules=quote(own), bots="NEW")
    hand.open("help")
    hand.page.locator("dialog.keys-title button.rules").click()
    sheet = hand.page.locator("dialog.rules .rule-sheet")
    sheet.locator(".special h3", has_text="Bar Sport").wait_for()
    target = sheet.locator("li[data-key=target]").inner_text()
    assert _texts("en")["rule-target"].replace("{number}", "501") in target


def test_the_page_shows_the_rules_of_the_match(sit: Any) -> None:
    hand = sit(Mouse, house="salotto", bots="NEW")
    hand.open("help")
    hand.page.locator("dialog.keys-title button.rules").click()
    sheet = hand.page.locator("dialog.rules .rule-sheet")
    sheet.locator(".groups").wait_for()
    texts = _texts("en")
    special = sheet.locator(".special li").all_inner_texts()
    assert texts["rule-order-king"] in special and texts["rule-direction-cw"] in special
    assert texts["rule-quota"].replace("{number}", "82") in special
    hand.choose(hand.page.locator("dialog.rules select"), "french")
    sheet.get_by_text(texts["rule-special-none"]).wait_for()
    hand.page.keyboard.press("Escape")
    assert hand.page.evaluate("document.activeElement.className") == "rules"
