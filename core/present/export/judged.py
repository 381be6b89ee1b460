"""What readers said of answers as text and as rows, with what the index has not any more."""

from __future__ import annotations

from collections.abc import Container

from core.model.judged import JudgedQuestion, Judgements
from core.model.text_table import Flat

_GONE = " (not in this index)"


def judged_rows(judged: Judgements) -> list[dict[str, Flat]]:
    """Return one flat row for each judged question."""
    return [
        {
            "question": one.question, "right": "; ".join(one.right), "wrong": "; ".join(one.wrong),
            "missing": "; ".join(missing.unit for missing in one.missing),
            "scores": " ".join(str(rating.score) for rating in one.ratings),
            "comments": "; ".join(rating.comment for rating in one.ratings if rating.comment),
        }
        for one in judged.questions.values()
    ]  # fmt: skip


def judged_text(judged: Judgements, known: Container[str]) -> str:
    """Return all that was said, question by question; units that are not among the `known` are told so."""
    return "\n".join([judged.sentence, *(_question(one, known) for one in judged.questions.values())])


def _question(one: JudgedQuestion, known: Container[str]) -> str:
    lines = [one.question]
    for word, units in (("right", one.right), ("wrong", one.wrong), ("missing", tuple(each.unit for each in one.missing))):
        lines += [f"  {word}: {unit}{'' if unit in known else _GONE}" for unit in units]
    lines += [f"  {rating.score} of 5" + (f": {rating.comment}" if rating.comment else "") for rating in one.ratings]
    return "\n".join(lines)
