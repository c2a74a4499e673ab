"""What runs in the second VM of the page, beside the simulated chips: the people, who follows the
table, and of the firmware the engine with its houses."""

from pathlib import Path

from marcoria.build.mpy import compile_file, compile_text
from marcoria.build.subset import subset
from marcoria.paths import FIRMWARE, HOST

_PEOPLE = ("announcing", "bidding", "body", "dealing", "eyes", "pace", "pack", "party", "people")
_PLAYERS = ("places", "player_view", "players", "playing", "seven")
# Of the host: code that waits (build/subset.py), and code that does not.
_WAITS = (
    *(f"people/{name}.py" for name in (*_PEOPLE, *_PLAYERS)),
    *(f"web/world/{name}.py" for name in ("cable", "follow", "page", "room")),
    "device/client.py",
)
_WORLD = ("chores", "handle", "lying", "mirror", "told", "wire")
# Stand-ins for what only CPython has.
_ALWAYS = (
    *(
        "base64",
        "binascii",
        "collections/__init__",
        "collections/abc",
        "marcoria/__init__",
        "random",
        "sha512",
    ),
    *("typing", "yaml"),
)
_DOES_NOT = (
    *("game/masks.py", "game/wording.py", "journal/replay.py", "journal/wording.py"),
    *("scenarios/nodes.py", "scenarios/orders.py", "device/answers.py", "errors.py"),
    *(f"web/world/{name}.py" for name in (*_WORLD, *(f"lib/{name}" for name in _ALWAYS))),
)
# What is only loaded where papers are read or written.
_GAME = ("display", "houses", "mistakes")
_PAPER = (
    *("checks", "chronicle", "document", "faults", "hands", "lines", "playing", "reading"),
    *("recording", "redeal", "refusals", "replaying", "rulebooks", "state", "telling", "typed"),
    *("words", "writing"),
)
_SCENARIO = ("files", "own_houses", "rigged", "scenario", "steps", "witness")
_ON_STAGE = (  # they wait
    *("people/company.py", "people/screen.py", "people/by_heart.py", "people/mind.py"),
    *("scenarios/doing.py", "web/world/stage.py"),
)
_PAPERS = (
    *(f"scenarios/{name}.py" for name in _SCENARIO),
    *("journal/from_table.py", "people/ears.py", "sim/view/layout.py", "web/world/sight.py"),
    *(f"game/{name}.py" for name in _GAME),
    *(f"paper/{name}.py" for name in _PAPER),
    *("journal/blocks.py", "journal/gaps.py", "journal/reading.py", "web/world/desk.py"),
    *("build/font_file.py", "sim/view/ocr.py", "sim/view/shapes.py"),
)
_STAND_INS = (
    *("bisect", "difflib", "functools", "itertools", "pathlib", "re"),
    *("marcoria/named_files", "marcoria/paths", "marcoria/paper/redealing"),
)
# Of the firmware, as the board has them.
_ENGINE = ("belote", "codes", "table/files", "link/line.py", "texts.py", "slot.py")
_DISPLAY = ("ui/glyphs.py",)
_LIBRARY = "web/world/lib/"


def beside_the_chips() -> dict[str, bytes]:
    """Those files by their paths in that VM."""
    files = _made(_waiting(_WAITS) | _as_they_are(_DOES_NOT))
    for part in _ENGINE:
        for path in sorted(_modules(FIRMWARE / part)):
            name = path.relative_to(FIRMWARE).as_posix()
            files[f"/lib/{_compiled(name)}"] = compile_file(path, name)
    for path in sorted((FIRMWARE / "belote" / "houses").iterdir()):
        files[f"/a/belote/houses/{path.name}"] = path.read_bytes()
    return files


def papers() -> dict[str, bytes]:
    """Those files more that it takes to read and write papers."""
    stand_ins = tuple(f"{_LIBRARY}{name}.py" for name in _STAND_INS)
    files = _made(_waiting(_ON_STAGE) | _as_they_are(_PAPERS + stand_ins))
    for part in _DISPLAY:
        files[f"/lib/{_compiled(part)}"] = compile_file(FIRMWARE / part, part)
    for path in sorted((FIRMWARE / "ui" / "words").glob("*.words")):
        files[f"/a/ui/words/{path.name}"] = path.read_bytes()
    font = FIRMWARE / "ui" / "fonts" / "type.font"
    return files | {f"/a/ui/fonts/{font.name}": font.read_bytes()}


def _waiting(names: tuple[str, ...]) -> dict[Path, str]:
    """Some of the code that waits, of which all must be known."""
    whole = subset([HOST / name for name in (*_WAITS, *_ON_STAGE)])
    return {HOST / name: whole[HOST / name] for name in names}


def _as_they_are(names: tuple[str, ...]) -> dict[Path, str]:
    return {HOST / name: (HOST / name).read_text(encoding="utf-8") for name in names}


def _made(sources: dict[Path, str]) -> dict[str, bytes]:
    """The bytecode of sources, where it is imported from."""
    files = {}
    for path, text in sources.items():
        inside = path.relative_to(HOST).as_posix()
        name = (
            inside.removeprefix(_LIBRARY) if inside.startswith(_LIBRARY) else f"marcoria/{inside}"
        )
        files[f"/lib/{_compiled(name)}"] = compile_text(path, text.encode(), name)
    return files


def _modules(part: Path) -> list[Path]:
    return [part] if part.is_file() else list(part.rglob("*.py"))


def _compiled(name: str) -> str:
    return f"{name.removesuffix('.py')}.mpy"
