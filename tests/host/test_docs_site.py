"""The documentation site: complete navigation, working links, and no files of other sites."""

import json
import re
from pathlib import Path

import pytest
import yaml

from marcoria.errors import TableError
from marcoria.paths import ROOT
from marcoria.publish import docs
from marcoria.publish.reference import describe, make_schema_page
from marcoria.web.construction import FACTS


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the site's sources, as mkdocs reads it."""
    folder = tmp_path_factory.mktemp("site") / "source"
    docs.assemble(folder)
    return folder


def _pages(nav: docs.Nav) -> list[str]:
    found: list[str] = []
    for entry in nav:
        for inside in entry.values():
            found += [inside] if isinstance(inside, str) else _pages(inside)
    return found


def test_each_page_has_its_place_in_the_navigation(source: Path) -> None:
    pages = _pages(docs.make_config(source)["nav"])
    assert len(pages) == len(set(pages)) > 25
    assert {path.relative_to(source).as_posix() for path in source.rglob("*.md")} == set(pages)


def test_the_navigation_has_four_parts_and_the_reference(source: Path) -> None:
    nav = docs.make_config(source)["nav"]
    titles = [title for entry in nav for title in entry]
    assert titles == ["Marcoria", "Players", "Makers", "Directors", "Developers"]
    pages = _pages(nav)
    assert {f"reference/{name}.md" for name in ("engine", "link", "bdn", "play")} <= set(pages)


def test_a_page_that_is_not_there_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# x", "utf-8")
    assert _pages(docs.make_config(tmp_path)["nav"]) == ["README.md"]


def test_the_virtual_table_is_where_its_page_shows_it(source: Path) -> None:
    page = (source / "reference" / "play.md").read_text("utf-8")
    (shown,) = re.findall(r'<iframe src="([^"]+)"', page)
    # A page keeps the path of its source, so this relative address is also right on the site.
    assert (source / "reference" / shown).resolve().is_file()
    assert yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["use_directory_urls"] is False


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("[play](play.md#keys)", "[play](play.md#keys)"),
        ("[the table](../table)", "[the table](../table/README.md)"),
        ("[build](../table/#wires)", "[build](../table/README.md#wires)"),
        ("[a test](../tests/conftest.py) says", "a test says"),
        ("![a pin](../firmware/board.py) is wired", "a pin is wired"),
        ("[gone](../tests/gone.py) [typo](paly.md)", "[gone](../tests/gone.py) [typo](paly.md)"),
        ("[one\nline](../LICENSE)", "one\nline"),
        ("[web](https://semver.org/) [here](#keys)", "[web](https://semver.org/) [here](#keys)"),
        ("```sh\n[x](nothing)\n```\n", "```sh\n[x](nothing)\n```\n"),
    ],
)
def test_links_stay_within_the_site(given: str, kept: str, tmp_path: Path) -> None:
    for name in ("docs/play.md", "table/README.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x", "utf-8")
    assert docs.keep_links_inside(given, "docs/page.md", tmp_path) == kept


def test_a_schema_becomes_a_page() -> None:
    schema = {
        "title": "Cards",
        "$defs": {
            "card": {"type": "string", "pattern": "^(7|A)$"},
            "asked": {
                "hand": {"required": ["cards"], "properties": {"cards": {"enum": [1, "x"]}}}
            },
        },
    }
    page = make_schema_page("link", schema)
    assert page.startswith("# Cards\n")
    assert "## card\n\nstring, form `^(7\\|A)$`.\n" in page
    assert "## asked\n\n### hand\n" in page
    assert "| `cards` | yes | one of `1` `x` |" in page


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"$ref": "#/$defs/seat"}, "[seat](#seat)"),
        ({"const": False}, "`false`"),
        ({"type": ["integer", "null"], "minimum": 3}, "integer or null, at least 3"),
        (
            {"type": "array", "items": {"const": 1}, "maxItems": 4},
            "array, of: `1`, at most 4 items",
        ),
        ({"oneOf": [{"type": "string"}, {"const": 0}]}, "string or `0`"),
        ({}, "anything"),
    ],
)
def test_a_value_is_described_in_words(schema: dict[str, object], words: str) -> None:
    assert describe(schema) == words


@pytest.mark.parametrize("name", ["link", "bdn", "rules", "commands"])
def test_the_reference_has_each_definition_of_a_schema(name: str, source: Path) -> None:
    schema = json.loads((ROOT / "docs" / f"{name}.schema.json").read_text("utf-8"))
    page = (source / "reference" / f"{name}.md").read_text("utf-8")
    for key in schema["$defs"]:
        assert f"\n## {key}\n" in page
    assert "{" not in re.sub(r"`[^`]*`", "", page), "a part of the schema is not described"


@pytest.mark.soak
def test_the_site_is_built_and_fetches_nothing(tmp_path: Path) -> None:
    made = docs.build(tmp_path)
    pages = list(made.rglob("*.html"))
    assert len(pages) > 25
    loads = re.compile(
        r"<(?:script|img|iframe|source|link)\b[^>]*(?:src|href)=[\"']?https?://[^>]*"
    )
    styles = re.compile(r"(?:url\(|@import )[\"']?https?://[^)]*")
    files = [*pages, *made.rglob("*.css")]
    found = {
        one
        for path in files
        for pattern in (loads, styles)
        for one in pattern.findall(path.read_text("utf-8"))
    }
    assert found == set()
    engine = (made / "reference" / "engine.html").read_text("utf-8")
    assert 'id="belote.match.Match"' in engine
    assert (made / "table" / "index.html").is_file()
    # GitHub's boxes, which begin with "[!CAUTION]", are boxes on the site too.
    assert not [path for path in pages if re.search(r"\[![A-Z]+\]", path.read_text("utf-8"))]
    assert 'class="admonition caution"' in (made / "hardware" / "buy.html").read_text("utf-8")


@pytest.mark.soak
def test_a_dead_link_fails_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    whole = docs.make_schema_page
    monkeypatch.setattr(docs, "make_schema_page", lambda *of: whole(*of) + "\n[x](#nowhere)\n")
    with pytest.raises(TableError):
        docs.build(tmp_path)
    assert "'#nowhere'" in capfd.readouterr().err


def test_missing_mkdocs_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docs, "_TOOLS", tmp_path)
    monkeypatch.setattr(docs, "assemble", Path.mkdir)
    with pytest.raises(TableError, match="mkdocs is not installed"):
        docs.build(tmp_path)


def test_the_virtual_table_links_to_the_guide_on_the_site(source: Path) -> None:
    facts = json.loads((source / "table" / FACTS).read_text("utf-8"))
    for address in facts["guide"].values():
        page = source / "table" / address.partition("#")[0]
        assert page.resolve().with_suffix(".md").is_file(), address
