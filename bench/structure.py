"""Statistics of the code: files, lines, functions, loose types, imports, parameters, class names.

    .venv/bin/python bench/structure.py [FOLDER]

FOLDER is the root of the repository, by default the current folder. The program reads the tracked
Python and JavaScript files of firmware/, host_tools/ and bench/, without generated files.
"""

import ast
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from statistics import median

_CODE = (".py", ".mjs", ".js")
_FOLDERS = ("firmware/", "host_tools/", "bench/")
_GENERATED = ("firmware/texts.py", "firmware/board.py")
_LOOSE = re.compile(r"\bAny\b|\bobject\b|\bcast\(|type: ignore")
_ANY = re.compile(r"\bAny\b")


def modules(trees: dict[Path, ast.Module], root: Path) -> dict[str, ast.Module]:
    """Return the syntax trees of the modules in firmware/ and host_tools/, by module name."""
    found = {}
    for path, tree in trees.items():
        folder, *inside = path.relative_to(root).with_suffix("").parts
        if folder in ("firmware", "host_tools"):
            found[".".join(inside).removesuffix(".__init__")] = tree
    return found


def circles(found: dict[str, ast.Module]) -> list[set[str]]:
    """Return the sets of modules that import each other, directly or through other modules.

    Imports for types and imports in functions count too.
    """
    reach = {name: _imports(tree) & found.keys() for name, tree in found.items()}
    for middle in found:
        for name in found:
            if middle in reach[name]:
                reach[name] |= reach[middle]
    sets = {frozenset(o for o in reach[name] if name in reach[o]) for name in found}
    return [set(one) for one in sets if one]


def _imports(tree: ast.Module) -> set[str]:
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
    return names


def sources(root: Path) -> list[Path]:
    """Return the paths of the tracked source files, without those in `_GENERATED`."""
    listed = subprocess.run(
        ["git", "ls-files", *_FOLDERS], cwd=root, capture_output=True, text=True, check=True
    )
    names = [name for name in listed.stdout.split() if name not in _GENERATED]
    return [root / name for name in names if name.endswith(_CODE)]


def main(root: Path) -> None:
    """Print the statistics of the repository in the folder `root`."""
    files = sources(root)
    texts = {path: path.read_text("utf-8") for path in files}
    lines = {path: text.count("\n") for path, text in texts.items()}
    trees = {path: ast.parse(text) for path, text in texts.items() if path.suffix == ".py"}
    functions = sorted(
        (node.end_lineno or 0) - node.lineno + 1
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    parameters = sorted(
        (
            (len(node.args.args) + len(node.args.kwonlyargs), node.name)
            for tree in trees.values()
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ),
        reverse=True,
    )
    classes = Counter(
        node.name
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    )
    host = [path for path in trees if "host_tools" in path.parts]
    round_trips = circles(modules(trees, root))
    longest = max(lines, key=lambda path: lines[path])
    print(f"source files                {len(files)}")
    print(f"lines                       {sum(lines.values())}")
    print(f"files over 500 lines        {sum(count > 500 for count in lines.values())}")
    print(f"longest file                {lines[longest]} {longest.relative_to(root)}")
    print(f"functions                   {len(functions)}")
    print(f"  median, p90, max          {median(functions):g} {_p90(functions)} {functions[-1]}")
    print(f"Any, object, cast, ignore   {sum(len(_LOOSE.findall(texts[p])) for p in trees)}")
    print(f"Any in host tools           {sum(len(_ANY.findall(texts[p])) for p in host)}")
    print(
        f"circular imports            {len(round_trips)} of {sum(map(len, round_trips))} modules"
    )
    print(f"repeated class names        {sum(count > 1 for count in classes.values())}")
    print("longest parameter lists     " + ", ".join(f"{n} {name}" for n, name in parameters[:5]))


def _p90(numbers: list[int]) -> int:
    return numbers[len(numbers) * 9 // 10]


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve())
