"""The plug is pulled at a table with a director's PIN, in the middle of whatever the flash does:
no wrong try is given back by that, and the PIN is asked for as before.

As in test_power_cuts.py the world is split in two at an operation, and in one of them the power is
cut. What counts is what people read: how many wrong tries there were, when the director opens.
"""

import re
import traceback
from random import Random
from typing import Any

import pytest

import testenv
from branches import Branches
from codes.journal import Notes, PinStates
from dice import Dice
from journal.journal import Journal
from marcoria.bots.company import Company, settings
from marcoria.coroutines import finish
from marcoria.journal.reader import records
from marcoria.sim.simtable import open_bar
from ramlog import RamLog

_PIN, _NEW, _OTHER = "CDHS", "SHDC", "CCCC"
_DIRECTOR, _GUEST = 0, 3
_LEFT = (2, 3, 4, 6, 120)  # free slots of the block under way: tries lie where it ends, too
_CUTS, _OPERATIONS = 5, 14  # of each evening in the usual run, out of the first so many
_PULLED_MS = 1_000
_STARTS_MS = 20_000
_READ_MS = 3_500  # nobody answers a question sooner
_WAIT_MS = 16_000  # what up to four wrong tries in a row cost
_LONG_MS = 70_000  # a start that was no hasty one
_FILE_CALLS = 5  # that save the settings
_SLOTS = 256
_ABOUT = range(Notes.PIN_TRY, Notes.PIN_AGAIN + 1)
_TRACE = 3_000  # characters


class _NoPower(Exception):
    """The lights are out."""


class _Evening:
    """A guest guesses, the director opens and takes another PIN, the guest guesses again."""

    def __init__(self, left: int, seed: int) -> None:
        self.seed = seed
        set_to = settings("french", False, -1, 0, "en") | {
            "pin": ["CDHS".index(key) for key in _PIN]
        }
        self.table = open_bar("cpython", seed, "", set_to)
        self._fill(left)
        self.company = Company(self.table, "french", seed=seed)
        self.body, self.screen = self.company.body, self.company.screen
        self.body.seen = self._watch
        self.says = self.company.words
        self.branches = Branches()
        self.cuts: set[int] = set()  # the flash's operations in which the plug is pulled,
        self.files: set[int] = set()  # and what is done with files while the new PIN is saved
        self.operations = 0
        self.pins = [_PIN]  # one of them opens
        self.tries = self.then = {0}  # wrong ones in a row that the table may know of; and soon

    def _fill(self, left: int) -> None:
        """Somebody has played before, until so many slots were left."""
        flash = self.table.backend.world.flash
        log = RamLog(flash.blocks, Dice(self.seed))
        journal = Journal(log, self.seed)
        while -journal.seq & _SLOTS - 1 != left:
            journal.add(Notes.STEADY if journal.seq else Notes.BOOT, 0, 0)
            journal.now = _LONG_MS
        flash.cells[:] = log.cells

    def play(self, cuts: set[int], files: set[int]) -> None:
        """All of it; in so many branches the plug is pulled."""
        self.cuts, self.files = cuts, files
        self.table.set("flash.on_operation", self._split)
        try:
            self.table.boot("main")
            finish(self.screen.await_words(self.says["no-match"], limit_ms=_STARTS_MS))
            self._guess()
            self._guess()
            self._open()
            self._change()
            self._guess()
            self._guess()
            assert not self.branches.apart, "the power was not cut"
        except BaseException as error:
            if self.branches.apart:
                self.branches.leave(self._after(error))
            raise
        self.branches.wait()

    # --- what people do -----------------------------------------------------------------------

    def _guess(self) -> None:
        """A wrong PIN: it counts for certain as soon as anybody can know that it is wrong."""
        self._ask()
        self._spell(_OTHER, {tries + 1 for tries in self.tries})
        finish(self.screen.await_words(self.says["wrong-pin"], "Wrong PIN: wait"))
        finish(self.body.wait(_WAIT_MS))

    def _open(self) -> None:
        """The right one; how many wrong ones there were is told."""
        self._ask()
        self.tries |= {tries + 1 for tries in self.tries}  # a try, until the table knows better
        self._spell(_PIN, {0})
        finish(self.screen.await_words(_since(2)))
        finish(self.body.wait(_READ_MS))
        finish(self.screen.choose(_DIRECTOR, self.says["resume"]))
        finish(self.screen.await_words(self.says["set-up"]))
        finish(self.body.wait(_READ_MS))

    def _change(self) -> None:
        """Another PIN, spelt twice after the old one."""
        finish(self.screen.choose(_DIRECTOR, self.says["set-pin"]))
        finish(self.screen.await_words("press key 1"))
        self.tries = {0, 1}
        self._spell(_PIN, {0}, _DIRECTOR)
        finish(self.screen.await_words(self.says["pin-length"]))
        finish(self.body.wait(_READ_MS))
        finish(self.screen.choose(_DIRECTOR, self.says["four-keys"]))
        finish(self.screen.await_words("New PIN: press key 1"))
        self.pins = [_PIN, _NEW]
        self._split_file()
        self._spell(_NEW + _NEW, {0}, _DIRECTOR)
        finish(self.screen.await_words(self.says["set-up"]))
        self.pins = [_NEW]
        finish(self.body.wait(_READ_MS))
        finish(self.body.press(_DIRECTOR, "PASS"))
        finish(self.screen.await_words(self.says["no-match"]))

    def _ask(self) -> None:
        finish(self.body.press_director("MENU"))
        finish(self.screen.await_words("4 suit keys"))

    def _spell(self, keys: str, then: set[int], seat: int = _GUEST) -> None:
        """Presses it. While the last key is being pressed the table may have taken it or not."""
        for key in keys[:-1]:
            finish(self.body.press(seat, key))
            finish(self.body.wait(_PULLED_MS))
        self.tries, self.then = self.tries | then, then
        finish(self.body.press(seat, keys[-1]))
        finish(self.body.wait(_PULLED_MS))
        self.tries = then

    # --- the branches -------------------------------------------------------------------------

    def _split(self) -> None:
        """An operation begins."""
        if self.branches.apart:
            return
        self.operations += 1
        if self.operations in self.cuts and self.branches.split(self.operations):
            # What is written is not undone, but by the PIN itself.
            written = _tries(self.table)
            self.tries = {tries for tries in self.tries if tries >= written} | self.then & {0}
            self.table.order("flash.cut_at", 1, self.seed + self.operations)

    def _split_file(self) -> None:
        """Before the settings are saved: in a branch the plug is pulled in one of its calls."""
        for call in self.files:
            if not self.branches.apart and self.branches.split(f"file {call}"):
                self.table.backend.files.cut_at(call, self.seed)

    def _after(self, error: BaseException) -> str:
        """What comes of a cut: an empty word if it is as it should be."""
        try:
            if not isinstance(error, _NoPower):
                raise error
            self.table.until(_PULLED_MS)
            self.table.boot("main")
            finish(self.screen.await_words(self.says["no-match"], limit_ms=_STARTS_MS))
            finish(self.body.wait(_WAIT_MS))
            return self._opens()
        except BaseException:
            return traceback.format_exc()[-_TRACE:]

    def _opens(self) -> str:
        """One more wrong try, then one of the PINs opens: of how many is the director told?"""
        could = self.tries
        for made, keys in enumerate((_OTHER, *self.pins)):
            self._ask()
            self._spell(keys, could)
            page = " ".join(
                finish(self.screen.await_words("PIN", self.says["set-up"])).text.split()
            )
            told = re.search(_since(r"(\d+)"), page)
            if told and made and int(told[1]) - made in could:
                return ""
            if told or self.says["set-up"] in page:
                break
            finish(self.body.wait(_WAIT_MS))
        return f"after {keys} and {could} wrong tries: {page}"

    def _watch(self) -> None:
        if not self.table.get("power"):
            raise _NoPower


def _since(number: object) -> str:
    return f"Wrong PINs since the last right one: {number}"


def _tries(table: Any) -> int:
    """Wrong ones in a row, as the journal has them now."""
    about = [arg for kind, _, arg in records(table) if kind in _ABOUT]
    return about[-1] & PinStates.TRIES if about else 0


def _evening(left: int, seed: int, cuts: set[int], files: set[int]) -> int:
    """Plays it; how many operations there were."""
    evening = _Evening(left, seed)
    try:
        evening.play(cuts, files)
    finally:
        evening.branches.end()
        evening.table.close()
    wrong = [f"{at}: {word}" for at, word in evening.branches.told if word != ""]
    assert not wrong, f"left {left}, seed {seed}, cut " + "\n\n".join(wrong)
    assert len(evening.branches.told) == len(cuts) + len(files)
    return evening.operations


@pytest.mark.soak
@pytest.mark.parametrize("left", _LEFT)
def test_no_cut_gives_a_try_back_or_loses_the_pin(left: int) -> None:
    """In a soak at every operation, in the usual run at some."""
    seed = testenv.SEED ^ left
    dice = Random(seed)
    cuts = set(dice.sample(range(1, _OPERATIONS + 1), _CUTS))
    files = {dice.randint(1, _FILE_CALLS)}
    if testenv.SOAK:
        cuts = set(range(1, _evening(left, seed, set(), set()) + 1))
        files = set(range(1, _FILE_CALLS + 1))
    _evening(left, seed, cuts, files)
