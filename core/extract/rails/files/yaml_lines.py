"""YAML with line numbers: what a file says as plain values, and where each key and item stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import yaml

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C parser is 10 times faster; wheels carry it

_MAX_LEAVES = 200_000  # aliases of aliases can make a small file endless
_MAX_STEPS = 1_000_000  # the same for aliases of what holds no value
_MAX_DEPTH = 100  # the C parser's own trees end the process on a file of nothing but brackets, so trees are made here

Path = tuple[str, ...]


@dataclass(slots=True)
class _Node:
    """A scalar (`value` is its text), or a list or mapping (`None`), whose children are keys and values in turn."""

    kind: str
    line: int
    value: str = ""
    children: list[_Node] = field(default_factory=list)


def leaves(text: str) -> list[tuple[Path, str, int]]:
    """Return every scalar as (path of keys, value, line from 1) in the order of the file; items of lists have their number.

    A file that is not YAML, or is nested too deeply, raises `ValueError` with the reason and the line.
    """
    try:
        root = _tree(text)
    except yaml.YAMLError as problem:
        mark = getattr(problem, "problem_mark", None)
        line = f" in line {mark.line + 1}" if mark is not None else ""
        raise ValueError(f"this is not YAML{line}: {getattr(problem, 'problem', problem)}") from problem
    found = list(islice(_leaves(root), _MAX_LEAVES + 1)) if root is not None else []
    if len(found) > _MAX_LEAVES:
        raise ValueError(f"this YAML has more than {_MAX_LEAVES} values once its aliases are followed")
    return found


def may_begin(text: str, key: str) -> bool:
    """Tell whether a key may stand at the top of a text, by its beginning and one search; also where that is not certain.

    A file of two thousand translations is read whole only if they are those of the wanted language.
    """
    try:
        events = list(islice(yaml.parse(text, Loader=_LOADER), 4))  # of the stream, the document, the mapping, its first key
    except yaml.YAMLError:
        return True
    top, first = events[2:] if len(events) == 4 else (None, None)
    if not isinstance(top, yaml.MappingStartEvent) or top.flow_style or not isinstance(first, yaml.ScalarEvent):
        return True
    column = f"^ {{{top.start_mark.column}}}"
    unlike = rf"{column}(?:[?*&!<]|\"[^\"\n]*\\)"  # keys that need not be written as they are
    return first.value == key or re.search(rf"{column}[\"']*{re.escape(key)}(?!\w)|{unlike}", text, re.MULTILINE) is not None


def _tree(text: str) -> _Node | None:
    """Return the first document as a tree; aliases are the nodes that they name."""
    top = _Node("list", 1)
    stack = [top]
    anchors: dict[str, _Node] = {}
    for event in yaml.parse(text, Loader=_LOADER):
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in anchors:
                raise ValueError(f"this is not YAML in line {event.start_mark.line + 1}: undefined alias '{event.anchor}'")
            stack[-1].children.append(anchors[event.anchor])
        elif isinstance(event, (yaml.ScalarEvent, yaml.SequenceStartEvent, yaml.MappingStartEvent)):
            node = _node(event)
            stack[-1].children.append(node)
            if event.anchor:
                anchors[event.anchor] = node
            if node.kind != "scalar":
                stack.append(node)
            if len(stack) > _MAX_DEPTH:
                raise ValueError(f"this YAML is nested more than {_MAX_DEPTH} deep in line {node.line}")
        elif isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
            stack.pop()
        elif isinstance(event, yaml.DocumentEndEvent):
            break
    return top.children[0] if top.children else None


def _node(event: yaml.NodeEvent) -> _Node:
    line = event.start_mark.line + 1
    if isinstance(event, yaml.ScalarEvent):
        return _Node("scalar", line, event.value)
    return _Node("list" if isinstance(event, yaml.SequenceStartEvent) else "mapping", line)


def _leaves(root: _Node) -> Iterator[tuple[Path, str, int]]:
    """Yield the scalars below a node; an alias of a node that it is part of ends there."""
    stack: list[tuple[_Node, Path, tuple[int, ...]]] = [(root, (), ())]
    for _ in range(_MAX_STEPS):
        if not stack:
            return
        node, path, above = stack.pop()
        if node.kind == "scalar":
            yield path, node.value, node.line
        elif id(node) not in above:
            inside = (*above, id(node))
            stack.extend((child, steps, inside) for child, steps in reversed(_inside(node, path)))
    raise ValueError(f"this YAML takes more than {_MAX_STEPS} steps to read once its aliases are followed")


def _inside(node: _Node, path: Path) -> list[tuple[_Node, Path]]:
    if node.kind == "list":
        return [(child, (*path, str(number))) for number, child in enumerate(node.children)]
    pairs = zip(node.children[::2], node.children[1::2], strict=False)
    return [(value, path if key.value == "<<" else (*path, key.value)) for key, value in pairs if key.kind == "scalar"]
