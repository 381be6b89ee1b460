"""Writes a report as one HTML file without external resources, for light and dark screens."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

from core.present.html.elements import Markup, el, joined
from core.present.report.markdown import columns_of, written
from core.present.report.picture import STYLE, linked
from core.present.view import Document, ShownView, ViewCode, ViewTable

_LOOK = (
    ":root{color-scheme:light dark;--ink:#0f1816;--quiet:#56635f;--soft:#f4f6f5;--line:#d5dcda;--page:#fff;--link:#0b6b62}"
    "@media(prefers-color-scheme:dark){:root{--ink:#e3eae8;--quiet:#9caaa6;--soft:#1b2326;--line:#2e393c;--page:#12181a;"
    "--link:#6cc9ba}}"
    "body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--page);"
    "max-width:75rem;margin:2rem auto;padding:0 1.5rem}"
    "a{color:var(--link)}h1{font-size:1.8rem}h2{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:1.2rem}"
    "table{border-collapse:collapse;font-size:.88rem}th,td{text-align:left;vertical-align:top;padding:.25rem .7rem .25rem 0;"
    "border-bottom:1px solid var(--line);min-width:3.5rem;max-width:38rem;overflow-wrap:break-word}"
    "th{color:var(--quiet);white-space:nowrap}"
    "td.num{text-align:right;white-space:nowrap}"
    "figure{margin:1rem 0;overflow:auto}figcaption,dt{color:var(--quiet)}.wide{overflow-x:auto}"
    "pre{background:var(--soft);padding:.7rem 1rem;overflow:auto;font-size:.85rem}"
    "dl{display:grid;grid-template-columns:max-content 1fr;"
    "gap:.1rem 1rem}dd{margin:0}@media print{body{max-width:none}pre,.wide{overflow:visible}}"
)
_LONG, _SEEN = 300, 100  # characters from which a cell is folded, and those that stay visible


def document_html(document: Document, pages: str) -> str:
    """Return the document as a page; `pages` is the address of the server whose pages its links open."""
    source = [part for name, value in document.source.items() for part in (el("dt", name), el("dd", value))]
    summary = [
        el("li", el("a", part.title, href=f"#part-{number}"), f": {part.summary}" if part.summary else "")
        for number, part in enumerate(document.parts, 1)
    ]
    head = el(
        "head", el("meta", charset="utf-8"), Markup("<meta name=\"viewport\" content=\"width=device-width\">"),
        el("title", document.title), el("style", Markup(_LOOK + STYLE)),
    )  # fmt: skip
    views = el("nav", el("h2", "Summary"), el("ol", *summary), aria_label="Summary")
    top = joined(el("h1", document.title), el("dl", *source), views)
    parts: list[Markup] = []
    for number, part in enumerate(document.parts, 1):
        parts += _part(part, number, pages.rstrip("/"), document)
    return "".join(['<!doctype html>\n<html lang="en">', head, "<body><main>", top, *parts, "</main></body></html>\n"])


def _part(part: ShownView, number: int, pages: str, document: Document) -> Iterator[Markup]:
    """Yield a part piece by piece: a table may have ten thousand rows, which each element around it would copy."""
    link = el("p", el("a", "Open in the workbench", href=f"{pages}{part.address}"))
    commit = "".join(parse_qs(urlsplit(part.address).query).get("commit", ()))
    drawn = [el("figure", linked(drawing, pages, commit), el("figcaption", title)) for title, drawing in part.pictures]
    title = el("h2", part.title, id=f"part-{number}")
    yield joined(Markup("<section>"), title, link, *(el("p", sentence) for sentence in part.said), *drawn)
    for table in part.tables:
        yield from _table(table, document)
    yield joined(*(_code(code) for code in part.code), Markup("</section>"))


def _table(table: ViewTable, document: Document) -> Iterator[Markup]:
    yield el("h3", f"{table.title} ({len(table.rows):,})")
    if not table.rows:
        yield el("p", "None.")
        return
    columns = columns_of(table.rows)
    header = el("tr", *(el("th", name.replace("_", " ")) for name in columns))
    yield joined(Markup('<div class="wide"><table>'), el("thead", header), Markup("<tbody>"))
    for row in document.printed(table):
        yield Markup(f"<tr>{''.join(_cell(row.get(name)) for name in columns)}</tr>")
    yield Markup("</tbody></table></div>")
    if cut := document.cut(table):
        yield el("p", cut.replace("`", "“", 1).replace("`", "”", 1))


def _cell(value: object) -> str:
    """Return a cell, written here in half the time of `el`: most of a document are cells."""
    start = '<td class="num">' if _is_number(value) else "<td>"
    return f"{start}{joined(_folded(written(value)))}</td>"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _folded(text: str) -> Markup | str:
    """Return a text that fits into a cell, or all of it folded behind its beginning."""
    return text if len(text) <= _LONG else el("details", el("summary", f"{text[:_SEEN]}…"), text)


def _code(code: ViewCode) -> Markup:
    return joined(
        el("p", el("code", f"{code.path}:{code.first_line}")) if code.path else None, el("pre", el("code", code.text))
    )
