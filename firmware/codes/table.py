"""Numbers of what is at the table: keys, pads, lights, sounds, tags, and the clock."""


class Contacts:
    """News of an expander's keys: an event is the key's number and one of these."""

    PRESSED = 0x20
    RELEASED = 0x40
    STUCK = 0x60  # held too long: as if released, and ignored until it really is
    FREED = 0x80
    MISSED = 0xA0  # of this key's seat a press may have been missed

    KEY = 0x1F  # the bits of the number
    KIND = 0xE0  # and those of the rest


class Cues:
    """Short sounds."""

    READ = 0
    REFUSED = 1
    TRICK = 2
    OVER = 3
    SILENCE = 255


class Gains:
    """Gains of a reader's receiver: 18, 23, 33, 38, 43 and 48 dB."""

    LOWEST = 2
    USUAL = 4
    HIGHEST = 7


class KeyNumbers:
    """Keys of a seat after its four suits, and the director's, which are one a seat."""

    PASS = 4
    CALL = 5
    RAP = 6
    CENTRE = 7  # MENU, UNDO, OK, MUTE: the number is 8 * place + CENTRE
    REDEAL_CARD = 11  # the one command card that stands for no key

    # The place of each of the director's.
    MENU = 0
    UNDO = 1
    OK = 2
    MUTE = 3


class Lamps:
    """Messages of a seat's lights."""

    OFF = 0
    TURN = 1  # steady: your turn
    CLEAR = 2  # slow pulse: take your card off the pad
    SCAN = 3  # running dot, and a bar of `fill` lights: pass your cards over the pad
    ASKED = 4  # a question on the display is yours to answer
    SHARED = 5  # your reader is lost: use the pad that the display names
    WINS = 6  # the trick is yours so far


class Looks:
    """Counters of a reader's looks at its pad."""

    READS = 0
    MISSES = 1  # no answer, although something lies there
    GARBLES = 2  # answers that could not be understood
    CROWDS = 3
    RESETS = 4  # of the chip
    ALL = 5
    KINDS = 6


class PadStates:
    """States of a pad, by what lies there."""

    ABSENT = 0
    PRESENT = 1
    CROWDED = 2  # two cards or more
    UNREADABLE = 3  # something answers, for seconds, and cannot be understood
    RANDOM = 4  # a phone: its UID is another one each time
    FAULT = 5  # the reader is lost
    NONE = 6  # no reader was ever built
    UNKNOWN = 7  # not looked at since the start, or since the reader came back


class TagKinds:
    """Kinds of tags: below OTHER_DECK a card of the deck that is played with."""

    OTHER_DECK = 32  # + the card
    COMMAND = 64  # + the number of a command card: its place in `decks.COMMANDS`
    UNKNOWN = 255


class Ticks:
    """Milliseconds as they are counted: up to MASK, and then from 0 again."""

    MASK = 0x3FFFFFFF
    IDLE_MS = 1000  # until a part that has nothing to do is asked again
