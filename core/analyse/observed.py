"""What runs, how often and how long, and what never does: the form of the lists that recordings are shown in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Traffic:
    """A route, action, job, template or method with what recordings counted of it.

    `ms` is the time of one call, `total_ms` that of all; `share` is its part of the time of its kind, of a profile its part of
    the samples. `unit` is empty for what the index does not have, which then only `name` tells.
    """

    name: str
    kind: str
    calls: int
    errors: int
    ms: float
    total_ms: float
    queries: float
    query_ms: float
    samples: int
    share: float
    last: str
    hot_path: tuple[str, ...]
    unit: str
    file_path: str
    line: int


@dataclass(frozen=True, slots=True)
class NeverSeen:
    """A route, action, job or template that no recording has, though they tell of its kind."""

    unit: str
    type: str
    file_path: str
    line: int


@dataclass(frozen=True, slots=True)
class RuntimeEdge:
    """A call that was seen and that the code as it is read does not say.

    `callers` counts the units outside of tests that are known to use the callee by reading: 0 is code without a known caller.
    """

    caller: str
    callee: str
    times: int
    via: str
    callers: int
    file_path: str
    line: int


@dataclass(frozen=True, slots=True)
class SeenStatement:
    """A statement of SQL without its values, the tables that it names, and what most often set it off."""

    sql: str
    tables: tuple[str, ...]
    calls: int
    ms: float
    total_ms: float
    asked_by: tuple[str, ...]
