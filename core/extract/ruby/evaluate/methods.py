"""Methods without effects that declarations are built with: `%w[a b].map(&:to_sym)`, `"name".pluralize`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.extract.ruby.evaluate.kinds import Code, Const, Symbol, Value


def _flat(values: list[Value]) -> list[Value]:
    return [part for value in values for part in (_flat(value) if isinstance(value, list) else [value])]


METHODS: dict[tuple[type, str], Callable[..., Any]] = {
    (str, "to_s"): lambda value, _frame: str(value),
    (str, "to_sym"): lambda value, _frame: Symbol(value),
    (str, "to_str"): lambda value, _frame: str(value),
    (str, "freeze"): lambda value, _frame: value,
    (str, "downcase"): lambda value, _frame: value.lower(),
    (str, "upcase"): lambda value, _frame: value.upper(),
    (str, "capitalize"): lambda value, _frame: value.capitalize(),
    (str, "dasherize"): lambda value, _frame: value.replace("_", "-"),
    (str, "singularize"): lambda value, frame: frame.inflections.singularize(value),
    (str, "pluralize"): lambda value, frame: frame.inflections.pluralize(value),
    (str, "underscore"): lambda value, frame: frame.inflections.underscore(value),
    (str, "camelize"): lambda value, frame: frame.inflections.camelize(value),
    (str, "classify"): lambda value, frame: frame.inflections.classify(value),
    (str, "tr"): lambda value, _frame, old="", new="": value.replace(old, new) if len(old) == len(new) == 1 else Code(value),
    (str, "gsub"): lambda value, _frame, old="", new="": value.replace(old, new) if isinstance(old, str) else Code(value),
    (str, "delete_suffix"): lambda value, _frame, end="": value.removesuffix(end),
    (str, "delete_prefix"): lambda value, _frame, start="": value.removeprefix(start),
    (Const, "table_name"): lambda value, frame: (
        frame.inflections.tableize(value.name) if "::" not in value.name else Code(value.name)
    ),
    (int, "to_s"): lambda value, _frame: str(value),
    (list, "include?"): lambda value, _frame, wanted=None: wanted in value,
    (list, "any?"): lambda value, _frame: bool(value),
    (list, "empty?"): lambda value, _frame: not value,
    (dict, "key?"): lambda value, _frame, wanted=None: wanted in value,
    (dict, "fetch"): lambda value, _frame, wanted=None, default=None: value.get(wanted, default),
    (dict, "except"): lambda value, _frame, *out: {key: kept for key, kept in value.items() if key not in out},
    (dict, "slice"): lambda value, _frame, *kept: {key: value[key] for key in kept if key in value},
    (list, "freeze"): lambda value, _frame: value,
    (list, "to_a"): lambda value, _frame: value,
    (list, "compact"): lambda value, _frame: [part for part in value if part is not None],
    (list, "uniq"): lambda value, _frame: list(dict.fromkeys(value)),
    (list, "flatten"): lambda value, _frame: _flat(value),
    (list, "first"): lambda value, _frame: value[0] if value else None,
    (list, "last"): lambda value, _frame: value[-1] if value else None,
    (list, "join"): lambda value, _frame, by="": by.join(str(part) for part in value),
    (list, "without"): lambda value, _frame, *out: [part for part in value if part not in out],
    (list, "excluding"): lambda value, _frame, *out: [part for part in value if part not in out],
    (dict, "freeze"): lambda value, _frame: value,
    (dict, "keys"): lambda value, _frame: list(value),
    (dict, "values"): lambda value, _frame: list(value.values()),
    (dict, "merge"): lambda value, _frame, other=None: {**value, **(other if isinstance(other, dict) else {})},
}
"""Methods without effects that declarations are built with; anything else stays `Code`."""


_OPERATORS: dict[tuple[type, str], Callable[[Any, Any], Any]] = {
    (str, "+"): lambda first, second: first + second,
    (str, "=="): lambda first, second: first == second,
    (str, "!="): lambda first, second: first != second,
    (int, "+"): lambda first, second: first + second,
    (int, "*"): lambda first, second: first * second,
    (list, "+"): lambda first, second: [*first, *second],
    (list, "|"): lambda first, second: list(dict.fromkeys([*first, *second])),
    (list, "-"): lambda first, second: [part for part in first if part not in second],
    (list, "&"): lambda first, second: [part for part in first if part in second],
}


def combine(operator: str, first: Value, second: Value) -> Value:
    """Return what an operator makes of two known values of one kind; none where only Ruby can tell."""
    for kind in (str, list, int):
        if isinstance(first, kind) and isinstance(second, kind) and (how := _OPERATORS.get((kind, operator))):
            return how(first, second)
    return None
