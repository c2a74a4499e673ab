"""`marcoria deck`: check a deck file, or all cards of a deck on a table."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated

from marcoria.commands.connection import Pin, connected
from marcoria.commands.options import Argument, CommandEnd, Commands, answer, command, group
from marcoria.context import asked
from marcoria.errors import Exit, TableError

if TYPE_CHECKING:
    from marcoria.commands.cards_shown import VerificationLines
    from marcoria.device.answer import TableAnswer
    from marcoria.device.wire import TableAtPort
    from marcoria.game.decks import CardLook, Verification

_LOOK_S = 1.0  # seconds for which each card is checked: 35 polls of its reader
File = Annotated[str, Argument(metavar="FILE.deck", help="The deck file (docs/decks.md).")]


def verify(
    name: Annotated[str, Argument(help="Name of the deck.", show_default="the deck in play")] = "",
    pin: Pin = "",
) -> None:
    """Check how well the tags of a deck can be read.

    Lay each card on any pad for two seconds. Weak tags, and cards that were not laid, are
    reported. Ctrl-C ends the check.
    """
    from marcoria.commands.cards_shown import verification_shown
    from marcoria.commands.progress import Progress

    with connected() as table:
        with Progress() as progress:
            name, verification = _begin(table, name, pin, progress.step)
        if asked().dry_run:
            count = len(verification.left)
            answer(f"{count} cards of the deck '{name}' would be laid", deck=name, left=count)
            return
        with verification_shown(name, verification) as show:
            try:
                _lay_all(table, verification, show)
            except KeyboardInterrupt:
                pass  # the cards that were not laid are reported
            finally:
                show.ends()
    if verification.left or verification.weak:
        raise CommandEnd(Exit.WRONG)


def _begin(
    table: "TableAtPort", name: str, pin: str, say: Callable[[str], object]
) -> tuple[str, "Verification"]:
    """Read a deck in service mode; return its name and a new `Verification`.

    If `name` is "", read the deck in play. The table restarts after service mode: wait until it
    accepts cards again, and then return.
    """
    from marcoria.commands.enrol import decks_of, rest_and_fetch, wait_for_pads
    from marcoria.game.bar import Bar
    from marcoria.game.decks import Verification, check_deck

    files = rest_and_fetch(table, pin, say)
    decks = {one: check_deck(data, one) for one, data in decks_of(files).items()}
    name = name or _played_with(str(Bar(files).told()["deck"]), decks)
    if name not in decks:
        known = ", ".join(sorted(decks)) or "none"
        raise TableError(
            "no-deck",
            f"the table has no deck '{name}'; it has: {known}. Add one with marcoria enrol",
        )
    tags = decks.pop(name)
    wait_for_pads(table, say)
    return name, Verification(tags, decks)


def _played_with(chosen: str, decks: Mapping[str, object]) -> str:
    """Return the name of the deck in play: `chosen` if it exists, else the first by name.

    Return "" if there are no decks. `chosen` is the name in the settings.
    """
    return chosen if chosen in decks else min(decks, default="")


def _lay_all(
    table: "TableAtPort", verification: "Verification", show: "VerificationLines"
) -> None:
    from marcoria.device.wire import Client

    while verification.left:
        show.asks()
        tag = Client(table.wire).next_tag()
        if tag is None:
            continue
        kind, wrong = (
            -1,
            "this is a phone, not a card (its number changes each time): take it away",
        )
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


def _look(table: "TableAtPort", seat: int) -> "CardLook":
    """Return how well the reader of a seat reads the card on its pad."""
    from marcoria.device.wire import Client
    from marcoria.game.decks import CardLook

    client = Client(table.wire)
    before = client.ask("reads", seat=seat)
    table.wait(_LOOK_S)
    after = client.ask("reads", seat=seat)
    failed = _failed(after) - _failed(before)
    return CardLook(after["reads"] - before["reads"], failed, table.lies(seat))


def add(app: Commands) -> None:
    """Declare the command."""
    actions = group(app, "deck", "Check a deck file, or the cards of a deck on a table.")
    command(actions, "check", _check)
    command(actions, "verify", verify, "table", "dry_run", "quiet", "lang")


def _check(deck: File) -> None:
    """Check that a deck file has 32 cards, each with its own tag."""
    from marcoria.game.decks import describe, open_deck

    found = describe(open_deck(deck))
    answer(f"{deck}: {found}", deck=deck, holds=found)
