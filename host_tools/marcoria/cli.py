"""The `marcoria` command."""

import argparse
import io
import os
import sys

from marcoria import __version__
from marcoria.errors import TableError


def main(words: list[str] | None = None) -> int:
    """Runs one subcommand. What a person got wrong is one sentence and exit status 1, what did
    not come in time in a simulation is 42."""
    args = _parser().parse_args(words)
    try:
        args.run(args)
        sys.stdout.flush()
    except TableError as error:
        print(f"marcoria: {error.detail}", file=sys.stderr)
        return error.status
    except BrokenPipeError:
        # Whoever read our output has gone; Python must not complain about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="marcoria", description="Tools of the Belote table.")
    parser.add_argument("--version", action="version", version=f"marcoria {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    rules = commands.add_parser("rules", help="answer questions about the rules, a JSON a line")
    rules.set_defaults(run=_rules)

    houses = commands.add_parser("houses", help="list the houses, explain one, check a file")
    houses.set_defaults(run=_list)
    actions = houses.add_subparsers(metavar="ACTION")
    actions.add_parser("list", help="the houses that come with the table").set_defaults(run=_list)
    show = actions.add_parser("show", help="a house in words")
    show.add_argument("house", metavar="NAME|FILE.house")
    show.set_defaults(run=_show)
    check = actions.add_parser("check", help="check a house file")
    check.add_argument("house", metavar="FILE.house")
    check.set_defaults(run=_check)

    sim = commands.add_parser("sim", help="people at a simulated table: a scenario, or a match")
    sim.add_argument("file", nargs="?", metavar="FILE.yaml", help="see docs/scenarios.md")
    sim.add_argument("--demo", action="store_true", help="a whole match, told in the terminal")
    sim.add_argument("--backend", choices=("cpython", "vm"), help="what runs the firmware")
    sim.add_argument("--seed", type=int, help="the same again: the same seed")
    sim.add_argument("--png", metavar="FILE.png", help="a picture of the table at the end")
    sim.add_argument("--house", metavar="NAME", default="piedicavallo", help="of the demo")
    sim.add_argument("--scanned", action="store_true", help="the demo with scanned hands")
    sim.add_argument("--deals", type=int, default=1000, help="so many deals of the demo at most")
    sim.set_defaults(run=_sim)

    fonts = commands.add_parser("fonts", help="make the display's fonts anew")
    fonts.set_defaults(run=_fonts)

    deck = commands.add_parser("deck", help="check a deck file")
    chores = deck.add_subparsers(required=True, metavar="ACTION")
    look = chores.add_parser("check", help="32 cards, each with a tag of its own")
    look.add_argument("deck", metavar="FILE.deck")
    look.set_defaults(run=_deck_check)

    board = commands.add_parser("board", help="check hardware/board.toml, make firmware/board.py")
    steps = board.add_subparsers(required=True, metavar="ACTION")
    steps.add_parser("check", help="pins, buses and parts").set_defaults(run=_board_check)
    steps.add_parser("generate", help="firmware/board.py").set_defaults(run=_board_generate)

    words = commands.add_parser("words", help="check the table's words, make firmware/texts.py")
    parts = words.add_subparsers(required=True, metavar="ACTION")
    parts.add_parser("check", help="that they and the code agree").set_defaults(run=_words_check)
    parts.add_parser("generate", help="firmware/texts.py").set_defaults(run=_words_generate)
    return parser


def _rules(args: argparse.Namespace) -> None:
    from marcoria.game.rules import serve

    # JSON is UTF-8 whatever the terminal thinks; a stray byte must not end the conversation.
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    serve(sys.stdin, sys.stdout)


def _list(args: argparse.Namespace) -> None:
    from marcoria.game.houses import names, open_house

    for name in names():
        house = open_house(name)
        print(f"{name:<14} {house.name}, {house.players} players, to {house.target}")


def _show(args: argparse.Namespace) -> None:
    from marcoria.game.explain import explain
    from marcoria.game.houses import open_house

    print(explain(open_house(args.house)))


def _check(args: argparse.Namespace) -> None:
    from marcoria.game.houses import open_house

    house = open_house(args.house)
    print(f"{args.house}: '{house.name}' is complete and without contradiction")


def _sim(args: argparse.Namespace) -> None:
    from marcoria.scenarios.demo import demo, play_file

    if bool(args.file) == args.demo:
        raise TableError("usage", "name a scenario file, or say --demo: marcoria sim --help")
    if args.demo:
        demo(args)
    else:
        play_file(args)


def _fonts(args: argparse.Namespace) -> None:
    from marcoria.build.fonts import FILE, make

    data = make()
    FILE.write_bytes(data)
    print(f"made {FILE.name} of {len(data)} bytes")


def _deck_check(args: argparse.Namespace) -> None:
    from marcoria.game.decks import describe, open_deck

    print(f"{args.deck}: {describe(open_deck(args.deck))}")


def _board_check(args: argparse.Namespace) -> None:
    from marcoria.board.generate import check_all

    found = check_all()
    if found:
        raise TableError("bad-board", "\nmarcoria: ".join(found))
    print("hardware/board.toml: no conflict on any board, firmware/board.py is up to date")


def _board_generate(args: argparse.Namespace) -> None:
    from marcoria.board.generate import GENERATED, generate, load

    GENERATED.write_text(generate(load()))
    print("made firmware/board.py of hardware/board.toml")


def _words_check(args: argparse.Namespace) -> None:
    from marcoria.build.text_names import check

    found = check()
    if found:
        raise TableError("bad-words", "\nmarcoria: ".join(found))
    print("firmware/ui/words: in order, firmware/texts.py is up to date")


def _words_generate(args: argparse.Namespace) -> None:
    from marcoria.build.text_names import GENERATED, generate

    GENERATED.write_text(generate(), encoding="utf-8")
    print("made firmware/texts.py of firmware/ui/words/en.words")
