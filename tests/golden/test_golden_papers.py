"""`marcoria export` still writes the same deals for journals of older programs.

The output is equal byte for byte, both as BDN and as JSON.
"""

import difflib
from pathlib import Path

import pytest

from golden_tables import Golden, export, goldens


@pytest.mark.parametrize("one", goldens(), ids=str)
def test_export_makes_the_same_deals_as_before(one: Golden, tmp_path: Path) -> None:
    for suffix, form in ((".bdn", []), (".twin.json", ["--json"])):
        told = export(one.journal, one.bar, tmp_path, *form)
        wanted = one.text(suffix)
        if told != wanted:
            lines = difflib.unified_diff(
                wanted.splitlines(), told.splitlines(), "then", "now", n=0, lineterm=""
            )
            pytest.fail("\n".join([f"{one}{suffix}", *list(lines)[:40]]))
