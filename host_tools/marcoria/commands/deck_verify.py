"""`marcoria deck verify`: every card of a deck is laid once, and what the readers make of it."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated

from marcoria.asked import asked
from marcoria.commands.options import Argument, Ended, Option, answer
from marcoria.errors import Exit, TableError

if TYPE_CHECKING:
    from marcoria.commands.verify_shown import Lines
    from marcoria.device.answer import TableAnswer
    from marcoria.device.table import Table
    from marcoria.game.decks import CardLook, Verification

_LIES_S = 1.0  # 35 looks of a reader


def verify(
    name: Annotated[
        str, Argument(help="Which deck.", show_default="the one that is played with")
    ] = "",
    pin: Annotated[
        str, Option(metavar="CDHS", help="The director's PIN.", show_default=False)
    ] = "",
) -> None:
    """Lay each card on any pad, for two seconds; names the weak tags. Ctrl-C ends it."""
    from marcoria.commands.progress import Progress
    from marcoria.commands.verify_shown import shown
    from marcoria.device.ports import choose
    from marcoria.device.table import Table
    from marcoria.device.wire import Wire

    port = choose(asked().table)
    table = Table(lambda: Wire(port))
    try:
        with Progress() as progress:
            name, verification = _begin(table, name, pin, progress.step)
        if asked().dry_run:
            count = len(verification.left)
            answer(f"{count} cards of the deck '{name}' would be laid", deck=name, left=count)
            return
        with shown(name, verification) as show:
            try:
                _lay_all(table, verification, show)
            except KeyboardInterrupt:
                pass  # the rest is not laid: that is told
            finally:
                show.ends()
    finally:
        table.close()
    if verification.left or verification.weak:
        raise Ended(Exit.WRONG)


def _begin(
    table: "Table", name: str, pin: str, say: Callable[[str], object]
) -> tuple[str, "Verification"]:
    """Return the deck, read while the table rests for a moment."""
    from marcoria.commands.enrol import decks_of, rest_and_fetch, wait_for_pads
    from marcoria.game.bar import Bar
    from marcoria.game.decks import Verification, check_deck

    files = rest_and_fetch(table, pin, say)
    decks = {one: check_deck(data, one) for one, data in decks_of(files).items()}
    name = name or _played_with(str(Bar(files).told()["deck"]), decks)
    if name not in decks:
        known = ", ".join(sorted(decks)) or "none"
        raise TableError("no-deck", f"the table has no deck '{name}', but {known}: marcoria enrol")
    tags = decks.pop(name)
    wait_for_pads(table, say)
    return name, Verification(tags, decks)


def _played_with(chosen: str, decks: Mapping[str, object]) -> str:
    """As the table decides it: that of the settings, or else the first one."""
    return chosen if chosen in decks else min(decks, default="")


def _lay_all(table: "Table", verification: "Verification", show: "Lines") -> None:
    from marcoria.commands.enrol import next_tag

    while verification.left:
        show.asks()
        tag = next_tag(table)
        if tag is None:
            continue
        kind, wrong = -1, "this is a phone, whose number is another one each time: take it away"
        if "uid" in tag:
            kind, wrong = verification.whose(bytes.fromhex(tag["uid"]))
        if kind >= 0:
            wrong = verification.judge(kind, _look(table, tag["seat"]))
        if wrong:
            show.refused(wrong)
        else:
            show.took(kind)


def _failed(reads: "TableAnswer") -> int:
    return reads["misses"] + reads["garbles"] + reads["crowds"]


def _look(table: "Table", seat: int) -> "CardLook":
    """What the reader there makes of the card that lies on it."""
    from marcoria.device.client import Client
    from marcoria.game.decks import CardLook

    client = Client(table.wire)
    before = client.ask("reads", seat=seat)
    table.wait(_LIES_S)
    after = client.ask("reads", seat=seat)
    failed = _failed(after) - _failed(before)
    return CardLook(after["reads"] - before["reads"], failed, table.lies(seat))
