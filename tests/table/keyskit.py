"""A test table whose keys can be pressed, held and released, and which reads cards."""

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
    """Table with keys: `press("N", "H", PASS)` presses North's hearts key, then PASS."""

    def __init__(self, name="piedicavallo", dealer="N", discipline=-1, pin=(), **changes):
        self.keys = None
        CardRig.__init__(self, name, dealer, discipline, **changes)
        self.table.lock.pin = DirectorPin(make(bytes(pin)) if pin else "")
        self.keys = Keys(self.table)
        self.wait(3000)  # in the first two seconds of a phase, some keys are ignored

    def step(self):
        CardRig.step(self)
        if self.keys:
            self.keys.step(self.now)

    def command(self, seat, number):
        self.keys.command(seat, number)

    @staticmethod
    def number(seat, key):
        """Return the number of a seat's key; `key` is a letter of "CDHS", or PASS, CALL or RAP."""
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
        """Press keys one after the other; return the journal's new records as text."""
        for key in keys:
            self.down(seat, key)
            self.wait(120)
            self.up(seat, key)
            self.wait(300)
        return self.told()

    def hold(self, seat, key, ms=1500):
        """Hold a key for `ms` and release it; return the new records as text."""
        self.down(seat, key)
        self.wait(ms)
        self.up(seat, key)
        self.wait(100)
        return self.told()

    def chord(self, seat):
        """Press CALL and PASS together; return the new records as text."""
        self.down(seat, CALL)
        self.down(seat, PASS)
        self.up(seat, CALL)
        self.up(seat, PASS)
        self.wait(600)
        return self.told()

    def centre(self, key):
        """Press a key of the director; return the new records as text."""
        self.keys.key(key, True, self.now)
        self.wait(100)
        self.keys.key(key, False, self.now)
        self.wait(300)
        return self.told()

    def told(self):
        """Return the new records as text, with both arguments of a ruling as numbers."""
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
        """Press CALL until the option with this text is shown, then press the key of the option.

        Return the new records of the last press as text.
        """
        place = list(self.table.dialogue.options).index(text)
        for _ in range(place // 4):
            self.press(seat, CALL)
        return self.press(seat, "CDHS"[place % 4])

    def play(self, line):
        """Apply the events of `line`, with semicolons between them; discard their records."""
        self.tell(line)
        self.step()
        self.told()
