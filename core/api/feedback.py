"""HTTP addresses for ratings: stored next to the index of the server, listed, deleted, with the gaps they show."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from core.api.problems import RESPONSES
from core.api.request_bodies import Body, Question, Whole
from core.api.verbs import Serving
from core.errors import SettingsError
from core.model.judged import Judgements
from core.workbench import Workbench
from core.workbench.gaps import Gaps

_Asked = Annotated[str, Query(max_length=4_000, description="only this question (default: all)")]


class FeedbackBody(Body):
    """What is said of the answer to a question: of a unit, how good it was as a whole, or both."""

    question: Question = Field(examples=["what happens when an order is refunded?"])
    unit: Annotated[str, Field(max_length=1_000)] = ""
    verdict: Literal["right", "wrong", "missing", ""] = ""
    type: Annotated[str, Field(max_length=100)] = ""
    score: Annotated[Whole | None, Field(ge=1, le=5)] = None
    comment: Annotated[str, Field(max_length=2_000)] = ""


def feedback(serving: Serving) -> APIRouter:
    """Return the addresses under `/api/v1/indexes/{index}/feedback` and `/gaps`."""
    router = APIRouter(prefix="/api/v1/indexes", tags=["feedback"], responses=RESPONSES)

    @router.get("/{index}/feedback", summary="List ratings")
    async def listed(request: Request, index: str, question: _Asked = "") -> Response:
        return await serving.answered_now(request, index, lambda bench: bench.judged, lambda kept: _told(kept, question))

    @router.post("/{index}/feedback", summary="Rate a unit or an answer")
    async def said(request: Request, index: str, body: FeedbackBody) -> Response:
        about = body.question.strip()
        return await serving.answered_now(request, index, lambda bench: _keep(bench, body), lambda kept: _told(kept, about))

    @router.delete("/{index}/feedback", summary="Remove ratings of one or all questions")
    async def forgotten(request: Request, index: str, question: _Asked = "") -> Response:
        return await serving.answered_now(request, index, lambda bench: bench.forget_judged(question), _told)

    @router.get("/{index}/gaps", summary="List gaps in rated answers, with causes")
    async def gaps(request: Request, index: str) -> Response:
        def tell(found: Gaps) -> object:
            return {"sentence": found.sentence, "mended": list(found.mended), "gaps": found.to_rows()}

        return await serving.answered_now(request, index, lambda bench: bench.gaps(), tell)

    return router


def _keep(bench: Workbench, body: FeedbackBody) -> Judgements:
    if body.score is None and not body.unit:
        raise SettingsError("No rating given. Give 'unit' with a 'verdict', or a 'score'.")
    kept = bench.judged
    if body.unit and body.verdict == "missing":
        kept = bench.report_gap(body.question, body.unit, body.type)
    elif body.unit:
        kept = bench.judge(body.question, body.unit, body.verdict)
    return kept if body.score is None else bench.rate(body.question, body.score, body.comment)


def _told(judged: Judgements, question: str = "") -> object:
    """Return what was said as JSON values, of one question or of all."""
    from dataclasses import asdict

    shown = [one for one in judged.questions.values() if not question or one.question == question]
    return {"sentence": judged.sentence, "questions": [asdict(one) for one in shown]}
