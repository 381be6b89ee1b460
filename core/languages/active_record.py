"""What the methods of ActiveRecord give: one record or a query, for all that ask what a value is: linking, flows, findings."""

from __future__ import annotations

import re

QUERIES = frozenset(
    {
        "all", "and", "annotate", "create_with", "distinct", "eager_load", "excluding", "extending", "from", "group", "having",
        "in_order_of", "includes", "invert_where", "joins", "left_joins", "left_outer_joins", "limit", "lock", "merge", "none",
        "not", "offset", "optimizer_hints", "or", "order", "preload", "readonly", "references", "reorder", "reselect",
        "reverse_order", "rewhere", "select", "strict_loading", "unscope", "unscoped", "where", "without", "with",
        "in_batches", "extract_associated", "missing", "associated",
    }
)  # fmt: skip
"""Methods of a model that give a query."""

RECORDS = frozenset(
    {
        "build", "create", "create!", "create_or_find_by", "create_or_find_by!", "fifth", "find", "find_by", "find_by!",
        "find_or_create_by", "find_or_create_by!", "find_or_initialize_by", "find_sole_by", "first", "first!",
        "first_or_create", "first_or_create!", "first_or_initialize", "last", "last!", "new", "second", "sole", "take",
        "take!", "third", "fourth", "forty_two", "find_by_id", "instantiate",
    }
)  # fmt: skip
"""Methods of a model that give a record."""

NEW_RECORDS = frozenset({"new", "build"})
"""Methods that make a record which the database does not have yet."""

_DYNAMIC_FINDER = re.compile(r"find_(?:or_(?:create|initialize)_)?by_\w+!?")


def gives_record(name: str) -> bool:
    """Tell whether a method of a model gives one record; `find_by_name` does, too."""
    return name in RECORDS or _DYNAMIC_FINDER.fullmatch(name) is not None
