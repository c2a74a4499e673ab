"""`marcoria enrol`: register the tag of each card by laying the cards one by one."""

from collections.abc import Callable
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Annotated

from marcoria.commands.connection import Pin, connected
from marcoria.commands.options import Argument, Commands, Option, answer, command
from marcoria.commands.progress import Progress
from marcoria.context import asked
from marcoria.errors import Exit, TableError

if TYPE_CHECKING:
    from marcoria.device.wire import TableAtPort
    from marcoria.game.decks import Enrolment

_FOLDER = "/bar/decks/"
_ENDING = ".deck"
_BACK_S = 30  # tries, at least a second apart, to reach a table after a restart


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "enrol", _enrol, "table", "dry_run", "quiet", "lang")


def _enrol(
    name: Annotated[str, Argument(help="Name of the deck.")] = "deck-1",
    commands: Annotated[
        str,
        Option(
            metavar="pass,call,...",
            help="Register command cards, which act as keys, instead of the 32 cards.",
            show_default=False,
        ),
    ] = "",
    again: Annotated[
        bool, Option("--again", help="Register all cards of an existing deck again.")
    ] = False,
    since: Annotated[
        str,
        Option("--from", metavar="CARD", help="Start again from this card, such as KH."),
    ] = "",
    pin: Pin = "",
) -> None:
    """Register the cards of a deck: lay the 32 cards on any pad, one by one.

    The same command resumes an interrupted enrolment.
    """
    from marcoria.game.decks import CARDS, check_name, kind_of

    check_name(name)
    kinds = [kind_of(word) for word in commands.split(",")] if commands else list(CARDS)
    first = kind_of(since) if since else -1
    if first >= 0 and first not in kinds:
        raise TableError(
            "usage",
            f"--from {since}: that card is not one of the cards to lay; see marcoria enrol --help",
            Exit.USAGE,
        )
    with connected() as table:
        with Progress() as progress:
            enrolment = _begin(table, name, kinds, again, pin, progress.step)
        if asked().dry_run:
            left = enrolment.left_from(first) if first >= 0 else enrolment.left
            answer(f"{left} cards would be laid", left=left)
            return
        if first >= 0:
            enrolment.forget_from(first)
        _lay_all(table, enrolment)
        with Progress() as progress:
            progress.step("writing the deck to the table, which is in service mode meanwhile")
            _write(table, name, enrolment, pin)


def _begin(
    table: "TableAtPort",
    name: str,
    kinds: list[int],
    again: bool,
    pin: str,
    say: Callable[[str], object],
) -> "Enrolment":
    """Read the table's decks in service mode; return a new enrolment, or the interrupted one."""
    from marcoria.game.decks import CARDS, MOST_DECKS, Enrolment
    from marcoria.paths import KEPT

    decks = decks_of(rest_and_fetch(table, pin, say))
    old = decks.pop(name, b"")
    whole = list(CARDS) == kinds
    if whole and old and not again:
        raise TableError(
            "deck-exists",
            f"the table has a deck '{name}' already: add --again, or choose another name",
        )
    if not whole and not old:
        raise TableError("no-deck", f"the table has no deck '{name}': enrol its 32 cards first")
    if whole and not old and len(decks) == MOST_DECKS:
        known = ", ".join(sorted(decks))
        raise TableError(
            "too-many-decks",
            f"a table holds at most {MOST_DECKS} decks, and has {known}: remove one first, as"
            " docs/decks.md says",
        )
    epoch = wait_for_pads(table, say)
    file = KEPT / "enrol" / f"{epoch}-{name}{'' if whole else '-commands'}{_ENDING}"
    return Enrolment(file, kinds, old, decks)


def rest_and_fetch(
    table: "TableAtPort", pin: str, say: Callable[[str], object]
) -> dict[str, bytes]:
    """Check that no deal is under way; return the bar's files, read in service mode.

    The table restarts afterwards: see `wait_for_pads`.
    """
    from marcoria.device.bar_files import fetch_once

    say("checking that no deal is under way")
    table.check_quiet()
    say("reading the table's decks; it is in service mode meanwhile")
    return fetch_once(table.wire, pin)


def wait_for_pads(table: "TableAtPort", say: Callable[[str], object]) -> int:
    """Wait until the restarted table accepts cards; return its epoch."""
    say("waiting for the table to restart")
    epoch: int = table.again(_BACK_S)["epoch"]
    table.wait_for_pads()
    return epoch


def decks_of(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the decks among a bar's files, by name."""
    return {
        PurePosixPath(path).stem: data for path, data in files.items() if path.startswith(_FOLDER)
    }


def _lay_all(table: "TableAtPort", enrolment: "Enrolment") -> None:
    from marcoria.commands.cards_shown import enrolment_shown
    from marcoria.device.wire import Client

    with enrolment_shown(enrolment) as show:
        while enrolment.next >= 0:
            show.asks()
            tag = Client(table.wire).next_tag()
            if tag is None:
                continue
            if tag.get("phone"):
                show.refused(
                    "this is a phone, not a card (its number changes each time): take it away"
                )
                continue
            kind = enrolment.next
            wrong = enrolment.lay(bytes.fromhex(tag["uid"]))
            if wrong:
                show.refused(wrong)
            else:
                show.took(kind, tag["uid"])


def _write(table: "TableAtPort", name: str, enrolment: "Enrolment", pin: str) -> None:
    """Write the deck file to the table, restart the table, and end the enrolment."""
    from marcoria.device.prompt import Prompt
    from marcoria.device.wire import Client

    path = f"{_FOLDER}{name}{_ENDING}"
    with Prompt(Client(table.wire), table.wire, pin) as prompt:
        prompt.write(path, enrolment.text())
    enrolment.end()
    answer(
        f"the table has the deck '{name}': choose it at the table, or with marcoria settings set"
        f" deck={name}",
        deck=name,
        path=path,
        cards=len(enrolment.done),
    )
