"""Embedders that are services: OpenAI and what speaks like it, Voyage, Cohere, Ollama; texts are sent to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np

from core.backends.remote import ATTEMPTS, asked, host_of, is_here, key_of
from core.errors import MissingExtra, ServiceError, SettingsError
from core.settings import EMBED_KEY, EmbedSettings
from core.text.secrets import masked
from core.text.tokens import count_tokens, truncate

if TYPE_CHECKING:
    from openai import OpenAI

    from core.ports import Vectors

_AT_ONCE = 4  # requests
_FEW = 16  # texts that are not worth two requests
_SHARE = 0.9  # of a limit: services count tokens with another table than we do


class RemoteEmbedder:
    """Asks the service that `embed.embedder` names; opening it asks nobody, raises `SettingsError` for what cannot work."""

    def __init__(self, settings: EmbedSettings) -> None:
        self._service = EMBEDDING_SERVICES[settings.embedder]
        self._model_name, self._model = _model(settings)
        self._url = (settings.url or self._service.url).rstrip("/")
        self._shape = self._service.shape
        if self._shape == "ollama" and self._url.endswith("/v1"):
            self._shape = "openai"
        self.host = host_of(self._url, "embed.url", EMBED_KEY)
        self.local = is_here(self._url)
        self._key = key_of(EMBED_KEY, self._service.key)
        self._timeout, self._agreed = settings.timeout, settings.agreed
        self.dimensions = settings.dimensions or self._model.dimensions
        self.masked = 0
        self._cut = self.dimensions != self._model.dimensions
        self.price = settings.price if settings.price >= 0 else self._model.price
        self.name = f"{settings.embedder}/{self._model_name}" + (f"/{self.dimensions}" if self._cut else "")
        if self._service.key and not self._key:
            raise SettingsError(f"{self.name} needs a key. Set ${self._service.key}, or ${EMBED_KEY}.")
        if self._shape == "openai" and find_spec("openai") is None:
            raise MissingExtra(settings.embedder, "openai")

    def check_agreed(self, texts: Iterable[str]) -> None:
        """Raise `SettingsError`, with what it would cost, unless the user agreed to send these texts, or none leaves here."""
        if self.local or self._agreed:
            return
        counts = [(count_tokens(text), masked(text)[1]) for text in texts]
        if not counts:
            return
        tokens, secrets = (sum(column) for column in zip(*counts, strict=True))
        cost = f"about ${self.price * tokens / 1e6:.2f}" if self.price is not None else "a price that is not known"
        message = (
            f"{len(counts):,} texts with about {tokens:,} tokens would be sent to {self.host} ({self._model_name}), for {cost}"
        )
        message += f"; {secrets:,} secrets in them are masked" if secrets else ""
        raise SettingsError(f"{message}; nothing was sent. Pass --yes to agree once, or set embed.agreed = true.")

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return an array of shape (len(texts), dimensions), rows normalised, in the order of the texts.

        Raises `ServiceError` when the service does not answer, goes on being busy, or sends something else.
        """
        if not len(texts):
            return np.zeros((0, self.dimensions), dtype=np.float32)
        requests = list(self._requests([self._model.text + text for text in self._hidden(texts)]))
        if len(requests) == 1:
            return self._rows(requests[0], question=False)
        with ThreadPoolExecutor(_AT_ONCE) as threads:
            return np.concatenate(list(threads.map(lambda some: self._rows(some, question=False), requests)))

    def embed_question(self, question: str) -> Vectors:
        """Return the vector of a question, which services are told that it is."""
        (hidden,) = self._hidden([question])
        vector: Vectors = self._rows([self._short(self._model.question + hidden)], question=True)[0]
        return vector

    def _hidden(self, texts: Sequence[str]) -> list[str]:
        """Return the texts without their secrets, which are counted, unless they stay on this machine."""
        if self.local:
            return list(texts)
        found = [masked(text) for text in texts]
        self.masked += sum(count for _, count in found)
        return [text for text, _ in found]

    def _requests(self, texts: Sequence[str]) -> Iterator[list[str]]:
        """Yield the texts in parts that the service takes, as many at once as it may be asked."""
        most = min(self._service.texts, max(_FEW, -(-len(texts) // _AT_ONCE)))
        limit = _SHARE * self._service.request_tokens
        some: list[str] = []
        held = 0
        for text in map(self._short, texts):
            tokens = count_tokens(text)
            if some and (len(some) == most or held + tokens > limit):
                yield some
                some, held = [], 0
            some.append(text)
            held += tokens
        yield some

    def _short(self, text: str) -> str:
        """Return what the model reads of a text; services refuse an empty one."""
        limit = int(_SHARE * self._model.tokens)
        return (text if len(text) <= limit else truncate(text, limit)) or " "

    def _rows(self, texts: list[str], question: bool) -> Vectors:
        found = self._asked(texts, question)
        rows = np.asarray(found, dtype=np.float32) if found and len({len(row) for row in found}) == 1 else np.zeros((0, 0))
        if rows.shape != (len(texts), self.dimensions):
            got = f"{len(found)} vectors of {rows.shape[-1]}"
            message = f"{self.host} sent vectors of shape {got} instead of ({len(texts)}, {self.dimensions})."
            raise ServiceError(f"{message} Set embed.dimensions to what {self._model_name} gives.")
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        vectors: Vectors = (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32)
        return vectors

    def _asked(self, texts: list[str], question: bool) -> list[list[float]]:
        try:
            if self._shape == "cohere":
                body = {
                    "model": self._model_name, "texts": texts, "embedding_types": ["float"],
                    "input_type": "search_query" if question else "search_document",
                    **({"output_dimension": self.dimensions} if self._cut else {}),
                }  # fmt: skip
                told = asked(f"{self._url}/embed", self._key, body, self._timeout, self.host)
                return list(told["embeddings"]["float"])
            if self._shape == "voyage":
                body = {
                    "model": self._model_name, "input": texts, "input_type": "query" if question else "document",
                    **({"output_dimension": self.dimensions} if self._cut else {}),
                }  # fmt: skip
                told = asked(f"{self._url}/embeddings", self._key, body, self._timeout, self.host)
                rows = sorted(told["data"], key=lambda row: row["index"])
                return [row["embedding"] for row in rows]
            if self._shape == "ollama":
                address = f"{self._url}/api/embeddings"
                bodies = ({"model": self._model_name, "prompt": text} for text in texts)
                return [list(asked(address, self._key, body, self._timeout, self.host)["embedding"]) for body in bodies]
            return self._asked_openai(texts)
        except (KeyError, TypeError) as problem:
            raise ServiceError(f"{self.host} sent no vectors. Check embed.url and embed.model.") from problem

    def _asked_openai(self, texts: list[str]) -> list[list[float]]:
        import openai

        length = self.dimensions if self._cut else openai.omit
        try:
            told = self._client.embeddings.create(
                model=self._model_name, input=texts, encoding_format="float", dimensions=length
            )
            return [row.embedding for row in sorted(told.data, key=lambda row: row.index)]
        except openai.AuthenticationError:
            raise ServiceError(f"{self.host} refused the key. Set ${EMBED_KEY}.") from None
        except openai.APIStatusError as problem:
            message = f"{self.host} answered with status {problem.status_code}, {ATTEMPTS} times if it was busy."
            raise ServiceError(
                f"{message} Finished work is saved. Check embed.model, or run the command again later."
            ) from None
        except openai.APIConnectionError:
            message = (
                f"{self.host} does not answer. Start it or check embed.url, and run the command again; what is done is kept."
            )
            raise ServiceError(message) from None
        except (openai.OpenAIError, ValueError, TypeError, AttributeError):
            raise ServiceError(f"{self.host} sent an unreadable reply. Check embed.url and embed.model.") from None

    @cached_property
    def _client(self) -> OpenAI:
        """The official client; it repeats what a busy service refused, after the pause that the service names."""
        import openai

        return openai.OpenAI(
            base_url=self._url, api_key=self._key or "none", timeout=self._timeout, max_retries=ATTEMPTS - 1, default_headers={}
        )


def _model(settings: EmbedSettings) -> tuple[str, EmbeddingModel]:
    """Return the model that the settings name, or the usual one of the service."""
    known = EMBEDDING_SERVICES[settings.embedder].models
    name = settings.model or next(iter(known), "")
    if not name:
        raise SettingsError("The embedder 'compatible' needs embed.url, embed.model and embed.dimensions, and no model is set.")
    if name in known:
        return name, known[name]
    if not settings.dimensions:
        named = f" Choose from: {', '.join(known)}." if known else ""
        raise SettingsError(f"The dimensions of '{name}' are not known.{named} Set embed.dimensions.")
    return name, EmbeddingModel(settings.dimensions, settings.tokens, None)


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
    shape: str = "openai"  # or `voyage`, `cohere`, `ollama`: like OpenAI where the address ends with /v1, else its own
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
        "http://localhost:11434/v1", shape="ollama",
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
