"""Show how the token budget was spent: each section against its allowance, and the gain from more tokens."""

from __future__ import annotations

from collections.abc import Mapping

from core.model.run import Context, SearchRun, Section
from core.present.answer.stages import detail, section_hue, section_label
from core.present.export.rows import gain_rows
from core.present.html.elements import Markup, el
from core.present.html.grid import Row, boxed_grid, grid
from core.present.html.labels import unit_link


def section_bars(context: Context) -> Markup:
    """Return a bar per section on one scale, with a tick where its allowance ends."""
    most = max((max(section.tokens, section.allowance) for section in context.sections), default=1) or 1
    columns = ("Section", ("Used and allowed", "wide"), ("Tokens", "num"), ("Allowance", "num dim"))
    return grid(columns, [_section(section, most) for section in context.sections], "grid steps")


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


def _section(section: Section, most: int) -> Row:
    used = el("span", class_=section_hue(section.name), style=f"width:{100 * section.tokens / most:.2f}%")
    limit = el(
        "i", class_="limit", style=f"left:{100 * section.allowance / most:.2f}%", title=f"allowance {section.allowance:,}"
    )
    track = el(
        "div", used, limit, class_="track thick", role="img",
        aria_label=f"{section.name}: {section.tokens} of {section.allowance} tokens",
    )  # fmt: skip
    return el("b", section.name), track, section.tokens, section.allowance
