"""Chains of names as they are written: `a.b(c).d` is the expression `a.b().d`, which calls `a.b`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import tree_sitter

from core.extract.parse import Parsed

_LAST_NAME = re.compile(rb"([\w$#\x80-\xff]+)$")
_NAMED_NEXT = re.compile(rb"\s*\??\.\s*([\w$]+)")

_LONGEST_NAME = 200
_MOST_STEPS = 200
# How the captures of a query continue a chain; a language has those that its query captures.
_SIGNS = ((".", "attribute"), ("::", "scoped"), ("()", "call"), ("[]", "subscript"), ("!", "macro"))


class Chain(NamedTuple):
    """A name and what follows it: each step is the byte where it ends and `.name`, `::name`, `()`, `[]` or `!`."""

    root: str
    start: int
    root_end: int
    steps: tuple[tuple[int, str], ...]

    def expression(self, end: int) -> str:
        """Return the part that ends exactly at a byte, empty if no step does or if it contains a subscript."""
        if end == self.root_end:
            return self.root
        text = self.root
        for stop, step in self.steps:
            if step in ("[]", "!"):
                return ""
            text += step
            if stop == end:
                return text
        return ""

    def uses(self, *, through: bool = False) -> Iterator[tuple[str, str]]:
        """Yield (kind, expression): a `call` for every call in the chain, a `reference` for what is not called.

        What follows an index is told `through` it, as a step `[]`, or not at all.
        Of a very long chain only the beginning: every expression repeats all that is before it.
        """
        return ((kind, expression) for kind, expression, _ in self.uses_at(through=through))

    def uses_at(self, *, through: bool = False) -> Iterator[tuple[str, str, int]]:
        """Yield the same with the byte where the name ends that is used."""
        text, end = self.root, self.root_end
        called = ""
        for stop, step in self.steps[:_MOST_STEPS]:
            if step == "()":
                yield "call", text, end
                called = text + step
            if step == "!":
                yield "call", f"{text}!", end
                return
            if step == "[]" and not through:
                break
            if step == "[]":
                if text != called:
                    yield "reference", text, end
                called = text + step
            text += step
            end = stop
        if text != called:
            yield "reference", text, end


Steps = dict[int, list[tuple[int, str]]]
"""By the byte where a chain begins where its steps end, and their signs."""


def chains(parsed: Parsed, captures: Mapping[str, Sequence[tree_sitter.Node]], steps: Steps | None = None) -> dict[int, Chain]:
    """Return the chains of a file by the byte at which they start; of `steps` that were found before."""
    skipped = {node.start_byte for kind in ("skip", "bind") for node in captures.get(kind, ())}
    spans = [(node.start_byte, node.end_byte) for node in captures.get("import", ())]
    steps = chain_steps(captures) if steps is None else steps
    found = {}
    position = 0
    for node in captures.get("id", ()):
        start = node.start_byte
        while position < len(spans) and spans[position][1] <= start:
            position += 1
        in_import = position < len(spans) and spans[position][0] <= start
        if start not in skipped and not in_import:
            after = steps.get(start)
            if after is None:
                found[start] = Chain(parsed.code(node), start, node.end_byte, ())
            else:
                found[start] = _chain(parsed, node, sorted(after))
    return found


def chains_on(
    parsed: Parsed, starts: Sequence[tree_sitter.Node], steps: Steps, expression: Callable[[tree_sitter.Node], str]
) -> dict[int, Chain]:
    """Return the chains that begin with more than a name, as `new Bell().ring()`, where it is known what that gives."""
    found = {}
    for node in starts:
        root = expression(node)
        after = sorted((end, sign) for end, sign in steps.get(node.start_byte, ()) if end > node.end_byte)
        if root and after:
            found[node.start_byte] = _chain(parsed, node, after)._replace(root=root)
    return found


def chain_steps(captures: Mapping[str, Sequence[tree_sitter.Node]]) -> Steps:
    """Return the steps of all chains of a file."""
    steps: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for sign, kind in _SIGNS:
        for node in captures.get(kind, ()):
            steps[node.start_byte].append((node.end_byte, sign))
    return steps


def _chain(parsed: Parsed, node: tree_sitter.Node, steps: Sequence[tuple[int, str]]) -> Chain:
    named = []
    data, before = parsed.data, node.end_byte
    for end, sign in steps:
        if sign in (".", "::"):
            following = _NAMED_NEXT.fullmatch(data, before, end)  # nearly all
            step = "." + following[1].decode() if following is not None and sign == "." else ""
            named.append((end, step or _last_name(data, max(node.end_byte, end - _LONGEST_NAME), end, sign)))
        else:
            named.append((end, sign))
        before = end
    return Chain(parsed.code(node), node.start_byte, node.end_byte, tuple(named))


def _last_name(data: bytes, start: int, end: int, sign: str) -> str:
    """Return the step to the name that ends at a byte, `[]` where it is no name."""
    after = data[data.rfind(sign[-1:].encode(), start, end) + 1 : end].strip()
    if after.isalnum() and after.isascii():
        return sign + after.decode()
    last = _LAST_NAME.search(data, start, end)
    return sign + last.group(1).decode("utf-8", "replace") if last else "[]"
