"""`make release` makes a release, or refuses in one sentence and changes nothing."""

import re
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from marcoria import __version__
from marcoria.errors import TableError
from marcoria.paths import ROOT
from marcoria.publish import assets
from marcoria.publish.release import (
    CHANGELOG,
    CITATION,
    VERSION_FILE,
    find_changes,
    main,
    release,
    run_git,
)

_DAY = date(2026, 2, 3)
_CHANGES = """\
# Changelog

## [Unreleased]

### Added

- A rule.

## [0.9.0] - 2026-01-01

- The start.
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a new git repository with the files that a release writes."""
    for name, text in (
        (VERSION_FILE, '"""Tools."""\n\n__version__ = "0.9.0"\n'),
        (CHANGELOG, _CHANGES),
        (CITATION, 'title: x\nversion: 0.9.0\ndate-released: "2026-01-01"\nlicense: MIT\n'),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    run_git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    for key, value in (("user.name", "Ada"), ("user.email", "ada@localhost")):
        run_git(tmp_path, "config", key, value)
    run_git(tmp_path, "add", ".")
    run_git(tmp_path, "commit", "--quiet", "-m", "start")
    run_git(tmp_path, "tag", "v0.9.0")
    return tmp_path


def _state(clone: Path) -> tuple[str, ...]:
    asked = (("rev-parse", "HEAD"), ("status", "--porcelain"), ("tag",))
    return tuple(run_git(clone, *words) for words in asked)


def test_a_release_writes_the_version_commits_and_tags(clone: Path) -> None:
    built = []

    def build() -> None:
        built.append((clone / VERSION_FILE).read_text("utf-8"))

    release(clone, "1.0.0", _DAY, build)
    assert built == ['"""Tools."""\n\n__version__ = "1.0.0"\n']
    text = (clone / CHANGELOG).read_text("utf-8")
    new = "## [Unreleased]\n\n## [1.0.0] - 2026-02-03\n\n### Added"
    assert text == _CHANGES.replace("## [Unreleased]\n\n### Added", new)
    assert 'version: 1.0.0\ndate-released: "2026-02-03"\n' in (clone / CITATION).read_text("utf-8")
    assert run_git(clone, "status", "--porcelain") == ""
    assert run_git(clone, "log", "-1", "--format=%s") == "release: Version 1.0.0"
    assert run_git(clone, "rev-parse", "v1.0.0^{commit}") == run_git(clone, "rev-parse", "HEAD")
    tag = run_git(clone, "tag", "--list", "--format=%(contents)", "v1.0.0")
    assert tag == "Marcoria 1.0.0\n\n### Added\n\n- A rule."


def test_a_section_that_has_the_version_already_gets_the_date(clone: Path) -> None:
    text = _CHANGES.replace("## [Unreleased]", "## [Unreleased]\n\n## [1.0.0]")
    (clone / CHANGELOG).write_text(text, "utf-8")
    run_git(clone, "commit", "--quiet", "-am", "changes")
    release(clone, "1.0.0", _DAY, lambda: None)
    dated = text.replace("## [1.0.0]", "## [1.0.0] - 2026-02-03")
    assert (clone / CHANGELOG).read_text("utf-8") == dated


def _dirty(clone: Path) -> None:
    (clone / CHANGELOG).write_text(_CHANGES + "\n", "utf-8")


def _untracked(clone: Path) -> None:
    (clone / "notes.txt").write_text("x", "utf-8")


def _without_section(clone: Path) -> None:
    text = _CHANGES.replace("## [Unreleased]", "## [1.0.0-rc1]").replace("[0.9.0]", "[11.0.0]")
    (clone / CHANGELOG).write_text(text, "utf-8")
    run_git(clone, "commit", "--quiet", "-am", "changes")


def _without_changes(clone: Path) -> None:
    text = _CHANGES.replace("### Added\n\n- A rule.\n", "### Added\n")
    (clone / CHANGELOG).write_text(text, "utf-8")
    run_git(clone, "commit", "--quiet", "-am", "changes")


def _nothing(_: Path) -> None:
    pass


@pytest.mark.parametrize(
    ("prepare", "version", "sentence"),
    [
        (_dirty, "1.0.0", "Some files are not committed: commit or remove them"),
        (_untracked, "1.0.0", "Some files are not committed: commit or remove them"),
        (_without_section, "1.0.0", "CHANGELOG.md has no changes for 1.0.0: list them below"),
        (_without_changes, "1.0.0", "CHANGELOG.md has no changes for 1.0.0: list them below"),
        (_nothing, "0.9.0", "The tag v0.9.0 exists already: choose a higher version."),
        (_nothing, "0.8.9", "0.8.9 is lower than 0.9.0, the version of this clone."),
        (_nothing, "1.0", "'1.0' is not a version: type three numbers, such as 1.2.0."),
        (_nothing, "1.0.0; rm", "is not a version: type three numbers, such as 1.2.0."),
        (_nothing, "01.0.0", "is not a version: type three numbers, such as 1.2.0."),
        (_nothing, "", "Type the version to release: make release VERSION=1.2.0"),
    ],
)
def test_a_refused_release_changes_nothing(
    clone: Path, prepare: object, version: str, sentence: str
) -> None:
    assert callable(prepare)
    prepare(clone)
    before = _state(clone)
    for flags in (["--dry-run"], []):
        with pytest.raises(TableError) as refused:
            main([version, *flags], clone)
        assert sentence in refused.value.detail and "\n" not in refused.value.detail
    assert _state(clone) == before


def test_a_dry_run_prints_what_a_release_would_do(
    clone: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = _state(clone)
    assert main(["v1.0.0", "--dry-run"], clone) == 0
    said = capsys.readouterr().out
    assert "Version 1.0.0 can be released. Nothing was changed." in said and "v1.0.0" in said
    assert _state(clone) == before


def test_the_changes_of_the_version_of_the_clone_are_printed(
    clone: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["v0.9.0", "--changes"], clone) == 0
    assert capsys.readouterr().out == "- The start.\n"
    with pytest.raises(TableError) as refused:
        main(["v1.0.0", "--changes"], clone)
    assert refused.value.detail == "This clone is version 0.9.0, not 1.0.0: check out v1.0.0."


def _fail() -> None:
    raise KeyboardInterrupt


def test_a_build_that_fails_leaves_the_clone_as_it_was(clone: Path) -> None:
    before = _state(clone)
    with pytest.raises(KeyboardInterrupt):
        release(clone, "1.0.0", _DAY, _fail)
    assert _state(clone) == before
    release(clone, "1.0.0", _DAY, lambda: None)


@pytest.mark.parametrize("step", ["commit", "tag"])
def test_a_git_that_fails_leaves_the_clone_as_it_was(clone: Path, step: str) -> None:
    for key in (f"{step}.gpgSign", "gpg.program"):
        run_git(clone, "config", key, "false" if key == "gpg.program" else "true")
    before = _state(clone)
    with pytest.raises(TableError) as failed:
        release(clone, "1.0.0", _DAY, lambda: None)
    assert failed.value.detail.startswith(f"`git {step}` failed: ")
    assert _state(clone) == before


def test_a_folder_without_git_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError) as refused:
        main(["1.0.0"], tmp_path)
    assert refused.value.detail.startswith("`git status` failed: fatal: not a git repository")


def test_sha256sum_accepts_the_checksums(tmp_path: Path) -> None:
    (tmp_path / "a.whl").write_bytes(b"a")
    (tmp_path / "b.zip").write_bytes(b"b")
    assets.write_sums(tmp_path)
    assets.write_sums(tmp_path)
    check = ["sha256sum", "--check", "--strict", assets.SUMS]
    done = subprocess.run(check, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "a.whl: OK\nb.zip: OK\n"


def test_the_files_of_this_clone_are_ready_for_a_release() -> None:
    citation = (ROOT / CITATION).read_text("utf-8")
    assert re.findall(r"(?m)^version: (.*)$", citation) == [__version__]
    assert len(re.findall(r'(?m)^date-released: "\d{4}-\d\d-\d\d"$', citation)) == 1
    assert find_changes((ROOT / CHANGELOG).read_text("utf-8"), "999.0.0")


@pytest.mark.soak
def test_a_clone_is_released_with_all_its_files(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    run_git(ROOT, "clone", "--quiet", "--no-tags", str(ROOT), str(clone))
    (clone / "node_modules").symlink_to(ROOT / "node_modules")
    (clone / ".git" / "info" / "exclude").write_text("/node_modules\n", "utf-8")
    for key, value in (("user.name", "Ada"), ("user.email", "ada@localhost")):
        run_git(clone, "config", key, value)
    done = subprocess.run(
        [sys.executable, "-m", "marcoria.publish.release", "900.1.2"],
        cwd=clone,
        env={"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "HOME": str(tmp_path)}
        | {"PYTHONPATH": str(clone / "host_tools")},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    made = clone / "build" / "release"
    names = {path.name for path in made.iterdir()}
    zips = {f"marcoria-{name}-900.1.2.zip" for name in ("page", "program-s3", "program-wrover")}
    assert {"marcoria-900.1.2-py3-none-any.whl", assets.SUMS, *zips} <= names
    shutil.unpack_archive(made / "marcoria-program-s3-900.1.2.zip", tmp_path / "board")
    assert (
        (tmp_path / "board" / "a" / "manifest").read_text("utf-8").startswith("marcoria 900.1.2 ")
    )
    assert run_git(clone, "tag") == "v900.1.2" and run_git(clone, "status", "--porcelain") == ""
