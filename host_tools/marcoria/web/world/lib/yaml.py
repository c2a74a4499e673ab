"""Replacement for PyYAML in a browser.

JavaScript (web/worker/yaml.mjs) parses the YAML, and `compose` gets the result as JSON: the root
node, null if the YAML is empty, or an error {line, problem}. A node is [kind, line, value]. Lines
count from 0.
"""

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
    """Node with a text."""


class SequenceNode(_Node):
    """Node with a list of nodes."""


class MappingNode(_Node):
    """Node with a list of pairs of nodes: keys and values."""


class YAMLError(Exception):
    """Error: a text is not YAML."""


class MarkedYAMLError(YAMLError):
    """Error: a text is not YAML. `problem` is the reason; `problem_mark` has the line."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.problem_mark = _Mark(line)


SafeLoader = None


def compose(text: str, Loader: object) -> _Node | None:  # noqa: N803  # PyYAML's name
    """Return the root node, None if the YAML is empty; raise MarkedYAMLError for an error."""
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
