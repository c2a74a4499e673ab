"""What can be answered to a question."""

from micropython import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    Act = Callable[[Any, int, int], object]  # Any: the menu whose row it is

    class Owner(Protocol):
        """Whoever asks."""

        def answered(self, seat: int, choice: int) -> None: ...


class Options:
    """Rows of an answer's text and what is done then: `act(menu, seat, choice)`. `left` is done
    when the question is left: with -1 by PASS, with -2 because nobody has answered. `patient`
    ones wait until the play goes on. `spells` ones are keys of a PIN: the same key pressed twice
    at once counts twice, and OK is none of them. Any key of a seat answers `firm` ones, and none
    leaves them."""

    def __init__(
        self,
        *rows: tuple,
        left: "Act | None" = None,
        patient: bool = False,
        spells: bool = False,
        firm: bool = False,
    ) -> None:
        self.texts = bytes([row[0] for row in rows])
        self.acts = tuple([row[1] for row in rows])
        self.left = left
        self.patient = patient
        self.spells = spells
        self.firm = firm

    def answer(self, menu: "Owner", seat: int, choice: int) -> None:
        """What is done then: by the place of a row, or because the question is left."""
        if choice >= 0:
            self.acts[choice](menu, seat, choice)
        elif self.left:
            self.left(menu, seat, choice)
