"""`marcoria sim`: people at a simulated table; and the options of all commands that simulate."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from marcoria.commands.options import Argument, CommandOptions, Commands, Option, answer, command
from marcoria.context import asked
from marcoria.errors import Exit, TableError
from marcoria.named_files import check_writable

if TYPE_CHECKING:
    from marcoria.scenarios.demo import Kept
    from marcoria.scenarios.scenario import Scenario

Seed = Annotated[int | None, Option(help="The same again: the same seed.")]
Picture = Annotated[str, Option(metavar="FILE.png", help="A picture at the end.")]

_PANEL = "Of the demo"
_USUAL_DEALS = 1000
_OF_DEMO = ("house", "lang", "scanned", "deals", "bdn", "board", "serve")


class Vm(StrEnum):
    """What runs a program of the board."""

    CPYTHON = "cpython"
    VM = "vm"


Backend = Annotated[Vm | None, Option(help="What runs the firmware.", show_default=False)]


class SimOptions(CommandOptions):
    """What is simulated, and what is kept of it."""

    file: Annotated[
        str, Argument(metavar="FILE.yaml", help="See docs/scenarios.md.", show_default=False)
    ] = ""
    demo: Annotated[bool, Option("--demo", help="A whole match, told here.")] = False
    backend: Backend = None
    seed: Seed = None
    png: Picture = ""
    house: Annotated[
        str,
        Option(metavar="NAME|FILE.house", help="What is played (piedicavallo).", panel=_PANEL),
    ] = ""
    scanned: Annotated[bool, Option("--scanned", help="With scanned hands.", panel=_PANEL)] = False
    deals: Annotated[int | None, Option(help="So many deals at most.", panel=_PANEL)] = None
    bdn: Annotated[
        str,
        Option(
            metavar="FILE.bdn",
            help="Its first deal, or that of --board, is dealt first.",
            panel=_PANEL,
        ),
    ] = ""
    board: Annotated[str, Option(help="A deal of --bdn.", panel=_PANEL)] = ""
    serve: Annotated[
        int,
        Option(
            metavar="PORT",
            help="Its serial port is socket://127.0.0.1:PORT, in real time, until Ctrl-C;"
            " without --demo nobody plays.",
            panel=_PANEL,
        ),
    ] = 0
    journal: Annotated[
        str,
        Option(metavar="FILE", help="The table's journal, as its flash has it at the end."),
    ] = ""

    def check(self) -> None:
        """Raise TableError for what does not go together, and say what to do."""
        wrong = self._contradiction()
        if self.serve and self.backend == Vm.CPYTHON:
            wrong = (
                "--serve needs MicroPython's prompt, which CPython has not: leave --backend away"
            )
        if wrong:
            raise TableError("usage", wrong, Exit.USAGE)
        for path in filter(None, (self.png, self.journal)):
            check_writable(path)

    def _contradiction(self) -> str:
        values = vars(self) | {"lang": asked().lang}
        said = [f"--{key}" for key in _OF_DEMO if values[key]]
        if self.demo and self.file:
            alone = f"{self.file} is played without --demo, which is a match of its own"
            return f"{alone}: leave one away"
        if not self.demo and not self.file and not self.serve:
            return "name a scenario file, or say --demo: marcoria sim --help"
        if self.bdn and self.house:
            return "--bdn tells the house of its deal: leave --house away"
        if self.board and not self.bdn:
            return f"--board {self.board} is a deal of which file? Name it with --bdn"
        if self.serve and asked().json:
            return "--serve is for who looks on: leave --json away"
        if not self.demo and not self.file and set(said) - {"--serve", "--lang"}:
            return "--serve alone is a table without people: say --demo as well"
        if self.file and said:
            return f"{said[0]} is for --demo: a scenario says that itself, in its file"
        if self.deals is not None and self.deals < 1:
            return f"--deals {self.deals} would be no match: it takes 1 or more"
        return ""


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "sim", _sim, "dry_run", "lang")


def _sim(options: SimOptions) -> None:
    """Play a scenario or a match at a simulated table."""
    from marcoria.scenarios import demo as played

    options.check()
    kept = played.Kept() if asked().dry_run else played.Kept(options.png, options.journal)
    if options.demo:
        _demo(options, kept)
    elif options.serve:
        played.nobody(_match(options, _USUAL_DEALS), kept, options.serve)
    else:
        file = options.file
        steps, unasked = played.play_file(file, options.backend or "", options.seed, kept)
        told = [*unasked, f"{steps} steps, all as expected"]
        answer("\n".join(f"{file}: {line}" for line in told), file=file, steps=steps)


def _demo(options: SimOptions, kept: "Kept") -> None:
    """Play a match of bots, and tell it."""
    from marcoria.bdn.files import redeal
    from marcoria.scenarios import demo as played

    match = _match(options, options.deals or _USUAL_DEALS)
    if options.bdn:
        match = match.with_deal(redeal(options.bdn, options.board))
    house = options.house or ("" if options.bdn else "piedicavallo")
    if asked().json:
        played.report(match, house, kept)
    else:
        played.demo(match, house, kept, options.serve)


def _match(options: SimOptions, deals: int) -> "Scenario":
    from marcoria.scenarios import demo as played

    backend = options.backend or (Vm.VM if options.serve else Vm.CPYTHON)
    return played.match(backend, options.seed, options.scanned, asked().lang or "en", deals)
