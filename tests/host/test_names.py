"""Names of modules and classes in the firmware and the host tools."""

import ast
from collections import defaultdict
from pathlib import Path

from marcoria.paths import FIRMWARE, ROOT

_HOST = ROOT / "host_tools" / "marcoria"
_VERB_FORMS = ("ing", "ed")
# Nouns that only look like forms of a verb.
_NOUNS = {"cabling", "evening", "opening", "standing", "wiring"}
# Replacements of modules of MicroPython and CPython. Modules and classes there must have the names
# of the originals.
_OF_MICROPYTHON = (_HOST / "sim" / "machine", _HOST / "web" / "world" / "lib")


def _modules() -> list[Path]:
    found = [path for top in (FIRMWARE, _HOST) for path in sorted(top.rglob("*.py"))]
    return [path for path in found if not any(top in path.parents for top in _OF_MICROPYTHON)]


def test_no_module_is_named_by_a_form_of_a_verb() -> None:
    odd = [path for path in _modules() if path.stem.endswith(_VERB_FORMS)]
    assert [str(path.relative_to(ROOT)) for path in odd if path.stem not in _NOUNS] == []


def test_a_class_name_stands_once() -> None:
    places = defaultdict(list)
    for path in _modules():
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
