"""Flat rows of values, for tables and downloads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import Field, fields, is_dataclass
from typing import ClassVar, Protocol

from core.backends.listing import Available
from core.model import Manifest, Problem, UnitHead, split_key
from core.model.rename import RenameLine
from core.model.run import Context, SearchRun
from core.model.sheet import RelationRow
from core.model.text_table import Flat
from core.settings import Settings

Row = dict[str, Flat]
_SCRAP = 40  # tokens below which a source is one line, whose worth for its tokens says nothing


class _Group(Protocol):
    """A group of settings: any dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]


def hit_rows(run: SearchRun) -> list[Row]:
    """Return one row per ranked unit, best first: place, score, the share of each signal, what found it, its section."""
    sections = {key: source.section for key, source in run.context.shown_as.items()}
    rows = []
    for ranked in run.ranked:
        type_, identifier = split_key(ranked.unit_key)
        head = run.heads.get(ranked.unit_key)
        rows.append(
            {
                "rank": ranked.rank,
                "unit": identifier,
                "type": type_,
                "score": ranked.score,
                **ranked.parts,
                "found by": ", ".join(ranked.found_by),
                "in context": sections.get(ranked.unit_key, ""),
                **_place(head),
                "key": ranked.unit_key,
            }
        )
    return rows


def source_rows(context: Context) -> list[Row]:
    """Return one row per source of the context, in its order."""
    return [
        {
            "unit": split_key(source.unit_key)[1],
            "type": split_key(source.unit_key)[0],
            "section": source.section,
            "detail": source.level,
            "tokens": source.tokens,
            "shortened": source.truncated,
            "file": source.file_path,
            "line": source.start_line,
            "last line": source.end_line,
            "key": source.unit_key,
        }
        for source in context.sources
    ]


def worth_rows(run: SearchRun) -> list[Row]:
    """Return the sources of the context with their score and what it is per 1,000 tokens, the dearest last, but for scraps."""
    worth = {source.unit_key: 1000 * source.score / max(1, source.tokens) for source in run.context.sources}
    scores = {source.unit_key: source.score for source in run.context.sources}
    rows = [(worth[str(row["key"])], row) for row in source_rows(run.context)]
    rows.sort(key=lambda pair: (int(str(pair[1]["tokens"])) < _SCRAP, -pair[0], str(pair[1]["key"])))
    return [{**row, "score": scores[str(row["key"])], "per 1,000": value} for value, row in rows]


def gain_rows(less: SearchRun, more: SearchRun) -> list[Row]:
    """Return what the larger of two budgets adds: units that come in, and units of which more is shown, with their tokens."""
    before = {source.unit_key: source.tokens for source in less.context.sources}
    return [
        {
            "unit": split_key(source.unit_key)[1],
            "what": "added" if source.unit_key not in before else "expanded",
            "section": source.section,
            "tokens": source.tokens - before.get(source.unit_key, 0),
            "key": source.unit_key,
        }
        for source in more.context.sources
        if source.tokens > before.get(source.unit_key, 0)
    ]


def section_rows(context: Context) -> list[Row]:
    """Return one row per section of the context: its tokens and its allowance."""
    return [{"section": one.name, "tokens": one.tokens, "allowance": one.allowance} for one in context.sections]


def step_rows(run: SearchRun) -> list[Row]:
    """Return one row per stage: its milliseconds and what it noted."""
    return [
        {"step": one.step, "ms": 1000 * one.seconds, **{name: str(value) for name, value in one.facts.items()}}
        for one in run.trace
    ]


def dropped_rows(run: SearchRun) -> list[Row]:
    """Return one row per unit that was let go: by which stage, and why."""
    return [
        {"unit": split_key(one.unit_key)[1], "let go by": one.stage, "because": one.reason, "key": one.unit_key}
        for one in run.dropped
    ]


def problem_rows(problems: Iterable[Problem]) -> list[Row]:
    """Return one row per file that was not read as it is."""
    return [{"file": one.file_path, "line": one.line, "status": one.status, "reason": one.reason} for one in problems]


def rename_rows(lines: Iterable[RenameLine]) -> list[Row]:
    """Return the lines of one list of a check before a rename as flat rows."""
    return [
        {"line": f"{one.file_path}:{one.line}", "certainty": one.certainty, "reason": one.reason, "text": one.text.strip()}
        for one in lines
    ]


def relation_rows(rows: Iterable[RelationRow], direction: str) -> list[Row]:
    """Return the relations of a unit's sheet as flat rows."""
    return [
        {
            "direction": direction,
            "kind": row["kind"],
            "unit": split_key(row["unit"])[1],
            "type": split_key(row["unit"])[0],
            "file": row["file_path"],
            "line": row["line"],
            "text": row["text"],
            "certainty": row["certainty"],
            "via": row["via"],
            "key": row["unit"],
        }
        for row in rows
    ]


def index_rows(manifests: Iterable[Manifest]) -> list[Row]:
    """Return one row per index: its size, the commit, when it was built, and its folder or the members of a group."""
    return [
        {
            "name": one.name, "units": one.counts.get("units", 0), "relations": one.counts.get("relations", 0),
            "vectors": one.vectors, "commit": "a group" if one.members else one.git_sha[:8] or "no git",
            "built": one.built_at[:16].replace("T", " "), "root": ", ".join(each.name for each in one.members) or one.root,
        }
        for one in manifests
    ]  # fmt: skip


def count_rows(counts: Mapping[str, int], name: str) -> list[Row]:
    """Return one row per counted thing."""
    return [{name: thing, "count": count} for thing, count in counts.items()]


def setting_rows(settings: Settings) -> list[Row]:
    """Return one row per setting: its dotted name, the value in force and the default."""
    usual = dict(_settings(Settings(), ""))
    return [
        {"setting": name, "value": str(value), "default": "" if usual.get(name) == value else str(usual.get(name, ""))}
        for name, value in _settings(settings, "")
    ]


def weights(settings: Settings) -> list[tuple[str, float]]:
    """Return the dotted names and values of the numbers that say how much a signal or a strategy counts."""
    ranks = [(name, value) for name, value in _settings(settings.rank, "rank.") if isinstance(value, float)]
    return [*ranks, *((f"search.weights.{name}", value) for name, value in settings.search.weights.items())]


def backend_rows(backends: Iterable[Available]) -> list[Row]:
    """Return one row per product that can be chosen, and what is missing to use it."""
    return [
        {
            "for": backend.kind,
            "product": backend.name,
            "in use": "yes" if backend.chosen else "",
            "what it is": backend.note,
            "installed": ", ".join(backend.versions),
            "to install": backend.install,
        }
        for backend in backends
    ]


def _settings(owner: _Group, prefix: str) -> Iterator[tuple[str, object]]:
    for field in fields(owner):
        value = getattr(owner, field.name)
        if is_dataclass(value) and not isinstance(value, type):
            yield from _settings(value, f"{prefix}{field.name}.")
        else:
            yield f"{prefix}{field.name}", value


def _place(head: UnitHead | None) -> Row:
    if head is None:
        return {"file": "", "line": 0}
    return {"file": head.file_path, "line": head.start_line}
