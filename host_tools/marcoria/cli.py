"""The `marcoria` command."""

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

from marcoria import __version__
from marcoria.context import ASKED, PROGRAM, Asked
from marcoria.errors import Exit, TableError
from marcoria.guard import guarded

if TYPE_CHECKING:
    from marcoria.commands.options import Command, Commands

_SAYS = "Tools of the Belote table. An error is one sentence: what happened, and what to do."
# Each is a module of marcoria.commands, or in one of _MODULES, and what it does.
COMMANDS = {
    "table": "Open the virtual table in the browser, until Ctrl-C.",
    "sim": "Play a scenario, or a match of bots, at a simulated table.",
    "rules": "Answer questions about the rules, a JSON object a line (docs/rules-pipe.md).",
    "houses": "List the houses, explain one, check a file.",
    "export": "Write deals as text that people read (BDN, docs/bdn.md), as a sheet, or printed.",
    "replay": "Work out every trick, offence and score of deals on paper anew.",
    "standings": "Show pairs and players: matches, points, contracts, what broke a tie.",
    "deck": "Check a deck, file or cards.",
    "devices": "List the boards that are plugged in, and whether they can be used.",
    "doctor": "Check a table: port, program, memory, readers, keys, display, lights, journal.",
    "pads": "Measure the readers, with a card lying on each pad, between two deals.",
    "monitor": "Show the table as it is now, until Ctrl-C; into a file, a record a line.",
    "journal": "Pull a table's journal, show one, make deals of it.",
    "image": "Make one file that makes a table of an empty chip: see docs/flash.md.",
    "flash": "Make a table of the chip that is plugged in: see docs/flash.md.",
    "deploy": "Bring the program of this Marcoria to a table: see docs/flash.md.",
    "settings": "Show, choose and keep a bar's settings; the table starts anew after it.",
    "backup": "Write settings, decks, own houses and the journal of a table to one file.",
    "restore": "Put a backup on a table; the journal comes back on the same one only.",
    "reset": "Remove settings, decks and own houses from a table; a backup is kept here.",
    "enrol": "Lay the 32 cards on any pad, one after the other; what is interrupted goes on.",
    "run": "Run your own program on a board with the parts that you name.",
    "completion": 'Print the completion of a shell: eval "$(marcoria completion bash)".',
    "board": "Check hardware/board.toml, make firmware/board.py.",
    "fonts": "Make the display's fonts anew.",
    "words": "Check the texts in firmware/ui/words, and make what comes of them.",
}
_MODULES = {"board": "made", "fonts": "made", "words": "made"}
_COMPLETES = "_MARCORIA_COMPLETE"  # set by the shells' scripts
_HELPS: tuple[list[str], ...] = ([], ["-h"], ["--help"])


def main(typed: list[str] | None = None) -> int:
    """Run one command; return its exit status, one of `marcoria.errors.Exit`."""
    words = sys.argv[1:] if typed is None else typed
    asked = Asked()
    ASKED.set(asked)
    return guarded(lambda: _run(words), asked)


def _run(words: list[str]) -> int:
    """Run what the words say, and import no more than that takes."""
    if os.environ.get(_COMPLETES):
        from marcoria.commands.completion import candidates

        print("\n".join(candidates(app(), words)))
    elif words in _HELPS:
        _help_of_all()
        if not words:
            raise TableError("usage", f"Name a command. See {PROGRAM} --help", Exit.USAGE)
    elif words == ["--version"]:
        print(f"{PROGRAM} {__version__}")
    else:
        return run(words)
    return 0


def run(words: list[str]) -> int:
    """Run the command that is typed so; return its status."""
    from marcoria.commands import parser
    from marcoria.commands.options import CommandEnd, help_of

    try:
        path, command, rest = parser.find(app(), words)
        command.run(parser.values(path, command, rest))
    except parser.HelpWanted as wish:
        if wish.path == PROGRAM:
            _help_of_all()
        else:
            print(help_of(wish.path, wish.wanted))
    except CommandEnd as end:
        return end.status
    return 0


def _help_of_all() -> None:
    from marcoria.commands.options import help_of_all

    print(help_of_all(_SAYS, COMMANDS))


class _Loaded(dict[str, "Command | Commands"]):
    """Commands by their names, each imported when it is looked up."""

    def __getitem__(self, name: str) -> "Command | Commands":
        from marcoria.commands.options import Commands

        made = Commands()
        import_module(f"marcoria.commands.{_MODULES.get(name, name)}").add(made)
        found = made.inside[name]
        found.says = COMMANDS[name]
        return found


def app() -> "Commands":
    """Return all commands."""
    from marcoria.commands.options import Commands

    found = Commands(_SAYS)
    found.inside = _Loaded(dict.fromkeys(COMMANDS, Commands()))
    return found
