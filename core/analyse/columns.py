"""Columns that nobody reads, and what the schema demands of them that the models do not, and the reverse."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from core.analyse.result import Result
from core.model import CodeUnit, Relation, column_key
from core.model.columns import ABOUT, read_via
from core.model.facts import Fact, facts_in, table_in, texts_in
from core.model.verdict import POSSIBLY_USED, UNUSED, former
from core.text.counts import counted_as

_BY_RAILS = frozenset({"id", "created_at", "updated_at", "lock_version", "type", "inheritance_column"})
_ALSO = frozenset({"permit", "form"})  # what only takes a value


@dataclass(frozen=True, slots=True)
class UnreadColumn:
    """A column without a known reader; `other_lines` write its name with an unknown meaning."""

    FORMER: ClassVar = ("verdict",)
    column: str
    kind: str
    writes: int
    other_lines: int
    usage: str
    why: str
    file_path: str
    line: int

    @property
    def verdict(self) -> str:
        """The verdict in the words of version 0.1: none or unknown."""
        return former(self.usage)


@dataclass(frozen=True, slots=True)
class SchemaGap:
    """What the schema demands and no model validates, or a model validates and the schema does not hold."""

    column: str
    gap: str
    demanded: str
    missing: str
    model: str
    file_path: str
    line: int


@dataclass(frozen=True, slots=True)
class StoredTables:
    """What the analyses of columns ask of an index: tables and models as units, all uses, and how often names are written.

    `computed` says by name where code computes names of its form, `libraries` which names the libraries of the checkout use.
    """

    tables: Sequence[CodeUnit]
    models: Mapping[str, Sequence[CodeUnit]]  # by table
    uses: Sequence[Relation]
    written: Callable[[Sequence[str]], Mapping[str, int]]
    computed: Callable[[Sequence[str]], Mapping[str, str]] = lambda names: {}
    libraries: Callable[[str], bool] = lambda name: False


def unread_columns(stored: StoredTables) -> Result[UnreadColumn]:
    """Return the columns that nothing is known to read: those first whose name no other line writes."""
    read, counters = set[str](), set[str]()
    writes: dict[str, int] = {}
    for one in stored.uses:
        group = read_via(one.via).group
        if one.kind == "writes":
            if group == "counter_cache":
                counters.add(one.target)
            writes[one.target] = writes.get(one.target, 0) + (group not in ABOUT)
        elif group not in ABOUT | _ALSO:
            read.add(one.target)
    left = [
        (table, fact)
        for table in stored.tables
        if stored.models.get(table.identifier)
        for fact in facts_in(table.metadata, "columns")
        if fact["name"] not in _BY_RAILS
        and not stored.libraries(fact["name"])
        and column_key(table.identifier, fact["name"]) not in read
    ]
    names = sorted({str(fact["name"]) for _, fact in left})
    lines, computed = stored.written(names), stored.computed(names)
    items = sorted(
        (_unread(table.identifier, fact, writes, lines, computed, counters) for table, fact in left),
        key=lambda one: (one.usage != UNUSED, one.other_lines, -one.writes, one.column),
    )
    every = sum(len(facts_in(table.metadata, "columns")) for table in stored.tables if stored.models.get(table.identifier))
    notes = (
        f"{len(items)} of {every} columns have no known reader. {sum(one.usage == UNUSED for one in items)} of them are "
        "unused: their names appear only in the schema, migrations and tests.",
        "The others are possibly used: their names also appear elsewhere, or code computes similar names. "
        "Tables without a model and columns used by Rails or libraries are left out.",
    )
    return Result(UnreadColumn, "Unread columns", tuple(items), notes)


def _unread(
    table: str,
    fact: Fact,
    writes: Mapping[str, int],
    lines: Mapping[str, int],
    computed: Mapping[str, str],
    counters: Collection[str],
) -> UnreadColumn:
    name, place = str(fact["name"]), (str(fact["file_path"]), int(fact["line"]))
    written = writes.get(column_key(table, name), 0)
    other = max(0, lines.get(name, 0) - written)
    why = f"{counted_as(other, 'other mention')} of the name" if other else ""
    if not why and name in computed:
        why = f"{computed[name]} may compute this name"
    if not why and column_key(table, name) in counters:
        why = "counter cache of an association, read by `size`"
    usage = POSSIBLY_USED if why else UNUSED
    return UnreadColumn(
        f"{table}.{name}", str(fact["kind"]), written, other, usage, why or "no other line uses the name", *place
    )


def schema_gaps(stored: StoredTables) -> Result[SchemaGap]:
    """Return where schema and validations differ: what the database demands unasked, what only the model asks for."""
    items: list[SchemaGap] = []
    for table in stored.tables:
        models = stored.models.get(table.identifier, ())
        if models:
            items += [*_undemanded(table, models), *_unheld(table, models)]
    items.sort(key=lambda one: (one.gap, one.column, one.demanded))
    notes = (
        "Columns with a default, keys, timestamps, counters and conditional validations are left out.",
        "Tables without a model are not compared.",
    )
    return Result(SchemaGap, "Schema and validation gaps", tuple(items), notes)


def _validated(models: Sequence[CodeUnit], kinds: frozenset[str]) -> dict[str, tuple[str, Fact]]:
    """Return the validations of these kinds by attribute, an association's by its key, each with its model."""
    found: dict[str, tuple[str, Fact]] = {}
    for model in models:
        keys = {
            str(one["name"]): str(one.get("foreign_key") or f"{one['name']}_id")
            for one in facts_in(model.metadata, "associations")
            if one.get("macro") == "belongs_to"
        }
        types = {str(one["name"]) for one in facts_in(model.metadata, "associations") if one.get("polymorphic")}
        for fact in facts_in(model.metadata, "validations"):
            if str(fact.get("kind")).rpartition("_")[2] in kinds:  # also `normalized_uniqueness`, of the application
                name = str(fact["name"])
                found.setdefault(keys.get(name, name), (model.identifier, fact))
                if name in types:
                    found.setdefault(f"{name}_type", (model.identifier, fact))
    return found


_PRESENT = frozenset({"presence", "inclusion", "length", "numericality", "format", "comparison", "confirmation", "acceptance"})
_UNIQUE = frozenset({"uniqueness"})


def _undemanded(table: CodeUnit, models: Sequence[CodeUnit]) -> Iterator[SchemaGap]:
    """Yield `null: false` without a validation that lets no nil pass, and unique indexes without one of uniqueness."""
    present, unique = _validated(models, _PRESENT), _validated(models, _UNIQUE)
    model, keys = models[0].identifier, set(texts_in(table.metadata, "primary_key"))
    for fact in facts_in(table.metadata, "columns"):
        name = str(fact["name"])
        kept = name in _BY_RAILS or name in keys or name.endswith("_count") or fact.get("default") is not None
        if fact.get("null", True) or kept or name in present:
            continue
        place = str(fact["file_path"]), int(fact["line"])
        yield SchemaGap(f"{table.identifier}.{name}", "not validated", "null: false", "presence", model, *place)
    for index in facts_in(table.metadata, "indexes"):
        columns = [str(one) for one in index["columns"]]
        held = any(name in unique or name in keys for name in columns)  # with its key every record is the only one
        if index.get("unique") and not index.get("where") and not held:
            place = str(index["file_path"]), int(index["line"])
            named = f"{table.identifier}.{'+'.join(columns)}"
            yield SchemaGap(named, "not validated", f"unique index {index['name']}", "uniqueness", model, *place)


def _unheld(table: CodeUnit, models: Sequence[CodeUnit]) -> Iterator[SchemaGap]:
    """Yield validations of presence where the column may be null, and of uniqueness without a unique index."""
    columns = {str(fact["name"]): fact for fact in facts_in(table.metadata, "columns")}
    unique = {str(name) for one in facts_in(table.metadata, "indexes") if one.get("unique") for name in one["columns"]}
    for name, (model, fact) in _validated(models, frozenset({"presence"})).items():
        if name in columns and columns[name].get("null", True) and _always(fact):
            yield _gap(table, name, model, fact, "presence", "null: false")
    for name, (model, fact) in _validated(models, _UNIQUE).items():
        if name in columns and name not in unique and name not in texts_in(table.metadata, "primary_key") and _always(fact):
            yield _gap(table, name, model, fact, "uniqueness", "unique index")


def _gap(table: CodeUnit, name: str, model: str, fact: Fact, demanded: str, missing: str) -> SchemaGap:
    place = str(fact["file_path"]), int(fact["line"])
    return SchemaGap(f"{table.identifier}.{name}", "not in the schema", demanded, missing, model, *place)


def _always(fact: Fact) -> bool:
    options = table_in(fact, "options")
    return not any(fact.get(option) or options.get(option) for option in ("if", "unless", "on", "allow_nil", "allow_blank"))
