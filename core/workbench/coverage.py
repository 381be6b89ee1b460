"""What an index holds, how fresh it is, and what was not read or not resolved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from core.probe.compare import TRUST

if TYPE_CHECKING:
    from core.workbench.bench import Workbench


def status_of(bench: Workbench, coverage: bool = False) -> dict[str, Any]:
    """Return the state of the index as nested plain values; with `coverage` also every file and reference left out."""
    manifest = bench.manifest
    fresh = bench.freshness()
    state: dict[str, Any] = {
        "index": manifest.name,
        "root": manifest.root,
        "generation": manifest.generation,
        "built": manifest.built_at,
        "commit": f"{manifest.git_sha[:12]} on {manifest.git_branch}" if manifest.git_sha else "unknown (no git)",
        "freshness": fresh.sentence,
        "vectors": f"{manifest.vectors} ({manifest.embedder})" if manifest.embedder else manifest.vectors,
        "counts": dict(manifest.counts),
        "languages": dict(manifest.languages),
        "files not read as they are": dict(manifest.problems) or "none",
    }
    if coverage:
        state["coverage"] = coverage_of(bench)
    return state


def coverage_of(bench: Workbench) -> dict[str, Any]:
    """Return what the index does not know, so that an empty answer can be told from an unread file."""
    manifest = bench.manifest
    models = [head for head in bench.heads.values() if head.type == "model"]
    tables = {head.identifier for head in bench.heads.values() if head.type == "table"}
    routes = [head for head in bench.heads.values() if head.type == "route"]
    routed = {relation.source for relation in bench.catalog.relations() if relation.kind == "routes_to"}
    embedded = bench.stores.vectors.ids() if bench.stores.vectors else set()
    chunks = bench.catalog.sql("SELECT id, unit_key FROM chunks ORDER BY id").to_dict("records")
    return {
        "files": [
            {"file": problem.file_path, "status": problem.status, "reason": problem.reason, "line": problem.line}
            for problem in bench.problems
        ],
        "references": {name: dict(tally) for name, tally in manifest.tallies.items() if not name.startswith(TRUST)},
        "files against the running application": _trust(manifest.tallies),
        "models without table": _without_table(bench, [head.key for head in models]) if tables else "not analysed: no schema",
        "routes without action": [head.identifier for head in routes if head.key not in routed],
        "chunks without vector": sum(row["id"] not in embedded for row in chunks),
        "relations by certainty": dict(Counter(relation.certainty for relation in bench.catalog.relations())),
    }


def _trust(tallies: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]] | str:
    """Return by kind how many facts both sides know, or only one."""
    rows = {name.removeprefix(TRUST): dict(tally) for name, tally in tallies.items() if name.startswith(TRUST)}
    return rows or "not asked: orienteer probe PATH"


def _without_table(bench: Workbench, keys: list[str]) -> list[str]:
    return [
        unit.identifier
        for unit in bench.catalog.units(keys)
        if not unit.metadata.get("columns") and not unit.metadata.get("abstract") and not unit.is_test
    ]
