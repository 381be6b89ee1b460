"""The products behind the ports: tables of names (`tables.py`), one file per product, imported only when asked for.

There is no registry and no base class: a product is a class with the methods of its port in `core.ports`, and a row of a table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from typing import Any

from core.backends.tables import (
    CATALOGS,
    CLUSTERS,
    EMBEDDERS,
    GRAPHS,
    LEXICAL,
    RERANKERS,
    ROUTERS,
    TABLES,
    VECTORS,
    WORD_TABLE,
    WRITERS,
    Backend,
)
from core.errors import MissingExtra, SettingsError, did_you_mean
from core.ports import (
    Catalog,
    CatalogStore,
    Embedder,
    GraphStore,
    LexicalIndex,
    PieceEmbedder,
    Products,
    Reranker,
    Router,
    StoreAddress,
    VectorStore,
    Writer,
    checked_address,
    is_server,
)
from core.settings import CATALOG_KEY, VECTORS_KEY, AnswerSettings, IndexSettings, RerankSettings, RouteSettings, Settings

__all__ = [
    "CATALOGS", "CLUSTERS", "EMBEDDERS", "GRAPHS", "LEXICAL", "RERANKERS", "ROUTERS", "TABLES", "VECTORS", "WRITERS", "Backend",
    "graph_store", "load", "products", "reranker", "router", "writer",
]  # fmt: skip


def load(table: Mapping[str, Backend], name: str) -> Any:
    """Return the class that a table has under a name; raises `SettingsError` or `MissingExtra`."""
    if name not in table:
        raise SettingsError(f"No backend '{name}'. {did_you_mean(name, sorted(table))}")
    module, _, attribute = table[name].target.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except ModuleNotFoundError as missing:
        extra = table[name].extra
        if extra is None or (missing.name or "").startswith("core"):
            raise  # our own fault, or a broken installation: not a package that could be added
        raise MissingExtra(name, extra) from missing


def products(settings: Settings) -> Products:
    """Return how to make the products that the settings name; checks the names, imports nothing yet."""
    chosen = (
        (EMBEDDERS, settings.embed.embedder),
        (CATALOGS, settings.index.catalog),
        (GRAPHS, settings.index.graph),
        (VECTORS, settings.index.vectors),
        (LEXICAL, settings.index.lexical),
    )
    for table, name in chosen:
        _known(table, name)
    return Products(
        lexical_name=settings.index.lexical,
        lexical=partial(_lexical, settings.index.lexical),
        table=partial(_table, settings) if settings.embed.table else None,
        table_name=WORD_TABLE if settings.embed.table else "",
        catalog_name=settings.index.catalog,
        catalog_at=_catalog_at(settings.index),
        catalog=_catalog,
        vectors_name=settings.index.vectors,
        vectors_at=checked_address(settings.index.vectors_at, "index.vectors_at", VECTORS_KEY),
        vectors=_vectors,
        embedder=partial(_embedder, settings),
        collection=_collection(settings.index.collection),
    )


def graph_store(settings: IndexSettings, catalog: Catalog) -> GraphStore:
    """Return the graph of a catalog that the settings name; raises as `load` does, and `SettingsError` when it does not fit."""
    product = load(GRAPHS, settings.graph)
    made: GraphStore = product(catalog, settings.graph_at) if GRAPHS[settings.graph].server else product(catalog)
    return made


def reranker(settings: RerankSettings) -> Reranker | None:
    """Return the reranker that the settings name, None for `none`; loads no model, raises as `load` does."""
    if settings.reranker == "none":
        return None
    made: Reranker = load(RERANKERS, settings.reranker)(settings)
    return made


def router(settings: RouteSettings) -> Router | None:
    """Return the router that the settings name, None for `rules`; asks nobody, raises as `load` does."""
    if settings.router == "rules":
        return None
    made: Router = load(ROUTERS, settings.router)(settings)
    return made


def writer(settings: AnswerSettings) -> Writer | None:
    """Return the writer that the settings name, None when they name none; asks nobody, raises as `load` does."""
    if not (settings.service or settings.url):
        return None
    made: Writer = load(WRITERS, "chat")(settings)
    return made


def _known(table: Mapping[str, Backend], name: str) -> None:
    if name not in table:
        load(table, name)


def _catalog_at(settings: IndexSettings) -> str:
    """Return the address of the server of catalogs, empty for a product that has none; raises `SettingsError` without one."""
    wanted = CATALOGS[settings.catalog].server
    if wanted and not is_server(settings.catalog_at):
        message = f"The catalog '{settings.catalog}' needs a server. Set index.catalog_at to {wanted}"
        raise SettingsError(f"{message} (a preset also takes $DATABASE_URL), and give a password as ${CATALOG_KEY}.")
    return checked_address(settings.catalog_at, "index.catalog_at", CATALOG_KEY)


def _collection(name: str) -> str:
    if name and not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}", name):
        raise SettingsError(f"index.collection cannot be '{name}': use letters, digits, '.', '_' and '-', at most 60.")
    return name


def _lexical(name: str) -> LexicalIndex:
    index: LexicalIndex = load(LEXICAL, name)()
    return index


def _catalog(name: str, address: StoreAddress) -> CatalogStore:
    store: CatalogStore = load(CATALOGS, name)(address)
    return store


def _vectors(name: str, address: StoreAddress) -> VectorStore:
    store: VectorStore = load(VECTORS, name)(address)
    return store


def _table(settings: Settings) -> PieceEmbedder:
    table: PieceEmbedder = load(EMBEDDERS, "table")(settings.embed)
    return table


def _embedder(settings: Settings) -> Embedder:
    embedder: Embedder = load(EMBEDDERS, settings.embed.embedder)(settings.embed)
    return embedder
