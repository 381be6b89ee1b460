"""Who reads and writes a column of the database, and which other lines write its name."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence

from core.analyse.columns import StoredTables
from core.errors import SourceError
from core.inspect.usage.inheritance import inheritance_of
from core.inspect.written import computed_names
from core.model import (
    COLUMN,
    ROWS,
    Relation,
    UnitHead,
    column_key,
    full_name,
    split_key,
    split_repository,
    table_key,
    unit_key,
)
from core.model.columns import GROUPS, ColumnSheet, ColumnUse, NameLine, read_via
from core.model.facts import Fact, facts_in
from core.open_index import OpenIndex
from core.text.counts import name_list

_AFFIXES = (
    "_changed|_was|_change|_previously_changed|_previously_was|_previous_change|_before_last_save|_in_database"
    "|_before_type_cast|_will_change"
)
_SHOWN = 8  # names that a message lists
_ORDER = {group: place for place, group in enumerate(GROUPS)}


def column_sheet(index: OpenIndex, name: str) -> ColumnSheet:
    """Return everything known of a column, or of the rows of a table (`users.*`, `users`, `User`).

    Raises `SourceError` with near names for one that the schema does not have.
    """
    table, column = find_column(index, name)
    found = index.catalog.column_uses([column_key(table, column)])
    index.texts.read(use.file_path for use in found)
    uses = tuple(sorted((_use(index, one) for one in found), key=_place))
    unit = index.catalog.units([table_key(table)])[0]
    rows: Fact = {"name": ROWS, "kind": "rows", "file_path": unit.file_path, "line": unit.start_line}
    fact = rows if column == ROWS else next(fact for fact in index.columns[table] if fact["name"] == column)
    indexes = tuple(one for one in facts_in(unit.metadata, "indexes") if column in one["columns"])
    schema = {(one["file_path"], one["line"]) for one in (fact, *indexes)}
    known = {*schema, *((use.file_path, use.line) for use in uses)}
    more, others = _more(index, table, column, known) if column != ROWS else ([], 0)
    return ColumnSheet(
        table,
        column,
        fact,
        indexes,
        tuple(models_of(index, table)),
        uses,
        tuple(more),
        others,
    )


def find_column(index: OpenIndex, name: str) -> tuple[str, str]:
    """Return the table and the name of the column that a person means by `users.email`, `User.email` or `email`."""
    written = name.removeprefix(unit_key(COLUMN, "")).replace("#", ".")
    before, _, column = written.rpartition(".")
    whole = before if column == ROWS else written
    if len(tables := _tables(index, whole)) == 1:
        return tables[0], ROWS
    if not index.columns:
        message = "No tables: this index has no schema.rb, structure.sql or migrations."
        raise SourceError(f"{message} Only Rails applications have columns here.")
    tables = _tables(index, before) if before else list(index.columns)
    holders = [table for table in tables if any(fact["name"] == column for fact in index.columns[table])]
    if len(holders) == 1:
        return holders[0], column
    if holders:
        columns = name_list([f"{table}.{column}" for table in holders], _SHOWN)
        raise SourceError(f"{len(holders)} tables have a column '{column}': {columns}. Name one, as TABLE.COLUMN.")
    raise SourceError(_unknown(index, written, before, tables))


def _tables(index: OpenIndex, before: str) -> list[str]:
    """Return the tables that a name means: its own, or those that a class is stored in."""
    if before in index.columns:
        return [before]
    repository, name = split_repository(before)
    heads = (head for head in index.heads if head.type == "model" and repository in ("", head.repository))
    models = {head.key for head in heads if name in (head.identifier, head.name)}
    return list(dict.fromkeys(table for key in sorted(models) for table in _tables_of(index, key)))


def _tables_of(index: OpenIndex, key: str) -> list[str]:
    links = (link for link in index.links.out(index.position[key]) if link.kind == "stored_in")
    return [full_name(index.heads[link.other].identifier, index.heads[link.other].repository) for link in links]


def models_of(index: OpenIndex, table: str) -> Iterator[str]:
    """Yield the keys of the models that are stored in a table."""
    key = table_key(table)
    links = index.links.into(index.position[key]) if key in index.position else ()
    yield from sorted({index.keys[link.other] for link in links if link.kind == "stored_in"})


def _unknown(index: OpenIndex, written: str, before: str, tables: Sequence[str]) -> str:
    every = [f"{table}.{fact['name']}" for table, facts in index.columns.items() for fact in facts]
    near = difflib.get_close_matches(written, every, _SHOWN, 0.7)
    if before and tables:
        own = [str(fact["name"]) for table in tables for fact in index.columns[table]]
        return f"{' and '.join(tables)} has no column '{written.rpartition('.')[2]}'. It has: {', '.join(own)}."
    hint = f" Did you mean '{near[0]}'?" if near else " Name it as TABLE.COLUMN, such as users.email."
    return f"No table has a column '{written}'.{hint}"


def _use(index: OpenIndex, one: Relation) -> ColumnUse:
    via = read_via(one.via)
    certain = one.certainty in ("declared", "expanded")
    text = index.texts.line(one.file_path, one.line)
    return ColumnUse(one.kind, via.group, via.by, via.how, certain, one.source, one.file_path, one.line, text)


def _place(use: ColumnUse) -> tuple[object, ...]:
    return use.kind != "writes", not use.certain, _ORDER.get(use.group, len(_ORDER)), use.file_path, use.line, use.unit


def _more(index: OpenIndex, table: str, column: str, known: set[tuple[str, int]]) -> tuple[list[NameLine], int]:
    """Return the other lines that write a name, and how many of all are known to use another table's column of this name."""
    same = [column_key(other, column) for other in index.columns if other != table]
    others = {(one.file_path, one.line) for one in index.catalog.column_uses(same)} - known if same else set()
    tests = {head.file_path for head in index.heads if head.type == "file" and head.is_test}
    name = re.escape(column)
    pattern = re.compile(rf"(?<![A-Za-z0-9_])(?:saved_change_to_|will_save_change_to_)?{name}(?:{_AFFIXES})?(?![A-Za-z0-9_])")
    found, other = [], 0
    for path, language, text in index.catalog.file_texts(column):
        if not language:
            continue
        for number, line in enumerate(text.split("\n"), 1):
            if pattern.search(line) is None or (path, number) in known:
                continue
            if (path, number) in others:
                other += 1
            else:
                found.append(NameLine(path, number, line.strip(), path in tests))
    return found, other


def columns_around(index: OpenIndex, head: UnitHead, members: Sequence[str]) -> list[tuple[str, tuple[ColumnUse, ...]]]:
    """Return the columns of a table, or of the table of a model, in its order with their uses; else those that a unit uses."""
    table = full_name(head.identifier, head.repository) if head.type == "table" else next(iter(_tables_of(index, head.key)), "")
    keys = [column_key(table, str(fact["name"])) for fact in index.columns.get(table, ())]
    found = index.catalog.column_uses(keys) if keys else index.catalog.column_uses(sources=[head.key, *members])
    index.texts.read(one.file_path for one in found)
    uses: dict[str, list[ColumnUse]] = {key: [] for key in keys}
    for one in found:
        uses.setdefault(one.target, []).append(_use(index, one))
    return [(_column(key), tuple(sorted(some, key=_place))) for key, some in uses.items()]


def _column(key: str) -> str:
    return full_name(split_key(key)[1], split_repository(key)[0])


def stored(index: OpenIndex) -> StoredTables:
    """Return what the analyses of columns ask for."""
    tables = index.catalog.units([head.key for head in index.heads if head.type == "table"])
    named = {table.identifier: list(models_of(index, table.identifier)) for table in tables}
    units = {unit.key: unit for unit in index.catalog.units(sorted({key for keys in named.values() for key in keys}))}
    models = {table: [units[key] for key in keys] for table, keys in named.items()}
    gems = inheritance_of(index).libraries
    return StoredTables(
        tables,
        models,
        index.catalog.column_uses(),
        lambda names: _written(index, names),
        lambda names: {name: str(place) for name, place in computed_names(index, names).items()},
        lambda name: any(gem in gems and pattern.fullmatch(name) for gem, pattern in _OF_GEMS.items()),
    )


_OF_GEMS = {
    "devise": re.compile(
        r"encrypted_password|password_salt|(?:reset_password|confirmation|unlock|remember|authentication)_token|failed_attempts"
        r"|(?:reset_password|confirmation)_sent_at|remember_created_at|sign_in_count|(?:current|last)_sign_in_(?:at|ip)"
        r"|confirmed_at|unconfirmed_email|locked_at|last_activity_at|expired_at|password_changed_at|unique_session_id"
    ),
    "deviseinvitable": re.compile(r"invit(?:ation|ed_by)_\w+|invitations_count"),
    "devisetwofactor": re.compile(r"\w*otp_\w+|consumed_timestep"),
    "devisepwnedpassword": re.compile(r"pwned_\w+"),
    "authlogic": re.compile(
        r"crypted_password|password_salt|persistence_token|single_access_token|perishable_token|login_count|failed_login_count"
        r"|last_request_at|(?:current|last)_login_(?:at|ip)"
    ),
    "papertrail": re.compile(r"item_(?:type|id|subtype)|event|whodunnit|object(?:_changes)?|transaction_id"),
    "audited": re.compile(r"auditable_\w+|associated_\w+|audited_changes|user_type|username|request_uuid|remote_address"),
    "delayedjobactiverecord": re.compile(r"priority|attempts|handler|last_error|run_at|locked_(?:at|by)|failed_at|queue"),
    "friendlyid": re.compile(r"sluggable_\w+|slug|scope"),
    "gdssso": re.compile(r"uid|remotely_signed_out|permissions|organisation_(?:slug|content_id)|disabled"),
    "ancestry": re.compile(r"ancestry\w*"),
    "awesomenestedset": re.compile(r"lft|rgt|depth|children_count"),
    "closuretree": re.compile(r"ancestor_id|descendant_id|generations"),
    "actsastaggableon": re.compile(r"taggable_\w+|tagger_\w+|taggings_count|context"),
    "paranoia": re.compile(r"deleted_at"),
    "discard": re.compile(r"discarded_at"),
    "globalize": re.compile(r"locale"),
    "doorkeeper": re.compile(
        r"resource_owner_\w+|redirect_uri|scopes|confidential|code_challenge\w*|previous_refresh_token|revoked_at"
    ),
}
"""Names of columns that libraries read by themselves, by the letters of the library's name."""


def _written(index: OpenIndex, names: Sequence[str]) -> dict[str, int]:
    """Return how many lines of code outside of tests and of the database's folder write each name."""
    counts = dict.fromkeys(names, 0)
    tests = {head.file_path for head in index.heads if head.type == "file" and head.is_test}
    word = re.compile(r"[A-Za-z_]\w*")
    ending = re.compile(rf"(?:{_AFFIXES})$")
    for path, language, text in index.catalog.file_texts():
        if not language or path in tests or re.search(r"(?:^|/)db/", path):
            continue
        for line in text.split("\n"):
            for found in {ending.sub("", one.removeprefix("saved_change_to_")) for one in word.findall(line)}:
                if found in counts:
                    counts[found] += 1
    return counts
