"""Parsing of YAML nodes into checked values; each error message names the line."""

from collections import OrderedDict
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

import yaml

from marcoria.errors import TableError
from marcoria.firmware.codes.game import SEATS, card_of, name_of

if TYPE_CHECKING:

    class Mark(Protocol):
        """A position in a file; `line` counts from 0."""

        line: int

    class Node(Protocol):
        """A node of a YAML file: a scalar, a list or a mapping."""

        value: object
        start_mark: Mark


def compose(text: str, path: str) -> Any:
    """Parse a YAML text and return its root node, None if the text is empty.

    Raise TableError if the text is not YAML or is nested too deeply.
    """
    try:
        return yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise TableError("bad-scenario", f"{path}: line {line}: {error.problem}")
    except yaml.YAMLError:
        raise TableError("bad-scenario", f"{path}: this is not YAML")
    except RuntimeError:
        raise TableError("bad-scenario", f"{path}: this is nested too deeply")


class Nodes:
    """Parser of the nodes of a file; its methods raise TableError for a wrong value."""

    def __init__(self, path: str) -> None:
        self.path = path

    def wrong(self, node: "Node | None", sentence: str) -> NoReturn:
        """Raise TableError with the path, the line of the node, and a sentence.

        If `node` is None, the line is 1.
        """
        line = node.start_mark.line + 1 if node is not None else 1
        raise TableError("bad-scenario", f"{self.path}: line {line}: {sentence}")

    def fields(self, node: "Node", known: tuple[str, ...]) -> "dict[str, Node]":
        """Return the nodes of a mapping by key; refuse unknown and repeated keys."""
        if not isinstance(node, yaml.MappingNode):
            self.wrong(node, f"expected keys and values here, with the keys {', '.join(known)}")
        found: dict[str, Node] = OrderedDict()
        for key_node, value in node.value:
            key = self.word(key_node)
            if key not in known:
                self.wrong(key_node, f"'{key}' is not one of {', '.join(known)}")
            if key in found:
                self.wrong(key_node, f"the key '{key}' is given twice")
            found[key] = value
        return found

    def items(self, node: "Node") -> "list[Node]":
        """Return the nodes of a list."""
        if not isinstance(node, yaml.SequenceNode):
            self.wrong(node, "expected a list here")
        return list(node.value)

    def word(self, node: "Node") -> str:
        """Return the stripped text of a scalar; its type in YAML does not matter."""
        if not isinstance(node, yaml.ScalarNode):
            self.wrong(node, "expected one value here")
        return str(node.value).strip()

    def words(self, node: "Node", least: int, most: int) -> list[str]:
        """Return the words of a scalar; check that there are `least` to `most` words."""
        words = self.word(node).split()
        if not least <= len(words) <= most:
            self.wrong(node, f"expected {least} to {most} words here, not '{node.value}'")
        return words

    def one_of(self, node: "Node", choices: tuple[str, ...]) -> str:
        """Return the word of a scalar; check that it is one of the choices."""
        word = self.word(node)
        if word not in choices:
            self.wrong(node, f"'{word}' is not one of {', '.join(choices)}")
        return word

    def number(self, node: "Node", least: int = 0) -> int:
        """Return a whole number; check that it is at least `least`.

        The number is decimal, or hexadecimal if it begins with 0x.
        """
        try:
            word = self.word(node)
            number = int(word, 16 if word.startswith("0x") else 10)
        except ValueError:
            self.wrong(node, f"'{node.value}' is not a whole number")
        if number < least:
            self.wrong(node, f"{number} is less than {least}")
        return number

    def real(self, node: "Node", word: str) -> float:
        """Parse `word` as a number; check that it is at least 0 and below 1e9."""
        try:
            number = float(word)
        except ValueError:
            self.wrong(node, f"'{word}' is not a number")
        if not 0 <= number < 1e9:
            self.wrong(node, f"{word} is out of range")
        return number

    def seat(self, node: "Node", word: str) -> str:
        """Return `word`; check that it is the letter of a seat."""
        if word not in tuple(SEATS):
            self.wrong(node, f"'{word}' is not a seat: N, E, S or W")
        return word

    def card(self, node: "Node", word: str = "") -> str:
        """Parse `word`, or the node if `word` is "", as a card; return its name, such as "TH"."""
        word = word or self.word(node)
        if card_of(word) < 0:
            self.wrong(node, f"'{word}' is not a card: a rank of 789TJQKA and a suit of CDHS")
        return name_of(card_of(word))

    def cards(self, node: "Node") -> list[str]:
        """Parse cards, written as a list or as words separated by spaces."""
        if isinstance(node, yaml.SequenceNode):
            words = [self.word(one) for one in node.value]
        else:
            words = self.word(node).split()
        return [self.card(node, word) for word in words]
