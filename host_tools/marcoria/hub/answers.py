"""Answers of a hub in JSON; docs/hub.schema.json has their form."""

from marcoria.bdn.standings import StandingRow
from marcoria.hub.deal_pages import path_of
from marcoria.hub.health import TableHealth
from marcoria.hub.reports import FinishedDeal, JournalReport, LiveMatch
from marcoria.hub.results import NONE
from marcoria.hub.store import TableRow


def table_answer(one: TableHealth) -> dict[str, object]:
    """Return what the hub knows about a table."""
    live = one.last.live if one.last else None
    return {
        "table": one.table.name,
        "title": one.table.title,
        "state": one.state,
        "heard": one.heard,
        "starts": one.starts,
        "refused": one.refused,
        "journals": [_journal(report) for report in one.reports],
        "live": _live(live) if live else None,
    }


def _journal(report: JournalReport) -> dict[str, object]:
    return {
        "epoch": report.journal.epoch,
        "seq": report.journal.hi,
        "deals": len(report.deals),
        "cards_lost": [list(both) for both in report.lost()],
    }


def _live(live: LiveMatch) -> dict[str, object]:
    return {
        "house": live.house,
        "target": live.target,
        "points": _by_side(live.sides, live.points),
        "dealt": live.is_dealt,
        "over": live.is_over,
    }


def deal_answer(table: TableRow, deal: FinishedDeal) -> dict[str, object]:
    """Return the result of a deal."""
    row, sides = deal.result, deal.sides
    return {
        "table": table.name,
        "title": table.title,
        "epoch": row.epoch,
        "seq": row.seq,
        "deal": deal.number,
        "came": row.came,
        "played": row.played,
        "score": _by_side(sides, deal.score),
        "total": _by_side(sides, deal.points),
        "winner": sides[row.winner] if row.winner != NONE else None,
        "cards": bool(row.whole),
        "page": path_of(deal),
    }


def standings_answer(rows: list[StandingRow]) -> dict[str, object]:
    """Return a ranking of sides."""
    return {"sides": [standing(row) for row in rows]}


def standing(row: StandingRow) -> dict[str, object]:
    """Return a row of a ranking of sides."""
    title, side = row.name
    return {"rank": row.rank, "title": title, "side": side, **_totals(row)}


def players_answer(rows: list[StandingRow]) -> dict[str, object]:
    """Return a ranking of players."""
    return {"players": [player_standing(row) for row in rows]}


def player_standing(row: StandingRow) -> dict[str, object]:
    """Return a row of a ranking of players."""
    return {"rank": row.rank, "nickname": row.name[0], **_totals(row)}


def _totals(row: StandingRow) -> dict[str, object]:
    return {
        "deals": row.deals,
        "matches": row.matches,
        "won": row.won,
        "points": row.points,
        "against": row.lost,
        "difference": row.difference,
        "decided_by": row.decided,
    }


def _by_side(sides: tuple[str, str], points: tuple[int, int]) -> dict[str, int]:
    return dict(zip(sides, points, strict=True))
