"""Which columns of the database code reads and writes, where names tell whose they are.

A use is certain (`declared`) where Ruby itself says of which class a record is: `self`, a class, an association of these. It is
`inferred` where a convention does: a variable that is called like a model, a parameter that is. `via` says what the use is and
how the record is known (`core.model.columns`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from core.extract.facts import FileFacts, Reference
from core.extract.rails.linking.stored import Attribute, Stored
from core.extract.rails.sql.references import UNREAD
from core.extract.ruby.linking.methods import is_constant
from core.extract.ruby.reading.given import UNKNOWN
from core.extract.ruby.reading.vocabulary import GIVEN_TABLE
from core.languages.active_record import QUERIES, RECORDS
from core.model import ROWS, Relation, column_key
from core.model.columns import read_via, via_of

_AFFIXES = re.compile(
    r"(?:(?:saved|will_save)_change_to_(?P<changed>\w+?)\??"
    r"|(?P<name>\w+?)(?:_changed\?|_was|_change|_previously_changed\?|_previously_was|_previous_change|_before_last_save"
    r"|_in_database|_before_type_cast|_came_from_user\?|_for_database|\?)"
    r"|restore_(?P<restored>\w+?)!|(?P<marked>\w+?)_will_change!|clear_(?P<cleared>\w+?)_change)"
)
_ASSIGNING = frozenset(
    {
        "new", "create", "create!", "build", "update", "update!", "update_attributes", "update_attributes!", "update_columns",
        "update_all", "assign_attributes", "insert", "insert!", "insert_all", "insert_all!", "upsert", "upsert_all",
        "first_or_create", "first_or_create!", "first_or_initialize", "create_with", "update_counters", "update_attribute",
        "update_column", "increment", "increment!", "decrement", "decrement!", "toggle", "toggle!", "touch", "write_attribute",
        "increment_counter", "decrement_counter", "[]=",
    }
)  # fmt: skip
_FINDING_OR_MAKING = frozenset(
    {"find_or_create_by", "find_or_create_by!", "find_or_initialize_by", "create_or_find_by", "create_or_find_by!"}
)
_PERMITTING = ("permit", "expect")
_READING = frozenset({"[]", "read_attribute", "slice"})
_SAME = frozenset({"arel_table", "tap", "then", "presence", "itself", "becomes", "reload", "dup", "decorate", "try", "klass"})
_MIGRATION = re.compile(r"(?:^|/)db/")
_ANOTHER = re.compile(r"^(?:current|other|new|old|this|the|parent|target|existing|matching|found|first|last)_")
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


class Record(NamedTuple):
    """The class that a record (`single`) or relation is of, and how that is known: empty where Ruby says it."""

    model: str
    single: bool
    how: str = ""


class ColumnUses:
    """Finds the uses of columns among the references of files; keeps no trees and no texts."""

    def __init__(self, stored: Stored) -> None:
        self._stored = stored

    def called(self, facts: FileFacts, one: Reference, source: str, lexical: Sequence[str], level: str) -> Iterator[Relation]:
        """Yield what a call without a known method reads or writes: an attribute of the record it is called on."""
        single = level != "class"
        if changes_rows(one.name, single=True) or changes_rows(one.name, single=False):
            yield from self.rows(facts, one, source, self._records(one, lexical, single))
        elif self._stored.may_be_attribute(one.name):
            for record in self._records(one, lexical, single):
                yield from self._attribute(facts, one, source, record)

    def rows(self, facts: FileFacts, one: Reference, source: str, records: Iterable[Record]) -> Iterator[Relation]:
        """Yield the tables of which a call makes, changes or removes rows."""
        for table, how in dict.fromkeys(
            (self._stored.table_of[record.model], record.how)
            for record in records
            if record.model in self._stored.table_of and changes_rows(one.name, record.single)
        ):
            yield _use(facts, one, source, table, ROWS, "writes", via_of("row", one.name, how))

    def of_record(self, facts: FileFacts, one: Reference, source: str, model: str, how: str) -> Iterator[Relation]:
        """Yield what a call reads or writes on a record whose class is inferred, by its `name` or by its `type`."""
        if model in self._stored.table_of and self._stored.may_be_attribute(one.name):
            yield from self._attribute(facts, one, source, Record(model, True, how))

    def of_unknown(
        self, facts: FileFacts, one: Reference, source: str, word: str, lexical: Sequence[str]
    ) -> Iterator[Relation]:
        """Yield what a call reads or writes on a value of no known class: by what it is called, or where one table has this."""
        if not self._stored.may_be_attribute(one.name):
            return
        found = [Record(*model, "name") for model in self._named(word, lexical)] if word else []
        uses = [use for record in found for use in self._attribute(facts, one, source, record)]
        yield from uses
        if not uses and (record := self._only(one.name)) is not None:
            yield from self._attribute(facts, one, source, record)

    def _only(self, name: str) -> Record | None:
        """Return the model that alone has an attribute of this name, or of what a method of Rails for it is called."""
        plain = name.removesuffix("=").removesuffix("?")
        model = self._stored.unique.get(plain)
        if model is None and (match := _AFFIXES.fullmatch(plain)) is not None:
            model = self._stored.unique.get(next(part for part in match.groups() if part))
        return Record(model, True, "unique") if model is not None else None

    def given(
        self,
        facts: FileFacts,
        one: Reference,
        source: str,
        lexical: Sequence[str],
        typed: Callable[[], Sequence[Record]] = tuple,
    ) -> Iterator[Relation]:
        """Yield what a call does with the column that it is given by name; `typed` infers what it is on where no name tells."""
        by = str(one.metadata["by"])
        if by == UNREAD:
            return
        if by in _PERMITTING:
            yield from self._permitted(facts, one, source, lexical)
            return
        group = "sql" if "sql" in one.metadata else "assign" if by in _ASSIGNING or by in _FINDING_OR_MAKING else "query"
        group = "attribute" if by in _READING or by == "[]=" else "migration" if by in GIVEN_TABLE else group
        kinds = [str(one.metadata["sql"])] if "sql" in one.metadata else _kinds(by)
        records = list(self._records(one, lexical))
        if not records and self._stored.may_be_attribute(one.name.rpartition(".")[2]):
            records = [record for record in typed() if record.model in self._stored.table_of]
        if not records and "." in one.name:
            records = [Record("", False)]
        found = list(dict.fromkeys(found for record in records for found in self._meant(one.name, record)))
        if not found and "sql" in one.metadata and (only := self._stored.unique.get(one.name)) is not None:
            found = [(self._stored.table_of[only], one.name, "unique")]
        for table, column, how in found:
            for kind in kinds:
                yield _use(facts, one, source, table, column, kind, via_of(group, by, how))

    def _attribute(self, facts: FileFacts, one: Reference, source: str, record: Record) -> Iterator[Relation]:
        name, kind = one.name, "reads"
        if name.endswith("="):
            name, kind = name[:-1], "writes"
        column, why = self._stored.attribute(record.model, name) if record.single else ("", "")
        if why == "association" and kind == "reads":
            return  # what is read is the record behind the key
        if record.single and not column and kind == "reads":
            column, why = attribute_in(self._stored, record.model, name)
            kind = "writes" if name.startswith("restore_") else kind
        if not column:
            column, kind = self._stored.enum_value(record.model, name)
            why = "enum"
        if column:
            table = self._stored.table_of[record.model]
            yield _use(facts, one, source, table, column, kind, via_of(why or "attribute", one.name, record.how))

    def _permitted(self, facts: FileFacts, one: Reference, source: str, lexical: Sequence[str]) -> Iterator[Relation]:
        """Yield what a form may set: the parameter is called like the model."""
        of, _, name = one.name.rpartition(".")
        outer, of = str(one.metadata.get("of", "")), of.removesuffix("_attributes")
        inner = [
            target for model, _ in self._stored.called(outer, lexical) if of and (target := self._stored.target(model, of))
        ]
        of = of or outer
        for model in inner or [model for model, _ in self._stored.called(of, lexical)]:
            column, _ = self._stored.attribute(model, name)
            if column:
                yield _use(facts, one, source, self._stored.table_of[model], column, "writes", via_of("permit", of, "name"))

    def _meant(self, name: str, record: Record) -> Iterator[tuple[str, str, str]]:
        """Yield table, column and how the record is known for a name that a call is given."""
        before, _, column = name.rpartition(".")
        if not before:
            found, _ = self._stored.attribute(record.model, column)
            if found:
                yield self._stored.table_of[record.model], found, record.how
            return
        tables = [table for table in before.split("|") if column in self._stored.columns.get(table, ())]
        if len(tables) == 1:
            yield tables[0], column, ""
        elif not tables and record.model:
            target = self._stored.target(record.model, before.removesuffix("_attributes"))
            found, _ = self._stored.attribute(target, column) if target else ("", "")
            if found:
                yield self._stored.table_of[target], found, record.how

    def _records(self, one: Reference, lexical: Sequence[str], single: bool = False) -> Iterator[Record]:
        """Yield the classes of what a call is on; several where a module is included in several models."""
        chain = [str(step) for step in one.metadata.get("chain", ())]
        for start, rest in self._starts(one.receiver, chain, lexical, single):
            record = self._along(start, rest)
            if record is not None and record.model in self._stored.table_of:
                yield record

    def _starts(
        self, receiver: str, chain: list[str], lexical: Sequence[str], single: bool
    ) -> Iterator[tuple[Record, list[str]]]:
        own = self._stored.own(lexical[0]) if lexical else ()
        how = "concern" if len(own) > 1 or (own and own[0] != lexical[0]) else ""
        if receiver in ("", "self", UNKNOWN):
            if receiver != UNKNOWN and chain and not any(self._stays(model, chain[0]) for model in own):
                yield from ((Record(*found, "name"), chain[1:]) for found in self._named(chain[0], lexical))
                return
            yield from ((Record(model, single, how), chain if receiver != UNKNOWN else []) for model in own)
        elif is_constant(receiver):
            if model := self._stored.resolve(receiver, lexical):
                yield Record(model, False), chain
        else:
            yield from ((Record(*found, "name"), chain) for found in self._named(receiver.lstrip("@"), lexical))

    def _named(self, word: str, lexical: Sequence[str]) -> Sequence[tuple[str, bool]]:
        return self._stored.called(word, lexical) or self._stored.called(_ANOTHER.sub("", word), lexical)

    def _stays(self, model: str, step: str) -> bool:
        return step == "class" or step in QUERIES or step in RECORDS or step in _SAME or self._stored.knows(model, step)

    def _along(self, start: Record, chain: Sequence[str]) -> Record | None:
        """Follow a chain of calls as long as what it returns is known."""
        model, single, how = start
        for step in chain:
            if step == "class" or step in QUERIES or self._stored.is_scope(model, step):
                single = False
            elif step in RECORDS:
                single = True
            elif step not in _SAME:
                model, single = self._stored.association(model, step)
                if not model:
                    return None
        return Record(model, single, how)


def attribute_in(stored: Stored, model: str, name: str) -> Attribute:
    """Return the column that a method of Rails for an attribute is about, and what leads to it: `title_changed?`, `title`."""
    column, why = stored.attribute(model, name)
    if not column and (match := _AFFIXES.fullmatch(name)) is not None:
        column, why = stored.attribute(model, next(part for part in match.groups() if part))
    return column, why


def _kinds(by: str) -> Sequence[str]:
    if by in _FINDING_OR_MAKING:
        return ("reads", "writes")
    return ("writes",) if by in _ASSIGNING else ("reads",)


def _use(facts: FileFacts, one: Reference, source: str, table: str, column: str, kind: str, via: str) -> Relation:
    _, by, how = read_via(via)
    certainty = "inferred" if how else "declared"
    via = via_of("migration", by, how) if _MIGRATION.search(facts.path) else via
    return Relation(source, column_key(table, column), kind, facts.path, one.line, certainty, via=via)


def changes_rows(name: str, single: bool) -> bool:
    """Tell whether a call of this name, on one record or on many, makes, changes or removes rows."""
    return name in (OF_ONE if single else OF_MANY)
