"""`marcoria houses`: list and explain the houses that come with the table, check house files."""

from typing import Annotated

from marcoria.commands.options import Argument, Commands, answer, command, group

House = Annotated[str, Argument(metavar="NAME|FILE.house", help="A house by name, or its file.")]
File = Annotated[str, Argument(metavar="FILE.house", help="The house file (docs/houses.md).")]


def add(app: Commands) -> None:
    """Declare the command."""
    actions = group(app, "houses", "List the houses, explain a house, check a house file.", _list)
    command(actions, "list", _list)
    command(actions, "show", _show)
    command(actions, "check", _check)


def _list() -> None:
    """List the houses that come with the table."""
    from marcoria.game.houses import names, open_house

    for name in names():
        house = open_house(name)
        answer(
            f"{name:<14} {house.name}, {house.players} players, to {house.target}",
            house=name,
            name=house.name,
            players=house.players,
            target=house.target,
        )


def _show(house: House) -> None:
    """Explain the rules of a house in words."""
    from marcoria.game.explain import explain
    from marcoria.game.houses import alternatives, open_house

    words = explain(open_house(house), alternatives(house))
    answer(words, house=house, told=words.splitlines())


def _check(house: File) -> None:
    """Check a house file."""
    from marcoria.game.houses import check, left_open, left_out

    name, lines, choices = check(house).name, left_out(house), left_open(house)
    told = [f"{house}: '{name}' is complete and without contradiction"]
    told += [f"  left out, so {line}" for line in lines]
    for key, words in choices:
        told.append(f"  left to the players: {key}: {' or '.join(words)} (default {words[0]})")
    open_keys = {key: list(words) for key, words in choices}
    answer("\n".join(told), house=house, name=name, left_out=list(lines), left_open=open_keys)
