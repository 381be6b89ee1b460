"""The current generation of an index as one file, for a workbench at another address that opens it as its own."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import IO, cast

from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse

from core.api.problems import RESPONSES
from core.api.verbs import Serving, tag_of

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
