"""Players and the solver of the program colver, for comparison; `make peers` installs colver.

colver plays contrée by the rules of the house `french` with `under: free`. It numbers suits in the
order S H D C, ranks in the order 7 8 9 J Q K T A, and seats in the order of play from the elder.
"""

import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from time import perf_counter
from typing import Any

from deal_play import CardsOnly, Hands, house_with
from marcoria.analysis.position import Position
from marcoria.analysis.solvers import Solvers
from marcoria.analysis.tables import Tables
from marcoria.bots.strategy import Honest, PlayerView
from marcoria.errors import TableError
from marcoria.firmware.belote.house import House
from marcoria.game.names import seats_of
from marcoria.paths import BUILD

HOUSE, RULES = "french", ("under: free",)
NAMES = ("colver", "colver-isdd")
_MS = 10  # default time of `colver-isdd` for a card
_VALUE = 80  # points of the contract
_ALL = 162  # points of a side that wins all tricks; colver counts 252 for such a side
_RANKS = (0, 1, 2, 6, 3, 4, 5, 7)  # colver's numbers of the ranks 7 8 9 T J Q K A
_TO_COLVER = [(3 - (card >> 3)) << 3 | _RANKS[card & 7] for card in range(32)]
_FROM_COLVER = [_TO_COLVER.index(card) for card in range(32)]
_AGENT = """
[bid]
strategy = "heuristic"
[play]
method = "isdd"
time_ms = {ms}
[worlds]
source = "uniform"
"""


def is_installed() -> bool:
    """Add build/peers to the import path; return whether colver is installed."""
    folder = str(BUILD / "peers")
    if folder not in sys.path:
        sys.path.append(folder)
    return find_spec("colver") is not None


@cache
def _colver() -> Any:
    if not is_installed():
        raise TableError("no-peers", "colver is not installed: run `make peers`")
    return import_module("colver")


def make_peer(name: str, rng: Random) -> Honest:
    """Return the player of colver with this name; "colver-isdd:50" searches 50 ms for each card.

    Raise TableError for an unknown name.
    """
    kind, _, ms = name.partition(":")
    if kind == Searcher.name and (ms.isdecimal() or not ms):
        return Searcher(rng, int(ms or _MS))
    if name == Colver.name:
        return Colver(rng)
    raise TableError("unknown-strategy", f"there is no strategy '{name}'")


def deal_unseen(view: PlayerView, rng: Random) -> Hands:
    """Return hands that the seats may have been dealt, as far as one player can know.

    The hands agree with the player's own cards and with all cards laid so far. The other cards are
    random, but no player gets a card that makes an earlier play of that player illegal.
    """
    game, seats = view.game, seats_of(view.house)
    known: Hands = {seat: [] for seat in seats}
    for play in range(game.audit.plays):
        known[game.audit.seat[play]].append(game.audit.card[play])
    known[view.seat] = view.own()
    seen = {card for cards in known.values() for card in cards}
    unseen = [card for card in range(32) if card not in seen]
    while True:
        hands = {seat: list(cards) for seat, cards in known.items()}
        if _deal(unseen, hands, view, rng):
            return hands


def _deal(unseen: list[int], hands: Hands, view: PlayerView, rng: Random) -> bool:
    """Deal the unseen cards at random into `hands`; return False if a card fits no hand.

    The cards that the fewest players may hold are dealt first.
    """
    denied = view.game.audit.denied
    may = {
        card: [seat for seat in hands if not denied[seat][card >> 3] >> (card & 7) & 1]
        for card in unseen
    }
    rng.shuffle(unseen)
    for card in sorted(unseen, key=lambda card: len(may[card])):
        rooms = {seat: view.house.cards - len(hands[seat]) for seat in may[card]}
        if not any(rooms.values()):
            return False
        (seat,) = rng.choices(list(rooms), list(rooms.values()))
        hands[seat].append(card)
    return True


class Colver(Honest):
    """colver's heuristic player, who plays the cards only.

    colver is asked about a deal with the player's own cards, the cards laid so far, and random
    cards in all other places. colver never gets the true hands of the other players, because its
    choice would depend on them: see `unseen_influence`.
    """

    name = "colver"

    def bid(self, view: PlayerView) -> int:
        """Refuse to bid, because colver knows only the auction of contrée."""
        raise TableError("cards-only", f"{self.name} only plays cards: choose `--kind cards`")

    def card(self, view: PlayerView) -> int:
        """Return the card that colver chooses."""
        _check_rules(view.house)
        return _FROM_COLVER[self._choose(Replay(view, deal_unseen(view, self.rng)))]

    def _choose(self, replay: "Replay") -> int:
        return int(replay.end().action_heuristic_play())


class Searcher(Colver):
    """colver's player `isdd`, which solves random deals that agree with the cards it has seen."""

    name = "colver-isdd"

    def __init__(self, rng: Random, ms: int = _MS) -> None:
        super().__init__(rng)
        self._ms = ms

    def _choose(self, replay: "Replay") -> int:
        agent = _colver().Agent(
            _AGENT.format(ms=self._ms), replay.number[replay.view.seat], self.rng.getrandbits(32)
        )
        return int(agent.action(replay.end(agent)))


class Replay:
    """A deal to repeat in colver; `number` has colver's number of each seat."""

    def __init__(self, view: PlayerView, hands: Hands) -> None:
        self.view = view
        self.hands = hands
        audit = view.game.audit
        elder = audit.seat[0] if audit.plays else view.game.trick.seat
        self.number = _numbers(view.house, elder)

    def end(self, agent: Any = None) -> Any:
        """Return colver's state after the cards laid so far.

        If there is an `agent`, it observes each of these cards.
        """
        game = self.view.game
        taker = self.number[game.auction.taker]
        env = _start(self.hands, self.number, taker, game.auction.contract)
        if agent:
            agent.init_deal(env)
        for play in range(game.audit.plays):
            card = _TO_COLVER[game.audit.card[play]]
            if agent:
                agent.observe(env, card)
            env.step(card)
        return env


def _numbers(house: House, elder: int) -> dict[int, int]:
    return {elder + place * house.step & 3: place for place in range(4)}


def _start(hands: Hands, number: dict[int, int], taker: int, trump: int) -> Any:
    """Return colver's state before the first card; `taker` is a seat as colver numbers it."""
    places = {place: hands[seat] for seat, place in number.items()}
    env = _colver().Env.deal_with_hands(
        3, [sorted(_TO_COLVER[card] for card in places[place]) for place in range(4)]
    )
    env.set_contract(3 - trump, _VALUE, taker & 1, 0)
    env.set_phase_playing()
    return env


@cache
def _check_rules(house: House) -> None:
    """Raise TableError if a house has other rules of play than colver."""
    ours = house_with(HOUSE, RULES)
    if any(vars(Tables(house, suit)) != vars(Tables(ours, suit)) for suit in range(4)):
        raise TableError(
            "other-rules",
            f"colver plays by other rules: choose `--house {HOUSE} --rule '{RULES[0]}'`",
        )


class _Doubter(Colver):
    """Player who asks colver about two possible deals before each card.

    `asked` counts the cards, and `changed` those for which the two answers differ.
    """

    asked = changed = 0

    def _choose(self, replay: "Replay") -> int:
        choice = super()._choose(replay)
        other = Replay(replay.view, deal_unseen(replay.view, self.rng))
        self.asked += 1
        self.changed += choice != super()._choose(other)
        return choice


def unseen_influence(deals: int, seed: int) -> float:
    """Return the share of cards that colver's heuristic changes if unseen cards are dealt anew."""
    players = [_Doubter(Random(f"{seed} {seat}")) for seat in range(4)]
    for number in range(deals):
        deal = CardsOnly(house_with(HOUSE, RULES), Random(f"{seed} {number}"))
        deal.play(dict(enumerate(players)))
    return sum(one.changed for one in players) / sum(one.asked for one in players)


class SolverRace:
    """Times in ms of this project's solver and of colver's for the same whole deals.

    In each deal a solver finds the value of every card that the elder may lead. `differing` has
    the numbers of the deals for which the values differ.
    """

    def __init__(self, deals: int, seed: int) -> None:
        self.ours: list[float] = []
        self.theirs: list[float] = []
        self.differing: list[int] = []
        self._solvers = Solvers()
        for number in range(deals):
            self._solve(number, CardsOnly(house_with(HOUSE, RULES), Random(f"{seed} {number}")))
        self._solvers.close()

    def _solve(self, number: int, deal: CardsOnly) -> None:
        elder = deal.house.after(deal.dealer)
        hands = [deal.hands[seat] for seat in range(4)]
        solver = self._solvers.of(deal.house, deal.trump)
        numbers = _numbers(deal.house, elder)
        env = _start(deal.hands, numbers, numbers[deal.taker], deal.trump)
        began = perf_counter()
        ours = solver.cards(Position(hands, elder, []))
        between = perf_counter()
        theirs = env.solve_scores()["scores"]
        self.theirs.append((perf_counter() - between) * 1000)
        self.ours.append((between - began) * 1000)
        if ours != self._values(theirs, deal.house.side(elder)):
            self.differing.append(number)

    def _values(self, scores: list[tuple[int, int]], side: int) -> dict[int, int]:
        """Return the points of side 0 for each card.

        `scores` has colver's cards with the points of the elder's side, which is `side`.
        """
        points = {_FROM_COLVER[card]: min(value, _ALL) for card, value in scores}
        return {card: _ALL - value if side else value for card, value in points.items()}
