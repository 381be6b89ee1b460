"""YAML with line numbers: what a file says as plain values, and where each key and item stands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import yaml

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C parser is 10 times faster; wheels carry it

_MAX_LEAVES = 200_000  # aliases of aliases can make a small file endless

Path = tuple[str, ...]


def leaves(text: str) -> list[tuple[Path, str, int]]:
    """Return every scalar as (path of keys, value, line from 1) in the order of the file; items of lists have their number.

    A file that is not YAML raises `ValueError` with the reason and the line.
    """
    try:
        root = yaml.compose(text, Loader=_LOADER)
    except yaml.YAMLError as problem:
        mark = getattr(problem, "problem_mark", None)
        line = f" in line {mark.line + 1}" if mark is not None else ""
        raise ValueError(f"this is not YAML{line}: {getattr(problem, 'problem', problem)}") from problem
    found = list(islice(_leaves(root, (), ()), _MAX_LEAVES + 1)) if root is not None else []
    if len(found) > _MAX_LEAVES:
        raise ValueError(f"this YAML has more than {_MAX_LEAVES} values once its aliases are followed")
    return found


def _leaves(node: Any, path: Path, above: tuple[int, ...]) -> Iterator[tuple[Path, str, int]]:
    """Yield the scalars below a node; an alias of a node that it is part of ends there."""
    if id(node) in above:
        return
    inside = (*above, id(node))
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode):
                yield from _leaves(value, path if key.value == "<<" else (*path, str(key.value)), inside)
    elif isinstance(node, yaml.SequenceNode):
        for number, item in enumerate(node.value):
            yield from _leaves(item, (*path, str(number)), inside)
    elif isinstance(node, yaml.ScalarNode):
        yield path, str(node.value), node.start_mark.line + 1
