"""Services that embed texts, by name: where they are, their models, limits and prices, and how they are asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    """A model: the length of its vectors, the tokens of a text that it reads, dollars for a million tokens (None: unknown)."""

    dimensions: int
    tokens: int
    price: float | None = 0.0
    question: str = ""  # what stands before a question, where the model wants to be told so
    text: str = ""


@dataclass(frozen=True, slots=True)
class EmbeddingService:
    """A service: address, variable of its key, first of its models as the usual one, and limits of one request."""

    url: str
    key: str = ""
    shape: str = "openai"  # or `voyage`, `cohere`
    texts: int = 2048
    request_tokens: int = 100_000
    models: Mapping[str, EmbeddingModel] = field(default_factory=dict)


EMBEDDING_SERVICES: Mapping[str, EmbeddingService] = {
    "openai": EmbeddingService(
        "https://api.openai.com/v1", "OPENAI_API_KEY", texts=2048, request_tokens=250_000,
        models={
            "text-embedding-3-small": EmbeddingModel(1536, 8191, 0.02),
            "text-embedding-3-large": EmbeddingModel(3072, 8191, 0.13),
            "text-embedding-ada-002": EmbeddingModel(1536, 8191, 0.10),
        },
    ),
    "voyage": EmbeddingService(
        "https://api.voyageai.com/v1", "VOYAGE_API_KEY", "voyage", texts=1000, request_tokens=100_000,
        models={
            "voyage-code-3": EmbeddingModel(1024, 32_000, 0.18),
            "voyage-code-2": EmbeddingModel(1536, 16_000, 0.12),
            "voyage-large-2": EmbeddingModel(1536, 16_000, 0.12),
        },
    ),
    "cohere": EmbeddingService(
        "https://api.cohere.com/v2", "COHERE_API_KEY", "cohere", texts=96, request_tokens=100_000,
        models={
            "embed-v4.0": EmbeddingModel(1536, 128_000, 0.12),
            "embed-english-v3.0": EmbeddingModel(1024, 512, 0.10),
            "embed-multilingual-v3.0": EmbeddingModel(1024, 512, 0.10),
        },
    ),
    "ollama": EmbeddingService(
        "http://localhost:11434/v1",
        models={
            "nomic-embed-text": EmbeddingModel(768, 2048, 0.0, "search_query: ", "search_document: "),
            "mxbai-embed-large": EmbeddingModel(
                1024, 512, 0.0, "Represent this sentence for searching relevant passages: "
            ),
            "all-minilm": EmbeddingModel(384, 256, 0.0),
            "bge-m3": EmbeddingModel(1024, 8192, 0.0),
        },
    ),
    "compatible": EmbeddingService(""),
}  # fmt: skip
"""Prices are what makers listed in 2025; `embed.price` says what you pay."""
