"""The addresses of what only the checkout of an index knows: how fresh it is, what it declares, its commits, what was kept."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from fastapi import APIRouter, Request, Response

from core.analyse.check import Check
from core.api.verbs import Serving, router
from core.model.wire import plain
from core.workbench import Workbench
from core.workbench.checking import known_breaches
from core.workbench.declaring import declarations
from core.workbench.members import commits_of


def about_checkouts(serving: Serving) -> APIRouter:
    """Return the addresses of the checkout and of the generations that are kept."""
    addresses = router()

    @addresses.get("/{index}/freshness", summary="List files changed since the last index run")
    async def freshness(request: Request, index: str) -> Response:
        return await serving.answered_now(request, index, lambda bench: bench.freshness())

    @addresses.get("/{index}/check", summary="List violations of the declared architecture")
    async def check(request: Request, index: str, tests: bool = False) -> Response:
        return await serving.answered_now(request, index, lambda bench: bench.check(tests=tests), _told_check)

    @addresses.get("/{index}/declarations", summary="Show the declared rules and baseline violations")
    async def declared(request: Request, index: str) -> Response:
        return await serving.answered_now(request, index, _declared, lambda told: told)

    @addresses.get("/{index}/commits", summary="Show the indexed commit, its date and history (null without git)")
    async def commits(request: Request, index: str) -> Response:
        return await serving.answered(request, index, _commits, lambda told: told)

    @addresses.get("/{index}/generations", summary="List generations, oldest first")
    async def generations(request: Request, index: str) -> Response:
        def tell(bench: Workbench) -> object:
            return {"generations": [plain(one) for one in bench.generations().values()]}

        return await serving.answered_now(request, index, tell, lambda told: told)

    return addresses


def _told_check(found: Check) -> object:
    return {
        "sentence": found.sentence, "declared": [asdict(one) for one in found.declared], "breaches": found.to_rows(),
        "gone": list(found.gone), "notes": list(found.notes),
    }  # fmt: skip


def _declared(bench: Workbench) -> object:
    root = Path(bench.manifest.root)
    return {"declared": plain(declarations(root)), "known": sorted(known_breaches(root))}


def _commits(bench: Workbench) -> object:
    found, last = commits_of(bench.manifest)
    return {"commits": [plain(one) for one in found], "last": last.isoformat()}
