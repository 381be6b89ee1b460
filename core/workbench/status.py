"""The state of an index: what it holds, how fresh it is, and on request what was not read or not resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

_EXAMPLES = 20  # files that differ that are shown


def status_of(bench: OpenBench, coverage: bool = False) -> dict[str, object]:
    """Return the state of the index as nested plain values; with `coverage` also every file and reference left out."""
    manifest = bench.manifest
    fresh = bench.freshness()
    state: dict[str, object] = {
        "index": manifest.name,
        "root": manifest.root,
        "generation": manifest.generation,
        "built": manifest.built_at,
        "commit": f"{manifest.git_sha[:12]} on {manifest.git_branch}" if manifest.git_sha else "unknown (no git)",
        "state": fresh.state,
        "freshness": fresh.sentence,
        "commits ahead": fresh.commits_ahead,
        "files that differ": fresh.changed_files,
        "examples of files that differ": list(fresh.differing[:_EXAMPLES]) or "none",
        "vectors": f"{manifest.vectors} ({manifest.embedder})" if manifest.embedder else manifest.vectors,
        "counts": dict(manifest.counts),
        "languages": dict(manifest.languages),
        "files not read as they are": dict(manifest.problems) or "none",
    }
    if coverage:
        state["coverage"] = bench.coverage()
    return state
