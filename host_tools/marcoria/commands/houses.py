"""`marcoria houses`: list and explain houses, check a house file, copy it to a table."""

from typing import Annotated

from marcoria.commands.connection import Pin, at_the_prompt
from marcoria.commands.options import Argument, Commands, Option, answer, command, group
from marcoria.context import asked
from marcoria.errors import TableError
from marcoria.named_files import read_bytes

House = Annotated[str, Argument(metavar="NAME|FILE.house", help="A house by name, or its file.")]
File = Annotated[str, Argument(metavar="FILE.house", help="The house file (docs/houses.md).")]


def add(app: Commands) -> None:
    """Declare the command."""
    actions = group(
        app, "houses", "List or explain houses, check a house file, copy it to a table.", _list
    )
    command(actions, "list", _list)
    command(actions, "show", _show)
    command(actions, "check", _check)
    command(actions, "copy", _copy, "table", "dry_run", "quiet")


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


def _copy(
    house: File,
    pin: Pin = "",
    force: Annotated[
        bool, Option("--force", help="Replace the table's file of the same name.")
    ] = False,
) -> None:
    """Copy a house file to a table. The table restarts."""
    from marcoria.device.bar_files import fetch, put
    from marcoria.game.bar import check_houses, house_path
    from marcoria.game.houses import check

    path = house_path(house)
    check(house)
    data = read_bytes(house, "no-house-file")
    with at_the_prompt(pin) as (prompt, say):
        there = fetch(prompt, say, path.rpartition("/")[0])
        check_houses({**there, path: data})
        differs = there.get(path) != data
        if differs and path in there and not force:
            raise TableError("exists", _taken(path))
        if differs and not asked().dry_run:
            put(prompt, {path: data}, say)
    verb = "would be copied" if asked().dry_run else "is copied"
    words = f"{house} {verb} to {path}" if differs else f"the table has this {path} already"
    answer(words, file=house, path=path, differs=differs)


def _taken(path: str) -> str:
    return (
        f"the table has another {path}. A match that was begun with it cannot go on without it:"
        " save your file under another name, or add --force to replace the table's"
    )
