"""Who gives a template its variables and a partial its records, and which methods a bare name may mean."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from tree_sitter import Node

from core.extract.ruby.syntax.parse import text_of
from core.inspect.loading.trees import (
    RubySource,
    Trees,
    arguments_of,
    class_around,
    line_of,
    method_name,
    pair_value,
)
from core.inspect.usage.inheritance import inheritance_of
from core.model import UnitHead, unit_key
from core.open_index import OpenIndex

_OWNING = frozenset(
    {"controller", "mailer", "component", "view_component", "concern", "job", "service", "class", "poro", "lib", "model"}
)
_PARTIAL = re.compile(r"(?:^|/)_([a-z]\w*)\.[^/]*$")
_RENDERING = frozenset({"render", "partial!", "array!", "render_to_string", "partial"})
_DEEPEST = 4  # templates that render templates


class Callers:
    """Looks for what surrounds a template or a method in the index."""

    def __init__(self, index: OpenIndex, trees: Trees) -> None:
        self._index = index
        self._trees = trees
        self._inheritance = inheritance_of(index)
        self._by_path = {head.file_path: head for head in index.heads if head.type == "view_template"}
        self._renders: dict[str, list[tuple[str, str, int]]] = defaultdict(list)
        for one in index.relations:
            if one.kind == "renders":
                self._renders[one.target].append((one.source, one.file_path, one.line))
        self._classes: dict[str, str] = {}
        self._set: dict[str, dict[str, list[tuple[RubySource, Node]]]] = {}
        self._acting: dict[str, list[str]] = {}
        for head in index.heads:
            if head.type in _OWNING and not head.is_test:
                self._classes.setdefault(head.identifier, head.key)
        self._helpers: dict[str, list[UnitHead]] = defaultdict(list)
        for head in index.heads:
            parent = index.by_key.get(head.parent)
            if head.type == "method" and parent is not None and parent.type == "helper":
                self._helpers[head.name].append(head)

    def text(self, path: str, first: int, last: int) -> str:
        """Return some lines of a file."""
        return "\n".join(self._index.texts.line(path, number) for number in range(first, last + 1))

    def template(self, path: str) -> UnitHead | None:
        """Return the unit of a template."""
        return self._by_path.get(path)

    def setting(self, at: RubySource, node: Node, name: str) -> Iterator[tuple[RubySource, Node]]:
        """Yield the methods that give a value to an instance variable: those that render the template first, else all."""
        head = self._by_path.get(at.path)
        if head is None:
            owner = self._classes.get(class_around(node))
            yield from self._setters([owner] if owner else [], name)
            return
        actions = self._acts(head.key)
        direct = [
            found for key in actions if (found := self._method(key)) is not None and self._trees.assignments(found[1], name)
        ]
        if direct:
            yield from direct
        else:
            yield from self._setters(sorted({self._index.by_key[key].parent for key in actions}), name)

    def _acts(self, key: str) -> list[str]:
        if key not in self._acting:
            self._acting[key] = self._actions(key, 0, set())
        return self._acting[key]

    def _actions(self, key: str, depth: int, seen: set[str]) -> list[str]:
        """Return the methods that render a template, also by way of others."""
        found = []
        for source, _, _ in self._renders.get(key, ()):
            if source in seen or depth > _DEEPEST:
                continue
            seen.add(source)
            kind = self._index.by_key[source].type
            if kind == "method":
                found.append(source)
            elif kind == "view_template":
                found += self._actions(source, depth + 1, seen)
        return list(dict.fromkeys(found))

    def _setters(self, owners: list[str], name: str) -> Iterator[tuple[RubySource, Node]]:
        for owner in owners:
            for key in (owner, *self._inheritance.over(owner)):
                if key not in self._set:
                    self._set[key] = self._setting_in(key)
                yield from self._set[key].get(name, ())

    def _setting_in(self, key: str) -> dict[str, list[tuple[RubySource, Node]]]:
        """Return the methods of a class by the variables that they give a value to."""
        set_: dict[str, list[tuple[RubySource, Node]]] = defaultdict(list)
        for child in self._index.children.get(key, ()):
            found = self._method(child) if self._index.by_key[child].type == "method" else None
            for name in self._trees.assigned(found[1]) if found is not None else ():
                set_[name].append(found)  # type: ignore[arg-type]
        return set_

    def actions(self, key: str) -> list[str]:
        """Return the methods of controllers and mailers that render a template, as `Class#method`."""
        return [self._index.by_key[one].identifier for one in self._acts(key)]

    def _method(self, key: str) -> tuple[RubySource, Node] | None:
        head = self._index.by_key[key]
        return self._trees.method(head.file_path, head.start_line)

    def methods(self, at: RubySource, node: Node, name: str) -> Iterator[tuple[RubySource, Node]]:
        """Yield the methods that a bare name may mean: of the class and those above it, or of a template's controller."""
        head = self._by_path.get(at.path)
        owners: list[str] = []
        if head is not None:
            owners = sorted({self._index.by_key[key].parent for key in self._acts(head.key)})
        elif (owner := self._classes.get(class_around(node))) is not None:
            owners = [owner]
        found = False
        for owner in owners:
            for key in (owner, *self._inheritance.over(owner)):
                method = unit_key("method", f"{self._index.by_key[key].identifier}#{name}", self._index.by_key[key].repository)
                if method in self._index.by_key and (body := self._method(method)) is not None:
                    found = True
                    yield body
                    break
        helpers = self._helpers.get(name, ()) if head is not None and not found else ()
        if len(helpers) == 1 and (body := self._method(helpers[0].key)) is not None:
            yield body

    def rendering(self, at: RubySource, name: str) -> Iterator[tuple[RubySource, Node, bool]]:
        """Yield what a partial is given under a name, where that is written, and whether once for each of it."""
        head, partial = self._by_path.get(at.path), _PARTIAL.search(at.path)
        if head is None or partial is None:
            return
        for _, path, line in self._renders.get(head.key, ()):
            source = self._trees.of(path)
            for call in source.calls if source is not None else ():
                if line_of(call) == line and source is not None and (given := _handed(call, name, partial[1])) is not None:
                    yield source, *given


def _handed(call: Node, name: str, partial: str) -> tuple[Node, bool] | None:
    """Return what a call that renders hands over under a name, and whether it does so for each of a collection."""
    if method_name(call) not in _RENDERING and pair_value(call, "partial") is None:
        return None
    each = pair_value(call, "collection")
    word = pair_value(call, "as")
    called = text_of(word).strip(":'\"") if word is not None else partial
    if each is not None:
        return (each, True) if name == called else None
    handed = pair_value(call, name) or _local(call, name)
    if handed is None and name == partial:
        handed = pair_value(call, "object")
    if handed is not None:
        return handed, False
    first = next((one for one in arguments_of(call) if one.type != "pair"), None)
    return (
        (first, True)
        if first is not None and name == called and first.type not in ("string", "simple_symbol", "array")
        else None
    )


def _local(call: Node, name: str) -> Node | None:
    locals_ = pair_value(call, "locals")
    for one in locals_.named_children if locals_ is not None and locals_.type == "hash" else ():
        if one.type == "pair" and text_of(one.child_by_field_name("key")).strip(":'\"") == name:
            return one.child_by_field_name("value")
    return None
