"""Rerankers of Cohere and Voyage: question and candidates are sent to them, when the settings agree to that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.backends.remote import asked, host_of, is_here, key_of
from core.errors import ServiceError, SettingsError
from core.settings import RERANK_KEY, RerankSettings
from core.text.secrets import masked
from core.text.tokens import truncate


class _RerankService(NamedTuple):
    url: str
    key: str
    model: str
    results: str
    most: str
    tokens: int
    """What is read of a text, at most: half of what the service takes for question and text together."""


_SERVICES: Mapping[str, _RerankService] = {
    "cohere": _RerankService("https://api.cohere.com/v2", "COHERE_API_KEY", "rerank-v3.5", "results", "top_n", 2000),
    "voyage": _RerankService("https://api.voyageai.com/v1", "VOYAGE_API_KEY", "rerank-2.5", "data", "top_k", 8000),
}


class RemoteReranker:
    """Asks the service that `rerank.reranker` names; opening it asks nobody, raises `SettingsError` without key or consent."""

    def __init__(self, settings: RerankSettings) -> None:
        self._service = _SERVICES[settings.reranker]
        self._model = settings.model or self._service.model
        url = (settings.url or self._service.url).rstrip("/")
        self._host, self._url = host_of(url, "rerank.url", RERANK_KEY), f"{url}/rerank"
        self._key = key_of(RERANK_KEY, self._service.key)
        self._timeout, self._local = settings.timeout, is_here(url)
        self.name = f"{settings.reranker}/{self._model}"
        if not self._key:
            raise SettingsError(f"{self.name} needs a key. Set ${self._service.key}, or ${RERANK_KEY}.")
        if not settings.agreed and not self._local:
            sent = f"Every question and the code of {settings.candidates} candidates would be sent to {self._host}"
            raise SettingsError(f"{sent} ({self._model}), secrets masked, at a price. To agree, set rerank.agreed = true.")

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return one score per text, higher is better, in the order of the texts; raises `ServiceError`.

        Secrets in question and texts are masked unless they stay on this machine.
        """
        if not len(texts):
            return []
        question, *texts = [question, *texts] if self._local else [masked(text)[0] for text in (question, *texts)]
        documents = [truncate(text, self._service.tokens) or " " for text in texts]
        body = {"model": self._model, "query": question, "documents": documents, self._service.most: len(texts)}
        told = asked(self._url, self._key, body, self._timeout, self._host)
        try:
            found = {int(row["index"]): float(row["relevance_score"]) for row in told[self._service.results]}
            return [found[place] for place in range(len(texts))]
        except (KeyError, TypeError, ValueError) as problem:
            message = f"{self._host} did not score every text. Check rerank.url and rerank.model."
            raise ServiceError(message) from problem
