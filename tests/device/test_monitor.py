"""The table as `marcoria monitor` draws it, beside the one that is played at."""

import io
from collections.abc import Iterator

import pytest
from rich.console import Console

from codes import totals
from marcoria.commands import monitor
from marcoria.commands.monitor import follow
from marcoria.device.table import Table
from marcoria.errors import TableError
from marcoria.journal.from_table import cells
from marcoria.journal.reading import open_image
from marcoria.journal.view import View
from marcoria.journal.wording import in_words
from marcoria.measure.play import sitting
from marcoria.people.company import Company
from marcoria.sim.port import SimPort

_RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]
_SEATS = ["North", "East", "South", "West"]
_SIZES = ((80, 24), (120, 40))


class _Enough(Exception):
    """All has been seen."""


class _Loose(SimPort):
    """A cable that is pulled at some moment."""

    left = 1 << 30

    def write(self, data: bytes) -> None:
        self.left -= 1
        if self.left < 0:
            self.close()
            raise OSError("pulled out")
        super().write(data)


@pytest.fixture
def company() -> Iterator[Company]:
    with sitting("piedicavallo", "cpython") as company:
        company.people.play_deal()
        yield company


def _text(view: View, columns: int, lines: int) -> list[str]:
    console = Console(width=columns, height=lines, record=True, file=io.StringIO())
    console.print(view.drawn(columns, lines))
    found = console.export_text().rstrip("\n").split("\n")
    assert len(found) <= lines and max(map(len, found)) <= columns
    return found


def _knows_all(view: View, company: Company) -> bool:
    return view.after >= open_image(cells(company.body.table)).records[-1].seq


def _card(card: int) -> str:
    return _RANKS[card & 7] + "♣♦♥♠"[card >> 3]


@pytest.mark.parametrize("size", _SIZES)
def test_it_shows_the_table_that_is_played_at(
    company: Company, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(monitor, "_AGAIN_S", 0)
    game = company.people.game
    view = View(_RANKS, _SEATS)
    seen = 0

    def draw() -> None:
        nonlocal seen
        if not _knows_all(view, company):
            return
        text = "\n".join(_text(view, *size))
        for seat in range(4):
            assert _SEATS[seat] in text
        laid = [game.audit.card[at] for at in range(game.audit.plays)]
        trick = laid[len(laid) // 4 * 4 :]
        table = text.split("\n")[2:9]
        for card in trick:
            assert any(_card(card) in line for line in table), (card, text)
        points = game.totals[: totals.HANGING]
        assert f"North – South {points[0]}" in text and f"East – West {points[1]}" in text
        assert "✓ journal" in text and "✗" not in text
        seen += 1
        if seen == 14:
            raise _Enough
        company.people.play_cards(1)

    port = SimPort(company.body.table)
    with pytest.raises(_Enough):
        follow(Table(lambda: port), view, draw)
    assert game.audit.plays >= 10


def test_it_goes_on_where_it_was_when_the_cable_was_pulled(company: Company) -> None:
    view = View(_RANKS, _SEATS)
    drawn = 0

    def draw() -> None:
        nonlocal drawn
        if not _knows_all(view, company):
            return
        drawn += 1
        if drawn == 12:
            ports[-1].left = 1
        if drawn == 20:
            raise _Enough
        company.people.play_cards(1)

    ports: list[_Loose] = []

    def connect() -> _Loose:
        ports.append(_Loose(company.body.table))
        return ports[-1]

    table = Table(connect)
    with pytest.raises(TableError, match="plug it in again") as gone:
        follow(table, view, draw)
    view.trouble = gone.value.detail
    assert "plug it in again" in _text(view, 120, 40)[0]
    table.close()
    company.people.play_cards(2)
    with pytest.raises(_Enough):
        follow(table, view, draw)
    told = [line.split(maxsplit=1)[1] for line in _text(view, 120, 60) if " card " in line]
    records = open_image(cells(company.body.table)).records
    wanted = [in_words((one.kind, one.seat, one.arg)) for one in records]
    laid = [words for words in wanted if words.startswith("card ")]
    first = next(at for at in range(len(laid)) if laid[at : at + 3] == told[:3])
    assert told == laid[first : first + len(told)] and len(told) >= 12
