"""The addresses of what only the checkout of an index knows: how fresh it is, what it declares, its commits, what was kept."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request, Response

from core.api.verbs import Serving, router
from core.model.wire import plain
from core.workbench import Workbench
from core.workbench.checking import known_breaches
from core.workbench.declaring import declarations
from core.workbench.members import commits_of


def about_checkouts(serving: Serving) -> APIRouter:
    """Return the addresses of the checkout and of the generations that are kept."""
    addresses = router()

    @addresses.get("/{index}/declarations", summary="Show the declared rules and baseline violations")
    async def declared(request: Request, index: str) -> Response:
        return await serving.answered_now(request, index, _declared, lambda told: told)

    @addresses.get("/{index}/commits", summary="Show the indexed commit, its date and history (null without git)")
    async def commits(request: Request, index: str) -> Response:
        return await serving.answered(request, index, _commits, lambda told: told)

    return addresses


def _declared(bench: Workbench) -> object:
    root = Path(bench.manifest.root)
    return {"declared": plain(declarations(root)), "known": sorted(known_breaches(root))}


def _commits(bench: Workbench) -> object:
    found, last = commits_of(bench.manifest)
    return {"commits": [plain(one) for one in found], "last": last.isoformat()}
