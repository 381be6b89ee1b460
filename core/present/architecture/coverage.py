"""Write what an index does not know, so that an empty answer can be told from an unread file."""

from __future__ import annotations

from collections.abc import Mapping

from core.model.text_table import Flat
from core.present.html.elements import Markup, el, joined
from core.present.html.tables import plain_html

_MEANINGS: Mapping[str, str] = {
    "files read": "of each file once, by the worst that befell it",
    "languages": "and whether relations are read in them",
    "files": "that were not simply read, with the reason",
    "references": "names in the code by what became of them",
    "references resolved": "of those that may lead to a unit of this checkout",
    "calls resolved": "calls that are known to mean a method, of those whose name a unit of this checkout has",
    "examples of unresolved references": "where an answer may lack something",
    "relations": "by kind, with how they are known",
    "declarations not understood": "lines that say something which is not in the index",
    "wrappers of jobs and mails": "methods that run what they are given, as learned; extract.wrappers corrects it",
    "import of a Woods index": "oddities of its records, by how often",
    "sources of libraries": "that were read beside the checkout",
    "files against the running application": "what reading and running agree on",
}


def coverage_html(coverage: Mapping[str, object], index: str = "") -> Markup:
    """Return each part of the coverage under its name and what it means: numbers as they are, lists folded away."""
    return joined(*(joined(_title(name), _part(value, index)) for name, value in coverage.items()))


def coverage_rows(coverage: Mapping[str, object]) -> dict[str, list[dict[str, Flat]]]:
    """Return each part of the coverage as rows, all of them, by its name; what is one number or sentence as one row."""
    return {name: _rows(value) for name, value in coverage.items()}


def _rows(value: object) -> list[dict[str, Flat]]:
    if isinstance(value, Mapping):
        nested = any(isinstance(inner, Mapping) for inner in value.values())
        return _outcomes(value) if nested else [{"what": str(name), "count": number} for name, number in value.items()]
    if isinstance(value, list | tuple):
        return [dict(one) if isinstance(one, Mapping) else {"name": str(one)} for one in value]
    return [{"count" if isinstance(value, int) else "said": value if isinstance(value, int) else str(value)}]


def _title(name: str) -> Markup:
    return el("h4", name, el("span", _MEANINGS.get(name, ""), class_="dim", style="font-weight:400"), class_="kind")


def _part(value: object, index: str) -> Markup:
    if isinstance(value, Mapping):
        if any(isinstance(inner, Mapping) for inner in value.values()):
            return plain_html(_outcomes(value), index=index)
        return el("div", *(_count(name, number) for name, number in value.items()), class_="chips")
    if isinstance(value, list | tuple):
        if value and isinstance(value[0], Mapping):
            return el("details", el("summary", f"Show {len(value):,}"), plain_html(value, index=index))
        return (
            el("details", el("summary", f"Show {len(value):,}"), el("p", ", ".join(map(str, value))))
            if value
            else el("p", "none", class_="dim")
        )
    return el("p", f"{value:,}" if isinstance(value, int) else str(value))


def _outcomes(counts: Mapping[str, Mapping[str, Flat]]) -> list[dict[str, Flat]]:
    """Return a row per outcome with a column for each that has it; outcomes that nothing had are left out."""
    names = dict.fromkeys(name for row in counts.values() for name, count in row.items() if count)
    return [{"outcome": name.replace("_", " "), **{of: row.get(name, 0) for of, row in counts.items()}} for name in names]


def _count(name: str, number: object) -> Markup:
    return el(
        "span",
        el("b", f"{number:,}" if isinstance(number, int) else str(number)),
        el("span", name, class_="label"),
        class_="chip",
    )
