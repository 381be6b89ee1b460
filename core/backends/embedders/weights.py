"""Check files of weights by digest, once per file and not at every start."""

from __future__ import annotations

import hashlib
import json
import logging
from pathlib import Path

from core.settings.home import cache_home

_log = logging.getLogger(__name__)


def digest(path: Path) -> str:
    """Return the SHA-256 of the file; remembered in the user's cache for as long as size and time of change stay the same."""
    stat = path.stat()
    resolved = str(path.resolve())
    state: list[str | int] = [resolved, stat.st_size, stat.st_mtime_ns]
    stamp = cache_home() / "weights" / f"{hashlib.sha256(resolved.encode()).hexdigest()[:16]}.json"
    known = _known(stamp, state)
    if known:
        return known
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    try:
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(json.dumps({"state": state, "sha256": found}), encoding="utf-8")
    except OSError as problem:
        _log.info("The digest of %s is not remembered: %s", path, problem)
    return found


def _known(stamp: Path, state: list[str | int]) -> str:
    try:
        noted = json.loads(stamp.read_text(encoding="utf-8"))
        return str(noted["sha256"]) if noted["state"] == state else ""
    except (OSError, ValueError, KeyError, TypeError):
        return ""  # not noted yet, or half written: the file is read again
