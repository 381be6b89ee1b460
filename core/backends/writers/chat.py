"""A language model behind an OpenAI-compatible address, by the official library: it repeats what a busy service refused."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from time import monotonic
from urllib.parse import urlsplit

import httpx
import openai
from openai.types.chat import ChatCompletionMessageParam

from core.errors import SettingsError, WriterError, did_you_mean
from core.settings import AnswerSettings, answer_key

_ATTEMPTS = 2  # after the first, for connections, 429 (as long as retry-after says) and faults of the service
_LONGEST = 200_000  # characters of an answer
HERE = frozenset({"localhost", "127.0.0.1", "::1"})
"""Hosts from which nothing leaves this machine."""


class ChatWriter:
    """Asks `answer.model` of the service that the settings name; raises `SettingsError` when they name none."""

    def __init__(self, settings: AnswerSettings) -> None:
        to = destination(settings)
        self.host, self.model, self.local = to.host, to.model, to.local
        self._settings = settings
        self._client = openai.OpenAI(
            base_url=to.url, api_key=to.key or "none", timeout=settings.timeout, max_retries=_ATTEMPTS, default_headers={}
        )

    def write(self, system: str, prompt: str) -> Iterator[str]:
        """Yield the answer piece by piece; raises `WriterError` with the reason when it does not come whole."""
        deadline, length = monotonic() + self._settings.timeout, 0
        talk: list[ChatCompletionMessageParam] = [{"role": "system", "content": system}, {"role": "user", "content": prompt}]
        try:
            stream = self._client.chat.completions.create(
                model=self.model, messages=talk, stream=True, temperature=self._settings.temperature,
                max_tokens=self._settings.tokens,
            )  # fmt: skip
            with stream:
                ended = ""
                for event in stream:
                    for choice in event.choices[:1]:
                        ended = choice.finish_reason or ended
                        if choice.delta.content:
                            length += len(choice.delta.content)
                            yield choice.delta.content
                    if monotonic() > deadline or length > _LONGEST:
                        raise WriterError(f"{self.host}: the answer did not end within {self._settings.timeout:g} s.")
            if ended == "length":
                raise WriterError(f"{self.host}: the answer was cut at {self._settings.tokens:,} tokens (answer.tokens).")
            if not ended:
                raise WriterError(f"{self.host}: the answer broke off.")
        except (openai.OpenAIError, httpx.HTTPError, ValueError) as problem:
            raise WriterError(f"{self.host}: {_reason(problem)}") from problem


def _reason(problem: Exception) -> str:
    """Return what went wrong, without the body of a request: it holds code, and its headers the key."""
    if isinstance(problem, openai.APITimeoutError):
        return "no answer in time (answer.timeout)."
    if isinstance(problem, openai.AuthenticationError):
        return "the key was refused. Set ORIENTEER_ANSWER_KEY."
    if isinstance(problem, openai.RateLimitError):
        return "too many requests; it said so three times. Wait, or ask another service."
    if isinstance(problem, openai.NotFoundError):
        return "no such address or model. Check answer.url and answer.model."
    if isinstance(problem, openai.APIStatusError):
        return f"it answered with status {problem.status_code}."
    if isinstance(problem, openai.APIConnectionError | httpx.HTTPError):
        return f"the connection failed ({type(problem).__name__})."
    return f"it sent an unreadable reply ({type(problem).__name__})."


@dataclass(frozen=True, slots=True)
class Service:
    """A service: its address, the variable of its key (empty: it wants none), and the model it is asked for by default."""

    url: str
    key: str = ""
    model: str = ""


SERVICES: Mapping[str, Service] = {
    "openai": Service("https://api.openai.com/v1", "OPENAI_API_KEY"),
    "openrouter": Service("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
    "gemini": Service("https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI_API_KEY", "gemini-2.0-flash"),
    "anthropic": Service("https://api.anthropic.com/v1", "ANTHROPIC_API_KEY"),
    "ollama": Service("http://localhost:11434/v1"),
    "vllm": Service("http://localhost:8000/v1"),
}


@dataclass(frozen=True, slots=True)
class Destination:
    """Whom a writer asks: address, host, model and key; `local` when the address is this machine's."""

    url: str
    host: str
    model: str
    key: str
    local: bool


def destination(settings: AnswerSettings) -> Destination:
    """Return whom the settings name; raises `SettingsError` when they name nobody, or no model of theirs."""
    service = _service(settings)
    url = settings.url or service.url
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        said = f"answer.url is '{url}', which is not an address" if url else "no service is named"
        named = ", ".join(SERVICES)
        raise SettingsError(f"No language model can answer: {said}. Set answer.service to one of {named}, or answer.url.")
    model = settings.model or service.model
    if not model:
        raise SettingsError("No language model can answer: answer.model is not set. Set the name of a model of the service.")
    key = answer_key() or os.environ.get(service.key, "").strip()
    return Destination(url, parts.netloc.rpartition("@")[2], model, key, parts.hostname in HERE)


def _service(settings: AnswerSettings) -> Service:
    if settings.service and settings.service not in SERVICES:
        raise SettingsError(f"No answer.service '{settings.service}'. {did_you_mean(settings.service, SERVICES)}")
    return SERVICES.get(settings.service, Service(""))
