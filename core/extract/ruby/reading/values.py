"""Ruby expressions as JSON values, as `Declaration` describes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from tree_sitter import Node

from core.extract.ruby.bounds import is_larger
from core.extract.ruby.syntax.literals import constant_name, decimal, integer, pieces
from core.extract.ruby.syntax.parse import text_of

Value = object
"""A JSON value: literals as themselves, `:name` for a symbol, `{"const"}`, `{"proc"}`, `{"code"}` for the rest."""

Environment = Mapping[str, Value]
"""Values of block variables while a literal loop is unrolled."""

_MAX_CODE = 2000  # a longer lambda is kept by its first characters: facts carry evidence, the source has the rest
_MAX_DEPTH = 40  # of values in values
_MAX_SIZE = 100_000  # letters and items: constants may be made of constants, each twice as long as the one before
_depth = [0]  # of the value that is being read


def code(node: Node) -> dict[str, str]:
    """Return the value of something that is not literal."""
    return {"code": (node.text or b"")[: 4 * _MAX_CODE].decode("utf-8", "replace")[:_MAX_CODE]}


def value_of(node: Node, known: Environment) -> Value:
    """Return the JSON value of an expression; one that is nested too deeply or grows too large is code."""
    handler = _HANDLERS.get(node.type)
    if handler is None or _depth[0] >= _MAX_DEPTH:
        return code(node)
    _depth[0] += 1
    try:
        value = handler(node, known)
    finally:
        _depth[0] -= 1
    return code(node) if is_larger(value, _MAX_SIZE) else value


def arguments_of(node: Node | None, known: Environment) -> tuple[list[Value], dict[str, Value]]:
    """Return positional and keyword arguments of an argument list; a splatted hash is under the key `**`."""
    positional: list[Value] = []
    options: dict[str, Value] = {}
    for child in node.named_children if node else ():
        if child.type == "pair":
            key, value = _pair(child, known)
            options[key] = value
        elif child.type == "hash_splat_argument":
            options["**"] = value_of(child.named_children[0], known) if child.named_children else {"code": "**"}
        elif child.type == "splat_argument" and child.named_children:
            inner = value_of(child.named_children[0], known)
            positional.extend(inner if isinstance(inner, list) else [{"splat": inner}])
        elif child.type == "block_argument":
            options["&"] = value_of(child.named_children[0], known) if child.named_children else {"code": "&"}
        elif child.type != "comment":
            positional.append(value_of(child, known))
    if positional and isinstance(last := positional[-1], dict) and "hash" in last and not options:
        options = dict(last["hash"])
        positional.pop()
    return positional, options


def key_of(value: Value) -> str:
    """Return a hash key or method name without its leading colon; code is returned as written."""
    if isinstance(value, str):
        return value[1:] if value.startswith(":") and not value.startswith("::") and len(value) > 1 else value
    return str(value.get("code", value)) if isinstance(value, dict) else str(value)


def _pair(node: Node, known: Environment) -> tuple[str, Value]:
    key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
    name = "" if key is None else text_of(key) if key.type == "hash_key_symbol" else key_of(value_of(key, known))
    return name, value_of(value, known) if value is not None else known.get(name, {"code": name})


def _string(node: Node, known: Environment) -> Value:
    parts: list[str] = []
    for piece in pieces(node):
        if isinstance(piece, str):
            parts.append(piece)
            continue
        filled = value_of(piece.named_children[-1], known) if piece.named_children else None
        if not isinstance(filled, str | int) or isinstance(filled, bool):
            return code(node)
        parts.append(key_of(str(filled)))
    return "".join(parts)


def _symbol(node: Node, known: Environment) -> Value:
    inner = _string(node, known)
    return f":{inner}" if isinstance(inner, str) else inner


def _chained(node: Node, known: Environment) -> Value:
    """Strings behind each other, which are one."""
    parts = [value_of(part, known) for part in node.named_children if part.type != "comment"]
    texts = [part for part in parts if isinstance(part, str)]
    return "".join(texts) if len(texts) == len(parts) else code(node)


def _array(node: Node, known: Environment) -> Value:
    values: list[Value] = []
    for child in node.named_children:
        if child.type == "splat_argument" and child.named_children:
            inner = value_of(child.named_children[0], known)
            values.extend(inner if isinstance(inner, list) else [{"splat": inner}])
        elif child.type != "pair":
            values += [value_of(child, known)] if child.type != "comment" else []
    pairs = dict(_pair(child, known) for child in node.named_children if child.type == "pair")
    return [*values, {"hash": pairs}] if pairs else values


def _hash(node: Node, known: Environment) -> Value:
    return {"hash": arguments_of(node, known)[1]}


def _number(read: Callable[[Node], float | None]) -> Callable[[Node, Environment], Value]:
    def made(node: Node, known: Environment) -> Value:
        return code(node) if (value := read(node)) is None else value

    return made


def _signed(node: Node, known: Environment) -> Value:
    """A number below zero; what another operator makes is code."""
    value = value_of(node.named_children[-1], known) if node.named_children and node.children[0].type == "-" else None
    return -value if isinstance(value, int | float) and not isinstance(value, bool) else code(node)


def _lambda(node: Node, known: Environment) -> Value:
    return {"proc": code(node)["code"]}


def _call(node: Node, known: Environment) -> Value:
    """A lambda written as a call is a proc; `.freeze`, `.to_s`, `.to_sym` keep a literal what it is."""
    method = node.child_by_field_name("method")
    receiver = node.child_by_field_name("receiver")
    name = text_of(method) if method is not None else ""
    if receiver is None:
        is_proc = name in ("lambda", "proc") and node.child_by_field_name("block") is not None
        return _lambda(node, known) if is_proc else code(node)
    if name == "new" and text_of(receiver) == "Proc":
        return _lambda(node, known)
    if name in ("merge", "reverse_merge"):
        changes = {"hash": arguments_of(node.child_by_field_name("arguments"), known)[1]}
        base = value_of(receiver, known)
        return {**code(node), "merge": [base, changes] if name == "merge" else [changes, base]}
    if name in ("freeze", "to_s", "to_sym", "to_a", "dup"):
        inner = value_of(receiver, known)
        if (isinstance(inner, list) or (isinstance(inner, dict) and "hash" in inner)) and name in ("freeze", "to_a", "dup"):
            return inner
        if isinstance(inner, str):
            return f":{key_of(inner)}" if name == "to_sym" else key_of(inner) if name == "to_s" else inner
    return code(node)


def _known(node: Node, known: Environment) -> Value:
    name = text_of(node)
    return known.get(name, {"code": name})


def _constant(node: Node, known: Environment) -> Value:
    name = constant_name(node)
    return known.get(name, {"const": name})


_HANDLERS: dict[str, Callable[[Node, Environment], Value]] = {
    "simple_symbol": lambda node, known: text_of(node),
    "hash_key_symbol": lambda node, known: f":{text_of(node)}",
    "delimited_symbol": _symbol,
    "bare_symbol": _symbol,
    "string": _string,
    "bare_string": _string,
    "chained_string": _chained,
    "constant": _constant,
    "scope_resolution": _constant,
    "array": _array,
    "string_array": _array,
    "symbol_array": _array,
    "hash": _hash,
    "integer": _number(integer),
    "float": _number(decimal),
    "unary": _signed,
    "true": lambda node, known: True,
    "false": lambda node, known: False,
    "nil": lambda node, known: None,
    "lambda": _lambda,
    "call": _call,
    "identifier": _known,
    "parenthesized_statements": lambda node, known: (
        value_of(node.named_children[0], known) if node.named_child_count == 1 else code(node)
    ),
}


def line_of_symbol(lines: Sequence[str], start: int, end: int, name: str) -> int:
    """Return the first line from `start` to `end` that contains a symbol of Ruby, 0 if none does: another macro may give it."""
    wanted = re.compile(rf":\"?{re.escape(name)}(?![\w?!])")
    return next((number for number in range(start, min(end, len(lines)) + 1) if wanted.search(lines[number - 1])), 0)
