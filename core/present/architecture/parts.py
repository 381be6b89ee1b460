"""Write the parts of the domain: a list of them, and one with its models, entry points, tables, jobs, tests and owners."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from core.analyse.parts import DomainPart
from core.model import split_key
from core.present.html.elements import Markup, el, joined
from core.present.html.labels import unit_link
from core.present.html.links import anchor, page_url
from core.text.counts import counted_as

_NAMED = 5  # models of a part in the list
_LISTED = 12  # units of one kind of a part; the heading counts all
_COUNTED = (("entry_points", "entry point"), ("tables", "table"), ("jobs", "job"), ("tests", "test"))


def part_list(parts: Sequence[DomainPart], index: str) -> Markup:
    """Return the parts as links to the map, each with its main models and what it has."""
    rows = []
    for one in parts:
        models = ", ".join(split_key(key)[1].rpartition("::")[2] for key in one.models[:_NAMED])
        has = ", ".join(counted_as(count, name) for field, name in _COUNTED if (count := len(getattr(one, field))))
        link = anchor(page_url("map", index=index, level="part", domain=one.part), one.part)
        rows.append(el("li", el("div", link, " ", el("span", models, class_="small")), el("div", has, class_="dim small")))
    return el("ul", *rows, class_="list boxed padded")


def part_notes(parts: Iterable[DomainPart]) -> dict[str, str]:
    """Return what the box of each part says below its name."""
    return {one.part: f"{counted_as(one.units, 'unit')}, {counted_as(len(one.models), 'model')}" for one in parts}


def part_html(part: DomainPart, index: str) -> Markup:
    """Return one part: its units by kind, most used first, who changed it, and the parts at the other end of its links."""
    lists: list[tuple[str, Sequence[str]]] = [
        ("Models", part.models), ("Entry points", part.entry_points), ("Tables", part.tables), ("Jobs", part.jobs),
        ("Tests", part.tests),
    ]  # fmt: skip
    owners = [el("span", f"{name} ({counted_as(count, 'file')})", class_="chip") for name, count in _first(part.owners)]
    return joined(
        *(_units(title, keys, index) for title, keys in lists if keys),
        _section("Authors", owners, len(part.owners)) if owners else None,
        _section("Used by", _places(part.used_by), len(part.used_by)) if part.used_by else None,
        _section("Uses", _places(part.uses), len(part.uses)) if part.uses else None,
    )


def _units(title: str, keys: Sequence[str], index: str) -> Markup:
    return _section(title, [el("span", unit_link(key, index), class_="chip") for key in keys[:_LISTED]], len(keys))


def _places(counts: Mapping[str, int]) -> list[Markup]:
    return [
        el("a", name, " ", el("b", counted_as(count, "line")), href=f"?domain={name}", data_set=f"domain={name}", class_="chip")
        for name, count in _first(counts)
    ]


def _first(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return list(counts.items())[:_LISTED]


def _section(title: str, chips: Sequence[Markup], of: int) -> Markup:
    count = f"{of:,}" if of <= len(chips) else f"{len(chips)} of {of:,}"
    return joined(el("h4", title, " ", el("span", count, class_="dim"), class_="kind"), el("div", *chips, class_="chips"))
