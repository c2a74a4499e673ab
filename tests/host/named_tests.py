"""Names of the test functions, to check the names that documents quote."""

import re
from functools import cache

from marcoria.paths import ROOT

_DEFINITION = re.compile(r"^ *(?:async )?def (\w+)\(", re.MULTILINE)


@cache
def functions() -> frozenset[str]:
    """Return the names of all functions in the files `test_*.py`."""
    texts = [path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    return frozenset(name for text in texts for name in _DEFINITION.findall(text))
