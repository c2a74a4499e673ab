"""The keys of a house file; docs/houses.md explains each of them.

A journal recognises a house by a hash, which depends on the order of the keys and on the order of
the words of each key. So these orders must not change: add a new word at the end of its key. A new
key may be added anywhere, but must have a default. The hash leaves out values that are defaults,
so a default must not change either.
"""


class Words:
    """The words that a key may have; a house stores the index of its word."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def parse(self, word: str) -> "int | None":
        """Return the index of a word, None if the key does not have it."""
        return self.words.index(word) if word in self.words else None


class Number:
    """A range of whole numbers, written without leading zeros."""

    def __init__(self, most: int, least: int = 0) -> None:
        self.most = most
        self.least = least

    def parse(self, word: str) -> "int | None":
        """Return the number, None if it is malformed or out of range."""
        # Check the length first: a number of thousands of digits takes too long to convert.
        if len(word) > len(str(self.most)):
            return None
        try:
            number = int(word)
        except ValueError:
            return None
        return number if self.least <= number <= self.most and str(number) == word else None


class Needs:
    """A conflict: if a key has `word`, the key `other` must have the word `wanted`."""

    def __init__(self, word: str, other: str, wanted: str) -> None:
        self.word = word
        self.other = other
        self.wanted = wanted

    def is_broken(self, word: str, other_word: str) -> bool:
        """Return whether the words of both keys contradict each other."""
        return word == self.word and other_word != self.wanted


class Excludes:
    """A conflict: if a key has `word`, the key `other` must not have the word `unwanted`."""

    def __init__(self, word: str, other: str, unwanted: str) -> None:
        self.word = word
        self.other = other
        self.unwanted = unwanted

    def is_broken(self, word: str, other_word: str) -> bool:
        """Return whether the words of both keys contradict each other."""
        return word == self.word and other_word == self.unwanted


class Key:
    """A key of a house file, for one rule of the house.

    `choices` are the allowed values. `default` is the value where a file leaves the key out; a key
    without a default is required. `usual` is the parsed default, None without a default.
    `conflicts` are contradictions with other keys. `left_open` are the words that a house may let
    the players choose from; the display has sentences for these.
    """

    def __init__(
        self,
        name: str,
        choices: "Words | Number",
        default: "str | None" = None,
        conflicts: "tuple[Needs | Excludes, ...]" = (),
        left_open: "tuple[str, ...]" = (),
    ) -> None:
        self.name = name
        self.choices = choices
        self.default = default
        self.usual = None if default is None else choices.parse(default)
        self.conflicts = conflicts
        self.left_open = left_open


NAME = "name"  # the key of the house's name, which may be any text but ""

KEYS = (
    # Keys about the table and the deal.
    Key(
        "players",
        Words("4", "2"),
        conflicts=(
            Needs("2", "packets", "3+3"),
            Excludes("4", "packets", "3+3"),
            Excludes("4", "upcard", "stays"),
        ),
    ),
    Key("direction", Words("ccw", "cw"), "ccw"),
    Key("packets", Words("3+2", "either", "3+3")),
    Key(
        "rest",
        Words("elder", "taker", "after"),
        "elder",
        (Excludes("taker", "upcard", "none"), Excludes("after", "upcard", "none")),
    ),
    Key("upcard", Words("taken", "stays", "none")),
    Key(
        "bidding",
        Words("suit", "once", "auction"),
        conflicts=(
            Excludes("suit", "upcard", "none"),
            Excludes("once", "upcard", "none"),
            Needs("auction", "upcard", "none"),
            Excludes("auction", "litige", "shared"),
            Excludes("auction", "success", "none"),
        ),
    ),
    Key(
        "third",
        Words("no", "x8", "match"),
        "no",
        (Needs("x8", "bidding", "auction"), Needs("match", "bidding", "auction")),
        left_open=("no", "x8", "match"),
    ),
    Key("next", Words("turn", "score"), "turn", (Needs("score", "players", "2"),)),
    Key("opening", Words("draw", "winners"), "draw"),
    Key("shuffle", Words("always", "first", "never"), "always"),
    Key("draw", Words("lowest", "court", "run"), "lowest"),
    Key("king", Words("4", "10"), "4"),
    Key("plain", Words("ATKQJ987", "AKQJT987"), "ATKQJ987"),
    # Keys about the play.
    Key("rise_partner", Words("must", "free"), "must"),
    Key("no_rise", Words("any", "lowest"), "any"),
    Key("rise_plain", Words("no", "must", "opponents"), "no"),
    Key("cut", Words("must", "free"), "must"),
    Key("overcut", Words("must", "free"), "must"),
    Key("under", Words("must", "free", "lowest"), "must"),
    Key("partner", Words("free", "plain", "trump", "over"), "free"),
    Key("over_partner", Words("any", "higher"), "any"),
    # Keys about melds.
    Key("melds", Words("off", "on"), "on", left_open=("on", "off")),
    Key("contest", Words("one", "apart", "carre"), "one"),
    Key("equal", Words("cancel", "trump-elder", "trump-cancel"), "trump-elder"),
    Key("eight", Words("100", "120"), "100"),
    Key("no_trump", Words("none", "aces"), "none", left_open=("none", "aces")),
    Key("counting_trick", Words("no", "yes"), "no"),
    # Keys about belote.
    Key("calls", Words("each", "first"), "each"),
    Key("order", Words("any", "king"), "any"),
    Key("late", Words("void", "salt"), "void", (Needs("salt", "calls", "each"),)),
    Key("word", Words("first", "king", "queen"), "first"),
    Key("belote_counts", Words("no", "yes"), "yes"),
    # Keys about the score.
    Key(
        "success",
        Words("none", "more", "quota", "both"),
        conflicts=(
            Excludes("quota", "quota", "0"),
            Excludes("both", "quota", "0"),
            Needs("none", "quota", "0"),
            Needs("more", "quota", "0"),
            Needs("none", "litige", "hangs"),
            Excludes("none", "capot_as", "value"),
        ),
    ),
    Key("quota", Number(999)),
    Key("fail", Number(999)),
    Key("fail_melds", Words("own", "all"), "all"),
    Key("fail_belote", Words("own", "all"), "own"),
    Key(
        "capot_as",
        Words("value", "bonus", "premium"),
        conflicts=(Needs("bonus", "fail", "0"), Needs("premium", "fail", "0")),
    ),
    Key("capot", Number(999), "252"),
    Key("capot_melds", Words("own", "all"), "own"),
    Key("capot_belote", Words("own", "all"), "own"),
    Key("reverse", Number(999), "252"),
    Key("reverse_melds", Words("own", "all"), "all"),
    Key("litige", Words("hangs", "failed", "shared"), "hangs"),
    Key("litige_belote", Words("own", "hangs")),
    Key("again", Words("adds", "pays"), "adds"),
    Key(
        "rounding",
        Words("none", "ten", "match"),
        "none",
        (
            Needs("match", "king", "4"),
            Excludes("match", "success", "quota"),
            Excludes("match", "litige", "shared"),
            Needs("match", "litige_belote", "hangs"),
            Needs("match", "belote_counts", "yes"),
        ),
    ),
    Key("nt", Number(9, least=1), "1"),
    Key("kirtik", Number(99), "0", left_open=("0", "10")),
    Key("target", Number(9999, least=1), "1000"),
    Key("end_capot", Words("no", "yes"), "yes"),
    # Keys about the conduct of players.
    Key("call_out", Words("no", "lead", "any"), "no"),
    Key("look", Number(8), "1"),
    Key("taken", Words("shown", "hidden"), "shown"),
    Key("seven", Words("no", "yes"), "no", (Excludes("yes", "upcard", "none"),)),
    Key("discipline", Words("refuse", "warn", "points", "forfeit"), "warn"),
    Key("fine", Number(999), "10"),
)

BY_NAME = {key.name: key for key in KEYS}
