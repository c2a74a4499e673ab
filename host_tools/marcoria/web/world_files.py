"""What runs in the second VM of the page, beside the simulated chips: the people, who follows the
table, and of the firmware the engine with its houses."""

from pathlib import Path

from marcoria.build.mpy import compile_file, compile_text
from marcoria.build.subset import subset
from marcoria.paths import FIRMWARE, HOST

_PEOPLE = ("announcing", "bidding", "body", "dealing", "eyes", "pace", "pack", "party", "people")
_PLAYERS = ("player_view", "players", "playing", "seven")
# Of the host: code that waits (build/subset.py), and code that does not.
_WAITS = (
    *(f"people/{name}.py" for name in (*_PEOPLE, *_PLAYERS)),
    *(f"web/world/{name}.py" for name in ("cable", "follow", "page", "room")),
    "device/client.py",
)
_DOES_NOT = (
    *("game/masks.py", "game/wording.py", "journal/replay.py", "journal/wording.py"),
    *("device/line.py", "errors.py"),
    *(f"web/world/{name}.py" for name in ("chores", "handle", "lying", "mirror", "told", "wire")),
    "web/world/lib/random.py",
)
# Of the firmware, as the board has them.
_ENGINE = ("belote", "codes", "table/files", "link/check.py", "texts.py", "slot.py")
_LIBRARY = "web/world/lib/"


def beside_the_chips() -> dict[str, bytes]:
    """Those files by their paths in that VM."""
    files = {}
    sources = subset([HOST / name for name in _WAITS])
    sources |= subset([HOST / name for name in _DOES_NOT], waiting=False)
    for path, text in sources.items():
        inside = path.relative_to(HOST).as_posix()
        name = (
            inside.removeprefix(_LIBRARY) if inside.startswith(_LIBRARY) else f"marcoria/{inside}"
        )
        files[f"/lib/{_compiled(name)}"] = compile_text(path, text.encode(), name)
    for part in _ENGINE:
        for path in sorted(_modules(FIRMWARE / part)):
            name = path.relative_to(FIRMWARE).as_posix()
            files[f"/lib/{_compiled(name)}"] = compile_file(path, name)
    for path in sorted((FIRMWARE / "belote" / "houses").iterdir()):
        files[f"/a/belote/houses/{path.name}"] = path.read_bytes()
    return files


def _modules(part: Path) -> list[Path]:
    return [part] if part.is_file() else list(part.rglob("*.py"))


def _compiled(name: str) -> str:
    return f"{name.removesuffix('.py')}.mpy"
