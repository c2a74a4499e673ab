"""Pages about finished deals: a list, and a deal replayed with its analysis."""

from collections.abc import Callable, Sequence
from html import escape
from itertools import zip_longest
from time import localtime, strftime
from urllib.parse import urlencode

from marcoria.analysis.deal_link import parts_of
from marcoria.analysis.open_facts import is_complete
from marcoria.bdn.hand.facts import DealFacts, PrintedCosts, TrickFacts, card_name, facts
from marcoria.bdn.replay import DealReplay
from marcoria.bdn.standings import StandingRow
from marcoria.bdn.tags import by_side
from marcoria.firmware.codes.game import CONTRACTS
from marcoria.game.card_picture import SUITS
from marcoria.hub.page import PageSpeech, current
from marcoria.hub.reports import FinishedDeal
from marcoria.hub.store import TableRow
from marcoria.hub.wall import ranking_table

ON_A_PAGE = 30  # deals on a page of the list
_RED = "♥♦"
_CALLS = {"double": "×2", "redouble": "×4", "third": "×8"}
_FILES = (".bdn", ".json")
_DATED = "%Y-%m-%d %H:%M"
_KEPT_DEALS = 2000  # maximum number of summaries of deals in the cache

Listed = tuple[TableRow, FinishedDeal]


def path_of(deal: FinishedDeal) -> str:
    """Return the path of a deal's page. This path never changes."""
    row = deal.result
    return f"/deals/{row.name}/{row.epoch}/{row.seq}"


class Summaries:
    """Cache of the contract and outcome of finished deals.

    `replay` returns a deal replayed, None if it cannot be replayed.
    """

    def __init__(self, replay: Callable[[TableRow, FinishedDeal], DealReplay | None]) -> None:
        self._replay = replay
        self._known: dict[tuple[object, str], tuple[str, str]] = {}

    def of(self, listed: Listed, say: PageSpeech) -> tuple[str, str]:
        """Return the contract and the outcome of a deal, as HTML.

        If the deal cannot be replayed, the contract is "", and in place of the outcome a text says
        that the cards are lost.
        """
        key = listed[1].result, say.language
        if key not in self._known:
            if len(self._known) >= _KEPT_DEALS:
                self._known.clear()
            one = self._replay(*listed)
            found = facts(one, say.printed) if one else None
            told = (_contract(found, say), escape(found.outcome)) if found else None
            self._known[key] = told or ("", say("cards-lost"))
        return self._known[key]


def list_page(
    deals: Sequence[Listed],
    ranking: list[StandingRow],
    page: int,
    is_all: bool,
    summaries: Summaries,
    say: PageSpeech,
) -> str:
    """Return a page of the list; `deals` are all deals of the list, the newest first.

    `page` is the number of the page, from 0. `is_all` is set if the list has the deals of all
    evenings, not only of this evening.
    """
    first = page * ON_A_PAGE
    form = _DATED if is_all else "%H:%M"
    rows = [_row(one, form, summaries, say) for one in deals[first : first + ON_A_PAGE]]
    more = "?all=1" if is_all else ""
    tabs = "".join(
        f'<a href="/deals{query}"{current(is_all == bool(query))}>{say(key)}</a>'
        for key, query in (("tonight", ""), ("all", "?all=1"))
    )
    parts = [f'<h1>{say("deals")}</h1><p class="tabs">{tabs}</p>']
    if rows:
        heads = ("time", "deal", "contract", "result", "points", "total")
        head = "".join(f'<th scope="col" class="{key}">{say(key)}</th>' for key in heads)
        parts.append(f'<table class="list"><thead><tr>{head}</tr></thead>')
        parts.append(f"<tbody>{''.join(rows)}</tbody></table>")
    else:
        parts.append(f"<p>{say('none-at-all' if is_all else 'none-yet')}</p>")
    between = "&" if is_all else "?"
    turns = [
        (page > 0, page - 1, "newer"),
        (first + ON_A_PAGE < len(deals), page + 1, "older"),
    ]
    links = [
        f'<a href="/deals{more}{between}page={number}">{say(key)}</a>'
        for there, number, key in turns
        if there
    ]
    parts.append(f'<p class="turns">{" ".join(links)}</p>')
    if ranking:
        parts.append(f"<h2>{say('ranking-all' if is_all else 'ranking')}</h2>")
        parts.append(f'{ranking_table(ranking, say)}<p class="how">{say("how-ranked")}</p>')
    files = [
        f'<a href="/{name}{more}">{name}</a>'
        for name in ("deals.csv", "deals.bdn", "deals.json", "standings.csv")
    ]
    parts.append(f'<p class="files">{say("download")}: {" ".join(files)}</p>')
    return say.frame("deals", say("deals"), "\n".join(parts))


def _row(listed: Listed, form: str, summaries: Summaries, say: PageSpeech) -> str:
    table, deal = listed
    contract, outcome = summaries.of(listed, say)
    when = strftime(form, localtime(deal.result.played))
    link = f'<a href="{path_of(deal)}">{escape(table.title)} · {deal.number}</a>'
    cells = (
        ("time", when),
        ("deal", link),
        ("contract", contract),
        ("result", outcome),
        ("points", _both(deal.score)),
        ("total", _both(deal.points)),
    )
    return "<tr>" + "".join(f'<td class="{key}">{told}</td>' for key, told in cells) + "</tr>"


def _both(points: tuple[int, int]) -> str:
    return f"{points[0]} : {points[1]}"


# --- one deal -----------------------------------------------------------------------------------


def deal_page(
    listed: Listed,
    replay: DealReplay | None,
    costs: PrintedCosts | None,
    neighbours: tuple[FinishedDeal | None, FinishedDeal | None],
    virtual: str,
    say: PageSpeech,
) -> str:
    """Return the page of a deal.

    `replay` is None if the deal cannot be replayed, `costs` is None if the costs of its cards are
    not known. `neighbours` are the deals before and after it, None where there is none. `virtual`
    is the address of a virtual table to which the page links, "" for none.
    """
    table, deal = listed
    title = say("deal-of", deal.number, table.title)
    head = f"<h1>{title}</h1>"
    if deal.result.timed:
        head += f'<p class="how">{strftime(_DATED, localtime(deal.result.played))}</p>'
    turns = [
        f'<a href="{path_of(other)}">{say(key)}</a>'
        for key, other in zip(("before", "after"), neighbours, strict=True)
        if other
    ]
    content = [head, f'<p class="tabs">{"".join(turns)}</p>' if turns else ""]
    path = path_of(deal)
    files = [f'<a href="{path}{ending}">{ending}</a>' for ending in _FILES]
    if replay is None:
        score = f"{say('total')}: {by_side(deal.sides, deal.points)}"
        content.append(f'<p class="lost">{say("no-replay")}</p><p>{score}</p>')
    else:
        content += _replayed(deal, replay, facts(replay, say.printed, costs), say)
        if costs is None and is_complete(replay):
            content.append(f'<p class="how">{say("no-costs")}</p>')
        files.insert(0, f'<a href="{path}.pdf">{say("sheet")}</a>')
        if virtual and is_complete(replay):
            link = f"{virtual}#{urlencode({'look': 1} | parts_of(replay))}"
            files.insert(0, f'<a href="{escape(link)}">{say("look")}</a>')
    content.append(f'<p class="files">{" ".join(files)}</p>')
    return say.frame("deals", title, "\n".join(content))


def _replayed(
    deal: FinishedDeal, replay: DealReplay, found: DealFacts, say: PageSpeech
) -> list[str]:
    total = replay.telling.total()
    audit = f'<p class="audit good">{say("audit-same")}</p>'
    if tuple(total) != deal.points:
        sides = replay.book.sides
        told = say("audit-other", by_side(sides, total), by_side(sides, deal.points))
        audit = f'<p class="audit trouble">{told}</p>'
    phrases = found.phrases
    parts = [
        f'<p class="outcome"><b>{_contract(found, say)}</b> {escape(found.outcome)}</p>{audit}',
        f'<div class="played"><section><h2>{escape(phrases("score"))}</h2>{_score(found)}'
        f"<h2>{escape(phrases('auction'))}</h2>{_auction(found)}</section>",
        f"<section><h2>{escape(phrases('tricks'))}</h2>{_tricks(found)}</section>",
        f'<section><h2>{say("hands")}</h2><div class="hands">{_hands(found, say)}</div></section>',
        "</div>",
    ]
    said = [("announced", found.announced), ("proved", found.offences), ("notes", found.notes)]
    for key, texts in said:
        if texts:
            items = "".join(f"<li>{escape(text)}</li>" for text in texts)
            parts.append(f"<h2>{escape(phrases(key))}</h2><ul>{items}</ul>")
    return parts


def _card(card: int, found: DealFacts) -> str:
    suit, rank = card_name(card, found.phrases)
    return f'<span class="card{" red" if suit in _RED else ""}">{suit}{escape(rank)}</span>'


def _contract(found: DealFacts, say: PageSpeech) -> str:
    phrases = found.phrases
    if not found.contract:
        return escape(phrases("nobody-took"))
    suit = CONTRACTS.index(found.contract)
    sign = SUITS[suit] if suit < 4 else escape(phrases.suitless[suit - 4])
    red = ' class="red"' if sign in _RED else ""
    factor = f" ×{found.factor}" if found.factor > 1 else ""
    by = escape(phrases("by", seat=phrases.seats[found.taker]))
    return f"<span{red}>{sign}</span>{factor} {by}"


def _score(found: DealFacts) -> str:
    heads = "".join(f'<th scope="col">{escape(side)}</th>' for side in found.sides)
    rows = "".join(
        f'<tr class="{key}"><th scope="row">{escape(found.phrases(key))}</th>'
        f"<td>{one}</td><td>{other}</td></tr>"
        for key, one, other in found.score
    )
    return f'<table class="sums"><thead><tr><td></td>{heads}</tr></thead>{rows}</table>'


def _heads(found: DealFacts) -> str:
    names = (found.phrases.seats[seat] for seat in found.order)
    return "".join(f'<th scope="col">{escape(name)}</th>' for name in names)


def _auction(found: DealFacts) -> str:
    calls = [_call(call, found) for _, call in found.calls]
    width = len(found.order)
    rows = zip_longest(*[iter(calls)] * width, fillvalue="")
    lines = "".join(f"<tr>{''.join(f'<td>{call}</td>' for call in row)}</tr>" for row in rows)
    upcard = ""
    if found.upcard >= 0:
        told = escape(found.phrases("turned-up"))
        upcard = f"<p>{told} {_card(found.upcard, found)}</p>"
    return f"{upcard}<table><thead><tr>{_heads(found)}</tr></thead>{lines}</table>"


def _call(call: str, found: DealFacts) -> str:
    if call == "pass":
        return f'<span class="quiet">{escape(found.phrases("pass"))}</span>'
    if call in CONTRACTS[:4]:
        sign = SUITS[CONTRACTS.index(call)]
        return f'<span class="card{" red" if sign in _RED else ""}">{sign}</span>'
    if call in CONTRACTS:
        return escape(found.phrases.suitless[CONTRACTS.index(call) - 4])
    return _CALLS.get(call, escape(call))


def _tricks(found: DealFacts) -> str:
    if not found.tricks:
        return f"<p>{escape(found.phrases('no-card'))}</p>"
    rows = [_trick(number, trick, found) for number, trick in enumerate(found.tricks, 1)]
    legend = found.phrases("legend").replace(">", "▸").replace("*", "▢")
    notes = [legend, *(found.costs.notes(found.phrases) if found.costs else [])]
    told = "".join(f'<p class="how">{escape(note)}</p>' for note in notes)
    head = f"<thead><tr><td></td>{_heads(found)}<td></td></tr></thead>"
    return f'<table class="tricks">{head}{"".join(rows)}</table>{told}'


def _trick(number: int, trick: TrickFacts, found: DealFacts) -> str:
    cells = ""
    for seat in found.order:
        if seat not in trick.cards:
            cells += "<td></td>"
            continue
        card = trick.cards[seat]
        cost = found.costs.told(card, "−") if found.costs else ""
        mark = "▸" if seat == trick.leader else ""
        won = ' class="won"' if seat == trick.winner else ""
        cells += f"<td{won}><i>{mark}</i>{_card(card, found)}<small>{cost}</small></td>"
    points = f"{trick.points}" if trick.winner >= 0 else ""
    return f'<tr><th scope="row">{number}</th>{cells}<td class="quiet">{points}</td></tr>'


def _hands(found: DealFacts, say: PageSpeech) -> str:
    return "".join(_hand(seat, found) for seat in found.seats)


def _hand(seat: int, found: DealFacts) -> str:
    phrases = found.phrases
    dealer = f" <small>{escape(phrases('dealer'))}</small>" if seat == found.dealer else ""
    lines = []
    for suit in (3, 2, 1, 0):
        ranks = escape(found.hands[seat][suit]) if any(found.hands[seat]) else ""
        red = ' class="red"' if SUITS[suit] in _RED else ""
        lines.append(f"<li><span{red}>{SUITS[suit]}</span> {ranks or '–'}</li>")
    if not any(found.hands[seat]):
        lines = [f"<li>{escape(phrases('not-known'))}</li>"]
    elif found.unknown[seat]:
        lines.append(f"<li>{escape(phrases('unknown', count=found.unknown[seat]))}</li>")
    name = f"<h3>{escape(phrases.seats[seat])}{dealer}</h3>"
    return f'<div class="seat-{seat}">{name}<ul>{"".join(lines)}</ul></div>'
