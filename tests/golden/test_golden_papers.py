"""Journals that an older program has left: `marcoria export` makes the same deals of them, byte
for byte, as BDN and as its JSON twin."""

import difflib
from pathlib import Path

import pytest

from golden_tables import Golden, export, goldens


@pytest.mark.parametrize("one", goldens(), ids=str)
def test_the_same_deals_come_out_of_the_journal(one: Golden, tmp_path: Path) -> None:
    for suffix, form in ((".bdn", []), (".twin.json", ["--json"])):
        told = export(one.journal, one.bar, tmp_path, *form)
        wanted = one.text(suffix)
        if told != wanted:
            lines = difflib.unified_diff(
                wanted.splitlines(), told.splitlines(), "then", "now", n=0, lineterm=""
            )
            pytest.fail("\n".join([f"{one}{suffix}", *list(lines)[:40]]))
