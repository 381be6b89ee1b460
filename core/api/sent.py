"""Files that a client sends as the body of a request: coverage reports and recordings."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, TypeVar

from fastapi import Query, Request

from core.errors import SettingsError, SourceError
from core.workbench import Workbench

T = TypeVar("T")
Source = Annotated[str, Query(min_length=1, max_length=1_000, description="stored file name")]


@asynccontextmanager
async def sent_file(request: Request) -> AsyncIterator[Path]:
    """Give the path of a file with the body of a request, which is there for as long as the context."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sent_file"
        with path.open("wb") as file:
            async for piece in request.stream():
                file.write(piece)
        yield path


def kept_by(keep: Callable[[Workbench, Path, str], T], bench: Workbench, path: Path, name: str) -> T:
    """Return what keeping a file that was sent gives; raises `SettingsError` for one at fault, as nothing is missing here."""
    try:
        return keep(bench, path, name)
    except SourceError as problem:
        raise SettingsError(str(problem)) from problem
