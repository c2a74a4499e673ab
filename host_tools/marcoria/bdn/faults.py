"""What is wrong with a deal on paper, and where."""

from marcoria.errors import Exit, TableError


class PaperError(TableError):
    """Line and column count from 1; 0 where the whole file is meant."""

    def __init__(self, detail: str, line: int = 0, column: int = 0) -> None:
        where: dict[str, int] = {"line": line, "column": column} if line else {}
        super().__init__("bad-deal", detail, Exit.UNVERIFIED, **where)
        self.line = line
        self.column = column

    def of(self, path: str) -> TableError:
        """The error of a file: who reads the sentence alone finds the place too."""
        where = f"line {self.line}, column {self.column}: " if self.line else ""
        told = f"{path}: {where}{self.detail}"
        return TableError("bad-deal", told, Exit.UNVERIFIED, **self.facts)
