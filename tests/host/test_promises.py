"""Small promises that commands, README and docs make to users."""

import errno
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from marcoria.bots.company import languages
from marcoria.cli import main
from marcoria.commands import flash
from marcoria.commands.options import LANGUAGES
from marcoria.device import ports
from marcoria.errors import Exit, TableError
from marcoria.named_files import write_file
from marcoria.paths import ROOT
from marcoria.scenarios import orders
from marcoria.scenarios.files import read


def test_a_language_that_the_table_does_not_speak_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert set(LANGUAGES) == set(languages())
    for typed in ("export --lang xx x.img", "--lang xx monitor", "sim --demo --lang xx"):
        assert main(typed.split()) == Exit.USAGE
        said = capsys.readouterr().err
        assert "--lang must be one of en, it, fr, es, bg, pms, not 'xx'." in said


def test_no_device_is_a_valid_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ports, "ports", list)
    assert main(["devices", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    forms = json.loads((ROOT / "docs" / "commands.schema.json").read_text("utf-8"))["$defs"]
    Draft202012Validator({"$ref": "#/$defs/devices", "$defs": forms}).validate(answer)
    assert answer == {"ok": True, "ports": []}
    assert main(["devices"]) == 0
    assert "no board is plugged in" in capsys.readouterr().out


def test_a_missing_program_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "nofile.py"]) == Exit.WRONG
    assert "cannot read nofile.py: No such file" in capsys.readouterr().err


def test_a_csv_without_deals_has_no_header(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.bdn"
    bad.write_text("[BDN nonsense\n", "utf-8")
    for file in ("nofile.bdn", str(bad)):
        assert main(["export", "--csv", file]) in (Exit.WRONG, Exit.UNVERIFIED)
        assert capsys.readouterr().out == ""


def test_a_file_without_room_is_named(tmp_path: Path) -> None:
    file = str(tmp_path / "large.bin")
    code = f"""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
from marcoria.guard import guarded
from marcoria.named_files import write_file
raise SystemExit(guarded(lambda: write_file({file!r}, bytes(5000))))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == f"marcoria: cannot use {file}: {os.strerror(errno.EFBIG)}\n"
    assert not list(tmp_path.iterdir())
    write_file(file, b"it")
    assert Path(file).read_bytes() == b"it"


def test_an_empty_backup_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "empty.zip"
    zipfile.ZipFile(file, "w").close()
    assert main(["settings", "restore", str(file)]) == Exit.WRONG
    assert f"{file} has no files in it" in capsys.readouterr().err


@pytest.mark.parametrize("state", ["nothing was written", flash._HALF_WRITTEN])
def test_ctrl_c_in_flash_reports_the_state_of_the_chip(state: str) -> None:
    with pytest.raises(TableError) as told, flash._interrupted(state):
        raise KeyboardInterrupt
    assert told.value.status == Exit.INTERRUPTED and state in told.value.detail


def test_the_docs_of_scenarios_name_all_orders(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "scenarios.md").read_text("utf-8")
    for name in (*orders.ORDERS, *orders.SETTINGS):
        part, _, last = name.replace("SEAT", "S").rpartition(".")
        assert part.split(".")[0] in text and re.search(rf"\b{last}\b", text), name
    example = tmp_path / "example.yaml"
    example.write_text(re.findall(r"```yaml\n(.*?)```", text, re.S)[0], "utf-8")
    assert len(read(str(example)).steps) == 7
