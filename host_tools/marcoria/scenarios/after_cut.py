"""Recovery of the bots after a restart of the table: they continue the match in its journal.

After a power cut the journal may lack the bots' last action. The bots take back the cards that are
not in the journal, and repeat the actions that the table waits for.
"""

from collections import Counter
from collections.abc import Callable

from marcoria.bots.body import FRESH_MS, READ_MS
from marcoria.bots.match import People
from marcoria.bots.perception import OFF, STOPPED
from marcoria.errors import TableError
from marcoria.firmware.belote import choices
from marcoria.firmware.codes.game import Events, Phases, name_of
from marcoria.journal.entries import Entry, events_of, follow, settled

# After a start of the table, the bots wait at most this time for a light that is not red. The time
# is long, because after two failed starts a table is in safe mode, with red lights, for 66 s.
START_MS = 100_000


def lost(people: People, written: list[Entry]) -> list[Entry]:
    """Return the players' events that are missing in the journal (`written`).

    Events that were undone do not count, and the order of scans does not matter. The journal may
    have one event that the players do not have, but only if no event of the players is missing in
    the journal. Raise ValueError if the journal has other events that the players do not have, or
    if the two sequences differ before the end of the shorter one.
    """
    known = settled(events_of(written))
    done = settled(people.events)
    gone = Counter(done) - Counter(known)
    extra = Counter(known) - Counter(done)
    table, players = _without_scans(known), _without_scans(done)
    # To exchange the seven of trump, a player puts the seven and then the upcard on the pad. If it
    # is this player's turn, the table counts the seven as played until it reads the upcard. If the
    # power is cut in between, the journal has the seven as a played card, and only the players
    # have the exchange.
    exchanged = [event[0] for event in gone] == [Events.SEVEN]
    for place, (ours, theirs) in enumerate(zip(players, table, strict=False)):
        is_seven = exchanged and (ours[0], theirs[0]) == (Events.SEVEN, Events.CARD)
        if ours != theirs and not is_seven:
            around = slice(max(0, place - 2), place + 3)
            raise ValueError(f"the table has {table[around]}, the players have {players[around]}")
    if extra.total() > 1 or (extra and gone and not exchanged):
        raise ValueError(f"only the table has {extra}, only the players have {gone}")
    return list(gone.elements())


def _without_scans(happened: list[Entry]) -> list[Entry]:
    return [event for event in happened if event[0] != Events.SCAN]


async def continue_match(
    people: People, written: list[Entry], remembered: Callable[[], object] = lambda: None
) -> None:
    """Play the current deal to its end, or the next deal if the players were between two deals.

    If the deal has ended in the journal but not for the players, only put the cards away. The
    players continue from the match in the journal (`written`). `remembered` is called when the
    players have adopted this match, before their first action. Raise TableError if the players'
    house is not that of the match in the journal.
    """
    known = events_of(written)
    _check_house(people, known)
    between, dealt = people.game.phase <= Phases.READY, _dealt(people, known)
    _remember(people, known)
    remembered()
    await _take_back(people)
    if not people.resting:
        await people.body.until("a light", lambda: _lit(people), START_MS)
        await people.body.wait(FRESH_MS)  # a card laid sooner counts as laid before the cut
        await _play_on(people)
    elif dealt or between:
        if dealt:
            await people.show_deal()
        elif not people.pack.whole:
            await people.put_away()
        await people.play_deal()
    else:
        await people.put_away()


async def _play_on(people: People) -> None:
    """Play from any point of a deal to its end."""
    if people.game.phase in (Phases.DEALT, Phases.BIDDING):
        await _deal_on(people)
    if people.game.phase == Phases.PLAY and not people.game.audit.plays:
        await _hand_out_on(people)
    elif people.game.phase == Phases.PLAY and _half_exchanged(people):
        await _exchange_on(people)
    await _call_on(people)
    if people.game.phase == Phases.PLAY and _after_first_trick(people):
        await people.announcing.show_melds()
    await people.play_deal()


def _check_house(people: People, known: list[Entry]) -> None:
    """Raise TableError if the last match in the journal has another house than the players'."""
    marks = [arg for kind, _, arg in known if kind == Events.MATCH]
    if marks and marks[-1] != people.house.mark:
        told = "the table's journal now has a match in another house than that of the bots"
        raise TableError("other-house", f"{told}: end the demo and start it again")


def _dealt(people: People, known: list[Entry]) -> bool:
    """Return whether the players hold cards of a deal that is not in the journal."""
    if people.game.phase <= Phases.READY:
        return people.unseen
    return _deals(people.events) > _deals(known)


def _deals(happened: list[Entry]) -> int:
    return sum(event[0] == Events.DEAL for event in happened)


def _lit(people: People) -> bool:
    return any(people.body.lamp(seat) not in (OFF, STOPPED) for seat in people.seats)


def _remember(people: People, known: list[Entry]) -> None:
    """Rebuild the players' match, hands and tricks from the journal's events."""
    people.events = known
    people.game = game = follow(people.house, known)
    people.announcing.silent = []
    people.judged = len(game.conduct.log)
    if game.phase == Phases.READY:
        return
    plays = game.audit.plays
    for seat in people.seats:
        cards = people.laid[seat] + people.hands[seat]
        laid = [game.audit.card[i] for i in range(plays) if game.audit.seat[i] == seat]
        people.laid[seat] = laid
        people.hands[seat] = [card for card in cards if card not in laid]
    for what, seat, _ in _since(people, Events.DEAL):
        if what == Events.SEVEN and game.auction.contract << 3 in people.hands[seat]:
            people.seven.have_swapped(seat)
    tricks = plays // len(people.seats)
    people.piled = [people.laid[seat][trick] for trick in range(tricks) for seat in people.seats]


async def _take_back(people: People) -> None:
    """Take all cards off the pads, except the current trick and, while players bid, the upcard."""
    game = people.game
    trick = {
        name_of(game.audit.card[i])
        for i in range(game.audit.plays - game.trick.count, game.audit.plays)
    }
    if game.phase == Phases.BIDDING and game.play.upcard >= 0:
        trick.add(name_of(game.play.upcard))
    for cards in people.body.table.cards().values():
        for card in cards:
            if card not in trick:
                people.body.table.lift(card)
    await people.body.wait(READ_MS)


def _after_first_trick(people: People) -> bool:
    game = people.game
    return bool(game.audit.plays == len(people.seats) and not game.trick.count)


async def _deal_on(people: People) -> None:
    """With scanned hands, scan the missing cards; then turn up the upcard if it is missing."""
    if people.game.audit.scanned:
        await _scan_on(people)
    if people.game.phase == Phases.DEALT:
        await people.dealing.turn_up()


async def _scan_on(people: People) -> None:
    audit = people.game.audit
    missing = {
        seat: [card for card in people.hands[seat] if not audit.had(seat, card)]
        for seat in people.seats
    }
    if any(missing.values()):
        await people.dealing.scan(missing)


async def _hand_out_on(people: People) -> None:
    """Complete the dealing after the bidding.

    Deal and scan the remaining cards, show the bottom card, and exchange the seven of trump. Leave
    out the steps that were completed before the cut, or that the house does not have.
    """
    game = people.game
    await people.dealing.pick_up()
    if sum(len(people.hands[seat]) for seat in people.seats) < people.house.cards * len(
        people.seats
    ):
        await people.dealing.hand_out()
        return
    if game.audit.scanned:
        await _scan_on(people)
    if people.house.upcard == choices.UPCARD_STAYS and not game.play.bottom:
        await people.dealing.show_bottom()
    if people.seven.may_be_exchanged() and Events.SEVEN not in _kinds(people, Events.DEAL):
        await people.seven.exchange()


def _half_exchanged(people: People) -> bool:
    """Return whether the seven of trump, laid for an exchange, counts as the first lead.

    That happens if the power was cut before the upcard was laid.
    """
    audit = people.game.audit
    seven = audit.plays == 1 and audit.card[0] == people.game.auction.contract << 3
    return bool(seven) and people.seven.may_be_exchanged() and audit.seat[0] != people.seven.taker


async def _exchange_on(people: People) -> None:
    """Take back the seven, which counts as a lead, and exchange it again."""
    seat, seven = people.game.audit.seat[0], people.laid[people.game.audit.seat[0]].pop()
    await people.body.await_turn(people.game.trick.seat)
    if people.body.lying(seat):
        people.body.lift(seven)
        await people.body.wait(READ_MS)
    people.happens(Events.UNDO, seat)
    people.hands[seat].append(seven)
    await people.seven.swap(seat)


async def _call_on(people: People) -> None:
    """Call belote for the last card if its player wants to and the journal has no such call."""
    audit = people.game.audit
    if not audit.plays or Events.BELOTE in _kinds(people, Events.CARD):
        return
    seat, card = audit.seat[audit.plays - 1], audit.card[audit.plays - 1]
    if people.players[seat].belote(people.view(seat), card):
        await people.announcing.call_belote(seat)


def _kinds(people: People, since: int) -> list[int]:
    return [event[0] for event in _since(people, since)]


def _since(people: People, kind: int) -> list[Entry]:
    """Return the events after the last event of a kind."""
    kinds = [event[0] for event in people.events]
    return people.events[len(kinds) - kinds[::-1].index(kind) :]
