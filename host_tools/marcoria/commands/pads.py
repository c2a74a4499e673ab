"""`marcoria pads`: how well each reader reads its card at each gain, and which gain is best."""

from typing import TYPE_CHECKING, Annotated

from marcoria.commands.connection import Pin, connected
from marcoria.commands.options import Commands, Option, answer, command
from marcoria.context import asked
from marcoria.errors import TableError

if TYPE_CHECKING:
    from marcoria.device.gains import ReaderGains

Keep = Annotated[bool, Option("--keep", help="Write the best gains into the settings.")]


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "pads", _pads, "table", "dry_run", "quiet")


def _pads(keep: Keep = False, pin: Pin = "") -> None:
    """Measure the readers, with a card lying on each pad, between two deals."""
    from marcoria.commands.progress import Progress
    from marcoria.commands.settings import choose_otherwise
    from marcoria.device.detection import hello
    from marcoria.device.gains import measure
    from marcoria.device.wire import Client
    from marcoria.game.bar import DECIBELS

    if asked().dry_run:
        answer(f"each pad would be looked at with {len(DECIBELS)} gains, for three seconds each")
        return
    with connected() as table, Progress() as progress:
        hello(table, progress.note)
        readers = measure(Client(table.wire), DECIBELS, pin, progress.say)
    unknown = [one.seat for one in readers if not one.best]
    keeps = keep and not unknown
    wish = "gains=" + ",".join(str(one.best) for one in readers)
    changed = choose_otherwise([wish], pin)[1] if keeps else {}
    facts = [one._asdict() for one in readers]
    answer(_shown(readers, keeps, bool(changed)), readers=facts, changed=changed)
    if keep and unknown:
        seats = ", ".join(unknown)
        raise TableError(
            "no-card", f"nothing was read at {seats}, so nothing is kept: lay a card there"
        )


def _shown(readers: "list[ReaderGains]", keeps: bool, changed: bool) -> str:
    """Return a table: a gain a line, a seat a column."""
    gains = sorted({gain for one in readers for gain in one.rates})
    lines = ["gain   " + "".join(f"{one.seat:>7}" for one in readers)]
    for gain in gains:
        rates = [f"{one.rates[gain]:.0%}" if _reads(one) else "-" for one in readers]
        lines.append(f"{gain} dB  " + "".join(f"{rate:>7}" for rate in rates))
    best = [f"{one.best} dB" if _reads(one) else "-" for one in readers]
    lines.append("best   " + "".join(f"{one:>7}" for one in best))
    if keeps:
        lines.append("kept" if changed else "kept: they were those already")
    else:
        lines.append("--keep writes the best into the table's settings")
    return "\n".join(lines)


def _reads(one: "ReaderGains") -> bool:
    """Return whether there is one, and it has read anything."""
    return any(one.rates.values())
