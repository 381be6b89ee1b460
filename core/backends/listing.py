"""Every backend with what is known of it: installed, tried, chosen, and whether its server answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from core.backends import TABLES, load
from core.errors import WorkbenchError
from core.ports import StoreAddress, is_server
from core.settings import Settings


@dataclass(frozen=True, slots=True)
class Available:
    """One row of the list of backends: `missing` names packages that are not installed, `chosen` what the settings name.

    `reachable` says of a chosen one on a server, once it was asked, "yes" or why not.
    """

    kind: str
    name: str
    note: str
    chosen: bool
    versions: tuple[str, ...]
    missing: tuple[str, ...]
    install: str
    tried: str
    reachable: str = ""


def available(settings: Settings, *, ask: bool = False) -> tuple[Available, ...]:
    """Return every backend in the order of the tables, without importing any; `ask` asks the servers that the settings name."""
    chosen = {
        "embedder": settings.embed.embedder,
        "catalog": settings.index.catalog,
        "graph": settings.index.graph,
        "vectors": settings.index.vectors,
        "lexical": settings.index.lexical,
        "reranker": settings.rerank.reranker,
        "router": settings.route.router,
        "writer": "chat" if settings.answer.service or settings.answer.url else "",
        "cluster": "",  # named for each run
    }
    rows = tuple(_rows(chosen))
    return tuple(_asked(row, settings) for row in rows) if ask else rows


def _asked(row: Available, settings: Settings) -> Available:
    """Return the row with what its server answered, if it is a chosen one at a server."""
    wanted = settings.index
    at = {"catalog": wanted.catalog_at, "vectors": wanted.vectors_at, "graph": wanted.graph_at}.get(row.kind, "")
    if not row.chosen or not (is_server(at) or TABLES[row.kind][row.name].server):
        return row
    try:
        product = load(TABLES[row.kind], row.name)
        server = product.server(at) if row.kind == "graph" else product(StoreAddress(at, "any"))
        server.namespaces()
    except WorkbenchError as problem:
        return replace(row, reachable=str(problem))
    return replace(row, reachable="yes")


def _rows(chosen: Mapping[str, str]) -> Iterator[Available]:
    for kind, table in TABLES.items():
        for name, backend in table.items():
            found = {package: _version(package) for package in backend.packages}
            missing = tuple(package for package, number in found.items() if not number)
            install = f"pip install 'orienteer[{backend.extra}]'" if missing and backend.extra else ""
            versions = tuple(f"{package} {number}" for package, number in found.items() if number)
            yield Available(kind, name, backend.note, name == chosen[kind], versions, missing, install, backend.tried)


def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return ""
