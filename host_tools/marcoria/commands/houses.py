"""`marcoria houses`: the houses that come with the table, in words, and files of others."""

import argparse

from marcoria.commands import Subparsers


def add(commands: Subparsers) -> None:
    """What it is asked."""
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


def _list(args: argparse.Namespace) -> None:
    from marcoria.game.houses import names, open_house

    for name in names():
        house = open_house(name)
        print(f"{name:<14} {house.name}, {house.players} players, to {house.target}")


def _show(args: argparse.Namespace) -> None:
    from marcoria.game.explain import explain
    from marcoria.game.houses import alternatives, open_house

    print(explain(open_house(args.house), alternatives(args.house)))


def _check(args: argparse.Namespace) -> None:
    from marcoria.game.houses import check, left_open, left_out

    house = check(args.house)
    print(f"{args.house}: '{house.name}' is complete and without contradiction")
    for line in left_out(args.house):
        print(f"  left out, so {line}")
    for key, words in left_open(args.house):
        print(f"  left to the players: {key}: {' or '.join(words)}, at first {words[0]}")
