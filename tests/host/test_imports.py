"""Rules for imports, for names of houses in the firmware's code, and for names of test files."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from marcoria.firmware import NAMES
from marcoria.paths import FIRMWARE, ROOT

# Modules of MicroPython that most parts may import.
_BUILTIN = {
    "micropython",
    "gc",
    "sys",
    "os",
    "time",
    "json",
    "struct",
    "binascii",
    "asyncio",
    "io",
    "random",
    "hashlib",
}
_HARDWARE = {"machine", "esp32"}

# Allowed imports of each part of firmware/. Only `boot` and `bundle` may import other modules of
# `boot` than `boot.slot`.
_PARTS = {
    "codes": {"micropython"},
    "belote": {"belote", "codes", "micropython"},
    "table": {"table", "belote", "boot", "codes", "texts"} | _BUILTIN,
    "drivers": {"drivers", "codes", "framebuf", "select"} | _BUILTIN | _HARDWARE,
    "ui": {"ui", "belote", "codes", "table", "texts", "framebuf"} | _BUILTIN,
    "journal": {"journal", "codes"} | _BUILTIN,
    # The commands of the link need the table. They get the journal as an argument.
    "link": {"link", "array", "board", "boot", "codes", "table", "texts"} | _BUILTIN,
    # This part sends pieces of the journal (`journal`) over a network. It stores its key in the
    # same way as the bar's files are stored (`table`).
    "courier": {"courier", "codes", "journal", "table", "chumicro_mqtt", "errno"}
    | {"network", "select", "socket", "tls"}
    | _BUILTIN,
    "board": set(),
    "texts": {"micropython"},
    "app": {"belote", "table", "drivers", "ui", "journal", "link", "board", "courier"}
    | {"boot", "codes", "tasks", "texts"}
    | _BUILTIN,
    "tasks": {"boot", "codes", "table"} | _BUILTIN,
    "boot": {"app", "board", "boot", "codes", "drivers", "texts"} | _BUILTIN,
    "bundle": {"boot", "vfs"} | _BUILTIN,
    "main": {"bundle"} | _BUILTIN,
}
_HOUSES = {file.stem for file in (FIRMWARE / "belote" / "houses").glob("*.house")}
_SOURCES = sorted(FIRMWARE.rglob("*.py"))

# Allowed imports of each part of host_tools/marcoria: other parts, and parts of
# `marcoria.firmware`. All parts may also import _EVERYBODYS. The parts game, sim, bots, scenarios
# and commands are layers: none of them may import a later one.
_HOST = ROOT / "host_tools" / "marcoria"
_GAME = {"belote", "codes"}
_EVERYBODYS = ("errors", "named_files", "paths", "processes", "terminal", "value", "coroutines")
_HOST_PARTS = {
    "__init__": set(),
    "context": set(),
    "config": set(),
    "errors": set(),
    "firmware": set(),
    "named_files": set(),
    "processes": {"marcoria.context"},
    "guard": {"marcoria.context"},
    "paths": set(),
    "terminal": set(),
    "value": set(),
    "coroutines": set(),
    "board": {"marcoria.build"},
    "build": set(),
    # `table` parses the bar's files. `ui` has the widths of the letters on the display.
    "game": {"framebuf", "table", "ui"} | _GAME,
    "journal": {"marcoria.game"} | _GAME,
    "bdn": {"marcoria.game", "marcoria.journal"} | _GAME,
    "analysis": {"marcoria.bdn", "marcoria.game", "marcoria.sim"} | _GAME,
    "sim": {"marcoria.board", "marcoria.build", "marcoria.guard"},
    # `flash` uses the ports of `device`. Both need the size of a flash block from `journal`.
    "device": {"codes", "link", "marcoria.config", "marcoria.journal"},
    "hub": {
        *("marcoria.analysis", "marcoria.bdn", "marcoria.device", "marcoria.game"),
        *("marcoria.journal", *_GAME),
    },
    "flash": {"marcoria.board", "marcoria.build", "marcoria.device", "marcoria.journal"},
    "bots": {"marcoria.analysis", "marcoria.game", "marcoria.sim"} | _GAME,
    "scenarios": {
        *("marcoria.game", "marcoria.journal", "marcoria.sim", "marcoria.bots"),
        *("marcoria.bdn", *_GAME),
    },
    "problems": {"marcoria.analysis", "marcoria.bots", "marcoria.game"} | _GAME,
    "sandbox": {"marcoria.scenarios", "marcoria.sim"},
    # This part makes and serves the web page. It also has the code for the page's VMs that do not
    # run the firmware: bots, a follower of the table, and code for files.
    "web": {
        *("marcoria.device", "marcoria.game", "marcoria.journal", "marcoria.bots"),
        *("marcoria.build", "marcoria.guard", "marcoria.bdn", "marcoria.scenarios"),
        *("marcoria.board", "marcoria.flash"),
        *("marcoria.analysis", "marcoria.sim", "table", "texts", *_GAME),
    },
    "publish": {
        *("marcoria.board", "marcoria.build", "marcoria.flash", "marcoria.guard", "marcoria.web"),
    },
    "commands": {
        "marcoria.analysis",
        "marcoria.bdn",
        "marcoria.journal",
        "marcoria.context",
        "marcoria.board",
        "marcoria.build",
        "marcoria.config",
        "marcoria.device",
        "marcoria.flash",
        "marcoria.game",
        "marcoria.hub",
        "marcoria.bots",
        "marcoria.sandbox",
        "marcoria.scenarios",
        "marcoria.web",
    },
    "cli": {"marcoria.context", "marcoria.commands", "marcoria.guard"},
}
# The stand-ins for MicroPython's modules, such as `machine`, belong to no package, because
# simulated boards import them by the same names as real boards.
_STAND_INS = _HOST / "sim" / "machine"
_HOST_SOURCES = [
    path for path in sorted(_HOST.rglob("*.py")) if not path.is_relative_to(_STAND_INS)
]
# Short names that may be imported, because the page's VM with the simulated chips has modules of
# these names.
_IN_A_VM = {"_board by its short name", "uctypes by its short name"}


def _part(source: Path) -> str:
    return source.relative_to(FIRMWARE).parts[0].removesuffix(".py")


class _Running(ast.NodeTransformer):
    """Transformer that removes `if TYPE_CHECKING`, whose code never runs."""

    def visit_If(self, node: ast.If) -> ast.AST | None:
        self.generic_visit(node)
        return None if ast.unparse(node.test) == "TYPE_CHECKING" else node


def _modules(tree: ast.AST) -> set[str]:
    """Return the names of all imported modules, including imports inside functions.

    `from a import b` gives the names `a` and `a.b`, even if `b` is no module.
    """
    names = set()
    for node in ast.walk(_Running().visit(tree)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"line {node.lineno}: use an absolute import"
            names.add(node.module)
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def _imported(tree: ast.AST) -> set[str]:
    """Return the top-level names of all imported modules."""
    return {name.split(".")[0] for name in _modules(tree)}


def _host_module(source: Path) -> str:
    parts = ["marcoria", *source.relative_to(_HOST).with_suffix("").parts]
    return ".".join(parts).removesuffix(".__init__")


def _firmware_module(source: Path) -> str:
    parts = source.relative_to(FIRMWARE).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def _graph(names: dict[str, Path]) -> dict[str, set[str]]:
    """Return, for each module in `names`, the other modules in `names` that it imports."""
    found = {name: _modules(ast.parse(source.read_bytes())) for name, source in names.items()}
    return {name: (imported & set(names)) - {name} for name, imported in found.items()}


def _houses_compared(tree: ast.AST) -> list[str]:
    """Return the names of houses that occur in comparisons or dictionaries."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare | ast.Dict):
            literals = [part for part in ast.walk(node) if isinstance(part, ast.Constant)]
            found += [part.value for part in literals if part.value in _HOUSES]
    return found


def test_sources_and_houses_are_found():
    assert _SOURCES and _HOUSES


def _wrong_import(source: Path) -> str:
    """Return a sentence about the wrong imports of a firmware module, "" if there are none."""
    part = _part(source)
    if part not in _PARTS:
        return f"firmware/{part} is new: list in _PARTS what it may import"
    tree = ast.parse(source.read_bytes())
    forbidden = _imported(tree) - _PARTS[part]
    if part not in ("boot", "bundle"):
        forbidden |= {name for name in _modules(tree) if name.startswith("boot.")} - {"boot.slot"}
    return _told(source.relative_to(FIRMWARE), forbidden)


def _wrong_import_of_the_host(source: Path) -> str:
    """Return a sentence about the wrong imports of a host module, "" if there are none."""
    part = source.relative_to(_HOST).parts[0].removesuffix(".py")
    if part not in _HOST_PARTS:
        return f"{part} is new: list in _HOST_PARTS what it may import"
    imported = {tuple(name.split(".")) for name in _modules(ast.parse(source.read_bytes()))}
    own = {".".join(name[:2]) for name in imported if name[0] == "marcoria" and len(name) > 1}
    board = {name[2] for name in imported if name[:2] == ("marcoria", "firmware") and name[2:]}
    short = {f"{name[0]} by its short name" for name in imported if name[0] in NAMES}
    may = _HOST_PARTS[part] | {f"marcoria.{name}" for name in (part, "firmware", *_EVERYBODYS)}
    may |= {"marcoria.__version__"}
    return _told(source.relative_to(_HOST), ((own | board) - may) | (short - _IN_A_VM))


def _told(module: Path, forbidden: set[str]) -> str:
    return f"{module} must not import {', '.join(sorted(forbidden))}" if forbidden else ""


def test_imports_go_one_way():
    assert [wrong for source in _SOURCES if (wrong := _wrong_import(source))] == []


def test_imports_of_the_host_go_one_way():
    found = [wrong for source in _HOST_SOURCES if (wrong := _wrong_import_of_the_host(source))]
    assert found == []


def test_a_wrong_import_is_found(monkeypatch):
    folder = FIRMWARE / "belote"
    assert _told(folder, {"table"}) and not _told(folder, set())
    monkeypatch.setitem(_PARTS, "belote", set())
    assert any(_wrong_import(source) for source in _SOURCES)
    monkeypatch.setitem(_HOST_PARTS, "bdn", set())
    assert any(_wrong_import_of_the_host(source) for source in _HOST_SOURCES)


def test_models_of_chips_import_only_chips():
    """The models of the chips also run in a VM that has no other host tools."""
    for source in (_HOST / "sim" / "chips").rglob("*.py"):
        for name in _modules(ast.parse(source.read_bytes())):
            assert not name.startswith("marcoria") or name.startswith("marcoria.sim.chips"), source


def _in_order(names: dict[str, Path]) -> list[str]:
    """Return the modules sorted, imported modules first; fail if the imports have a cycle."""
    try:
        return list(TopologicalSorter(_graph(names)).static_order())
    except CycleError as error:
        pytest.fail(f"a cycle of imports: {' <- '.join(error.args[1])}")


def test_no_module_of_the_host_imports_itself_through_others():
    order = _in_order({_host_module(source): source for source in _HOST_SOURCES})
    assert order.index("marcoria.game.houses") < order.index("marcoria.bots.company")


def test_no_module_of_the_firmware_imports_itself_through_others():
    order = _in_order({_firmware_module(source): source for source in _SOURCES})
    assert order.index("belote.match") < order.index("boot.program") < order.index("bundle")


def test_a_cycle_of_imports_is_found(tmp_path):
    files = {name: tmp_path / f"{name}.py" for name in "abc"}
    files["a"].write_text("import b\n")
    files["b"].write_text("def f():\n    from c import x\n")
    files["c"].write_text("import c\n")
    assert _in_order(files) == ["c", "b", "a"]
    files["c"].write_text("import a\n")
    with pytest.raises(pytest.fail.Exception, match="a cycle of imports: "):
        _in_order(files)


def test_no_code_compares_the_name_of_a_house():
    trees = {source: ast.parse(source.read_bytes()) for source in _SOURCES}
    assert [str(source) for source, tree in trees.items() if _houses_compared(tree)] == []


@pytest.mark.parametrize(
    "code", ["if house == 'french': pass", "x = name in ('libre',)", "t = {'salotto': 1}"]
)
def test_a_comparison_of_a_houses_name_is_found(code):
    assert _houses_compared(ast.parse(code))


def test_imports_inside_functions_count():
    tree = ast.parse("def f():\n    import machine.x\n    from table import pads\n")
    assert _imported(tree) == {"machine", "table"}


def test_no_two_files_of_tests_have_the_same_name() -> None:
    """pytest refuses the second of two such files, but only if it runs the folders of both."""
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert len(names) == len(set(names))
