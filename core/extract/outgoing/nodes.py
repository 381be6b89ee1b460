"""What the readers of requests ask of trees, whatever the language."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tree_sitter import Node


def walk(root: Node) -> Iterator[Node]:
    """Yield a node and all below it, in the order of the text."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.named_children))


def arguments(node: Node, without: Collection[str] = ()) -> list[Node]:
    """Return the arguments of a call, without comments and nodes of these types."""
    found = node.child_by_field_name("arguments")
    return (
        [one for one in found.named_children if one.type != "comment" and one.type not in without] if found is not None else []
    )


def part(node: Node, name: str) -> Node:
    """Return a field of a node, the node itself where it has none of the name."""
    return node.child_by_field_name(name) or node
