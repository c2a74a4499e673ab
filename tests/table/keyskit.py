"""A test table with keys to press, hold and release, and with real cards."""

from codes.game import SEATS, name_of
from table.files.pin import DirectorPin, make
from table.play.keys import Keys
from tablekit import KINDS, OF_A_CARD, CardRig

PASS = 4
CALL = 5
RAP = 6
MENU = 7
UNDO = 15
OK = 23
MUTE = 31


class KeyRig(CardRig):
    """Table with keys. `press("N", "H")` presses a key; a seat has C D H S pass call rap."""

    def __init__(self, name="piedicavallo", dealer="N", discipline=-1, pin=(), **changes):
        self.keys = None
        CardRig.__init__(self, name, dealer, discipline, **changes)
        self.table.lock.pin = DirectorPin(make(bytes(pin)) if pin else "")
        self.keys = Keys(self.table)
        self.wait(3000)  # keys pressed right after the start are ignored

    def step(self):
        CardRig.step(self)
        if self.keys:
            self.keys.step(self.now)

    def command(self, seat, number):
        self.keys.command(seat, number)

    @staticmethod
    def number(seat, key):
        """Return the number of a seat's key."""
        keys = "CDHS"
        return SEATS.index(seat) * 8 + (key if isinstance(key, int) else keys.index(key))

    def down(self, seat, key):
        """Press a key down."""
        self.keys.key(self.number(seat, key), True, self.now)
        self.step()

    def up(self, seat, key):
        """Release a key."""
        self.keys.key(self.number(seat, key), False, self.now)
        self.step()

    def press(self, seat, *keys):
        """Press keys one after the other; return the journal's new records in words."""
        for key in keys:
            self.down(seat, key)
            self.wait(120)
            self.up(seat, key)
            self.wait(300)
        return self.told()

    def hold(self, seat, key, ms=1500):
        """Hold a key for some time and release it."""
        self.down(seat, key)
        self.wait(ms)
        self.up(seat, key)
        self.wait(100)
        return self.told()

    def chord(self, seat):
        """Press CALL and PASS together."""
        self.down(seat, CALL)
        self.down(seat, PASS)
        self.up(seat, CALL)
        self.up(seat, PASS)
        self.wait(600)
        return self.told()

    def centre(self, key):
        """Press a key of the director."""
        self.keys.key(key, True, self.now)
        self.wait(100)
        self.keys.key(key, False, self.now)
        self.wait(300)
        return self.told()

    def told(self):
        """Return the new records as the rig does, but with rulings as numbers."""
        lines = []
        for kind, seat, arg in self.journal.adds:
            if kind == 19:
                lines.append("RULING %d %d" % (seat, arg))
                continue
            name = "note %d" % kind if kind > 20 else KINDS[kind]
            what = name_of(arg) if name in OF_A_CARD else str(arg)
            lines.append("%s %s %s" % (name, SEATS[seat], what))
        self.journal.adds.clear()
        return "; ".join(lines)

    def choose(self, seat, text):
        """Turn the pages of options and press the key of the option with this text."""
        place = list(self.table.dialogue.options).index(text)
        for _ in range(place // 4):
            self.press(seat, CALL)
        return self.press(seat, "CDHS"[place % 4])

    def play(self, line):
        """Let events happen, given with semicolons between them."""
        self.tell(line)
        self.step()
        self.told()
