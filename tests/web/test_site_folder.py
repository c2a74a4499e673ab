"""The page's folder is built in a temporary folder and put in place when it is complete."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from marcoria.web.site import make

_HOUR_S = 3600
_LIMIT_S = 60
# Build `times` times with small files. "rename" simulates a system that cannot exchange folders.
_BUILDS = """
import sys
from pathlib import Path
from marcoria.web import site
folder, mark, times, how = sys.argv[1:]
site._collect = lambda *_: {f"part{i}/{i}.txt": mark.encode() for i in range(40)}
if how == "rename":
    site._exchange = lambda one, other: False
for _ in range(int(times)):
    site.make(Path(folder))
"""
_HOWS = pytest.mark.parametrize("how", ["exchange", "rename"])


def _files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def _build(
    folder: Path, mark: str, times: int = 1, how: str = "exchange"
) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", _BUILDS, folder, mark, str(times), how])


def test_the_build_leaves_only_the_folder_of_the_page(tmp_path: Path) -> None:
    make(tmp_path / "build" / "web")
    assert {"index.html", "files.json", "program.pack"} <= set(_files(tmp_path / "build" / "web"))
    assert os.listdir(tmp_path / "build") == ["web"]


def test_the_folder_is_readable_by_others(tmp_path: Path) -> None:
    assert _build(tmp_path / "web", "a").wait(_LIMIT_S) == 0
    (tmp_path / "plain").mkdir()
    assert (tmp_path / "web").stat().st_mode == (tmp_path / "plain").stat().st_mode


@_HOWS
def test_an_older_folder_is_replaced_and_nothing_of_it_stays(tmp_path: Path, how: str) -> None:
    folder = tmp_path / "web"
    for mark in "ab":
        (folder / "gone").mkdir(parents=True, exist_ok=True)
        (folder / "gone" / "old.txt").write_text("old", encoding="utf-8")
        assert _build(folder, mark, how=how).wait(_LIMIT_S) == 0
        assert set(_files(folder).values()) == {mark.encode()} and len(_files(folder)) == 40
    assert os.listdir(tmp_path) == ["web"]


@_HOWS
def test_a_link_or_a_file_in_its_place_is_replaced(tmp_path: Path, how: str) -> None:
    (tmp_path / "else").mkdir()
    (tmp_path / "else" / "mine.txt").write_text("mine", encoding="utf-8")
    link, file = tmp_path / "link", tmp_path / "file"
    link.symlink_to(tmp_path / "else")
    file.write_text("a file", encoding="utf-8")
    for folder in (link, file):
        assert _build(folder, "a", how=how).wait(_LIMIT_S) == 0
        assert len(_files(folder)) == 40 and not folder.is_symlink()
    assert (tmp_path / "else" / "mine.txt").read_text(encoding="utf-8") == "mine"


@pytest.mark.soak(keep=1)
@_HOWS
def test_two_builds_at_once_leave_one_whole_folder(tmp_path: Path, how: str) -> None:
    folder = tmp_path / "web"
    builds = [_build(folder, mark, 50, how) for mark in "ab"]
    assert [build.wait(_LIMIT_S) for build in builds] == [0, 0]
    found = _files(folder)
    assert len(found) == 40 and len(set(found.values())) == 1
    assert os.listdir(tmp_path) == ["web"]


@pytest.mark.soak
def test_reading_during_a_build_misses_no_file(tmp_path: Path) -> None:
    folder = tmp_path / "web"
    assert _build(folder, "a").wait(_LIMIT_S) == 0
    builds = [_build(folder, mark, 50) for mark in "bc"]
    seen = set()
    while any(build.poll() is None for build in builds):
        for i in range(40):
            seen.add((folder / f"part{i}" / f"{i}.txt").read_bytes())
    assert [build.returncode for build in builds] == [0, 0]
    assert seen == {b"a", b"b", b"c"}


def test_a_build_that_is_killed_leaves_the_folder_and_is_cleaned_up(tmp_path: Path) -> None:
    folder = tmp_path / "web"
    assert _build(folder, "a").wait(_LIMIT_S) == 0
    build = _build(folder, "b", 100_000)
    while not [name for name in os.listdir(tmp_path) if name != "web"]:
        assert build.poll() is None
    build.kill()
    build.wait(_LIMIT_S)
    assert len(_files(folder)) == 40
    mine, old = tmp_path / ".web-mine", tmp_path / ".web-old"
    for left in (mine, old):
        (left / "made").mkdir(parents=True)
    os.utime(old, times=(time.time() - 2 * _HOUR_S,) * 2)
    assert _build(folder, "c").wait(_LIMIT_S) == 0
    assert mine.exists() and not old.exists(), "a build that may be running keeps its folder"
    assert set(_files(folder).values()) == {b"c"}
