"""The application: every address, its description, and what holds for all of them: sizes, time, who may ask."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from core.api.answers import answers
from core.api.changes import about_changes, about_tests
from core.api.conversations import conversations
from core.api.feedback import feedback
from core.api.generation import about_checkouts, generations
from core.api.jobs import job_addresses, jobs_of
from core.api.problems import SCHEMA, handle_problems
from core.api.recordings import about_recordings
from core.api.routes import passed_on
from core.api.seed import seed_addresses
from core.api.stream import streams
from core.api.verbs import Serving, about_units, asking, overview_routes
from core.api.work import Work
from core.serving.guard import RequestGuard, bound_socket, checked_token

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from core.serving.indexes import ServedIndexes

_MOST_BODY = 2 * 1024 * 1024  # bytes of a request
_MOST_REPORT = 64 * 1024 * 1024  # of what suites of tests and running applications write
_REPORTS = ("/tests/coverage", "/runtime/recordings")
_ANSWERS = 8  # answers in words that are made at once: they wait for a model and hardly work
_OPEN = ("/health",)  # what tells whether the server lives needs no token


def build_application(indexes: ServedIndexes, *, at_once: int = 8, seconds: float = 60.0) -> FastAPI:
    """Return the application over these indexes; it works on `at_once` answers and waits so many `seconds` for each."""
    answer = indexes.settings.answer
    patience = max(seconds, answer.timeout * (1 + answer.rounds) + seconds)
    serving = Serving(indexes, Work(at_once, seconds), Work(_ANSWERS, patience))
    jobs = jobs_of(serving)

    @asynccontextmanager
    async def living(_: FastAPI) -> AsyncIterator[None]:
        yield
        jobs.close()

    application = FastAPI(
        title="Orienteer", version=version("orienteer"), lifespan=living, redoc_url=None, docs_url=None,
        description="Questions, units, relations and analyses of indexed code. Errors use RFC 9457 problem details.",
    )  # fmt: skip
    for addresses in (
        seed_addresses,
        asking,
        passed_on,
        about_units,
        about_changes,
        about_tests,
        about_recordings,
        about_checkouts,
        overview_routes,
        streams,
        answers,
        conversations,
        feedback,
        generations,
    ):
        application.include_router(addresses(serving))
    application.include_router(job_addresses(serving, jobs))
    handle_problems(application)
    application.openapi = lambda: _description(application)  # type: ignore[method-assign]
    return application


def guarded(application: FastAPI, host: str, token: str) -> ASGIApp:
    """Return the application behind what every request has to pass: who may ask, and how large it may be."""
    return RequestGuard(_Sized(application), host, token, _OPEN)


def serve(indexes: ServedIndexes, host: str, port: int) -> None:
    """Serve until Ctrl-C; raises `StoreError` when the port is taken, `SettingsError` where a token is missing."""
    import uvicorn

    application = guarded(build_application(indexes), host, checked_token(host))
    listening = bound_socket(host, port)
    config = uvicorn.Config(application, log_level="warning", access_log=False, timeout_graceful_shutdown=2)
    uvicorn.Server(config).run(sockets=[listening])


def _description(application: FastAPI) -> dict[str, object]:
    if not application.openapi_schema:
        made = get_openapi(
            title=application.title, version=application.version, description=application.description, routes=application.routes
        )
        made["components"]["schemas"]["Problem"] = SCHEMA
        application.openapi_schema = made
    return application.openapi_schema


class _Sized:
    """Answers 413 to a request whose body is too large, before it is read whole."""

    def __init__(self, application: ASGIApp) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is small enough."""
        from core.api.problems import problem

        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        most = _MOST_REPORT if scope["path"].endswith(_REPORTS) else _MOST_BODY
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        if not declared.isdigit() or int(declared) > most:
            refused = problem(413, "Request too large.", f"Maximum: {most:,} bytes.")
            await refused(scope, receive, send)
            return
        read = 0

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > most:
                return {"type": "http.disconnect"}
            return message

        await self._application(scope, counted, send)
