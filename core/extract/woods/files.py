"""Find and read the files of a forerunner's index: the flat layout, generations with payloads, or one file of units."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeGuard

from core.errors import SourceError, cause
from core.model import Problem

_NOT_UNITS = frozenset(("_index.json", "flow_index.json"))
_NOT_FOLDERS = frozenset(("flows", "dumps", "payloads"))
_SINGLE_FILES = ("corpus.json", "units.json")


@dataclass(frozen=True, slots=True)
class Woods:
    """What an index held: unit records as written, edges of its graph that name their ends, and what was wrong with it.

    `faults` counts by description; `problems` names the files that could not be read; `digest` stands for all files.
    """

    folder: Path
    units: tuple[Mapping[str, object], ...]
    edges: tuple[tuple[str, str, str], ...]  # source, target, via
    digest: str
    problems: tuple[Problem, ...] = ()
    faults: Counter[str] = field(default_factory=Counter)


def read_woods(path: Path) -> Woods:
    """Return the index in a folder, or in one JSON file with `units`.

    Raises `SourceError` when there is no index, when its pointer leads out of its folder, or when no unit can be read.
    """
    faults: Counter[str] = Counter()
    problems: list[Problem] = []
    digest = hashlib.sha256()
    payload = _payload(path)
    files = [payload] if payload.is_file() else list(_unit_files(payload))
    units: list[Mapping[str, object]] = []
    for file in files:
        data = _json(file, payload, problems, digest)
        records = data.get("units") if isinstance(data, dict) and isinstance(data.get("units"), list) else [data]
        for record in records or ():
            if _is_unit(record):
                units.append(record)
            elif data is not None:
                faults["records that are no units"] += 1
    if not units:
        raise SourceError(f"No units in {payload}. Give the folder with manifest.json, or a corpus of units.")
    graph = _json(payload / "dependency_graph.json", payload, problems, digest) if payload.is_dir() else None
    faults["files that could not be read"] += len(problems)
    return Woods(payload, tuple(units), tuple(_edges(graph, faults)), digest.hexdigest(), tuple(problems), +faults)


def _payload(path: Path) -> Path:
    """Return the folder (or file) of the current generation; a pointer that leads elsewhere is refused."""
    try:
        root = path.expanduser().resolve(strict=True)
    except (OSError, RuntimeError) as problem:
        raise SourceError(f"No index at '{path}'. Give the folder with its manifest.json.") from problem
    if root.is_file():
        return root
    pointer = root / "generation.json"
    if not pointer.is_file():
        single = next((root / name for name in _SINGLE_FILES if (root / name).is_file()), None)
        return single if single and not (root / "manifest.json").is_file() else root
    try:
        data = json.loads(pointer.read_text(encoding="utf-8"))
        named = data.get("payload") if isinstance(data, dict) else None
        target = (root / str(named)).resolve() if named else root
    except (OSError, ValueError, RuntimeError) as problem:
        raise SourceError(f"{pointer} cannot be read: {cause(problem)}. Write the index again.") from problem
    if named and (Path(str(named)).is_absolute() or not target.is_relative_to(root)):
        raise SourceError(f"{pointer} points outside its folder ('{named}'). Write the index again.")
    if not target.is_dir():
        raise SourceError(f"{pointer} points to '{named}', which does not exist. Write the index again.")
    return target


def _unit_files(payload: Path) -> Iterator[Path]:
    """Yield the files of units by folder and name; links that lead out of the index are not followed."""
    for folder in sorted(path for path in payload.iterdir() if path.is_dir() and path.name not in _NOT_FOLDERS):
        for file in sorted(folder.glob("*.json")):
            if file.name not in _NOT_UNITS and file.resolve().is_relative_to(payload):
                yield file


def _json(file: Path, payload: Path, problems: list[Problem], digest: hashlib._Hash) -> object:
    name = file.name if file == payload else str(file.relative_to(payload))
    try:
        raw = file.read_bytes()
        digest.update(f"{name}\0".encode() + hashlib.sha256(raw).digest())
        return json.loads(raw)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as problem:
        problems.append(Problem(name, "skipped", f"no readable JSON: {problem}"))
        return None


def _is_unit(record: object) -> TypeGuard[Mapping[str, object]]:
    return isinstance(record, dict) and all(isinstance(record.get(key), str) and record[key] for key in ("type", "identifier"))


def _edges(graph: object, faults: Counter[str]) -> Iterator[tuple[str, str, str]]:
    edges = graph.get("edges") if isinstance(graph, dict) else None
    for source, targets in edges.items() if isinstance(edges, dict) else ():
        for target in targets if isinstance(targets, list) else ():
            if isinstance(target, str):
                faults["edges without a kind"] += 1
                yield str(source), target, ""
            elif isinstance(target, dict) and isinstance(target.get("target"), str):
                yield str(source), target["target"], str(target.get("via") or "")
