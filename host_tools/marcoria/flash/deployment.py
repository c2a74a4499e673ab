"""Brings a program into the slot that is not active, and sees whether it works.

A table that has it already is asked once and goes on as it was. Whatever happens in between, the
program that was there starts; said again, it goes on where it was cut off.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from marcoria.board.generate import made_for
from marcoria.build.deploy import MANIFEST, identity, program
from marcoria.device.answer import TableAnswer
from marcoria.device.wire import Client, TableAtPort
from marcoria.errors import Exit, TableError

if TYPE_CHECKING:
    from marcoria.device.prompt import Prompt
    from marcoria.flash.slots import SlotPlan, Slots

Told = Callable[[str], object]

_HOUSES = "/bar/houses/"
_BACK_S = 20  # after a restart, with its port
_TRIAL_S = 100  # a good minute, and the start


@dataclass(frozen=True)
class Program:
    """Which it is is known at once; its files, for a slot, may take longer to be made."""

    board: str
    version: str
    build: str
    files: Callable[[], Mapping[str, bytes]]


def made(profile: str) -> Program:
    """Return the program of this Marcoria for a board."""
    folder = made_for(profile)
    return Program(profile, *identity(folder), lambda: program(folder))


@dataclass(frozen=True)
class DeployWish:
    """What is allowed, and with what right."""

    pin: str = ""
    older: bool = False
    dry_run: bool = False


@dataclass(frozen=True)
class Outcome:
    """`state` is `up-to-date`, `deployed`, `on-trial` (it works, and is kept when the deal under
    way is over) or `would-send`; `plan` what was done for it, if anything."""

    state: str
    board: str
    slot: str
    version: str
    build: str
    plan: "SlotPlan | None" = None


def deploy(
    table: TableAtPort,
    profile: str,
    wish: DeployWish,
    told: Told,
    make: Callable[[str], Program] = made,
    check: Callable[[dict[str, bytes]], object] | None = None,
) -> Outcome:
    """Have the table run the program that `make` makes for a board. Before anything is written,
    `check` gets the bar's own houses, and raises TableError if the program cannot have them."""
    hello = _hello(table, told)
    if hello:
        new = make(profile or hello["board"])
        if new.build == hello["build"]:
            state = "on-trial" if hello["trial"] else "up-to-date"
            return Outcome(state, new.board, hello["slot"], new.version, new.build)
        _check(new, hello["board"], hello["version"], wish)
        table.check_quiet()
    # Most tables are up to date, and need none of that.
    from marcoria.device.bar_files import fetch
    from marcoria.flash.slots import Slots

    with _resting(table, wish.pin) as prompt:
        if check:
            check(fetch(prompt, folder=_HOUSES))
        slots = Slots(prompt)
        new = make(profile or slots.board or "s3")
        plan = _fill(slots, new, wish, told)
    if plan is None or wish.dry_run:
        slot, state = (slots.active, "up-to-date") if plan is None else (plan.slot, "would-send")
        return Outcome(state, new.board, slot[1:], new.version, new.build, plan)
    return _tried(table, new, plan, told)


def _hello(table: TableAtPort, told: Told) -> TableAnswer:
    """Return who it is, when it has made up its mind; nothing if its program does not run."""
    hello = table.ask_if_it_runs("hello")
    if not hello:
        told("the table's program does not answer: looking for the prompt")
        return {}
    if not hello.get("build"):
        sentence = "the table's program lies in no slot: make the table anew with marcoria flash"
        raise TableError("no-slot", sentence, Exit.WRONG_DEVICE)
    return _decided(table, hello, told)


def _decided(table: TableAtPort, hello: TableAnswer, told: Told) -> TableAnswer:
    """Wait until the program that runs is not on trial any more, or has run long enough."""
    slot = hello["slot"]
    for second in range(_TRIAL_S):
        if not hello["trial"] or hello["slot"] != slot:
            break
        told(f"on trial for a good minute: {second} s")
        hello = table.again(_BACK_S)
    return hello


def _check(new: Program, board: str, version: str, wish: DeployWish) -> None:
    """Raise TableError if it is not for that board, or older than that version."""
    if board and board != new.board:
        raise TableError(
            "wrong-board",
            f"the table's board is '{board}', and the program is made for '{new.board}': "
            f"--profile {board}",
            Exit.WRONG_DEVICE,
        )
    if _parts(new.version) < _parts(version) and not wish.older:
        raise TableError(
            "older",
            f"the table runs Marcoria {version}, and this is {new.version}: what the newer one "
            "has written the older one may not understand (--older does it all the same)",
            Exit.WRONG_DEVICE,
        )


def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal())


@contextmanager
def _resting(table: TableAtPort, pin: str) -> Iterator["Prompt"]:
    """Keep the table at its prompt; then it starts, whatever has happened."""
    from marcoria.device.prompt import Prompt

    try:
        with Prompt(Client(table.wire), table.wire, pin) as prompt:
            yield prompt
    finally:
        table.close()


def _fill(slots: "Slots", new: Program, wish: DeployWish, told: Told) -> "SlotPlan | None":
    """Return the slot that is not active, and the switch to it; None if the active one has it
    all."""
    from marcoria.flash.slots import head

    files = new.files()
    _check(new, slots.board, slots.version, wish)
    _check_micropython(slots, int(head(files[MANIFEST])["mpy"]))
    plan = slots.plan(files)
    slots.check_room(plan, files)
    has_all = slots.holds(slots.active, files)
    if not wish.dry_run:
        slots.settle()
        if not has_all:
            slots.fill(plan, files, told)
            slots.switch(plan)
    return None if has_all else plan


def _check_micropython(slots: "Slots", mpy: int) -> None:
    """Raise TableError if what is at the prompt cannot run it."""
    from marcoria.flash.stock import OLDEST

    if slots.micropython < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        sentence = f"the board's MicroPython is older than {oldest}: marcoria flash brings another"
        raise TableError("old-micropython", sentence, Exit.WRONG_DEVICE)
    if slots.mpy != mpy:
        raise TableError(
            "wrong-mpy",
            f"the board's MicroPython reads bytecode of version {slots.mpy}, and ours is {mpy}: "
            "marcoria flash brings one that fits",
            Exit.WRONG_DEVICE,
        )


def _tried(table: TableAtPort, new: Program, plan: "SlotPlan", told: Told) -> Outcome:
    """Return what has become of it; TableError if the one before runs again."""
    told("the new program starts")
    hello = _decided(table, table.again(_BACK_S), told)
    if hello["build"] == new.build:
        state = "on-trial" if hello["trial"] else "deployed"
        return Outcome(state, new.board, hello["slot"], new.version, new.build, plan)
    crash = table.ask("test")["crash"]
    raise TableError(
        "fell-back",
        "the new program did not last a minute, and the one before runs again; the last crash in "
        f"the table's journal: {crash or 'none'}",
        Exit.DEVICE_ERROR,
        crash=crash,
    )
