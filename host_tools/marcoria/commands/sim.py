"""`marcoria sim`: play at a simulated table. Also has options shared with `marcoria run`."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from marcoria.commands.options import Argument, CommandOptions, Commands, Option, answer, command
from marcoria.context import asked
from marcoria.errors import Exit, TableError
from marcoria.named_files import check_writable

if TYPE_CHECKING:
    from marcoria.scenarios.demo import Kept, Reporting
    from marcoria.scenarios.scenario import Scenario

Seed = Annotated[int | None, Option(help="Random seed; the same seed repeats the run.")]
Picture = Annotated[
    str, Option(metavar="FILE.png", help="Write a picture of the table or display at the end.")
]

_PANEL = "Options of --demo"
_USUAL_DEALS = 1000
_OF_DEMO = ("house", "players", "lang", "scanned", "deals", "bdn", "board", "serve", "hub")


class Vm(StrEnum):
    """Interpreters that can run the firmware: CPython, or MicroPython's virtual machine (`VM`)."""

    CPYTHON = "cpython"
    VM = "vm"


Backend = Annotated[
    Vm | None,
    Option(
        help="Interpreter to run on: CPython, or MicroPython's virtual machine.",
        show_default=False,
    ),
]


class SimOptions(CommandOptions):
    """Options of `marcoria sim`."""

    file: Annotated[
        str,
        Argument(metavar="FILE.yaml", help="A scenario (docs/scenarios.md).", show_default=False),
    ] = ""
    demo: Annotated[bool, Option("--demo", help="Play a whole match of bots and describe it.")] = (
        False
    )
    backend: Backend = None
    seed: Seed = None
    png: Picture = ""
    house: Annotated[
        str,
        Option(
            metavar="NAME|FILE.house", help="House to play (default: piedicavallo).", panel=_PANEL
        ),
    ] = ""
    players: Annotated[
        str,
        Option(
            metavar="KIND[,...]",
            help="Kinds of the players at North, East, South and West, or one kind for all"
            " (docs/scenarios.md; default: player).",
            panel=_PANEL,
        ),
    ] = ""
    scanned: Annotated[
        bool, Option("--scanned", help="Scan the hands before play.", panel=_PANEL)
    ] = False
    deals: Annotated[int | None, Option(help="Maximum number of deals.", panel=_PANEL)] = None
    bdn: Annotated[
        str,
        Option(
            metavar="FILE.bdn",
            help="Start with the first deal of this file, or with the deal --board.",
            panel=_PANEL,
        ),
    ] = ""
    board: Annotated[str, Option(help="Number of the deal in the --bdn file.", panel=_PANEL)] = ""
    serve: Annotated[
        int,
        Option(
            metavar="PORT",
            help="Serve the table's serial port at socket://127.0.0.1:PORT, in real time, until"
            " Ctrl-C; without --demo nobody plays.",
            panel=_PANEL,
        ),
    ] = 0
    hub: Annotated[
        str,
        Option(
            metavar="mqtt://HOST",
            help="Report to the hub at this broker, in real time (docs/hub.md); needs --hub-key.",
            panel=_PANEL,
        ),
    ] = ""
    hub_key: Annotated[
        str,
        Option(
            metavar="HEX",
            help="The table's key at the hub: 64 hexadecimal digits.",
            show_default=False,
            panel=_PANEL,
        ),
    ] = ""
    hub_certificate: Annotated[
        str,
        Option(
            metavar="FILE",
            help="Certificate of a broker at mqtts://.",
            show_default=False,
            panel=_PANEL,
        ),
    ] = ""
    journal: Annotated[
        str,
        Option(metavar="FILE", help="Write the table's journal at the end."),
    ] = ""

    def check(self) -> None:
        """Raise TableError if options contradict each other or a file cannot be written."""
        wrong = self._contradiction()
        if self.serve and self.backend == Vm.CPYTHON:
            wrong = (
                "--serve needs MicroPython's prompt, which CPython does not have: remove --backend"
            )
        if wrong:
            raise TableError("usage", wrong, Exit.USAGE)
        for path in filter(None, (self.png, self.journal)):
            check_writable(path)

    def _contradiction(self) -> str:
        values = vars(self) | {"lang": asked().lang}
        said = [f"--{key}" for key in _OF_DEMO if values[key]]
        if self.demo and self.file:
            alone = f"{self.file} and --demo cannot be played together"
            return f"{alone}: remove one of them"
        if not self.demo and not self.file and not self.serve:
            return "nothing to play: name a scenario file, or add --demo (see marcoria sim --help)"
        if self.bdn and self.house:
            return "the --bdn file names the house of its deal: remove --house"
        if self.board and not self.bdn:
            return f"--board {self.board} needs the file of that deal: add --bdn FILE.bdn"
        if bool(self.hub) != bool(self.hub_key):
            return "--hub and --hub-key belong together: give both"
        if self.hub_certificate and not self.hub:
            return (
                "--hub-certificate belongs to a hub's broker: name it too, with --hub mqtts://HOST"
            )
        if self.hub and asked().json:
            return "--hub and --json do not go together: remove --json"
        if self.serve and asked().json:
            return "--serve and --json do not go together: remove --json"
        if not self.demo and not self.file and set(said) - {"--serve", "--lang"}:
            return "--serve without --demo has no players: add --demo, or remove the other options"
        if self.file and said:
            if said[0] in ("--serve", "--hub"):
                return f"{said[0]} plays no scenario: remove it, or the file {self.file}"
            return f"{said[0]} is for --demo only: a scenario sets it in its file"
        if self.deals is not None and self.deals < 1:
            return f"--deals {self.deals} is too few: it must be 1 or more"
        return ""


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "sim", _sim, "dry_run", "lang")


def _sim(options: SimOptions) -> None:
    """Play a scenario or a match of bots at a simulated table."""
    from marcoria.scenarios import demo as played

    options.check()
    kept = played.Kept() if asked().dry_run else played.Kept(options.png, options.journal)
    if options.demo:
        _demo(options, kept)
    elif options.serve:
        played.nobody(_match(options, _USUAL_DEALS), kept, options.serve)
    else:
        file = options.file
        steps, remarks = played.play_file(file, options.backend or "", options.seed, kept)
        told = [*remarks, f"{steps} steps, all as expected"]
        answer("\n".join(f"{file}: {line}" for line in told), file=file, steps=steps)


def _demo(options: SimOptions, kept: "Kept") -> None:
    """Play a match of bots and describe it."""
    from marcoria.bdn.files import redeal
    from marcoria.scenarios import demo as played

    match = _match(options, options.deals or _USUAL_DEALS)
    if options.bdn:
        match = match.with_deal(redeal(options.bdn, options.board))
    house = options.house or ("" if options.bdn else "piedicavallo")
    if asked().json:
        played.report(match, house, kept)
    else:
        played.demo(match, house, kept, options.serve, _reporting(options))


def _reporting(options: SimOptions) -> "Reporting | None":
    """Return key and broker for reports to a hub, None if the options name no hub."""
    from marcoria.hub.addresses import broker_of_table
    from marcoria.hub.frame import key_file, key_of
    from marcoria.scenarios.demo import Reporting

    if not options.hub:
        return None
    broker = broker_of_table(options.hub, options.hub_certificate)
    return Reporting(key_file(key_of(options.hub_key)), *broker)


def _match(options: SimOptions, deals: int) -> "Scenario":
    from marcoria.scenarios import demo as played

    backend = options.backend or (Vm.VM if options.serve else Vm.CPYTHON)
    match = played.match(backend, options.seed, options.scanned, asked().lang or "en", deals)
    return match.with_changes(people=played.people(options.players))
