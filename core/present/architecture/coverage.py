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

_OUTCOMES: Mapping[str, str] = {
    "resolved": "names that lead to a unit of this checkout",
    "external": "names of a library or of the language's surroundings",
    "builtin": "names of the language itself",
    "local": "names of values inside one method or file",
    "value": "values of which the kind is not known",
    "ambiguous": "names that several units have",
    "unexplained": "names that nothing explains",
    "unexplained_in_tests": "names in tests that nothing explains",
    "dangling": "names of units that are not in the index",
    "partial": "names of which only the beginning is known",
    "calls": "calls that are known to mean a method of this checkout",
    "calls_library": "calls of names that nothing in this checkout has",
    "calls_attributes": "calls of attributes, such as columns",
    "calls_open": "calls of names of this checkout on values of which nothing is known",
    "calls_unknown": "calls of names of this checkout on values whose class does not have them",
    "route_without_controller": "routes whose controller is not in this checkout",
    "model_without_table": "models whose table is not in the schema",
    "unread_schema": "schemas that could not be read",
    "wrapper": "methods that run a job or a mail that they are given",
}
_OF_VIEWS = {
    "link": "links", "action": "actions that render", "layout": "layouts", "partial": "partials", "template": "templates",
    "stimulus": "Stimulus controllers", "component": "components", "frame": "frames",
}  # fmt: skip
_ENDED = {"resolved": "known", "unresolved": "not found", "external": "to somewhere else"}


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
    return [{"outcome": _outcome(name), **{of: row.get(name, 0) for of, row in counts.items()}} for name in names]


def _outcome(name: str) -> str:
    """Return in words what became of references; of an outcome without words its name."""
    kind, _, ended = name.removeprefix("views_").rpartition("_")
    if name.startswith("views_") and ended in _ENDED:
        return f"{_OF_VIEWS.get(kind, kind.replace('_', ' '))} in views: {_ENDED[ended]}"
    return _OUTCOMES.get(name, name.replace("_", " "))


def _count(name: str, number: object) -> Markup:
    return el(
        "span",
        el("b", f"{number:,}" if isinstance(number, int) else str(number)),
        el("span", name, class_="label"),
        class_="chip",
    )
