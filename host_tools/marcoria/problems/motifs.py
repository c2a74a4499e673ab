"""Motifs: why one card is right, as predicates on the lines of play.

Each predicate returns the cards and seats that its sentence names, or None if the motif is not
there. The page's files of words have a sentence `motif-NAME` for each motif, with placeholders:
`card`, `other` and `later` are cards, `seat` is a player.

A plain card is a card for which `OpenView.is_trump` returns False. A plain lead is the lead of a
plain card. In the docstrings, "now" means the trick in which South is to play.
"""

from collections.abc import Callable
from typing import TypeAlias

from marcoria.firmware.belote.tally import LAST_TRICK
from marcoria.firmware.codes.game import SEATS, name_of
from marcoria.problems.study import Study

Found: TypeAlias = "dict[str, str] | None"
_FULL = 10  # least points of a card that is worth giving to the partner
_SOME = 4  # least points of a card that is worth keeping for a later trick


def _places(card: int, seat: int = -1, other: int = -1, later: int = -1) -> dict[str, str]:
    """Return the values for the placeholders of a sentence."""
    named = {"card": card, "other": other, "later": later}
    places = {name: name_of(one) for name, one in named.items() if one >= 0}
    return places | ({"seat": SEATS[seat]} if seat >= 0 else {})


# --- leads -----------------------------------------------------------------------------------


def draw_trumps(study: Study) -> Found:
    """Detect a trump lead while the opponents have trumps, where leading another suit fails."""
    view = study.view
    foe = next((seat for seat in view.foes() if view.trumps(seat)), None)
    if not study.leads or foe is None or not view.is_trump(study.key):
        return None
    if view.is_trump(study.tempting):
        return None
    return _places(card=study.key, seat=foe)


def spare_trumps(study: Study) -> Found:
    """Detect a plain lead while the opponents have trumps, where leading a trump fails."""
    view = study.view
    has_trumps = any(view.trumps(seat) for seat in view.foes())
    if not study.leads or not has_trumps:
        return None
    if view.is_trump(study.key) or not view.is_trump(study.tempting):
        return None
    return _places(card=study.key, other=study.tempting)


def to_partner(study: Study) -> Found:
    """Detect a plain lead that the partner wins with a card of the suit.

    No opponent has a higher card of the suit.
    """
    won = study.first.won_with()
    if not study.leads or study.first.winner != study.partner or won >> 3 != study.key >> 3:
        return None
    if study.view.is_trump(study.key) or study.higher_at(study.first, won):
        return None
    return _places(card=study.key, seat=study.partner, other=won)


def lead_through(study: Study) -> Found:
    """Detect a lead through the next player, if the partner wins with a card of the suit.

    The next player is an opponent who has a higher card of the suit than the partner's card, but
    must play before the partner.
    """
    first, view = study.first, study.view
    won = first.won_with()
    if not study.leads or first.winner != study.partner or won >> 3 != study.key >> 3:
        return None
    foe = view.foes()[0]
    caught = view.higher(won, [foe])
    return _places(card=study.key, seat=foe, other=caught[0]) if caught else None


def partner_cuts(study: Study) -> Found:
    """Detect a plain lead that the partner wins with a trump."""
    view, won = study.view, study.first.won_with()
    if not study.leads or study.first.winner != study.partner or view.is_trump(study.key):
        return None
    return _places(card=study.key, seat=study.partner) if view.is_trump(won) else None


def force(study: Study) -> Found:
    """Detect a plain lead that an opponent wins with a trump."""
    view, first = study.view, study.first
    if not study.leads or study.is_ours(first) or view.is_trump(study.key):
        return None
    won = first.won_with()
    return _places(card=study.key, seat=first.winner) if view.is_trump(won) else None


def drive_out(study: Study) -> Found:
    """Detect a lead that an opponent beats with a higher card of the suit.

    Later South's side leads a lower card of the suit than the opponent's card, and wins with it.
    """
    first, view, key = study.first, study.view, study.key
    won = first.won_with()
    if not study.leads or study.is_ours(first) or won >> 3 != key >> 3:
        return None
    for trick in study.line[1:]:
        later = trick.won_with()
        is_lower = later >> 3 == won >> 3 and view.strength(later) < view.strength(won)
        if is_lower and study.is_ours(trick) and trick.winner == trick.leader:
            return _places(card=key, other=won, later=later)
    return None


def throw_in(study: Study) -> Found:
    """Detect an opponent who wins the trick and then must lead to the advantage of South's side.

    South's side wins the next trick with a plain card of the suit led, although the opponents have
    a higher card of this suit.
    """
    first, second = study.first, study.second()
    if study.is_ours(first) or second is None or not study.is_ours(second):
        return None
    won = second.won_with()
    if won >> 3 != second.cards[second.leader] >> 3 or study.view.is_trump(won):
        return None
    return _places(seat=first.winner, card=won) if study.higher_at(second, won) else None


def give_up(study: Study) -> Found:
    """Detect a lead that loses now, where the tempting card would win now."""
    if not study.leads or study.is_ours(study.first) or study.other.winner != study.seat:
        return None
    return _places(card=study.key, seat=study.first.winner, other=study.tempting)


def cash(study: Study) -> Found:
    """Detect the lead of a plain master that wins now.

    A master is a card that no other player can beat in its suit. If South leads the tempting card,
    South plays the master later, to a trick that the opponents win.
    """
    view, key = study.view, study.key
    if not study.leads or view.is_trump(key) or study.first.winner != study.seat:
        return None
    return _places(card=key) if view.is_master(key) and study.is_lost(key) else None


# --- cards to a trick under way --------------------------------------------------------------


def do_not_cut(study: Study) -> Found:
    """Detect a card thrown on a trick of the opponents that South could cut."""
    view = study.view
    led = view.trick.led
    if study.leads or study.is_ours(study.first) or view.is_trump(study.key):
        return None
    if led in (study.key >> 3, view.tables.trump) or not view.is_trump(study.tempting):
        return None
    return _places(card=study.key)


def cut(study: Study) -> Found:
    """Detect a cut that wins a trick, where the partner was not winning and South need not cut."""
    view = study.view
    led = view.trick.led
    if study.leads or not view.is_trump(study.key) or led == view.tables.trump:
        return None
    if view.is_trump(study.tempting) or study.first.winner != study.seat:
        return None
    return None if view.is_partner_winning() else _places(card=study.key)


def _is_cut(study: Study) -> bool:
    """Return whether the right and the tempting card are trumps, and another suit was led."""
    view = study.view
    both = view.is_trump(study.key) and view.is_trump(study.tempting)
    return both and not study.leads and view.trick.led != view.tables.trump


def cut_high(study: Study) -> Found:
    """Detect a high cut that wins, where an opponent would win if South cut with a lower trump."""
    view = study.view
    if not _is_cut(study) or study.first.winner != study.seat or study.is_ours(study.other):
        return None
    if view.strength(study.key) < view.strength(study.tempting):
        return None
    return _places(card=study.key, seat=study.other.winner)


def cut_low(study: Study) -> Found:
    """Detect a cut with a low trump that keeps a higher one."""
    view = study.view
    if not _is_cut(study) or view.strength(study.key) > view.strength(study.tempting):
        return None
    return _places(card=study.key, other=study.tempting)


def leave(study: Study) -> Found:
    """Detect a trick left to the partner, who then leads; the tempting card would win it."""
    if study.leads or study.first.winner != study.partner or study.other.winner != study.seat:
        return None
    return _places(seat=study.partner, card=study.tempting)


def load(study: Study) -> Found:
    """Detect a card with many points that is put on a trick of the partner."""
    view, key = study.view, study.key
    if study.leads or study.first.winner != study.partner or view.points(key) < _FULL:
        return None
    if view.points(study.tempting) >= view.points(key) or study.other.winner != study.partner:
        return None
    return _places(card=key, seat=study.partner)


def save(study: Study) -> Found:
    """Detect a card with points that is kept from the partner's trick and wins a trick later."""
    view, tempting = study.view, study.tempting
    if study.leads or study.first.winner != study.partner or view.points(tempting) < _SOME:
        return None
    if study.other.winner != study.partner or study.later_win(tempting) is None:
        return None
    return _places(card=study.key, other=tempting)


def throw(study: Study) -> Found:
    """Detect a choice between two plain cards to throw away on a trick.

    They are of different suits, and neither is of the suit led. South keeps the tempting card,
    which wins a trick later. Return None if the motif `save` is there, because it explains the
    same choice.
    """
    view = study.view
    led = view.trick.led
    if study.leads or led in (study.key >> 3, study.tempting >> 3) or save(study):
        return None
    if view.is_trump(study.key) or view.is_trump(study.tempting):
        return None
    if study.key >> 3 == study.tempting >> 3 or study.later_win(study.tempting) is None:
        return None
    return _places(card=study.key, other=study.tempting)


# --- whole lines -----------------------------------------------------------------------------


def after_ace(study: Study) -> Found:
    """Detect a plain card with points that is kept and wins a trick later.

    The opponents have a higher card of its suit, and would win the trick if South played it now.
    """
    view, tempting = study.view, study.tempting
    higher = view.higher(tempting, view.foes())
    if view.is_trump(tempting) or view.points(tempting) < _SOME or not higher:
        return None
    if study.later_win(tempting) is None or not study.is_lost(tempting):
        return None
    return _places(card=tempting, other=max(higher, key=view.strength))


def entry(study: Study) -> Found:
    """Detect a card that would win now, but is kept and wins a trick later.

    South leads after this later trick, and South's side wins the trick that South then leads.
    """
    tempting = study.tempting
    later = study.later_win(tempting)
    if later is None or study.other.winner != study.seat:
        return None
    after = study.line.index(later) + 1
    if after >= len(study.line) or not study.is_ours(study.line[after]):
        return None
    return _places(card=tempting)


def last_trick(study: Study) -> Found:
    """Detect that South's side needs the ten points of the last trick.

    After the tempting card, South's side would lose the last trick.
    """
    won, lost = study.line[-1], study.refutation[-1]
    if study.spare >= LAST_TRICK or len(study.line) < 2:
        return None
    if not study.is_ours(won) or study.is_ours(lost):
        return None
    return _places(seat=won.winner, card=won.won_with())


Predicate: TypeAlias = "Callable[[Study], Found]"
# Special motifs come before general motifs, because only the first `_SHOWN` motifs that are found
# explain a problem.
MOTIFS: dict[str, Predicate] = {
    "throw-in": throw_in,
    "lead-through": lead_through,
    "do-not-cut": do_not_cut,
    "cut-high": cut_high,
    "cut-low": cut_low,
    "partner-cuts": partner_cuts,
    "force": force,
    "drive-out": drive_out,
    "after-ace": after_ace,
    "save": save,
    "load": load,
    "leave": leave,
    "cut": cut,
    "throw": throw,
    "cash": cash,
    "draw-trumps": draw_trumps,
    "spare-trumps": spare_trumps,
    "to-partner": to_partner,
    "give-up": give_up,
    "entry": entry,
    "last-trick": last_trick,
}
_SHOWN = 2


def motifs_of(study: Study) -> dict[str, dict[str, str]]:
    """Return the motifs that explain a problem, with the cards and seats of their sentences.

    These are the first `_SHOWN` motifs that are found, or fewer.
    """
    found = [(name, predicate(study)) for name, predicate in MOTIFS.items()]
    return dict([(name, places) for name, places in found if places is not None][:_SHOWN])
