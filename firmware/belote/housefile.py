"""House files: parse and check them, and load them as a `House`."""

from micropython import const

from belote.house import House
from belote.housekeys import BY_NAME, KEYS, NAME

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Collection

    from belote.housekeys import Excludes, Needs

_BLANKS = " \t\r\v\f"
_BAR = "|"  # separates the words that the players may choose from
_BYTE_ORDER_MARK = "\ufeff"


class Mistake:
    """A mistake in a house file.

    `line` is the number of the line, 0 for a missing key. `code` says what is wrong, such as
    "bad-value". `key` is the key that is missing or wrong; it is "" if no known key is wrong.
    `value` is the wrong text, or "". `conflict` is None unless the mistake is a contradiction.
    """

    def __init__(
        self,
        line: int,
        code: str,
        key: str = "",
        value: str = "",
        conflict: "Needs | Excludes | None" = None,
    ) -> None:
        self.line = line
        self.code = code
        self.key = key
        self.value = value
        self.conflict = conflict

    def __str__(self) -> str:
        """Return the number of the line and the key, such as "12: king"; omit 0 and "".

        This text for the display needs no translation.
        """
        return ": ".join([str(one) for one in (self.line, self.key) if one])


class HouseError(Exception):
    """Error in a house file; `mistakes` has all mistakes in line order, missing keys last."""

    def __init__(self, mistakes: "list[Mistake]") -> None:
        super().__init__(mistakes[0].code, mistakes[0].line)
        self.mistakes = mistakes


class Variant:
    """The rules of a house under one agreement of the players.

    `agreed` has lines such as "melds: off". `rules` has the value of each key, in the order of
    `KEYS`. Two different sets of rules may have equal marks.
    """

    def __init__(self, agreed: "list[str]", rules: "list[int]") -> None:
        self.agreed = agreed
        self.rules = rules
        self.mark = mark_of(rules)


def load(text: str, agreed: "Collection[str]" = ()) -> House:
    """Return the house of a file as the players have agreed; raise HouseError with all mistakes.

    `text` is the content of the file. `agreed` has lines such as "melds: off".
    """
    return HouseFile(text).load(agreed)


class HouseFile:
    """A parsed house file.

    `words` has a list for each key: its value in the file, or its default. If the players may
    choose, the list has several words, and the house's own word is the first. A key is not in
    `words` if its value is wrong, or if it is missing and has no default. `lines` has the line
    number of each key in the file. If a key occurs twice, its first line counts. `mistakes` has
    all mistakes except contradictions.
    """

    def __init__(self, text: str) -> None:
        self.words: "dict[str, list[str]]" = {}
        self.lines: "dict[str, int]" = {}
        self.mistakes: "list[Mistake]" = []
        if text.startswith(_BYTE_ORDER_MARK):
            self._note(1, "byte-order-mark")
            text = text[1:]
        number = 0
        for line in text.split("\n"):
            number += 1
            key, colon, value = split(line)
            if colon:
                self._parse(number, key, value)
            elif key:
                self._note(number, "not-a-line", "", key)
        self._complete()

    def load(self, agreed: "Collection[str]" = ()) -> House:
        """Return the house as the players have agreed; raise HouseError with all mistakes."""
        mistakes = self._check(agreed)
        if mistakes:
            raise HouseError(mistakes)
        rules = self._rules(agreed)
        values = {key.name: value for key, value in zip(KEYS, rules)}
        return House(self.words[NAME][0], values, mark_of(rules))

    def check(self) -> "list[Mistake]":
        """Return all mistakes in line order, including contradictions of any agreement."""
        return self._check(None)

    def left_open(self) -> "list[tuple[str, list[str]]]":
        """Return, in line order, each key that is left to the players, with its words."""
        found = [key for key in self.lines if len(self.words.get(key, ())) > 1]
        found.sort(key=lambda key: self.lines[key])
        return [(key, self.words[key]) for key in found]

    def agreements(self) -> "list[list[str]]":
        """Return all possible agreements of the players; the house's own words come first.

        An agreement has a line such as "melds: off" for each key that is left to the players.
        """
        found: "list[list[str]]" = [[]]
        for key, words in self.left_open():
            found = [agreed + [f"{key}: {word}"] for agreed in found for word in words]
        return found

    def variants(self) -> "list[Variant]":
        """Return the rules under each agreement, an empty list if the file has mistakes.

        Contradictions do not count as mistakes here.
        """
        if self.mistakes:
            return []
        return [Variant(agreed, self._rules(agreed)) for agreed in self.agreements()]

    def word(self, key: str, agreed: "Collection[str]") -> str:
        """Return the word of a key: the agreed one, or else the house's own."""
        words = self.words[key]
        if len(words) > 1:
            for word in words:
                if f"{key}: {word}" in agreed:
                    return word
        return words[0]

    def _note(self, line: int, code: str, key: str = "", value: str = "") -> None:
        """Add a mistake."""
        self.mistakes.append(Mistake(line, code, key, value))

    def _parse(self, number: int, key: str, value: str) -> None:
        """Store the words and the line number of a key; note a mistake if there is one."""
        if key != NAME and key not in BY_NAME:
            self._note(number, "unknown-key", "", key)
        elif key in self.lines:
            self._note(number, "key-twice", key)
        else:
            self.lines[key] = number
            words = [value]
            if key == NAME:
                code = "" if value else "bad-value"
            elif _BAR in value:
                words = [word.strip(_BLANKS) for word in value.split(_BAR)]
                code, value = _wrong_choice(BY_NAME[key].left_open, words)
            else:
                code = "bad-value" if BY_NAME[key].choices.parse(value) is None else ""
            if code:
                self._note(number, code, key, value)
            else:
                self.words[key] = words

    def _complete(self) -> None:
        """Give missing keys their defaults; note a mistake for each key without a default."""
        if NAME not in self.lines:
            self._note(0, "missing-key", NAME)
        for key in KEYS:
            if key.name in self.lines:
                continue
            if key.default is None:
                self._note(0, "missing-key", key.name)
            else:
                self.words[key.name] = [key.default]

    def _rules(self, agreed: "Collection[str]") -> "list[int]":
        """Return the value of each key under an agreement, in the order of `KEYS`."""
        return [key.choices.parse(self.word(key.name, agreed)) or 0 for key in KEYS]

    def _possible(self, key: str, agreed: "Collection[str] | None") -> "list[str]":
        """Return the words that a key may have under an agreement; all if `agreed` is None."""
        words = self.words.get(key, [])
        return words if agreed is None or len(words) < 2 else [self.word(key, agreed)]

    def _check(self, agreed: "Collection[str] | None") -> "list[Mistake]":
        """Return the mistakes in line order, with the contradictions under an agreement.

        If the agreement is None, report the contradictions of every agreement. Missing keys have
        no line and come last.
        """
        found = list(self.mistakes)
        for key in KEYS:
            words = self._possible(key.name, agreed)
            for conflict in key.conflicts:
                if _is_broken(conflict, words, self._possible(conflict.other, agreed)):
                    line = self.lines.get(key.name) or self.lines.get(conflict.other, 0)
                    found.append(Mistake(line, "contradiction", key.name, conflict.word, conflict))
        # MicroPython's sort is not stable, so the index is part of the sort key.
        order = list(range(len(found)))
        order.sort(key=lambda at: (found[at].line == 0, found[at].line, at))
        return [found[at] for at in order]


def split(line: str) -> "tuple[str, str, str]":
    """Remove the comment of a line, then split the line into key, colon and value.

    If there is no colon, return the whole text as the key, and "" for colon and value.
    """
    if "#" in line:
        line = line[: line.find("#")]
    key, colon, value = line.partition(":")
    return key.strip(_BLANKS), colon, value.strip(_BLANKS)


def mark_of(rules: "list[int]") -> int:
    """Return the hash of 16 bits by which a journal recognises rules.

    Hash only the values that are not defaults. So a program that knows a new key recognises the
    rules of a match that began under an older program.
    """
    mark = 1
    for at in range(len(KEYS)):
        if rules[at] != KEYS[at].usual:
            for byte in KEYS[at].name.encode():
                mark = (mark * 31 + byte) & 0xFFFF
            mark = (mark * 31 + rules[at]) & 0xFFFF
    return mark


def is_confused(variants: "list[Variant]", others: "list[Variant]") -> bool:
    """Return whether a variant and one of `others` have the same mark but different rules."""
    for one in variants:
        for other in others:
            if one.mark == other.mark and one.rules != other.rules:
                return True
    return False


def _wrong_choice(known: "tuple[str, ...]", words: "list[str]") -> "tuple[str, str]":
    """Return an error code and the word at fault in a list of choices; "" twice if all are fine.

    `known` has the words that the key may offer; it is empty if the key cannot be left open.
    """
    for word in words:
        if not known:
            return "not-open", word
        if word not in known:
            return "bad-choice", word
        if words.count(word) > 1:
            return "choice-twice", word
    return "", ""


def _is_broken(conflict: "Needs | Excludes", words: "list[str]", others: "list[str]") -> bool:
    """Return whether any word of one key contradicts any word of the other."""
    for word in words:
        for other in others:
            if conflict.is_broken(word, other):
                return True
    return False
