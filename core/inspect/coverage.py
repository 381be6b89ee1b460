"""What an index holds, how fresh it is, and what was not read or not resolved."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from core.extract.woods.merge import TALLY as WOODS
from core.index.place import read_vector_ids
from core.inspect.usage.routing import route_verdicts
from core.languages import LINKERS, family_of
from core.model import LIBRARIES
from core.model.facts import text_in
from core.model.verdict import UNUSED
from core.open_index import OpenIndex
from core.probe.compare import BOTH, DIFFER, RUNTIME_ONLY, STATIC_ONLY, TRUST

_EXAMPLES = 20  # files that differ, and unresolved references per family and outcome, that are shown
_STATUSES = ("repaired", "partial", "failed", "skipped")  # from the least to the worst
_LISTED_APART = ("model_without_table", "route_without_controller", "wrapper")  # lists of their own
_OF_RAILS = ("rails/", "active_storage/", "action_mailbox/", "turbo/")  # where Rails keeps controllers of its own
_INSIDE = ("resolved", "ambiguous", "unexplained")  # outcomes of references that may lead into the checkout

_OUR_CALLS = ("calls", "calls_open", "calls_unknown")  # calls of names that the checkout defines
NOT_ASKED = "not compared. Run: orienteer probe PATH"
_OUTCOMES = (BOTH, DIFFER, STATIC_ONLY, RUNTIME_ONLY)


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the index knows and what it does not, so that an empty answer can be told from an unread file.

    `files` counts files as read, repaired, partial, failed and skipped; `problems` has a row for each that is not simply
    read. `references` counts references by family of languages and outcome, `shares` says how many of those that may lead
    into the checkout do, and `calls` how many of the calls on values whose name the checkout defines. `examples` are
    references that were not resolved, `gaps` declarations that were not understood. `wrappers` are methods of which it was
    learned that they run a job or mail that they are given. `woods` counts what was odd in a Woods index that was imported,
    `libraries` what was read of libraries' sources. Lists that could not be made are a sentence that begins with `not
    analysed`, or `not asked` with the command that asks.
    """

    files: Mapping[str, int]
    languages: tuple[Mapping[str, object], ...]
    problems: tuple[Mapping[str, object], ...]
    references: Mapping[str, Mapping[str, int]]
    shares: Mapping[str, str]
    calls: Mapping[str, str]
    examples: tuple[Mapping[str, object], ...]
    relations: tuple[Mapping[str, object], ...]
    models_without_table: tuple[str, ...] | str
    routes_without_action: tuple[Mapping[str, object], ...] | str
    gaps: tuple[Mapping[str, object], ...]
    wrappers: tuple[Mapping[str, object], ...]
    woods: Mapping[str, int] | str
    libraries: Mapping[str, int] | str
    libraries_missing: tuple[str, ...]
    chunks_without_vector: int
    units_without_vector: int

    def to_dict(self) -> dict[str, object]:
        """Return the parts under readable names, as plain values, in the order in which a report shows them."""
        return {
            "files read": dict(self.files),
            "languages": _rows(self.languages),
            "files": _rows(self.problems),
            "references": {family: dict(tally) for family, tally in self.references.items()},
            "references resolved": dict(self.shares),
            "calls resolved": dict(self.calls),
            "examples of unresolved references": _rows(self.examples),
            "relations": _rows(self.relations),
            "models without table": _plain(self.models_without_table),
            "routes without action": _plain(self.routes_without_action),
            "declarations not understood": _rows(self.gaps),
            "job and mail wrappers": _rows(self.wrappers),
            "Woods import": _plain_counts(self.woods),
            "library sources": _plain_counts(self.libraries),
            "libraries not installed": list(self.libraries_missing),
            "chunks without vector": self.chunks_without_vector,
            "units without vector": self.units_without_vector,
        }


def coverage_of(index: OpenIndex, directory: Path) -> dict[str, object]:
    """Return the coverage as nested plain values."""
    tallies = index.manifest.tallies
    return {
        **coverage(index, directory).to_dict(),
        "comparison with the running application": trust_of(tallies),
        **unasked(tallies),
    }


def coverage(index: OpenIndex, directory: Path) -> Coverage:
    """Return what the index does not know and how much it does; every list is ordered by file and line, or by name."""
    manifest = index.manifest
    unresolved = index.catalog.unresolved()
    chunks, units = _without_vectors(index, directory)
    return Coverage(
        files=_files(index),
        languages=tuple(_languages(index)),
        problems=tuple(
            {"file": problem.file_path, "status": problem.status, "reason": problem.reason, "line": problem.line}
            for problem in index.problems
        ),
        references={family: dict(tally) for family, tally in _references(manifest.tallies)},
        shares={family: share for family, tally in _references(manifest.tallies) if (share := _share(tally))},
        calls={family: share for family, tally in _references(manifest.tallies) if (share := _share_of_calls(tally))},
        examples=tuple(_examples(row for row in unresolved if _is_reference(row))),
        relations=tuple(_relations(index)),
        models_without_table=_models_without_table(index, unresolved),
        routes_without_action=_routes_without_action(index),
        gaps=tuple(_gaps(unresolved)),
        wrappers=tuple(_wrappers(unresolved)),
        woods=manifest.tallies.get(WOODS, "not imported. Run: orienteer index --from-woods DIR"),
        libraries=_libraries(manifest.tallies),
        libraries_missing=tuple(f"{row['name']}: {row['reason']}" for row in unresolved if row.get("linker") == LIBRARIES),
        chunks_without_vector=chunks,
        units_without_vector=units,
    )


def _files(index: OpenIndex) -> dict[str, int]:
    """Count every file once, by the worst that befell it."""
    worst: dict[str, int] = {}
    for problem in index.problems:
        if problem.file_path and not problem.file_path.endswith("/"):
            worst[problem.file_path] = max(worst.get(problem.file_path, 0), _STATUSES.index(problem.status))
    counted = Counter(worst.values())
    whole = sum(head.type == "file" and head.file_path not in worst for head in index.heads)
    return {"read": whole, **{status: counted[rank] for rank, status in enumerate(_STATUSES)}}


def _languages(index: OpenIndex) -> Iterable[dict[str, object]]:
    """Yield one row per language, most files first: how many files, and whether their relations are read."""
    counted = Counter(head.language for head in index.heads if head.type == "file")
    for language, count in sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])):
        yield {
            "language": language or "unknown",
            "files": count,
            "relations": "read" if family_of(language) else "not analysed",
        }


def _references(tallies: Mapping[str, Mapping[str, int]]) -> list[tuple[str, Mapping[str, int]]]:
    """Return the tallies that count references, by family of languages."""
    return [(family, tallies[family]) for family in sorted(LINKERS) if tallies.get(family)]


def _libraries(tallies: Mapping[str, Mapping[str, int]]) -> Mapping[str, int] | str:
    """Return how many libraries were read, how many were not installed, and how many units they gave."""
    tally = tallies.get(LIBRARIES)
    if tally is None:
        return "not indexed. Run: orienteer index --framework"
    counted = {name: tally[name] for name in ("libraries read", "units")}
    return {**counted, "not installed": len(tally) - len(counted)}


def _share(tally: Mapping[str, int]) -> str:
    inside = sum(tally.get(outcome, 0) for outcome in _INSIDE)
    if not inside:
        return ""
    resolved, external = tally.get("resolved", 0), tally.get("external", 0)
    return f"{resolved:,} of {inside:,} ({resolved / inside:.1%}); {external:,} more are external"


def _share_of_calls(tally: Mapping[str, int]) -> str:
    """Return how many calls lead to a method, of those whose name the checkout defines; the others lead to libraries."""
    ours = sum(tally.get(outcome, 0) for outcome in _OUR_CALLS)
    if not ours:
        return ""
    resolved, library = tally.get("calls", 0), tally.get("calls_library", 0)
    return f"{resolved:,} of {ours:,} ({resolved / ours:.1%}); {library:,} more call external code"


def _is_reference(row: Mapping[str, object]) -> bool:
    """Tell references to a name from declarations that were not understood and things without a counterpart."""
    return row.get("outcome", "") in ("unexplained", "unexplained_in_tests", "ambiguous", "dangling") or "kind" in row


def _examples(rows: Iterable[Mapping[str, object]]) -> Iterable[dict[str, object]]:
    shown: Counter[tuple[str, str]] = Counter()
    for row in rows:
        outcome = str(row.get("outcome") or f"{row.get('kind', 'name')} not found")
        family = text_in(row, "linker")
        shown[family, outcome] += 1
        if shown[family, outcome] <= _EXAMPLES:
            yield {
                "family": family, "outcome": outcome, "name": row.get("name", ""),
                "file_path": row.get("file_path", ""), "line": row.get("line", 0),
            }  # fmt: skip


def _relations(index: OpenIndex) -> Iterable[dict[str, object]]:
    """Yield one row per kind of relation, most first, with how its relations are known."""
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for relation in index.relations:
        counted[relation.kind][relation.certainty] += 1
    for kind, certainties in sorted(counted.items(), key=lambda pair: (-pair[1].total(), pair[0])):
        yield {
            "kind": kind, "relations": certainties.total(),
            **{name: certainties[name] for name in ("declared", "expanded", "inferred", "dynamic")},
        }  # fmt: skip


def _models_without_table(index: OpenIndex, unresolved: Iterable[Mapping[str, object]]) -> tuple[str, ...] | str:
    if not any(head.type == "table" for head in index.heads):
        return "not analysed: no schema was found"
    return tuple(sorted(text_in(row, "name") for row in unresolved if row.get("outcome") == "model_without_table"))


def _gaps(unresolved: Iterable[Mapping[str, object]]) -> Iterable[dict[str, object]]:
    """Yield what was not understood: declarations, lines of route files, statements of migrations (how often in `count`)."""
    for row in unresolved:
        if not _is_reference(row) and row.get("outcome") not in _LISTED_APART and row.get("linker") != LIBRARIES:
            yield {
                "what": str(row.get("outcome", "")).replace("_", " "), "name": row.get("name", ""),
                "reason": row.get("reason", ""), "file_path": row.get("file_path", ""), "line": row.get("line", 0),
                "count": row.get("count", 1),
            }  # fmt: skip


def _wrappers(unresolved: Iterable[Mapping[str, object]]) -> Iterable[dict[str, object]]:
    """Yield the methods that hand an argument to a job or mail, with the line that says so."""
    for row in unresolved:
        if row.get("outcome") == "wrapper":
            yield {name: row.get(name, "") for name in ("name", "reason", "file_path", "line")}


def _routes_without_action(index: OpenIndex) -> tuple[Mapping[str, object], ...] | str:
    routed = {relation.source for relation in index.relations if relation.kind == "routes_to"}
    every = [head for head in index.heads if head.type == "route"]
    if not every:
        return "not analysed: no routes were found"
    verdicts = route_verdicts(index)
    unanswered = {head.key: verdicts[head.key].why for head in every if verdicts[head.key].word == UNUSED}
    missing = [head.key for head in every if head.key not in routed or head.key in unanswered]
    return tuple(
        {
            "route": unit.identifier,
            "reason": unanswered.get(unit.key) or _reason(unit.metadata),
            "file_path": unit.file_path,
            "line": unit.start_line,
        }
        for unit in index.catalog.units(missing)
    )


def _reason(route: Mapping[str, object]) -> str:
    if str(route.get("controller", "")).startswith(_OF_RAILS):
        return f"{route['controller']}#{route.get('action', '')} is Rails' own"
    if str(route.get("via", "")).startswith("gem:"):
        return f"{route.get('controller', '')}#{route.get('action', '')} comes from {text_in(route, 'via').replace(':', ' ')}"
    if route.get("controller"):
        return f"the checkout has no {route['controller']}#{route.get('action', '')}"
    return f"leads to {route['app']}" if route.get("app") else "computed target"


def _without_vectors(index: OpenIndex, directory: Path) -> tuple[int, int]:
    """Return how many chunks, and how many units with any of them, have no vector yet; before they are cut, units with text."""
    if not index.manifest.cut:
        return 0, index.catalog.told_units()
    known = set() if index.manifest.vectors == "none" else read_vector_ids(directory)
    missing = [unit for id_, unit in index.catalog.chunk_units() if id_ not in known]
    return len(missing), len(set(missing))


def _plain_counts(value: Mapping[str, int] | str) -> dict[str, int] | str:
    return value if isinstance(value, str) else dict(value)


def _rows(rows: Iterable[Mapping[str, object]]) -> list[dict[str, object]]:
    return [dict(row) for row in rows]


def _plain(value: tuple[object, ...] | str) -> object:
    return value if isinstance(value, str) else [dict(row) if isinstance(row, Mapping) else row for row in value]


def trust_of(tallies: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]] | str:
    """Return by kind how many facts both sides know alike, know differently, or only one knows.

    A sentence when no probe was merged.
    """
    rows = {name.removeprefix(TRUST): tally for name, tally in tallies.items() if name.startswith(TRUST) and BOTH in tally}
    return {kind: {outcome: rows[kind].get(outcome, 0) for outcome in _OUTCOMES} for kind in sorted(rows)} or NOT_ASKED


def unasked(tallies: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """Return how many things the running application could not be asked, under a readable name; empty without a probe."""
    counts = [tally["errors"] for name, tally in tallies.items() if name.startswith(TRUST) and "errors" in tally]
    return {"not available from the running application": sum(counts)} if counts else {}
