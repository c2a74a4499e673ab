"""Four people, or two, and a pack of cards: they play a match at the table.

Each follows the match on his own, as people do: `game` is the engine on this machine, told what
was done and not what the table made of it. Whether the table agrees is seen in its lights: `Stuck`
says that it does not. `events` are those the match has accepted, to be compared with the journal.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from belote.match import Match
from codes import events, phases, totals
from marcoria.people.body import (
    CALLED_MS,
    EARLY_MS,
    FRESH_MS,
    READ_MS,
    STEADY_MS,
    SUIT_KEYS,
    Body,
    Stuck,
)
from marcoria.people.eyes import ASKED, SCAN, TURN
from marcoria.people.pack import Hands, Pack
from marcoria.people.player_view import View
from marcoria.people.players import AT, NT, PASS, Honest

_TAKEN, _STAYS = 0, 1  # `upcard`
_SALT = 1  # `late`
_ON_LEAD = 1  # `call_out`
_POINTS = 2  # discipline
_OUT_OF_TURN = 6
_TOO_LATE = 46
_NOTED = 128
_QUESTIONS = 12  # more than the melds of four players can lead to
_SENTENCES = 16  # over a score, at most
_PROVED = (1, 2, 3, 4, 5, 16)  # offences of a play


class People:
    """The company around a `Body`'s table. `players` has one for each seat that plays."""

    def __init__(
        self,
        body: Body,
        house: Any,
        players: dict[int, Honest],
        rng: Random,
        scanned: bool = False,
    ) -> None:
        self.body = body
        self.house = house
        self.players = players
        self.rng = rng
        self.scanned = scanned
        self.game = Match(house)
        self.pack = Pack(house, Random(rng.random()))
        self.seats = (0, 1, 2, 3) if house.players == 4 else (0, 2)
        self.hands: Hands = {seat: [] for seat in range(4)}
        self.laid: Hands = {seat: [] for seat in range(4)}
        self.unseen = False  # whether cards were dealt of which the table has seen nothing
        self.piled: list[int] = []  # the cards of the tricks taken
        self.silent: list[tuple[int, int]] = []  # kings and queens laid, that may be called late
        self.judged = 0  # offences
        self.events: list[tuple[int, int, int]] = []
        # What is done about an offence of a seat, where nothing follows by itself.
        self.offended: Callable[[int], None] = lambda _: None
        self.heard: Callable[[int, int, int, int], None] = lambda *_: None

    # --- the match --------------------------------------------------------------------------

    def begin(self, dealer: int, target: int = 0, discipline: int = -1) -> None:
        """A new match is agreed upon."""
        self.happens(events.MATCH, dealer, self.house.mark)
        if target:
            self.happens(events.TARGET, dealer, target)
        if discipline >= 0:
            self.happens(events.DISCIPLINE, dealer, discipline)

    def play_match(self, deals: int = 1000) -> bool:
        """Plays until somebody has won, or so many deals; whether the match is over."""
        for _ in range(deals):
            if self.over:
                break
            self.play_deal()
        return self.over

    def play_deal(self) -> None:
        """A whole deal, or what is left of it: cards, bidding, tricks, result."""
        self.act()
        while not self.resting:
            self.act()

    def play_cards(self, count: int) -> None:
        """Goes on until so many more cards are laid, or the deal is over; one that is thrown in
        is followed by another."""
        self.act()
        until = self.game.audit.plays + count
        while self.game.audit.plays < until and not (self.resting and self.game.audit.plays):
            self.act()

    @property
    def resting(self) -> bool:
        """Whether the match is over, or waits for the next deal."""
        return self.over or bool(self.game.phase <= phases.READY)

    def act(self) -> None:
        """The next thing that the match waits for: a deal, a call, a card, the result agreed to.
        After a power cut the people go on from where they were."""
        phase = self.game.phase
        if self.over:
            pass
        elif phase == phases.READY:
            self.deal()
        elif phase == phases.BIDDING:
            self.bid()
        elif phase == phases.PLAY:
            self.play_card(self.game.trick.seat)
        elif phase == phases.DONE:
            self.confirm()
        else:
            raise Stuck(f"nobody goes on in phase {phase} after {self.events[-3:]}")
        if self.resting:
            self.put_away()

    @property
    def over(self) -> bool:
        """Whether the match is won."""
        return bool(self.game.totals[totals.WINNER] >= 0)

    @property
    def winner(self) -> int:
        """A seat of the side that has won."""
        side = self.game.totals[totals.WINNER]
        return next(seat for seat in self.seats if self.game.side(seat) == side)

    def happens(self, what: int, seat: int, arg: int = 0) -> int:
        """Everybody takes note of something; what the rules say of it."""
        result = int(self.game.apply(what, seat, arg))
        if what == events.DEAL:
            self.unseen = False
        if not result or result >= _NOTED:
            self.events.append((what, seat, arg))
        self.heard(what, seat, arg, result)
        return result

    def view(self, seat: int) -> View:
        """What the player at that seat sees."""
        return View(self.game, seat, self.hands[seat], self.laid[seat])

    def put_away(self) -> None:
        """All cards are gathered for the next deal; the one turned up may be dealt first."""
        hands = [card for seat in self.seats for card in self.hands[seat]]
        self.pack.collect(self.piled + hands)
        self.piled = []
        self.body.clear()
        self.body.wait(READ_MS)

    # --- the deal ---------------------------------------------------------------------------

    @property
    def dealer(self) -> int:
        """The seat that deals."""
        return int(self.game.totals[totals.DEALER])

    @property
    def elder(self) -> int:
        """The seat that speaks and leads first."""
        return int(self.dealer + self.game.step & 3)

    def deal(self) -> None:
        """The first cards, and the upcard."""
        self.pack.prepare()
        first = self.pack.first(self.elder)
        for seat in range(4):
            self.hands[seat] = list(first.get(seat, []))
            self.laid[seat] = []
        self.silent = []
        self.judged = 0
        self.unseen = True
        self.show_deal()

    def show_deal(self) -> None:
        """The table is told of the cards that were dealt."""
        if self.scanned:
            self.body.await_lamp(self.dealer, SCAN)
            self.happens(events.DEAL, self.dealer, 1)
            order = self.pack.order(self.elder)
            self.scan({seat: self.hands[seat] for seat in order}, STEADY_MS)
        if self.pack.upcard >= 0:
            self.turn_up()
        if self.game.phase == phases.READY:
            self.open()

    def turn_up(self) -> None:
        """The dealer lays the upcard on his pad; with blind hands that opens the deal."""
        dealer, upcard = self.dealer, self.pack.upcard
        self.body.await_turn(dealer)
        if self.game.phase == phases.READY:
            self.happens(events.DEAL, dealer, 0)
        self.body.put(upcard, dealer)
        self.happens(events.UPCARD, dealer, upcard)

    def scan(self, hands: Hands, more_ms: int = 0) -> None:
        """Everybody passes his cards over his pad, all at the same time; the first that much
        longer."""
        for turn in range(max(map(len, hands.values()))):
            passing = [(seat, cards[turn]) for seat, cards in hands.items() if turn < len(cards)]
            for seat, card in passing:
                self.body.put(card, seat)
                self.happens(events.SCAN, seat, card)
            self.body.wait(READ_MS + more_ms)
            more_ms = 0
            for _, card in passing:
                self.body.lift(card)
            self.body.wait(READ_MS)

    def open(self) -> None:
        """Where nothing is turned up, the first word opens the deal."""
        seat = self.elder
        self.game.auction.start(seat, -1, 0)
        self.body.wait(FRESH_MS)
        call = self.players[seat].bid(self.view(seat))
        self.happens(events.DEAL, self.dealer, 0)
        self.speak(seat, call)

    def bid(self) -> None:
        """A call of whoever has to speak."""
        seat = self.game.auction.seat
        self.body.await_turn(seat)
        self.body.think()
        self.speak(seat, self.players[seat].bid(self.view(seat)))

    def speak(self, seat: int, call: int) -> None:
        """A call, and what follows if it was the last one."""
        self.say(seat, call)
        self.happens(events.BID, seat, call)
        if self.game.phase == phases.PLAY:
            self.pick_up()
            self.hand_out()

    def say(self, seat: int, call: int) -> None:
        """A call, on the keys."""
        if call == PASS:
            self.body.press(seat, "PASS")
        elif call < NT:
            self.body.press(seat, SUIT_KEYS[call])
        else:
            self.body.press(seat, "CALL")
            # No trumps, all trumps, double or once more, redouble.
            self.body.press(seat, SUIT_KEYS[{NT: 0, AT: 1, 7: 2, 8: 3, 9: 2}[call]])

    def pick_up(self) -> None:
        """The card turned up leaves its pad; laid again sooner, it has never been away."""
        self.body.clear()
        self.body.wait(READ_MS)

    def hand_out(self) -> None:
        """The cards after the bidding; the upcard goes to its taker, or stays."""
        taker = self.game.auction.taker
        rest = self.pack.rest(self.elder, taker)
        for seat, cards in rest.items():
            self.hands[seat] += cards
        if self.pack.upcard >= 0 and self.house.upcard == _TAKEN:
            self.hands[taker].append(self.pack.upcard)
        if self.scanned:
            self.scan(rest)
        if self.house.upcard == _STAYS:
            self.show_bottom()
        if self.may_exchange():
            self.exchange_seven()

    def show_bottom(self) -> None:
        """The dealer shows the card at the bottom of the pack."""
        self.body.await_lamp(self.dealer, ASKED, TURN)
        self.body.pass_over(self.pack.bottom, self.dealer)
        self.happens(events.BOTTOM, self.dealer, self.pack.bottom)

    def may_exchange(self) -> bool:
        """Whether the seven of trump is worth the card that was turned up."""
        upcard, contract = self.pack.upcard, self.game.contract
        return bool(self.house.seven) and upcard >> 3 == contract and upcard & 7 > 0

    def exchange_seven(self) -> None:
        """Whoever holds the seven of trump lays it on his pad, and then the upcard."""
        seven = self.game.contract << 3
        for seat in self.seats:
            if seven not in self.hands[seat] or seat == self.holder:
                continue
            if self.players[seat].exchanges_seven(self.view(seat)):
                self.body.await_turn(self.game.trick.seat)
                self.swap_seven(seat)
                return

    @property
    def holder(self) -> int:
        """Who has taken the card that was turned up, -1 if nobody has."""
        return int(self.game.auction.taker) if self.house.upcard == _TAKEN else -1

    def swap_seven(self, seat: int) -> None:
        """The seven on the pad, and then the upcard."""
        seven, upcard = self.game.contract << 3, self.pack.upcard
        self.body.pass_over(seven, seat)
        self.body.pass_over(upcard, seat)
        self.body.wait(READ_MS)  # laid again sooner, it has never been away
        self.happens(events.SEVEN, seat)
        self.have_swapped(seat)

    def have_swapped(self, seat: int) -> None:
        """Who holds the seven now, and who the card that was turned up."""
        seven, upcard = self.game.contract << 3, self.pack.upcard
        hand = self.hands[seat]
        hand[hand.index(seven)] = upcard
        if self.holder >= 0:
            other = self.hands[self.holder]
            other[other.index(upcard)] = seven

    # --- the tricks -------------------------------------------------------------------------

    def play_card(self, seat: int) -> None:
        """All that one player does in his turn."""
        player, body = self.players[seat], self.body
        body.await_turn(seat)
        self.impatience(seat)
        body.think()
        if not self.laid[seat]:
            self.announce_all(seat)
        if self.may_call_out(seat) and player.calls_out(self.view(seat)):
            body.hold(seat, "CALL")
            body.await_lamp(seat, ASKED)
            body.press(seat, SUIT_KEYS[0])
            self.happens(events.CALL_OUT, seat)
        if not self.over:
            self.lay(seat)
            self.say_late(seat)

    def announce_all(self, seat: int) -> None:
        """What a player announces before his first card, but for what he has announced already."""
        said = [self.game.announced[seat] >> 2 * kind & 3 for kind in range(4)]
        for kind in self.players[seat].melds(self.view(seat)):
            if said[kind]:
                said[kind] -= 1
            else:
                self.announce(seat, kind)

    def announce(self, seat: int, kind: int) -> None:
        """A meld, by its kind."""
        self.body.press(seat, "CALL")
        self.body.press(seat, SUIT_KEYS[kind])
        self.happens(events.MELD, seat, kind)
        self.body.wait(READ_MS)

    def may_call_out(self, seat: int) -> bool:
        """Whether calling out means anything here and now."""
        game, house = self.game, self.house
        if not house.call_out or game.caller >= 0 or game.trick.count or not game.audit.plays:
            return False
        last = game.audit.plays >= house.players * (house.cards - 1)
        side = game.side(seat)
        return house.call_out == _ON_LEAD or (not last and bool(game.counting >> side & 1))

    def lay(self, seat: int) -> None:
        """One card, again if it is refused."""
        player, body = self.players[seat], self.body
        view = self.view(seat)
        card = player.card(view)
        belote = player.belote(view, card)
        since = body.table.now
        self.put(seat, card, player.lays_too_much(view))
        result = self.happens(events.CARD, seat, card)
        if 0 < result < _NOTED:
            body.await_refusal(seat, since)
            body.lift(card)
            body.wait(READ_MS)
            card = Honest(self.rng).card(view)
            belote = view.calls_belote(card)
            body.put(card, seat)
            self.happens(events.CARD, seat, card)
        self.hands[seat].remove(card)
        self.laid[seat].append(card)
        if not self.over:
            body.await_taken(seat)
            self.judge()
        if belote and not self.over:
            self.call_belote(seat)
        elif view.is_trump(card) and card & 7 in (5, 6):
            self.silent.append((seat, card))
        if not self.game.trick.count and not self.over:
            self.take_trick()

    def judge(self) -> None:
        """What follows when a play was proved to be against the rules since the last look."""
        game = self.game
        told, self.judged = self.judged, game.logged
        for at in range(told * 4, game.logged * 4, 4):
            if game.log[at] in _PROVED and game.totals[totals.CONDUCT] < _POINTS and not self.over:
                self.offended(game.log[at + 1])

    def put(self, seat: int, card: int, second: int) -> None:
        """Lays a card; with a second one by its side both have to be put right."""
        body = self.body
        body.put(card, seat)
        if second >= 0 and second != card:
            body.put(second, seat)
            body.wait(1000)
            body.lift(second)

    def call_belote(self, seat: int) -> None:
        """Belote or rebelote."""
        self.body.press(seat, "CALL")
        if self.happens(events.BELOTE, seat) == _TOO_LATE:
            self.body.wait(CALLED_MS)

    def say_late(self, seat: int) -> None:
        """What is said after the next card: a late belote, and salt on what was not called."""
        if self.house.late != _SALT or self.over:
            return
        for one in [pair for pair in self.silent if pair[0] != seat]:
            owner, card = one
            self.silent.remove(one)
            for other in self.seats:
                foe = self.game.side(other) != self.game.side(owner)
                if foe and self.players[other].salts(self.view(other)):
                    self.body.rap(other)
                    self.happens(events.SALT, other)
                    break
            if self.players[owner].belote_late(self.view(owner), card):
                self.call_belote(owner)

    def impatience(self, turn: int) -> None:
        """Somebody may lay a card before his turn, and has to take it back."""
        for seat in self.seats:
            if seat == turn or self.body.lying(seat) or not self.hands[seat]:
                continue
            card = self.players[seat].lays_early(self.view(seat))
            # The seven of trump would be taken for one to be exchanged.
            if card >= 0 and not (card == self.game.contract << 3 and self.may_exchange()):
                self.body.put(card, seat)
                self.body.wait(EARLY_MS)
                self.body.lift(card)
                self.happens(events.CARD, seat, card)
                if self.game.totals[totals.CONDUCT] == _POINTS:
                    self.happens(events.OFFENCE, seat, _OUT_OF_TURN)
                self.body.wait(READ_MS)

    def take_trick(self) -> None:
        """The trick is complete: everybody clears his pad; after the first one melds are shown."""
        players = len(self.seats)
        for seat in self.seats:
            self.piled.append(self.laid[seat][-1])
        self.body.wait(READ_MS)
        self.body.clear()
        if self.game.phase == phases.PLAY and self.game.audit.plays == players:
            self.show_melds()

    def show_melds(self) -> None:
        """After the first trick the table asks for the melds that may score."""
        game, body = self.game, self.body
        if self.scanned or not any(game.claims):
            return
        leader = game.trick.seat
        body.until(
            "the turn or a question", lambda: bool(body.asked()) or body.lamp(leader) == TURN
        )
        shown: set[int] = set()
        for _ in range(_QUESTIONS):
            if not body.asked():
                return
            seat = body.asked()[0]
            if seat not in shown:
                shown.add(seat)
                self.show(seat)
            else:
                body.press(seat, "PASS")
            body.wait(READ_MS)
        raise Stuck("the table goes on asking for melds")

    def show(self, seat: int) -> None:
        """One player lays down the cards of his melds."""
        for card in self.players[seat].shows(self.view(seat)):
            if self.body.lamp(seat) == ASKED:
                self.body.pass_over(card, seat)
                if not self.game.audit.had(seat, card):
                    self.happens(events.SHOW, seat, card)
                self.judge()

    # --- the result -------------------------------------------------------------------------

    def confirm(self) -> None:
        """A player of each side that has not yet agrees to the score, once it can have been
        read."""
        self.body.wait(FRESH_MS)
        for seat in self.seats[:2]:
            agreed = self.game.agreed >> self.game.side(seat) & 1
            if self.game.phase == phases.DONE and not agreed:
                self.body.await_lamp(seat, ASKED)
                self.body.think()
                self.agree(seat)
                self.happens(events.CONFIRM, seat)

    def agree(self, seat: int) -> None:
        """A key, and further ones if the first has only taken away what stood over the score."""
        body = self.body
        for _ in range(_SENTENCES):
            body.press(seat, SUIT_KEYS[0])
            # Where offences are told lights blink, and say nothing else meanwhile.
            if body.lamp(seat) == ASKED or self.game.logged:
                body.wait(FRESH_MS)
            if body.lamp(seat) != ASKED:
                return
