"""The database as the checkout describes it: `schema.rb`, else `structure.sql`, else all migrations replayed.

A dump is what the database is; migrations are how it came about, so they are read only where no dump holds a table.
Engines bring migrations of their own, and Rails runs all of them in the order of their numbers.
"""

from __future__ import annotations

import re

from core.extract.rails.schema.ruby import migration_order, read_schema_file, replay
from core.extract.rails.schema.structure import read_structure
from core.extract.rails.schema.table import Column, ForeignKey, Index, SchemaDraft, Table, Tables
from core.extract.rails.schema.units import table_facts, table_relations, table_units
from core.extract.repository import Repository
from core.extract.ruby.evaluate.kinds import Frame
from core.extract.ruby.evaluate.stored_trees import read_kept
from core.extract.ruby.telling import telling
from core.extract.ruby.words.inflect import Inflections

__all__ = [
    "Column", "ForeignKey", "Index", "Table", "Tables", "changes_tables", "read_schema", "table_facts", "table_relations",
    "table_units",
]  # fmt: skip

_SCHEMA = re.compile(r"(?:^|/)db/(?:\w+_)?schema\.rb$")
_STRUCTURE = re.compile(r"(?:^|/)db/(?:\w+_)?structure\.sql$")
_MIGRATION = re.compile(r"(?:^|/)db/(?:\w*migrate|migrations)/.*\.rb$")
_NOT_RUN = re.compile(r"(?:^|/)(?:dummy|templates|generators|node_modules|extra|examples?|docs?|fixtures)/")


def changes_tables(path: str) -> bool:
    """Tell whether a Ruby file is a schema or a migration."""
    return not _NOT_RUN.search(path) and (_SCHEMA.search(path) or _MIGRATION.search(path)) is not None


def read_schema(repository: Repository, inflections: Inflections) -> Tables:
    """Return the tables of the checkout from the first of the three sources that knows one."""
    trees = {facts.path: facts.extra["schema"] for facts in repository.files if "schema" in facts.extra}
    frame, draft = Frame("", inflections=inflections), SchemaDraft()
    schemas = [path for path in trees if _SCHEMA.search(path)]
    for path in sorted(schemas, key=lambda path: (path.count("/"), "_schema" in path, path)):
        with telling(draft.problems, path, "the schema"):
            read_schema_file(draft, path, read_kept(trees[path], repository.texts[path]), frame)
    if draft.tables:
        return draft.finished("schema.rb")
    tests = {facts.path for facts in repository.files if facts.is_test}
    for path, text in sorted(repository.texts.items()):
        if _STRUCTURE.search(path) and path not in tests and not _NOT_RUN.search(path):
            with telling(draft.problems, path, "the structure"):
                read_structure(draft, path, text)
    if draft.tables:
        return draft.finished("structure.sql")
    for path in migration_order([path for path in trees if _MIGRATION.search(path)]):
        with telling(draft.problems, path, "the migration"):
            replay(draft, path, read_kept(trees[path], repository.texts[path]), frame)
    return draft.finished("migrations" if draft.tables else "")
