"""Writes a report as one Markdown file, with its pictures inside and its views as links."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from core.analyse.result import flat
from core.present.report.picture import data_address
from core.present.view import Document, ShownView, ViewCode, ViewTable

WHOLE = Document("", {})
"""The document of a view by itself: tables with all rows."""
_FENCE = re.compile(r"`{3,}")


def document_markdown(document: Document, pages: str) -> str:
    """Return the document; `pages` is the address of the server whose pages its links open."""
    head = [f"# {document.title}", "", *(f"- {name}: {value}" for name, value in document.source.items()), ""]
    summary = [f"{number}. **{_plain(part.title)}**: {_plain(part.summary)}" for number, part in enumerate(document.parts, 1)]
    parts = [part_markdown(part, pages, document) for part in document.parts]
    return "\n".join([*head, "## Summary", "", *summary, "", *parts])


def part_markdown(part: ShownView, pages: str, document: Document = WHOLE) -> str:
    """Return one view: its address, sentences, pictures, tables and code. `document` limits the rows of its tables."""
    lines = [f"## {_plain(part.title)}", "", f"[Open in the workbench]({pages.rstrip('/')}{part.address})", ""]
    for sentence in part.said:
        lines += [_plain(sentence), ""]
    for title, drawing in part.pictures:
        lines += [f"![{_plain(title)}]({data_address(drawing)})", ""]
    for table in part.tables:
        lines += [*_table(table, document), ""]
    for code in part.code:
        lines += [*_code(code), ""]
    return "\n".join(lines)


def _table(table: ViewTable, document: Document) -> Iterator[str]:
    yield f"### {_plain(table.title)} ({len(table.rows):,})"
    yield ""
    if not table.rows:
        yield "None."
        return
    columns = columns_of(table.rows)
    yield f"| {' | '.join(name.replace('_', ' ') for name in columns)} |"
    yield f"|{'---|' * len(columns)}"
    for row in document.printed(table):
        yield f"| {' | '.join(_cell(row.get(name)) for name in columns)} |"
    if cut := document.cut(table):
        yield ""
        yield cut


def columns_of(rows: Sequence[Mapping[str, object]]) -> list[str]:
    """Return the names of the columns in which any row says something, in order."""
    names = dict.fromkeys(name for row in rows for name in row)
    return [name for name in names if any(row.get(name) not in ("", None, ()) for row in rows)]


def written(cell: object) -> str:
    """Return a value as it stands in a cell of a document."""
    value = flat(cell)
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _cell(value: object) -> str:
    return _plain(written(value)).replace("|", "\\|")


def _code(code: ViewCode) -> Iterator[str]:
    if code.path:
        last = code.first_line + code.text.rstrip("\n").count("\n")
        yield f"`{code.path}:{code.first_line}-{last}`"
        yield ""
    longest = max((len(run) for run in _FENCE.findall(code.text)), default=2)
    fence = "`" * (longest + 1)
    yield f"{fence}{code.language}"
    yield code.text.rstrip("\n")
    yield fence


def _plain(text: str) -> str:
    """Return text of a checkout so that no part of it is read as Markdown or HTML."""
    return re.sub(r"([\\`*_\[\]<>])", r"\\\1", " ".join(text.split()))
