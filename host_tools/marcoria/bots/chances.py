"""Chances that a seat has cards, as one player may estimate them at the table."""

from marcoria.bots.knowledge import NOWHERE, OUT, Knowledge


class Chances:
    """Chances at one turn, estimated from the number of unseen cards that each seat has."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        room = knowledge.room()
        self._of: list[list[float]] = []  # for each card the chance that each seat has it
        for card in range(32):
            place = knowledge.place[card]
            chances = [0.0, 0.0, 0.0, 0.0]
            if 0 <= place < OUT:
                chances[place] = 1.0
            elif place == NOWHERE and not knowledge.is_gone(card):
                self._share(chances, card, room)
            self._of.append(chances)

    def _share(self, chances: list[float], card: int, room: list[int]) -> None:
        """Set in `chances` for each seat the chance that it has `card`, an unseen card.

        `room` is what `Knowledge.room` returns.
        """
        knowledge = self.knowledge
        others = [seat for seat in range(4) if seat != knowledge.seat]
        seats = [seat for seat in others if knowledge.may_hold(seat, card)]
        whole = sum(room[seat] for seat in seats) + room[OUT]
        for seat in seats:
            if whole:
                chances[seat] = room[seat] / whole

    def of_any(self, seat: int, suit: int, ranks: int) -> float:
        """Return the chance that a seat has a card of `suit` with a rank in the mask `ranks`."""
        none = 1.0
        for rank in range(8):
            if ranks >> rank & 1:
                none *= 1.0 - self._of[suit << 3 | rank][seat]
        return 1.0 - none
