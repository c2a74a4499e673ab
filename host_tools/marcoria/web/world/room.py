"""Players at the page's table: bots, and people who lay their cards themselves.

The bots have a match of their own, as at any simulated table. Before each action they compare it
with the table's match, because actions of people may have made the two differ.
"""

from collections import OrderedDict
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from marcoria.bots.body import LIVELY, READ_MS, SUIT_KEYS, Body, Stuck
from marcoria.bots.card_play import PlayPhase
from marcoria.bots.dealer import BidPhase, DealPhase, Seven
from marcoria.bots.expert import Expert
from marcoria.bots.kinds import player
from marcoria.bots.knowledge import Knowledge
from marcoria.bots.match import People
from marcoria.bots.perception import ASKED, CLEAR, SCAN, SHARED, TURN
from marcoria.bots.reasons import Reason, onlooker, reason
from marcoria.bots.strategy import Honest
from marcoria.errors import TableError
from marcoria.firmware import texts
from marcoria.firmware.belote import choices
from marcoria.firmware.belote.house import House
from marcoria.firmware.codes.game import SEATS, Events, Phases, name_of
from marcoria.web.world.follow import packed
from marcoria.web.world.reflection import Reflection

if TYPE_CHECKING:
    from marcoria.bots.strategy import PlayerView
    from marcoria.bots.tables import PlayedTable
    from marcoria.web.world.follow import Follow, Mirror

_SETTLES_MS = 1500  # the table reports an accepted event within this time
_READS_MS = 2500  # time after which a bot answers a question, or clears a pad as asked
_SEES_MS = 1200  # shortest time for which a complete trick stays on the table
_BETWEEN_MS = 2500  # pause before a deal, if the dealer is a bot
_PATIENT_MS = 4000  # longest time for which a new card waits until the room takes a trick away
_OPENS_MS = 20_000  # timeout for a menu to open; the board may still be booting
_ITS_TURN = (TURN, SHARED)  # lights of the seat to play next: on its own or on a shared pad
_PRESSES = 16  # maximum presses of a key: early ones may be ignored, or only remove a message
_START, _I_DO = 0, 0  # numbers of the answers "start" in the menu, and "I do" to "who deals?"
_NEVER = 1e9  # ms, longer than any match
_TIRED_MS = 4000  # pause after a timeout


class Hands(Body):
    """Actions of the room's players; `clear` clears only the pads that bots use."""

    def __init__(self, table: "PlayedTable", rng: Random) -> None:
        super().__init__(table, LIVELY, rng)
        self.seats: list[int] = []  # the seats of bots

    async def clear(self) -> None:
        """Wait as the pace says, then take all cards off the pads that bots use."""
        await self.wait(self.pace.of(self.pace.clear, self.rng))
        for seat in self.seats:
            if self.lying(seat):
                self.table.lift(SEATS[self.places.pad(seat)])


class Person(Honest):
    """Placeholder for a person, for whom the room decides nothing."""

    name = ""

    def exchanges_seven(self, view: "PlayerView") -> bool:
        """Return False, because the person exchanges the seven by hand."""
        return False


class RoomPlay(PlayPhase):
    """Play phase that takes no tricks away, and does not wait until melds are shown."""

    async def _take_trick(self) -> None:
        """Wait, but leave the trick on the table: `Room` takes it away."""
        await self.party.body.wait(READ_MS)


class DealersWork(DealPhase):
    """Deal phase that deals for people as well, so that bots need not wait for them.

    `covered` has all cards of the hands that are being scanned, each with its seat. While such a
    card lies on a pad, it lies face down.
    """

    def __init__(self, party: People, seven: Seven) -> None:
        super().__init__(party, seven)
        self.covered: dict[int, int] = {}

    async def scan(self, hands: "dict[int, list[int]]", more_ms: int = 0) -> None:
        """Scan hands; `covered` has their cards meanwhile."""
        self.covered = {card: seat for seat, cards in hands.items() for card in cards}
        try:
            await super().scan(hands, more_ms)
        finally:
            self.covered = {}

    async def pick_up(self) -> None:
        """Lift all cards from all pads, because the upcard may lie on any of them."""
        body = self.party.body
        for seat in SEATS:
            if body.table.cards()[seat]:
                body.table.lift(seat)
        await body.wait(READ_MS)


class Room(People):
    """Players at the page's table.

    `follow` follows the table. `bots` has the kind of player at each seat, "" for a person.
    `wants_deal` is true when a person has asked for the cards to be dealt.
    """

    def __init__(
        self, table: "PlayedTable", house: House, follow: "Follow", seed: int, scanned: bool
    ) -> None:
        rng = Random(f"people {seed}")
        self.theirs = Hands(table, rng)
        super().__init__(
            self.theirs, house, {seat: Person(rng) for seat in range(4)}, rng, scanned
        )
        self.seven.uses_menu = True
        self.dealing = self.dealers_work = DealersWork(self, self.seven)
        self.bidding = BidPhase(self, self.dealing)
        self.playing = RoomPlay(self, self.announcing, self.seven)
        self.follow = follow
        self.bots = ["", "", "", ""]
        self.wants_deal = False
        # Hands, upcard and taker of the next deal, None if its pack is not rigged. An upcard of -1
        # is any that fits, a taker of -1 is the elder.
        self.rigged: tuple[dict[int, list[int]], int, int] | None = None
        # For each card of an expert in this deal: the reason that an onlooker could give, and the
        # real reason, which depends on the expert's hand.
        self.reasons: dict[int, tuple[Reason, Reason]] = {}
        self.stuck = ""
        self.changes = 0  # counts changes that the page must be told, but that make no record
        self._shown: set[int] = set()
        self._asked_since = [0.0] * 4
        self._questions = [""] * 4
        self._clear_since = [0.0] * 4
        self._tricks = 0  # number of tricks that were taken away
        self.neat = True  # whether the cards of people are taken away with those of bots

    def seat_bots(self, kinds: list[str]) -> None:
        """Set the kind of player at each seat."""
        for seat in range(4):
            if kinds[seat] != self.bots[seat]:
                named = kinds[seat]
                self.players[seat] = player(named, self.rng) if named else Person(self.rng)
        self.bots = list(kinds)
        self.theirs.seats = [seat for seat in self.seats if kinds[seat]]
        self.changes += 1

    async def choose(self, view: "PlayerView") -> int:
        """Return the card to lay; the table goes on while an expert thinks."""
        player = self.players[view.seat]
        if not isinstance(player, Expert):
            return await super().choose(view)
        reflection = Reflection(player.thoughts(view))
        while not reflection.is_done():
            await self.body.wait(self.body.pace.glance)
        return int(reflection.result)

    def explain(self, view: "PlayerView", card: int) -> Reason | None:
        """Return the reason for a card, as `Party` does; store it with the onlooker's reason."""
        found = super().explain(view, card)
        if found:
            seen = onlooker(view, card)
            self.reasons[card] = reason(seen, Knowledge(seen), card), found
        return found

    # --- actions of the players -------------------------------------------------------------

    async def live(self) -> None:
        """Act without end; pause after a timeout."""
        while True:
            await self.body.wait(self.body.pace.glance)
            try:
                await self._look()
                self.stuck = ""
            except Stuck as error:
                self.stuck = f"{error}"
                await self.body.wait(_TIRED_MS)

    async def _look(self) -> None:
        """Perform the next action of the bots, or of the room for all players, if one is due."""
        # If the mirror still replayed an older deal, `_adopt` would take that deal's cards from
        # the hands.
        mirror = self.follow.sure_mirror
        if not self.body.table.get("power") or mirror is None:
            return
        await self._adopt(mirror)
        if await self._answers() or self._clears():
            return
        if self.neat and self.game.phase == Phases.DONE and self.clears_trick():
            await self._take_away()
        if self.over:
            return
        phase = self.game.phase
        if self.scanned and phase in (Phases.DEALT, Phases.PLAY) and await self._pass_over():
            return
        if phase == Phases.READY:
            await self._between()
        elif phase == Phases.DEALT and not self.scanned:
            await self._turn_up_again()
        elif phase == Phases.BIDDING:
            await self._bid()
        elif phase == Phases.PLAY:
            await self._play()

    async def _between(self) -> None:
        """Do the next action in the phase READY: deal, show the deal, or open the bidding."""
        if self.unseen:
            if self.house.upcard == choices.UPCARD_NONE and not self.scanned:
                if self.bots[self.elder]:
                    await self.bidding.open()
            else:
                await self.dealing.show_deal()
            return
        if self.wants_deal or self.bots[self.dealer]:
            if not self.wants_deal:
                await self.body.wait(_BETWEEN_MS)
            await self.deal_cards()

    async def deal_cards(self) -> None:
        """Gather all cards and deal, then show the deal to the table (`DealPhase.show_deal`)."""
        self._lift_all()
        await self.put_away()
        self._tricks = 0
        self._shown = set()
        self.reasons = {}
        if self.rigged:
            hands, upcard, taker = self.rigged
            self.rigged = None
            self.pack.rig(hands, upcard, self.elder, self.elder if taker < 0 else taker)
        self.dealing.serve()
        self.wants_deal = False
        self.announcing.silent = []
        self.changes += 1
        await self.dealing.show_deal()

    async def _turn_up_again(self) -> None:
        """Lay the upcard again if the dealer's pad is empty, as it can be after a power cut."""
        if self.pack.upcard >= 0 and not self.body.lying(self.dealer):
            await self.body.put(self.pack.upcard, self.dealer)
            await self.body.wait(READ_MS)

    async def _pass_over(self) -> bool:
        """Scan the cards that the table asks for and lacks; return whether any were scanned.

        In the play, scan nothing until the cards after the bidding are dealt.
        """
        had = self.game.audit.had
        asked = [seat for seat in self.seats if self.body.lamp(seat) == SCAN]
        missing = OrderedDict(
            [(one, [card for card in self.hands[one] if not had(one, card)]) for one in asked]
        )
        if not any(missing.values()) or (self.game.phase == Phases.PLAY and self._lacks_cards()):
            return False
        await self.dealing.scan(missing)
        return True

    async def _bid(self) -> None:
        seat = self.game.auction.seat
        if self.bots[seat]:
            await self.bidding.next_call()

    async def _play(self) -> None:
        game, seat = self.game, self.game.trick.seat
        if self._lacks_cards():
            await self.dealing.pick_up()
            await self.dealing.hand_out()
            self.changes += 1
        elif self._tricks < game.audit.plays // len(self.seats):
            await self._take_away()
        elif self.bots[seat] and not game.audit.over() and self.body.lamp(seat) in _ITS_TURN:
            await self.playing.play_card(seat)

    def _lacks_cards(self) -> bool:
        """Return whether the players still lack the cards that are dealt after the bidding."""
        cards = self.house.cards
        return any(len(self.hands[seat]) + len(self.laid[seat]) < cards for seat in self.seats)

    def clears_trick(self) -> bool:
        """Return whether the room will take away a complete trick with the cards of people."""
        mirror = self.follow.mirror
        if not self.neat or mirror is None or not mirror.sure:
            return False
        game = mirror.game
        is_played = game.phase in (Phases.PLAY, Phases.DONE)
        return is_played and self._tricks < game.audit.plays // len(self.seats)

    async def _take_away(self) -> None:
        """Pause, then take away the complete trick, or only the bots' cards if not `neat`."""
        audit, players = self.game.audit, len(self.seats)
        done = audit.plays // players
        trick = [name_of(card) for card in audit.card[: done * players]]
        await self.body.wait(_SEES_MS)
        if self.neat:
            self._lift(trick)
        else:
            await self.body.clear()
        self._tricks = done

    def tidy(self, unwanted: list[str]) -> None:
        """Take away cards of finished tricks, and all cards from the pads of `unwanted` seats.

        Between two deals, take away all cards.
        """
        lying, audit = self.body.table.cards(), self.game.audit
        between = self.game.phase == Phases.READY and not self.unseen
        seen = [name_of(card) for card in audit.card[: self._tricks * len(self.seats)]]
        for seat in SEATS:
            for card in lying[seat]:
                if between or seat in unwanted or card in seen:
                    self.body.table.lift(card)

    def _clears(self) -> bool:
        """Let a bot take its cards off a pad that the table has wanted cleared for some time.

        Return whether a bot has done so. The table wants a pad cleared for example if a card was
        laid without power or beside another card, or if another seat needs the pad.
        """
        now = self.body.table.now
        for seat in self.theirs.seats:
            if self.body.lamp(seat) != CLEAR:
                self._clear_since[seat] = now
            elif now - self._clear_since[seat] >= _READS_MS:
                self._clear_since[seat] = now
                return self._take_back(seat)
        return False

    def _take_back(self, seat: int) -> bool:
        """Take back the seat's own cards from its pad; return whether there were any."""
        own = [name_of(card) for card in self.hands[seat] + self.laid[seat]]
        unwanted = [card for card in self.body.table.cards()[SEATS[seat]] if card in own]
        for card in unwanted:
            self.body.table.lift(card)
        return bool(unwanted)

    def _lift_all(self) -> None:
        for seat in range(4):
            if self.body.table.cards()[SEATS[seat]]:
                self.body.table.lift(SEATS[seat])

    async def start_match(self, dealer: int) -> None:
        """Start a match from the menu, with this dealer."""
        await self.body.press_director("MENU")
        await self._await_question()
        await self.body.press(self.seats[0], SUIT_KEYS[_START])
        await self._await_question()
        await self.body.press(dealer, SUIT_KEYS[_I_DO])

    async def _await_question(self) -> None:
        """Wait until the lights of all players ask for an answer."""
        asked = self.body.asked
        await self.body.until("a question", lambda: len(asked()) >= len(self.seats), _OPENS_MS)
        await self.body.wait(READ_MS)

    # --- answers of the bots to the table's questions ----------------------------------------

    async def _answers(self) -> bool:
        """Let a bot answer if it was asked long enough ago; return whether a bot has answered."""
        now = self.body.table.now
        for seat in range(4):
            asked = self._asked(seat)
            if asked != self._questions[seat]:
                self._questions[seat], self._asked_since[seat] = asked, now
            if asked and self.bots[seat] and now - self._asked_since[seat] >= self._patience(seat):
                self._asked_since[seat] = now
                await self._answer(seat, asked)
                return True
        return False

    def _asked(self, seat: int) -> str:
        """Return the request that the lights of a seat show: "result", "question" or ""."""
        if self.body.lamp(seat) != ASKED:
            return ""
        question = self.follow.state.get("asked", 0) >> seat & 1
        return "result" if self.game.phase == Phases.DONE and not question else "question"

    def _patience(self, seat: int) -> float:
        """Return how many ms a bot waits before answering.

        If there is a person on the bot's side, the bot waits longer, so that the person can
        answer. Such a bot never confirms the result.
        """
        if all(self.bots[one] for one in self._partners(seat)):
            return _READS_MS
        return _NEVER if self._questions[seat] == "result" else 8 * _READS_MS

    def _partners(self, seat: int) -> list[int]:
        side = self.house.side
        return [one for one in self.seats if side(one) == side(seat)]

    async def _answer(self, seat: int, asked: str) -> None:
        """Confirm the result, or show melds once in a deal; answer anything else with PASS."""
        text = self.follow.state.get("text", 0)
        if asked == "result":
            await self.agree_to_result([seat])
        elif text == texts.SHOW_MELD and seat not in self._shown:
            self._shown.add(seat)
            await self.announcing.show(seat)
        else:
            await self.body.press(seat, "PASS")
            await self.body.wait(READ_MS)

    async def agree_to_result(self, seats: list[int]) -> None:
        """Confirm the result at these seats, one after the other."""
        for seat in seats:
            for _ in range(_PRESSES):
                if await self._has_agreed(seat):
                    break
                await self.body.press(seat, SUIT_KEYS[0])
                await self.body.wait(READ_MS)

    async def _has_agreed(self, seat: int) -> bool:
        """Return True if there is no result to confirm now, or the seat's side has confirmed it.

        Also return True during a question, because the key would answer it, and if the table does
        not report its state.
        """
        try:
            state = await self.follow.ask("state", {})
        except TableError:
            return True
        if state["phase"] != Phases.DONE or state["asked"]:
            return True
        mirror = self.follow.mirror
        return mirror is not None and mirror.game.tally.agreed >> self.house.side(seat) & 1 != 0

    async def show_melds(self, seat: int) -> None:
        """Clear the pad of a person, and show the cards of the person's melds there."""
        pad = SEATS[self.body.places.pad(seat)]
        if self.body.lying(seat):
            await self._take_off(self.body.table.cards()[pad])
        await self.announcing.show(seat)

    async def lay_after(
        self, lying: list[str], card: str, pad: str, set_down: Callable[[str, str], object]
    ) -> None:
        """Lift the cards `lying`, and then call `set_down(card, pad)`.

        If the room is about to take away a complete trick, first wait until it has done this, at
        most `_PATIENT_MS`. Do not call `set_down` if another card lies on the pad by then, or if
        `card` lies on any pad.
        """
        until = self.body.table.now + _PATIENT_MS
        while self.clears_trick() and self.body.table.now < until:
            await self.body.wait(self.body.pace.glance)
        await self._take_off(lying)
        cards = self.body.table.cards()
        if not cards[pad] and not any(card in there for there in cards.values()):
            set_down(card, pad)

    async def _take_off(self, lying: list[str]) -> None:
        """Lift cards, and wait until the table has noticed it."""
        self._lift(lying)
        await self.body.wait(READ_MS)

    def _lift(self, lying: list[str]) -> None:
        """Lift those of the cards that still lie on a pad."""
        there = [card for cards in self.body.table.cards().values() for card in cards]
        for card in lying:
            if card in there:
                self.body.table.lift(card)

    # --- comparison with the table ----------------------------------------------------------

    async def _adopt(self, mirror: "Mirror") -> None:
        """Take over the table's match if the players' match differs from it.

        If they differ only by events that the table may still report (`_is_ahead`), first wait for
        these events, up to `_SETTLES_MS`.
        """
        until = self.body.table.now + _SETTLES_MS
        while self._differs(mirror):
            if self.body.table.now >= until or not self._is_ahead(mirror):
                self._take_over(mirror)
                return
            await self.body.wait(self.body.pace.glance)

    def _differs(self, mirror: "Mirror") -> bool:
        mine, theirs = self.game, mirror.game
        return (
            mine.phase != theirs.phase
            or list(mine.totals) != list(theirs.totals)
            or packed(mine) != packed(theirs)
        )

    def _is_ahead(self, mirror: "Mirror") -> bool:
        """Return whether the matches differ only by events that the table may still report."""
        mine, theirs = self.game, mirror.game
        if theirs.phase == Phases.READY:
            return bool(mine.phase > Phases.READY)
        if theirs.phase == Phases.DONE and mine.phase == Phases.READY:
            return True
        happened, told = packed(mine), packed(theirs)
        return len(happened) > len(told) and happened[: len(told)] == told

    def _take_over(self, mirror: "Mirror") -> None:
        """Replace the players' match by the table's, and correct hands and laid cards."""
        over = self.game.phase > Phases.READY and mirror.game.phase == Phases.READY
        last, before = self.game.audit, packed(self.game)
        self.game = mirror.copy()
        audit, happened = last if over else self.game.audit, packed(self.game)
        for event in happened[len(before) :]:
            if event[0] == Events.SEVEN and self.seven.card in self.hands[event[1]]:
                self.seven.have_swapped(event[1])
        laid: dict[int, list[int]] = {seat: [] for seat in range(4)}
        for play in range(audit.plays):
            laid[audit.seat[play]].append(audit.card[play])
        gone = [card for cards in laid.values() for card in cards]
        for seat in range(4):
            owned = self.hands[seat] + self.laid[seat]
            self.hands[seat] = [card for card in owned if card not in gone]
        self.laid = laid
        self.piled = gone
        self._tricks = min(self._tricks, audit.plays // len(self.seats))
        self.unseen = self.unseen and self.game.phase == Phases.READY
        self.changes += 1
