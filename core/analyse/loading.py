"""What is loaded once for each of many records, and queries that run while a page is drawn: the form of the lists."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.analyse.result import Result


@dataclass(frozen=True, slots=True)
class RepeatedLoad:
    """An association that is read for each of many records and was not preloaded: a query for every one of them.

    `read` is the expression, `queries` the lines of the queries whose records are gone through, `lines` those that read it so.
    `certainty` is `inferred` where every step is written, and `named` where a name had to be taken for a model.
    """

    read: str
    each: str
    certainty: str
    queries: tuple[str, ...]
    mend: str
    lines: tuple[str, ...]
    file_path: str
    line: int


@dataclass(frozen=True, slots=True)
class ViewQuery:
    """A query that a template or a helper makes; `mend` says what to do, `asked_by` names templates that call the helper."""

    query: str
    model: str
    why: str
    certainty: str
    mend: str
    asked_by: tuple[str, ...]
    file_path: str
    line: int


def repeated(items: Iterable[RepeatedLoad], quiet: bool = False) -> Result[RepeatedLoad]:
    """Return the associations that are loaded again and again, those that are surest first."""
    found = tuple(sorted(items, key=lambda one: (one.certainty, one.file_path, one.line, one.read)))
    said = f"{len(found)} associations load once per record because the query does not preload them."
    limit = "Not covered: records of unknown queries, polymorphic associations, and reads inside methods of the records."
    gem = ("Not listed: goldiloader preloads associations automatically.",) if quiet else ()
    return Result(RepeatedLoad, "N+1 queries", found, (said, limit, *gem))


def queries(items: Iterable[ViewQuery]) -> Result[ViewQuery]:
    """Return the queries of templates and helpers, those in templates first."""
    found = tuple(sorted(items, key=lambda one: (one.why, one.file_path, one.line, one.query)))
    said = f"{len(found)} queries run in templates or their helpers."
    limit = "Queries prepared by a controller and methods of models are left out."
    return Result(ViewQuery, "Queries in views", found, (said, limit))
