"""Operations of GraphQL in documents and in texts of code: which fields of the schema's roots they ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.model.outgoing import OutgoingCall
from core.text.lines import line_at

MARKS = ("gql`", "graphql`", "GRAPHQL", "gql(")
_OPERATION = re.compile(r"(?<![\w$.])(query|mutation|subscription)\s+(\w+)\s*(?:\((?:[^()]|\([^()]*\))*\)\s*)?(?:@\w+[^{]*)?\{")
_TOKEN = re.compile(r"#[^\n]*|\"[^\"\n]*\"|\.\.\.\s*(?:on\s+)?\w*|[A-Za-z_]\w*|[{}():@]|\$\{[^}]*\}")
_SKIPPED = frozenset({"__typename"})


def may_have(language: str, text: str) -> bool:
    """Tell whether a file may have operations: documents of GraphQL, and code that marks its texts as such."""
    return language == "graphql" or any(mark in text for mark in MARKS)


def operations(text: str) -> Iterator[OutgoingCall]:
    """Yield the fields that the operations of a text ask of the roots of a schema, with the name of the operation."""
    for operation in _OPERATION.finditer(text):
        via = f"{operation[1]} {operation[2]}"
        for name, at in _fields(text, operation.end()):
            yield OutgoingCall(operation[1].upper(), name, line_at(text, at), via=via)


def _fields(text: str, start: int) -> Iterator[tuple[str, int]]:
    """Yield the names of the fields of a selection that begins behind its brace, with where they stand."""
    depth, brackets, last, alias = 1, 0, ("", 0), False
    for token in _TOKEN.finditer(text, start):
        word = token[0]
        if word == "(":
            brackets += 1
        elif word == ")":
            brackets -= 1
        elif word in "{}":
            depth += 1 if word == "{" else -1
            if depth == 0:
                break
        elif depth == 1 and not brackets:
            if word == ":":
                alias = True  # the name before was one that the client gives
            elif word[0].isalpha() or word[0] == "_":
                if last[0] and not alias and last[0] not in _SKIPPED:
                    yield last
                last, alias = (word, token.start()), False
    if last[0] and last[0] not in _SKIPPED:
        yield last
