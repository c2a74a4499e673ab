"""`marcoria sim`: people at a simulated table."""

from typing import Annotated

from marcoria.asked import asked
from marcoria.commands.options import Argument, Commands, Option, answer, command
from marcoria.commands.simulated import Backend, Picture, Seed, Vm
from marcoria.errors import Exit, TableError
from marcoria.named_files import check_writable

_PANEL = "Of the demo"
_USUAL_DEALS = 1000


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "sim", _sim, "dry_run", "lang")


def _sim(
    file: Annotated[
        str, Argument(metavar="FILE.yaml", help="See docs/scenarios.md.", show_default=False)
    ] = "",
    demo: Annotated[bool, Option("--demo", help="A whole match, told here.")] = False,
    backend: Backend = None,
    seed: Seed = None,
    png: Picture = "",
    house: Annotated[
        str,
        Option(
            metavar="NAME|FILE.house",
            help="What is played (piedicavallo).",
            panel=_PANEL,
        ),
    ] = "",
    scanned: Annotated[
        bool, Option("--scanned", help="With scanned hands.", panel=_PANEL)
    ] = False,
    deals: Annotated[int | None, Option(help="So many deals at most.", panel=_PANEL)] = None,
    bdn: Annotated[
        str,
        Option(
            metavar="FILE.bdn",
            help="Its first deal, or that of --board, is dealt first.",
            panel=_PANEL,
        ),
    ] = "",
    board: Annotated[str, Option(help="A deal of --bdn.", panel=_PANEL)] = "",
    serve: Annotated[
        int,
        Option(
            metavar="PORT",
            help="Its serial port is socket://127.0.0.1:PORT, in real time, until Ctrl-C;"
            " without --demo nobody plays.",
            panel=_PANEL,
        ),
    ] = 0,
    journal: Annotated[
        str,
        Option(metavar="FILE", help="The table's journal, as its flash has it at the end."),
    ] = "",
) -> None:
    """People at a simulated table: a scenario, or a match."""
    from marcoria.bdn.files import redeal
    from marcoria.scenarios import demo as played

    lang = asked().lang
    of_demo = {"house": house, "lang": lang, "scanned": scanned, "deals": deals}
    of_demo |= {"bdn": bdn, "board": board, "serve": serve or None}
    wrong = _wrong(file, demo, of_demo)
    if serve and backend == Vm.CPYTHON:
        wrong = "--serve needs MicroPython's prompt, which CPython has not: leave --backend away"
    if wrong:
        raise TableError("usage", wrong, Exit.USAGE)
    for file_at_the_end in filter(None, (png, journal)):
        check_writable(file_at_the_end)
    kept = played.Kept() if asked().dry_run else played.Kept(png, journal)
    if demo:
        usual = (
            backend or (Vm.VM if serve else Vm.CPYTHON),
            seed,
            scanned,
            lang or "en",
            deals or _USUAL_DEALS,
        )
        match = played.match(*usual)
        if bdn:
            match = match.with_deal(redeal(bdn, board))
        played_house = house or ("" if bdn else "piedicavallo")
        if asked().json:
            played.report(match, played_house, kept)
        else:
            played.demo(match, played_house, kept, serve)
    elif serve:
        alone = backend or Vm.VM, seed, scanned, lang or "en", _USUAL_DEALS
        played.nobody(played.match(*alone), kept, serve)
    else:
        steps, unasked = played.play_file(file, backend or "", seed, kept)
        told = [*unasked, f"{steps} steps, all as expected"]
        answer("\n".join(f"{file}: {line}" for line in told), file=file, steps=steps)


def _wrong(file: str, demo: bool, of_demo: dict[str, object]) -> str:
    """What does not go together, and what to do."""
    said = [f"--{key}" for key, value in of_demo.items() if value not in (None, "", False)]
    deals = of_demo["deals"]
    if demo and file:
        return f"{file} is played without --demo, which is a match of its own: leave one away"
    if not demo and not file and not of_demo["serve"]:
        return "name a scenario file, or say --demo: marcoria sim --help"
    if of_demo["bdn"] and of_demo["house"]:
        return "--bdn tells the house of its deal: leave --house away"
    if of_demo["board"] and not of_demo["bdn"]:
        return f"--board {of_demo['board']} is a deal of which file? Name it with --bdn"
    if of_demo["serve"] and asked().json:
        return "--serve is for who looks on: leave --json away"
    if not demo and not file and set(said) - {"--serve", "--lang"}:
        return "--serve alone is a table without people: say --demo as well"
    if file and said:
        return f"{said[0]} is for --demo: a scenario says that itself, in its file"
    if isinstance(deals, int) and deals < 1:
        return f"--deals {deals} would be no match: it takes 1 or more"
    return ""
