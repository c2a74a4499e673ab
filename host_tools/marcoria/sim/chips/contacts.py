"""Keys and rap sensors: their names, and models of their contacts, which bounce or get stuck."""

from marcoria.sim.chips import prices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.kernel import Clock, Dice
    from marcoria.sim.chips.pins import Net

SEATS = "NESW"
SEAT_KEYS = ("C", "D", "H", "S", "PASS", "CALL", "RAP")
DIRECTOR_KEYS = ("MENU", "UNDO", "OK", "MUTE")
NO_KEY = 255  # stands in board.KEYS for a pin without a key
SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
# A knock on the table closes the sensor's contact RAP_PULSES times within RAP_LENGTH us.
RAP_PULSES = 6
RAP_LENGTH = 20_000


def key_name(key: str, seat: "str | None" = None) -> str:
    """Return the full name of a key at a seat, such as "S PASS"; without `seat`, a director's key.

    `key` may also be the sign of a suit, such as "♣". Raise ValueError if there is no such key.
    """
    key = SUITS.get(key, key)
    if seat is None and key in DIRECTOR_KEYS:
        return key
    if seat is not None and seat in tuple(SEATS) and key in SEAT_KEYS:
        return seat + " " + key
    raise ValueError("no key %s at seat %s (None: the director)" % (key, seat))


def name_of(number: int) -> str:
    """Return the name of the key that has this number in board.KEYS."""
    seat, key = number >> 3, number & 7
    return SEATS[seat] + " " + SEAT_KEYS[key] if key < 7 else DIRECTOR_KEYS[seat]


class SimContacts:
    """All contacts by name; a closed contact pulls its net low."""

    def __init__(self, clock: "Clock", dice: "Dice", nets: "dict[str, Net]") -> None:
        self.clock = clock
        self.dice = dice
        self.nets = nets
        self.down: "set[str]" = set()  # keys that are held or stuck
        self.stuck: "set[str]" = set()
        self.cut: "set[str]" = set()  # contacts with a broken wire
        # Number of moves (opening or closing) of each contact. A new move cancels the pending
        # bounces of the previous move.
        self.moved: "dict[str, int]" = {}

    def press(self, name: str, ms: int = 120) -> None:
        """Press the key, and schedule its release after `ms`."""
        self.hold(name)
        self.clock.at(ms * 1000, lambda: self.release(name))

    def hold(self, name: str) -> None:
        """Press the key and keep it down; raise ValueError if the table has no such key."""
        self._find(name)
        self.down.add(name)
        self._chatter(name, 0)

    def release(self, name: str) -> None:
        """Release the key; a stuck key stays down."""
        if name in self.down and name not in self.stuck:
            self.down.remove(name)
            self._chatter(name, None)

    def rap(self, name: str) -> None:
        """Knock on the table, which closes the contact a few times."""
        self._find(name)
        for i in range(RAP_PULSES):
            start = i * RAP_LENGTH // RAP_PULSES + self.dice.below(1_000)
            self._later(name, start, 0)
            self._later(name, start + 300 + self.dice.below(1_500), None)

    def stick(self, name: str) -> None:
        """Make the key stay down until `free`, as after spilled beer."""
        self.hold(name)
        self.stuck.add(name)

    def free(self, name: str) -> None:
        """Release a stuck key."""
        self.stuck.discard(name)
        self.release(name)

    def cut_wire(self, name: str) -> None:
        """Break the key's wire, so that the key no longer has any effect."""
        self._find(name)
        self._drive(name, None)
        self.cut.add(name)

    def _find(self, name: str) -> None:
        if name not in self.nets:
            raise ValueError("this table has no key %s" % name)

    def _chatter(self, name: str, level: "int | None") -> None:
        """Move the contact to `level` (0: closed, None: open), with up to three bounces."""
        self.moved[name] = self.moved.get(name, 0) + 1
        self._drive(name, level)
        at = 0
        other = None if level == 0 else 0
        for _ in range(self.dice.below(4)):
            at += 50 + self.dice.below(prices.KEY_BOUNCE // 10)
            self._later(name, at, other)
            at += 50 + self.dice.below(prices.KEY_BOUNCE // 10)
            self._later(name, at, level)

    def _later(self, name: str, delay: int, level: "int | None") -> None:
        moved = self.moved.get(name, 0)

        def act() -> None:
            if self.moved.get(name, 0) == moved:
                self._drive(name, level)

        self.clock.at(delay, act)

    def _drive(self, name: str, level: "int | None") -> None:
        if name not in self.cut:
            self.nets[name].drive("key " + name, level)
