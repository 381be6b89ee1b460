"""The addresses of changes: impact, reviews, comparisons, the commits of a unit's lines, and the tests to run."""

from __future__ import annotations

import json
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from core.api.problems import NotRead
from core.api.request_bodies import MOST_NAME, ImpactBody, ReviewBody, TestsBody
from core.api.sent import Source, kept_by, sent_file
from core.api.verbs import Serving, router
from core.model.review import Review
from core.model.wire import plain
from core.present.export.review import review_json
from core.workbench import Workbench
from core.workbench.compare import Comparison, known_comparison, numbered
from core.workbench.reviewing import is_read, parted
from core.workbench.tests import keep_report

Revision = Annotated[str, Query(max_length=MOST_NAME, description="generation, branch, tag or commit")]


def about_changes(serving: Serving) -> APIRouter:
    """Return the addresses of impact, reviews and comparisons."""
    addresses = router()

    @addresses.post("/{index}/impact", summary="List dependents of a diff or unit")
    async def impact(request: Request, index: str, body: ImpactBody) -> Response:
        return await serving.answered(request, index, lambda bench: bench.impact(body.diff, body.name, depth=body.depth))

    @addresses.post("/{index}/review", summary="Review commits (BASE..HEAD), a diff or staged changes")
    async def review(request: Request, index: str, body: ReviewBody) -> Response:
        def tell(found: Review) -> object:
            return plain(found) if body.full else json.loads(review_json(found))

        return await serving.answered_now(request, index, lambda bench: _review(bench, body), tell)

    @addresses.get("/{index}/compare", summary="Compare two generations or commits")
    async def compare(request: Request, index: str, before: Revision = "", after: Revision = "") -> Response:
        numbers = numbered(before, after)
        if numbers is not None:
            return await serving.answered(request, index, lambda bench: bench.compare(*numbers))
        return await serving.answered_now(request, index, lambda bench: _of_commits(bench, before or "HEAD", after or "HEAD"))

    return addresses


def about_tests(serving: Serving) -> APIRouter:
    """Return the addresses of tests and of the coverage reports that say what they ran."""
    addresses = router()

    @addresses.post("/{index}/tests", summary="Select tests for a change, most relevant first")
    async def tests_for(request: Request, index: str, body: TestsBody) -> Response:
        return await serving.answered_now(
            request, index, lambda bench: bench.tests_for(body.diff, commits=body.commits, staged=body.staged)
        )

    @addresses.get("/{index}/tests/coverage", summary="List coverage reports")
    async def reports(request: Request, index: str) -> Response:
        return await serving.answered_now(request, index, lambda bench: bench.coverage_reports())

    @addresses.post("/{index}/tests/coverage", summary="Add a coverage report (request body, any supported format)")
    async def keep(request: Request, index: str, name: Source) -> Response:
        async with sent_file(request) as path:
            return await serving.answered_now(request, index, lambda bench: kept_by(keep_report, bench, path, name))

    @addresses.delete("/{index}/tests/coverage", summary="Remove a coverage report")
    async def forget(request: Request, index: str, name: Source) -> Response:
        return await serving.answered_now(request, index, lambda bench: bench.forget_coverage(name))

    return addresses


def _of_commits(bench: Workbench, before: str, after: str) -> Comparison:
    found = known_comparison(bench, before, after)
    if found is None:
        raise NotRead(bench.name, before, after)
    return found


def _review(bench: Workbench, body: ReviewBody) -> Review:
    if body.commits and not body.diff and not body.staged and not is_read(bench, body.commits):
        raise NotRead(bench.name, *parted(bench, body.commits))
    return bench.review(body.commits, diff=body.diff, staged=body.staged)
