"""Cards are laid, and tricks taken."""

from marcoria.bots.announcing import Announcing
from marcoria.bots.body import EARLY_MS, READ_MS
from marcoria.bots.party import Party
from marcoria.bots.player_view import KING, QUEEN, View
from marcoria.bots.players import Honest
from marcoria.bots.seven import Seven
from marcoria.firmware.codes.game import Answers, Disciplines, Events, Offences, Phases, Totals


class Playing:
    """One player's turn after the other."""

    def __init__(self, party: Party, announcing: Announcing, seven: Seven) -> None:
        self.party = party
        self.announcing = announcing
        self.seven = seven

    async def play_card(self, seat: int) -> None:
        """All that one player does in his turn."""
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
        """Lays a card; with a second one by its side both have to be put right."""
        body = self.party.body
        await body.put(card, seat)
        if second >= 0 and second != card:
            await body.put(second, seat)
            await body.wait(1000)
            body.lift(second)

    async def _lay(self, seat: int) -> None:
        """One card, and what is said with it."""
        party = self.party
        view = party.view(seat)
        card, belote = await self._accepted(seat, view)
        party.hands[seat].remove(card)
        party.laid[seat].append(card)
        if not party.over:
            await party.body.await_taken(seat)
            await party.judge()
        else:
            await party.body.wait(READ_MS)  # nobody takes the last card away before it was read
        if belote and not party.over:
            await self.announcing.call_belote(seat)
        elif view.is_trump(card) and card & 7 in (QUEEN, KING):
            self.announcing.silent.append((seat, card))
        if not party.game.trick.count and not party.over:
            await self._take_trick()

    async def _accepted(self, seat: int, view: View) -> tuple[int, bool]:
        """The card that stays, another one if the first is refused; and whether belote is called
        with it."""
        party, player, body = self.party, self.party.players[seat], self.party.body
        card = player.card(view)
        belote = player.belote(view, card)
        since = body.table.now
        await self.put_down(seat, card, player.lays_too_much(view))
        if not 0 < party.happens(Events.CARD, seat, card) < Answers.NOTED:
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
        """Somebody may lay a card before his turn, and has to take it back."""
        party = self.party
        for seat in party.seats:
            if seat == turn or party.body.lying(seat) or not party.hands[seat]:
                continue
            card = party.players[seat].lays_early(party.view(seat))
            # The seven of trump would be taken for one to be exchanged.
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
        """The trick is complete: everybody clears his pad; after the first one melds are shown."""
        party = self.party
        for seat in party.seats:
            party.piled.append(party.laid[seat][-1])
        await party.body.wait(READ_MS)
        await party.body.clear()
        if party.game.phase == Phases.PLAY and party.game.audit.plays == len(party.seats):
            await self.announcing.show_melds()
