"""What the engine costs on the board, measured in the VM: heap, and time per call.

The benchmarks print these figures; the tests hold those that are counts to their budgets.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from marcoria.build.deploy import deployed
from marcoria.build.mpy import DEPLOYED, compile_tree
from marcoria.paths import FIRMWARE, TESTS
from marcoria.sim.vm.vm import VM

KIB = 1024
# What reads house files is not counted to the engine.
_LOADER = ("belote/housefile.mpy", "belote/housekeys.mpy")
_DROP_LOADER = """
import sys, belote
del sys.modules["belote.housefile"], belote.housefile
del sys.modules["belote.housekeys"], belote.housekeys
"""
# A match under way: a deal bid and three tricks played.
_UNDER_WAY = """
from belote.match import Match
game = Match(house)
game.apply(1, 0, house.mark)
game.apply(4, 0, 0)
game.apply(6, 0, 0)
game.apply(7, 3, 0)
for card in (8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27):
    game.apply(9, game.trick.seat, card)
assert game.audit.plays == 12
"""
_LOAD = """
from belote.housefile import load
house = load(open("/lib/belote/houses/piedicavallo.house").read())
del load
"""


def engine_files() -> dict[str, bytes]:
    """The engine as it is deployed."""
    return compile_tree(FIRMWARE / "belote", "/lib/belote", DEPLOYED)


def _numbers() -> dict[str, bytes]:
    return compile_tree(FIRMWARE / "codes", "/lib/codes")


def engine_bytes() -> int:
    """Bytecode of the engine."""
    files = engine_files().items()
    code = {path: data for path, data in files if path.endswith(".mpy")}
    return sum(len(data) for path, data in code.items() if not path.endswith(_LOADER))


def flash_bytes() -> int:
    """All that the table's file system is given: code, houses, fonts and words."""
    return sum(map(len, deployed().values()))


def largest_house() -> int:
    """Bytes of the largest house file."""
    return max(path.stat().st_size for path in (FIRMWARE / "belote" / "houses").iterdir())


def live_heap() -> int:
    """Bytes live on the heap with the engine, one house and a match under way."""
    with VM(files={**engine_files(), **_numbers()}) as vm:
        before = _alive(vm)
        vm.run(_LOAD)
        vm.run(_DROP_LOADER)
        vm.run(_UNDER_WAY)
        return _alive(vm) - before


def _alive(vm: VM) -> int:
    vm.run("import gc")  # a call that ends with a collection, after the one before was let go
    return int(vm.run("print(gc.mem_alloc())"))


# One blind deal of random legal cards, to be gone through again and again. Each function does
# its part `turns` times; what the loop itself costs is measured by leaving out the call.
_DEAL = """
import gc
from codes.game import Events
from player import Players
players = Players(house, 5)
while not players.deal():
    pass
dealt = list(players.game.events)
hands = [bytearray(hand) for hand in players.hands]
players.play()
game = players.game
audit, trick, cards, seats = game.audit, game.trick, bytearray(32), bytearray(32)
cards[:] = audit.card
seats[:] = audit.seat
denies, led = list(audit.denies), bytearray(audit.led)
contract, elder = game.auction.contract, seats[0]
asked = bytearray(5)

def walk(turns, ask, lay):
    for _ in range(turns):
        trick.contract(contract)
        trick.start(elder)
        for play in range(32):
            if ask:
                trick.legal(hands[seats[play]])
            if lay:
                trick.lay(cards[play])
                if trick.count == 4:
                    trick.start(trick.winner)

def audited(turns, weigh):
    for _ in range(turns):
        audit.start()
        audit.trump = trick.trump
        for play in range(32):
            if weigh:
                audit.play(seats[play], cards[play], denies[play], led[play])
                if play & 3 == 3:
                    audit.suspects()

def applied(turns, apply):
    for _ in range(turns):
        game.apply(Events.MATCH, players_dealer, house.mark)
        for event in dealt:
            game.apply(event.kind, event.seat, event.arg)
        for play in range(32):
            if apply:
                game.apply(Events.CARD, seats[play], cards[play])
players_dealer = dealt[0].seat
"""


class Load:
    """A VM in which one deal can be gone through again and again, in parts."""

    def __init__(self, vm: VM) -> None:
        self.vm = vm
        vm.run(_LOAD)
        vm.run(_DEAL)

    def heap(self, call: str) -> int:
        """Bytes that a call allocates, once warm."""
        code = f"def once():\n before = gc.mem_alloc()\n {call}\n print(gc.mem_alloc() - before)"
        self.vm.run(code)
        self.vm.run("once()")
        return int(self.vm.run("once()"))

    def microseconds(self, call: str, without: str, each: int, turns: int = 100) -> float:
        """Time of one of the `each` steps that `call` takes and `without` leaves out; the best
        of five. Both are calls whose first argument is `{}`, the turns."""
        full = min(self._seconds(call.format(turns)) for _ in range(7))
        empty = min(self._seconds(without.format(turns)) for _ in range(7))
        return (full - empty) / turns / each * 1e6

    def _seconds(self, call: str) -> float:
        start = time.perf_counter()
        self.vm.run(call)
        return time.perf_counter() - start


@contextmanager
def load() -> Iterator[Load]:
    """The VM of `Load`."""
    # With all names: the players ask for some that the table does not need.
    engine = compile_tree(FIRMWARE / "belote", "/lib/belote", 3)
    with VM(files={**engine, **_numbers(), **compile_tree(TESTS / "memory", "/lib")}) as vm:
        yield Load(vm)
