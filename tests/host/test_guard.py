"""Failing outputs, Ctrl-C and internal errors give at most one sentence and no traceback.

Output is in UTF-8 in every locale.
"""

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from marcoria import cli
from marcoria.commands import houses
from marcoria.named_files import replacing
from marcoria.paths import ROOT
from tiers import BACKENDS

MARCORIA = str(Path(sys.executable).with_name("marcoria"))
_ASCII = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
LOCALES = {
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "C": {**_ASCII, "LC_ALL": "C"},
    "POSIX": {**_ASCII, "LC_ALL": "POSIX"},
}
# With these variables it is an error to open a text file without naming its encoding.
_STRICT = {"PYTHONWARNDEFAULTENCODING": "1", "PYTHONWARNINGS": "error::EncodingWarning"}
# Commands that print letters beyond ASCII, or read files with such letters.
COMMANDS = {
    "houses": "houses",
    "show": "houses show piedicavallo",
    "words": "words check",
    "board": "board check",
    "scenario": "sim tests/faults/25_wrong_pad.yaml",
    "demo": "sim --demo --house french --seed 7 --deals 1",
    "demo-vm": "sim --demo --house french --seed 9 --deals 1 --backend vm",
    "run": "run docs/examples/rc522/main.py --for 1s",
    "mistake": "houses check été.house",
}


def _run(typed: str, **environ: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [MARCORIA, *typed.split()],
        cwd=ROOT,
        env={**os.environ, **environ},
        capture_output=True,
        check=False,
    )


def _shell(line: str) -> tuple[int, str]:
    """Run a line in the shell; return its status and error output."""
    done = subprocess.run(
        ["bash", "-c", line.replace("marcoria", shlex.quote(MARCORIA))],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stderr.decode()


def _without_time(told: bytes) -> list[bytes]:
    return [line for line in told.splitlines() if b"seconds here." not in line]


@pytest.mark.soak
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("typed", COMMANDS.values(), ids=COMMANDS)
def test_files_and_output_are_utf8_in_every_locale(locale: str, typed: str) -> None:
    usual = _run(typed)
    assert usual.stdout.decode() or usual.stderr.decode()
    done = _run(typed, **LOCALES[locale], **_STRICT)
    complaint = done.stderr.decode()
    assert "Traceback" not in complaint and "EncodingWarning" not in complaint, complaint
    assert done.returncode == usual.returncode
    assert _without_time(done.stdout) == _without_time(usual.stdout)


@pytest.mark.soak(keep=6)
@pytest.mark.parametrize(
    ("line", "status", "complaint"),
    [
        ("marcoria houses > /dev/full", 1, "cannot write: No space left on device"),
        ("marcoria houses >&-", 1, "there is no standard output to write to"),
        ("marcoria houses show nowhere 2>&-", 1, ""),
        (
            "marcoria replay none.bdn --json > /dev/full",
            1,
            "cannot read none.bdn: No such file or directory",
        ),
        (
            "marcoria replay none.bdn --json | true; exit ${PIPESTATUS[0]}",
            1,
            "cannot read none.bdn: No such file or directory",
        ),
        ("marcoria > /dev/null", 2, "Name a command. See marcoria --help"),
        ("marcoria deck > /dev/null", 2, "Name one of check, verify. See marcoria deck --help"),
        (
            "marcoria completion",
            2,
            "'marcoria completion' needs bash|zsh|fish. See marcoria completion --help",
        ),
        ("marcoria houses show nowhere 2> /dev/full", 1, ""),
        ("marcoria houses | true; exit ${PIPESTATUS[0]}", 1, ""),
        ("marcoria --help | true; exit $((${PIPESTATUS[0]} > 1))", 0, ""),
        ("marcoria sim --demo --seed 7 | head -3 > /dev/null; exit ${PIPESTATUS[0]}", 1, ""),
        (
            "marcoria sim --demo --png /nowhere/x.png",
            1,
            "cannot write /nowhere/x.png: there is no folder /nowhere",
        ),
        ("marcoria sim --demo --png docs", 1, "cannot write docs: it is a folder"),
        (
            "marcoria sim tests/faults/25_wrong_pad.yaml --png /nowhere/x.png",
            1,
            "cannot write /nowhere/x.png: there is no folder /nowhere",
        ),
        (
            "marcoria sim tests/faults/25_wrong_pad.yaml --png /dev/full",
            1,
            "cannot write: No space left on device",
        ),
        (
            "marcoria run docs/examples/epaper/main.py --png docs",
            1,
            "cannot write docs: it is a folder",
        ),
    ],
)
def test_a_failing_output_gives_one_sentence(line: str, status: int, complaint: str) -> None:
    expected = f"marcoria: {complaint}\n" if complaint else ""
    assert _shell(line) == (status, expected)


def test_a_pipe_or_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    """For example, a command that root runs must not replace /dev/null by a file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with replacing(str(pipe)) as part:
        assert part == pipe
    assert pipe.is_fifo()


def test_a_link_leads_to_the_file_that_is_replaced(tmp_path: Path) -> None:
    file, link = tmp_path / "evening.bdn", tmp_path / "last.bdn"
    link.symlink_to(file)
    for text in ("first", "second"):
        with replacing(str(link)) as part:
            part.write_text(text)
        assert link.is_symlink() and file.read_text() == text
    assert len(list(tmp_path.iterdir())) == 2


def test_a_picture_that_cannot_be_written_is_refused_before_the_match() -> None:
    done = _run("sim --demo --png /nowhere/x.png")
    assert not done.stdout and len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("backend", BACKENDS)
def test_ctrl_c_ends_a_match_silently(backend: str) -> None:
    typed = [MARCORIA, "sim", "--demo", "--seed", "7", "--backend", backend]
    pipe = subprocess.PIPE
    # If the tests run in the background, they ignore Ctrl-C, and the process would inherit this.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(typed, stdout=pipe, stderr=pipe, start_new_session=True) as process:
        signal.signal(signal.SIGINT, before)
        assert process.stdout
        for _ in range(6):
            process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        _, complaint = process.communicate(timeout=30)
    assert (process.returncode, complaint) == (130, b"")


def test_an_internal_error_gives_a_sentence_and_a_report_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def wrong() -> None:
        raise ZeroDivisionError("ten by nothing: ♣")

    monkeypatch.setattr(houses, "_list", wrong)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert cli.main(["houses"]) == 1
    (report,) = tmp_path.iterdir()
    complaint = capsys.readouterr().err
    assert complaint.count("\n") == 1 and str(report) in complaint
    assert "ZeroDivisionError: ten by nothing: ♣" in report.read_text("utf-8")
    assert "in wrong" in report.read_text("utf-8")
