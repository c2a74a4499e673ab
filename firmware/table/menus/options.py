"""Answers to a question, each with its handler."""

from micropython import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    Act = Callable[[Any, int, int], object]  # called with the menu, the seat and the choice

    class Owner(Protocol):
        """Object that asks a question and handles the answer."""

        def answered(self, seat: int, choice: int) -> None:
            """Handle an answer: the index of an option, or -1 for PASS.

            `choice` is -2 if `Menu.step` has closed the question without an answer.
            """


class Options:
    """Answers to a question: each row has a text and its handler, `act(menu, seat, choice)`.

    - `left` is called if no row was chosen: with the choice -1 after PASS, with -2 if `Menu.step`
      has closed the question.
    - `patient`: the question has no timeout. `Menu.step` closes it when play goes on.
    - `spells`: the keys spell a PIN. A key pressed twice quickly counts twice. OK gives no answer.
    - `firm`: any key of a seat chooses the first row, and no key leaves the question.
    """

    def __init__(
        self,
        *rows: tuple,
        left: "Act | None" = None,
        patient: bool = False,
        spells: bool = False,
        firm: bool = False,
    ) -> None:
        self.texts = tuple([row[0] for row in rows])
        self.acts = tuple([row[1] for row in rows])
        self.left = left
        self.patient = patient
        self.spells = spells
        self.firm = firm

    def answer(self, menu: "Owner", seat: int, choice: int) -> None:
        """Call the handler of a row, or `left` if the question was left."""
        if choice >= 0:
            self.acts[choice](menu, seat, choice)
        elif self.left:
            self.left(menu, seat, choice)
