"""The requests of one file, by its language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.extract.facts import SourceFile
from core.extract.outgoing import generated, graphql, python, ruby, script
from core.extract.parse import Parsed
from core.languages import family_of
from core.model.outgoing import OutgoingCall

_READERS: Mapping[str, Callable[[Parsed], Sequence[OutgoingCall]]] = {
    "ruby": ruby.requests, "python": python.requests, "javascript": script.requests,
}  # fmt: skip
_PARSED = frozenset({"ruby", "python", "javascript", "typescript", "tsx"})

MARKS: tuple[str, ...] = tuple(dict.fromkeys((*ruby.MARKS, *python.MARKS, *script.MARKS, *graphql.MARKS, *generated.MARKS)))
"""Words of which a file has one that makes a request: what has none need not be looked at."""


def outgoing_calls(path: str, language: str, text: str) -> list[OutgoingCall]:
    """Return the requests that a file makes, by line: over HTTP, and operations of GraphQL."""
    found = list(graphql.operations(text)) if graphql.may_have(language, text) else []
    if language in _PARSED and any(mark in text for mark in MARKS):
        made = list(generated.generated_calls(language, text))
        lines = {one.line for one in made}  # which no reader of other clients need understand
        read = _READERS[family_of(language)](Parsed(SourceFile(path, language, text, "")))
        found += [*made, *(one for one in read if one.line not in lines)]
    return sorted(dict.fromkeys(found), key=lambda one: (one.line, one.verb, one.path, one.via))
