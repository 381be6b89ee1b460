"""What stands inside a `create_table` or `change_table` block: `t.string :name`, `t.references :author`, `t.timestamps`."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.extract.rails.schema.table import Column, ForeignKey, Index, SchemaDraft
from core.extract.ruby.evaluate.kinds import Block, Code, Options, Symbol, Value
from core.extract.ruby.syntax.nodes import statements
from core.extract.ruby.syntax.parse import text_of
from core.extract.ruby.words.inflect import Inflections
from core.model import Span


@dataclass(frozen=True)
class At:
    """Where a statement stands, and what its version of Rails takes for granted."""

    path: str
    line: int
    end_line: int
    inflections: Inflections = field(default_factory=Inflections)
    version: float = 0.0

    @property
    def span(self) -> Span:
        """The lines of the statement."""
        return Span(self.path, self.line, self.end_line)

    @property
    def key_type(self) -> str:
        """The type of keys: Rails changed it in 5.1."""
        return "bigint" if self.version >= 5.1 or not self.version else "integer"

    @property
    def strict(self) -> bool:
        """Whether references are indexed and timestamps required, as since Rails 5.0."""
        return self.version >= 5.0 or not self.version


def default_of(value: Value) -> Value:
    """Return a default as a JSON value; what the database computes is its own text."""
    if isinstance(value, Block):
        inner = statements(value.node)
        return text_of(inner[-1]).strip("\"'") if inner else ""
    if isinstance(value, Code):
        return value.source
    return (
        str(value) if isinstance(value, Symbol) else value if isinstance(value, (str, int, float, bool, list, dict)) else None
    )


SAME_TYPE = {"timestamp": "datetime", "int": "integer", "bool": "boolean", "varchar": "string"}
"""Names that Rails passes through to the database, which answers with its own."""


def define(draft: SchemaDraft, at: At, table: str, kind: str, names: list[Value], options: Options, via: str = "") -> None:
    """Add columns of one type to a table."""
    for name in names:
        if isinstance(name, str) and table:
            null = options.get("null") is not False and not options.get("primary_key")
            column = Column(
                str(name), SAME_TYPE.get(kind, kind), at.path, at.line, null, default_of(options.get("default")), via
            )
            draft.add_column(table, column, at.span)
            if options.get("index"):
                extra = options["index"] if isinstance(options["index"], dict) else {}
                _index(draft, at, table, (str(name),), extra)
        else:
            draft.count("column with a computed name")


def _index(draft: SchemaDraft, at: At, table: str, columns: tuple[str, ...], options: Options) -> None:
    name = options.get("name")
    standard = f"index_{table}_on_{'_and_'.join(columns)}"
    unique = options.get("unique") is True
    draft.add_index(table, Index(name if isinstance(name, str) else standard, columns, at.path, at.line, unique), at.span)


def references(draft: SchemaDraft, at: At, table: str, names: list[Value], options: Options) -> None:
    """Add the columns, index and constraint of `t.references`."""
    kind = str(options["type"]) if isinstance(options.get("type"), str) else at.key_type
    polymorphic = options.get("polymorphic")
    own = {key: value for key, value in options.items() if key not in ("index", "foreign_key", "polymorphic", "type")}
    for name in names:
        if not isinstance(name, str):
            draft.count("column with a computed name")
            continue
        if polymorphic:
            extra = polymorphic if isinstance(polymorphic, dict) else {}
            define(draft, at, table, "string", [f"{name}_type"], {**own, "default": None, **extra}, "references")
        define(draft, at, table, kind, [f"{name}_id"], own, "references")
        index = options.get("index", at.strict)
        if index:
            columns = (f"{name}_type", f"{name}_id") if polymorphic else (f"{name}_id",)
            extra = dict(index) if isinstance(index, dict) else {}
            extra.setdefault("name", f"index_{table}_on_{name}" if polymorphic else None)
            _index(draft, at, table, columns, extra)
        if key := options.get("foreign_key"):
            to_table = key.get("to_table") if isinstance(key, dict) else None
            target = str(to_table) if to_table else at.inflections.pluralize(str(name))
            draft.add_key(table, ForeignKey(f"{name}_id", target, at.path, at.line), at.span)


def timestamps(draft: SchemaDraft, at: At, table: str, names: list[Value], options: Options) -> None:
    """Add `created_at` and `updated_at`, or those of them that are named."""
    wanted = [str(name) for name in names if isinstance(name, str)] or ["created_at", "updated_at"]
    define(draft, at, table, "datetime", list(wanted), {"null": not at.strict, **options}, "timestamps")


_ATTACHMENT = (("file_name", "string"), ("content_type", "string"), ("file_size", "bigint"), ("updated_at", "datetime"))


def in_block(draft: SchemaDraft, at: At, table: str, word: str, given: list[Value], options: Options) -> None:
    """Do what one `t.word` line of a table block says; an unknown word is the type of the columns it names."""
    if word in ("references", "belongs_to"):
        references(draft, at, table, given, options)
    elif word == "timestamps":
        timestamps(draft, at, table, given, options)
    elif word == "column":
        define(draft, at, table, str(given[1]) if len(given) > 1 else "", given[:1], options)
    elif word == "primary_key":
        define(draft, at, table, str(given[1]) if len(given) > 1 else at.key_type, given[:1], {**options, "null": False})
    elif word == "attachment":
        for name in given:
            for suffix, kind in _ATTACHMENT:
                define(draft, at, table, kind, [f"{name}_{suffix}"], {}, "gem:paperclip")
    else:
        define(draft, at, table, word, given, options)
