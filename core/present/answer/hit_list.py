"""Write what a question found as HTML: how it was understood, the ranked units and why each stands where it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.model import UnitHead, split_key
from core.model.entity_kinds import DOES, IN_ORDER
from core.model.run import Ranked, SearchRun, Source
from core.present.answer.limits import limits_in_words
from core.present.answer.signal_meanings import MEANINGS
from core.present.html.elements import Markup, el, joined
from core.present.html.grid import grid
from core.present.html.labels import own_part, parted, place, type_tag, typed_link, unit_link, words
from core.present.html.links import page_url
from core.present.html.type_colours import HUES
from core.text.counts import counted_as

_OFTEN = (
    "semantic", "table", "pieces", "keyword", "definition", "relation", "described", "coverage", "type_match", "coherence",
    "importance", "diversity", "fused",
)  # fmt: skip
"""Signals that have a colour of their own, whatever else a run has."""
_NAMED = 4  # units of a class or file that are seen at once, the others are folded
_NEAR = 30  # places up to which a further unit of a class or file is seen at once


def hues(run: SearchRun) -> Mapping[str, str]:
    """Return a colour class for every signal of the run, the same in every run for the usual ones."""
    names = dict.fromkeys((*_OFTEN, *(name for ranked in run.ranked for name in ranked.parts)))
    return {name: f"hue{number % len(HUES)}" for number, name in enumerate(names)}


def understanding(run: SearchRun, index: str = "") -> Markup:
    """Return how the question was interpreted, as chips: intent, scope, wanted types, known names, words, strategies."""
    plan, limited = run.plan, limits_in_words(run.plan.filters)
    chips = [
        _chip("intent", plan.intent, _sure(plan.confidence.get("intent"))),
        _chip("scope", plan.scope, _sure(plan.confidence.get("scope"))),
        _chip("types", ", ".join(plan.target_types)) if plan.target_types else None,
        _chip("only", limited) if limited else None,
        _chip("framework", "yes") if plan.framework else None,
        _chip("direction", plan.direction) if plan.direction not in ("", "both") else None,
        *(_entity(entity.text, entity.kind, entity.unit_keys, index) for entity in plan.entities),
        _chip("searches", ", ".join(plan.strategies) or plan.strategy),
    ]
    return el("div", *chips, class_="chips")


def run_notes(run: SearchRun) -> Markup:
    """Return the notes of a run, each as a paragraph."""
    return joined(*(el("p", note, class_="dim note") for note in run.notes))


def hit_list(run: SearchRun, chosen: str, limit: int = 50) -> Markup:
    """Return what was found, gathered by class or file in the order of the best of each: every unit is a link that chooses it.

    Below a unit its score is drawn to one scale for all.
    """
    sources = run.context.shown_as
    by_key = {ranked.unit_key: ranked for ranked in run.ranked}
    most = max((ranked.score for ranked in by_key.values()), default=0.0)

    def hit(key: str) -> Markup:
        return el("li", _hit(by_key[key], run.heads.get(key), sources.get(key), most, chosen))

    items = []
    for found in _gathered(run, by_key)[:limit]:
        if len(found) == 1:
            items.append(hit(found[0]))
            continue
        seen = [key for key in found if by_key[key].rank <= _NEAR][:_NAMED] or found[:1]
        first, later = seen, [key for key in found if key not in seen]
        folded = el(
            "details", el("summary", f"{len(later)} more"), el("ol", *map(hit, later), class_="list"),
            open=chosen in later,
        ) if later else None  # fmt: skip
        inside = el("ol", *map(hit, first), class_="list")
        items.append(el("li", _host(run, found), inside, folded, class_="host"))
    return el("ol", *items, class_="list")


def hit_account(run: SearchRun, key: str) -> Markup:
    """Return how the score of one ranked unit came about, signal by signal; empty for a unit that was not ranked."""
    ranked = next((each for each in run.ranked if each.unit_key == key), None)
    if ranked is None:
        return Markup()
    colours = hues(run)
    rows = [
        (
            joined(el("span", class_=f"swatch {colours[name]}"), words(name)), MEANINGS.get(name, ""),
            f"{ranked.signals.get(name, 0.0):.2f}", f"{part:+.3f}",
        )
        for name, part in ranked.parts.items()
    ]  # fmt: skip
    return grid(("Signal", ("Meaning", "dim"), ("Value", "num"), ("Score", "num")), rows)


def _hit(ranked: Ranked, head: UnitHead | None, source: Source | None, most: float, chosen: str) -> Markup:
    type_, identifier = split_key(ranked.unit_key)
    on = ranked.unit_key == chosen
    first = el(
        "span",
        el("span", ranked.rank, class_="rank"),
        parted(identifier, "name"),
        type_tag(type_),
        el("span", class_="push"),
        el("span", f"{ranked.score:.2f}", class_="dim num"),
        class_="row",
    )
    by = f"Found by {', '.join(ranked.found_by)}" if ranked.found_by else None
    second = el(
        "span",
        el("span", class_="rank"),
        parted(place(head), "dim", by or "", marks="/") if head else None,
        el("span", class_="push"),
        _in_context(source, ranked.unit_key),
        class_="row",
    )
    return el(
        "a", first, second, _bar(ranked, most),
        class_="item on" if on else "item", href=page_url("search", pick=ranked.unit_key),
        data_set=f"pick={ranked.unit_key}", aria_current="true" if on else None,
    )  # fmt: skip


def _gathered(run: SearchRun, ranked: Mapping[str, Ranked]) -> list[list[str]]:
    """Return the ranked units by the class or file that they are part of, in the order of the best of each."""
    inside = [[key for key in host.found if key in ranked] for host in run.hosts]
    known = {key for keys in inside for key in keys}
    alone = [[key] for key in ranked if key not in known]
    return sorted((keys for keys in (*inside, *alone) if keys), key=lambda keys: ranked[keys[0]].rank)


def _host(run: SearchRun, found: Sequence[str]) -> Markup:
    """Return what stands above the units of a class or file: what it is, and how many of it were found."""
    key = next(host.unit_key for host in run.hosts if found[0] in host.found)
    type_, identifier = split_key(key)
    return el(
        "div", el("b", parted(identifier), class_="cut"), type_tag(type_), el("span", class_="push"),
        el("span", f"{len(found)} results inside", class_="dim small"), class_="row hosting",
    )  # fmt: skip


def _bar(ranked: Ranked, most: float) -> Markup:
    """Return the score as a bar, the best score as wide as the list."""
    share = 100 * max(0.0, ranked.score) / (most or 1.0)
    return el(
        "span", el("span", style=f"width:{share:.1f}%"), class_="shares", role="img", aria_label=f"Score {ranked.score:.3f}"
    )


def _in_context(source: Source | None, key: str) -> Markup:
    if source is None:
        return el("span", "not in the context", class_="dim small")
    if source.unit_key != key:
        name = split_key(source.unit_key)[1]
        return el("span", "with ", own_part(name).lstrip(".:/"), class_="good small cut", title=f"included with {name}")
    said = f"{source.section} · {source.tokens:,}"
    state = "shortened" if source.truncated else source.level or "whole"
    return el("span", f"{said} ✂" if source.truncated else said, class_="good small", title=f"{source.tokens} tokens, {state}")


def _entity(text: str, kind: str, keys: Sequence[str], index: str) -> Markup:
    if not keys:
        return _chip("not found", text, "")
    shown, link = split_key(keys[0])[1], unit_link(keys[0], index)
    if len(keys) == 1:
        return _chip("about", link) if shown == text else _chip(f"“{text}” may mean", link)
    others = [el("li", typed_link(key, index)) for key in keys[1:]]
    said = "requested" if kind in IN_ORDER else f"“{text}” {'in' if kind in DOES else 'is'}"
    said, joint = (said, "and") if kind in (*DOES, "action") else (f"“{text}” may mean", "or")
    summary = el("summary", f"{joint} {counted_as(len(others), 'other')}")
    more = el("details", summary, el("ul", *others, class_="others"))
    return el("span", el("span", said, class_="label"), el("b", link), more, class_="chip open")


def _chip(label: str, value: str, note: str = "") -> Markup:
    return el(
        "span", el("span", label, class_="label"), el("b", value), el("span", note, class_="label") if note else None,
        class_="chip",
    )  # fmt: skip


def _sure(value: float | None) -> str:
    return "" if value is None else f"{value:.0%} sure"
