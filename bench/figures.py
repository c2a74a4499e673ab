"""Table of figures, printed line by line and saved as JSON."""

import json
from pathlib import Path


class Table:
    """Measured figures, most of them with a budget that they must keep."""

    def __init__(self) -> None:
        self.rows: list[dict[str, object]] = []

    def at_least(self, name: str, value: float, unit: str, budget: float) -> None:
        self._add(name, value, unit, budget, value >= budget, ">=")

    def at_most(self, name: str, value: float, unit: str, budget: float) -> None:
        self._add(name, value, unit, budget, value <= budget, "<=")

    def show(self, name: str, value: float, unit: str) -> None:
        """Add a figure without a budget."""
        self._add(name, value, unit, None, True, "")

    def keep(self, path: Path) -> bool:
        """Save the figures as JSON; return whether every budget was kept."""
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(self.rows, indent=1) + "\n", "utf-8")
        return all(row["ok"] for row in self.rows)

    def _add(
        self, name: str, value: float, unit: str, budget: float | None, ok: bool, sign: str
    ) -> None:
        value = round(value) if abs(value) >= 100 else round(value, 2)
        row: dict[str, object] = {
            "name": name,
            "value": value,
            "unit": unit,
            "budget": budget,
            "ok": ok,
        }
        self.rows.append(row)
        wanted = "" if budget is None else f"{sign} {budget:,}"
        print(f"{name:<52} {value:>12,} {unit:<10} {wanted:>14} {'' if ok else 'MISSED'}")
