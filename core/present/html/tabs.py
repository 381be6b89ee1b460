"""Write a choice as a row of links, each with what a reader would find behind it."""

from __future__ import annotations

from collections.abc import Sequence

from core.present.html.elements import Markup, el

Choice = tuple[str, str | int]
"""The id that stands in the address, and a short note beside it: a count, a time, or nothing."""

LABELS = {
    "dropped": "Missing result",
    "budget": "Token budget",
    "unreached": "Unreachable",
    "recent": "Recent commits",
    "together": "Changed together",
    "unused": "Unused code",
    "n+1": "N+1 queries",
    "view queries": "Queries in views",
    "used by": "Dependents",
    "uses": "Dependencies",
    "inside": "Members",
    "remarks": "Issues",
    "users": "Dependents",
    "entries": "Entry points",
    "along": "Usually changed too",
    "people": "Owners",
    "around": "Neighbours",
    "side by side": "Compare",
    "schema": "Schema gaps",
    "destroy": "On destroy",
    "never": "Never seen",
    "edges": "Runtime-only calls",
    "queries": "SQL",
}
"""What a tab is called where its id, which addresses keep, is not its name."""


def label(name: str) -> str:
    """Return the label of the tab with this id."""
    return LABELS.get(name, name[:1].upper() + name[1:])


def tab_bar(parameter: str, choices: Sequence[Choice], chosen: str) -> Markup:
    """Return links that set a parameter of the page's address; the chosen one is marked."""
    links = [
        el(
            "a",
            label(name),
            el("span", _note(note), class_="note") if note != "" else None,
            href=f"?{parameter}={name}",
            data_set=f"{parameter}={name}",
            aria_current="true" if name == chosen else None,
            class_="tab on" if name == chosen else "tab",
        )
        for name, note in choices
    ]
    return el("nav", *links, class_="tabs", aria_label=parameter)


def one_of(choices: Sequence[Choice], wanted: str) -> str:
    """Return the wanted id when it is among the choices, else the first one."""
    names = [name for name, _ in choices]
    return wanted if wanted in names else names[0]


def _note(note: str | int) -> str:
    return f"{note:,}" if isinstance(note, int) else note
