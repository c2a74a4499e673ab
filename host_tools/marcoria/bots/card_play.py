"""The players' actions during the tricks: cards, melds, belote and calling out."""

from marcoria.bots.body import CALLED_MS, EARLY_MS, READ_MS, SUIT_KEYS, Stuck
from marcoria.bots.dealer import Seven
from marcoria.bots.party import Party
from marcoria.bots.perception import ASKED, TURN
from marcoria.bots.strategy import KING, QUEEN, Honest, PlayerView
from marcoria.firmware.belote import choices
from marcoria.firmware.codes.game import Answers, Disciplines, Events, Offences, Phases, Totals

_QUESTIONS = 12  # more questions than the table can ask about the melds of four players


class MeldPhase:
    """Announcements during a deal: melds, belote, salt and calling out."""

    def __init__(self, party: Party) -> None:
        self.party = party
        # Seat and card of each king or queen of trump that was laid without a call. `say_late`
        # removes the entries that it has handled.
        self.silent: list[tuple[int, int]] = []

    # --- before the first card --------------------------------------------------------------

    async def announce_all(self, seat: int) -> None:
        """Announce a player's melds, except those that were announced already."""
        party = self.party
        said = list(party.game.announcements.announced[seat])
        for kind in party.players[seat].melds(party.view(seat)):
            if kind in said:
                said.remove(kind)
            else:
                await self.announce(seat, kind)

    async def announce(self, seat: int, kind: int) -> None:
        """Press the keys that announce a meld; `kind` is one of `MeldKinds`."""
        body = self.party.body
        await body.press(seat, "CALL")
        await body.press(seat, SUIT_KEYS[kind])
        self.party.happens(Events.MELD, seat, kind)
        await body.wait(READ_MS)

    # --- after the first trick --------------------------------------------------------------

    async def show_melds(self) -> None:
        """Show the melds that the table asks for after the first trick."""
        game, body = self.party.game, self.party.body
        if self.party.scanned or not any(game.announcements.claims):
            return
        leader = game.trick.seat
        await body.until(
            "the turn or a question", lambda: bool(body.asked()) or body.lamp(leader) == TURN
        )
        shown: set[int] = set()
        for _ in range(_QUESTIONS):
            if not body.asked():
                return
            # Seats that use their own pads answer first. While the table asks such a seat, each
            # card on the seat's pad counts as the seat's answer, even the card of another seat
            # that uses the same pad.
            await self._answer(min(body.asked(), key=self._is_guest), shown)
            await body.wait(READ_MS)
        raise Stuck("the table keeps asking for melds")

    def _is_guest(self, seat: int) -> bool:
        return bool(self.party.body.places.pad(seat) != seat)

    async def _answer(self, seat: int, shown: set[int]) -> None:
        """Show the melds of a seat, or press PASS if the seat has shown them already."""
        if seat in shown:
            await self.party.body.press(seat, "PASS")
        else:
            shown.add(seat)
            await self.show(seat)

    async def show(self, seat: int) -> None:
        """Lay the cards of a player's melds one by one while the table asks for them."""
        party = self.party
        for card in party.players[seat].shows(party.view(seat)):
            if party.body.lamp(seat) == ASKED:
                await party.body.pass_over(card, seat)
                if not party.game.audit.had(seat, card):
                    party.happens(Events.SHOW, seat, card)
                await party.judge()

    # --- belote -----------------------------------------------------------------------------

    async def call_belote(self, seat: int) -> None:
        """Call belote or rebelote.

        If it is too late, wait until the refused call cannot count for the next card.
        """
        await self.party.body.press(seat, "CALL")
        if self.party.happens(Events.BELOTE, seat) == Answers.LATE:
            await self.party.body.wait(CALLED_MS)

    async def say_late(self, seat: int) -> None:
        """Let opponents salt belotes that were not called in time, and let owners still call them.

        `seat` has just laid a card. If late belotes cannot be salted in this house, do nothing.
        """
        party = self.party
        if party.house.late != choices.LATE_SALT or party.over:
            return
        for silent in [pair for pair in self.silent if pair[0] != seat]:
            owner, card = silent
            self.silent.remove(silent)
            await self._salt(owner)
            if party.players[owner].belote_late(party.view(owner), card):
                await self.call_belote(owner)

    async def _salt(self, owner: int) -> None:
        """Salt the uncalled belote of the seat `owner`, if an opponent wants to."""
        party, side = self.party, self.party.game.house.side
        for other in party.seats:
            foe = side(other) != side(owner)
            if foe and party.players[other].salts(party.view(other)):
                await party.body.rap(other)
                party.happens(Events.SALT, other)
                return

    # --- calling out ------------------------------------------------------------------------

    def may_call_out(self, seat: int) -> bool:
        """Return whether the house lets a seat call out now, at the seat's turn.

        Return False in the middle of a trick, although some houses allow the call then.
        """
        game, house = self.party.game, self.party.house
        if (
            not house.call_out
            or game.tally.caller >= 0
            or game.trick.count
            or not game.audit.plays
        ):
            return False
        last = game.audit.plays >= house.players * (house.cards - 1)
        counts = game.tally.points[game.house.side(seat)] > 0
        return house.call_out == choices.CALL_OUT_LEAD or (not last and counts)

    async def call_out(self, seat: int) -> None:
        """Hold CALL, and confirm the call in the question that follows."""
        body = self.party.body
        await body.hold(seat, "CALL")
        await body.await_lamp(seat, ASKED)
        await body.press(seat, SUIT_KEYS[0])
        self.party.happens(Events.CALL_OUT, seat)


class PlayPhase:
    """Turns of the players in the tricks."""

    def __init__(self, party: Party, announcing: MeldPhase, seven: Seven) -> None:
        self.party = party
        self.announcing = announcing
        self.seven = seven

    async def play_card(self, seat: int) -> None:
        """Play the turn of one player, with announcements before and after the card."""
        party, announcing = self.party, self.announcing
        await party.body.await_turn(seat)
        await self._be_impatient(seat)
        await party.body.think()
        if not party.laid[seat]:
            await announcing.announce_all(seat)
        if announcing.may_call_out(seat) and party.players[seat].calls_out(party.view(seat)):
            await announcing.call_out(seat)
        if not party.over:
            await self._lay(seat)
            await announcing.say_late(seat)

    async def put_down(self, seat: int, card: int, second: int) -> None:
        """Lay `card`, and then by mistake the card `second`, which is taken back.

        If `second` is -1 or the same card, lay only `card`.
        """
        body = self.party.body
        await body.put(card, seat)
        if second >= 0 and second != card:
            await body.put(second, seat)
            await body.wait(1000)
            body.lift(second)

    async def _lay(self, seat: int) -> None:
        """Choose and lay a card, call belote if the player wants to, and take a complete trick."""
        party = self.party
        view = party.view(seat)
        card, belote = await self._accepted(seat, view)
        party.hands[seat].remove(card)
        party.laid[seat].append(card)
        if not party.over:
            await party.body.await_taken(seat)
            await party.judge()
        else:
            await party.body.wait(READ_MS)  # the last card must be read before it is taken away
        if belote and not party.over:
            await self.announcing.call_belote(seat)
        elif view.is_trump(card) and card & 7 in (QUEEN, KING):
            self.announcing.silent.append((seat, card))
        if not party.game.trick.count and not party.over:
            await self._take_trick()

    async def _accepted(self, seat: int, view: PlayerView) -> tuple[int, bool]:
        """Lay a card; if the table refuses it, lay a legal card instead.

        Return the accepted card, and whether the player calls belote with it.
        """
        party, player, body = self.party, self.party.players[seat], self.party.body
        card = await party.choose(view)
        belote = player.belote(view, card)
        explained = party.explain(view, card)
        since = body.table.now
        await self.put_down(seat, card, player.lays_too_much(view))
        party.reason = explained
        answer = party.happens(Events.CARD, seat, card)
        party.reason = None
        if not 0 < answer < Answers.NOTED:
            return card, belote
        await body.await_refusal(seat, since)
        body.lift(card)
        await body.wait(READ_MS)
        card = Honest(party.rng).card(view)
        belote = view.calls_belote(card)
        await body.put(card, seat)
        party.happens(Events.CARD, seat, card)
        return card, belote

    async def _be_impatient(self, turn: int) -> None:
        """Let players lay a card out of turn, if they want to, and take it back."""
        party = self.party
        for seat in party.seats:
            if seat == turn or party.body.lying(seat) or not party.hands[seat]:
                continue
            card = party.players[seat].lays_early(party.view(seat))
            # Do not lay a seven of trump that may be exchanged: the table would treat it as the
            # start of the exchange.
            if card >= 0 and not (card == self.seven.card and self.seven.may_be_exchanged()):
                await self._lay_early(seat, card)

    async def _lay_early(self, seat: int, card: int) -> None:
        party, body = self.party, self.party.body
        await body.put(card, seat)
        await body.wait(EARLY_MS)
        body.lift(card)
        party.happens(Events.CARD, seat, card)
        if party.game.totals[Totals.CONDUCT] == Disciplines.POINTS:
            party.happens(Events.OFFENCE, seat, Offences.OUT_OF_TURN)
        await body.wait(READ_MS)

    async def _take_trick(self) -> None:
        """Clear the pads after a trick; after the first trick also show melds."""
        party = self.party
        for seat in party.seats:
            party.piled.append(party.laid[seat][-1])
        await party.body.wait(READ_MS)
        await party.body.clear()
        if party.game.phase == Phases.PLAY and party.game.audit.plays == len(party.seats):
            await self.announcing.show_melds()
