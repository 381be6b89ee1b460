"""The parameters that every link carries on: the index, the scope, the question and its weights."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qs, urlencode, urlsplit

State = Mapping[str, list[str]]
"""Parameters of an address with their values, in order."""

TRAVELS: Mapping[str, tuple[str, ...]] = {
    "index": (),
    "unit": (),
    "scope": (),
    "q": ("conversation",),
    "after": ("q", "conversation"),
    "conversation": ("q",),
    "turn": ("q", "conversation"),
    "pick": ("q", "after", "conversation", "turn"),
    "types": (),
    "paths": (),
    "namespace": (),
    "package": (),
    "change_frequency": (),
    "importance": (),
    "source_type": (),
    "repositories": (),
    "tests": (),
    "heat": (),
    "budget": (),
    "set": (),
    "kinds": (),
}
"""The parameters that travel, each with those that take its place when a link says them itself."""

ANYWHERE = ("q", "change_frequency", "importance", "source_type", "tests", "heat", "budget", "set")
"""What also travels to another index; the rest names things of this one."""


def travelling(state: State) -> dict[str, list[str]]:
    """Return the parameters of an address that travel along its links."""
    return {name: list(values) for name in TRAVELS if (values := [one for one in state.get(name, ()) if one])}


def rules() -> dict[str, object]:
    """Return the rules of `travelled` for the script that completes the links of a page in the browser (panel.js)."""
    return {"unless": {name: list(others) for name, others in TRAVELS.items()}, "anywhere": list(ANYWHERE)}


def travelled(address: str, state: State) -> str:
    """Return the address of a page with what travels to it; what it says itself stays, an empty value says "none"."""
    parts = urlsplit(address)
    said = parse_qs(parts.query, keep_blank_values=True)
    elsewhere = "index" in said and said["index"] != state.get("index")
    carried = {
        name: values
        for name, values in travelling(state).items()
        if name not in said and not said.keys() & set(TRAVELS[name]) and (not elsewhere or name in ANYWHERE)
    }
    given = {name: values for name, values in {**said, **carried}.items() if any(values)}
    return parts.path + (f"?{urlencode(given, doseq=True)}" if given else "")
