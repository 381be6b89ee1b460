"""What graphs share: walks level by level, and how a shortest path is chosen of several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence


def levels(start: str, following: Callable[[Sequence[str]], Iterable[str]], depth: int = 0, until: str = "") -> dict[str, int]:
    """Return how many edges lead from a unit to each other, itself included; no further than a depth, or than one unit.

    `following` gives the ends of all edges from these units.
    """
    found, wave, steps = {start: 0}, [start], 0
    while wave and until not in found and (not depth or steps < depth):
        steps += 1
        wave = [key for key in following(wave) if key not in found]
        found.update(dict.fromkeys(wave, steps))
    return found


def first_path(start: str, distances: Mapping[str, int], out: Callable[[str], Iterable[str]]) -> tuple[str, ...]:
    """Return the path to the end, of several shortest the first by key; `distances` are those to it, of all units before it."""
    if start not in distances:
        return ()
    path = [start]
    while left := distances[path[-1]]:
        path.append(min(key for key in out(path[-1]) if distances.get(key) == left - 1))
    return tuple(path)
