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
_FIRST_DESIGN = ("/api/chat", "/chat")
"""Addresses at which an invalid question has the status 400, as their design says."""
_STATUS: dict[type[WorkbenchError], tuple[int, str]] = {
    SettingsError: (400, "Invalid request."),
    SourceError: (404, "Not found."),
    StoreError: (503, "Index unavailable."),
    MissingExtra: (503, "Missing optional dependency."),
    ConflictError: (409, "Conflict with another change."),
    ServiceError: (503, "Model service unavailable."),
    WriterError: (503, "Language model unavailable."),
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
        super().__init__(f"Commits not indexed yet. Send {sent} to POST /api/v1/indexes/{index}/jobs, then retry.")


class TooSlow(WorkbenchError):
    """An answer took longer than the server waits."""


_STATUS |= {
    Busy: (409, "Already in progress."),
    NotRead: (409, "Not indexed yet."),
    Unknown: (404, "Not found."),
    TooSlow: (503, "Timeout."),
}
RESPONSES: dict[int | str, dict[str, object]] = {
    status: {"description": told, "content": {MEDIA: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    for status, told in {
        400: "Invalid request",
        401: "Token required",
        403: "Request from another origin",
        404: "No such index, unit or job",
        409: "Already in progress, not indexed yet, or conflict",
        413: "Request too large",
        421: "Wrong host",
        422: "Invalid request format",
        503: "Index unavailable, timeout, or language model unavailable",
    }.items()
}
"""The problems that every address may answer with, for the description of the interface."""
SCHEMA: dict[str, object] = {
    "type": "object",
    "required": ["type", "title", "status"],
    "properties": {
        "type": {"type": "string"}, "title": {"type": "string"}, "status": {"type": "integer"}, "detail": {"type": "string"},
        "errors": {"type": "array", "items": {"type": "object"}},
        "job": {"type": "object", "description": "request body of the job to run first"},
    },
}  # fmt: skip


def problem(status: int, title: str, detail: str = "", **more: object) -> JSONResponse:
    """Return a response that says what is wrong."""
    from starlette.responses import JSONResponse

    told = {"type": "about:blank", "title": title, "status": status, **({"detail": detail} if detail else {}), **more}
    return JSONResponse(told, status, media_type=MEDIA)


def told(error: WorkbenchError) -> JSONResponse:
    """Return the response for a problem that a person can act on."""
    status, title = next((row for kind, row in _STATUS.items() if type(error) is kind), (503, "Failed."))
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
    async def _form(request: Request, error: RequestValidationError) -> JSONResponse:
        errors = [{"at": ".".join(map(str, one["loc"])), "says": one["msg"]} for one in error.errors()]
        status = 400 if request.url.path in _FIRST_DESIGN else 422
        return problem(status, "Invalid request format.", "; ".join(f"{e['at']}: {e['says']}" for e in errors), errors=errors)

    @application.exception_handler(HTTPException)
    async def _http(_: Request, error: HTTPException) -> JSONResponse:
        answer = problem(error.status_code, str(error.detail))
        answer.headers.update(error.headers or {})  # a method that is not known is told those that are
        return answer
