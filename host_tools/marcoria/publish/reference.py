"""Reference pages in Markdown, made from JSON schemas and the names of the engine's modules."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

Schema: TypeAlias = Mapping[str, Any]

_HEAD = {
    "link": "The fields of the JSON lines on [the link](../docs/link.md).",
    "bdn": "The JSON form of a file of [deals on paper](../docs/bdn.md).",
    "rules": "The questions and answers of [the rules on a pipe](../docs/rules-pipe.md).",
    "hub": "The answers of [a hub](../docs/hub.md) in JSON.",
    "commands": "The output of [commands](../docs/commands.md) with `--json`.",
}
_KEYWORDS = {"type", "$ref", "enum", "const", "oneOf", "anyOf", "allOf", "properties", "pattern"}
_BOUNDS = (
    ("minimum", "at least {}"),
    ("maximum", "at most {}"),
    ("minLength", "at least {} characters"),
    ("maxLength", "at most {} characters"),
    ("minItems", "at least {} items"),
    ("maxItems", "at most {} items"),
    ("pattern", "form `{}`"),
)


def make_schema_page(name: str, schema: Schema) -> str:
    """Return the page of a schema, with a section for each of its definitions."""
    lines = [f"# {schema.get('title', name)}", "", _HEAD[name]]
    lines += [f"The same as a JSON schema: [{name}.schema.json](../docs/{name}.schema.json).", ""]
    if _KEYWORDS & schema.keys():
        lines += _definition({key: schema[key] for key in schema if key != "description"})
    for key, part in schema.get("$defs", {}).items():
        lines += _section(key, part, "##")
    return "\n".join(lines) + "\n"


def make_engine_page(modules: Iterable[str]) -> str:
    """Return the page of the engine: mkdocstrings puts docstrings in place of the `:::` lines."""
    head = (
        "# The engine\n\nThe modules of `firmware/belote`, which know the rules and nothing else."
    )
    return "\n".join([head, "", *(f"::: belote.{name}\n" for name in modules)])


def describe(schema: Schema) -> str:
    """Return a few words about the values that a schema allows, in Markdown for a table's cell."""
    return ", ".join(_parts(schema)) or "anything"


def _parts(schema: Schema) -> Iterator[str]:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        yield f"[{name}](#{name})"
    if "const" in schema:
        yield _code(schema["const"])
    if "enum" in schema:
        yield "one of " + " ".join(_code(value) for value in schema["enum"])
    if "type" in schema:
        kinds = schema["type"]
        yield kinds if isinstance(kinds, str) else " or ".join(kinds)
    if isinstance(items := schema.get("items"), Mapping):
        yield f"of: {describe(items)}"
    for key in ("oneOf", "anyOf"):
        if key in schema:
            yield " or ".join(describe(choice) for choice in schema[key])
    for key, text in _BOUNDS:
        if key in schema:
            yield text.format(str(schema[key]).replace("|", "\\|"))
    if fields := schema.get("properties"):
        yield "with " + ", ".join(f"{_code(key)} ({describe(fields[key])})" for key in fields)


def _code(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return "`" + text.replace("|", "\\|") + "`"


def _section(name: str, schema: Schema, heading: str) -> list[str]:
    """Return the lines of the section for a definition.

    A schema without keywords is a group of definitions, and each of them gets a subsection.
    """
    lines = [f"{heading} {name}", ""]
    if _KEYWORDS & schema.keys():
        return lines + _definition(schema)
    for key, part in schema.items():
        lines += _section(key, part, f"{heading}#")
    return lines


def _definition(schema: Schema) -> list[str]:
    lines = [schema["description"], ""] if "description" in schema else []
    fields = schema.get("properties", {})
    others = {key: value for key, value in schema.items() if key != "properties"}
    if words := list(_parts(others)):
        lines += [f"{', '.join(words)}.", ""]
    if fields:
        needed = schema.get("required", ())
        lines += ["| field | always there | value |", "|---|---|---|"]
        for key, value in fields.items():
            always = "yes" if key in needed else ""
            lines.append(f"| {_code(key)} | {always} | {describe(value)} |")
        lines.append("")
    return lines
