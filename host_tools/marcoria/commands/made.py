"""What the commands share that check a source and make a file of the firmware of it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from marcoria.asked import asked
from marcoria.commands.options import Commands, answer, command, group
from marcoria.errors import TableError

if TYPE_CHECKING:
    from marcoria.build.made import MadeFile


def add_made(
    app: Commands,
    name: str,
    source: str,
    target: str,
    in_order: str,
    made: "Callable[[], list[MadeFile]]",
) -> None:
    """The command of that name. `in_order` says what a source is with which nothing is wrong."""

    def check() -> None:
        # Files of one source have its faults in common.
        found = list(dict.fromkeys(fault for file in made() for fault in file.check()))
        if found:
            raise TableError(f"bad-{name}", "\nmarcoria: ".join(found))
        answer(f"{source}: {in_order}, {target} up to date", source=source, target=target)

    def generate() -> None:
        for file in made():
            if not asked().dry_run:
                file.write()
        done = "would make" if asked().dry_run else "made"
        answer(f"{done} {target} of {source}", source=source, target=target)

    actions = group(app, name, f"Check {source}, make {target}.")
    check.__doc__ = f"That {source} is in order."
    generate.__doc__ = f"Make {target}."
    command(actions, "check", check)
    command(actions, "generate", generate, "dry_run")
