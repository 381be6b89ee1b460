"""Names in a file that may be those of a package: constants and methods of Ruby, imports of Python and JavaScript."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from tree_sitter import Node

from core.extract.facts import SourceFile
from core.extract.outgoing.nodes import part, walk
from core.extract.parse import Parsed
from core.languages import family_of


class OutsideName(NamedTuple):
    """A name on a line.

    Of a constant, `Shop::Client`, `package` is empty; of a call `member` is the method and `name` what it is called on. An
    import has the `package` or module that it is from.
    """

    name: str
    line: int
    member: str = ""
    package: str = ""


def outside_names(path: str, language: str, text: str) -> list[OutsideName]:
    """Return the names of a file that other packages may define, in the order of the text; none for other languages."""
    reader = _READERS.get(family_of(language))
    parsed = Parsed(SourceFile(path, language, text, "")) if reader else None
    return list(dict.fromkeys(reader(parsed))) if reader and parsed else []


def _ruby(parsed: Parsed) -> Iterator[OutsideName]:
    inner: set[int] = set()  # constants that are part of a longer name
    for node in walk(parsed.root):
        line = parsed.line(node.start_byte)
        if node.type == "scope_resolution":
            inner.update(one.id for one in node.named_children)
            if node.id not in inner:
                yield OutsideName(parsed.code(node).removeprefix("::"), line)
        elif node.type == "constant" and node.id not in inner and not _is_named_so(node):
            yield OutsideName(parsed.code(node), line)
        elif node.type == "call" and (whose := node.child_by_field_name("receiver")) is not None:
            method = parsed.code(part(node, "method"))
            yield OutsideName(_last(parsed, whose), line, member=method)


def _is_named_so(node: Node) -> bool:
    """Tell whether a constant is the name of the class or module that is defined here."""
    return (
        node.parent is not None and node.parent.type in ("class", "module") and node.parent.child_by_field_name("name") == node
    )


def _last(parsed: Parsed, node: Node) -> str:
    """Return what something is called on, in a word: a constant, a variable without its mark, the method that gives it."""
    if node.type == "call":
        return parsed.code(part(node, "method"))
    return parsed.code(node).lstrip("@").removeprefix("::")


def _python(parsed: Parsed) -> Iterator[OutsideName]:
    for node in walk(parsed.root):
        line = parsed.line(node.start_byte)
        if node.type == "import_from_statement":
            module = parsed.code(part(node, "module_name"))
            names = [one for one in node.children_by_field_name("name")]
            for name in names:
                yield OutsideName(
                    parsed.code(part(name, "name") if name.type == "aliased_import" else name), line, package=module
                )
        elif node.type == "import_statement":
            for name in node.children_by_field_name("name"):
                yield OutsideName("", line, package=parsed.code(part(name, "name") if name.type == "aliased_import" else name))


def _script(parsed: Parsed) -> Iterator[OutsideName]:
    for node in walk(parsed.root):
        if node.type not in ("import_statement", "export_statement") or (source := node.child_by_field_name("source")) is None:
            continue
        package, line = parsed.code(source)[1:-1], parsed.line(node.start_byte)
        names = [one for one in walk(node) if one.type in ("import_specifier", "export_specifier")]
        for name in names:
            yield OutsideName(parsed.code(part(name, "name")), parsed.line(name.start_byte), package=package)
        if not names:
            yield OutsideName("", line, package=package)


_READERS: Mapping[str, Callable[[Parsed], Iterator[OutsideName]]] = {"ruby": _ruby, "python": _python, "javascript": _script}
