"""The lists and hashes that constants hold, wherever they are written, in the place of the constants."""

from __future__ import annotations

from collections.abc import Sequence

from core.extract.ruby.linking.names import Names
from core.extract.ruby.reading.values import Value


def literal(names: Names, scopes: Sequence[str], value: Value) -> Value:
    """Return the list or hash that a constant holds, as far as it is literal; any other value as it is."""
    if not (isinstance(value, dict) and "const" in value):
        return value
    found = names.resolve(value["const"], scopes)
    if found is None or not found.places:
        return value
    return found.owner.facts.extra.get("literals", {}).get(found.owner.definition.qualified, value)


def listed(names: Names, scopes: Sequence[str], value: Value) -> Value:
    """Return a value with what constants hold in their places, also in a list, where splats are spread."""
    if not isinstance(value, list):
        return literal(names, scopes, value)
    flat: list[Value] = []
    for item in value:
        is_splat = isinstance(item, dict) and "splat" in item
        held = literal(names, scopes, item["splat"] if is_splat else item)
        flat += held if is_splat and isinstance(held, list) else [item if is_splat else held]
    return flat
