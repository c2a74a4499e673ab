"""Numbers of the journal: its records, notes beside the events, and why the table starts
or fails."""


class Notes:
    """Records of the journal beside events: docs/journal.md says what each carries."""

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
    # From 60 on are the journal's own records: these numbers came later.
    LOSS_READ = 67
    BIT_FLIPPED = 68


class Records:
    """The journal's own records; events and notes are below them."""

    CHECKPOINT = 60
    ACKNOWLEDGED = 61
    KEPT = 62
    CRASH = 63  # six bytes of what a crash has said
    FOLLOWED = 64  # in which block the journal went on
    MENDED = 65  # it went on from before a damage
    ERASES = 66  # a block is about to be erased
    HANDS = 69  # hands that a checkpoint has no room for, directly before it
    HEADER = 77

    LAST = 255  # slot of a block: a header comes first, then records, last FOLLOWED


class Causes:
    """Causes of a start, as its record has them; docs/journal.md lists the others."""

    SOFT_RESET = 5  # somebody asked for it: a host, or a person at the prompt


class Crashes:
    """Which task has failed, as the journal says."""

    CLERK = 0
    DISPLAY = 1
    PADS = 2
    KEYS = 3
    LIGHTS = 4
    START = 5
    LINK = 6


class RoomLeft:
    """Room that is left in the journal."""

    ENOUGH = 0
    NEARLY_FULL = 1  # four fifths of it is what no host has
    FULL = 2  # and all of it
    DEAD = 3  # it takes nothing
    UNREADABLE = 4  # so that nothing must be written or erased


class PinStates:
    """States of the director's PIN, as the argument of each note about it says."""

    TRIES = 255  # in the low byte: wrong tries in a row
    SET = 256  # there is one
    GONE = 512  # there was one; it was taken out of the settings, and no director has read that
