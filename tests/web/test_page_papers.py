"""Files in the page: scenarios, deals in BDN, a bar's own houses, and downloads."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from marcoria.bdn.files import exported
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.bdn.write import texts_of
from marcoria.paths import ROOT, TESTS
from page_hand import Hand, Mouse
from page_journal import downloaded
from page_play import Play
from test_bdn_errors import TYPED

_LONG_MS = 120_000
_FRENCH = ROOT / "firmware" / "belote" / "houses" / "french.house"
# Drop a file on the page, with the event that a browser sends.
_DROP = """([name, text]) => {
  const dropped = new DataTransfer();
  const bytes = typeof text === "number" ? new Uint8Array(text).fill(200) : text;
  dropped.items.add(new File([bytes], name));
  const how = { bubbles: true, cancelable: true, dataTransfer: dropped };
  document.getElementById("table").dispatchEvent(new DragEvent("drop", how));
}"""
_SCENARIO = TESTS / "faults" / "25_wrong_pad.yaml"
_HANDS = {
    "N": "9C JC AC QD 8H TH QS KS",
    "E": "TC QC KC 7D 8D 9H JH AS",
    "S": "7C 8C 9D TD QH KH AH JS",
    "W": "JD KD AD 7H 7S 8S 9S TS",
}


def _give(hand: Hand, place: str, file: Path) -> None:
    """Choose a file with the last file input inside the element `place`."""
    hand.page.locator(f"{place} input[type=file]").last.set_input_files(file)


def _drop(hand: Hand, name: str, text: str | int) -> None:
    """Drop a file with this text on the table; a number means that many bytes of invalid UTF-8."""
    hand.page.evaluate(_DROP, [name, text])


@pytest.mark.soak
def test_the_bdn_download_has_the_deals_of_the_journal(sit, tmp_path: Path) -> None:
    hand = sit(Mouse, house="salotto", bots="NEW")
    hand.pace("fast")
    Play(hand).cards(2)
    hand.pace("0")
    image = downloaded(hand, "journal", tmp_path)
    text = downloaded(hand, "bdn", tmp_path).read_text("utf-8")
    assert text == "".join(texts_of(exported(str(image), Rulebooks(), {})))
    assert '[House "salotto"]' in text


@pytest.mark.soak
def test_a_scenario_file_is_played_step_by_step(sit, tmp_path: Path) -> None:
    hand = sit(Mouse, house="salotto", bots="NEW")
    hand.open("breaking")
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("steps:\n- sing: aloud\n", "utf-8")
    _give(hand, ".scenario", wrong)
    trouble = hand.page.locator(".scenario .trouble")
    trouble.filter(has_text="scenario: line 2: there is no step 'sing'").wait_for()
    assert hand.is_so(phase="ready") and hand.page.locator(".steps li").count() == 0
    _give(hand, ".scenario", _SCENARIO)
    hand.page.locator(".steps li").first.wait_for()
    hand.page.keyboard.press("Escape")
    hand.pace("fast")
    hand.open("breaking")
    passed = hand.page.locator(".scenario .hint[role=status]", has_text="14 of 14")
    passed.wait_for(timeout=_LONG_MS)
    assert hand.page.locator(".steps li.failed").count() == 0


@pytest.mark.soak
def test_a_deal_typed_as_bdn_is_dealt(sit, tmp_path: Path) -> None:
    hand = sit(Mouse, house="salotto", bots="NEW")
    hand.open("new-match")
    hand.page.locator('input[type=radio][value="bdn"]').check()
    area = hand.page.locator("dialog textarea")
    area.fill(TYPED.replace("KQ.T8.Q.AJ9", "KQ.T8.Q.AJ"))
    start = hand.page.locator("dialog .foot button.main")
    start.click()
    told = "deal.bdn: line 3, column 10: N has 7 cards and needs 8: an unknown card is -"
    hand.page.locator("dialog .trouble", has_text=told).wait_for()
    area.fill(TYPED)
    start.click()
    hand.page.locator("dialog[open]").wait_for(state="hidden")
    hand.pace("fast")
    hand.until(phase=["bidding", "play"])
    for seat, cards in _HANDS.items():
        held = set(hand.cards(seat)) - {"AH"}  # a taker also has the upcard
        assert held and held <= set(cards.split()), (seat, held)


@pytest.mark.soak
def test_all_mistakes_of_an_own_house_are_reported(sit, tmp_path: Path) -> None:
    hand = sit(Mouse, house="salotto", bots="NEW")
    hand.open("new-match")
    file = tmp_path / "mine.house"
    file.write_text("name: Mine\nplayrs: 4\nking: 5\n", "utf-8")
    _give(hand, "dialog", file)
    trouble = hand.page.locator(
        "dialog .trouble", has_text="mine.house: line 2: 'playrs' is no key"
    )
    trouble.wait_for()
    assert "line 3: 'king' cannot be '5': it is 4 or 10" in str(trouble.text_content())


@pytest.mark.soak
def test_a_dropped_house_file_is_played(sit) -> None:
    hand = sit(Mouse, house="salotto", bots="NEW")
    hand.pace("fast")
    Play(hand).cards(1)
    own = _FRENCH.read_text("utf-8").replace("name: Belote à la française", "name: Bar Sport")
    assert "Bar Sport" in own
    _drop(hand, "sport.house", own)
    chosen = hand.page.locator("dialog.setup-title input[type=radio][value=own]")
    expect(chosen).to_be_checked()
    expect(hand.page.locator("dialog.setup-title .house")).to_contain_text("Bar Sport")
    hand.activate(hand.page.locator("dialog .foot button.main"))
    hand.page.locator("dialog[open]").wait_for(state="hidden")
    hand.until(phase="ready", events="0", score="0:0")
    Play(hand).on(lambda: hand.state("score") != "0:0")
    hand.open("inside")
    hand.page.locator(".events", has_text="deals, hands blind").wait_for()


@pytest.mark.soak
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("players: 4\n", "bad.house: the key 'name' is missing"),
        ("name: Only a name\n", "bad.house: the key 'players' is missing"),
        ("name: Mine\nplayrs: 4\n", "bad.house: line 2: 'playrs' is no key"),
    ],
)
def test_a_bad_house_file_does_not_disturb_the_match(sit, text: str, told: str) -> None:
    hand = sit(Mouse, house="salotto", bots="NEW")
    hand.pace("fast")
    play = Play(hand)
    play.to_a_card_of("S")
    held, events = hand.cards("S"), hand.state("events")
    _drop(hand, "bad.house", text)
    expect(hand.page.locator("dialog.setup-title .trouble", has_text=told)).to_have_count(1)
    hand.page.keyboard.press("Escape")
    assert hand.cards("S") == held and hand.is_so(events=events, next="card", who="S")
    play.cards(1)


@pytest.mark.soak
def test_a_dropped_scenario_is_played(sit) -> None:
    hand = sit(Mouse, house="salotto", bots="NEW")
    hand.pace("fast")
    _drop(hand, _SCENARIO.name, _SCENARIO.read_text("utf-8"))
    passed = hand.page.locator(".scenario .hint[role=status]", has_text="14 of 14")
    passed.wait_for(timeout=_LONG_MS)
    assert hand.page.locator(".steps li.failed").count() == 0


_WRONG_FILES = [
    (
        "evening.bdn",
        "[House",
        "evening.bdn: line 1, column 7: the value of House must be in quotes",
    ),
    ("evening.txt", TYPED.replace("AJ9", "AJ"), "evening.txt: line 3, column 10: N has 7 cards"),
    ("film.bdn", 50_000_000, "film.bdn has 50000 KB."),
    ("film.mp4", 50_000_000, "film.mp4 has 50000 KB."),
    ("photo.png", 5_000, "photo.png is not a text file."),
    ("photo.house", 5_000, "photo.house is not a text file."),
    ("zeros.yaml", "\0\0", "zeros.yaml is not a text file."),
    ("letter.txt", "Dear Piero,\n", "letter.txt is not a house, a scenario or a deal."),
    ("__proto__", "", "__proto__ is not a house, a scenario or a deal."),
]


@pytest.mark.soak
def test_each_wrong_file_gets_a_message_that_explains_it(sit) -> None:
    hand = sit(Mouse, house="salotto", bots="NEW")
    for name, text, told in _WRONG_FILES:
        _drop(hand, name, text)
        dialog = hand.page.locator("dialog.setup-title[open]")
        dialog.locator(".trouble", has_text=told).wait_for()
        dialog.locator("header button").click()
    hand.open("new-match")
    for name, text, told in _WRONG_FILES[4:7]:
        content = bytes([200]) * text if isinstance(text, int) else text.encode()
        file = {"name": name, "mimeType": "", "buffer": content}
        hand.page.locator("dialog .house input[type=file]").set_input_files(file)
        hand.page.locator("dialog .house .trouble", has_text=told).wait_for()


@pytest.mark.soak
def test_a_file_without_a_known_suffix_is_recognized_by_its_text(sit) -> None:
    hand = sit(Mouse, house="salotto", bots="NEW")
    _drop(hand, "paper", TYPED)
    expect(hand.page.locator("dialog[open] textarea")).to_have_value(TYPED)
    hand.page.keyboard.press("Escape")
    _drop(hand, "rules.txt", _FRENCH.read_text("utf-8"))
    own = hand.page.locator("dialog.setup-title input[type=radio][value=own]")
    expect(own).to_be_checked()
