"""Calls that make, change or remove whole rows of a table, whatever columns they are given."""

from __future__ import annotations

OF_MANY = frozenset(
    {
        "create", "create!", "insert", "insert!", "insert_all", "insert_all!", "upsert", "upsert_all", "import", "import!",
        "first_or_create", "first_or_create!", "find_or_create_by", "find_or_create_by!", "create_or_find_by",
        "create_or_find_by!", "update_all", "destroy_all", "delete_all", "destroy_by", "delete_by",
    }
)  # fmt: skip
"""Those of a class, an association or a query."""
OF_ONE = frozenset({"save", "save!", "update", "update!", "update_columns", "destroy", "destroy!", "delete"})
"""Those of one record."""


def changes_rows(name: str, single: bool) -> bool:
    """Tell whether a call of this name, on one record or on many, makes, changes or removes rows."""
    return name in (OF_ONE if single else OF_MANY)
