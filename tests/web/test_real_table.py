"""The page with a real table: here a simulated table at a simulated Web Serial port."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from audit import violations
from cable import Cable
from codes.game import Totals
from marcoria.bots.company import Company
from marcoria.coroutines import finish
from marcoria.device.wire import Client, PortWire
from marcoria.paths import FIRMWARE
from marcoria.web.world.report import match_told
from page_hand import Mouse
from played_table import PlayedTable
from real_page import RealPage
from site_server import SiteServer

Sees = Callable[..., PlayedTable]
_AGAIN_MS = 3000
_PIN = {"pin": [0, 1, 2, 3]}  # clubs, diamonds, hearts, spades


@pytest.fixture
def cable(page: Page) -> Iterator[Cable]:
    cable = Cable(page)
    yield cable
    cable.close()


@pytest.fixture
def real(page: Page, cable: Cable) -> RealPage:
    return RealPage(page, cable)


@pytest.fixture
def sees(real: RealPage, server: SiteServer) -> Iterator[Sees]:
    """Return a function that plays some cards at a table and connects the page to it."""
    tables = []

    def look(cards: int = 5, **options: Any) -> PlayedTable:
        table = PlayedTable(**options)
        tables.append(table)
        if cards:
            table.do(lambda company: finish(company.people.play_cards(cards)))
        real.cable.plug(table.address)
        real.open(server.address)
        real.connect()
        real.until("heard.told.trouble === ''")
        return table

    yield look
    for table in tables:
        table.close()


def _truth(company: Company) -> dict[str, Any]:
    told: dict[str, Any] = match_told(company.people.game)
    return told


def _agree(real: RealPage, table: PlayedTable) -> dict[str, Any]:
    """Wait until the page has the same match as the players; return the page's state."""
    truth = table.do(_truth)
    known = "!heard.told.unknown && heard.told.trouble === ''"
    real.until(
        f"heard.told.events === wanted[0] && heard.told.phase === wanted[1] && {known}",
        [truth["events"], truth["phase"]],
    )
    told = real.told()
    assert {name: told[name] for name in truth} == truth
    return told


# --- what the page shows ------------------------------------------------------------------------


def test_a_deal_is_shown_and_opening_the_port_restarts_no_board(
    real: RealPage, sees: Sees
) -> None:
    table = sees()
    for _ in range(4):
        told, glance = _agree(real, table), real.glance()
        assert glance["who"] == [told["turn"]] and glance["next"] == "card"
        assert (
            glance["pads"]
            == {seat: [] for seat in "NESW"} | {seat: [card] for seat, card in told["trick"]}
            or not told["trick"]
        )
        laid = sum(len(cards) for cards in told["had"].values())
        assert sum(len(cards) for cards in glance["hands"].values()) <= 32 - len(told["trick"])
        assert laid
        table.do(lambda company: finish(company.people.play_cards(7)))
    assert _agree(real, table)["phase"] in ("done", "ready")
    assert real.cable.signals == [{"dataTerminalReady": True, "requestToSend": True}]
    assert real.cable.speeds == [115200]


@pytest.mark.soak
def test_cards_of_a_real_table_are_drawn_and_cannot_be_moved(real: RealPage, sees: Sees) -> None:
    table = sees(cards=6)
    told = _agree(real, table)
    hand = Mouse(real.page)
    for seat, card in told["trick"]:
        assert hand.cards(seat, "pad") == [card]
    assert not real.page.locator(".card:not(.down)").count() - len(told["trick"])
    expect(real.page.locator(".console").first).to_be_hidden()
    expect(real.page.locator("#bar button.breaking")).to_be_hidden()
    seat, card = told["trick"][0]
    real.page.locator(f'.card[data-card="{card}"]').click()
    assert hand.cards(seat, "pad") == [card]
    score = real.page.locator(".sheet dd:not(.deal)").all_inner_texts()
    assert score == [str(points) for points in told["score"]["match"]]


def _opens_the_menu_of_a_seat(company: Company) -> None:
    for key in ("CALL", "PASS"):
        company.body.table.press(key, "W")  # press both keys at the same time
    company.body.table.until(1_000)


@pytest.mark.soak
def test_a_question_is_read_out_with_the_keys_of_its_answers(real: RealPage, sees: Sees) -> None:
    table = sees()
    assert real.told()["question"] == "" and real.told()["answers"] == []
    table.do(_opens_the_menu_of_a_seat)
    real.until("heard.told.question !== ''")
    told = real.told()
    assert told["question"] == "West, what do you need?" and told["more"]
    said = real.page.locator(".live")
    expect(said).to_contain_text("West, what do you need?; clubs: The pad does not read my card")
    expect(real.page.locator(".said")).to_contain_text("West, what do you need?")
    table.do(lambda company: company.body.table.press("PASS", "W"))
    real.until("heard.told.question === ''")


@pytest.mark.soak
def test_the_slider_goes_back_through_the_events(real: RealPage, sees: Sees) -> None:
    table = sees(cards=9)
    told = _agree(real, table)
    real.page.locator("#bar button.inside").click()
    slider = real.page.get_by_label("Look back through the deal")
    slider.fill(str(told["events"] - 2))
    expect(real.page.locator(".past-told")).to_contain_text(f"of {told['events']}")
    assert len(real.page.locator(".events .event").all()) >= told["events"]
    assert real.page.locator(".downloads button").count() == 1


@pytest.mark.soak
def test_a_table_without_a_match_says_so(real: RealPage, sees: Sees) -> None:
    sees(cards=0, begun=False)
    expect(real.page.locator("#help p")).to_have_text("No match is under way at the table.")


@pytest.mark.soak
def test_dropping_the_file_of_an_own_house_makes_it_known(real: RealPage, sees: Sees) -> None:
    text = (FIRMWARE / "belote" / "houses" / "french.house").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith(("name:", "target:"))]
    text = "\n".join(["name: Da Piero", "target: 777", *lines]) + "\n"
    table = sees(cards=6, house=("piero", text))
    expect(real.page.locator("#help p")).to_contain_text("plays its own house, piero")
    truth, told = table.do(_truth), real.told()
    for name in ("phase", "turn", "contract", "taker", "dealer", "events"):
        assert told[name] == truth[name]
    assert told["score"]["match"] == truth["score"]["match"]
    real.page.evaluate(
        """(text) => {
        const files = new DataTransfer();
        files.items.add(new File([text], "piero.house"));
        document.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true }));
        }""",
        text,
    )
    _agree(real, table)
    table.do(lambda company: finish(company.people.play_cards(3)))
    _agree(real, table)
    assert [row["seq"] for row in real.page.evaluate("heard.all")] == sorted(
        {row["seq"] for row in real.page.evaluate("heard.all")}
    )


@pytest.mark.soak
def test_a_table_gets_a_wifi_from_the_page(real: RealPage, sees: Sees) -> None:
    table = sees(cards=0)
    real.drawer()
    drawer = real.page.locator("dialog.real-title")
    drawer.get_by_label("Computer of the hub").fill("hub..bar")
    drawer.get_by_label("Name of the WiFi").fill("Caffè")
    drawer.get_by_label("Password of the WiFi").fill("a password")
    real.press("Use this WiFi")
    expect(drawer.get_by_role("alert")).not_to_be_empty()
    drawer.get_by_label("Computer of the hub").fill("hub.bar")
    drawer.get_by_label("Password of the WiFi").fill("a password")
    real.press("Use this WiFi")
    expect(drawer.get_by_role("status")).to_have_text("Done.")
    expect(drawer.get_by_label("Password of the WiFi")).to_have_value("")
    kept = json.loads(table.do(lambda company: company.body.table.read("/hub/network.json")))
    wanted = {"ssid": "Caffè", "password": "a password", "host": "hub.bar", "port": 1883}
    assert kept == {**wanted, "sha256": "", "time": "pool.ntp.org"}
    real.until("heard.told.trouble === ''")  # the table has started again


# --- the cable ----------------------------------------------------------------------------------


@pytest.mark.soak
def test_the_page_resumes_after_the_cable_was_pulled(real: RealPage, sees: Sees) -> None:
    table = sees()
    _agree(real, table)
    real.cable.unplug()
    expect(real.page.locator("#help p")).to_contain_text("The cable is unplugged.")
    assert real.glance()["power"] is False
    table.do(lambda company: finish(company.people.play_cards(6)))
    real.cable.plug(table.address)
    _agree(real, table)
    assert real.glance()["power"] is True


@pytest.mark.soak
def test_the_page_resumes_after_a_cable_pulled_within_a_line(real: RealPage, sees: Sees) -> None:
    table = sees()
    for left in (3, 40, 200):
        _agree(real, table)
        count = [left]

        def heard(data: bytes, count: list[int] = count) -> None:
            count[0] -= len(data)
            if count[0] < 0 <= count[0] + len(data):
                real.cable.unplug()

        real.cable.heard = heard
        real.until("heard.told.trouble !== ''")
        real.cable.heard = bytes
        table.do(lambda company: finish(company.people.play_cards(2)))
        real.cable.plug(table.address)
    _agree(real, table)


@pytest.mark.soak
def test_noise_on_the_line_is_ignored(real: RealPage, sees: Sees) -> None:
    table = sees()
    noise = [
        b"\0\xff{\x80",
        b'{"n":7,"re":',
        b"Traceback (most recent call last):\r\n",
        b"\r\n>>> ",
    ]
    for piece in noise:
        real.cable.noise(piece)
        table.do(lambda company: finish(company.people.play_cards(2)))
        _agree(real, table)


@pytest.mark.soak
def test_a_port_used_by_another_program_is_reported(real: RealPage, sees: Sees) -> None:
    table = sees()
    _agree(real, table)
    real.cable.unplug()
    real.cable.busy = True
    # While the cable is out, another program opens the port.
    with PortWire(table.address) as wire:
        assert Client(wire).ask("hello")["link"] == 1
        real.cable.plug(table.address)
        expect(real.page.locator("#help p")).to_contain_text("Another program uses this port.")
    real.cable.busy = False
    _agree(real, table)


@pytest.mark.soak
def test_a_device_that_does_not_answer_is_reported(real: RealPage, server: SiteServer) -> None:
    silent, port = os.openpty()
    real.cable.plug(os.ttyname(port))
    real.open(server.address)
    real.connect()
    expect(real.page.locator("#help p")).to_contain_text(
        "Nothing answers at this port.", timeout=15_000
    )
    os.close(silent)
    os.close(port)


@pytest.mark.soak
def test_closing_the_port_chooser_changes_nothing(real: RealPage, server: SiteServer) -> None:
    real.open(server.address)
    real.page.locator("#bar button.new-match").click()
    real.page.locator(".wooden button").click()
    expect(real.page.locator("dialog.setup-title")).to_be_visible()
    assert real.page.evaluate("heard.glance.real") is None


@pytest.mark.soak
def test_the_virtual_table_resumes_when_the_real_one_is_released(
    real: RealPage, sees: Sees
) -> None:
    sees()
    real.drawer()
    real.press("Disconnect")
    real.until("!heard.glance.real && heard.told.trouble === ''")
    expect(real.page.locator(".console").first).to_be_visible()
    expect(real.page.locator("dialog.real-title")).to_be_hidden()
    now = real.glance()["now"]
    real.until("heard.glance.now > wanted", now + 100)


@pytest.mark.soak
def test_a_port_that_is_chosen_twice_is_opened_once(real: RealPage, sees: Sees) -> None:
    table = sees()
    told = _agree(real, table)
    real.page.locator("#bar button.new-match").click()
    opened = len(real.cable.speeds)
    real.page.locator(".wooden button").evaluate("one => { one.click(); one.click(); }")
    real.page.wait_for_timeout(_AGAIN_MS)  # the page would try a busy port again each second
    real.until("heard.told.trouble === ''")
    assert len(real.cable.speeds) <= opened + 2
    real.page.locator("#bar button.inside").click()
    expect(real.page.locator(".events .event")).to_have_count(told["events"])


@pytest.mark.soak
def test_a_new_match_starts_at_the_virtual_table(real: RealPage, sees: Sees) -> None:
    sees()
    real.page.locator("#bar button.new-match").click()
    real.page.get_by_role("button", name="Start the match").click()
    real.until("!heard.glance.real && heard.glance.next === 'deal'")


# --- the director -------------------------------------------------------------------------------


@pytest.mark.soak
def test_the_director_takes_back_and_rules(real: RealPage, sees: Sees) -> None:
    table = sees()
    told = _agree(real, table)
    real.drawer()
    real.press("Undo the last step")
    real.until("heard.told.events === wanted", told["events"] - 1)
    dialog = real.page.locator("dialog.real-title")
    dialog.get_by_label("Ruling").select_option("points")
    dialog.get_by_label("For whom").select_option("1")
    dialog.get_by_label("Points").fill("-30")
    dialog.get_by_label("Why").select_option("0")
    real.press("Make this ruling")
    real.until("heard.told.score.match.join() === '0,-30'")
    dialog.get_by_label("Ruling").select_option("void")
    real.press("Make this ruling")
    real.until("heard.told.phase === 'ready'")
    dialog.get_by_label("Ruling").select_option("new-dealer")
    dialog.get_by_label("For whom").select_option("2")
    real.press("Make this ruling")
    real.until("heard.told.dealer === 'S'")


@pytest.mark.soak
def test_the_director_sets_names_and_house(real: RealPage, sees: Sees) -> None:
    table = sees(cards=0, begun=False)
    real.drawer()
    dialog = real.page.locator("dialog.real-title")
    dialog.get_by_label("South").fill("Аделина")
    real.press("Set the names")
    real.until("heard.told.names[2] === 'Аделина'")
    dialog.get_by_label("South").fill("")
    real.press("Set the names")
    real.until("heard.told.names[2] === ''")
    dialog.get_by_label("House: whose rules").select_option("french")
    real.press("Play this house")
    real.until("heard.told.house.key === 'french' && heard.told.known")
    real.press("Which table is it?")
    expect(dialog.locator(".state")).to_have_text("Done.")
    assert table.do(_blinks)
    real.press("Pause the table")
    expect(dialog.locator(".state")).to_have_text("Done.")


def _blinks(company: Company) -> bool:
    """Return whether the lights of all seats flash within a second."""
    seen: set[str] = set()
    for _ in range(100):
        finish(company.body.wait(10))
        lights = company.body.table.lights()
        seen |= {seat for seat, lamps in lights.items() if any(any(lamp) for lamp in lamps)}
    return seen == set("NESW")


@pytest.mark.soak
def test_the_table_asks_for_the_pin(real: RealPage, sees: Sees) -> None:
    sees(cards=0, begun=False, **_PIN)
    real.drawer()
    dialog = real.page.locator("dialog.real-title")
    dialog.get_by_label("West").fill("Zoë")
    real.press("Set the names")
    expect(dialog.locator(".trouble")).to_contain_text("Enter the table's PIN")
    dialog.get_by_label("PIN").fill("ccc c")
    real.press("Set the names")
    expect(dialog.locator(".trouble")).to_contain_text("Enter the table's PIN")
    assert real.told()["names"][3] == ""
    real.press("Clear")
    for suit in ("clubs", "diamonds", "hearts", "spades"):
        real.press(suit)
    real.press("Set the names")
    real.until("heard.told.names[3] === 'Zoë'")
    # The drawer forgets the PIN when it closes.
    real.page.keyboard.press("Escape")
    real.drawer()
    expect(dialog.get_by_label("PIN")).to_have_value("")


@pytest.mark.soak
def test_wrong_pins_make_the_director_wait(real: RealPage, sees: Sees) -> None:
    sees(cards=0, begun=False, **_PIN)
    real.drawer()
    dialog = real.page.locator("dialog.real-title")
    dialog.get_by_label("PIN").fill("SSSS")
    for _ in range(4):
        real.press("Pause the table")
        expect(dialog.locator(".trouble")).not_to_be_empty()
    expect(dialog.locator(".trouble")).to_contain_text("try again in")


# --- accessibility and the demo -----------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize(
    ("window", "scheme"), [("wide", "light"), ("phone", "dark"), ("across", "light")]
)
def test_the_page_passes_the_accessibility_audit(real: RealPage, sees: Sees) -> None:
    _agree(real, sees(cards=6))
    assert not violations(real.page)
    real.drawer()
    assert not violations(real.page)
    real.cable.unplug()
    real.until("heard.told.trouble === 'gone'")
    assert not violations(real.page)


@pytest.mark.soak  # a deal at the speed of the terminal's demo takes a minute
def test_the_page_follows_the_demo_of_the_terminal(real: RealPage, server: SiteServer) -> None:
    """At the end of the deal, the page has the score and the dealer that the table reports."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    typed = ["sim", "--demo", "--deals", "1", "--seed", "3", "--serve", f"{port}"]
    code = "import sys; from marcoria.cli import main; sys.exit(main(sys.argv[1:]))"
    running = subprocess.Popen([sys.executable, "-c", code, *typed], stdout=subprocess.PIPE)
    try:
        assert running.stdout
        assert any(b"marcoria monitor" in line for line in running.stdout)  # the port is open now
        real.cable.plug(f"socket://127.0.0.1:{port}")
        real.open(server.address)
        real.connect()
        real.until("heard.told.phase === 'play' && heard.told.trick.length")
        real.until("heard.told.phase === 'ready' && heard.told.deal.outcome === ''", limit_s=240)
        told = real.told()
        real.cable.unplug()  # the port is for one host at a time
        real.until("heard.told.trouble === 'gone'")
        with PortWire(f"socket://127.0.0.1:{port}") as wire:
            state = Client(wire).ask("state")
        assert told["score"]["match"] == state["totals"][:2]
        assert told["dealer"] == "NESW"[state["totals"][Totals.DEALER]]
        assert told["score"]["match"] != [0, 0]
    finally:
        running.send_signal(signal.SIGINT)
        running.wait()
