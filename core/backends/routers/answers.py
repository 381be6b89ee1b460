"""A router's answer: the JSON schema for the model, and the check of its output."""

from __future__ import annotations

import json
import re
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.errors import RouterError
from core.model.parsed import Parsed
from core.model.run import Request

_Intent = Literal["", "understand", "locate", "trace", "debug", "implement", "reference", "compare", "framework"]
_Scope = Literal["", "pinpoint", "focused", "exploratory", "comprehensive"]
_Name = Annotated[str, Field(min_length=1, max_length=200)]
_Names = Annotated[list[_Name], Field(max_length=10)]
_STRICT = ConfigDict(extra="forbid", strict=True, json_schema_serialization_defaults_required=True)
_FENCE = re.compile(r"^\s*```(?:json)?\s*\n(.*?)\n?\s*```\s*$", re.DOTALL)  # what models wrap JSON in unasked


class _Request(BaseModel):
    model_config = _STRICT

    text: Annotated[str, Field(min_length=1, max_length=500)]
    intent: _Intent = ""
    scope: _Scope = ""
    target_types: _Names = []
    paths: _Names = []
    folders: _Names = []
    entities: _Names = []
    reason: Annotated[str, Field(max_length=500)] = ""


class _Requests(BaseModel):
    model_config = _STRICT

    requests: Annotated[list[_Request], Field(min_length=1, max_length=5)]


def schema() -> dict[str, object]:
    """Return the JSON schema of an answer, every property required and no other allowed, as strict services want it."""
    return _Requests.model_json_schema(mode="serialization")


def requests_of(body: bytes) -> tuple[Request, ...]:
    """Return the requests in the body of a chat completion; raises `RouterError` that names what is wrong with it."""
    content = _content(_json(body.decode("utf-8", "replace"), "the response"))
    fenced = _FENCE.match(content)
    said = _json(fenced.group(1) if fenced else content, "the model's answer")
    try:
        found = _Requests.model_validate(said)
    except ValidationError as problem:
        first = problem.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "the answer"
        raise RouterError(f"schema violation at {place}: {first['msg']}") from problem
    return tuple(_value(request) for request in found.requests)


def _value(request: _Request) -> Request:
    return Request(
        request.text,
        request.intent,
        request.scope,
        tuple(request.target_types),
        tuple(request.paths),
        tuple(request.folders),
        tuple(request.entities),
        request.reason,
    )


def _content(response: Parsed) -> str:
    try:
        content = response["choices"][0]["message"]["content"]
    except (KeyError, IndexError, TypeError) as problem:
        raise RouterError("schema violation: the response has no choices[0].message.content") from problem
    if not isinstance(content, str) or not content.strip():
        raise RouterError("schema violation: choices[0].message.content is no text")
    return content


def _json(text: str, what: str) -> Parsed:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise RouterError(f"invalid JSON in {what}") from problem
