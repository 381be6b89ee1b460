"""A run as text for a terminal, as Markdown, as tagged text for a model, and as the JSON object that scripts rely on."""

from __future__ import annotations

import json
import re

from core.model import split_key
from core.model.entity_kinds import USES_COLUMN
from core.model.run import Context, Dropped, Mentioned, Ranked, RankedHost, Request, SearchRun, Source, Step
from core.text.counts import many
from core.vocabulary import PROSE

_WORD = re.compile(r"\w+")


def as_dict(run: SearchRun) -> dict[str, object]:
    """Return the run as JSON values: query, doubt, classification, ranked, sources, context, tokens, trace …"""
    plan = run.plan
    return {
        "query": run.question,
        "doubt": {
            "level": run.doubt.level,
            "absent": list(run.doubt.absent),
            "unanswered": run.doubt.unanswered,
            "sentence": run.doubt.sentence,
        },
        "classification": {
            "intent": plan.intent,
            "scope": plan.scope,
            "target_types": list(plan.target_types),
            "framework_context": plan.framework,
            "entities": [
                {"text": entity.text, "kind": entity.kind, "units": list(entity.unit_keys), "confidence": entity.confidence}
                for entity in plan.entities
            ],
            "entities_by_kind": entities_by_kind(run),
            "keywords": list(plan.keywords),
            "direction": plan.direction,
            "confidence": dict(plan.confidence),
        },
        "strategy": plan.strategy,
        "strategies": list(plan.strategies),
        "requests": [_request(request) for request in plan.requests],
        "candidate_count": len({hit.unit_key for hit in run.hits}),
        "hosts": [_host(run, host) for host in run.hosts],
        "ranked": [_ranked(run, ranked) for ranked in run.ranked],
        "sources": [_source(source) for source in run.context.sources],
        "facts": list(run.context.facts),
        "known": [
            {**_unit(run, one.unit_key), "ranges": [list(span) for span in one.ranges], "turn": one.turn}
            for one in run.context.known
        ],
        "also": [_mentioned(mention) for mention in run.context.also],
        "dropped": [_dropped(dropped) for dropped in run.dropped],
        "context": run.context.text,
        "tokens_used": run.context.tokens,
        "budget": run.context.budget,
        "sections": [
            {"name": section.name, "allowance": section.allowance, "tokens": section.tokens} for section in run.context.sections
        ],
        "trace": [_step(step) for step in run.trace],
        "notes": list(run.notes),
    }


def entities_by_kind(run: SearchRun) -> dict[str, list[str]]:
    """Return the names in a question by what they stand for, then its other words.

    Names are under the plural of the type of their unit: `models`, `methods`, `services`; columns are `attributes`. The other
    words that count are `concepts`, or `framework_concepts` where the question is about a framework.
    """
    found: dict[str, list[str]] = {}
    for entity in run.plan.entities:
        if entity.unit_keys:
            type_ = split_key(entity.unit_keys[0])[0]
            kind = "attributes" if entity.kind == USES_COLUMN else many(type_)
            found.setdefault(kind, []).append(entity.text)
    named = {word.lower() for names in found.values() for name in names for word in _WORD.findall(name)}
    stems = tuple(run.plan.keywords)
    words = [one for one in dict.fromkeys(_WORD.findall(run.plan.question)) if one.lower().startswith(stems)]
    if concepts := [one for one in words if one.lower() not in named]:
        found["framework_concepts" if run.plan.framework else "concepts"] = concepts
    return found


def as_json(run: SearchRun) -> str:
    """Return `as_dict` as indented JSON."""
    return json.dumps(as_dict(run), indent=1, ensure_ascii=False, default=str)


def as_text(run: SearchRun, format_: str = "text", *, sources: bool = False, code: bool = True, verbose: bool = False) -> str:
    """Return the run for reading: how it was understood, what was found, the context if `code` is wanted, its `sources`."""
    if format_ != "text" and code:
        parts = [_headed(run)] if sources else []
        parts += [run.doubt.sentence, run.context.text]
        return "\n\n".join(filter(None, [*parts, sources_text(run) if sources else ""]))
    parts = [run.doubt.sentence, _understood(run)]
    if not run.ranked:
        parts.append("No results. Try other words, or drop --type and --path.")
    parts.append(_listed(run))
    if verbose:
        parts.append(stages_text(run))
    if code and run.context.text:
        parts.append(run.context.text)
    if sources:
        parts.append(sources_text(run))
    parts.append(_account(run.context))
    return "\n\n".join(part for part in parts if part)


def _headed(run: SearchRun) -> str:
    """Return the question, the tokens and the strategy as a head of Markdown."""
    used = f"**Tokens:** {run.context.tokens}/{run.context.budget}"
    return f"# Query: {run.question}\n\n{used}\n**Strategy:** {run.plan.strategy}"


def sources_text(run: SearchRun) -> str:
    """Return the units that the context shows, each with its type and its score, in their order."""
    found = ((*split_key(source.unit_key), source.score) for source in run.context.sources)
    rows = [f"- {identifier} ({type_}, score: {score:.2f})" for type_, identifier, score in found]
    return "\n".join(("## Sources", "", *(rows or ["None."])))


def _request(request: Request) -> dict[str, object]:
    """Return one of the searches that a router made of the question, by the names of the family of tools."""
    prose = {"markdown", "text"} if not request.target_types or PROSE & set(request.target_types) else set()
    code = {"code"} if not request.target_types or set(request.target_types) - PROSE else set()
    return {
        "query": request.text,
        "source_types": sorted(prose | code),
        "folders": list(request.folders),
        "file_patterns": list(request.paths),
        "reasoning": request.reason,
        "intent": request.intent,
        "scope": request.scope,
        "target_types": list(request.target_types),
        "entities": list(request.entities),
    }


def _unit(run: SearchRun, key: str) -> dict[str, object]:
    """Return which unit it is and where it begins, as far as the run knows."""
    type_, identifier = split_key(key)
    head = run.heads.get(key)
    return {
        "type": type_,
        "identifier": identifier,
        "file_path": head.file_path if head else "",
        "start_line": head.start_line if head else 0,
    }


def _host(run: SearchRun, host: RankedHost) -> dict[str, object]:
    return {
        **_unit(run, host.unit_key),
        "rank": host.rank,
        "evidence": host.evidence,
        "lines": list(host.lines),
        "found": [split_key(key)[1] for key in host.found],
    }


def _ranked(run: SearchRun, ranked: Ranked) -> dict[str, object]:
    head = run.heads.get(ranked.unit_key)
    return {
        **_unit(run, ranked.unit_key),
        "end_line": head.end_line if head else 0,
        "score": round(ranked.score, 6),
        "scores": {name: round(value, 6) for name, value in ranked.parts.items()},
        "found_by": list(ranked.found_by),
        "rank": ranked.rank,
    }


def _source(source: Source) -> dict[str, object]:
    type_, identifier = split_key(source.unit_key)
    return {
        "type": type_,
        "identifier": identifier,
        "file_path": source.file_path,
        "start_line": source.start_line,
        "end_line": source.end_line,
        "section": source.section,
        "score": round(source.score, 6),
        "level": source.level,
        "tokens": source.tokens,
        "truncated": source.truncated,
        "ranges": [list(span) for span in source.ranges],
        "holds": list(source.holds),
    }


def _mentioned(mention: Mentioned) -> dict[str, object]:
    type_, identifier = split_key(mention.unit_key)
    place = {"file_path": mention.file_path, "line": mention.line_number}
    return {"type": type_, "identifier": identifier, **place, "why": mention.why}


def _dropped(dropped: Dropped) -> dict[str, object]:
    type_, identifier = split_key(dropped.unit_key)
    return {"type": type_, "identifier": identifier, "stage": dropped.stage, "reason": dropped.reason}


def _step(step: Step) -> dict[str, object]:
    return {"step": step.step, "seconds": round(step.seconds, 6), **step.facts}


def _understood(run: SearchRun) -> str:
    plan = run.plan
    words = [f"{plan.intent}, {plan.scope}"]
    if plan.target_types:
        words.append("looking for " + ", ".join(plan.target_types))
    if plan.entities:
        words.append("about " + ", ".join(entity.text for entity in plan.entities))
    return "Interpreted as: " + "; ".join(words) + f". Searches: {', '.join(plan.strategies)}."


def _listed(run: SearchRun) -> str:
    lines = []
    for ranked in run.ranked[:15]:
        head = run.heads.get(ranked.unit_key)
        type_, identifier = split_key(ranked.unit_key)
        place = f"{head.file_path}:{head.start_line}" if head and head.start_line else (head.file_path if head else "")
        lines.append(f"{ranked.rank:>3}. {ranked.score:.3f}  {type_:<14} {identifier}  {place}")
    return "\n".join(lines)


def stages_text(run: SearchRun) -> str:
    """Return each stage with its time and facts, the parts of the best score, and what was dropped."""
    lines = ["Stages:"]
    for step in run.trace:
        facts = ", ".join(f"{name} {value}" for name, value in step.facts.items())
        lines.append(f"  {step.step:<12} {step.seconds * 1000:7.1f} ms  {facts}")
    best = "; ".join(f"{name} {value:.3f}" for name, value in (run.ranked[0].parts.items() if run.ranked else ()))
    lines.append(f"Best score: {best}" if best else "")
    lines.append("Dropped:")
    lines += [f"  {dropped.unit_key}  {dropped.stage}: {dropped.reason}" for dropped in run.dropped[:40]]
    if len(run.dropped) > 40:
        lines.append(f"  and {len(run.dropped) - 40} more: -f json lists all")
    return "\n".join(lines)


def _account(context: Context) -> str:
    sections = ", ".join(f"{section.name} {section.tokens}" for section in context.sections if section.tokens)
    return f"{context.tokens} of {context.budget} tokens, {len(context.sources)} sources, {len(context.also)} mentions" + (
        f" ({sections})" if sections else ""
    )
