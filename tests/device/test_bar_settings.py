"""Settings of a bar's table: shown, changed, saved in a file and restored."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from loose_port import LoosePort
from marcoria.cli import main
from marcoria.device.bar_files import fetch, put
from marcoria.device.prompt import Prompt
from marcoria.device.snapshot import ArchiveError, packed, unpacked
from marcoria.device.wire import Client
from marcoria.errors import Exit, TableError
from marcoria.game.bar import is_of_a_bar
from marcoria.paths import HOUSES
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import SimTable, open_bar
from served_table import answers, served_table

_SETTINGS, _DECK = "/bar/settings.json", "/bar/decks/bar.deck"
_OTHER = b"".join(
    b"%s%s 04BB%010X\n" % (rank, suit, number)
    for number, (rank, suit) in enumerate(
        (bytes([rank]), bytes([suit])) for rank in b"789TJQKA" for suit in b"CDHS"
    )
)


@pytest.fixture
def table() -> Iterator[SimTable]:
    with open_bar("vm", 5) as table:
        table.until(3_000)
        yield table


def _chosen(table: SimTable) -> dict[str, object]:
    return dict(json.loads(table.backend.read(_SETTINGS)))


@pytest.mark.soak
def test_settings_are_shown_changed_and_restored(
    table: SimTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "bar.zip")
    with served_table(table) as address:

        def run(form: str, *typed: str) -> dict[str, object]:
            assert main(["settings", *typed, "--json", "--table", address]) == 0
            (told,) = answers(capsys.readouterr().out, form)
            return told

        assert run("settings-show", "show")["house"] == "piedicavallo"
        assert run("backup", "backup", file)["files"] == [_DECK, _SETTINGS]
        wish = ("names=Ada,,Аделина", "house=french", "volume=0", "target=750")
        assert run("settings-set", "set", *wish, "--dry-run")["changed"]
        assert "volume" not in _chosen(table)
        changed = run("settings-set", "set", *wish)["changed"]
        assert changed == {
            "house": "french",
            "names": "Ada, , Аделина",
            "volume": "0",
            "target": "750",
        }
        chosen = _chosen(table)
        assert chosen["names"] == ["Ada", "", "Аделина", ""] and chosen["target"] == 750
        assert run("settings-set", "set", "house=salotto")["changed"]["target"] == "house"
        assert run("restore", "restore", file)["written"] == [_SETTINGS]
        assert run("restore", "restore", file)["written"] == []
        assert run("settings-show", "show")["names"] == ""
    assert table.backend.boots == 9


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ("house=nowhere", "choose one of bulgarian, "),
        ("colour=blue", "'colour=blue' is not KEY=VALUE with one of the keys house, "),
        ("volume=4", "volume=4: choose one of 0, 1, 2, 3"),
        ("hands=open", "choose one of blind, scanned"),
        ("target=10000", "it is 'house' or 1 to 9999 points"),
        ("target=²", "it is 'house' or 1 to 9999 points"),
        ("target=000", "it is 'house' or 1 to 9999 points"),
        ("target=00000000199999", "it is 'house' or 1 to 9999 points"),
        ("deck=gone", "deck=gone: choose one of bar"),
        ("agreed=melds: off", "cannot be chosen, only nothing"),
        ("agreed=melds: off; melds: off", "give 'melds' only once"),
        ("names=" + "x" * 25, "each at most 24 letters"),
        ("names=a,b,c,d,e", "give names for North, East, South and West"),
        ("language=xx", "choose one of bg, en, es, fr, it, pms"),
    ],
)
def test_an_invalid_setting_is_refused_with_a_reason(wish: str, sentence: str) -> None:
    from marcoria.game.bar import Bar

    bar = Bar({_DECK: _OTHER})
    with pytest.raises(TableError) as wrong:
        bar.change([wish])
    assert sentence in wrong.value.detail


def test_the_order_of_changes_does_not_matter() -> None:
    from marcoria.game.bar import Bar

    wishes = ["target=500", "discipline=warn", "agreed=melds: off", "house=libre"]
    first, second = [Bar({_SETTINGS: Bar({}).change(some)}) for some in (wishes, wishes[::-1])]
    told = first.told()
    assert (told["target"], told["discipline"], told["agreed"]) == ("500", "warn", "melds: off")
    assert second.told() == told


def test_the_first_deck_by_name_and_a_target_with_many_zeros_can_be_set() -> None:
    from marcoria.game.bar import Bar

    files = {_DECK: _OTHER}
    for wish, deck in (("deck=bar", "bar"), ("deck=", "")):
        files[_SETTINGS] = Bar(files).change([wish, "target=" + "0" * 5000 + "701"])
        told = Bar(files).told()
        assert (told["deck"], told["target"]) == (deck, "701")


def _zip(files: dict[str, bytes]) -> bytes:
    return packed(files)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (_zip({"/bar/decks/x.py": b""}), "is not a settings, deck or house file"),
        (_zip({_DECK: b"7C 1234\n"}), "line 1: '1234' is no UID"),
        (
            _zip({_DECK: _OTHER, "/bar/decks/b.deck": _OTHER[:-15] + b"SA 04CC0000000000\n"}),
            "line 32",
        ),
        (_zip({"/bar/houses/my.house": b"name: My\ncolour: blue\n"}), "line 2"),
        (_zip({_SETTINGS: b'{"volume": 9}'}), "is not a valid settings file"),
        (
            _zip(
                {
                    f"/bar/decks/{n}.deck": _OTHER.replace(b"04BB", b"0%d%d%d" % (n, n, n))
                    for n in range(5)
                }
            ),
            "knows 4 decks",
        ),
    ],
    ids=range(6),
)
def test_a_bad_backup_is_refused_before_the_table_rests(
    data: bytes, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bar.zip"
    file.write_bytes(data)
    assert main(["settings", "restore", str(file), "--table", "/dev/nowhere"]) == Exit.WRONG
    assert sentence in capsys.readouterr().err


def test_an_interrupted_restore_is_finished_by_repeating_it(table: SimTable) -> None:
    files = {
        "/bar/decks/red.deck": _OTHER,
        "/bar/houses/ours.house": (HOUSES / "french.house").read_bytes(),
        _SETTINGS: b'{"house": "ours", "deck": "red"}',
    }
    before = dict(table.backend.files)
    for left in (5, 12, 25, 20):
        port = LoosePort(table)
        prompt = Prompt(Client(port), port)
        port.left = left
        with pytest.raises(TableError, match="plug it in again"):
            put(prompt, files)
        for path, data in table.backend.files.items():
            assert path.endswith("~") or data in (before.get(path), files.get(path)), path
    port = SimPort(table)
    prompt = Prompt(Client(port), port)
    put(prompt, files)
    assert fetch(prompt) == {**{_DECK: before[_DECK]}, **files}
    prompt.restart()
    table.until(4_000)
    assert Client(SimPort(table)).ask("house")["name"] == "ours"


def test_a_backup_has_decks_and_houses_with_long_names() -> None:
    name = "n" * 24  # the longest name that the table accepts in its settings
    for path in (f"/bar/decks/{name}.deck", f"/bar/houses/{name}.house"):
        assert is_of_a_bar(path)
        assert not is_of_a_bar(path.replace(name, name + "n"))
        assert not is_of_a_bar(path.replace(name, ""))


def test_unpacking_returns_the_packed_files() -> None:
    files = {"/bar/a": b"", "/bar/Ω": bytes(range(256))}
    data = packed(files)
    assert unpacked(data) == files
    for at in range(0, len(data), 7):
        torn = data[:at] + bytes([data[at] ^ 32]) + data[at + 1 :]
        with suppress(ArchiveError):
            assert set(unpacked(torn).values()) <= set(files.values())
