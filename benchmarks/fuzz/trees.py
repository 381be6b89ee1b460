"""Mutations of the tree of a file: its nodes are left out, doubled, exchanged or taken from another file."""

from __future__ import annotations

import random

import tree_sitter

from core.languages import LANGUAGES, parser

Extent = tuple[int, int]
_MOST_NODES = 3_000
_MOST_BYTES = 60_000  # what is damaged already may take a parser minutes
_GRAMMARS = {"bundler": "ruby"}  # what is read in another way, but has the tree of a language


def tree_mutated(chance: random.Random, language: str, data: bytes, other: bytes) -> bytes:
    """Return the bytes with one to eight nodes changed; the blocks of lines are the nodes where there is no grammar."""
    for _ in range(chance.choice((1, 2, 8))):
        own = _extents(language, data)
        if not own:
            return data
        start, end = chance.choice(own)
        act = chance.randrange(5)
        if act == 0:
            data = data[:start] + data[end:]
        elif act == 1:
            data = data[:end] + data[start:end] + data[end:]
        elif act == 2:
            data = _exchanged(data, (start, end), chance.choice(own))
        elif act == 3:
            first, last = chance.choice(own)  # a node within itself, or where another one stood
            data = data[:start] + data[first:last] + data[end:]
        else:
            first, last = chance.choice(_extents(language, other) or [(0, 0)])
            data = data[:start] + other[first:last] + data[end:]
    return data


def _exchanged(data: bytes, one: Extent, another: Extent) -> bytes:
    (start, end), (first, last) = sorted((one, another))
    if first < end:
        return data
    return data[:start] + data[first:last] + data[end:first] + data[start:end] + data[last:]


def _extents(language: str, data: bytes) -> list[Extent]:
    grammar = _GRAMMARS.get(language, language)
    return _nodes(grammar, data) if LANGUAGES[grammar].grammar else _blocks(data)


def _nodes(language: str, data: bytes) -> list[Extent]:
    if len(data) > _MOST_BYTES:
        return []
    found: list[Extent] = []
    waiting: list[tree_sitter.Node] = [parser(language).parse(data).root_node]
    while waiting and len(found) < _MOST_NODES:
        node = waiting.pop()
        found.append((node.start_byte, node.end_byte))
        waiting.extend(node.named_children)
    return found[1:]


def _blocks(data: bytes) -> list[Extent]:
    """Return lines, each with those below it that are indented deeper."""
    lines = data.splitlines(keepends=True)[:_MOST_NODES]
    depths = [len(line) - len(line.lstrip()) for line in lines]
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    found = []
    for number, depth in enumerate(depths):
        last = number + 1
        while last < len(lines) and depths[last] > depth and last - number < 200:
            last += 1
        found.append((starts[number], starts[last]))
    return found
