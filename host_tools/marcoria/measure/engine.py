"""What the engine costs on the board, measured in the VM: heap, and time per call.

The benchmarks print these figures; the tests hold those that are counts to their budgets.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from marcoria.build.mpy import DEPLOYED, compile_tree
from marcoria.paths import FIRMWARE, TESTS
from marcoria.sim.vm.vm import VM

KIB = 1024
# What is not there while people play: the loader of house files.
_NOT_RESIDENT = "belote/housefile.mpy"
_DROP_LOADER = "import sys, belote; del sys.modules['belote.housefile'], belote.housefile"
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


def resident_bytes() -> int:
    """The engine's `.mpy` files that stay loaded during play, added up."""
    files = engine_files().items()
    return sum(
        len(data)
        for path, data in files
        if path.endswith(".mpy") and not path.endswith(_NOT_RESIDENT)
    )


def flash_bytes() -> int:
    """All that the table's file system is given: code, houses, fonts and words."""
    return sum(map(len, compile_tree(FIRMWARE, "/lib", DEPLOYED).values()))


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


# What the drivers import, for a VM that has no board: only their types and two functions.
_MACHINE = """
import sys
class Machine: pass
Machine.Pin = Machine.SPI = Machine.I2C = Machine.PWM = Machine.Partition = Machine.bitstream = 0
sys.modules["machine"] = sys.modules["esp32"] = Machine
class Wire:
    def __call__(self, *level): return 0
    def duty_u16(self, duty): pass
wire = Wire()
"""
# The application's own lines, defined before the first measurement: they are not the drivers'.
_OPEN = """
parts = [None] * 7
keys = bytes(range(16))
def open_all():
    from drivers.mfrc522 import Readers
    from drivers.ssd1683 import Display
    from drivers.mcp23017 import Expander
    from drivers.ws2812 import Lights
    from drivers.buzzer import Buzzer
    from drivers.flashlog import Log
    parts[0] = Readers(wire, (wire, wire, wire, wire), wire)
    parts[1] = Display(wire, wire, wire, wire, wire, bytearray(7500))
    parts[2] = Expander(wire, 32, keys, wire)
    parts[3] = Expander(wire, 33, keys, wire)
    parts[4] = Lights(wire, 32, 1000)
    parts[5] = Buzzer(wire)
    parts[6] = Log(wire, 64)
"""


def drivers_heap() -> int:
    """Bytes live with every driver open, code and the display's image included."""
    with VM(files=compile_tree(FIRMWARE / "drivers", "/lib/drivers", DEPLOYED)) as vm:
        vm.run(_MACHINE)
        vm.run(_OPEN)
        before = _alive(vm)
        vm.run("open_all()")
        return _alive(vm) - before


# One blind deal of random legal cards, to be gone through again and again. Each function does
# its part `turns` times; what the loop itself costs is measured by leaving out the call.
_DEAL = """
import gc
from codes import events
from player import Players
players = Players(house, 5)
while not players.deal():
    pass
dealt = bytearray(players.game.events)
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
        game.apply(events.MATCH, players_dealer, house.mark)
        at = 0
        while dealt[at]:
            game.apply(dealt[at], dealt[at + 1], dealt[at + 2] | dealt[at + 3] << 8)
            at += 4
        for play in range(32):
            if apply:
                game.apply(events.CARD, seats[play], cards[play])
players_dealer = dealt[1]
"""


class Load:
    """A VM in which one deal can be gone through again and again, in parts."""

    def __init__(self, vm: VM) -> None:
        self.vm = vm
        vm.run(_LOAD)
        vm.run(_DROP_LOADER)
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
