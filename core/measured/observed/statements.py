"""A statement of SQL without its values: only words of SQL and of the code are left, whatever is made of the quotes."""

from __future__ import annotations

import re
from collections.abc import Collection

_PART = r"""/\*.*?(?:\*/|$)|--[^\n]*                       # remarks
    |\$(?P<tag>\w*)\$.*?(?:\$(?P=tag)\$|$)             # $$ … $$ of PostgreSQL
    |{texts}
    |(?P<name>"[^"]{{1,64}}"|`[^`]{{1,64}}`|\[[^\]\[]{{1,64}}\](?=[.,\s])|[A-Za-z_][\w$]*)
    |(?P<value>\$\d+|\?|%s|:\w+|@\w+|[-+]?\d[\w.]*)
    |(?P<sign><>|!=|<=|>=|[=<>*.,();])
    |\s+|."""
_STANDARD = r"[eE]'(?:[^'\\]|''|\\.)*(?:'|$)|[nNbBxX]?'(?:[^']|'')*(?:'|$)"
_ESCAPED = r"[nNbBxX]?'(?:[^'\\]|''|\\.)*(?:'|$)|\"(?:[^\"\\]|\"\"|\\.)*(?:\"|$)"
_PARTS = {
    escapes: re.compile(_PART.format(texts=texts), re.VERBOSE | re.DOTALL)
    for escapes, texts in ((False, _STANDARD), (True, _ESCAPED))
}
_WORDS = frozenset({
    "select", "insert", "into", "values", "update", "set", "delete", "from", "where", "and", "or", "not", "in", "is",
    "null", "like", "ilike", "between", "exists", "join", "inner", "left", "right", "outer", "full", "cross", "on", "as",
    "order", "by", "group", "having", "limit", "offset", "distinct", "all", "union", "except", "intersect", "case",
    "when", "then", "else", "end", "count", "sum", "avg", "min", "max", "coalesce", "lower", "upper", "cast", "returning",
    "for", "begin", "commit", "rollback", "savepoint", "release", "with", "recursive", "asc", "desc", "nulls", "first",
    "last", "using", "primary", "key", "create", "alter", "drop", "table", "index", "truncate", "replace", "ignore",
    "share", "lock", "now", "current_timestamp", "true", "false", "natural", "lateral", "any", "some", "over",
    "partition", "explain", "analyze", "show", "vacuum", "call", "duplicate", "conflict", "do", "nothing", "if",
})  # fmt: skip
_FROM = re.compile(r"\b(?:FROM|INTO|UPDATE) …")
_TABLE = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE) ([a-z_]\w*)")
_LISTS = re.compile(r"\(\s*\?(?:\s*,\s*\?)+\s*\)")
_COLUMNS = re.compile(r"^(\w+ .{0,80}?,) .*? FROM ")  # what is asked for of a long statement
_LONGEST, _READ = 300, 20_000  # letters kept, and looked at


def masked(statement: str, known: Collection[str], escapes: bool | None = None) -> str:
    """Return a statement with `?` for each value and `…` for each name that the index has not.

    In texts a backslash `escapes` what follows it, as in MySQL, or does not; where that is not known, a statement with one ends
    at its first text.
    """
    if escapes is None and "\\" in statement:
        statement = f"{statement.partition(chr(39))[0]} ?"
    told: list[str] = []
    for part in _PARTS[bool(escapes)].finditer(statement[:_READ]):
        if part["name"]:
            told.append(_name(part["name"].strip('"`[]'), known))
        elif part["value"] or part[0][:1] in "'\"$" or part[0][1:2] == "'":
            told.append("?")
        elif part["sign"]:
            told.append(part["sign"])
        if len(told) > _LONGEST:
            break
    text = " ".join(told).replace(" . ", ".").replace(" ,", ",").replace("( ", "(").replace(" )", ")").rstrip("; ")
    text = _LISTS.sub("(?, …)", text)
    text = _COLUMNS.sub(r"\1 … FROM ", text) if len(text) > _LONGEST and text.startswith("SELECT") else text
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def tables_of(statement: str) -> tuple[str, ...]:
    """Return the tables that a masked statement names, in their order."""
    return tuple(dict.fromkeys(_TABLE.findall(statement)))


def is_elsewhere(statement: str) -> bool:
    """Tell whether a masked statement asks tables and the code writes the name of none: what a library asks the database."""
    return bool(_FROM.search(statement)) and not tables_of(statement) and len(statement) <= _LONGEST


def is_query(statement: str) -> bool:
    """Tell whether a masked statement asks or changes rows: neither begins or ends a transaction nor asks the schema."""
    return statement.startswith(("SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "REPLACE"))


def _name(word: str, known: Collection[str]) -> str:
    if word.lower() in _WORDS:
        return word.upper()
    return word.lower() if word.lower() in known else "…"
