"""What the host's code asks of PyYAML in a browser: nodes that JavaScript has read
(web/worker/yaml.mjs), as JSON: [kind, line, value], or what is wrong with the text."""

import json
from typing import Any


class _Mark:
    def __init__(self, line: int) -> None:
        self.line = line


class _Node:
    def __init__(self, line: int, value: object) -> None:
        self.start_mark = _Mark(line)
        self.value = value


class ScalarNode(_Node):
    """A text."""


class SequenceNode(_Node):
    """A list of nodes."""


class MappingNode(_Node):
    """A list of pairs of nodes."""


class YAMLError(Exception):
    """This is no YAML."""


class MarkedYAMLError(YAMLError):
    """The same, with where."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.problem_mark = _Mark(line)


SafeLoader = None


def compose(text: str, Loader: object) -> _Node | None:  # noqa: N803  # as PyYAML calls it
    """Return the node of a whole text."""
    told = json.loads(text)
    if isinstance(told, dict):
        raise MarkedYAMLError(told["line"], told["problem"])
    return _node(told) if told else None


def _node(told: list[Any]) -> _Node:
    kind, line, value = told
    if kind == "scalar":
        return ScalarNode(line, value)
    if kind == "list":
        return SequenceNode(line, [_node(one) for one in value])
    return MappingNode(line, [(_node(key), _node(one)) for key, one in value])
