"""Update of a table: write the new program to the inactive slot, and start it on trial.

A board has two slots for programs. The next start after a trial uses the old program, unless the
new program has confirmed that it works. A running table that is up to date is only asked `hello`.
After an interruption, the same command continues the update.
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
_BACK_S = 20  # tries, at least a second apart, to reach a table after a restart
_TRIAL_S = 100  # tries, at least a second apart, to see the end of a trial of 66 seconds


@dataclass(frozen=True)
class Program:
    """Program for a board.

    `build` is the program's hash. `files` builds the files and returns them by path, which takes
    long.
    """

    board: str
    version: str
    build: str
    files: Callable[[], Mapping[str, bytes]]


def made(profile: str) -> Program:
    """Return the program of this Marcoria for the board `profile`."""
    folder = made_for(profile)
    return Program(profile, *identity(folder), lambda: program(folder))


@dataclass(frozen=True)
class DeployWish:
    """Options of a deployment; `older` allows replacing a newer program by an older one."""

    pin: str = ""
    older: bool = False
    dry_run: bool = False


@dataclass(frozen=True)
class Outcome:
    """Result of a deployment.

    `state` is `up-to-date`, `deployed`, `on-trial` (the program runs, and is confirmed when the
    deal under way is over) or `would-send` (after a dry run). `slot` is `a` or `b`. `plan` lists
    the files; it is None if the table had the program already.
    """

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
    """Update a table to the program that `make` builds for its board; return the outcome.

    `profile` names the board; if it is "", use the board of the table's program, or `s3` if that
    is unknown. `told` is called with the progress in words. `check` gets the bar's own houses
    before anything is written, and raises TableError if the program cannot load them.
    """
    hello = _hello(table, told)
    if hello:
        new = make(profile or hello["board"])
        if new.build == hello["build"]:
            state = "on-trial" if hello["trial"] else "up-to-date"
            return Outcome(state, new.board, hello["slot"], new.version, new.build)
        _check(new, hello["board"], hello["version"], wish)
        table.check_quiet()
    # Imported here, because most tables are up to date and need none of this.
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
    """Wait for the end of any trial; return the last answer to `hello`, {} without an answer.

    Raise TableError if the table's program is in no slot.
    """
    hello = table.ask_if_it_runs("hello")
    if not hello:
        told("the table's program does not answer: looking for the prompt")
        return {}
    if not hello.get("build"):
        sentence = "the table's program is in no slot: install it again with marcoria flash"
        raise TableError("no-slot", sentence, Exit.WRONG_DEVICE)
    return _decided(table, hello, told)


def _decided(table: TableAtPort, hello: TableAnswer, told: Told) -> TableAnswer:
    """Wait until the running program is confirmed or the other slot runs; return the last answer.

    `hello` is the table's answer to the command `hello`. Give up after _TRIAL_S more answers,
    because a deal under way delays the confirmation.
    """
    slot = hello["slot"]
    for second in range(_TRIAL_S):
        if not hello["trial"] or hello["slot"] != slot:
            break
        told(f"on trial for about a minute: {second} s")
        hello = table.again(_BACK_S)
    return hello


def _check(new: Program, board: str, version: str, wish: DeployWish) -> None:
    """Raise TableError if the new program is for another board, or is older than the table's.

    `board` and `version` are those of the table's program, "" if unknown. With `wish.older`, allow
    an older program.
    """
    if board and board != new.board:
        raise TableError(
            "wrong-board",
            f"the table's board is '{board}', but the program is for '{new.board}': "
            f"use --profile {board}",
            Exit.WRONG_DEVICE,
        )
    if _parts(new.version) < _parts(version) and not wish.older:
        raise TableError(
            "older",
            f"the table runs Marcoria {version}, and this is the older {new.version}, which may "
            "not understand files of the newer program: add --older to install it anyway",
            Exit.WRONG_DEVICE,
        )


def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal())


@contextmanager
def _resting(table: TableAtPort, pin: str) -> Iterator["Prompt"]:
    """Yield the table's MicroPython prompt; at the end restart the table and close the port."""
    from marcoria.device.prompt import Prompt

    try:
        with Prompt(Client(table.wire), table.wire, pin) as prompt:
            yield prompt
    finally:
        table.close()


def _fill(slots: "Slots", new: Program, wish: DeployWish, told: Told) -> "SlotPlan | None":
    """Write the program to the inactive slot, and let the next start try this slot.

    Return the plan. If the active slot has the program already, only cancel a pending trial, and
    return None. With `wish.dry_run`, write nothing.
    """
    from marcoria.flash.slots import head

    files = new.files()
    _check(new, slots.board, slots.version, wish)
    _check_micropython(slots, int(head(files[MANIFEST])["mpy"]))
    plan = slots.plan(files)
    has_all = slots.holds(slots.active, files)
    if not has_all:
        slots.check_room(plan, files)
    if not wish.dry_run:
        slots.settle()
        if not has_all:
            slots.fill(plan, files, told)
            slots.switch(plan)
    return None if has_all else plan


def _check_micropython(slots: "Slots", mpy: int) -> None:
    """Raise TableError if the board's MicroPython cannot run the program."""
    from marcoria.flash.stock import OLDEST

    if slots.micropython < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        sentence = f"the board's MicroPython is older than {oldest}: update it with marcoria flash"
        raise TableError("old-micropython", sentence, Exit.WRONG_DEVICE)
    if slots.mpy != mpy:
        raise TableError(
            "wrong-mpy",
            f"the board's MicroPython reads bytecode of version {slots.mpy}, and the program's "
            f"bytecode has version {mpy}: install a matching MicroPython with marcoria flash",
            Exit.WRONG_DEVICE,
        )


def _tried(table: TableAtPort, new: Program, plan: "SlotPlan", told: Told) -> Outcome:
    """Wait for the end of the new program's trial; return the outcome.

    Raise TableError if the old program runs again.
    """
    told("starting the new program")
    hello = _decided(table, table.again(_BACK_S), told)
    if hello["build"] == new.build:
        state = "on-trial" if hello["trial"] else "deployed"
        return Outcome(state, new.board, hello["slot"], new.version, new.build, plan)
    crash = table.ask("test")["crash"]
    raise TableError(
        "fell-back",
        "the new program did not run for a minute, so the old one runs again; please report the "
        f"last crash in the table's journal: {crash or 'none'}",
        Exit.DEVICE_ERROR,
        crash=crash,
    )
