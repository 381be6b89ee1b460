"""What all graphs share: how a shortest path is chosen of several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping


def first_path(start: str, distances: Mapping[str, int], out: Callable[[str], Iterable[str]]) -> tuple[str, ...]:
    """Return the path to the end, of several shortest the first by key; `distances` are those to it, of all units before it."""
    if start not in distances:
        return ()
    path = [start]
    while left := distances[path[-1]]:
        path.append(min(key for key in out(path[-1]) if distances.get(key) == left - 1))
    return tuple(path)
