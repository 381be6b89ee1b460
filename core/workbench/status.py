"""The state of an index: what it holds, how fresh it is, and on request what was not read or not resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.open_index.not_own import NotOwn
    from core.workbench.open_bench import OpenBench

_EXAMPLES = 20  # files that differ that are shown


def status_of(bench: OpenBench, coverage: bool = False) -> dict[str, object]:
    """Return the state of the index as nested plain values; with `coverage` also every file and reference left out."""
    manifest = bench.manifest
    fresh = bench.freshness()
    state: dict[str, object] = {
        "index": manifest.name,
        **({"members": _members(bench)} if manifest.members else {"root": manifest.root}),
        "generation": manifest.generation,
        "built": manifest.built_at,
        **({} if manifest.members else {"commit": _commit(manifest.git_sha, manifest.git_branch)}),
        "state": fresh.state,
        "freshness": fresh.sentence,
        "commits ahead": fresh.commits_ahead,
        "files that differ": fresh.changed_files,
        "examples of files that differ": list(fresh.differing[:_EXAMPLES]) or "none",
        "vectors": f"{manifest.vectors} ({manifest.embedder})" if manifest.embedder else manifest.vectors,
        "counts": dict(manifest.counts),
        "languages": dict(manifest.languages),
        "skipped files and parse problems": dict(manifest.problems) or "none",
        "left out of questions and analyses": _apart(bench.not_own),
    }
    if coverage:
        state["coverage"] = bench.coverage()
    return state


def _apart(apart: NotOwn) -> dict[str, str] | str:
    return {apart.sentence: "change the setting not_yours to include them", **dict(apart.folders)} if apart.sentence else "none"


def _commit(sha: str, branch: str) -> str:
    return f"{sha[:12]} on {branch}" if sha else "unknown (no git)"


def _members(bench: OpenBench) -> dict[str, str]:
    """Return what each member of a set was when it was taken, and whether its index is newer now."""
    from core.index.place import Place
    from core.pipeline.sets import newer_members

    newer = newer_members(Place(bench.directory.parents[2], bench.name), bench.manifest)
    return {
        one.name: f"{one.root}, {_commit(one.git_sha, one.git_branch)}, {one.units:,} units"
        + (f"; its index is newer now: orienteer group {bench.name}" if one.name in newer else "")
        for one in bench.manifest.members
    }
