"""The view of each kind of value, for notebooks and documents alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from core.analyse.result import PACKAGE, Result
from core.evaluate.compare import MetricDifference
from core.evaluate.report import SHOWN_METRICS, Report
from core.flow.text import cuts_of
from core.model import CodeUnit
from core.model.facts import ToldFact
from core.model.flow import Flow, Reach
from core.model.overview import Overview
from core.model.rename import RenameCheck
from core.model.review import Review
from core.model.run import Context, SearchRun
from core.model.sheet import NeighbourList, RelationRow, UnitSheet
from core.model.why import Explanation
from core.present.export.flows import flow_mermaid, reach_mermaid
from core.present.export.review import remark_rows, review_rows
from core.present.export.rows import (
    count_rows,
    dropped_rows,
    hit_rows,
    problem_rows,
    relation_rows,
    rename_rows,
    section_rows,
    source_rows,
)
from core.present.html.links import page_links, result_link
from core.present.view import ShownView, ViewCode, ViewTable

_RANKED = 15  # units in a notebook; the frame has all of them
_SAID = ("type", "file_path")  # the key of a unit says its type, and the link of it leads to the file
_RELATION = ("kind", "unit", "line", "text")


def run_view(run: SearchRun) -> ShownView:
    """Return how a question was read, the ranked units with their scores, the stages, and the context."""
    pages, context = page_links(run.pages), context_view(run.context)
    rows = [
        {**row, "last line": run.heads[one.unit_key].end_line if one.unit_key in run.heads else 0}
        for row, one in zip(hit_rows(run), run.ranked, strict=True)
    ]
    columns = ("rank", "unit", "score", "found by", "in context", "line")
    stages = [
        {"stage": step.step, "milliseconds": round(1000 * step.seconds, 1), "noted": dict(step.facts)} for step in run.trace
    ]
    tables = (
        ViewTable("Ranked", rows, columns, most=_RANKED, bar="score"), ViewTable("Stages", stages, folded=True),
        *context.tables,
        ViewTable("Dropped candidates", dropped_rows(run), ("unit", "let go by", "because"), folded=True),
    )  # fmt: skip
    said = (*filter(None, [run.doubt.sentence]), run.understood, *run.notes, *context.said)
    link = pages.link("search", q=run.question) if pages else None
    return ShownView(run.question, "", said, (), tables, context.code, run.pages, link)


def context_view(context: Context) -> ShownView:
    """Return what each section and source takes of the budget, what is only mentioned, and the text."""
    mentions = [{"unit": one.unit_key, "file": one.file_path, "line": one.line_number, "why": one.why} for one in context.also]
    tables = (
        ViewTable("Context", section_rows(context)),
        ViewTable("Sources", source_rows(context), ("unit", "section", "detail", "tokens", "shortened"), folded=True),
        *([ViewTable("Also relevant", mentions, ("unit", "line", "why"), folded=True)] if mentions else []),
    )
    return ShownView("", "", (context.sentence,), (), tables, (ViewCode("", 1, context.text, "markdown"),))


def explanation_view(explained: Explanation) -> ShownView:
    """Return what became of a unit, the shares of its score, and what found it."""
    shares = [{"signal": name, "score by signal": value} for name, value in (explained.parts or {}).items()]
    found = [{"strategy": name, **hit} for name, hit in (explained.hits or {}).items()]
    named = (("Score", shares), ("Found by", found))
    tables = (ViewTable(title, rows, folded=True) for title, rows in named if rows)
    return ShownView("", "", (explained.sentence,), (), tuple(tables))


def overview_view(seen: Overview) -> ShownView:
    """Return what is in an index: what it says of itself, what is central, where it is entered, what was not read."""
    pages = page_links(seen.pages)
    tables = (
        ViewTable("Key actions", seen.journeys, ("entry", "kind", "sets_off")),
        ViewTable("Domain concepts", seen.nouns, ("noun", "unit", "used_by", "tied_to"), most=12),
        ViewTable("Most-used code", seen.central, ("unit", "pagerank", "fan_in", "fan_out", "lines"), most=10),
        ViewTable("What to read first", seen.reading, ("step", "unit", "chapter", "reason"), folded=True),
        ViewTable("Units by type", count_rows(seen.by_type, "type"), folded=True),
        ViewTable("Files by language", count_rows(seen.by_language, "language"), folded=True),
        ViewTable("Entry points", seen.entry_points, folded=True, most=20),
        ViewTable("Parse problems", problem_rows(seen.problems), ("file", "status", "reason"), folded=True),
    )
    said = (str(seen), *([] if seen.says else ["No README found."]))
    return ShownView("Overview", "", said, (), tables, (), seen.pages, pages.link("home") if pages else None)


def result_view(result: Result[object]) -> ShownView:
    """Return the items of an analysis as they are: reference lines stay relations, so that they become links."""
    pages = page_links(result.pages)
    columns = [name for name in result.columns if name not in _SAID or "unit" not in result.columns]
    if len({result.package(item) for item in result.items}) == 1:  # one package of all rows says nothing of any
        columns = [name for name in columns if name != PACKAGE]
    rows = [
        {name: getattr(item, name) if hasattr(item, name) else result.value(item, name) for name in result.columns}
        for item in result.items
    ]
    link = result_link(pages, result.asked) if pages and result.asked else None
    return ShownView(result.title, "", result.said, (), (ViewTable("", rows, tuple(columns)),), (), result.pages, link)


def evaluation_view(report: Report) -> ShownView:
    """Return the means beside those of the baselines, those by intent and scope, and every question."""
    pages = page_links(report.pages)
    frame = report.to_frame()
    rows = frame.astype(object).where(frame.notna(), None).to_dict("records")
    questions = [{str(name): value for name, value in row.items()} for row in rows]
    ways = {one.name: one.means() for one in (report, *report.others)}
    tables = (
        _means("Means", "questions", ways),
        _means("By intent", "intent", report.by("intent")),
        _means("By scope", "scope", report.by("scope")),
        ViewTable("Every question", questions, folded=True),
    )
    said = f"Means over {len(report.measured)} of {len(report.results)} questions."
    link = pages.link("settings", view="evaluation") if pages else None
    return ShownView("", "", (said,), (), tables, (), report.pages, link)


def _means(title: str, first: str, means: Mapping[str, Mapping[str, float]]) -> ViewTable:
    rows = [{first: name, **row} for name, row in means.items()]
    return ViewTable(title, rows, (first, *SHOWN_METRICS), folded=title != "Means")


def difference_view(difference: MetricDifference) -> ShownView:
    """Return how much better one report is than another, and the questions that got better and worse."""
    named = (("Better", difference.better), ("Worse", difference.worse))
    tables = (ViewTable(title, [{"question": one} for one in ids], folded=True) for title, ids in named if ids)
    return ShownView("", "", (difference.sentence,), (), tuple(tables))


def unit_view(unit: CodeUnit) -> ShownView:
    """Return a unit with where it is, what it says of itself, how much is declared in it, and its code."""
    facts = [
        f"{len(value)} {name}" for name, value in sorted(unit.metadata.items()) if isinstance(value, list | tuple) and value
    ]
    place = f"{unit.place} · {unit.language}" if unit.language else unit.place
    said = (place, unit.docstring, f"Known facts: {', '.join(facts)}." if facts else "")
    return ShownView(unit.key, "", tuple(filter(None, said)), (), (), _source(unit))


def sheet_view(sheet: UnitSheet) -> ShownView:
    """Return a unit with its relations, each with its line, its facts, its history and its code."""
    unit, pages = sheet.unit, page_links(sheet.pages)
    sides = (("Dependents", sheet.dependents), ("Dependencies", sheet.dependencies), ("Tested by", sheet.tests))
    relations = (ViewTable(title, _relation_rows(rows), _RELATION, folded=True) for title, rows in sides if rows)
    facts = ViewTable("Facts", _fact_rows(sheet.facts), ("kind", "fact", "line", "known"), folded=True)
    said = (
        f"{unit.place} · {sheet.history}", unit.docstring, *sheet.summary.splitlines(), sheet.runtime, sheet.observed,
        sheet.uses_none and f"Uses: {sheet.uses_none}", sheet.used_by_none and f"Used by: {sheet.used_by_none}",
        sheet.used_by_more,
    )  # fmt: skip
    link = pages.link("code", unit=unit.key) if pages else None
    tables = (*relations, *([facts] if facts.rows else []))
    return ShownView(unit.key, "", tuple(filter(None, said)), (), tables, _source(unit), sheet.pages, link)


def neighbours_view(found: NeighbourList) -> ShownView:
    """Return the units around one unit, with the line that says so for each."""
    pages = page_links(found.pages)
    far = any(row["distance"] > 1 for row in found.rows)
    rows = _relation_rows(found.rows)
    if far:
        rows = [{"distance": one["distance"], **row} for one, row in zip(found.rows, rows, strict=True)]
    link = result_link(pages, found.asked) if pages and found.asked else None
    tables = (ViewTable("", rows, ("distance", *_RELATION) if far else _RELATION),) if rows else ()
    return ShownView("", "", (found.sentence,), (), tables, (), found.pages, link)


def rename_view(found: RenameCheck) -> ShownView:
    """Return the lines that a new name touches, a table for each list."""
    tables = tuple(
        ViewTable(title, rename_rows(lines), folded=title != "Certain") for title, lines in found.lists.items() if lines
    )
    return ShownView(f"New name for {found.name}", "", (found.sentence, *found.notes), (), tables, (), found.pages)


def flow_view(flow: Flow) -> ShownView:
    """Return the steps of a flow as rows and as a Mermaid diagram, what it leaves out, and the calls of unknown receivers."""
    tables = [ViewTable("Steps", flow.to_rows())]
    tables += [ViewTable("Unknown receivers", [{"call": one} for one in flow.unknown])] if flow.unknown else []
    code = (ViewCode("", 1, flow_mermaid(flow), "mermaid"),) if flow.steps else ()
    return ShownView(flow.title, "", (flow.sentence, *cuts_of(flow)), (), tuple(tables), code, flow.pages)


def reach_view(reach: Reach) -> ShownView:
    """Return the entry points that reach a unit as rows and as a Mermaid diagram."""
    tables = (ViewTable("Entry points", reach.to_rows()),)
    code = (ViewCode("", 1, reach_mermaid(reach), "mermaid"),) if reach.chains else ()
    return ShownView(reach.unit, "", (reach.sentence,), (), tables, code, reach.pages)


def review_view(found: Review) -> ShownView:
    """Return the lists of a review as rows, its remarks first."""
    lists = {"remarks": remark_rows(found), **{name: rows for name, rows in review_rows(found).items() if rows}}
    tables = tuple(ViewTable(name, rows) for name, rows in lists.items())
    return ShownView(found.title, "", (found.sentence, *found.notes), (), tables)


def _relation_rows(rows: Iterable[RelationRow]) -> Sequence[Mapping[str, object]]:
    """Return the relations without their direction, which the title of the table says."""
    return [{name: value for name, value in row.items() if name != "direction"} for row in relation_rows(rows, "")]


def _fact_rows(facts: Mapping[str, Sequence[ToldFact]]) -> Sequence[Mapping[str, object]]:
    return [
        {
            "kind": kind.replace("_", " "), "fact": row.get("text", ""), "file": row.get("file_path", ""),
            "line": row.get("line") or 0, "known": row.get("known", ""),
        }
        for kind, rows in facts.items()
        for row in rows
    ]  # fmt: skip


def _source(unit: CodeUnit) -> tuple[ViewCode, ...]:
    return (ViewCode(unit.file_path, unit.start_line, unit.source_code, unit.language),) if unit.source_code else ()
