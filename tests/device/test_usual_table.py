"""Choice of the table by option, environment, configuration file or the only board plugged in."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from marcoria.cli import main
from marcoria.config import config_file
from marcoria.device import ports
from marcoria.errors import Exit, TableError
from marcoria.sim.simtable import open_bar
from served_table import served_table

Plug = Callable[..., None]
Write = Callable[[str], Path]


@pytest.fixture
def plug(monkeypatch: pytest.MonkeyPatch) -> Plug:
    """Return a function that sets the boards plugged in, each as its port and serial number."""

    def plugged(*boards: tuple[str, str]) -> None:
        found = []
        for path, number in boards:
            one = ListPortInfo(path)
            one.vid, one.pid, one.serial_number = 0x10C4, 0xEA60, number
            found.append(one)
        monkeypatch.setattr(list_ports, "comports", lambda: found)

    return plugged


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Return a function that writes the config file."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

    def written(text: str) -> Path:
        config_file().parent.mkdir(exist_ok=True)
        config_file().write_text(text, "utf-8")
        return config_file()

    return written


def _refused(option: str = "") -> str:
    with pytest.raises(TableError) as wrong:
        ports.choose(option)
    assert wrong.value.status is Exit.NO_DEVICE
    return wrong.value.detail


def test_the_option_wins_then_the_environment_then_the_file_then_the_only_one(
    plug: Plug, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug(("socket://only", "1"))
    assert ports.choose("") == "socket://only"
    write('table = "bar"\n[tables]\nbar = "socket://file"\ncellar = "socket://cellar"\n')
    assert ports.choose("") == "socket://file"
    monkeypatch.setenv("MARCORIA_TABLE", "socket://variable")
    assert ports.choose("") == "socket://variable"
    assert ports.choose("socket://option") == "socket://option"
    monkeypatch.setenv("MARCORIA_TABLE", "cellar")
    assert ports.choose("") == "socket://cellar"
    assert ports.choose("bar") == "socket://file"
    monkeypatch.setenv("MARCORIA_TABLE", "")
    assert ports.choose("") == "socket://file"


def test_a_name_follows_its_serial_number_from_port_to_port(plug: Plug, write: Write) -> None:
    write('[tables]\nbar = "24:0A"\n')
    plug(("socket://one", "24:0B"), ("socket://two", "24:0A"))
    assert ports.choose("bar") == "socket://two" == ports.choose("24:0A")
    plug(("socket://three", "24:0A"), ("socket://two", "24:0B"))
    assert ports.choose("bar") == "socket://three"


def test_a_missing_table_is_reported_with_the_source_of_its_name(
    plug: Plug, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write('table = "bar"\n[tables]\nbar = "24:0A"\n')
    plug(("socket://one", "24:0B"))
    told = _refused()
    assert told == (
        f"{file} says bar, and that is 24:0A, which is not plugged in;"
        " the ports here are: socket://one 24:0B"
    )
    monkeypatch.setenv("MARCORIA_TABLE", "cellar")
    told = _refused()
    assert told.startswith(
        "MARCORIA_TABLE says cellar, and that is no port, no serial number of a board here"
    )
    plug()
    assert _refused("garden").endswith("the ports here are: none at all")
    assert "there is no /dev/nowhere" in _refused("/dev/nowhere")


def test_boards_with_one_serial_number_are_named_by_their_ports(plug: Plug, write: Write) -> None:
    write('[tables]\nbar = "0001"\n')
    plug(("socket://one", "0001"), ("socket://two", "0001"))
    for name in ("bar", "0001"):
        assert _refused(name) == (
            f"--table says {name}, and socket://one and socket://two both have that number:"
            " add --table PORT"
        )
    assert ports.choose("socket://two") == "socket://two"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('table = "bar', 1, "Unterminated string"),
        ('table = "bar"\n\n[tables\n', 3, "Expected ']'"),
        ("# mine\ntable = 7\n", 2, "'table' must be a text, like table"),
        ('tables = "bar"\n', 1, "'tables' must be a section, like [tables]"),
        ('\ntabel = "bar"\n', 2, "unknown key 'tabel': the keys are table and [tables]"),
        ('[tables]\nbar = "1"\nbar = "2"\n', 3, "Cannot overwrite a value"),
        (
            '[tables]\nold = "1"\n"il bar" = 5\n',
            3,
            "'il bar' must be a port, a socket or a serial",
        ),
        ('[tables]\nbarge = "1"\nbar = ""\n', 3, "'bar' must be a port"),
        ('[tables]\n[tables.bar]\nport = "x"\n', 1, "'bar' must be a port"),
        ("table = ", 1, "Invalid value"),
    ],
)
def test_a_broken_config_file_is_reported_in_one_sentence_with_its_line(
    text: str, line: int, reason: str, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(text)
    assert main(["settings", "show", "--json"]) == Exit.WRONG
    told = capsys.readouterr()
    answer = json.loads(told.out)
    assert answer["error"] == "bad-config" and answer["line"] == line
    assert f"{file}, line {line}: {reason}" in told.err and told.err.count("\n") == 1


def test_an_unreadable_config_file_is_reported(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    write("").write_bytes(b'table = "\xff"\n')
    assert main(["settings", "show"]) == Exit.WRONG
    assert "is not a text file in UTF-8" in capsys.readouterr().err
    # Commands that need no table ignore the config file.
    assert main(["houses", "list"]) == 0


def test_a_command_works_at_the_usual_table(
    plug: Plug,
    write: Write,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plug()
    with open_bar("vm", 5) as table:
        table.until(3_000)
        with served_table(table) as address:
            write(f'table = "bar"\n[tables]\nbar = "{address}"\n')
            assert main(["settings", "show", "--json"]) == 0
            assert json.loads(capsys.readouterr().out)["house"] == "piedicavallo"
            monkeypatch.setenv("MARCORIA_TABLE", "socket://127.0.0.1:9")
            assert main(["settings", "show"]) == Exit.NO_DEVICE
            assert main(["settings", "show", "--table", "bar"]) == 0
