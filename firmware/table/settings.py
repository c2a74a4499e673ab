"""What the people of a bar have chosen, kept over a power cut.

Only the values stay in memory; `table.settingsfile`, which reads and writes them, is loaded and
dropped each time.
"""


class Settings:
    """One attribute a setting, as docs/decks.md lists them; `folder` is where the table's files
    are."""

    language: str
    volume: int
    brightness: int
    house: str
    hands: int  # 0 blind, 1 scanned
    discipline: int  # -1: as the house has it
    target: int  # 0: as the house has it
    deck: str
    names: list  # of the players, by seat
    pin: list  # of the director: four suits, or none

    def __init__(self, path: str) -> None:
        self.path = path
        self.folder = path[: path.rfind("/")]
        from table import settingsfile

        settingsfile.load(self)

    def save(self) -> bool:
        """Writes them; whether it could. Between deals only."""
        from table import settingsfile

        return settingsfile.save(self)
