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

_SAYS = "Tools for the Belote table. Error messages say what happened and what to do."
# One-line help of each command; the docstring of the command begins with this line. A command is
# declared in the module of the same name in marcoria.commands, unless _MODULES names another one.
COMMANDS = {
    "table": "Open the virtual table in the browser. Ctrl-C stops it.",
    "sim": "Play a scenario or a match of bots at a simulated table.",
    "rules": "Answer questions about the rules: one JSON object a line (docs/rules-pipe.md).",
    "houses": "List or explain houses, check a house file, copy it to a table.",
    "export": "Convert deals to BDN text (docs/bdn.md), JSON, CSV, SVG, PNG, PDF or plain text.",
    "replay": "Recompute every trick, offence and score of deals in a BDN file.",
    "analyse": "Compute the best play of deals, and the cost and the share of each card.",
    "standings": "Rank pairs and players: matches, points, contracts, tie-breaks.",
    "deck": "Check a deck file, or the cards of a deck on a table.",
    "devices": "List the plugged-in boards and whether they can be used.",
    "doctor": "Check a table: port, program, memory, readers, keys, display, lights, journal.",
    "pads": "Measure each reader with a card on its pad, between two deals.",
    "monitor": "Show the table live until Ctrl-C; in a pipe or file, print one record a line.",
    "say": "Show a message on the display, between two deals; the next deal removes it.",
    "journal": "Download a table's journal, show a journal, convert it to deals.",
    "image": "Build one image file that turns an empty chip into a table (docs/flash.md).",
    "flash": "Install Marcoria on the chip that is plugged in (docs/flash.md).",
    "deploy": "Update a table to the program of this Marcoria (docs/flash.md).",
    "settings": "Show, change, back up or restore a bar's settings; restarts the table.",
    "backup": "Write a table's settings, decks, own houses and journal to one file.",
    "restore": "Restore a backup to a table. Restore its journal only to the table it came from.",
    "reset": "Remove settings, decks and own houses from a table; keep a backup on this computer.",
    "enrol": "Register the cards of a deck: lay the 32 cards on any pad, one by one.",
    "hub": "Collect the results of many tables: a bar's evening on one page (docs/hub.md).",
    "push": "Read a table's new records over the cable, and send them to its hub.",
    "run": "Run your own program on a simulated board with the parts you name.",
    "completion": 'Print the completion script of a shell: eval "$(marcoria completion bash)".',
    "board": "Check hardware/board.toml; generate firmware/board.py.",
    "fonts": "Generate the display's fonts.",
    "words": "Check firmware/ui/words; generate firmware/texts.py, firmware/ui/text_names.py,"
    " docs/words.md.",
}
_MODULES = {"board": "made", "fonts": "made", "words": "made"}
_COMPLETES = "_MARCORIA_COMPLETE"  # environment variable set by the shells' completion scripts
_HELPS: tuple[list[str], ...] = ([], ["-h"], ["--help"])


def main(typed: list[str] | None = None) -> int:
    """Run one command line, by default that of the process; return its exit status.

    The status is one of `marcoria.errors.Exit`, or after SIGTERM or SIGHUP 128 plus the number of
    the signal.
    """
    words = sys.argv[1:] if typed is None else typed
    asked = Asked()
    ASKED.set(asked)
    return guarded(lambda: _run(words), asked)


def _run(words: list[str]) -> int:
    """Run the command line and return its exit status; import only the modules that it needs."""
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
    """Parse the typed words, run their command and return its exit status."""
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
    """Commands by name; the module of a command is imported when its name is looked up."""

    def __getitem__(self, name: str) -> "Command | Commands":
        from marcoria.commands.options import Commands

        made = Commands()
        import_module(f"marcoria.commands.{_MODULES.get(name, name)}").add(made)
        return made.inside[name]


def app() -> "Commands":
    """Return all commands."""
    from marcoria.commands.options import Commands

    found = Commands(_SAYS)
    found.inside = _Loaded(dict.fromkeys(COMMANDS, Commands()))
    return found
