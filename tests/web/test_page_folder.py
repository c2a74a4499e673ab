"""The page's folder works on any web host, below any path, and offline after the first visit."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

_MOST_BYTES = 2_500_000
# The files of these packages are not searched for addresses, because their messages contain some.
# The browser tests notice if the page requests such an address.
_FOREIGN = ("micropython", "js-yaml", "esp-web-tools")
# The panel "Build one" has links to other sites, whose addresses are in this file.
_LINKED = "construction/facts.json"
# XML namespaces, not addresses.
_NAMES = ("http://www.w3.org/",)
_TEXTS = {".html", ".css", ".mjs", ".js", ".json", ".webmanifest", ".svg", ".words"}
_HOST = re.compile(r"""(?:https?:)?//[\w.-]+\.[a-z]{2,}[^\s"'`)]*""")
_IMPORT = re.compile(r"""(?:\bfrom|\bimport\(?)\s*"([^"]+)"|new URL\("([^"]+)", import\.meta""")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)  # imports in comments are only types
_KEEPERS = {"files.json", "sw.js"}  # with these, the browser caches the other files
_IN_CSS = re.compile(r"""url\(["']?([^"')]+)""")


def _own(site: Path) -> list[Path]:
    files = [file for file in sorted(site.rglob("*")) if file.is_file()]
    return [
        file
        for file in files
        if not any(part.startswith(_FOREIGN) for part in file.relative_to(site).parts)
    ]


def _texts(site: Path) -> list[tuple[Path, str]]:
    found = [file for file in _own(site) if file.suffix in _TEXTS]
    return [(file, file.read_text(encoding="utf-8")) for file in found]


class _Addresses(HTMLParser):
    """Parser that collects all addresses in an HTML page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Collect the addresses of a tag."""
        self.found += [value for name, value in attributes if name in ("src", "href") and value]


def _addresses(file: Path, text: str) -> list[str]:
    """Return the addresses in an HTML or CSS file, or the imports of a script; else []."""
    if file.suffix == ".html":
        return _Addresses(text).found
    if file.suffix == ".css":
        return _IN_CSS.findall(text)
    if file.suffix in (".mjs", ".js"):
        return [one or other for one, other in _IMPORT.findall(_COMMENT.sub("", text))]
    return []


def _missing(site: Path, base: Path, address: str) -> bool:
    """Return whether an address is absolute, leaves the folder, or leads to no file."""
    path = address.partition("#")[0].partition("?")[0]
    if address.startswith("data:") or not path:
        return False
    target = (base / path).resolve()
    if path.startswith("/") or not target.is_relative_to(site.resolve()):
        return True
    return not (target.is_file() or (target / "index.html").is_file())


def test_every_address_is_relative_and_leads_to_a_file(site: Path) -> None:
    wrong = [
        f"{file.relative_to(site)}: {address}"
        for file, text in _texts(site)
        for address in _addresses(file, text)
        if _missing(site, file.parent, address)
    ]
    assert not wrong


def test_no_file_names_another_host(site: Path) -> None:
    named = [
        f"{file.relative_to(site)}: {address}"
        for file, text in _texts(site)
        if file != site / _LINKED
        for address in _HOST.findall(text)
        if not address.startswith(_NAMES)
    ]
    assert not named


def test_the_folder_is_small(site: Path) -> None:
    played = [file for file in site.rglob("*") if file.is_file()]
    played = [file for file in played if "esp-web-tools" not in file.parts]
    assert sum(file.stat().st_size for file in played) < _MOST_BYTES


def _manifest(site: Path) -> tuple[Path, dict[str, Any]]:
    page = (site / "index.html").read_text(encoding="utf-8")
    link = re.search(r'<link[^>]*rel="manifest"[^>]*>', page)
    assert link, "the page has no manifest"
    href = re.search(r'href="([^"]+)"', link[0])
    assert href
    file = site / href[1]
    return file, json.loads(file.read_text(encoding="utf-8"))


def test_the_manifest_makes_it_installable(site: Path) -> None:
    file, manifest = _manifest(site)
    assert manifest["name"] and manifest["short_name"]
    assert manifest["display"] in ("standalone", "minimal-ui", "fullscreen")
    icons = [icon["src"] for icon in manifest["icons"]]
    addresses = [manifest["start_url"], manifest.get("scope", "./"), *icons]
    assert icons and not [one for one in addresses if _missing(site, file.parent, one)]


def test_the_offline_list_names_every_file(site: Path) -> None:
    listed = json.loads((site / "files.json").read_text(encoding="utf-8"))["files"]
    there = [file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file()]
    there = [file for file in there if not file.startswith("esp-web-tools/")]
    assert sorted(listed) == sorted(set(there) - _KEEPERS)


def test_a_service_worker_is_registered(site: Path) -> None:
    sources = "\n".join(text for file, text in _texts(site) if file.suffix == ".mjs")
    registered = re.search(r'serviceWorker\?\.register\("([^"]+)"', sources)
    assert registered and (site / registered[1]).is_file()
