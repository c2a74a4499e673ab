"""`marcoria deploy`: a program is written to a table's other slot, and runs there on trial."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from marcoria import cli
from marcoria.bots.company import Company, settings
from marcoria.build.deploy import BUNDLE, MAIN, MANIFEST, OLD, deployed, main, manifest, program
from marcoria.build.mpy import DEPLOYED, compile_file
from marcoria.coroutines import finish
from marcoria.device.prompt import Prompt
from marcoria.device.wire import Client, TableAtPort
from marcoria.errors import Exit, TableError
from marcoria.flash.deployment import DeployWish, Outcome, Program, deploy
from marcoria.flash.slots import head
from marcoria.game.bar import check_houses
from marcoria.paths import FIRMWARE
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import SimTable, open_bar
from marcoria.sim.vm.child import VMError
from served_table import answers, served_table

HOUSE = "belote/houses/libre.house"
# A trial takes more than a minute of virtual time.
pytestmark = pytest.mark.soak

_MESSAGES = 274  # largest number of messages up to the first `hello` on trial


def changed(files: Mapping[str, bytes] | None = None) -> dict[str, bytes]:
    """Return the program with these files replaced; without `files`, with another house file."""
    made = {**program(), **(files or {HOUSE: program()[HOUSE] + b"# another\n"})}
    del made[MANIFEST]
    return {**made, MANIFEST: manifest(made)}


@cache
def with_a_module_changed() -> dict[str, bytes]:
    """Return the program with one module changed and made longer.

    The module imports no constants, because folding them would need the whole firmware.
    """
    with TemporaryDirectory() as folder:
        other = Path(folder) / "belote" / "housekeys.py"
        other.parent.mkdir()
        source = (FIRMWARE / "belote" / "housekeys.py").read_text("utf-8")
        other.write_text(source + "\nANOTHER = 12345\n", "utf-8")
        return program(Path(folder))


def given(files: Mapping[str, bytes]) -> Callable[[str], Program]:
    """Return a function that returns these files as a program; their manifest names its board."""
    said = head(files[MANIFEST])
    number, build = said["marcoria"].split()
    return lambda profile: Program(said["board"], number, build, lambda: files)


def open_table(pin: str = "", **options: Any) -> SimTable:
    """Open a bar's table that was just flashed."""
    chosen = settings("french", False, -1, 0, "en")
    if pin:
        chosen["pin"] = ["CDHS".index(key) for key in pin]
    table = open_bar("vm", 5, "main", chosen, **{"opt": DEPLOYED, **options})
    table.until(3_000)
    return table


class _Port(SimPort):
    """Port of a table whose VM ends when its program crashes. A board would show its prompt."""

    def read(self, seconds: float) -> bytes:
        with suppress(VMError):
            return super().read(seconds)
        return b""


def deploys(
    table: SimTable,
    files: Mapping[str, bytes],
    port: Callable[[], SimPort] | None = None,
    profile: str = "",
    kind: type[TableAtPort] = TableAtPort,
    **wish: Any,
) -> Outcome:
    """Deploy the files to the table, and let its virtual time pass while waiting."""

    def pause(seconds: float) -> None:
        with suppress(VMError):  # a board would print the error and go to its prompt
            table.until(seconds * 1000)

    there = kind(port or (lambda: _Port(table)), pause)
    return deploy(there, profile, DeployWish(**wish), lambda words: None, given(files))


def hello(table: SimTable) -> dict[str, Any]:
    return Client(SimPort(table)).ask("hello")


@pytest.fixture
def table() -> Iterator[SimTable]:
    with open_table() as table:
        yield table


def test_only_what_differs_is_sent(table: SimTable) -> None:
    new = changed()
    before = table.backend.boots
    done = deploys(table, new)
    assert done.state == "deployed" and done.slot == "b" and done.plan
    assert done.plan.sent == ["main.py", HOUSE, MANIFEST]
    assert len(done.plan.copied) == len(new) - 2 and not done.plan.stays
    files = table.backend.files
    assert {path: files[f"/b/{path}"] for path in new} == new
    assert files[MAIN] == main("/b") and OLD not in files
    assert table.backend.boots == before + 1
    now = hello(table)
    assert now["slot"] == "b" and not now["trial"] and now["build"] == done.build
    # Deploy the first program again. Its slot lacks only the start script `main.py`. The manifest
    # is sent too, because it is removed before any change of a slot.
    done = deploys(table, program())
    assert done.state == "deployed" and done.slot == "a" and done.plan
    assert done.plan.sent == ["main.py", MANIFEST] and hello(table)["slot"] == "a"
    # Deploy the new program again. Slot b lacks only `main.py`, which became `/main.py`.
    done = deploys(table, new)
    assert done.plan and done.plan.sent == ["main.py", MANIFEST] and not done.plan.copied


class _Counted(_Port):
    """Cable that counts the bytes sent."""

    def __init__(self, table: SimTable, sent: list[int]) -> None:
        super().__init__(table)
        self.sent = sent

    def write(self, data: bytes) -> None:
        self.sent.append(len(data))
        super().write(data)


def test_of_a_bundle_only_the_modules_that_differ_are_sent(table: SimTable) -> None:
    new = with_a_module_changed()
    sent: list[int] = []
    done = deploys(table, new, lambda: _Counted(table, sent))
    assert done.state == "deployed" and done.plan
    assert done.plan.sent == ["main.py", BUNDLE, MANIFEST]
    files = table.backend.files
    assert {path: files[f"/b/{path}"] for path in new} == new
    assert sum(sent) < len(new[BUNDLE]) // 4


def test_an_own_house_with_the_mark_of_a_new_house_stops_the_deploy(
    table: SimTable,
) -> None:
    french = (FIRMWARE / "belote" / "houses" / "french.house").read_bytes()
    own = french.replace(b"target: 1000", b"target: 1702").replace(b"fine: 10\n", b"fine: 143\n")
    table.write("/bar/houses/mybar.house", own)
    with pytest.raises(TableError, match="french and mybar"):
        deploy(
            TableAtPort(lambda: _Port(table)),
            "",
            DeployWish(),
            lambda _: None,
            given(changed()),
            check_houses,
        )
    assert not any(path.startswith("/b/") for path in table.backend.files)
    table.write("/bar/houses/mybar.house", own.replace(b"143", b"144"))
    table.until(3_000)
    assert deploys(table, changed(), dry_run=True).state == "would-send"


@pytest.mark.parametrize("torn", [b"", b"MRB1\xff\xff", b"MRB1\4\0 one", b"MRB1\6\0 90\n -9"])
def test_a_torn_bundle_has_nothing_to_copy(torn: bytes, table: SimTable) -> None:
    new = with_a_module_changed()
    table.write(f"/a/{BUNDLE}", torn)  # harmless: the running program is in memory
    done = deploys(table, new)
    files = table.backend.files
    assert done.state == "deployed" and files[f"/b/{BUNDLE}"] == new[BUNDLE]


def test_an_up_to_date_program_needs_no_restart(table: SimTable) -> None:
    before = table.backend.boots
    done = deploys(table, program())
    assert done.state == "up-to-date" and done.slot == "a" and not done.plan
    assert table.backend.boots == before
    assert not any(path.startswith("/b/") for path in table.backend.files)


def test_an_up_to_date_program_needs_no_room(
    table: SimTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    Prompt(Client(port := SimPort(table)), port)  # the program does not answer `hello`
    monkeypatch.setattr("marcoria.flash.slots.BLOCK", 1 << 30)
    done = deploys(table, program())
    assert done.state == "up-to-date" and done.slot == "a" and not done.plan


def test_a_dry_run_writes_nothing(table: SimTable) -> None:
    files = table.backend.files
    done = deploys(table, changed(), dry_run=True)
    assert done.state == "would-send" and done.plan and HOUSE in done.plan.sent
    table.until(3_000)
    assert table.backend.files == files and hello(table)["slot"] == "a"


def test_foreign_files_in_the_slot_are_removed(table: SimTable) -> None:
    for path in ("/b/old.mpy", "/b/ui/words/en.text", f"/b/{MANIFEST}"):
        table.write(path, b"marcoria 0.0.9 0\nboard wrover\nmpy 5\n")
    deploys(table, changed())
    there = {path for path in table.backend.files if path.startswith("/b/")}
    assert there == {f"/b/{path}" for path in program()}


# --- programs that are refused before anything is written --------------------------------------


def _refused(table: SimTable, files: Mapping[str, bytes], **how: Any) -> TableError:
    before = table.backend.files
    with pytest.raises(TableError) as refused:
        deploys(table, files, **how)
    table.until(3_000)
    assert table.backend.files == before and hello(table)["slot"] == "a"
    return refused.value


def _said(files: Mapping[str, bytes], old: bytes, new: bytes) -> dict[str, bytes]:
    """Return the files with a text replaced in the manifest."""
    return {**files, MANIFEST: files[MANIFEST].replace(old, new)}


def test_a_program_for_another_board_is_refused(
    table: SimTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = _said(changed(), b"board s3", b"board wrover")
    refused = _refused(table, other, profile="wrover")
    assert refused.code == "wrong-board" and refused.status == Exit.WRONG_DEVICE
    assert "--profile s3" in refused.detail and table.backend.boots == 1
    refused = _refused(table, _said(changed(), b"mpy 6", b"mpy 5"))
    assert refused.code == "wrong-mpy" and refused.status == Exit.WRONG_DEVICE
    monkeypatch.setattr("marcoria.flash.stock.OLDEST", (1, 99))
    refused = _refused(table, changed())
    assert refused.code == "old-micropython" and "1.99" in refused.detail
    monkeypatch.undo()
    monkeypatch.setattr("marcoria.flash.slots.BLOCK", 1 << 30)
    assert _refused(table, changed()).code == "no-room"


def test_fault_77_an_older_program_is_refused() -> None:
    newer = {path.removeprefix("/a/"): data for path, data in deployed().items()}
    newer = _said(newer, b"marcoria ", b"marcoria 9.")
    firmware = {**deployed(), f"/a/{MANIFEST}": newer[MANIFEST]}
    with open_table(firmware=firmware) as table:
        refused = _refused(table, changed())
        assert refused.code == "older" and refused.status == Exit.WRONG_DEVICE
        assert table.backend.boots == 1
        done = deploys(table, changed(), older=True, dry_run=True)
        assert done.state == "would-send"
        table.until(3_000)
        # An older program is also refused when the table's program does not answer.
        table.write(f"/a/{MANIFEST}", newer[MANIFEST])
        Prompt(Client(port := SimPort(table)), port)
        with pytest.raises(TableError, match="not understand files of the newer program"):
            deploys(table, changed(), profile="s3")


def test_a_deploy_during_a_deal_is_refused(table: SimTable) -> None:
    company = Company(table, "french", seed=5)
    finish(company.agree(0, company.people.house.target))
    finish(company.people.play_cards(3))
    refused = _refused(table, changed())
    assert refused.code == "not-now" and table.backend.boots == 1


def test_a_deploy_needs_the_pin() -> None:
    with open_table(pin="CDHS") as table:
        assert _refused(table, changed()).code == "pin"
        assert deploys(table, changed(), pin="CDHS", dry_run=True).state == "would-send"


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Deploy the program of this repository to a table whose program has another house file."""
    firmware = {f"/a/{path}": data for path, data in changed().items()}
    with (
        open_table(firmware={MAIN: main("/a"), **firmware}) as table,
        served_table(table) as address,
    ):
        assert cli.main(["deploy", "--json", "--table", address]) == 0
        (told,) = answers(capsys.readouterr().out, "deploy")
        assert told["state"] == "deployed" and told["slot"] == "b"
        assert told["changed"] == ["main.py", HOUSE, MANIFEST]
        assert len(told["same"]) == len(firmware) - 2
        assert cli.main(["deploy", "--table", address]) == 0
        assert capsys.readouterr().out.startswith("up to date: the table runs Marcoria")
        assert cli.main(["deploy", "--profile", "wrover", "--json", "--table", address]) == 6
        (told,) = answers(capsys.readouterr().out, "error")
        assert told["error"] == "wrong-board"


# --- programs that fail on trial ---------------------------------------------------------------

_LATER = """
    import tasks
    keep = tasks.Tasks.keep
    def failing(self, now):
        if now > 30_000:
            raise ValueError("a bug")
        return keep(self, now)
    tasks.Tasks.keep = failing
    from boot import program
    program.run(unmount)
"""
_BUNDLE = (FIRMWARE / "bundle.py").read_text("utf-8")
_BAD = {
    "fails": ("1 / 0", "none"),
    "hangs": ("import time\nwhile True: time.sleep_ms(10)", "none"),
    "fails-later": (
        _BUNDLE.replace("\n    from boot import program\n\n    program.run(unmount)\n", _LATER),
        "clerk ValueError",
    ),
}


@pytest.mark.parametrize("bad", _BAD)
def test_fault_77_a_bad_program_falls_back(bad: str, table: SimTable, tmp_path: Path) -> None:
    source, crash = _BAD[bad]
    (tmp_path / "bundle.py").write_text(source, "utf-8")
    bundle = compile_file(tmp_path / "bundle.py", "bundle.py", DEPLOYED)
    with pytest.raises(TableError) as fell:
        deploys(table, changed({"bundle.mpy": bundle}))
    assert fell.value.code == "fell-back" and fell.value.status == Exit.DEVICE_ERROR
    assert crash in str(fell.value.facts["crash"] or "none") and crash in fell.value.detail
    assert hello(table)["slot"] == "a"
    assert table.backend.files.get(MAIN, main("/a")) == main("/a")


# --- deploys that are cut off ------------------------------------------------------------------


class _Cut:
    """Countdown of messages: when `left` reaches 0, the cable is pulled.

    With `power`, the power is cut too. The last message of the countdown is not sent.
    """

    def __init__(self, table: SimTable, left: int, power: bool) -> None:
        self.table = table
        self.left = left
        self.power = power

    def connect(self) -> SimPort:
        return _Loose(self)

    def count(self) -> None:
        self.left -= 1
        if self.left == 0 and self.power:
            self.table.cut_power()
        self.check()

    def check(self) -> None:
        if self.left <= 0:
            raise OSError("pulled out")


class _Loose(_Port):
    def __init__(self, cut: _Cut) -> None:
        super().__init__(cut.table)
        self.cut = cut

    def write(self, data: bytes) -> None:
        self.cut.count()
        super().write(data)

    def read(self, seconds: float) -> bytes:
        self.cut.check()  # fail at once; otherwise mpremote waits ten real seconds
        return super().read(seconds)


class _TriedError(Exception):
    """Raised to end a deploy when the new program has started on trial."""


class _Hurried(TableAtPort):
    """Table that ends the deploy at the start of the trial, instead of waiting for a minute."""

    def again(self, seconds: int) -> dict[str, Any]:
        found = super().again(seconds)
        if found["trial"]:
            raise _TriedError
        return found


def _until_it_is_tried(table: SimTable, files: Mapping[str, bytes], port: Any = None) -> None:
    with pytest.raises(_TriedError):
        deploys(table, files, port, kind=_Hurried)


def test_the_count_of_messages_is_right() -> None:
    with open_table() as table:
        cut = _Cut(table, 1 << 20, power=False)
        _until_it_is_tried(table, with_a_module_changed(), cut.connect)
        assert _MESSAGES - 8 < (1 << 20) - cut.left <= _MESSAGES


@pytest.mark.parametrize("power", [False, True], ids=["cable", "power"])
@pytest.mark.parametrize("message", range(1, _MESSAGES + 1))
@pytest.mark.soak
def test_fault_68_a_deploy_can_be_cut_at_any_message(
    message: int, power: bool, table: SimTable
) -> None:
    new = with_a_module_changed()
    cut = _Cut(table, message, power)
    with pytest.raises((TableError, _TriedError)):
        deploys(table, new, cut.connect, kind=_Hurried)
    tried = b"start(True)" in table.backend.files.get(MAIN, b"")
    if power:
        table.boot("main")
        table.until(3_000)
        now = hello(table)
        assert now["trial"] == tried and now["slot"] == ("b" if tried else "a")
        if tried:
            table.cut_power()
            table.boot("main")
            table.until(3_000)
            assert hello(table)["slot"] == "a"
    _until_it_is_tried(table, new)
    now = hello(table)
    assert now["slot"] == "b" and now["trial"]
    files = table.backend.files
    assert {path: files[f"/b/{path}"] for path in new} == new
    assert files.get(MAIN, main("/a")) == main("/a")


def test_fault_68_an_abandoned_table_restarts_by_itself(table: SimTable) -> None:
    cut = _Cut(table, 40, power=False)
    with pytest.raises(TableError, match="plug it in again"):
        deploys(table, changed(), cut.connect)
    table.until(603_000)
    assert hello(table)["slot"] == "a" and table.backend.boots == 2
