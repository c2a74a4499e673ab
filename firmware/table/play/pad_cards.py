"""Cards on the pads, their owners, and how far each card has been handled."""

from micropython import const

import texts
from codes.game import Phases, Seats
from codes.table import PadStates, TagKinds

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.play.demand import Demand
    from table.table import Table

# Stages of judging a pad.
SETTLED = const(0)  # not judged until the pad changes
WAITS = const(1)  # judged at each step
TOLD = const(2)  # still waits, and the display has said why

NO_PAD = const(4)


class Laid:
    """Cards on the four pads, and how far each of them has been handled.

    By pad: `card` is the kind of the tag on the pad, or of the last tag that was on it, as
    `TagKinds` numbers it. `came` is the time in ms at which this tag was laid. `stage` is SETTLED,
    WAITS or TOLD. `lost` is a mask of the readers that do not answer or were never built.
    """

    def __init__(self, table: "Table", wanted: "Demand") -> None:
        self.table = table
        self.match = table.match
        self.pads = table.pads
        self.wanted = wanted
        self.card = bytearray((TagKinds.UNKNOWN,) * 4)
        self.stage = bytearray(4)
        self.came = [0] * 4
        self.lost = 0

    def notice(self, pad: int) -> None:
        """Update a pad: a card came or went, or its reader was lost or is back."""
        pads = self.pads
        table = self.table
        state = pads.state[pad]
        bit = 1 << pad
        if state == PadStates.NONE:
            self.lost |= bit
        elif state == PadStates.FAULT:
            self.lost |= bit
            table.voice.say(texts.READER_LOST, pad, 0, pads.pad_of(pad))
        elif self.lost & bit:
            self.lost ^= bit
            table.voice.say(texts.READER_BACK, pad)
        self.stage[pad] = WAITS
        self.wanted.early &= ~bit
        if state == PadStates.PRESENT:
            self.card[pad] = table.deck.find(pads.uid[pad], pads.uid_len[pad])
            self.came[pad] = pads.since[pad]

    def owner(self, pad: int, asked: int = 0) -> int:
        """Return the seat that owns the card on a pad.

        That is the pad's own seat if a card of this seat is wanted. Otherwise it is a seat with a
        lost reader that uses this pad, if a card of that seat is wanted. If neither is wanted, it
        is the pad's own seat. The cards of the seats in the mask `asked` are wanted, or of those
        in `wanted.seats` if `asked` is 0. But if `asked` is 0 and no player sits at the pad, the
        cards of all other seats count as wanted.
        """
        wanted = asked or self.wanted.seats
        if self.match.house.shift & pad and not asked:
            wanted = Seats.EVERYONE & ~(1 << pad)  # no player sits there
        if not wanted >> pad & 1:
            for seat in range(4):
                if wanted & self.lost & 1 << seat and self.pads.pad_of(seat) == pad:
                    return seat
        return pad

    def elsewhere(self, card: int, pad: int) -> int:
        """Return a pad other than `pad` on which the card lies, -1 if there is none.

        If `pad` is NO_PAD, all pads are searched.
        """
        other = 3
        while other >= 0 and (
            other == pad or self.card[other] != card or self.pads.state[other] != PadStates.PRESENT
        ):
            other -= 1
        return other

    def play_of(self, card: int) -> int:
        """Return the number of the play in which a card was laid, counted from 1; 0 for none."""
        audit = self.match.audit
        play = audit.plays
        while play and audit.card[play - 1] != card:
            play -= 1
        return play

    def in_trick(self, card: int) -> bool:
        """Return whether a card is in the trick on the table."""
        match = self.match
        before = match.audit.plays - match.trick.count
        return match.phase == Phases.PLAY and self.play_of(card) > before

    def first(self, seat: int) -> int:
        """Return the card that a seat has laid in the trick on the table, or -1."""
        audit = self.match.audit
        for play in range(audit.plays - self.match.trick.count, audit.plays):
            if audit.seat[play] == seat:
                return audit.card[play]
        return -1
