"""Numbers of the journal: kinds of records, causes of a start, tasks that fail, and states."""


class Notes:
    """Kinds of notes: records of starts, failures and other incidents that are no events.

    docs/journal.md has their seats and arguments.
    """

    BOOT = 32
    CRASH = 33
    FOREIGN = 34
    CROSSTALK = 35
    READER = 36
    BY_HAND = 37
    DEAD_CARD = 38
    EXCHANGED = 39
    DEALT_AGAIN = 40
    KEY_STUCK = 41
    REFUSED = 42
    PAUSED = 43
    RESUMED = 44
    ABANDONED = 45
    DECK = 46
    BAD_BLOCK = 47
    DISPLAY = 48
    SAFE_MODE = 49
    STEADY = 51
    KEYS = 52
    PIN_TRY = 53
    PIN_RIGHT = 54
    PIN_CHANGED = 55
    PIN_GONE = 56
    PIN_AGAIN = 57
    KEY_MISSED = 58
    CORRECTED = 59
    # These two notes were added later, when the journal's own records had the numbers from 60 on.
    LOSS_READ = 67
    BIT_FLIPPED = 68


class Records:
    """Kinds of the journal's own records, which are neither events nor notes (see `Notes`)."""

    CHECKPOINT = 60
    ACKNOWLEDGED = 61
    KEPT = 62
    CRASH = 63  # six bytes of a crash message
    FOLLOWED = 64  # names the block in which the journal continues
    MENDED = 65  # events between damage and this record do not count
    ERASES = 66  # a block is about to be erased
    HANDS = 69  # results of deals; the checkpoint that follows has no room for them
    CLOCK = 70  # Unix time in ms at which the table's count of ms was last 0 (see `Ticks`)
    HEADER = 77

    LAST = 255  # the last slot of a block, for FOLLOWED; slot 0 is for the header


class Causes:
    """Causes of a start, as in its record and in `machine.reset_cause`."""

    SOFT_RESET = 5  # by a host or a person at MicroPython's prompt


class Crashes:
    """Tasks that can fail, as the journal numbers them."""

    CLERK = 0
    DISPLAY = 1
    PADS = 2
    KEYS = 3
    LIGHTS = 4
    START = 5
    LINK = 6
    COURIER = 7


class RoomLeft:
    """States of the journal, by the room that is left in it."""

    ENOUGH = 0
    NEARLY_FULL = 1  # more than four fifths of the blocks are not acknowledged yet
    FULL = 2  # no host has the block to be erased next, and the results in it cannot be copied
    DEAD = 3  # no block could be erased or written in several tries
    UNREADABLE = 4  # the flash cannot be read: nothing may be written or erased


class PinStates:
    """State of the director's PIN, as a sum in the argument of each note about the PIN."""

    TRIES = 255  # mask of the number of wrong tries in a row
    SET = 256  # there is a PIN
    GONE = 512  # the PIN was removed from the settings; nobody has confirmed the message about it
