"""Lists as CSV, for spreadsheets."""

import csv
import io
from collections.abc import Iterable


def sheet(head: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """The text of one."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()
