"""Exchange of two cards whose tags were mixed up when the deck was enrolled."""

from micropython import const

from codes.game import Answers, Events, Seats
from codes.journal import Notes
from table.files import decks

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.event import Event
    from table.table import Table

_FAR_BACK = const(24)  # maximum events that are undone and applied again, which takes some seconds
_WITH_A_CARD = bytes((Events.SCAN, Events.UPCARD, Events.CARD, Events.SHOW, Events.BOTTOM))


def swap(table: "Table", seat: int, card: int, read: int) -> None:
    """Exchange `card` and `read` in the deck, and correct the events since one of them was seen.

    `read` is what the table has read, and `card` is what `seat` has laid. The first event with one
    of these cards and all later events are undone, and applied again with the two cards exchanged.
    If there are too many events, the exchange is refused. If an event is refused when it is
    applied again, this event and the later ones stay undone.

    The deck is saved after the undo and before the events are applied again. So whenever the power
    is cut, the deck on flash agrees with the events in the journal.
    """
    match = table.match
    past = match.events
    first = 0
    while first < len(past) and _other(past[first], card, read) == past[first].arg:
        first += 1
    if len(past) - first > _FAR_BACK:
        table.voice.refuse(Answers.NOT_NOW, seat)
    else:
        while len(match.events) > first:
            table.happen(Events.UNDO, seat)
        table.deck.swap(card, read)
        decks.save(table.deck)
        table.journal.add(Notes.EXCHANGED, seat, card | read << 8)
        for event in past[first:]:
            result = table.happen(event.kind, event.seat, _other(event, card, read))
            if 0 < result < Answers.NOTED:
                table.voice.refuse(result, seat)
                break
        table.pads.changed = Seats.EVERYONE


def _other(event: "Event", card: int, read: int) -> int:
    """Return an event's argument; if it is one of the two cards, return the other card."""
    if event.kind in _WITH_A_CARD:
        if event.arg == card:
            return read
        if event.arg == read:
            return card
    return event.arg
