"""`marcoria enrol`: which tag is which card, told to a table by laying them in turn."""

from collections.abc import Callable
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Annotated

from marcoria.commands.connection import Pin, connected
from marcoria.commands.options import Argument, Commands, Option, answer, command
from marcoria.commands.progress import Progress
from marcoria.context import asked
from marcoria.errors import Exit, TableError

if TYPE_CHECKING:
    from marcoria.device.answer import TableAnswer
    from marcoria.device.wire import TableAtPort
    from marcoria.game.decks import Enrolment

_FOLDER = "/bar/decks/"
_ENDING = ".deck"
_BACK_S = 30  # in which a table that started anew answers


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "enrol", _enrol, "table", "dry_run", "quiet", "lang")


def _enrol(
    name: Annotated[str, Argument(help="The deck's name.")] = "deck-1",
    commands: Annotated[
        str,
        Option(
            metavar="pass,call,...",
            help="Cards that do what keys do, into the file of that deck.",
            show_default=False,
        ),
    ] = "",
    again: Annotated[
        bool, Option("--again", help="All cards of a deck that the table has already.")
    ] = False,
    since: Annotated[
        str,
        Option(
            "--from", metavar="CARD", help="A wrong one was laid: from that on, such as KH, again."
        ),
    ] = "",
    pin: Pin = "",
) -> None:
    """Lay the 32 cards on any pad, one after the other; what is interrupted goes on."""
    from marcoria.game.decks import CARDS, check_name, kind_of

    check_name(name)
    kinds = [kind_of(word) for word in commands.split(",")] if commands else list(CARDS)
    first = kind_of(since) if since else -1
    if first >= 0 and first not in kinds:
        raise TableError("usage", f"--from {since}: that is none that is laid now", Exit.USAGE)
    with connected() as table:
        with Progress() as progress:
            enrolment = _begin(table, name, kinds, again, pin, progress.step)
        if first >= 0:
            enrolment.forget_from(first)
        if asked().dry_run:
            answer(f"{enrolment.left} cards would be laid", left=enrolment.left)
            return
        _lay_all(table, enrolment)
        with Progress() as progress:
            progress.step("the deck is written to the table, which rests meanwhile")
            _write(table, name, enrolment, pin)


def _begin(
    table: "TableAtPort",
    name: str,
    kinds: list[int],
    again: bool,
    pin: str,
    say: Callable[[str], object],
) -> "Enrolment":
    """Return what the table has already, read while it rests for a moment."""
    from marcoria.game.decks import CARDS, MOST_DECKS, Enrolment
    from marcoria.paths import KEPT

    decks = decks_of(rest_and_fetch(table, pin, say))
    old = decks.pop(name, b"")
    whole = list(CARDS) == kinds
    if whole and old and not again:
        raise TableError(
            "deck-exists", f"the table has a deck '{name}': say --again, or a new name"
        )
    if not whole and not old:
        raise TableError("no-deck", f"the table has no deck '{name}': enrol its 32 cards first")
    if whole and not old and len(decks) == MOST_DECKS:
        known = ", ".join(sorted(decks))
        raise TableError("too-many-decks", f"a table knows {MOST_DECKS} decks, and has {known}")
    epoch = wait_for_pads(table, say)
    file = KEPT / "enrol" / f"{epoch}-{name}{'' if whole else '-commands'}{_ENDING}"
    return Enrolment(file, kinds, old, decks)


def rest_and_fetch(
    table: "TableAtPort", pin: str, say: Callable[[str], object]
) -> dict[str, bytes]:
    """Return the bar's files of a table at which nobody plays; it starts anew then."""
    from marcoria.device.bar_files import fetch_once

    say("the table is asked whether a deal is under way")
    table.check_quiet()
    say("the table rests for a moment, and its decks are read")
    return fetch_once(table.wire, pin)


def wait_for_pads(table: "TableAtPort", say: Callable[[str], object]) -> int:
    """Return the epoch of a table that has started again, when its pads take cards."""
    say("the table starts again")
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

    with enrolment_shown(enrolment) as show:
        while enrolment.next >= 0:
            show.asks()
            tag = next_tag(table)
            if tag is None:
                continue
            if tag.get("phone"):
                show.refused(
                    "this is a phone, whose number is another one each time: take it away"
                )
                continue
            kind = enrolment.next
            wrong = enrolment.lay(bytes.fromhex(tag["uid"]))
            if wrong:
                show.refused(wrong)
            else:
                show.took(kind, tag["uid"])


def next_tag(table: "TableAtPort") -> "TableAnswer | None":
    """Return the next one that somebody lays, None if nobody has for a while."""
    from marcoria.device.wire import Client

    try:
        return Client(table.wire).ask("tag")
    except TableError as error:
        if error.code == "not-now":
            return None
        raise


def _write(table: "TableAtPort", name: str, enrolment: "Enrolment", pin: str) -> None:
    """Write the whole deck: from now on the table knows it."""
    from marcoria.device.prompt import Prompt
    from marcoria.device.wire import Client

    path = f"{_FOLDER}{name}{_ENDING}"
    with Prompt(Client(table.wire), table.wire, pin) as prompt:
        prompt.write(path, enrolment.text())
    enrolment.end()
    answer(
        f"the table has the deck '{name}': choose it there, or marcoria settings set deck={name}",
        deck=name,
        path=path,
        cards=len(enrolment.done),
    )
