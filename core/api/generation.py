"""The current generation of an index as one file, and what a workbench at another address needs of the checkout."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import IO, cast

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from core.api.problems import RESPONSES
from core.api.verbs import Serving, router, tag_of
from core.model.wire import plain
from core.workbench import Workbench
from core.workbench.checking import known_violations
from core.workbench.declaring import declarations
from core.workbench.members import commits_of

_PIECES = 8  # of what was packed and not yet sent


def generations(serving: Serving) -> APIRouter:
    """Return the address of the generation."""
    router = APIRouter(prefix="/api/v1/indexes", tags=["indexes"], responses=RESPONSES)

    @router.get("/{index}/generation", summary="Download the current generation as tar", response_class=StreamingResponse)
    async def generation(request: Request, index: str) -> Response:
        bench = await serving.bench(index)
        headers = {"ETag": tag_of(bench), "X-Orienteer-Name": bench.name}
        if headers["ETag"] in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return StreamingResponse(_packed(bench.directory), media_type="application/x-tar", headers=headers)

    return router


class _Pipe:
    """A file that is written by one thread and read piece by piece by another."""

    def __init__(self) -> None:
        self.pieces: Queue[bytes | BaseException | None] = Queue(_PIECES)

    def write(self, data: bytes) -> int:
        """Hand over a piece; waits while too many are unread."""
        self.pieces.put(bytes(data))
        return len(data)


def _packed(directory: Path) -> Iterator[bytes]:
    """Yield the files of a generation as a tar, in the order of their names."""
    pipe = _Pipe()

    def pack() -> None:
        try:
            with tarfile.open(fileobj=cast("IO[bytes]", pipe), mode="w|", bufsize=1 << 18) as tar:
                for path in sorted(directory.rglob("*")):
                    if path.is_file():
                        tar.add(path, str(path.relative_to(directory)), recursive=False)
            pipe.pieces.put(None)
        except OSError as problem:
            pipe.pieces.put(problem)

    Thread(target=pack, daemon=True, name="generation").start()
    while (piece := pipe.pieces.get()) is not None:
        if isinstance(piece, BaseException):
            raise piece
        yield piece


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
    return {"declared": plain(declarations(root)), "known": sorted(known_violations(root))}


def _commits(bench: Workbench) -> object:
    found, last = commits_of(bench.manifest)
    return {"commits": [plain(one) for one in found], "last": last.isoformat()}
