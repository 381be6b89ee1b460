"""Loops over literal lists in class bodies: what they declare is read once for each element."""

from __future__ import annotations

from dataclasses import replace

from tree_sitter import Node

from core.extract.ruby.reading.context import Enclosing
from core.extract.ruby.reading.state import Reading
from core.extract.ruby.reading.values import Value, value_of
from core.extract.ruby.syntax.parse import text_of

EACH = "each:"
"""Marks in a nesting a loop over a constant that the file does not define: `each:CONSTANT:first,second`."""

_MAX_ALL_TURNS = 5_000  # of all loops of a file: loops in loops multiply
_MAX_TURNS = 60  # a literal list longer than this is data, not a way to write declarations shorter


def unrolled(reading: Reading, name: str, receiver: Node, block: Node, context: Enclosing) -> bool:
    """Queue the turns of a loop; false when what it runs over cannot be known."""
    side = "keys" if name == "each_key" else ""
    method, inner = receiver.child_by_field_name("method"), receiver.child_by_field_name("receiver")
    if receiver.type == "call" and method is not None and inner is not None and text_of(method) in ("keys", "values"):
        side, receiver = text_of(method), inner
    values = value_of(receiver, {**reading.literals, **context.known})
    if side and isinstance(values, dict) and isinstance(values.get("hash"), dict):
        held = values["hash"]
        values = [f":{key}" for key in held] if side == "keys" else list(held.values())
    parameters, body = plain_parameters(block), block.child_by_field_name("body")
    if isinstance(values, dict) and "const" in values:
        nested = context.nested(f"{EACH}{values['const']}:{','.join(parameters)}")
        reading.later(body, nested, True)  # the linker knows what the constant of another file holds
        return True
    bindings = turns(values, parameters)
    reading.turns += len(bindings)
    if reading.turns > _MAX_ALL_TURNS:
        reading.leave_out(block, f"loops over literals with more than {_MAX_ALL_TURNS} turns: the others are read once")
        bindings = bindings[:1]
    for turn, bound in reversed(list(enumerate(bindings))):
        one = replace(context, known={**context.known, **bound}, quiet=context.quiet or turn > 0)
        reading.later(body, one, True)
    return bool(bindings)


def is_list(value: Value) -> bool:
    """Tell whether a value is a literal list or hash that a loop could be unrolled over."""
    held = value.get("hash") if isinstance(value, dict) else value
    return isinstance(held, list | dict) and 0 < len(held) <= _MAX_TURNS


def turns(values: Value, parameters: list[str]) -> list[dict[str, Value]]:
    """Return what the block parameters stand for in each turn of a loop; empty when the list is not literal."""
    if not is_list(values):
        return []
    pairs = values["hash"] if isinstance(values, dict) else {}
    elements = values if isinstance(values, list) else [[f":{key}", value] for key, value in pairs.items()]
    found = []
    for turn, element in enumerate(elements):
        bound = element if isinstance(element, list) and len(parameters) > 1 else [element, turn]
        found.append(dict(zip(parameters, bound, strict=False)))
    return found


def plain_parameters(taking: Node) -> list[str]:
    """Return the names of the plain parameters of a block or method."""
    parameters = taking.child_by_field_name("parameters")
    return [text_of(child) for child in parameters.named_children if child.type == "identifier"] if parameters else []
