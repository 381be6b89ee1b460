"""Write what a question found as HTML: how it was understood, the ranked units and why each stands where it stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from core.model import UnitHead, split_key
from core.model.run import Ranked, SearchRun, Source
from core.present.answer.signal_meanings import MEANINGS
from core.present.html.elements import Markup, el, joined
from core.present.html.grid import grid
from core.present.html.labels import place, type_tag, words
from core.present.html.links import page_url, unit_url

_HUES = 14  # classes hue0 … hue13 of the style sheet
_OFTEN = (
    "semantic", "table", "keyword", "definition", "relation", "described", "coverage", "type_match", "coherence", "path",
    "name", "importance", "diversity", "fused",
)  # fmt: skip
"""Signals that have a colour of their own, whatever else a run has."""
_NAMED = 4  # further units of a host that are named beside its first
_SEEN = 0.04  # share of all scores from which on a signal is seen in the bars


def hues(run: SearchRun) -> Mapping[str, str]:
    """Return a colour class for every signal of the run, the same in every run for the usual ones."""
    names = dict.fromkeys((*_OFTEN, *(name for ranked in run.ranked for name in ranked.parts)))
    return {name: f"hue{number % _HUES}" for number, name in enumerate(names)}


def understanding(run: SearchRun, index: str = "") -> Markup:
    """Return how the question was read, as chips: intent, scope, wanted types, known names, words, strategies."""
    plan = run.plan
    chips = [
        _chip("intent", plan.intent, _sure(plan.confidence.get("intent"))),
        _chip("scope", plan.scope, _sure(plan.confidence.get("scope"))),
        _chip("looking for", ", ".join(plan.target_types)) if plan.target_types else None,
        _chip("framework", "yes") if plan.framework else None,
        _chip("direction", plan.direction) if plan.direction not in ("", "both") else None,
        *(_entity(entity.text, entity.unit_keys, index) for entity in plan.entities),
        _chip("searched by", ", ".join(plan.strategies) or plan.strategy),
    ]
    notes = [el("p", note, class_="dim note") for note in run.notes]
    return joined(el("div", *chips, class_="chips"), *notes)


def hit_list(run: SearchRun, chosen: str, limit: int = 50) -> Markup:
    """Return the ranked units as a list of links that choose one, the shares of the signals drawn as a bar."""
    sources = run.context.shown_as
    best = max((ranked.score for ranked in run.ranked), default=0.0)
    colours, beside = hues(run), {host.found[0]: host.found[1:] for host in run.hosts}
    items = [
        el(
            "li",
            _hit(ranked, run.heads.get(ranked.unit_key), sources.get(ranked.unit_key), best, colours, chosen),
            _found_beside(beside.get(ranked.unit_key, ()), chosen),
        )
        for ranked in run.ranked[:limit]
    ]
    return el("ol", *items, class_="list")


def signal_legend(run: SearchRun) -> Markup:
    """Return the signals that make up most of the scores beside their colours, largest first; the small ones by name only."""
    sums: Counter[str] = Counter()
    for ranked in run.ranked:
        sums.update({name: part for name, part in ranked.parts.items() if part > 0})
    colours, whole = hues(run), sums.total() or 1.0
    ordered = sorted(sums, key=lambda name: (-sums[name], name))
    large = [name for name in ordered if sums[name] >= _SEEN * whole]
    small = [words(name) for name in ordered if name not in large]
    entries = [
        el("span", el("span", class_=f"swatch {colours[name]}"), words(name), title=MEANINGS.get(name, "")) for name in large
    ]
    rest = el("span", f"and {len(small)} small ones", title=", ".join(small)) if small else None
    return el("div", el("span", "Scores are made of"), *entries, rest, class_="legend")


def hit_account(run: SearchRun, key: str) -> Markup:
    """Return how the score of one ranked unit came about, signal by signal; empty for a unit that was not ranked."""
    ranked = next((each for each in run.ranked if each.unit_key == key), None)
    if ranked is None:
        return Markup()
    colours = hues(run)
    cells = [
        el(
            "tr",
            el("td", el("span", class_=f"swatch {colours[name]}"), words(name)),
            el("td", MEANINGS.get(name, ""), class_="dim"),
            el("td", f"{ranked.signals.get(name, 0.0):.2f}", class_="num"),
            el("td", f"{part:+.3f}", class_="num"),
        )
        for name, part in ranked.parts.items()
    ]
    return grid(("Signal", "What it says", ("Value", "num"), ("Share of the score", "num")), cells)


def _hit(
    ranked: Ranked, head: UnitHead | None, source: Source | None, best: float, colours: Mapping[str, str], chosen: str
) -> Markup:
    type_, identifier = split_key(ranked.unit_key)
    on = ranked.unit_key == chosen
    first = el(
        "span",
        el("span", ranked.rank, class_="rank"),
        el("span", identifier, class_="name cut", title=identifier),
        type_tag(type_),
        el("span", class_="push"),
        el("span", f"{ranked.score:.2f}", class_="dim num"),
        class_="row",
    )
    by = f"Found by {', '.join(ranked.found_by)}" if ranked.found_by else None
    second = el(
        "span",
        el("span", class_="rank"),
        el("span", place(head) if head else "", class_="dim cut", title=by),
        el("span", class_="push"),
        _in_context(source, ranked.unit_key),
        class_="row",
    )
    return el(
        "a", first, second, _shares(ranked, best, colours),
        class_="item on" if on else "item", href=page_url("query", pick=ranked.unit_key),
        data_set=f"pick={ranked.unit_key}", aria_current="true" if on else None,
    )  # fmt: skip


def _found_beside(keys: Sequence[str], chosen: str) -> Markup | None:
    """Return links to what else was found in the same class or file, under the first of it; nothing when there is no more."""
    if not keys:
        return None
    names = [
        el(
            "a",
            _last(key),
            href=page_url("query", pick=key),
            data_set=f"pick={key}",
            aria_current="true" if key == chosen else None,
        )
        for key in keys[:_NAMED]
    ]
    more = f" and {len(keys) - _NAMED} more" if len(keys) > _NAMED else ""
    linked = [part for name in names for part in (", ", name)][1:]
    return el("div", "in it also: ", *linked, more, class_="dim beside")


def _last(key: str) -> str:
    """Return the end of a unit's name, which tells it from the others of its class or file."""
    name = split_key(key)[1]
    return re.split(r"::|[#.:]", name)[-1] or name


def _shares(ranked: Ranked, best: float, colours: Mapping[str, str]) -> Markup:
    parts = [
        el("span", class_=colours[name], style=f"width:{100 * part / best:.2f}%", title=f"{words(name)} {part:+.3f}")
        for name, part in ranked.parts.items()
        if part > 0 and best > 0
    ]
    label = ", ".join(f"{words(name)} {part:.3f}" for name, part in ranked.parts.items())
    return el("span", *parts, class_="shares", role="img", aria_label=f"Score {ranked.score:.3f}: {label}")


def _in_context(source: Source | None, key: str) -> Markup:
    if source is None:
        return el("span", "not in the context", class_="dim small")
    if source.unit_key != key:
        name = split_key(source.unit_key)[1]
        return el("span", f"with {name}", class_="good small cut", title=f"all of its lines are shown with {name}")
    said = f"{source.section} · {source.tokens:,}"
    state = "shortened" if source.truncated else source.level or "whole"
    return el("span", f"{said} ✂" if source.truncated else said, class_="good small", title=f"{source.tokens} tokens, {state}")


def _entity(text: str, keys: Sequence[str], index: str) -> Markup:
    if not keys:
        return _chip("unknown here", text, "")
    shown = split_key(keys[0])[1]
    link = el("a", shown, href=unit_url(keys[0], index), data_go=True)
    more = f"or {len(keys) - 1} other{'s' if len(keys) > 2 else ''}" if len(keys) > 1 else ""
    return _chip("about", link, more) if shown == text else _chip(f"“{text}” may be", link, more)


def _chip(label: str, value: str, note: str = "") -> Markup:
    return el(
        "span", el("span", label, class_="label"), el("b", value), el("span", note, class_="label") if note else None,
        class_="chip",
    )  # fmt: skip


def _sure(value: float | None) -> str:
    return "" if value is None else f"{value:.0%} sure"
