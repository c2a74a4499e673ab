"""Items of the set-up about seats, scanned hands, the target and the discipline."""

import texts
from codes.game import Totals
from table.menus.options import Options
from table.setup.opening import players
from table.setup.questions import Item


class PlacesItem(Item):
    """Item that lets two players change seats."""

    def _ask_first(self) -> None:
        self._ask(texts.WHO_MOVES, players(self.table), _WHO_MOVES)

    def moves(self, seat: int, choice: int) -> None:
        """Store the first seat, and ask for the second."""
        self.seat = seat
        self.table.voice.say(0, seat, ms=0)
        self._ask(texts.MOVES_WITH, players(self.table) & ~(1 << seat), _MOVES_WITH)

    def moved(self, seat: int, choice: int) -> None:
        """Exchange the names of the two seats."""
        names = self.settings.names
        names[seat], names[self.seat] = names[self.seat], names[seat]
        self._save()


class HandsItem(Item):
    """Item that chooses whether hands are scanned."""

    def _ask_first(self) -> None:
        self._ask_me(texts.WHICH_HANDS, _WHICH_HANDS)

    def use(self, seat: int, choice: int) -> None:
        """Save the answer: 0 for blind hands, 1 for scanned hands."""
        self.settings.hands = choice
        self._save()


class TargetItem(Item):
    """Item that changes the target of matches in steps, up or down."""

    target: int

    def _ask_first(self) -> None:
        self.target = self.settings.target or self.table.match.house.target
        self._ask_target()

    def _ask_target(self) -> None:
        self._ask_me(texts.WHICH_TARGET, _WHICH_TARGET, self.target)

    def more(self, seat: int, choice: int) -> None:
        """Offer a higher target."""
        self._aim(self.target + (50 if self.target < 500 else 100))

    def less(self, seat: int, choice: int) -> None:
        """Offer a lower target."""
        self._aim(self.target - (50 if self.target <= 500 else 100))

    def _aim(self, target: int) -> None:
        if 0 < target <= Totals.MOST_POINTS:
            self.target = target
        self._ask_target()

    def use(self, seat: int, choice: int) -> None:
        """Save the target, as 0 if it equals the house's own target."""
        own = self.table.match.house.target
        self.settings.target = 0 if self.target == own else self.target
        self._save()


class DisciplineItem(Item):
    """Item that chooses what happens after an offence."""

    def _ask_first(self) -> None:
        self._ask_me(texts.WHICH_DISCIPLINE, _WHICH_DISCIPLINE)

    def use(self, seat: int, choice: int) -> None:
        """Save the discipline, as -1 for the house's own discipline."""
        self.settings.discipline = choice - 1  # the first option stands for the house's own
        self._save()


_WHO_MOVES = Options((texts.I_DO, PlacesItem.moves), left=Item.back)
_MOVES_WITH = Options((texts.I_DO, PlacesItem.moved), left=Item.back)
_WHICH_HANDS = Options((texts.NO, HandsItem.use), (texts.YES, HandsItem.use), left=Item.back)
_WHICH_TARGET = Options(
    (texts.YES, TargetItem.use),
    (texts.TARGET_MORE, TargetItem.more),
    (texts.TARGET_LESS, TargetItem.less),
    left=Item.back,
)
_WHICH_DISCIPLINE = Options(
    (texts.AS_THE_HOUSE, DisciplineItem.use),
    (texts.REFUSE_IT, DisciplineItem.use),
    (texts.WARN_OF_IT, DisciplineItem.use),
    (texts.COST_POINTS, DisciplineItem.use),
    (texts.COST_MATCH, DisciplineItem.use),
    left=Item.back,
)
