"""Make a release of the clone: `make release VERSION=1.2.0`.

Check the clone, write the version and the date into its files, build the files to download, commit
and tag. Nothing is pushed.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

from marcoria.errors import TableError
from marcoria.guard import guarded
from marcoria.paths import ROOT

VERSION_FILE = "host_tools/marcoria/__init__.py"
CHANGELOG = "CHANGELOG.md"
CITATION = "CITATION.cff"
_FILES = (VERSION_FILE, CHANGELOG, CITATION)
_VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
_WRITTEN = re.compile(r'^__version__ = "(.*)"$', re.MULTILINE)
_UNRELEASED = "Unreleased"


def check(root: Path, version: str) -> None:
    """Raise TableError with one sentence if this version cannot be released from this clone."""
    if not _VERSION.fullmatch(version):
        raise _refusal(f"{version!r} is not a version: type three numbers, such as 1.2.0.")
    if run_git(root, "status", "--porcelain"):
        raise _refusal("Some files are not committed: commit or remove them, see `git status`.")
    if run_git(root, "tag", "--list", _tag(version)):
        raise _refusal(f"The tag {_tag(version)} exists already: choose a higher version.")
    written = _search(root, VERSION_FILE, _WRITTEN)[1]
    if _VERSION.fullmatch(written) and _numbers(version) < _numbers(written):
        raise _refusal(f"{version} is lower than {written}, the version of this clone.")
    find_changes((root / CHANGELOG).read_text(encoding="utf-8"), version)


def find_changes(text: str, version: str) -> str:
    """Return the section of the changelog for a version, without its heading.

    If no section has the number of the version, return the section of unreleased changes. Raise
    TableError if this section is missing too, or if the section found has no list of changes.
    """
    found = _section(text, version)
    section = text[found.end() :].split("\n## ")[0].strip() if found else ""
    if not re.search(r"^[-*] ", section, re.MULTILINE):
        raise _refusal(
            f"{CHANGELOG} has no changes for {version}: list them below `## [{_UNRELEASED}]`."
        )
    return section


def write_version(root: Path, version: str, today: date) -> None:
    """Write the version into the package, the changelog and the citation file.

    The changelog and the citation file also get the date `today`.
    """
    _replace(root, VERSION_FILE, _WRITTEN, f'__version__ = "{version}"')
    path = root / CHANGELOG
    text = path.read_text(encoding="utf-8")
    found = _section(text, version)
    assert found  # `check` has found a section
    heading = f"## [{version}] - {today}"
    if found["name"] == _UNRELEASED:
        heading = f"## [{_UNRELEASED}]\n\n{heading}"
    path.write_text(text[: found.start()] + heading + text[found.end() :], encoding="utf-8")
    _replace(root, CITATION, re.compile(r"^version: .*$", re.MULTILINE), f"version: {version}")
    dated = re.compile(r"^date-released: .*$", re.MULTILINE)
    _replace(root, CITATION, dated, f'date-released: "{today}"')


def release(root: Path, version: str, today: date, build: Callable[[], None]) -> None:
    """Check the clone, write the version, build the files to download, commit and tag.

    If a step fails, put the clone back as it was and raise the error of that step.
    """
    check(root, version)
    start = run_git(root, "rev-parse", "HEAD")
    try:
        write_version(root, version, today)
        build()
        run_git(root, "add", "--", *_FILES)
        run_git(root, "commit", "--quiet", "--allow-empty", "-m", f"release: Version {version}")
        message = f"Marcoria {version}\n\n" + find_changes(
            (root / CHANGELOG).read_text(encoding="utf-8"), version
        )
        # Without `verbatim`, git would drop lines such as "### Added" as comments.
        run_git(root, "tag", "--annotate", "--cleanup=verbatim", "-m", message, _tag(version))
    except BaseException:
        run_git(root, "reset", "--quiet", "--soft", start)
        run_git(root, "checkout", "--quiet", start, "--", *_FILES)
        raise


def run_git(root: Path, *words: str) -> str:
    """Run git in the clone and return its output. Raise TableError if git is missing or fails."""
    try:
        done = subprocess.run(
            ["git", *words], cwd=root, capture_output=True, encoding="utf-8", check=False
        )
    except FileNotFoundError as error:
        raise _refusal("A release needs git: install it and try again.") from error
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["it gave no reason"]
        raise _refusal(f"`git {words[0]}` failed: {lines[-1]}")
    return done.stdout.strip()


def _changes_of_clone(root: Path, version: str) -> str:
    """Return the changelog's section for a version; refuse another version than the clone's."""
    written = _search(root, VERSION_FILE, _WRITTEN)[1]
    if version != written:
        raise _refusal(f"This clone is version {written}, not {version}: check out v{version}.")
    return find_changes((root / CHANGELOG).read_text(encoding="utf-8"), version)


def _section(text: str, version: str) -> re.Match[str] | None:
    """Find the heading of the version's section, else of the section of unreleased changes.

    Return None if the changelog has neither section.
    """
    for name in (version, _UNRELEASED):
        heading = re.compile(rf"^## \[?(?P<name>{re.escape(name)})(?=[]\s]|$).*$", re.MULTILINE)
        if found := heading.search(text):
            return found
    return None


def _search(root: Path, name: str, pattern: re.Pattern[str]) -> re.Match[str]:
    """Return the match of a pattern in a file; raise TableError if there is not exactly one."""
    found = list(pattern.finditer((root / name).read_text(encoding="utf-8")))
    if len(found) != 1:
        raise _refusal(f"{name} needs exactly one line of the form `{pattern.pattern}`.")
    return found[0]


def _replace(root: Path, name: str, pattern: re.Pattern[str], line: str) -> None:
    found = _search(root, name, pattern)
    text = found.string[: found.start()] + line + found.string[found.end() :]
    (root / name).write_text(text, encoding="utf-8")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in version.split("."))


def _tag(version: str) -> str:
    return f"v{version}"


def _refusal(sentence: str) -> TableError:
    return TableError("release", sentence)


def _build_assets() -> None:
    """Build the files in another process, which imports the new version number."""
    done = subprocess.run([sys.executable, "-m", "marcoria.publish.assets"], cwd=ROOT, check=False)
    if done.returncode:
        raise _refusal("The files of the release could not be built, so nothing was released.")


def main(typed: list[str], root: Path) -> int:
    """Run the command line for a clone and return the exit status."""
    parser = argparse.ArgumentParser(prog="make release", description=__doc__)
    parser.add_argument("version", nargs="?", default="", help="the version, such as 1.2.0")
    parser.add_argument("--dry-run", action="store_true", help="check everything, change nothing")
    parser.add_argument(
        "--changes",
        action="store_true",
        help="print the changelog's section for this clone's version",
    )
    given = parser.parse_args(typed)
    version = given.version.removeprefix("v")
    if not version:
        raise _refusal("Type the version to release: make release VERSION=1.2.0")
    if given.changes:
        print(_changes_of_clone(root, version))
        return 0
    if given.dry_run:
        check(root, version)
        print(f"Version {version} can be released. Nothing was changed. `make release` would")
        print(f"- write it into {', '.join(_FILES)},")
        print("- build the files of the release in build/release,")
        print(f"- commit, and set the tag {_tag(version)}.")
        return 0
    release(root, version, datetime.now(UTC).date(), _build_assets)
    print(f"Version {version} is committed and tagged; its files are in build/release.")
    print(f"To publish it: git push origin HEAD {_tag(version)}")
    return 0


if __name__ == "__main__":
    sys.exit(guarded(lambda: main(sys.argv[1:], ROOT)))
