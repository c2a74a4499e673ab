"""Power cuts during operations of the flash at a table with a director's PIN.

A cut never resets the count of wrong PINs, and the PIN is still required afterwards. As in
test_power_cuts.py the process forks at an operation, and the copy cuts the power. After the right
PIN the menu opens, and the test reads the number of wrong PINs from the display.
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
# Free slots in the current journal block at the beginning of a test. If there are few of them,
# some of the wrong PINs are recorded in the next block.
_LEFT = (2, 3, 4, 6, 120)
# Without `--soak` the power is cut at `_CUTS` of the first `_OPERATIONS` flash operations.
_CUTS, _OPERATIONS = 5, 14
_PULLED_MS = 1_000
_STARTS_MS = 20_000
_READ_MS = 3_500  # time to read a question before answering it
_WAIT_MS = 16_000  # longer than the table makes players wait after four wrong PINs in a row
_LONG_MS = 70_000  # after this time a start no longer counts towards safe mode
_FILE_CALLS = 5  # number of file operations that save the settings
_SLOTS = 256
_ABOUT = range(Notes.PIN_TRY, Notes.PIN_AGAIN + 1)
_TRACE = 3_000  # maximum number of characters of a reported traceback


class _NoPower(Exception):
    """Exception that ends the players' actions when the power is cut."""


class _Evening:
    """Table where a guest tries wrong PINs before and after the director sets another PIN."""

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
        self.cuts: set[int] = set()  # operations of the flash in which the power is cut
        # file operations in which the power is cut while the new PIN is saved
        self.files: set[int] = set()
        self.operations = 0
        self.pins = [_PIN]  # possible PINs, one of which is valid
        # possible counts of wrong PINs in a row: now, and after the last key of the PIN that is
        # being entered
        self.tries = self.then = {0}

    def _fill(self, left: int) -> None:
        """Fill the journal until this many slots of a block are left."""
        flash = self.table.backend.world.flash
        log = RamLog(flash.blocks, Dice(self.seed))
        journal = Journal(log, self.seed)
        while -journal.seq & _SLOTS - 1 != left:
            journal.add(Notes.STEADY if journal.seq else Notes.BOOT, 0, 0)
            journal.now = _LONG_MS
        flash.cells[:] = log.cells

    def play(self, cuts: set[int], files: set[int]) -> None:
        """Play all actions; forked copies of the process cut the power at the given operations."""
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
            assert not self.branches.apart, "the branch ended without a power cut"
        except BaseException as error:
            if self.branches.apart:
                self.branches.leave(self._after(error))
            raise
        self.branches.wait()

    # --- the players' actions -----------------------------------------------------------------

    def _guess(self) -> None:
        """Enter a wrong PIN; it is counted before the display says that it is wrong."""
        self._ask()
        self._spell(_OTHER, {tries + 1 for tries in self.tries})
        finish(self.screen.await_words(self.says["wrong-pin"], "Wrong PIN: wait"))
        finish(self.body.wait(_WAIT_MS))

    def _open(self) -> None:
        """Enter the right PIN; the display shows the number of earlier wrong PINs."""
        self._ask()
        # The right PIN counts as a wrong one until it has been checked.
        self.tries |= {tries + 1 for tries in self.tries}
        self._spell(_PIN, {0})
        finish(self.screen.await_words(_since(2)))
        finish(self.body.wait(_READ_MS))
        finish(self.screen.choose(_DIRECTOR, self.says["resume"]))
        finish(self.screen.await_words(self.says["set-up"]))
        finish(self.body.wait(_READ_MS))

    def _change(self) -> None:
        """Set another PIN: enter the old PIN, and then twice the new PIN."""
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
        """Press the keys of a PIN.

        `then` has the possible counts of wrong PINs after the last key. While the last key is
        pressed, the earlier counts are possible as well.
        """
        for key in keys[:-1]:
            finish(self.body.press(seat, key))
            finish(self.body.wait(_PULLED_MS))
        self.tries, self.then = self.tries | then, then
        finish(self.body.press(seat, keys[-1]))
        finish(self.body.wait(_PULLED_MS))
        self.tries = then

    # --- the branches -------------------------------------------------------------------------

    def _split(self) -> None:
        """Fork before an operation of the flash that is in `cuts`; do nothing in a copy.

        The new copy cuts the power in this operation.
        """
        if self.branches.apart:
            return
        self.operations += 1
        if self.operations in self.cuts and self.branches.split(self.operations):
            # A cut must not lower the number of wrong PINs; only the right PIN may reset it.
            written = _tries(self.table)
            self.tries = {tries for tries in self.tries if tries >= written} | self.then & {0}
            self.table.order("flash.cut_at", 1, self.seed + self.operations)

    def _split_file(self) -> None:
        """Fork before the settings are saved, once for each file operation in `files`.

        The copy cuts the power in this file operation.
        """
        for call in self.files:
            if not self.branches.apart and self.branches.split(f"file {call}"):
                self.table.backend.files.cut_at(call, self.seed)

    def _after(self, error: BaseException) -> str:
        """Continue after a cut; return an empty string if all is well, else the error."""
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
        """Enter a wrong PIN, then the possible PINs until one of them opens the menu.

        The menu must show the number of wrong PINs, with those entered here. Return an empty
        string if it does, else the error.
        """
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
    """Return the number of wrong PINs in a row according to the journal."""
    about = [arg for kind, _, arg in records(table) if kind in _ABOUT]
    return about[-1] & PinStates.TRIES if about else 0


def _evening(left: int, seed: int, cuts: set[int], files: set[int]) -> int:
    """Play at a new table and check all branches; return the number of flash operations."""
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
def test_a_power_cut_never_resets_the_tries_or_the_pin(left: int) -> None:
    """With `--soak` cut the power at every flash operation, else at some of the first."""
    seed = testenv.SEED ^ left
    dice = Random(seed)
    cuts = set(dice.sample(range(1, _OPERATIONS + 1), _CUTS))
    files = {dice.randint(1, _FILE_CALLS)}
    if testenv.SOAK:
        cuts = set(range(1, _evening(left, seed, set(), set()) + 1))
        files = set(range(1, _FILE_CALLS + 1))
    _evening(left, seed, cuts, files)
