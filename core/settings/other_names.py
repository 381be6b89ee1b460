"""Names under which other tools of this family know a setting or a product, so that their settings can be taken over."""

from __future__ import annotations

from core.errors import SettingsError

_SETTINGS = {
    "output_dir": "home",
    "extractors": "extract.extractors",
    "embedding_provider": "embed.embedder",
    "embedding_model": "embed.model",
    "vector_store": "index.vectors",
    "vector_store_url": "index.vectors_at",
    "vector_store_collection": "index.collection",
    "metadata_store": "index.catalog",
    "metadata_connection": "index.catalog_at",
    "metadata_store_connection": "index.catalog_at",
    "graph_store": "index.graph",
    "token_budget": "assemble.budget",
    "similarity_threshold": "search.similarity_threshold",
    "max_candidates": "search.candidates",
    "include_framework_sources": "framework.sources",
    "reranker": "rerank.reranker",
    "reranker_top_k": "rerank.candidates",
    "code_limit": "search.limits.code",
    "readme_limit": "search.limits.readme",
    "crate_limit": "search.limits.packages",
    "module_doc_limit": "search.limits.docs",
    "RRF_K": "search.rrf_k",
    "RRF_BM25_WEIGHT": "search.weights.keyword",
    "RRF_VECTOR_WEIGHT": "search.weights.vector",
    "RRF_FOLDER_BOOST": "search.folder_boost",
    "RRF_TOP_N": "rank.keep",
    "TOP_K_PER_REQUEST": "search.candidates",
    "MAX_RELATED_METHODS": "assemble.siblings",
    "MAX_IMPORTS": "assemble.imports",
    "retrieval.code_limit": "search.limits.code",
    "retrieval.readme_limit": "search.limits.readme",
    "retrieval.crate_limit": "search.limits.packages",
    "retrieval.module_doc_limit": "search.limits.docs",
    "llm.model": "answer.model",
    "embedding.model": "embed.model",
    "llm.system_prompt_file": "answer.prompt",
    "embedding.batch_size": "embed.batch",
    "embedding.dimension": "embed.dimensions",
    "ingestion.ignored_dirs": "extract.exclude",
    "database.path": "index.vectors_at",
    "FAISS_EMBEDDING_DIM": "embed.dimensions",
}
_FASTEMBED = {
    "BGESmallENV15": "BAAI/bge-small-en-v1.5", "BGEBaseENV15": "BAAI/bge-base-en-v1.5",
    "BGELargeENV15": "BAAI/bge-large-en-v1.5", "AllMiniLML6V2": "sentence-transformers/all-MiniLM-L6-v2",
}  # fmt: skip
_IMPLIED = {
    "database.path": {"": ("index.vectors", "lancedb")},
    "llm.model": {"gemini-": ("answer.service", "gemini")},
    "embedding.model": dict.fromkeys(_FASTEMBED, ("embed.embedder", "fastembed")),
}
"""What another tool takes for granted with a setting, by the beginning of its value."""
_NO_COUNTERPART = {
    "retrieval.intent_routing": "limits hold for all questions. Set search.limits",
    "ingestion.supported_languages": "all languages are read. Limit a question with --language",
    "MAX_CHILDREN_SECTIONS": "a section comes with those inside it. Set assemble.budget",
    "FAISS_HNSW": "the graph of FAISS has 32 neighbours and widths of 64 and 32. Choose another store with index.vectors",
}
_FIXED = {
    "retrieval.intent_routing.enabled": "False", "FAISS_HNSW_M": "32", "FAISS_HNSW_EF_CONSTRUCTION": "64",
    "FAISS_HNSW_EF_SEARCH": "32",
}  # fmt: skip
"""What is always so here, and need not be set."""
_PRODUCTS = {
    "index.vectors": {"sqlite_faiss": "faiss"},
    "index.graph": {"memory": "networkx", "postgresql": "sql", "mysql": "sql", "sqlite": "sql"},
    "embed.model": _FASTEMBED,
    "embed.embedder": {"mock": "hash", "local": "minilm"},
}
_SECRETS = {"embedding_api_key": "$ORIENTEER_EMBED_KEY", "reranker_api_key": "$ORIENTEER_RERANK_KEY"}


def with_own_names(name: str, value: object) -> list[tuple[str, object]]:
    """Return a setting and its value under the names that are used here, after what it implies.

    Raises `SettingsError` for one that is a secret or that has no counterpart.
    """
    if name in _SECRETS:
        raise SettingsError(f"A key is not a setting: remove '{name}' and set {_SECRETS[name]}.")
    if _FIXED.get(name) == str(value):
        return []
    for other, instead in _NO_COUNTERPART.items():
        if name.startswith(other):
            raise SettingsError(f"'{name}' has no counterpart: {instead}, and remove it.")
    own = _SETTINGS.get(name, name)
    implied: list[tuple[str, object]] = [
        pair for start, pair in _IMPLIED.get(name, {}).items() if isinstance(value, str) and value.startswith(start)
    ]
    return [*implied, (own, _PRODUCTS.get(own, {}).get(value, value) if isinstance(value, str) else value)]
