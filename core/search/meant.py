"""The one class that a name or plain words of a question mean."""

from __future__ import annotations

from collections.abc import Callable

from core.open_index import OpenIndex

_MODULES = frozenset({"module", "package", "crate", "file"})


def one_meant(words: str, index: OpenIndex, allowed: Callable[[int], bool], tables: bool = False) -> int:
    """Return the position of what a name or words mean, in the singular or plural; -1 for none, or for several.

    Only what is `allowed` and no test counts; models go before all else, or `tables` where the question speaks of tables, a
    name as it is written before one that ends so, and classes before the modules that are called like them.
    """
    written = words[:1].isupper() and " " not in words
    match = index.names.match(words) if written else index.names.in_words(words.lower().split())
    heads = index.heads
    kept = [one for one in match.positions if not heads[one].is_test and allowed(one)] if match else []
    of_tables = [one for one in kept if heads[one].type == "table"]
    kept = of_tables if of_tables and tables else [one for one in kept if one not in of_tables] or of_tables
    names = (words, "".join(part.capitalize() for part in words.split()))
    whole = [one for one in kept if heads[one].identifier in names]
    named = [one for one in kept if heads[one].name in names]
    models = [one for one in kept if heads[one].type == "model"]
    for found in (whole, named, models, [one for one in kept if heads[one].type not in _MODULES], kept):
        if len(found) == 1:
            return found[0]
    return -1
