"""Show what an index does not cover, to distinguish an empty answer from an unread file."""

from __future__ import annotations

from collections.abc import Mapping

from core.model.text_table import Flat
from core.present.html.elements import Markup, el, joined
from core.present.html.labels import chip
from core.present.html.tables import plain_html

_MEANINGS: Mapping[str, str] = {
    "files read": "each file counted once, by its worst problem",
    "languages": "and whether relations are extracted",
    "files": "with parse problems, and why",
    "references": "names in the code by outcome",
    "references resolved": "share of the names that may refer to this codebase",
    "calls resolved": "share of the calls whose name this codebase defines",
    "examples of unresolved references": "possible gaps in answers",
    "relations": "by type and origin",
    "declarations not understood": "lines missing from the index",
    "job and mail wrappers": "methods that enqueue a job or mail they receive (correct with extract.wrappers)",
    "Woods import": "irregular records, by count",
    "library sources": "indexed with the checkout",
    "comparison with the running application": "static analysis compared with the running application",
}

_OUTCOMES: Mapping[str, str] = {
    "resolved": "names of units in this codebase",
    "external": "names from libraries or the runtime",
    "builtin": "names built into the language",
    "local": "local variables",
    "value": "values of unknown type",
    "ambiguous": "names shared by several units",
    "unexplained": "unknown names",
    "unexplained_in_tests": "unknown names in tests",
    "dangling": "units missing from the index",
    "partial": "partially known names",
    "calls": "calls to a known method of this codebase",
    "calls_library": "calls to external code",
    "calls_attributes": "calls to attributes, such as columns",
    "calls_open": "calls on values of unknown type",
    "calls_unknown": "calls on values whose class lacks the method",
    "route_without_controller": "routes without a controller in this codebase",
    "model_without_table": "models without a table in the schema",
    "unread_schema": "unreadable schemas",
    "wrapper": "methods that enqueue a job or mail they receive",
}
_OF_VIEWS = {
    "link": "links", "action": "actions that render", "layout": "layouts", "partial": "partials", "template": "templates",
    "stimulus": "Stimulus controllers", "component": "components", "frame": "frames",
}  # fmt: skip
_ENDED = {"resolved": "known", "unresolved": "not found", "external": "external"}


def coverage_html(coverage: Mapping[str, object], index: str = "") -> Markup:
    """Return each part of the coverage under its name and what it means: numbers as they are, lists folded away."""
    return joined(*(joined(_title(name), _part(value, index)) for name, value in coverage.items()))


def coverage_rows(coverage: Mapping[str, object]) -> dict[str, list[dict[str, Flat]]]:
    """Return each part of the coverage as rows, all of them, by its name; what is one number or sentence as one row."""
    return {name: _rows(value) for name, value in coverage.items()}


def _rows(value: object) -> list[dict[str, Flat]]:
    if isinstance(value, Mapping):
        nested = any(isinstance(inner, Mapping) for inner in value.values())
        return outcome_rows(value) if nested else [{"what": str(name), "count": number} for name, number in value.items()]
    if isinstance(value, list | tuple):
        return [dict(one) if isinstance(one, Mapping) else {"name": str(one)} for one in value]
    return [{"count" if isinstance(value, int) else "said": value if isinstance(value, int) else str(value)}]


def _title(name: str) -> Markup:
    return el("h4", name, el("span", _MEANINGS.get(name, ""), class_="dim", style="font-weight:400"), class_="kind")


def _part(value: object, index: str) -> Markup:
    if isinstance(value, Mapping):
        if any(isinstance(inner, Mapping) for inner in value.values()):
            return plain_html(outcome_rows(value), index=index)
        return el("div", *(chip(name, number) for name, number in value.items()), class_="chips")
    if isinstance(value, list | tuple):
        if value and isinstance(value[0], Mapping):
            return el("details", el("summary", f"Show {len(value):,}"), plain_html(value, index=index))
        return (
            el("details", el("summary", f"Show {len(value):,}"), el("p", ", ".join(map(str, value))))
            if value
            else el("p", "none", class_="dim")
        )
    return el("p", f"{value:,}" if isinstance(value, int) else str(value))


def outcome_rows(counts: Mapping[str, Mapping[str, Flat]]) -> list[dict[str, Flat]]:
    """Return a row per outcome in words, with a column for each family of languages; without outcomes that never occurred."""
    names = dict.fromkeys(name for row in counts.values() for name, count in row.items() if count)
    return [{"outcome": _outcome(name), **{of: row.get(name, 0) for of, row in counts.items()}} for name in names]


def _outcome(name: str) -> str:
    """Return in words what became of references; of an outcome without words its name."""
    kind, _, ended = name.removeprefix("views_").rpartition("_")
    if name.startswith("views_") and ended in _ENDED:
        return f"{_OF_VIEWS.get(kind, kind.replace('_', ' '))} in views: {_ENDED[ended]}"
    return _OUTCOMES.get(name, name.replace("_", " "))
