"""Numbers of the words in house files: the index of a word among the words of its key.

Only words to which code refers by name are here. If a key has two words, most code tests only
whether the number is 1. `housekeys` has all words, and docs/houses.md explains them.
"""

from micropython import const

UPCARD_TAKEN = const(0)
UPCARD_STAYS = const(1)
UPCARD_NONE = const(2)

REST_TAKER = const(1)
REST_AFTER = const(2)

BIDDING_SUIT = const(0)
BIDDING_ONCE = const(1)
BIDDING_AUCTION = const(2)

THIRD_MATCH = const(2)

OPENING_WINNERS = const(1)

SHUFFLE_FIRST = const(1)
SHUFFLE_NEVER = const(2)

RISE_PLAIN_MUST = const(1)

PARTNER_TRUMP = const(2)

DRAW_LOWEST = const(0)
DRAW_COURT = const(1)
DRAW_RUN = const(2)

CONTEST_ONE = const(0)
CONTEST_CARRE = const(2)

EQUAL_CANCEL = const(0)
EQUAL_TRUMP_ELDER = const(1)

LATE_SALT = const(1)

WORD_FIRST = const(0)
WORD_QUEEN = const(2)

SUCCESS_NONE = const(0)
SUCCESS_QUOTA = const(2)

CAPOT_AS_VALUE = const(0)
CAPOT_AS_PREMIUM = const(2)

LITIGE_HANGS = const(0)
LITIGE_FAILED = const(1)

ROUNDING_TEN = const(1)
ROUNDING_MATCH = const(2)

CALL_OUT_LEAD = const(1)
