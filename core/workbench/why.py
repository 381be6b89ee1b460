"""Why a unit stands where it stands in a run, or why it is missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.errors import SourceError
from core.model import UnitHead, split_key
from core.model.resolve import candidates
from core.model.run import Ranked, SearchRun, Source
from core.model.text_table import Flat
from core.model.why import Explanation

_NAMED = 3  # parts of the score that a sentence names
_UNSEEN = "none of the searches found it among their best candidates"


def why(run: SearchRun, name: str, heads: Mapping[str, UnitHead] | None = None) -> Explanation:
    """Return what became of a unit, given by key, identifier or name; `heads` are those of the index by key, for unfound units.

    Raises `SourceError` when neither the run nor the heads know the name.
    """
    key = _key(run, name, heads or {})
    title = _title(key)
    found: dict[str, Mapping[str, Flat]] = {
        hit.strategy: {"rank": hit.rank, "score": hit.score, "evidence": hit.evidence}
        for hit in run.hits
        if hit.unit_key == key
    }
    ranked = next((unit for unit in run.ranked if unit.unit_key == key), None)
    source = run.context.shown_as.get(key)
    reasons = tuple(f"{drop.stage}: {drop.reason}" for drop in run.dropped if drop.unit_key == key)
    if ranked is None:
        reason = reasons[0] if reasons else _UNSEEN
        stage = "context" if source else "rank" if found else "search" if reasons else "recall"
        shown = f"{_shown(source, key)}, as the surroundings of a better unit" if source else f"is not in the answer: {reason}"
        return Explanation(key, stage, f"{title} {shown}.", hits=found, dropped=reasons)
    place = f"is number {ranked.rank} of {len(run.ranked)} with {ranked.score:.2f}: {_parts(ranked)}. {_found(found)}"
    ending = f"It {_shown(source, key)}." if source else f"It is not in the context: {reasons[0] if reasons else 'no room'}."
    stage = "context" if source else "assemble"
    return Explanation(key, stage, f"{title} {place} {ending}", ranked.rank, ranked.score, ranked.parts, found, reasons)


def why_not(run: SearchRun, name: str, heads: Mapping[str, UnitHead] | None = None) -> Explanation:
    """Return the same as `why`, with a sentence that also compares the unit with the first of the ranking."""
    explained = why(run, name, heads)
    first = run.ranked[0] if run.ranked else None
    if first is None or explained.parts is None or explained.rank <= 1:
        return explained
    gaps = {part: value - explained.parts.get(part, 0.0) for part, value in first.parts.items()}
    largest = sorted(gaps.items(), key=lambda row: (-row[1], row[0]))[:_NAMED]
    lost = ", ".join(f"{part} {value:.2f}" for part, value in largest if value > 0)
    leader = _title(first.unit_key)
    sentence = f"{explained.sentence} Against {leader}, the first, it lacks {lost or 'nothing but the tie'}."
    return replace(explained, sentence=sentence)


def _key(run: SearchRun, name: str, heads: Mapping[str, UnitHead]) -> str:
    if name in heads or name in run.heads:
        return name
    known = {**heads, **run.heads}
    ranks = {unit.unit_key: unit.rank for unit in run.ranked}
    called = {head.identifier for head in candidates(name, known)}
    if found := [key for key, head in known.items() if head.identifier in called]:
        return min(found, key=lambda key: (ranks.get(key, len(known)), key))
    raise SourceError(f"No unit '{name}' in this index. Look for it: orienteer find '{name}'")


def _title(key: str) -> str:
    return " ".join(split_key(key))


def _parts(ranked: Ranked) -> str:
    largest = sorted(ranked.parts.items(), key=lambda part: (-abs(part[1]), part[0]))[:_NAMED]
    return ", ".join(f"{name} {value:+.2f}" for name, value in largest)


def _found(found: Mapping[str, Mapping[str, Flat]]) -> str:
    parts = [
        f"{strategy} number {hit['rank']}" + (f" ({hit['evidence']})" if hit["evidence"] else "")
        for strategy, hit in sorted(found.items(), key=lambda row: int(row[1]["rank"] or 0))
    ]
    return f"Found by {', '.join(parts)}."


def _shown(source: Source, key: str) -> str:
    if source.unit_key != key:
        return f"is shown whole with {_title(source.unit_key)} in the {source.section} section"
    how = "in part" if source.truncated else "whole"
    return f"is shown {how} in the {source.section} section with {source.tokens} tokens"
