"""Build the documentation site: `make docs` runs python -m marcoria.publish.docs.

The pages and the files that they show are copied into one folder, with the same paths as in the
repository, so that links between them work. The reference and the virtual table are added.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any, TypeAlias

import yaml

from marcoria.errors import TableError
from marcoria.guard import guarded
from marcoria.paths import BUILD, FIRMWARE, ROOT
from marcoria.publish.reference import make_engine_page, make_schema_page
from marcoria.web import site
from marcoria.web.construction import ON_THE_SITE

# The navigation: each entry maps a title to the path of a page, or to a list of entries.
Nav: TypeAlias = "list[dict[str, str | Nav]]"

_TOOLS = BUILD / "docs-tools"
_PLAY = """\
# Play in the browser

The virtual table runs the program of a real table. The line of help below it says what to do, and
bots play the seats that you leave to them. [Open the table on its own page](../table/index.html).

<iframe src="../table/index.html" title="The virtual table" loading="lazy"
  style="width: 100%; height: 85vh; border: 0"></iframe>

The table needs a server: if you opened this page as a file, run `make table` instead.
"""
_FOLDERS = ("docs", "hardware")
_LINK = re.compile(
    r"(!?\[[^\]\n]*(?:\n[^\]\n]*)?\])\((?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?\)"
)
_CODE_BLOCK = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def assemble(folder: Path) -> None:
    """Write the source of the site into a folder, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in _FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for page in ROOT.glob("*.md"):
        shutil.copy(page, folder)
    (folder / "reference").mkdir()
    for name, text in _reference():
        (folder / "reference" / f"{name}.md").write_text(text, encoding="utf-8")
    site.make(folder / "table", guide=ON_THE_SITE)
    for page in folder.rglob("*.md"):
        name = page.relative_to(folder).as_posix()
        text = keep_links_inside(page.read_text(encoding="utf-8"), name, folder)
        page.write_text(text, encoding="utf-8")


def keep_links_inside(text: str, name: str, folder: Path) -> str:
    """Return the text of a page with links that stay inside the site.

    `name` is the path of the page in `folder`, the source of the site. A link to a folder with a
    README leads to this README. A link to another folder, or to a file that is in the repository
    but not in the site, is replaced by its label. A link that leads nowhere is kept, for mkdocs
    to report. Code blocks are not changed.
    """

    def replace(link: re.Match[str]) -> str:
        label, target, anchor = link[1], link[2], link[3] or ""
        path = normpath(join(dirname(name), target))
        if (folder / path / "README.md").is_file():
            return f"{label}({target.rstrip('/')}/README.md{anchor})"
        if (ROOT / path).exists() and not (folder / path).is_file():
            return label.lstrip("!")[1:-1]
        return link[0]

    parts = _CODE_BLOCK.split(text)
    return "".join(part if part.startswith("```") else _LINK.sub(replace, part) for part in parts)


def make_config(folder: Path) -> dict[str, Any]:
    """Return the configuration of mkdocs for the source in a folder.

    This is mkdocs.yml with the address of the repository and the path of the firmware. Pages that
    are not in the folder are left out of the navigation.
    """
    made: dict[str, Any] = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    made["nav"] = _existing(made["nav"], folder)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    made["repo_url"] = project["urls"]["Repository"]
    for plugin in made["plugins"]:
        if "mkdocstrings" in plugin:
            plugin["mkdocstrings"]["handlers"]["python"]["paths"] = [str(FIRMWARE)]
    return made


def _existing(nav: Nav, folder: Path) -> Nav:
    """Return the navigation without the pages that are missing in the folder."""
    kept: Nav = []
    for entry in nav:
        ((title, inside),) = entry.items()
        if isinstance(inside, list):
            kept.append({title: _existing(inside, folder)})
        elif (folder / inside).is_file():
            kept.append(entry)
    return kept


def _reference() -> Iterator[tuple[str, str]]:
    """Yield the name and text of each page in `reference/`: virtual table, engine, and schemas."""
    yield "play", _PLAY
    names = sorted(path.stem for path in (FIRMWARE / "belote").glob("[a-z]*.py"))
    yield "engine", make_engine_page(names)
    for name in ("link", "bdn", "rules", "commands", "hub"):
        file = ROOT / "docs" / f"{name}.schema.json"
        yield name, make_schema_page(name, json.loads(file.read_text(encoding="utf-8")))


def build(folder: Path) -> Path:
    """Build the site in the subfolder `docs` of a folder; return the path of the subfolder.

    If mkdocs warns or fails, print its messages and raise TableError. Also raise TableError if it
    is not installed.
    """
    source, file = folder / "docs-source", folder / "mkdocs.yml"
    assemble(source)
    file.write_text(yaml.safe_dump(make_config(source), sort_keys=False), encoding="utf-8")
    # With `--quiet`, mkdocs would not count its warnings, and `--strict` would not fail on them.
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(file)],
        env={**os.environ, "PYTHONPATH": str(_TOOLS), "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        if done.stderr.strip().endswith("No module named mkdocs"):
            raise TableError("docs", "mkdocs is not installed: type 'make docs' to install it.")
        lines = [line for line in done.stderr.splitlines() if not line.startswith("INFO")]
        print(*lines, sep="\n", file=sys.stderr)
        sentence = "The documentation has mistakes: correct the lines above and try again."
        raise TableError("docs", sentence)
    return folder / "docs"


def _main() -> None:
    made = build(BUILD)
    print(f"The documentation is in {made.relative_to(ROOT)}: open index.html there.")


if __name__ == "__main__":
    sys.exit(guarded(_main))
