"""A language model behind the chat endpoint that OpenAI introduced and most servers speak, local ones too.

It is asked only when the settings name an address and a model. One second attempt is made when the first answer was unusable
(no JSON, against the schema, a status of the server's own trouble), inside the same time limit. Answers are kept, so that a
question which is looked at again under other weights does not leave the process twice.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from time import monotonic
from urllib.parse import urlsplit

import httpx

from core.backends.routers.answers import requests_of, schema
from core.errors import RouterError, SettingsError
from core.model.run import Request
from core.ports import Vocabulary
from core.settings import RouteSettings, route_key
from core.text.secrets import masked

_FORMATS = ("json_schema", "json_object", "text")
_ATTEMPTS = 2
_LONGEST = 1_000_000  # bytes: five requests need a few thousand
_KEPT = 256  # answers
_HINTS = {
    400: "; the service may not know this route.format: try json_object or text",
    401: "; check $ORIENTEER_ROUTE_KEY",
    403: "; check $ORIENTEER_ROUTE_KEY",
    404: "; check route.url and route.model",
}
_TASK = """You prepare searches in the index of a code base. You do not answer the question.

Split the question into 1 to 5 requests, each for one thing that has to be found; most questions need 1. Answer with one JSON
object that fits the schema and nothing else. The properties of a request:

- text: what to search for, as a question or phrase in the words that the code would use; keep names as they are written
- intent: understand, locate, trace, debug, implement, reference, compare or framework; empty when not clear
- scope: pinpoint (one place), focused, exploratory or comprehensive (everything of its kind); empty when not clear
- target_types: types of unit that can answer, only from `types`; empty when any can
- paths: globs such as app/jobs/**, only when the question excludes everything else; nothing outside is found
- folders: folders where the answer probably lies, only from `folders`; they are preferred, not demanded
- entities: names of code that the question means, preferably from `names`
- reason: what the request is for, in a few words"""


class _Again(RouterError):
    """A failure that a second attempt may mend."""


class ChatRouter:
    """Asks `route.model` at `route.url`; raises `SettingsError` when the settings do not say whom to ask."""

    def __init__(self, settings: RouteSettings) -> None:
        parts = urlsplit(settings.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            message = f"route.url is {settings.url!r}, which is not an address" if settings.url else "route.url is not set"
            raise SettingsError(f"The router 'llm' cannot ask: {message}. Set one, such as http://localhost:11434/v1.")
        if not settings.model:
            raise SettingsError("The router 'llm' cannot ask: route.model is not set. Set the name of a model of the service.")
        if settings.format not in _FORMATS:
            raise SettingsError(f"No route.format '{settings.format}'. Choose from: {', '.join(_FORMATS)}.")
        if settings.timeout <= 0:
            raise SettingsError(f"route.timeout cannot be {settings.timeout:g} seconds. Set a number above 0.")
        self._settings = settings
        self._host = parts.netloc.rpartition("@")[2]
        self._answers: dict[tuple[str, Vocabulary], tuple[Request, ...]] = {}
        self.name = f"{settings.model} at {self._host}"

    def route(self, question: str, vocabulary: Vocabulary) -> tuple[Request, ...]:
        """Return the requests that the model makes of the question, kept for the next time it is asked."""
        asked = (question, vocabulary)
        if asked not in self._answers:
            if len(self._answers) >= _KEPT:
                self._answers.clear()
            self._answers[asked] = self._attempted(question, vocabulary)
        return self._answers[asked]

    def _attempted(self, question: str, vocabulary: Vocabulary) -> tuple[Request, ...]:
        deadline = monotonic() + self._settings.timeout
        talk = messages(question, vocabulary)
        reasons: list[str] = []
        for _ in range(_ATTEMPTS):
            try:
                return self._asked(talk, deadline)
            except _Again as problem:
                reasons.append(str(problem))
        told = reasons[0] if len(set(reasons)) == 1 else ", then ".join(reasons)
        raise RouterError(f"{told} (asked twice)")

    def _asked(self, talk: list[dict[str, str]], deadline: float) -> tuple[Request, ...]:
        try:
            status, body = self._posted(talk, deadline)
        except httpx.TimeoutException as problem:
            raise RouterError(f"time-out: no answer within {self._settings.timeout:g} s") from problem
        except httpx.HTTPError as problem:
            raise _Again(f"no connection to {self._host} ({type(problem).__name__})") from problem
        if status >= 500 or status == 429:
            raise _Again(f"HTTP status {status}")
        if status != 200:
            raise RouterError(f"HTTP status {status}{_HINTS.get(status, '')}")
        try:
            return requests_of(body)
        except RouterError as problem:
            raise _Again(str(problem)) from problem

    def _posted(self, talk: list[dict[str, str]], deadline: float) -> tuple[int, bytes]:
        """Return status and body; the deadline is checked with every piece of the body, as a server may send it slowly."""
        settings, left = self._settings, deadline - monotonic()
        if left <= 0:
            raise httpx.ReadTimeout("the time was up before a second attempt")
        call = {"model": settings.model, "messages": talk, "temperature": 0, **form(settings.format)}
        url = f"{settings.url.rstrip('/')}/chat/completions"
        body = bytearray()
        with httpx.stream("POST", url, json=call, headers=_authorised(), timeout=left) as response:
            for piece in response.iter_bytes():
                body += piece
                if monotonic() > deadline:
                    raise httpx.ReadTimeout("the answer came too slowly")
                if len(body) > _LONGEST:
                    raise RouterError(f"the answer is longer than {_LONGEST:,} bytes")
        return response.status_code, bytes(body)


def _authorised() -> dict[str, str]:
    key = route_key()
    if not key:
        return {}
    if not key.isascii() or not key.isprintable() or " " in key:
        raise SettingsError("ORIENTEER_ROUTE_KEY has characters that no key has. Set it to the key alone.")
    return {"Authorization": f"Bearer {key}"}


def messages(question: str, vocabulary: Vocabulary) -> list[dict[str, str]]:
    """Return the messages of a chat: the task with its schema, the question without secrets, what the index has, as JSON."""
    asked = {
        "question": masked(question)[0],
        "types": vocabulary.types,
        "folders": vocabulary.folders,
        "names": vocabulary.names,
    }
    return [
        {"role": "system", "content": f"{_TASK}\n\nSchema: {json.dumps(schema())}"},
        {"role": "user", "content": json.dumps(asked, ensure_ascii=False)},
    ]


def form(name: str) -> Mapping[str, object]:
    """Return the part of a call that tells a service the form of the answer; empty for `text`."""
    if name == "json_schema":
        wanted = {"name": "requests", "strict": True, "schema": schema()}
        return {"response_format": {"type": "json_schema", "json_schema": wanted}}
    return {"response_format": {"type": "json_object"}} if name == "json_object" else {}
