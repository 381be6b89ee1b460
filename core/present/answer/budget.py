"""Show how the token budget was spent: each section against its allowance, and the gain from more tokens."""

from __future__ import annotations

from collections.abc import Mapping

from core.model import split_key
from core.model.run import Context, SearchRun, Section
from core.present.answer.stages import detail, section_cell, section_hue
from core.present.export.rows import gain_rows
from core.present.html.elements import Markup, el
from core.present.html.grid import boxed_grid, grid
from core.present.html.links import unit_url


def section_bars(context: Context) -> Markup:
    """Return a bar per section on one scale, with a tick where its allowance ends."""
    most = max((max(section.tokens, section.allowance) for section in context.sections), default=1) or 1
    rows = [el("tr", *_section(section, most)) for section in context.sections]
    columns = ("Section", "Used and allowed", ("Tokens", "num"), ("Allowance", "num"))
    return grid(columns, rows, "grid steps")


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
        el(
            "tr",
            el("td", _link(source.unit_key, index), class_="fill"),
            section_cell(source.section),
            el("td", detail(source), class_="dim small"),
            el("td", f"{source.tokens:,}", class_="num"),
            el("td", f"{source.score:.3f}", class_="num"),
            el("td", f"{1000 * source.score / max(1, source.tokens):.2f}", class_="num"),
        )
        for source in ordered
    ]
    columns = (("Unit", "fill"), "Section", "Detail", ("Tokens", "num"), ("Score", "num"), ("Per 1,000", "num"))
    return boxed_grid(columns, rows)


def bought(less: SearchRun, more: SearchRun, index: str = "") -> Markup:
    """Return what the larger of two budgets adds: units that come in, and units of which more is shown."""
    rows = [
        el(
            "tr",
            el("td", _link(str(row["key"]), index), class_="fill"),
            el("td", row["what"], class_="small"),
            section_cell(str(row["section"])),
            el("td", f"{row['tokens']:+,}", class_="num"),
        )
        for row in gain_rows(less, more)
    ]
    extra = more.context.budget - less.context.budget
    if not rows:
        return el("p", f"{extra:,} more tokens would add nothing: every result is included.", class_="dim")
    return el("table", el("tbody", *rows), class_="grid")


def encodings(counts: Mapping[str, int], chosen: str) -> Markup:
    """Return how long the context is for different tokenizers."""
    base = counts.get(chosen, 0) or 1
    rows = [
        el(
            "tr",
            el("td", el("b", name) if name == chosen else name),
            el("td", f"{count:,}", class_="num"),
            el("td", f"{count / base - 1:+.1%}", class_="num dim"),
        )
        for name, count in counts.items()
    ]
    return el("table", el("tbody", *rows), class_="grid")


def _link(key: str, index: str) -> Markup:
    name = split_key(key)[1]
    return el("a", name, href=unit_url(key, index), data_go=True, title=name)


def _section(section: Section, most: int) -> tuple[Markup, ...]:
    used = el("span", class_=section_hue(section.name), style=f"width:{100 * section.tokens / most:.2f}%")
    limit = el(
        "i", class_="limit", style=f"left:{100 * section.allowance / most:.2f}%", title=f"allowance {section.allowance:,}"
    )
    track = el(
        "div", used, limit, class_="track thick", role="img",
        aria_label=f"{section.name}: {section.tokens} of {section.allowance} tokens",
    )  # fmt: skip
    return (
        el("td", el("b", section.name)),
        el("td", track, style="width:60%"),
        el("td", f"{section.tokens:,}", class_="num"),
        el("td", f"{section.allowance:,}", class_="num dim"),
    )
