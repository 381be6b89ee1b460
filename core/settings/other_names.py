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
    "embedding.batch_size": "embed.batch",
}
_PRODUCTS = {
    "index.vectors": {"sqlite_faiss": "faiss"},
    "index.graph": {"memory": "networkx", "postgresql": "sql", "mysql": "sql", "sqlite": "sql"},
    "embed.embedder": {"mock": "hash", "local": "minilm"},
}
_SECRETS = {"embedding_api_key": "$ORIENTEER_EMBED_KEY", "reranker_api_key": "$ORIENTEER_RERANK_KEY"}


def with_own_name(name: str, value: object) -> tuple[str, object]:
    """Return a setting and its value under the names that are used here; raises `SettingsError` for one that is a secret."""
    if name in _SECRETS:
        raise SettingsError(f"A key is not a setting: remove '{name}' and set {_SECRETS[name]}.")
    own = _SETTINGS.get(name, name)
    return own, _PRODUCTS.get(own, {}).get(value, value) if isinstance(value, str) else value
