"""Sizes of the engine on the board, and its heap use and time per step, measured in the VM.

The benchmarks print these figures; tests check sizes and heap use against their budgets.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from marcoria.build.deploy import deployed
from marcoria.build.mpy import DEPLOYED, compile_tree
from marcoria.paths import FIRMWARE, TESTS
from marcoria.sim.vm.vm import VM

KIB = 1024
# The modules that load house files do not count as part of the engine.
_LOADER = ("belote/housefile.mpy", "belote/housekeys.mpy")
_DROP_LOADER = """
import sys, belote
del sys.modules["belote.housefile"], belote.housefile
del sys.modules["belote.housekeys"], belote.housekeys
"""
# A match in the middle of a deal: the bidding and three tricks are over.
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
    """Return the files of the engine as deployed."""
    return compile_tree(FIRMWARE / "belote", "/lib/belote", DEPLOYED)


def _numbers() -> dict[str, bytes]:
    return compile_tree(FIRMWARE / "codes", "/lib/codes")


def engine_bytes() -> int:
    """Return the size in bytes of the engine's bytecode, without `_LOADER`."""
    files = engine_files().items()
    code = {path: data for path, data in files if path.endswith(".mpy")}
    return sum(len(data) for path, data in code.items() if not path.endswith(_LOADER))


def flash_bytes() -> int:
    """Return the size in bytes of all deployed files, such as code, houses, fonts and words."""
    return sum(map(len, deployed().values()))


def largest_house() -> int:
    """Return the size in bytes of the largest house file."""
    return max(path.stat().st_size for path in (FIRMWARE / "belote" / "houses").iterdir())


def live_heap() -> int:
    """Return the bytes that the engine, one house and a match in progress keep on the heap."""
    with VM(files={**engine_files(), **_numbers()}) as vm:
        before = _alive(vm)
        vm.run(_LOAD)
        vm.run(_DROP_LOADER)
        vm.run(_UNDER_WAY)
        return _alive(vm) - before


def _alive(vm: VM) -> int:
    # Each call of `run` ends with a garbage collection, so this call frees earlier garbage.
    vm.run("import gc")
    return int(vm.run("print(gc.mem_alloc())"))


# A blind deal of random legal cards. Each function repeats its part of the deal `turns` times. The
# other arguments are flags. If a flag is 0, the function leaves out the calls under this flag, so
# that the cost of the rest can be measured and subtracted.
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
    """VM in which the functions of `_DEAL` can be called and measured."""

    def __init__(self, vm: VM) -> None:
        self.vm = vm
        vm.run(_LOAD)
        vm.run(_DEAL)

    def heap(self, call: str) -> int:
        """Return the bytes that a call, given as source code, allocates the second time."""
        code = f"def once():\n before = gc.mem_alloc()\n {call}\n print(gc.mem_alloc() - before)"
        self.vm.run(code)
        self.vm.run("once()")
        return int(self.vm.run("once()"))

    def microseconds(self, call: str, without: str, each: int, turns: int = 100) -> float:
        """Return the time of one step in us, measured as the difference of two calls.

        `call` and `without` are source code in which `{}` stands for the number of turns. In each
        turn `call` does `each` steps, and `without` does the same work except these steps. The
        shortest of seven runs counts.
        """
        full = min(self._seconds(call.format(turns)) for _ in range(7))
        empty = min(self._seconds(without.format(turns)) for _ in range(7))
        return (full - empty) / turns / each * 1e6

    def _seconds(self, call: str) -> float:
        start = time.perf_counter()
        self.vm.run(call)
        return time.perf_counter() - start


@contextmanager
def load() -> Iterator[Load]:
    """Yield a `Load` in a VM of its own."""
    # Level DEPLOYED would remove the names of constants, and player.py needs some of these names.
    engine = compile_tree(FIRMWARE / "belote", "/lib/belote", 3)
    with VM(files={**engine, **_numbers(), **compile_tree(TESTS / "memory", "/lib")}) as vm:
        yield Load(vm)
