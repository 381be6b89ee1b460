"""What is wrong with a request or a server, as problem details (RFC 9457): type, title, status and the next step."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from core.errors import (
    ConflictError,
    MissingExtra,
    ServiceError,
    SettingsError,
    SourceError,
    StoreError,
    WorkbenchError,
    WriterError,
)

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.responses import JSONResponse

MEDIA = "application/problem+json"
_STATUS: dict[type[WorkbenchError], tuple[int, str]] = {
    SettingsError: (400, "The request cannot be answered as it was made."),
    SourceError: (404, "There is nothing of that name."),
    StoreError: (503, "The index cannot be read now."),
    MissingExtra: (503, "A part of Orienteer is not installed."),
    ConflictError: (409, "Somebody else was faster."),
    ServiceError: (503, "A service of a model did not answer."),
    WriterError: (503, "The language model did not answer."),
}


class Busy(WorkbenchError):
    """What was asked for is being done already."""


class Unknown(WorkbenchError):
    """There is no such index or job."""


class NotRead(WorkbenchError):
    """Two commits that have to be read by a job before what was asked for can be answered."""

    def __init__(self, index: str, before: str, after: str) -> None:
        self.wanted = {"before": before, "after": after}
        sent = json.dumps(self.wanted, ensure_ascii=False)
        super().__init__(f"Not both commits are indexed yet. Send {sent} to POST /api/v1/indexes/{index}/jobs, then ask again.")


class TooSlow(WorkbenchError):
    """An answer took longer than the server waits."""


_STATUS |= {
    Busy: (409, "It is being done already."),
    NotRead: (409, "It has to be read first."),
    Unknown: (404, "There is nothing of that name."),
    TooSlow: (503, "It took too long."),
}
RESPONSES: dict[int | str, dict[str, object]] = {
    status: {"description": told, "content": {MEDIA: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    for status, told in {
        400: "The request cannot be answered as it was made",
        401: "A token is needed",
        403: "Asked from a page of another address",
        404: "No such index, unit or job",
        409: "It is being done already, has to be read by a job first, or somebody else was faster",
        413: "The request is too large",
        421: "Asked for another host",
        422: "The request has another form",
        503: "The index cannot be read now, the answer took too long, or a language model did not give one",
    }.items()
}
"""The problems that every address may answer with, for the description of the interface."""
SCHEMA: dict[str, object] = {
    "type": "object",
    "required": ["type", "title", "status"],
    "properties": {
        "type": {"type": "string"}, "title": {"type": "string"}, "status": {"type": "integer"}, "detail": {"type": "string"},
        "errors": {"type": "array", "items": {"type": "object"}},
        "job": {"type": "object", "description": "the body of the job that has to come first"},
    },
}  # fmt: skip


def problem(status: int, title: str, detail: str = "", **more: object) -> JSONResponse:
    """Return a response that says what is wrong."""
    from starlette.responses import JSONResponse

    told = {"type": "about:blank", "title": title, "status": status, **({"detail": detail} if detail else {}), **more}
    return JSONResponse(told, status, media_type=MEDIA)


def told(error: WorkbenchError) -> JSONResponse:
    """Return the response for a problem that a person can act on."""
    status, title = next((row for kind, row in _STATUS.items() if type(error) is kind), (503, "It could not be done."))
    more = {"job": error.wanted} if isinstance(error, NotRead) else {}
    return problem(status, title, str(error), **more)


def handle_problems(application: FastAPI) -> None:
    """Make the application answer every problem as problem details."""
    from fastapi.exceptions import RequestValidationError
    from starlette.exceptions import HTTPException
    from starlette.requests import Request

    @application.exception_handler(WorkbenchError)
    async def _workbench(_: Request, error: WorkbenchError) -> JSONResponse:
        return told(error)

    @application.exception_handler(RequestValidationError)
    async def _form(_: Request, error: RequestValidationError) -> JSONResponse:
        errors = [{"at": ".".join(map(str, one["loc"])), "says": one["msg"]} for one in error.errors()]
        return problem(
            422, "The request has another form.", "; ".join(f"{e['at']}: {e['says']}" for e in errors), errors=errors
        )

    @application.exception_handler(HTTPException)
    async def _http(_: Request, error: HTTPException) -> JSONResponse:
        answer = problem(error.status_code, str(error.detail))
        answer.headers.update(error.headers or {})  # a method that is not known is told those that are
        return answer
