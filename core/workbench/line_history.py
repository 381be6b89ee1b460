"""The commits that changed the lines of one unit: asked of git when somebody looks, kept by commit and lines."""

from __future__ import annotations

import json
import logging
import shutil
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import StoreError
from core.extract.history import line_commits
from core.model import Commit
from core.model.history import LineHistory
from core.model.wire import read_kept
from core.runtime.replacing import write_whole
from core.vocabulary import BY_PATH
from core.workbench.members import checkout_of

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

_SECONDS = 20.0  # git walks the whole history for it
_log = logging.getLogger(__name__)


def line_history(bench: OpenBench, name: str) -> LineHistory:
    """Return the commits that changed the lines of a unit, newest first. Git runs once for each commit."""
    head = bench.head(name)
    root, path, sha = checkout_of(bench.manifest, head.file_path)
    if not sha:
        return LineHistory(head.key, (), "the checkout has no git history")
    if not head.file_path or head.type in BY_PATH:
        return LineHistory(head.key, (), "a file or folder has the history of its commits")
    asked = f"{head.file_path}:{head.start_line}-{head.end_line}"
    kept = bench.beside / "cache" / "lines" / sha[:16] / f"{sha256(asked.encode()).hexdigest()[:24]}.json"
    with suppress(StoreError):  # a damaged file is replaced
        if (known := read_kept(tuple[Commit, ...], kept, "history of lines")) is not None:
            return LineHistory(head.key, known)
    lines = (head.start_line, max(head.start_line, head.end_line))
    found, problem = line_commits(root, path, lines, sha, _SECONDS)
    if not problem:
        _keep(kept, found)
    return LineHistory(head.key, tuple(found), problem)


def _keep(path: Path, commits: list[Commit]) -> None:
    """Keep what git told; what was kept of other commits goes, as nobody will ask for it again."""
    try:
        for folder in path.parent.parent.glob("*"):
            if folder != path.parent:
                shutil.rmtree(folder, ignore_errors=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps([asdict(one) for one in commits]).encode())
    except OSError as problem:  # git is asked again next time
        _log.warning("The history of lines cannot be kept: %s", problem)
