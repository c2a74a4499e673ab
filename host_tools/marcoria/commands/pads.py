"""`marcoria pads`: measure how well each reader reads at each gain."""

from typing import TYPE_CHECKING, Annotated

from marcoria.commands.connection import Pin, connected
from marcoria.commands.options import Commands, Option, answer, command
from marcoria.context import asked
from marcoria.errors import TableError

if TYPE_CHECKING:
    from marcoria.device.gains import ReaderGains

Keep = Annotated[bool, Option("--keep", help="Write the best gains to the table's settings.")]


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "pads", _pads, "table", "dry_run", "quiet")


def _pads(keep: Keep = False, pin: Pin = "") -> None:
    """Measure each reader with a card on its pad, between two deals."""
    from marcoria.commands.progress import Progress
    from marcoria.commands.settings import choose_otherwise
    from marcoria.device.detection import hello
    from marcoria.device.gains import measure
    from marcoria.device.wire import Client
    from marcoria.game.bar import DECIBELS

    if asked().dry_run:
        answer(f"each pad would be measured at {len(DECIBELS)} gains, three seconds each")
        return
    with connected() as table, Progress() as progress:
        hello(table, progress.note)
        table.check_quiet()
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
            "no-card",
            f"no card was read at {seats}, so no gain was kept: lay a card there and repeat",
        )


def _shown(readers: "list[ReaderGains]", keeps: bool, changed: bool) -> str:
    """Return the results as text: a line for each gain, with a column for each seat.

    `keeps` says whether the best gains were to be written, `changed` whether the settings changed.
    """
    gains = sorted({gain for one in readers for gain in one.rates})
    lines = ["gain   " + "".join(f"{one.seat:>7}" for one in readers)]
    for gain in gains:
        rates = [f"{one.rates[gain]:.0%}" if _reads(one) else "-" for one in readers]
        lines.append(f"{gain} dB  " + "".join(f"{rate:>7}" for rate in rates))
    best = [f"{one.best} dB" if _reads(one) else "-" for one in readers]
    lines.append("best   " + "".join(f"{one:>7}" for one in best))
    if keeps:
        lines.append(f"the table {'has these gains now' if changed else 'had them already'}")
    else:
        lines.append("--keep writes the best gains to the table's settings")
    return "\n".join(lines)


def _reads(one: "ReaderGains") -> bool:
    """Return whether the seat has a reader that has read a card."""
    return any(one.rates.values())
