"""The feedback tools: they store an agent's ratings next to the index, and list the gaps in answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from core.mcp.arguments import Given
from core.mcp.tool_answer import ToolAnswer

if TYPE_CHECKING:
    from core.model.judged import JudgedQuestion
    from core.workbench import Workbench


def rate(bench: Workbench, given: Given) -> ToolAnswer:
    """Keep how good the answer to a question was."""
    kept = bench.rate(given.text("query"), given.number("score"), given.text("comment"))
    return ToolAnswer(f"Recorded. {kept.sentence}", value={"recorded": True})


def report_gap(bench: Workbench, given: Given) -> ToolAnswer:
    """Keep that an answer lacked a unit."""
    question = given.text("query").strip()
    kept = bench.report_gap(question, given.text("missing_unit"), given.text("unit_type"))
    unit = kept.of(question).missing[-1].unit
    known = "" if unit in bench.heads else f" {unit} is not in the index. See retrieval_suggest for the cause."
    return ToolAnswer(f"Recorded. {kept.sentence}{known}", value={"recorded": True})


def explain(bench: Workbench, given: Given) -> ToolAnswer:
    """Answer with what was said so far."""
    kept = bench.judged
    questions = list(kept.questions.values())[::-1]
    scores = kept.scores
    value = {
        "total_ratings": len(scores), "average_score": round(sum(scores) / len(scores), 2) if scores else None,
        "total_gaps": sum(len(one.missing) for one in questions),
    }  # fmt: skip
    return ToolAnswer(kept.sentence, tuple(map(_line, questions)), [asdict(one) for one in questions], value)


def _line(one: JudgedQuestion) -> str:
    units: Sequence[tuple[str, Sequence[str]]] = (
        ("right", one.right), ("wrong", one.wrong), ("missing", [each.unit for each in one.missing]),
        ("scores", [str(each.score) for each in one.ratings]),
    )  # fmt: skip
    return "; ".join([one.question, *(f"{word} {', '.join(names)}" for word, names in units if names)])


def suggest(bench: Workbench, given: Given) -> ToolAnswer:
    """Answer with what judged questions still lack, and what to do about it."""
    found = bench.gaps()
    blocks = [f"{gap.times} × {gap.subject}: {gap.cause}. {gap.sentence} {gap.advice}" for gap in found.gaps]
    return ToolAnswer(found.sentence, tuple(blocks), found.to_rows(), {"issues_found": len(found.gaps)})
