"""What lies on a table that can only be asked: as far as it follows from the match, and from what
the pads say of themselves."""

from typing import TYPE_CHECKING

from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import SEATS, Phases, Totals, name_of
from marcoria.firmware.codes.table import PadStates
from marcoria.web.world.told import seats_of, tricks_taken

if TYPE_CHECKING:
    from marcoria.web.world.follow import Follow

_PACK = 32
_AFTER_BIDDING = 3  # cards, which nobody has before


class Lying:
    """`follow` is who asks. Whose hand which card is in nobody knows: they lie face down."""

    def __init__(self, follow: "Follow") -> None:
        self.follow = follow

    def told(self) -> dict[str, object]:
        """As the page has it of a simulated table."""
        mirror = self.follow.mirror
        game = mirror.game if mirror and mirror.sure else None
        next_one, who = self._next()
        return {
            "pads": self._pads(game) if game else {seat: [] for seat in SEATS},
            "hands": self._hands(game) if game else {seat: [] for seat in SEATS},
            "stock": self._stock(game) if game else 0,
            "taken": tricks_taken(mirror),
            "down": [],
            "upcard": None,
            "bots": dict.fromkeys(SEATS, "person"),
            "next": next_one,
            "who": who,
        }

    def _pads(self, game: Match) -> dict[str, list[str]]:
        """The trick under way; before its first card the last one, as long as it lies there."""
        found: dict[str, list[str]] = {seat: [] for seat in SEATS}
        audit, count = game.audit, game.trick.count
        if game.phase >= Phases.PLAY and audit.plays:
            last = count or len(seats_of(game.house))
            for play in range(audit.plays - last, audit.plays):
                if count or self._lies(audit.seat[play]):
                    found[SEATS[audit.seat[play]]] = [name_of(audit.card[play])]
        elif game.phase >= Phases.BIDDING and game.play.upcard >= 0:
            dealer = game.totals[Totals.DEALER]
            if self._lies(dealer):
                found[SEATS[dealer]] = [name_of(game.play.upcard)]
        return found

    def _lies(self, seat: int) -> bool:
        """Whether a card may still lie on a pad."""
        return not self.follow.looked or self.follow.test["pads"][seat] != PadStates.ABSENT

    def _hands(self, game: Match) -> dict[str, list[str]]:
        """So many cards face down, which have no names."""
        found: dict[str, list[str]] = {seat: [] for seat in SEATS}
        for seat in seats_of(game.house):
            count = self._held(game, seat)
            found[SEATS[seat]] = [f"{SEATS[seat]} {i}" for i in range(count)]
        return found

    def _held(self, game: Match, seat: int) -> int:
        if game.phase in (Phases.DEALT, Phases.BIDDING):
            return game.house.cards - _AFTER_BIDDING
        return game.audit.left[seat] if game.phase >= Phases.PLAY else 0

    def _stock(self, game: Match) -> int:
        """Cards of the pack that are not dealt."""
        if game.phase == Phases.READY:
            return 0
        held = sum(self._held(game, seat) for seat in seats_of(game.house))
        up = 1 if game.phase == Phases.BIDDING and game.play.upcard >= 0 else 0
        return 0 if game.phase >= Phases.PLAY else _PACK - held - up

    def _next(self) -> tuple[str, list[str]]:
        """What the table waits for, and of whom."""
        state = self.follow.state
        phase = state.get("phase", Phases.IDLE)
        asked = [SEATS[seat] for seat in range(4) if state.get("asked", 0) >> seat & 1]
        if asked:
            return ("confirm" if phase == Phases.DONE else "answer"), asked
        if phase in (Phases.BIDDING, Phases.PLAY):
            return ("bid" if phase == Phases.BIDDING else "card"), [SEATS[state["turn"]]]
        if phase == Phases.IDLE or state["totals"][Totals.WINNER] >= 0:
            return "start", []
        if phase in (Phases.READY, Phases.DEALT):
            dealer = SEATS[state["totals"][Totals.DEALER]]
            return ("deal" if phase == Phases.READY else "lay-upcard"), [dealer]
        return "wait", []
