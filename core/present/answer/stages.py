"""Write how a run went as HTML: its steps on one time line, what it dropped, and where the tokens of its context went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from core.model.run import Context, SearchRun, Section, Source, Step
from core.present.export.rows import gain_rows
from core.present.html.elements import Markup, el, joined
from core.present.html.grid import Row, boxed_grid, grid
from core.present.html.labels import chip, unit_link
from core.present.html.tabs import Choice
from core.text.counts import most_first

# Which facts of a step say how many candidates went in and how many came out.
_FLOW = {"search": ("", "hits"), "fuse": ("hits", "units"), "rank": ("units", "kept"), "assemble": ("units", "sources")}
_STAGES = ("search", "fuse", "rank", "assemble")  # in the order in which a unit passes them
_SECTION_HUES = {
    "structural": "hue7",
    "associations": "hue6",
    "flow": "hue4",
    "primary": "hue0",
    "supporting": "hue2",
    "framework": "hue3",
    "facts": "hue6",
    "also relevant": "hue5",
    "known": "hue6",
}


def run_views(run: SearchRun) -> list[Choice]:
    """Return the views of a run, each with what it would show in a word."""
    return [("results", len(run.ranked)), ("answer", ""), ("context", f"{run.context.tokens:,} tokens"), ("why", "")]


def waterfall(steps: Sequence[Step]) -> Markup:
    """Return the steps below each other, each with its time as a bar that starts where the step before it ended.

    Candidates that went in and came out are shown where a step noted them, its other facts as text.
    """
    total = sum(step.seconds for step in steps) or 1.0
    start, rows = 0.0, []
    for step in steps:
        rows.append(_step(step, start / total, step.seconds / total))
        start += step.seconds
    columns = ("Step", ("In", "num"), ("Out", "num"), ("Time", "wide"), ("ms", "num"), ("Details", "dim"))
    return grid(columns, rows, "grid steps")


def losers(run: SearchRun, index: str = "", limit: int = 200) -> Markup:
    """Return what was let go: counted by stage and reason, then unit by unit, who came farthest first, up to a limit."""
    if not run.dropped:
        return el("p", "Nothing was dropped.", class_="dim")
    counts = Counter((dropped.stage, _plain(dropped.reason)) for dropped in run.dropped)
    ordered = list(most_first(counts).items())[:12]
    chips = [chip(f"{stage}: {reason}", count) for (stage, reason), count in ordered]
    farthest = sorted(run.dropped, key=lambda dropped: -_STAGES.index(dropped.stage) if dropped.stage in _STAGES else 0)
    rows = [(unit_link(dropped.unit_key, index), dropped.stage, dropped.reason) for dropped in farthest[:limit]]
    shown = el("p", f"Showing {limit} of {len(run.dropped)}.", class_="dim") if len(run.dropped) > limit else None
    return joined(el("div", *chips, class_="chips"), shown, grid(("Unit", "Dropped by", ("Reason", "dim")), rows))


def token_bar(context: Context) -> Markup:
    """Return the budget as one bar: a piece per section, then headings and places, what is free at the end."""
    budget = max(context.budget, context.tokens, 1)
    around = max(0, context.tokens - sum(section.tokens for section in context.sections))
    shares = [(section.name, section.tokens, section_hue(section.name), _said(section)) for section in context.sections]
    shares.append(("headings", around, "hatched", f"headings and places {around:,}"))
    pieces = [
        el("span", class_=hue, style=f"width:{100 * tokens / budget:.2f}%", title=said)
        for _, tokens, hue, said in shares
        if tokens
    ]
    names = [el("span", el("span", class_=f"swatch {hue}"), said) for _, tokens, hue, said in shares if tokens]
    free = max(0, context.budget - context.tokens)
    account = f"{context.tokens:,} of {context.budget:,} tokens used, {free:,} free"
    bar = el("div", *pieces, class_="shares tall-shares", role="img", aria_label=account)
    return joined(bar, el("div", *names, el("span", f"{free:,} free"), class_="legend"))


def sources_table(context: Context, index: str = "") -> Markup:
    """Return what stands in the context, in its order: unit (its lines as tooltip), section, level of detail and tokens."""
    rows = [
        (_source_link(source, index), section_label(source.section), detail(source), source.tokens)
        for source in context.sources
    ]
    return grid((("Unit", "fill"), ("Section", "small"), ("Detail", "dim small"), ("Tokens", "num")), rows)


def _source_link(source: Source, index: str) -> Markup:
    lines = f"{source.file_path}:{source.start_line}–{source.end_line}"
    return unit_link(source.unit_key, index, source.start_line, title=lines)


def section_label(name: str) -> Markup:
    """Return the name of a section beside its colour."""
    return joined(el("span", class_=f"swatch {section_hue(name)}"), name)


def detail(source: Source) -> str:
    """Return how much of a source is shown, in a word; scissors where it was cut to fit."""
    return f"{source.level} ✂" if source.truncated else source.level or "whole"


def section_hue(name: str) -> str:
    """Return the colour class of a section of the context."""
    return _SECTION_HUES.get(name, "hue4")


def _step(step: Step, start: float, share: float) -> Row:
    track = el(
        "div", el("span", style=f"left:{100 * start:.2f}%;width:{100 * share:.2f}%"), class_="track", role="img",
        aria_label=f"{step.step}: {1000 * step.seconds:.1f} ms",
    )  # fmt: skip
    into, out = _FLOW.get(step.step, ("", ""))
    noted = [f"{name.replace('_', ' ')} {_fact(value)}" for name, value in step.facts.items() if name not in (into, out)]
    into_and_out = _count(step.facts, into), _count(step.facts, out)
    return el("b", step.step), *into_and_out, track, f"{1000 * step.seconds:.1f}", ", ".join(noted)


def _count(facts: Mapping[str, object], name: str) -> str:
    return f"{facts[name]:,}" if name in facts else ""


def _fact(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_fact(each)}" for name, each in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _plain(reason: str) -> str:
    """Return a reason without what is only true of one unit, so that like reasons are counted together."""
    return reason.partition(": place ")[0].partition(": of ")[0]


def _said(section: Section) -> str:
    return f"{section.name} {section.tokens:,} of {section.allowance:,}"


def section_bars(context: Context) -> Markup:
    """Return a bar per section on one scale, with a tick where its allowance ends."""
    most = max((max(section.tokens, section.allowance) for section in context.sections), default=1) or 1
    columns = ("Section", ("Used and allowed", "wide"), ("Tokens", "num"), ("Allowance", "num dim"))
    return grid(columns, [_section_row(section, most) for section in context.sections], "grid steps")


def account(run: SearchRun) -> str:
    """Return in a sentence where the tokens went and what found no room."""
    context = run.context
    if not context.sources:
        return f"Nothing fits into {context.budget:,} tokens." if run.ranked else "No results."
    most = max(context.sections, key=lambda one: one.tokens).name
    shortened = sum(source.truncated for source in context.sources)
    said = f"{len(context.sources)} units use {context.tokens:,} of {context.budget:,} tokens, most of them in “{most}”"
    cut = f"{_are(shortened)} shortened"
    out = f"{_are(len(context.dropped))} left out"
    also = f", {len(context.also)} of them mentioned at the end" if context.also else ""
    return f"{said}. {cut[:1].upper()}{cut[1:]}, {out}{also}."


def _are(count: int) -> str:
    return "none is" if not count else "1 is" if count == 1 else f"{count:,} are"


def worth(run: SearchRun, index: str = "") -> Markup:
    """Return the sources by what they bring per token, dearest last."""
    ordered = sorted(run.context.sources, key=lambda source: (-source.score / max(1, source.tokens), source.unit_key))
    rows = [
        (
            unit_link(source.unit_key, index), section_label(source.section), detail(source), source.tokens,
            f"{source.score:.3f}", f"{1000 * source.score / max(1, source.tokens):.2f}",
        )
        for source in ordered
    ]  # fmt: skip
    numbers = (("Tokens", "num"), ("Score", "num"), ("Per 1,000", "num"))
    return boxed_grid((("Unit", "fill"), ("Section", "small"), ("Detail", "dim small"), *numbers), rows)


def bought(less: SearchRun, more: SearchRun, index: str = "") -> Markup:
    """Return what the larger of two budgets adds: units that come in, and units of which more is shown."""
    rows = [
        (unit_link(str(row["key"]), index), row["what"], section_label(str(row["section"])), f"{row['tokens']:+,}")
        for row in gain_rows(less, more)
    ]
    extra = more.context.budget - less.context.budget
    if not rows:
        return el("p", f"{extra:,} more tokens would add nothing: every result is included.", class_="dim")
    return grid((("", "fill"), ("", "small"), ("", "small"), ("", "num")), rows)


def encodings(counts: Mapping[str, int], chosen: str) -> Markup:
    """Return how long the context is for different tokenizers."""
    base = counts.get(chosen, 0) or 1
    rows = [(el("b", name) if name == chosen else name, count, f"{count / base - 1:+.1%}") for name, count in counts.items()]
    return grid(("", ("", "num"), ("", "num dim")), rows)


def _section_row(section: Section, most: int) -> Row:
    used = el("span", class_=section_hue(section.name), style=f"width:{100 * section.tokens / most:.2f}%")
    limit = el(
        "i", class_="limit", style=f"left:{100 * section.allowance / most:.2f}%", title=f"allowance {section.allowance:,}"
    )
    track = el(
        "div", used, limit, class_="track thick", role="img",
        aria_label=f"{section.name}: {section.tokens} of {section.allowance} tokens",
    )  # fmt: skip
    return el("b", section.name), track, section.tokens, section.allowance
