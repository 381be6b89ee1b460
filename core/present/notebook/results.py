"""Write the results of analyses and of question sets as a notebook shows them: a table, its notes, the way to its page."""

from __future__ import annotations

from core.analyse.result import PACKAGE, SHOWN_LINES, SHOWN_NAMES, Result, flat, reference
from core.evaluate.compare import MetricDifference
from core.evaluate.report import SHOWN_METRICS, Report
from core.model import Relation, file_key
from core.present.html.elements import Markup, el, joined
from core.present.html.links import PageLinks, page_links
from core.present.html.result_pages import result_link
from core.present.notebook.cells import folded, listed, paragraph, shown, table

_SAID = ("type", "file_path")  # the key of a unit says its type, and the link of it leads to the file


def result_html(result: Result[object]) -> Markup:
    """Return the items as a table in which units and lines are links."""
    pages = page_links(result.pages)
    columns = [name for name in result.columns if name not in _SAID or "unit" not in result.columns]
    if len({result.package(item) for item in result.items}) == 1:  # one package of all rows says nothing of any
        columns = [name for name in columns if name != PACKAGE]
    rows = [{name: _cell(_held(result, item, name), pages) for name in columns} for item in result.items]
    door = result_link(pages, result.asked) if pages and result.asked else None
    return joined(table(result.title, columns, rows, result.said, pages), paragraph(door.html()) if door else None)


def _held(result: Result[object], item: object, column: str) -> object:
    return getattr(item, column) if hasattr(item, column) else result.value(item, column)


def report_html(report: Report) -> Markup:
    """Return the means beside those of the baselines, and folded away those by intent and scope."""
    pages = page_links(report.pages)
    columns = ("", *SHOWN_METRICS)
    rows = [{"": one.name, **one.means()} for one in (report, *report.others)]
    parts = [
        folded(f"By {label}", table("", columns, [{"": name, **means} for name, means in report.by(label).items()]))
        for label in ("intent", "scope")
    ]
    said = f"Means over {len(report.measured)} of {len(report.results)} questions."
    return joined(table("", columns, rows, (said,)), *parts, paragraph(pages.link("evaluation").html()) if pages else None)


def metric_difference_html(difference: MetricDifference) -> Markup:
    """Return the sentence, and folded away the questions that got better and worse."""
    lists = [
        folded(f"{len(ids)} {word}", paragraph(", ".join(ids)))
        for word, ids in (("better", difference.better), ("worse", difference.worse))
        if ids
    ]
    return joined(paragraph(difference.sentence), *lists)


def _cell(value: object, pages: PageLinks | None) -> object:
    if isinstance(value, Relation):
        said = reference(value)
        return (
            el("a", said, href=pages.unit(file_key(value.file_path, value.repository), value.line), target="_blank")
            if pages
            else said
        )
    if isinstance(value, tuple):
        lines = bool(value) and isinstance(value[0], Relation)
        if lines:  # a line that says two things is one line
            value = tuple({reference(each): each for each in value}.values())
        parts = [shown(_cell(each, pages), pages) for each in value]
        return listed(parts, SHOWN_LINES if lines else SHOWN_NAMES)
    return value if isinstance(value, str | int | float | bool | None) else joined(flat(value))
