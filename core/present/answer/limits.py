"""Write what a question is limited to: names and their meanings, how many units a value leaves, which limits hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from core.model.run import Filters
from core.present.html.elements import Markup, el
from core.present.html.empty import nothing
from core.present.html.grid import grid

_MOST = 12  # namespaces; a reader may write others


class NamedLimit(NamedTuple):
    """What a name of a limit is called, and what it means."""

    label: str
    help: str


LIMIT_NAMES: Mapping[str, NamedLimit] = {
    "namespace": NamedLimit("Namespaces", "Includes nested namespaces: Billing also finds Billing::Invoices."),
    "package": NamedLimit("Packages", "Packages, engines, crates and workspaces. Includes nested ones."),
    "part": NamedLimit("Parts", "Parts of the domain, such as billing. Edit them in orienteer.toml."),
    "change_frequency": NamedLimit(
        "Change frequency",
        "Commits to the file. New: first commit under 90 days old. Hot: 10 or more in 90 days. Active: 3 or more. "
        "Stable: fewer, but some this year. Dormant: none this year. Unknown: no git.",
    ),
    "source_type": NamedLimit("Content", "“Text” covers other documents, settings and data."),
    "importance": NamedLimit("Importance", "Thirds of all units by PageRank. High: most used."),
}


def limit_values_table(found: Mapping[str, Mapping[str, int]]) -> Markup:
    """Return the values of each name with the number of units that they leave, of those that anybody may write the largest."""
    rows = [
        (name.replace("_", " ") if not number else "", value, units)
        for name, values in found.items()
        for number, (value, units) in enumerate(list(values.items())[:_MOST])
    ]
    return el("div", grid(("filter", "value", ("units", "num")), rows), class_="boxed scrolls")


def limits_in_words(filters: Filters) -> str:
    """Return the limits that are in force, nothing without any."""
    return "; ".join(f"{name.replace('_', ' ')} {' or '.join(values)}" for name, values in _named(filters) if values)


def nothing_found(filters: Filters) -> Markup:
    """Return what an answer without any unit says: which limits held, and what a reader can do."""
    limited = limits_in_words(filters)
    if not limited:
        return nothing("No results.", "Use other words.")
    return nothing(f"No results with {limited}.", "Remove a filter.", "Use other words.")


def _named(filters: Filters) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield "type", filters.types
    yield "path", filters.paths
    yield "language", filters.languages
    yield "repository", filters.repositories
    yield from filters.where
