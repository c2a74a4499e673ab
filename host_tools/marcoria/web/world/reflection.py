"""Runner of the generator `Thoughts` of an `Expert`, with a solver outside this VM."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from marcoria.bots.expert import Thoughts


class Reflection:
    """Choice of an expert: call `is_done` from time to time until it is true, then read `result`.

    Meanwhile the table goes on, because in a browser the solver runs in another worker
    (web/worker/experts.mjs).
    """

    def __init__(self, thoughts: "Thoughts[Any]") -> None:
        self.result: Any = None
        self._thoughts: Thoughts[Any] | None = thoughts
        self._solver: Any = None  # a PageSolver, which answers questions by number
        self._number = 0
        self._go_on(None)

    def is_done(self) -> bool:
        """Resume the generator if the solver has answered; return whether `result` is set."""
        while self._thoughts:
            answer = self._solver.take(self._number)
            if answer is None:
                return False
            self._go_on(answer)
        return True

    def _go_on(self, answer: "list[int] | None") -> None:
        """Resume the generator with an answer (None at the start).

        Then send its next question to the solver, or set `result` if the generator has ended.
        """
        assert self._thoughts
        try:
            self._solver, question = self._thoughts.send(answer)  # type: ignore[arg-type]
            self._number = self._solver.ask(question)
        except StopIteration as end:
            self.result, self._thoughts = end.value, None
