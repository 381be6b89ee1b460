"""Write a run, its context and what became of a unit in it as a notebook shows them."""

from __future__ import annotations

from collections.abc import Mapping

from core.model.run import Context, SearchRun
from core.model.why import Explanation
from core.present.html.elements import Markup, el, joined
from core.present.html.links import PageLinks, page_links
from core.present.notebook.cells import bar, code, folded, paragraph, table

_SHOWN = 15  # ranked units in a cell; the frame has all of them
_RANKING = ("rank", "unit", "score", "", "found_by", "section", "place")


def run_html(run: SearchRun) -> Markup:
    """Return the question, how it was read, the best units, and folded away the stages and the context."""
    pages = page_links(run.pages)
    best = max((one.score for one in run.ranked), default=0.0) or 1.0
    rows = [
        {**row, "": bar(one.score / best), "place": _lines(row)} for one, row in zip(run.ranked, run.to_rows(), strict=True)
    ]
    stages = [
        {"stage": step.step, "milliseconds": round(1000 * step.seconds, 1), "noted": dict(step.facts)} for step in run.trace
    ]
    return joined(
        el("h4", run.question),
        paragraph(run.doubt.sentence) if run.doubt else None,
        paragraph(run.understood),
        *(paragraph(note) for note in run.notes),
        table("", _RANKING, rows, (), pages, _SHOWN),
        folded("Stages", table("", ("stage", "milliseconds", "noted"), stages)),
        context_html(run.context, pages),
        paragraph(pages.link("query", q=run.question).html()) if pages else None,
    )


def context_html(context: Context, pages: PageLinks | None = None) -> Markup:
    """Return what each section and source takes, and folded away what is only mentioned, and the text."""
    sections = [{"section": one.name, "tokens": one.tokens, "allowance": one.allowance} for one in context.sections]
    columns = ("unit", "section", "level", "tokens", "truncated")
    mentions = [
        {"unit": one.unit_key, "file_path": one.file_path, "line": one.line_number, "why": one.why} for one in context.also
    ]
    return joined(
        table("Context", ("section", "tokens", "allowance"), sections, (context.sentence,)),
        folded("Sources", table("", columns, context.to_rows(), (), pages)),
        folded("Also relevant", table("", ("unit", "file_path", "line", "why"), mentions, (), pages)) if mentions else None,
        folded("Text", code(context.text)),
    )


def explanation_html(explanation: Explanation) -> Markup:
    """Return the sentence, and folded away the shares of the score and what found the unit."""
    shares = [{"signal": name, "score by signal": value} for name, value in (explanation.parts or {}).items()]
    found = [{"strategy": name, **hit} for name, hit in (explanation.hits or {}).items()]
    return joined(
        paragraph(explanation.sentence),
        folded("Score", table("", ("signal", "score by signal"), shares)) if shares else None,
        folded("Found by", table("", ("strategy", "rank", "score", "evidence"), found)) if found else None,
    )


def _lines(row: Mapping[str, object]) -> str:
    return f"{row['file_path']}:{row['start_line']}–{row['end_line']}" if row["file_path"] else ""
