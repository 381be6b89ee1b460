"""The folder itself: one file per unit, the lists of each type, the graph, its report, the manifest and the summary."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from core.errors import SourceError
from core.model import CodeUnit, Manifest
from core.open_index.index import OpenIndex
from core.present.woods.graph import GraphFile, ListedUnit, WoodsGraph, analysis_file, cycles_of, graph_file, summary
from core.present.woods.records import UnitRecord, as_json, file_name, folder_of, record, size_of
from core.vocabulary import BY_PATH, is_member

_AT_ONCE = 500  # units whose texts are in memory together


def write_folder(index: OpenIndex, folder: Path) -> int:
    """Write the index into an empty or new folder and return the number of units; raises `SourceError` for another one.

    Methods, scopes and other members stand in the text of the unit that they belong to, and what they use is used by it.
    """
    _prepare(folder)
    graph = _graph(index)
    rows: dict[str, list[ListedUnit]] = defaultdict(list)
    for unit, row in _records(index, graph):
        place = folder / folder_of(unit.type)
        place.mkdir(exist_ok=True)
        (place / file_name(unit.identifier)).write_text(as_json(row), encoding="utf-8", errors="replace")
        rows[place.name].append(_listed(row))
    whole = graph_file(graph, {key: numbers.get("pagerank", 0.0) for key, numbers in index.metrics.items()})
    _write_lists(folder, dict(sorted(rows.items())))
    _write_whole(folder, index, dict(sorted(rows.items())), whole)
    return len(graph.heads)


def _prepare(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        filled = any(folder.iterdir())
    except OSError as problem:
        raise SourceError(f"{folder} cannot be written: {problem.strerror}. Give another folder.") from problem
    if filled:
        raise SourceError(f"{folder} is not empty. Give a new folder, or empty this one.")


def _graph(index: OpenIndex) -> WoodsGraph:
    owner: dict[str, str] = {}
    for number, head in enumerate(index.heads):
        host = index.heads[index.hosts[number]]
        parent = index.head(host.parent) if host.parent else None
        while parent is not None and is_member(host.type, parent.type):
            host, parent = parent, index.head(parent.parent) if parent.parent else None
        if host.type not in BY_PATH:
            owner[head.key] = host.key
    graph = WoodsGraph({key: index.by_key[key] for key in sorted(set(owner.values()))})
    graph.add(index.relations, owner)
    return graph


def _records(index: OpenIndex, graph: WoodsGraph) -> Iterator[tuple[CodeUnit, UnitRecord]]:
    at = index.manifest.built_at
    keys = list(graph.heads)
    for some in (keys[start : start + _AT_ONCE] for start in range(0, len(keys), _AT_ONCE)):
        chunks = defaultdict(list)
        for chunk in index.catalog.chunks(some):
            chunks[chunk.unit_key].append(chunk)
        for unit in index.catalog.units(some):
            parts = chunks[unit.key] if len(chunks[unit.key]) > 1 else []
            yield unit, record(unit, graph.uses_of(unit.key), graph.users_of(unit.key), parts, at)


def _listed(row: UnitRecord) -> ListedUnit:
    """Return what the list of a type and the summary say of a unit."""
    return {
        "identifier": row["identifier"], "file_path": row["file_path"], "namespace": row["namespace"],
        "estimated_tokens": size_of(row), "chunk_count": len(row["chunks"]),
    }  # fmt: skip


def _write_lists(folder: Path, rows: Mapping[str, Sequence[ListedUnit]]) -> None:
    for name, some in rows.items():
        (folder / name / "_index.json").write_text(as_json(some), encoding="utf-8", errors="replace")


def _write_whole(folder: Path, index: OpenIndex, rows: Mapping[str, Sequence[ListedUnit]], graph: GraphFile) -> None:
    at, versions = index.manifest.built_at, _versions(index)
    between = {index.by_key[key].identifier: one.get("betweenness", 0.0) for key, one in index.metrics.items()}
    said = " / ".join(f"{name.title()} {version}" for name, version in versions.items() if version)
    files = {
        "dependency_graph.json": as_json(graph),
        "graph_analysis.json": as_json(analysis_file(graph, cycles_of(graph["edges"]), between, at)),
        "manifest.json": as_json(_manifest(index.manifest, versions, rows)),
        "SUMMARY.md": summary(rows, said, graph, at),
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", errors="replace")


def _versions(index: OpenIndex) -> dict[str, str | None]:
    """Return the versions of Rails and Ruby that a package of the repository is locked to."""
    found: dict[str, str | None] = {"rails": None, "ruby": None}
    for unit in index.catalog.units([head.key for head in index.heads if head.type == "package"]):
        locked = unit.metadata.get("versions") or {}
        for name in found:
            found[name] = found[name] or locked.get(name) or (unit.metadata.get("ruby") if name == "ruby" else None)
    return found


def _manifest(
    manifest: Manifest, versions: Mapping[str, str | None], rows: Mapping[str, Sequence[ListedUnit]]
) -> dict[str, object]:
    chunks = sum(row["chunk_count"] for some in rows.values() for row in some)
    return {
        "extracted_at": manifest.built_at, "rails_version": versions["rails"], "ruby_version": versions["ruby"],
        "counts": {name: len(some) for name, some in rows.items()}, "total_units": sum(map(len, rows.values())),
        "total_chunks": chunks, "git_sha": manifest.git_sha or None, "git_branch": manifest.git_branch or None,
        "gemfile_lock_sha": _sha(manifest, "Gemfile.lock"), "schema_sha": _sha(manifest, "db/schema.rb"),
        "provenance": "orienteer",
    }  # fmt: skip


def _sha(manifest: Manifest, path: str) -> str | None:
    file = Path(manifest.root) / path
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest() if manifest.root else None
    except OSError:
        return None  # the checkout is not here any more, or has no such file
