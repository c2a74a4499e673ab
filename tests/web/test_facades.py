"""The Python classes that the page's worker calls agree with their TypeScript interfaces."""

import ast
import re

from marcoria.paths import HOST

_WEB = HOST / "web"
_FACADES = {"Facade": ("page.py", "PageTable"), "CableFacade": ("cable.py", "Cable")}


def test_types_and_classes_name_the_same_methods() -> None:
    wrong = []
    for interface, (file, name) in _FACADES.items():
        typed, written = _typed(interface), _written(file, name)
        wrong += [f"{interface} lacks {one}" for one in sorted(written.keys() - typed.keys())]
        wrong += [f"{name} lacks {one}" for one in sorted(typed.keys() - written.keys())]
        wrong += [
            f"{name}.{one} takes {written[one]} arguments, but {interface} has {typed[one]}"
            for one in sorted(typed.keys() & written.keys())
            if written[one] != typed[one]
        ]
    assert not wrong


def _typed(interface: str) -> dict[str, tuple[int, int]]:
    """Return the minimum and maximum number of arguments, by method of a TypeScript interface."""
    text = (_WEB / "worker" / "shapes.d.ts").read_text("utf-8")
    body = re.search(rf"interface {interface} {{\n(.*?)\n}}", text, re.DOTALL)
    assert body
    found = {}
    for name, given in re.findall(r"^  (\w+)\((.*?)\): ", body[1], re.MULTILINE):
        values = re.findall(r"(?:^|, )(\w+)(\??):", given)
        found[name] = (sum(not optional for _, optional in values), len(values))
    return found


def _written(file: str, name: str) -> dict[str, tuple[int, int]]:
    """Return the minimum and maximum number of arguments, by public method of a Python class."""
    tree = ast.parse((_WEB / "world" / file).read_text("utf-8"))
    (made,) = [one for one in tree.body if isinstance(one, ast.ClassDef) and one.name == name]
    methods = [one for one in made.body if isinstance(one, ast.FunctionDef)]
    return {
        one.name: (len(one.args.args) - 1 - len(one.args.defaults), len(one.args.args) - 1)
        for one in methods
        if not one.name.startswith("_")
    }
