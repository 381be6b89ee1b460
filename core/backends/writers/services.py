"""Services with an OpenAI-compatible address, by name: where they are, which variable usually holds their key."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from urllib.parse import urlsplit

from core.errors import SettingsError
from core.settings import AnswerSettings, answer_key

HERE = frozenset({"localhost", "127.0.0.1", "::1"})
"""Hosts from which nothing leaves this machine."""


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
        near = get_close_matches(settings.service, SERVICES, n=1)
        hint = f" Did you mean '{near[0]}'?" if near else ""
        raise SettingsError(f"No answer.service '{settings.service}'.{hint} Choose from: {', '.join(SERVICES)}.")
    return SERVICES.get(settings.service, Service(""))
