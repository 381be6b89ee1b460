"""All findings of an index as one list, kept next to it, and which of them an earlier state did not have."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING

from core.analyse.finding import KINDS, Finding, compared, known_kind, of_kind
from core.analyse.finding import findings as as_findings
from core.analyse.result import Result
from core.errors import SourceError, StoreError
from core.model.limit import Limit
from core.model.wire import plain, read_kept
from core.runtime.replacing import write_whole
from core.workbench.compare import PREVIOUS, earlier_bench
from core.workbench.kept_runs import state_of

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

_CHOOSE = "Each kind leaves something out: choose one to see what."
_LATEST = 12  # kept states of an index


def findings(bench: OpenBench, kind: str = "", since: str = "") -> Result[Finding]:
    """Return the findings of one kind, or of all; with `since` new ones are marked.

    Raises `SettingsError` for an unknown kind, `SourceError` for an unknown state. Without an earlier version `previous` marks
    nothing, and a note says so.
    """
    whole = _found(bench)
    found = of_kind(whole, kind) if known_kind(kind) else replace(whole, notes=(*whole.notes[:1], _CHOOSE))
    if not since:
        return found
    try:
        name, earlier = earlier_bench(bench, since)
    except SourceError as problem:
        if since != PREVIOUS:
            raise
        return replace(found, notes=(*found.notes, problem.said))
    return compared(found, {one.identity for one in _found(earlier) if kind in ("", one.kind)}, name)


@dataclass(frozen=True, slots=True)
class _Kept:
    items: tuple[Finding, ...]
    notes: tuple[str, ...]
    limits: tuple[Limit, ...]


def _found(bench: OpenBench) -> Result[Finding]:
    """Return all findings, made once for each state of index, recordings and code, as the lists take up to a minute."""
    state = sha256(f"{state_of(bench)} {bench.recorded.state} {bench.settings.not_yours}".encode()).hexdigest()[:12]
    kept = bench._once(f"findings {state}", lambda: _kept(bench, state))
    return Result(Finding, "Findings", kept.items, kept.notes, limits=kept.limits)


def _kept(bench: OpenBench, state: str) -> _Kept:
    path = bench.beside / "cache" / "findings" / f"{bench.manifest.generation:06}-{state}.json"
    with suppress(StoreError):  # a damaged file is replaced
        if (known := read_kept(_Kept, path, "findings")) is not None:
            return known
    made = as_findings({kind: getattr(bench.analyse, row.analysis)() for kind, row in KINDS.items()}, partial(_place, bench))
    kept = _Kept(made.items, made.notes, made.limits)
    if os.access(bench.beside, os.W_OK):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(plain(kept)).encode())
        for old in sorted(path.parent.glob("*.json"))[:-_LATEST]:
            old.unlink(missing_ok=True)
    return kept


def _place(bench: OpenBench, subject: str, path: str, line: int) -> tuple[str, int]:
    if subject in bench.heads:
        return subject, line or bench.heads[subject].start_line
    return bench.index.key_around(path, line), line
