"""Addresses of what was recorded while the application ran."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from core.api.sent import Source, kept_by, sent_file
from core.api.verbs import Limit, Serving, router, told_rows
from core.model.wire import plain
from core.workbench import Workbench
from core.workbench.observed import keep_recording, kept_recordings


def about_recordings(serving: Serving) -> APIRouter:
    """Return the addresses of the recordings that are kept, and of what they say of routes, jobs, units and statements."""
    addresses = router()

    @addresses.get("/{index}/runtime", summary="Show recorded runtime data: a list or one unit")
    async def runtime(
        request: Request, index: str, name: Annotated[str, Query(max_length=1_000)] = "", list: str = "routes",
        limit: Limit = 20,
    ) -> Response:  # fmt: skip
        def ask(bench: Workbench) -> object:
            return plain(bench.observed(name)) if name else told_rows(bench.runtime(list, limit=limit))

        return await serving.answered(request, index, ask, lambda told: told)

    @addresses.get("/{index}/runtime/kept", summary="Download all recordings, unless unchanged `since`")
    async def kept(request: Request, index: str, since: str = "-") -> Response:
        return await serving.answered_now(request, index, lambda bench: _since(bench, since), lambda told: told)

    @addresses.get("/{index}/runtime/recordings", summary="List recordings")
    async def recordings(request: Request, index: str) -> Response:
        return await serving.answered_now(request, index, lambda bench: bench.recordings())

    @addresses.post("/{index}/runtime/recordings", summary="Add a recording (request body, any supported format)")
    async def keep(request: Request, index: str, name: Source) -> Response:
        async with sent_file(request) as path:
            return await serving.answered_now(request, index, lambda bench: kept_by(keep_recording, bench, path, name))

    @addresses.delete("/{index}/runtime/recordings", summary="Remove a recording")
    async def forget(request: Request, index: str, name: Source) -> Response:
        return await serving.answered_now(request, index, lambda bench: bench.forget_recording(name))

    return addresses


def _since(bench: Workbench, since: str) -> object:
    kept = kept_recordings(bench)
    if kept.state == since:
        return {"state": since, "kept": None}
    told = kept.all()
    return {"state": told.state, "kept": plain(told)}
