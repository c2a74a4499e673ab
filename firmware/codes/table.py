"""Numbers of the parts at the table: keys, pads, lights, sounds, tags and the clock."""


class Contacts:
    """Kinds of events of an expander's keys: an event is a kind plus the key's number."""

    PRESSED = 0x20
    RELEASED = 0x40
    STUCK = 0x60  # held too long; from now on the key counts as released
    FREED = 0x80  # a stuck key was released
    MISSED = 0xA0  # presses may have been missed at the seat of this key

    KEY = 0x1F  # mask of the key's number
    KIND = 0xE0  # mask of the kind


class Cues:
    """Short sounds of the buzzer."""

    READ = 0
    REFUSED = 1
    TRICK = 2
    OVER = 3
    SILENCE = 255


class Gains:
    """Gains of a reader's receiver; 2 to 7 are 18, 23, 33, 38, 43 and 48 dB."""

    LOWEST = 2
    USUAL = 4
    HIGHEST = 7


class KeyNumbers:
    """Numbers of the keys of a seat; its suit keys are 0 to 3.

    An event of an expander has the number plus 8 * seat. Each of the director's four keys counts
    as the key CENTRE of one seat.
    """

    PASS = 4
    CALL = 5
    RAP = 6
    CENTRE = 7
    REDEAL_CARD = 11  # not a key: index in `decks.COMMANDS` of the card that requests a redeal

    # The director's keys. The number of each is a seat: the key counts as CENTRE of this seat.
    MENU = 0
    UNDO = 1
    OK = 2
    MUTE = 3


class Lamps:
    """Messages that a seat's lights show."""

    OFF = 0
    TURN = 1  # steady: your turn
    CLEAR = 2  # slow pulse: take your card off the pad
    SCAN = 3  # running dot, and a bar of `fill` lights: pass your cards over the pad
    ASKED = 4  # do what the display asks
    SHARED = 5  # your pad has no working reader: lay cards on the next pad that has one
    WINS = 6  # the trick is yours so far


class Looks:
    """Counters of a reader's looks at its pad; a look is one poll."""

    READS = 0
    MISSES = 1  # looks without any answer at a pad that is not ABSENT
    GARBLES = 2  # answers that could not be parsed, and second looks that differ from the first
    CROWDS = 3  # collisions of two cards
    RESETS = 4  # resets of the chip
    ALL = 5  # all looks that the reader completed
    KINDS = 6  # number of these counters


class PadStates:
    """States of a pad, as its reader finds it."""

    ABSENT = 0
    PRESENT = 1
    CROWDED = 2  # two cards or more
    UNREADABLE = 3  # the reader has received only garbled answers for seconds
    RANDOM = 4  # a phone, whose UID changes each time
    FAULT = 5  # the reader is lost
    NONE = 6  # no reader was built in
    UNKNOWN = 7  # not known yet after the start, or after the reader came back


class TagKinds:
    """Kinds of tags; numbers below OTHER_DECK are cards of the deck in use."""

    OTHER_DECK = 32  # a card of another deck: this number plus the number of the card
    COMMAND = 64  # a command card: this number plus the index of the card in `decks.COMMANDS`
    UNKNOWN = 255


class Ticks:
    """Numbers of the clock, which counts milliseconds up to MASK, and then from 0 again."""

    MASK = 0x3FFFFFFF
    IDLE_MS = 1000  # wait before the next step of a part that has nothing to do
