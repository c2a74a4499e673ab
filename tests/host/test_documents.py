"""README, CONTRIBUTING and the pages of docs: their links, names and commands exist."""

import ast
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

from marcoria.cli import COMMANDS
from marcoria.paths import ROOT
from named_tests import functions

_PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_CLASS = re.compile(r"^class (\w+)", re.MULTILINE)
_TEST = re.compile(r"`(?:tests/)?([\w/]*\b(?:test_\w+(?:\.py)?|\d\d[a-z]?_\w+\.yaml))`")
_SOURCE = re.compile(r"`([\w/]+\.(?:py|mjs|toml|html|json))`")
_ON_A_BOARD = ("/main.py", "/bar/settings.json", "boot.py", "manifest.json")
_NAMED = re.compile(r"`([A-Z]\w+)\.([a-z_]\w*)`")
_PICTURE = ROOT / "docs" / "pictures" / "card-path"
_COLUMNS = 100
_ITEM = re.compile(r"(?:-|\d+\.) ")


def _text(page: Path) -> str:
    return page.read_text("utf-8")


def _prose(page: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines that are no code, with their numbers."""
    in_code = False
    for number, line in enumerate(_text(page).splitlines(), 1):
        if line.startswith("```"):
            in_code = not in_code
        elif not in_code:
            yield number, line


def _anchors(page: Path) -> set[str]:
    """Return the anchors that headings get on GitHub."""
    heads = [line.lstrip("#").strip() for _, line in _prose(page) if line.startswith("#")]
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def test_every_link_leads_somewhere() -> None:
    dead = []
    for page in _PAGES:
        for target in _LINK.findall("\n".join(line for _, line in _prose(page))):
            path, _, anchor = target.partition("#")
            if "://" in target or path.startswith("mailto:"):
                continue
            there = (page.parent / path).resolve() if path else page
            is_dead = not there.exists()
            if anchor and not is_dead and there.suffix == ".md":
                is_dead = anchor not in _anchors(there)
            if is_dead:
                dead.append(f"{page.name}: {target}")
    assert dead == []


def test_a_list_begins_after_an_empty_line() -> None:
    # Without the empty line GitHub still shows a list, but the site joins it to the paragraph.
    wrong = []
    for page in _PAGES:
        lines = ["", *_text(page).splitlines()]
        for number, line in _prose(page):
            before = lines[number - 1]
            if _ITEM.match(line) and before and not (_ITEM.match(before) or before[0] == " "):
                wrong.append(f"{page.name}:{number}")
    assert wrong == []


def test_every_page_can_be_reached_from_readme() -> None:
    waiting, seen = [ROOT / "README.md"], set()
    while waiting:
        page = waiting.pop()
        if page in seen or page.suffix != ".md" or not page.exists():
            continue
        seen.add(page)
        waiting += [
            (page.parent / target.partition("#")[0]).resolve()
            for target in _LINK.findall(_text(page))
            if "://" not in target and target.partition("#")[0]
        ]
    assert [page.name for page in _PAGES if page not in seen] == []


def test_every_named_test_exists() -> None:
    files = {path.name for path in (ROOT / "tests").rglob("*") if path.is_file()}
    dead = []
    for page in _PAGES:
        for name in _TEST.findall(_text(page)):
            last = name.rpartition("/")[2]
            is_there = last in functions() or last in files
            if "/" in name:
                is_there = (ROOT / "tests" / name).exists()
            if not is_there:
                dead.append(f"{page.name}: {name}")
    assert dead == []


def _methods(classes: set[str]) -> dict[str, set[str]]:
    """Return the words in the code of classes, by the name of the class.

    Read the files of the firmware and the host tools that define one of `classes`. The result has
    all classes of these files.
    """
    found: dict[str, set[str]] = {}
    for folder in ("firmware", "host_tools"):
        for path in (ROOT / folder).rglob("*.py"):
            code = path.read_text("utf-8")
            if not classes.isdisjoint(_CLASS.findall(code)):
                for node in ast.walk(ast.parse(code)):
                    if isinstance(node, ast.ClassDef):
                        words = re.findall(r"\w+", ast.get_source_segment(code, node) or "")
                        found.setdefault(node.name, set()).update(words)
    return found


def test_the_names_in_architecture_are_those_of_the_code() -> None:
    page = ROOT / "docs" / "architecture.md"
    named = _NAMED.findall(_text(page))
    methods = _methods({one for one, _ in named})
    assert len(named) > 20
    assert [(one, name) for one, name in named if name not in methods.get(one, ())] == []
    paths = re.findall(r"`((?:[\w/]+/)?[a-z_\d]+\.py)`", _text(page))
    folders = (ROOT, ROOT / "firmware", ROOT / "host_tools")
    assert [name for name in paths if not any((at / name).exists() for at in folders)] == []


def test_the_architecture_picture_is_up_to_date() -> None:
    source = _PICTURE.with_suffix(".dot").read_text("utf-8")
    words = re.findall(r">([^<>\n]*\w[^<>\n]*)<|label=\"([^\"]+)\"", source)
    drawn = unescape(_PICTURE.with_suffix(".svg").read_text("utf-8")).replace("\u00a0", " ")
    wanted = [(one or other).strip() for one, other in words]
    assert len(wanted) > 30
    assert [word for word in wanted if word not in drawn] == []


def test_readme_has_the_cost_of_the_parts_list() -> None:
    lists = "".join(path.read_text("utf-8") for path in (ROOT / "hardware").rglob("*.md"))
    for part in ("table", "mat"):
        found = re.search(rf"\| \*\*a {part}\*\* [^|]*\| (\d+ to \d+) \|", lists)
        assert found
        for page in ("README.md", "docs/faq.md"):
            assert found[1] in _text(ROOT / page), (page, part)


def test_every_named_source_file_exists() -> None:
    folders = ("bench", "docs", "firmware", "hardware", "host_tools", "tests")
    there = [f"/{path}" for folder in folders for path in _sources(folder)]
    there += [f"/{path.name}" for path in ROOT.iterdir()]
    dead = []
    for page in _PAGES:
        for name in _SOURCE.findall(_text(page)):
            if name not in _ON_A_BOARD and not any(path.endswith(f"/{name}") for path in there):
                dead.append(f"{page.name}: {name}")
    assert dead == []


def test_every_named_module_exists() -> None:
    dead = []
    for page in _PAGES:
        for name in re.findall(r"\bmarcoria((?:\.[a-z_]+)+)\b(?!\()", _text(page)):
            parts = name.split(".")[1:]
            at = ROOT / "host_tools" / "marcoria"
            if parts[0] == "firmware":
                at, parts = ROOT / "firmware", parts[1:]
            if not any(
                (at / "/".join(parts)).with_suffix(ending).exists() for ending in ("", ".py")
            ):
                dead.append(f"{page.name}: marcoria{name}")
    assert dead == []


def _sources(folder: str) -> list[str]:
    return [path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*.*")]


def test_every_named_command_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    dead = []
    for page in _PAGES:
        text = _text(page)
        typed = re.findall(r"`([^`\n]+)`", text)
        typed += "\n".join(re.findall(r"```\w*\n(.*?)```", text, re.S)).splitlines()
        for line in typed:
            made = re.match(r"make ([a-z]+)\b", line)
            asked = re.match(r"(?:\.venv/bin/)?marcoria ([a-z]+)\b", line)
            if (made and made[1] not in targets) or (asked and asked[1] not in COMMANDS):
                dead.append(f"{page.name}: {line}")
    assert dead == []


def test_code_is_fenced() -> None:
    indented = []
    for page in _PAGES:
        before = ""
        for number, line in _prose(page):
            if line.startswith("    ") and not before:
                indented.append(f"{page.name}:{number}")
            before = line.strip()
    assert indented == []


def test_lines_of_prose_are_short() -> None:
    long = []
    for page in _PAGES:
        for number, line in _prose(page):
            is_free = line.lstrip().startswith(("|", "!", "[!")) or "](" in line
            if len(line) > _COLUMNS and not is_free and page.name not in ("words.md", "faults.md"):
                long.append(f"{page.name}:{number}")
    assert long == []


def test_the_example_of_the_link_has_the_right_crc() -> None:
    lines = re.findall(
        r'^(\{.*),"c":"(\w+)"\}$', (ROOT / "docs" / "link.md").read_text("utf-8"), re.M
    )
    assert lines and _crc(b"123456789") == 0x6F91
    for told, crc in lines:
        assert f"{_crc(told.encode()):04x}" == crc


def _crc(data: bytes) -> int:
    """Return the CRC-16 that docs/journal.md describes, computed bit by bit."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 * (crc & 1)
    return crc
