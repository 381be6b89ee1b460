"""The tables of products: where the class of each is, what must be installed, what it was tried with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Backend(NamedTuple):
    """Where a product's class is, what must be installed for it, and one line for people who choose."""

    target: str
    note: str
    packages: tuple[str, ...] = ()
    extra: str | None = None
    server: str = ""  # the form of the address of its server, which it cannot do without
    tried: str = ""  # the engine or server that its tests have run with, and what of it they never had


WORD_TABLE = "word-table/g10"
"""The name of the table of word pieces, which says whether an index has its vectors; told without loading the table."""

EMBEDDERS: Mapping[str, Backend] = {
    "minilm": Backend(
        "core.backends.embedders.minilm:MiniLM",
        "bundled sentence encoder, tuned on questions about code, 128 tokens",
        ("onnxruntime", "tokenizers"),
    ),
    "sentence-transformers": Backend(
        "core.backends.embedders.sentence_transformers:SentenceTransformers",
        "any sentence-transformers model by name or folder (embed.model)",
        ("sentence-transformers", "torch"),
        "sentence-transformers",
    ),
    "fastembed": Backend(
        "core.backends.embedders.fastembed:FastEmbedder",
        "FastEmbed model on this machine (embed.model or NAME=FOLDER), not together with sentence-transformers 6",
        ("fastembed",),
        "fastembed",
        tried="fastembed 0.9.1 with all-MiniLM-L6-v2 and a huggingface-hub below 2",
    ),
    "openai": Backend(
        "core.backends.embedders.remote:RemoteEmbedder",
        "OpenAI (text-embedding-3-small, -large, ada-002), paid, sends texts",
        ("openai",),
        "openai",
        tried="documented answers of it on this machine; never the service",
    ),
    "voyage": Backend(
        "core.backends.embedders.remote:RemoteEmbedder",
        "Voyage (voyage-code-3, voyage-code-2, voyage-large-2), paid, sends texts",
        ("httpx",),
        tried="documented answers of it on this machine; never the service",
    ),
    "cohere": Backend(
        "core.backends.embedders.remote:RemoteEmbedder",
        "Cohere (embed-v4.0, embed-english-v3.0, embed-multilingual-v3.0), paid, sends texts",
        ("httpx",),
        tried="documented answers of it on this machine; never the service",
    ),
    "ollama": Backend(
        "core.backends.embedders.remote:RemoteEmbedder",
        "Ollama (nomic-embed-text and others), on this machine or at embed.url",
        ("httpx",),
        tried="documented answers of it on this machine; never the service",
    ),
    "compatible": Backend(
        "core.backends.embedders.remote:RemoteEmbedder",
        "any OpenAI-compatible address (embed.url, embed.model, embed.dimensions)",
        ("openai",),
        "openai",
        tried="documented answers of it on this machine; never the service",
    ),
    "table": Backend("core.backends.embedders.table:WordTable", "word vectors trained on code: weak but fast"),
    "hash": Backend("core.backends.embedders.hashed:HashedWords", "hashed words without any weights: weak, for tests"),
}
CATALOGS: Mapping[str, Backend] = {
    "duckdb": Backend(
        "core.backends.catalogs.duck:DuckStore",
        "DuckDB file: compressed, fastest",
        ("duckdb",),
        tried="DuckDB 2.0.0",
    ),
    "sqlite": Backend(
        "core.backends.catalogs.sqlite:SqliteStore",
        "SQLite file, readable by other programs, queried in DuckDB",
        ("sqlalchemy",),
        "servers",
        tried="SQLite 3.40.1",
    ),
    "memory": Backend(
        "core.backends.catalogs.in_memory:MemoryStore",
        "in memory, loaded from JSON, queried in DuckDB, for tests",
        ("duckdb",),
        tried="DuckDB 2.0.0",
    ),
    "postgresql": Backend(
        "core.backends.catalogs.servers:PostgresStore",
        "PostgreSQL server (index.catalog_at), queried in DuckDB",
        ("sqlalchemy", "psycopg"),
        "servers",
        "postgresql://USER@HOST/DATABASE",
        "PostgreSQL 15.20",
    ),
    "mysql": Backend(
        "core.backends.catalogs.servers:MysqlStore",
        "MySQL or MariaDB server (index.catalog_at), queried in DuckDB",
        ("sqlalchemy", "pymysql"),
        "servers",
        "mysql://USER@HOST/DATABASE",
        "MariaDB 10.11.19; never with a MySQL",
    ),
}
GRAPHS: Mapping[str, Backend] = {
    "networkx": Backend(
        "core.backends.graphs.in_memory:NetworkxGraph", "NetworkX in memory: fastest", ("networkx",), tried="NetworkX 3.6.1"
    ),
    "sql": Backend(
        "core.backends.graphs.recursive:RecursiveGraph",
        "recursive SQL in the catalog: SQLite, PostgreSQL, MySQL or MariaDB",
        ("sqlalchemy",),
        "servers",
        tried="SQLite 3.40.1, PostgreSQL 15.20, MariaDB 10.11.19",
    ),
    "neo4j": Backend(
        "core.backends.graphs.bolt:BoltGraph",
        "copy on a Bolt and Cypher server (index.graph_at)",
        ("neo4j",),
        "neo4j",
        "bolt://USER@HOST/DATABASE",
        "ArcadeDB's Bolt 26.10.2; never with Neo4j itself",
    ),
}
VECTORS: Mapping[str, Backend] = {
    "chroma": Backend(
        "core.backends.vectors.chroma:ChromaVectors",
        "Chroma: exact below 100,000 vectors, HNSW above",
        ("chromadb",),
        tried="chromadb 1.5.9",
    ),
    "exact": Backend("core.backends.vectors.exact:ExactVectors", "one matrix on disk, every vector compared", ("numpy",)),
    "memory": Backend(
        "core.backends.vectors.memory:MemoryVectors",
        "in memory (memory://NAME), exact, for tests",
        tried="numpy",
    ),
    "chroma-server": Backend(
        "core.backends.vectors.chroma_server:ChromaServerVectors",
        "Chroma server (http://HOST:PORT), HNSW",
        ("chromadb",),
        tried="`chroma run` 1.5.9",
    ),
    "pgvector": Backend(
        "core.backends.vectors.pgvector:PgVectors",
        "PostgreSQL (postgresql://USER@HOST/DATABASE) with pgvector 0.8: exact up to 20,000 vectors, HNSW above",
        ("psycopg", "pgvector"),
        "pgvector",
        tried="PostgreSQL 18.4, pgvector 0.8.5",
    ),
    "qdrant": Backend(
        "core.backends.vectors.qdrant:QdrantVectors",
        "Qdrant server (http://HOST:PORT)",
        ("qdrant-client",),
        "qdrant",
        tried="the engine of its client 1.20.0; never with a server",
    ),
    "qdrant-edge": Backend(
        "core.backends.vectors.qdrant_edge:QdrantEdgeVectors",
        "Qdrant in a folder, without a server: HNSW above 10,000 KB of vectors",
        ("qdrant-edge-py",),
        "qdrant-edge",
        tried="Qdrant's engine, qdrant-edge-py 0.9.0",
    ),
    "faiss": Backend(
        "core.backends.vectors.faiss:FaissVectors",
        "FAISS HNSW in a folder (M 32, efConstruction 64, efSearch 32 or more), metadata in SQLite",
        ("faiss-cpu",),
        "faiss",
        tried="faiss-cpu 1.15.1",
    ),
    "lancedb": Backend(
        "core.backends.vectors.lancedb:LanceVectors",
        "LanceDB tables in a folder, exact",
        ("lancedb", "pyarrow"),
        "lancedb",
        tried="lancedb 0.40.0",
    ),
    "milvus": Backend(
        "core.backends.vectors.milvus:MilvusVectors",
        "Milvus server (http://HOST:PORT), such as `milvus-lite server --host 127.0.0.1`, exact",
        ("pymilvus",),
        "milvus",
        tried="`milvus-lite server` 3.2.2; never with a larger one",
    ),
}
LEXICAL: Mapping[str, Backend] = {
    "rank-bm25": Backend("core.backends.lexical.rank_bm25:RankBm25", "BM25 over counts in arrays", ("rank-bm25",)),
}
RERANKERS: Mapping[str, Backend] = {
    "onnx": Backend(
        "core.backends.rerankers.onnx:OnnxReranker",
        "cross-encoder folder with model.onnx and tokenizer.json (rerank.model)",
        ("onnxruntime", "tokenizers"),
    ),
    "sentence-transformers": Backend(
        "core.backends.rerankers.sentence_transformers:SentenceTransformersReranker",
        "any sentence-transformers CrossEncoder by name or folder (rerank.model)",
        ("sentence-transformers", "torch"),
        "sentence-transformers",
    ),
    "cohere": Backend(
        "core.backends.rerankers.remote:RemoteReranker",
        "Cohere (rerank-v3.5), paid, sends question and candidates",
        ("httpx",),
        tried="documented answers of it on this machine; never the service",
    ),
    "voyage": Backend(
        "core.backends.rerankers.remote:RemoteReranker",
        "Voyage (rerank-2.5), paid, sends question and candidates",
        ("httpx",),
        tried="documented answers of it on this machine; never the service",
    ),
}
ROUTERS: Mapping[str, Backend] = {
    "llm": Backend(
        "core.backends.routers.chat:ChatRouter",
        "language model at an OpenAI-compatible address (route.url, route.model), sends questions",
        ("httpx", "pydantic"),
    ),
}
WRITERS: Mapping[str, Backend] = {
    "chat": Backend(
        "core.backends.writers.chat:ChatWriter",
        "language model at an OpenAI-compatible address (answer.service or answer.url, answer.model), sends code",
        ("openai",),
        "answers",
    ),
}
CLUSTERS: Mapping[str, Backend] = {
    "dask": Backend(
        "core.backends.clusters.dask:DaskCluster",
        "Dask workers (orienteer index --cluster tcp://HOST:8786) that read checkouts and embed texts",
        ("distributed",),
        "cluster",
        tried="Dask 2026.8.0 on one machine of two processors; never on several",
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
    "cluster": CLUSTERS,
}
"""Every table by the kind of product it lists."""
