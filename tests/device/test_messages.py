"""`marcoria say` and the link's command `say`: messages on the display of a simulated table."""

import json
import re
from collections.abc import Iterator

import pytest

from codes.game import Phases
from marcoria.bots.body import Body
from marcoria.bots.company import Company, settings
from marcoria.bots.screen import Screen
from marcoria.cli import main
from marcoria.coroutines import finish
from marcoria.device.message import show
from marcoria.device.wire import Client
from marcoria.errors import Exit, TableError
from marcoria.game.bar import SETTINGS
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import SimTable, open_bar
from play_on_board import sitting, table_of
from served_table import answers, served_table
from tiers import BACKENDS

_BREAK = "Break until 21:30"
_LONG = (
    "Next round at 21:30. Café «Il Bivio»: prière de rendre vos feuilles au bar —"
    " grazie, merci & gracias a tod@s! [1]"
)
_DRAWN_MS = 8_000


@pytest.fixture(params=BACKENDS)
def company(request: pytest.FixtureRequest) -> Iterator[Company]:
    with sitting("piedicavallo", request.param) as company:
        yield company


def _shown(table: SimTable) -> str:
    """Wait until the display is drawn; return its text as one line."""
    table.until(_DRAWN_MS)
    return re.sub(r"\s+", " ", Screen(Body(table)).page().text)


def _refusal(client: Client, text: str = _BREAK, seconds: int = 60, pin: str = "") -> TableError:
    with pytest.raises(TableError) as refused:
        show(client, text, seconds, pin)
    return refused.value


def test_a_message_stays_until_its_time_is_over_or_a_deal_begins(company: Company) -> None:
    table = table_of(company)
    client = Client(SimPort(table))
    before = _shown(table)
    show(client, _BREAK, 15, "")
    assert f"Message: {_BREAK}" in _shown(table)
    table.until(8_000)
    assert _shown(table) == before
    show(client, _LONG, 3600, "")
    assert f"Message: {_LONG}" in _shown(table)
    finish(company.people.play_cards(3))
    assert "Message" not in _shown(table)
    assert _refusal(client).code == "not-now"
    assert not table.faults()


def test_a_message_waits_with_the_score(company: Company) -> None:
    table, people = table_of(company), company.people
    client = Client(SimPort(table))
    finish(people.play_cards(32))
    assert client.ask("state")["phase"] == Phases.DONE
    score = _shown(table)
    show(client, _BREAK, 60, "")
    assert _BREAK in _shown(table)
    table.press("PASS", "N")
    assert _shown(table) == score
    finish(people.confirm())
    assert client.ask("state")["phase"] == Phases.READY


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_host_shows_only_what_the_table_allows(backend: str) -> None:
    chosen = settings("piedicavallo", False, -1, 501, "en") | {"pin": [0, 1, 2, 3]}
    with open_bar(backend, 3, "main", chosen) as table:
        before = _shown(table)
        client = Client(SimPort(table))
        assert _refusal(client).code == "pin"
        assert "cannot show 'Ľ'" in _refusal(client, "Ľudmila", pin="CDHS").detail
        assert "the message has 122 bytes" in _refusal(client, "é" * 61, pin="CDHS").detail
        assert "choose 2 to 3600" in _refusal(client, seconds=1, pin="CDHS").detail
        show(client, "Cafe\u0301", 60, "CDHS")
        assert "Message: Café" in _shown(table)
        kept = json.loads(table.read(SETTINGS)) | {"messages": 0}
        table.write(SETTINGS, json.dumps(kept).encode())
        table.cut_power()
        table.boot()
        assert _shown(table) == before
        assert "settings set messages=on" in _refusal(client, pin="CDHS").detail


@pytest.mark.parametrize("backend", ["cpython"])
def test_the_command_shows_a_message(backend: str, capsys: pytest.CaptureFixture[str]) -> None:
    with open_bar(backend, 5) as table:
        table.until(4_000)
        with served_table(table) as address:
            assert main(["say", _BREAK, "--json", "--seconds", "900", "--table", address]) == 0
            (told,) = answers(capsys.readouterr().out, "say")
            assert (told["text"], told["seconds"]) == (_BREAK, 900)
            assert main(["say", "a" * 121, "--table", address]) == Exit.WRONG
            assert "the message has 121 bytes: write 1 to 120" in capsys.readouterr().err
        assert f"Message: {_BREAK}" in _shown(table)
