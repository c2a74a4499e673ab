"""What CPython's own types have and MicroPython's lack, asked for by another way: methods as
functions of the module `lacking` (web/world/lib), texts with values in them by `format`, and
dictionaries that keep their order."""

import ast

_METHODS = (
    *("removeprefix", "removesuffix", "isascii", "isprintable", "capitalize"),
    *("ljust", "translate", "maketrans", "bit_length", "bit_count"),
)
_NAMES = {"UnicodeDecodeError": "UnicodeError", "RecursionError": "RuntimeError"}
_CHECKS = ("zip", "strict")  # what only checks is left out
_MODULE, _ORDERED = "lacking", "OrderedDict"


def without_lacks(tree: ast.Module, ordered: bool) -> ast.Module:
    """The module, with its imports of what it needs instead; `ordered` if dictionaries are to
    keep their order."""
    changed = _Lacking(ordered)
    changed.visit(tree)
    lines = []
    if changed.asks:
        lines.append(f"import {_MODULE}")
    if changed.makes:
        lines.append(f"from collections import {_ORDERED}")
    at = int(bool(tree.body) and isinstance(tree.body[0], ast.Expr))
    tree.body[at:at] = ast.parse("\n".join(lines)).body
    return tree


class _Lacking(ast.NodeTransformer):
    """`asks` tells whether functions are asked for, `makes` whether dictionaries are made."""

    def __init__(self, ordered: bool) -> None:
        self._ordered = ordered
        self.asks = self.makes = False

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(_NAMES.get(node.id, node.id), node.ctx)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        node.cause = None  # there a raised error has none, and a warning is printed
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        called = node.func
        if isinstance(called, ast.Name):
            called_plainly = called.id == _CHECKS[0]
            node.keywords = [
                one for one in node.keywords if not (called_plainly and one.arg == _CHECKS[1])
            ]
            return self._dict_of(node) if called.id == "dict" else node
        if not isinstance(called, ast.Attribute):
            return node
        if called.attr == "fromkeys" and self._ordered:
            return self._asked("fromkeys", node.args)
        more = (called.attr == "decode" and len(node.args) > 1) or (
            called.attr == "from_bytes" and node.keywords
        )
        if called.attr in _METHODS or more:
            return self._asked(called.attr, [called.value, *node.args], node.keywords)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """`x[::-1]`."""
        self.generic_visit(node)
        if isinstance(node.slice, ast.Slice) and node.slice.step:
            part = node.slice
            ends = [one or ast.Constant(None) for one in (part.lower, part.upper, part.step)]
            return self._asked("stepped", [node.value, *ends])
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        self.generic_visit(node)
        text, values = "", []
        for one in node.values:
            if isinstance(one, ast.Constant):
                text += str(one.value).replace("{", "{{").replace("}", "}}")
            elif isinstance(one, ast.FormattedValue):
                text += f"{{{_conversion(one)}{_form(one)}}}"
                values.append(one.value)
        template = ast.Constant(text)
        return ast.Call(ast.Attribute(template, "format", ast.Load()), values, [])

    # --- dictionaries -----------------------------------------------------------------------

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        if not self._ordered:
            return node
        parts: list[ast.expr] = [self._made(ast.List([], ast.Load()))]
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                parts += [value, self._made(ast.List([], ast.Load()))]
            else:
                pairs = parts[-1].args[0]  # type: ignore[attr-defined]
                pairs.elts.append(ast.Tuple([key, value], ast.Load()))
        return _joined([one for one in parts if one is parts[0] or not _is_empty(one)])

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        self.generic_visit(node)
        if not self._ordered:
            return node
        pair = ast.Tuple([node.key, node.value], ast.Load())
        return self._made(ast.ListComp(pair, node.generators))

    def _dict_of(self, node: ast.Call) -> ast.AST:
        return ast.Call(self._type(), node.args, node.keywords) if self._ordered else node

    def _made(self, pairs: ast.expr) -> ast.Call:
        return ast.Call(self._type(), [pairs], [])

    def _type(self) -> ast.Name:
        self.makes = True
        return ast.Name(_ORDERED, ast.Load())

    def _asked(
        self, name: str, arguments: list[ast.expr], keywords: list[ast.keyword] | None = None
    ) -> ast.Call:
        self.asks = True
        function = ast.Attribute(ast.Name(_MODULE, ast.Load()), name, ast.Load())
        return ast.Call(function, arguments, keywords or [])


def _joined(parts: list[ast.expr]) -> ast.expr:
    found = parts[0]
    for part in parts[1:]:
        found = ast.BinOp(found, ast.BitOr(), part)
    return found


def _is_empty(made: ast.expr) -> bool:
    return isinstance(made, ast.Call) and ast.unparse(made) == f"{_ORDERED}([])"


def _conversion(one: ast.FormattedValue) -> str:
    return f"!{chr(one.conversion)}" if one.conversion >= 0 else ""


def _form(one: ast.FormattedValue) -> str:
    """What stands behind the colon; a value in there would be another one to format."""
    if one.format_spec is None:
        return ""
    if isinstance(one.format_spec, ast.Call):  # it was turned before the whole
        template = one.format_spec.func.value  # type: ignore[attr-defined]
        return f":{template.value}"
    raise ValueError(ast.unparse(one))
