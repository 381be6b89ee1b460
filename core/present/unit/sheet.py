"""Write what is known of one unit as HTML: declared facts, relations by kind with the lines that say so, its places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Sized
from itertools import groupby

from core.analyse.users import group_rank
from core.model import CodeUnit, UnitHead, split_key
from core.model.facts import ToldFact
from core.model.sheet import RelationRow
from core.present.html.code_pane import Mark
from core.present.html.elements import Markup, el, joined
from core.present.html.grid import paged
from core.present.html.labels import parted, type_tag
from core.present.html.links import unit_url
from core.present.html.places import place_link
from core.text.counts import counted_as
from core.vocabulary import BY_PATH

_MOST = 2_000  # rows of one kind before the rest is only counted


def headline(unit: CodeUnit, history: str) -> Markup:
    """Return the type and language of a unit, its complexity, how it is known, and how its file changes."""
    runtime = str(unit.metadata.get("runtime") or "")
    said = [
        type_tag(unit.type),
        el("span", unit.language, class_="tag") if unit.language else None,
        el("span", "test", class_="tag") if unit.is_test else None,
        el("span", unit.origin, class_="tag") if unit.origin != "static" else None,
        el("span", runtime, class_="tag") if runtime not in ("", "confirmed") else None,
        el("span", history, class_="dim"),
    ]
    return el("div", *said, class_="chips")


def lead(unit: CodeUnit, measures: Mapping[str, float], tests: Sized, of: int) -> str:
    """Return in a sentence what the unit is, how much leans on it and whether one `of` so many tests does.

    See `counted` for `measures`.
    """
    words = unit.type.replace("_", " ")
    branches = f", complexity {measures['complexity']:,.0f}" if measures["complexity"] > 1 else ""
    size = counted_as(max(1, int(measures["lines"])), "line")
    what = f"{'An' if words[0] in 'aeiou' else 'A'} {words} of {size}{branches}"
    if unit.type in BY_PATH:
        return f"{what}."
    users, used, named = int(measures["fan_in"]), int(measures["fan_out"]), len(tests)
    leans = counted_as(users, "dependent") if users else "no known dependents"
    needs = counted_as(used, "dependency") if used else "no known dependencies"
    tested = counted_as(named, "test") if named else "no known tests" if of else "tests not analysed"
    return f"{what}: {leans}, {needs}, {tested}."


def summary_html(summary: str) -> Markup:
    """Return the lines that say what a folder or file holds."""
    return el("div", *(el("p", line, class_="dim small") for line in summary.splitlines()))


def counted(
    key: str,
    members: Iterable[str],
    users: Sized,
    used: Sized,
    metrics: Mapping[str, Mapping[str, float]],
) -> dict[str, float]:
    """Return the measures of a unit with its members: units that use it, units that it uses, complexity in all, lines."""
    own = metrics.get(key, {})
    inner = sum(metrics.get(member, {}).get("complexity", 0.0) for member in members)
    return {
        "fan_in": float(len(users)),
        "fan_out": float(len(used)),
        "complexity": own.get("complexity", 0.0) + inner,
        "lines": own.get("lines", 0.0),
    }


def fact_lists(facts: Mapping[str, Sequence[ToldFact]], runtime: str = "") -> Markup:
    """Return the declared facts by kind, each with its line and how it is known when that is not plain.

    `runtime` is a sentence about all of them.
    """
    said = el("p", runtime, class_="dim") if runtime else None
    return joined(said, *(_facts(kind, rows) for kind, rows in facts.items()))


def fact_marks(facts: Mapping[str, Sequence[ToldFact]], file_path: str) -> tuple[Mark, ...]:
    """Return a mark for every line of the file that declares a fact."""
    found: dict[int, list[str]] = {}
    for kind, rows in facts.items():
        for row in rows:
            if row.get("line") and row.get("file_path") == file_path:
                found.setdefault(int(row["line"]), []).append(f"{_words(kind)}: {row.get('text') or row.get('name', '')}")
    return tuple(Mark(line, line, "declared", "; ".join(notes)) for line, notes in sorted(found.items()))


def relation_list(
    rows: Iterable[RelationRow],
    index: str = "",
    editor: str = "",
    root: str = "",
    heads: Mapping[str, UnitHead] | None = None,
) -> Markup:
    """Return relations by kind, most frequent first; every row names the unit, the line and what stands there.

    In each kind controllers come before jobs, views and models, migrations and tests last; what has the most lines first.
    A member counts as what it belongs to where `heads` tell.
    """
    listed = list(rows)
    counts, lines = Counter(row["kind"] for row in listed), Counter((row["kind"], row["unit"]) for row in listed)
    ordered = sorted(
        listed,
        key=lambda row: (
            -counts[row["kind"]], row["kind"], row["is_test"], group_rank(_outer_type(row["unit"], heads or {})),
            -lines[row["kind"], row["unit"]], row["unit"], row["file_path"], row["line"],
        ),
    )  # fmt: skip
    groups = [
        _relations(kind, list(group), index, editor, root) for kind, group in groupby(ordered, key=lambda row: str(row["kind"]))
    ]
    return joined(*groups)


def _outer_type(key: str, heads: Mapping[str, UnitHead]) -> str:
    """Return the type of the class or file that a member belongs to, and of everything else its own."""
    head = heads.get(key)
    outer = heads.get(head.parent) if head else None
    return split_key(key)[0] if outer is None or outer.type == "file" else _outer_type(outer.key, heads)


def member_list(heads: Iterable[UnitHead], index: str = "") -> Markup:
    """Return the units inside a unit in the order of their lines, as links with their signatures."""
    ordered = sorted(heads, key=lambda head: (head.file_path, head.start_line, head.key))
    rows = [
        el(
            "li",
            el("span", head.start_line, class_="rank small"),
            el("a", head.name, href=unit_url(head.key, index), data_go=True),
            el("code", head.signature, class_="quote", title=head.signature),
            type_tag(head.type),
            class_="fact row",
        )
        for head in ordered
    ]
    return el("ul", *rows, class_="list boxed wide-list")


def _facts(kind: str, rows: Sequence[ToldFact]) -> Markup:
    title = el("h4", _words(kind), el("span", len(rows), class_="dim"), class_="kind")
    return joined(title, paged((el("li", _fact(row)) for row in rows), "ul", "list boxed"))


def _fact(row: ToldFact) -> Markup:
    line = row.get("line")
    known = row.get("known", "")
    return el(
        "div",
        el("a", line, href=f"?line={line}", data_set=f"line={line}", class_="rank small")
        if line
        else el("span", class_="rank"),
        el("code", row.get("text") or row.get("name", ""), class_="mono"),
        el("span", known, class_="tag", style="white-space:normal") if known else None,
        class_="fact row wrapping",
    )


def _relations(kind: str, rows: Sequence[RelationRow], index: str, editor: str, root: str) -> Markup:
    units = len({row["unit"] for row in rows})
    said = f"{units} units in {len(rows)} places" if len(rows) != units else f"{units}"
    title = el("h4", _words(kind), el("span", said, class_="dim"), class_="kind")
    by_unit = groupby(rows[:_MOST], key=lambda row: row["unit"])
    written = [el("li", _relation(unit, list(places), index, editor, root)) for unit, places in by_unit]
    left = (
        el("p", f"… and {len(rows) - _MOST:,} more places: see the export below.", class_="note dim") if rows[_MOST:] else None
    )
    return joined(title, paged(written, "ul", "list boxed"), left)


def _relation(unit: str, rows: Sequence[RelationRow], index: str, editor: str, root: str) -> Markup:
    """Return a unit with every line that relates it."""
    type_, identifier = split_key(unit)
    link = el("a", parted(identifier or "(unnamed)"), href=unit_url(unit, index), data_go=True, class_="cut")
    places = (_place(row, index, editor, root) for row in rows)
    return el("div", el("div", link, type_tag(type_), class_="row wrapping"), *places, class_="fact")


def _place(row: RelationRow, index: str, editor: str, root: str) -> Markup:
    place = place_link(row["file_path"], int(row["line"]), index, editor, root, short=True)
    via, sure = str(row.get("via") or ""), str(row["certainty"])
    known = el("span", sure, class_="dim small", title=via or None) if sure != "declared" else None
    text = row.get("text", "")
    return el("div", place, el("code", text, class_="quote", title=text), known, class_="row")


def _words(name: str) -> str:
    return name.replace("_", " ")
