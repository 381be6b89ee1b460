"""Types of values, and what Ruby's own methods make of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

ONE = "one"
"""An instance of a class of the application."""

CLASS = "class"
"""A class or module itself."""

MANY = "many"
"""A list of instances."""

QUERY = "query"
"""A list of instances that also answers what their class answers, as the relations of ActiveRecord do."""

LIBRARY = "library"
"""A value of Ruby or of a library."""

ANY = "any"
"""A value of so many classes that none is told."""


class ValueType(NamedTuple):
    """What a value is: one of the kinds above, and the name of the class."""

    kind: str
    name: str


ValueTypes = tuple[ValueType, ...]
"""What a value may be, in their order; nothing where it is not known."""

VALUE: ValueTypes = (ValueType(LIBRARY, ""),)
_TOP: ValueTypes = (ValueType(ANY, ""),)
_MOST = 4  # classes that one expression may be of
_SAME = frozenset(
    {
        "tap", "dup", "clone", "itself", "freeze", "presence", "reload", "deep_dup", "presence_in", "lock!", "!", "decorate",
        "with_lock", "becomes",
    }
)  # fmt: skip
_LISTS = frozenset(
    {
        "select", "reject", "filter", "sort_by", "sort", "compact", "compact_blank", "uniq", "reverse", "to_a", "to_ary",
        "take", "drop", "shuffle", "flatten", "each", "each_with_index", "each_with_object", "find_all", "take_while",
        "drop_while", "lazy", "concat", "push", "append", "prepend", "select!", "reject!", "sort_by!", "uniq!", "compact!",
        "delete_if", "keep_if", "entries", "load", "first_n", "excluding", "without", "including", "presence", "freeze", "dup",
        "tap", "+", "-", "records", "find_each", "rotate", "sort!", "reverse!", "unshift", "itself", "with_index",
        "each_entry", "values",
    }
)  # fmt: skip
_ELEMENTS = frozenset(
    {
        "first", "last", "second", "third", "sample", "find", "detect", "min_by", "max_by", "pop", "shift", "[]", "at",
        "fetch", "min", "max", "first!", "last!", "sole", "dig", "*", "delete",
    }
)  # fmt: skip
_VALUES = frozenset(
    {
        "count", "size", "length", "any?", "none?", "empty?", "sum", "join", "include?", "index", "all?", "one?", "many?",
        "blank?", "present?", "pluck", "ids", "exists?", "to_sql", "map", "collect",
    }
)  # fmt: skip
_HOLDING = ("Array", "Hash")


def together(found: Iterable[ValueType]) -> ValueTypes:
    """Return what a value is that may be any of these."""
    types = tuple(sorted(set(found)))
    return types if len(types) <= _MOST and _TOP[0] not in types else _TOP


def of_one(type_: ValueType, name: str) -> ValueTypes:
    """Return what a method gives that every object has."""
    if name in _SAME:
        return (type_,)
    return (ValueType(CLASS, type_.name),) if name == "class" else ()


def of_many(type_: ValueType, name: str) -> ValueTypes:
    """Return what a method of a list gives."""
    one = (ValueType(ONE, type_.name),)
    if name in _ELEMENTS:
        return one
    return (type_,) if name in _LISTS else VALUE if name in _VALUES else ()


def of_value(type_: ValueType, name: str) -> ValueTypes:
    """Return what a method of a value of a library gives: another one, but for what holds anything."""
    return () if type_.name in _HOLDING else VALUE


def given(type_: ValueType, name: str, number: int) -> ValueTypes:
    """Return what the block of a call of `name` on a value is given as its parameter `number`."""
    if type_.kind in (MANY, QUERY):
        if name in ("find_in_batches", "each_slice", "each_cons", "in_groups_of", "in_batches"):
            return (type_,) if number == 0 else ()
        at = 1 if name in ("inject", "reduce") else 0
        pair = number == 1 and name in ("sort", "max", "min")
        return (ValueType(ONE, type_.name),) if number == at or pair else VALUE if name == "each_with_index" else ()
    same = name in ("tap", "then", "yield_self") and number == 0
    return (type_,) if same and type_.kind != LIBRARY else ()
