"""What calls of Elixir's trees say: attributes, texts, options and how many arguments."""

from __future__ import annotations

from collections.abc import Callable

import tree_sitter

from core.extract.described.reading import part

Code = Callable[[tree_sitter.Node | None], str]


def attribute(node: tree_sitter.Node, code: Code) -> tuple[str, tree_sitter.Node | None]:
    """Return the name and the value of `@name value`, nothing for other nodes."""
    operand = part(node, "operand") if node.type == "unary_operator" and node.children[0].type == "@" else None
    if operand is None or operand.type != "call":
        return ("", None)
    arguments = part(operand, "@arguments")
    return code(part(operand, "target")), arguments.named_children[0] if arguments and arguments.named_children else None


def text(node: tree_sitter.Node, code: Code) -> str:
    """Return the text of a string, its lines without the spaces before them."""
    lines = [code(child) for child in node.named_children if child.type == "quoted_content"]
    return "\n".join(line.strip() for line in "".join(lines).strip().split("\n"))


def option(arguments: tree_sitter.Node | None, name: str, code: Code) -> str:
    """Return what a call is given by this name, empty for nothing."""
    for keywords in arguments.named_children if arguments is not None else ():
        for pair in keywords.named_children if keywords.type == "keywords" else ():
            if code(part(pair, "key")).strip().rstrip(":") == name:
                return code(part(pair, "value"))
    return ""


def is_quoted(node: tree_sitter.Node, code: Code) -> bool:
    """Tell whether a statement is one of those that a macro gives to who uses its module."""
    here = node.parent
    while here is not None and not (here.type == "call" and code(part(here, "target")) == "quote"):
        here = here.parent
    return here is not None


def count(arguments: tree_sitter.Node | None) -> int:
    """Return how many arguments a call has."""
    return sum(one.type != "comment" for one in arguments.named_children) if arguments is not None else 0


def said_in(node: tree_sitter.Node, code: Code) -> tuple[str, list[tuple[str, int]]]:
    """Return the text of `@moduledoc` and the rows of `@behaviour` that stand directly in a module."""
    body, docs, behaviours = part(node, "@do_block"), "", []
    for child in body.named_children if body is not None else ():
        name, value = attribute(child, code)
        if name == "moduledoc" and value is not None:
            docs = text(value, code)
        if name == "behaviour" and value is not None:
            behaviours.append((code(value), child.start_point[0] + 1))
    return docs, behaviours
