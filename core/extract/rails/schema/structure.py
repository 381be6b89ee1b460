"""Tables from `structure.sql`, as pg_dump, mysqldump and sqlite3 write it."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from core.extract.rails.schema.table import Column, ForeignKey, Index, SchemaDraft, Table
from core.model import Span
from core.text.brackets import Brackets

_NAME = r"(?:[`\"\[]?[\w$]+[`\"\]]?\.)?[`\"\[]?(?P<{0}>[\w$]+)[`\"\]]?"
_CREATE = re.compile(
    r"^CREATE (?:UNLOGGED |FOREIGN |TEMPORARY )?TABLE (?:IF NOT EXISTS )?" + _NAME.format("table") + r"\s*\(",
    re.MULTILINE | re.I,
)
_INDEX = re.compile(
    r"^CREATE (?P<unique>UNIQUE )?INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?" + _NAME.format("index") + r" ON (?:ONLY )?"
    + _NAME.format("table") + r"\s*(?:USING \w+\s*)?\(", re.MULTILINE | re.I,
)  # fmt: skip
_FOREIGN = re.compile(
    r"ALTER TABLE (?:ONLY )?" + _NAME.format("table") + r"\s+ADD CONSTRAINT " + _NAME.format("name")
    + r"\s+FOREIGN KEY \((?P<column>[^)]+)\) REFERENCES " + _NAME.format("to"), re.I,
)  # fmt: skip
_PRIMARY = re.compile(
    r"ALTER TABLE (?:ONLY )?" + _NAME.format("table") + r"\s+ADD CONSTRAINT \S+\s+PRIMARY KEY \((?P<columns>[^)]+)\)", re.I
)
_INLINE_FOREIGN = re.compile(r"FOREIGN KEY\s*\((?P<column>[^)]+)\)\s*REFERENCES " + _NAME.format("to"), re.I)
_BRACKETS = Brackets("()", quotes="'\"`")
_CONSTRAINT = re.compile(
    r"^(?:CONSTRAINT|PRIMARY KEY|UNIQUE|KEY|FULLTEXT|SPATIAL|INDEX|FOREIGN KEY|CHECK|EXCLUDE|LIKE)\b", re.I
)
_COLUMN = re.compile(r"^[`\"\[]?(?P<name>[\w$]+)[`\"\]]?\s+(?P<rest>.+)$", re.S)
_TYPE_END = re.compile(
    r"\s+(?:NOT NULL|NULL|DEFAULT|PRIMARY KEY|UNIQUE|REFERENCES|CHECK|COLLATE|AUTO_INCREMENT|AUTOINCREMENT|COMMENT|GENERATED"
    r"|CONSTRAINT|CHARACTER SET|ON UPDATE|UNSIGNED)\b.*$", re.S | re.I,
)  # fmt: skip
_DEFAULT = re.compile(r"\bDEFAULT\s+('(?:[^']|'')*'|\((?:[^()]|\([^()]*\))*\)|[^\s,]+(?:\([^()]*\))?)", re.I)
_TYPES = (
    (r"^(?:character varying|varchar|citext|char|character|nvarchar)", "string"),
    (r"^(?:tinyint\(1\)|bool)", "boolean"),
    (r"^(?:bigint|bigserial|int8)", "bigint"), (r"^(?:integer|int|serial|smallint|mediumint|tinyint)", "integer"),
    (r"^(?:timestamp|datetime)", "datetime"), (r"^time", "time"), (r"^date", "date"), (r"^(?:numeric|decimal)", "decimal"),
    (r"^(?:double|float|real)", "float"), (r"^(?:\w*text)", "text"), (r"^(?:bytea|\w*blob|varbinary|binary)", "binary"),
    (r"^jsonb", "jsonb"), (r"^json", "json"), (r"^uuid", "uuid"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Dump:
    """The text of a dump, with what is needed to tell lines."""

    path: str
    text: str
    breaks: tuple[int, ...]

    def line(self, position: int) -> int:
        return bisect_left(self.breaks, position) + 1

    def span(self, start: int, end: int) -> Span:
        return Span(self.path, self.line(start), self.line(end))


def read_structure(draft: SchemaDraft, path: str, text: str) -> None:
    """Read the tables, indexes and foreign keys of a dump into the draft; raises `ValueError` where a bracket stays open."""
    dump = _Dump(path, text, tuple(match.start() for match in re.finditer("\n", text)))
    for match in _CREATE.finditer(text):
        end = _BRACKETS.closing(text, match.end(), depth=1)
        if end < 0:
            raise ValueError(f"the table in line {dump.line(match.start())} has no end")
        _create(draft, dump, match, end)
    for match in _PRIMARY.finditer(text):
        span = dump.span(match.start(), match.end())
        if match["table"] in draft.tables:
            draft.change(match["table"], span, primary_key=_columns(match["columns"]))
    for match in _INDEX.finditer(text):
        end = _BRACKETS.closing(text, match.end(), depth=1)
        if end < 0:
            raise ValueError(f"the index in line {dump.line(match.start())} has no end")
        rest = re.match(r"[^;]*?\bWHERE\b\s*(?P<where>[^;]+)", text[end : end + 2000], re.S | re.I)
        span = dump.span(match.start(), end)
        where = " ".join(rest["where"].split()) if rest else ""
        columns = _columns(text[match.end() : end])
        index = Index(match["index"], columns, path, span.start_line, bool(match["unique"]), where)
        draft.add_index(match["table"], index, span)
    for match in _FOREIGN.finditer(text):
        span = dump.span(match.start(), match.end())
        key = ForeignKey(_bare(match["column"]), match["to"], path, span.start_line, match["name"])
        draft.add_key(match["table"], key, span)


def _create(draft: SchemaDraft, dump: _Dump, match: re.Match[str], end: int) -> None:
    path, text = dump.path, dump.text
    name, span = match["table"], dump.span(match.start(), end)
    if name in ("schema_migrations", "ar_internal_metadata", "sqlite_sequence"):
        return
    draft.create(Table(name, span, primary_key=()))
    for offset, part in _parts(text, match.end(), end):
        line = dump.line(offset)
        if _CONSTRAINT.match(part):
            _constraint(draft, name, path, line, part, span)
        elif column := _column(path, line, part):
            draft.add_column(name, column, span)
            if re.search(r"\bPRIMARY KEY\b", part, re.I):
                draft.change(name, span, primary_key=(column.name,))


def _column(path: str, line: int, part: str) -> Column | None:
    match = _COLUMN.match(part)
    if match is None:
        return None
    rest = " ".join(match["rest"].split())
    sql_type = _TYPE_END.sub("", rest)
    default = _DEFAULT.search(rest)
    null = not re.search(r"\bNOT NULL\b|\bPRIMARY KEY\b", rest, re.I)
    return Column(
        match["name"], _rails_type(sql_type), path, line, null, _default(default[1]) if default else None, "", sql_type
    )


def _default(written: str) -> str | None:
    if written.upper() == "NULL":
        return None
    return re.sub(r"::[\w \[\]\"]+.*$", "", written).strip("'").replace("''", "'")


def _rails_type(sql_type: str) -> str:
    lowered = sql_type.lower()
    return next((kind for pattern, kind in _TYPES if re.match(pattern, lowered)), lowered.split("(", 1)[0].rsplit(".", 1)[-1])


def _constraint(draft: SchemaDraft, table: str, path: str, line: int, part: str, span: Span) -> None:
    if match := _INLINE_FOREIGN.search(part):
        draft.add_key(table, ForeignKey(_bare(match["column"]), match["to"], path, line), span)
    elif match := re.search(r"PRIMARY KEY\s*\(([^)]+)\)", part, re.I):
        draft.change(table, span, primary_key=_columns(match[1]))
    elif match := re.match(r"(?P<unique>UNIQUE )?KEY [`\"](?P<name>\w+)[`\"]\s*\((?P<columns>.+)\)", part, re.S | re.I):
        index = Index(match["name"], _columns(match["columns"]), path, line, bool(match["unique"]))
        draft.add_index(table, index, span)


def _parts(text: str, start: int, end: int) -> list[tuple[int, str]]:
    """Return the definitions between the brackets of a CREATE TABLE, each with its position."""
    pieces = [(first, text[first:last]) for first, last in _BRACKETS.spans(text, ",", start, end)]
    return [(first + len(piece) - len(piece.lstrip()), piece.strip()) for first, piece in pieces if piece.strip()]


def _columns(written: str) -> tuple[str, ...]:
    return tuple(_bare(part) for _, part in _parts(written, 0, len(written)))


def _bare(name: str) -> str:
    return re.sub(r"\s+(?:ASC|DESC|NULLS \w+)\b|\(\d+\)$", "", name.strip(), flags=re.I).strip('`"[] ')
