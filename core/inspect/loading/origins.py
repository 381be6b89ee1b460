"""What the values of expressions are, as far as they come from queries that are written: of which model, preloaded with what.

Where a step is not known nothing is said of the value: a finding that is not one costs more than one that is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tree_sitter import Node

from core.extract.ruby.syntax.parse import text_of
from core.inspect.loading.callers import Callers
from core.inspect.loading.models import Models
from core.inspect.loading.trees import (
    METHODS,
    RubySource,
    Trees,
    arguments_of,
    block_of_name,
    class_around,
    line_of,
    method_around,
    method_name,
)
from core.languages.active_record import QUERIES, RECORDS, gives_record

PRELOADS = frozenset({"includes", "preload", "eager_load"})
LOOPS = frozenset(
    {
        "each", "each_with_index", "each_with_object", "map", "collect", "flat_map", "filter_map", "select", "reject", "filter",
        "sort_by", "group_by", "sum", "find_each", "detect", "index_by", "partition", "min_by", "max_by", "to_h", "any?",
        "all?", "none?", "count", "each_entry", "uniq", "sort_by!", "index_with", "find_all", "with_index", "take_while",
        "delete_if", "keep_if", "map!", "select!", "reject!", "to_set", "reverse_each", "chunk_while", "array!",
    }
)  # fmt: skip
"""Calls that give each of many records to their block."""
_ONE_OF = frozenset(
    {"first", "last", "find", "detect", "sample", "second", "min_by", "max_by", "take", "sole", "first!", "last!"}
)
_KEEPING = frozenset(
    {
        "to_a", "each", "each_with_index", "sort_by", "select", "reject", "uniq", "compact", "reverse", "page", "per",
        "paginate", "per_page", "find_each", "filter", "load", "records", "with_index", "presence", "padding", "without_count",
        "in_batches", "shuffle", "with_deleted", "find_all", "max_paginates_per", "reverse_each", "drop", "load_async",
        "unscope", "sort", "accessible_by", "friendly", "to_ary", "entries", "lazy", "except", "fast_page",
    }
)  # fmt: skip
"""Calls on many records that give records of the same query."""
_WITH_BLOCK_ONLY = frozenset({"sort_by", "select", "reject", "filter", "find_all"})
_WORD = re.compile(r"(?<![\w:]):(\w+)|\b(\w+):(?!:)")
_LOADS = re.compile(
    r"\b(?:includes|preload|eager_load|preload_\w+|Preloader\b[^\n]*|load_\w+|with_attached_\w+)\b[^\n]*(?:\n[^\n]*){0,3}"
)
_ATTACHED = re.compile(r"with_attached_(\w+)")
_ANOTHER = re.compile(r"^(?:current|other|new|old|this|the|parent|target|existing|found|first|last)_")
_DEEPEST = 14
_MOST = 8  # values that one expression may have


@dataclass(frozen=True, slots=True)
class Loaded:
    """Records of a model: one or `many`, `each` of many, what was preloaded with them, where the query is written.

    `owner` is the model whose association `by` gave them, `path` what leads to one from the records that are looped over.
    `sure` tells that every step is written, and no name was taken for a model.
    """

    model: str
    many: bool
    file_path: str
    line: int
    preloaded: frozenset[str] = frozenset()
    each: bool = False
    owner: str = ""
    by: str = ""
    path: tuple[str, ...] = ()
    sure: bool = True


class Origins:
    """Evaluates expressions of the files of one index."""

    def __init__(self, models: Models, trees: Trees, callers: Callers) -> None:
        self._models = models
        self._trees = trees
        self._callers = callers
        self._kept: dict[tuple[str, int, int, str], list[Loaded]] = {}
        self._open: set[tuple[str, int, int, str]] = set()

    def of(self, node: Node, at: RubySource, depth: int = 0) -> list[Loaded]:
        """Return what an expression may be; nothing where that is not known."""
        key = (at.path, node.start_byte, node.end_byte, node.type)
        if key in self._kept:
            return self._kept[key]
        if depth > _DEEPEST or key in self._open:
            return []
        self._open.add(key)
        found = list(dict.fromkeys(self._of(node, at, depth + 1)))[:_MOST]
        self._open.discard(key)
        self._kept[key] = found
        return found

    def _of(self, node: Node, at: RubySource, depth: int) -> Iterable[Loaded]:
        kind = node.type
        if kind in ("parenthesized_statements", "begin", "body_statement", "then", "else", "block_body"):
            return self.of(node.named_children[-1], at, depth) if node.named_children else ()
        if kind in ("assignment", "operator_assignment"):
            right = node.child_by_field_name("right")
            return self.of(right, at, depth) if right is not None else ()
        if kind in ("conditional", "if", "unless"):
            return self._branches(node, at, depth)
        if kind in ("constant", "scope_resolution"):
            model = self._models.named(text_of(node), class_around(node))
            return (Loaded(model, True, at.path, line_of(node)),) if model else ()
        if kind == "instance_variable":
            return self._variable(node, at, depth)
        if kind == "identifier":
            return self._name(node, at, depth)
        return self._call(node, at, depth) if kind == "call" else ()

    def _branches(self, node: Node, at: RubySource, depth: int) -> Iterator[Loaded]:
        for name in ("consequence", "alternative"):
            if (branch := node.child_by_field_name(name)) is not None:
                yield from self.of(branch, at, depth)

    def _call(self, node: Node, at: RubySource, depth: int) -> Iterable[Loaded]:
        receiver, name = node.child_by_field_name("receiver"), method_name(node)
        if receiver is None:
            return self._bare(name, node, at, depth)
        if receiver.type == "self":
            return ()
        found = self.of(receiver, at, depth)
        if found:
            return [value for one in found for value in self._after(one, name, node, at, depth)]
        owner = self._models.called(_ANOTHER.sub("", _last_word(receiver)))
        held = self._models.association(owner, name) if owner and not arguments_of(node) else None
        if held is None or not held.many or not held.target:
            return ()
        record = Loaded(owner, False, at.path, line_of(node), sure=False)  # what is called like the model
        return (self._associated(record, name, held.target, at, line_of(node), False),)

    def _after(self, one: Loaded, name: str, node: Node, at: RubySource, depth: int) -> Iterator[Loaded]:
        """Yield what a call on records gives."""
        if not one.many:
            held = self._models.association(one.model, name)
            if held is None or held.polymorphic or not held.target:
                return
            if held.many:
                yield self._associated(one, name, held.target, at, line_of(node), one.sure)
            elif not self._models.is_back(one.owner, one.by, one.model, name):
                path = (*one.path, name) if one.each else one.path
                yield replace(one, model=held.target, owner=one.model, by=name, path=path)
            return
        if name in PRELOADS or (attached := _ATTACHED.fullmatch(name)):
            words = _words(text_of(node.child_by_field_name("arguments"))) if name in PRELOADS else {attached[1]}  # type: ignore[index]
            yield replace(one, preloaded=one.preloaded | words)
        elif name in ("first", "last", "take", "sample") and arguments_of(node):
            yield one
        elif name in QUERIES or (name in _KEEPING and not (name in _WITH_BLOCK_ONLY and name in QUERIES)):
            yield replace(one, line=line_of(node), file_path=at.path) if name in QUERIES and not one.owner else one
        elif gives_record(name) or name in _ONE_OF:
            yield replace(one, many=False)
        elif (body := self._models.body(one.model, name)) is not None:
            code = self._models.code(body)
            if body.type == "scope" or re.search(r"\b(?:where|order|joins|all|includes|limit|not|merge|preload)\b", code):
                yield replace(one, preloaded=one.preloaded | loaded_in(code))

    def _associated(self, one: Loaded, name: str, target: str, at: RubySource, line: int, sure: bool) -> Loaded:
        """Return the records of an association to many; of each of many they are loaded with what is looped over."""
        held = self._models.association(one.model, name)
        preloaded = loaded_in(self._callers.text(held.file_path, held.line, held.line + 2)) if held is not None else frozenset()
        if one.each:
            path, preloaded = (*one.path, name), one.preloaded | preloaded
            return replace(one, model=target, many=True, preloaded=preloaded, owner=one.model, by=name, path=path)
        return Loaded(target, True, at.path, line, preloaded, owner=one.model, by=name, sure=sure)

    def _name(self, node: Node, at: RubySource, depth: int) -> Iterable[Loaded]:
        """Return what a word is: what a block is given, a local variable, what a partial is rendered for, a method."""
        name = text_of(node)
        if (block := block_of_name(node, name)) is not None:
            return self._given(block[0], block[1], at, depth)
        method = method_around(node)
        scope = method or at.root
        written = [one for one in self._trees.assignments(scope, name) if one.start_byte < node.start_byte]
        if written:
            return self._assigned(written, scope, name, at, depth)
        if method is not None and _has_parameter(method, name):
            return ()
        if method is None and at.is_template and (rendered := self._rendered(name, at, depth)):
            return rendered
        return self._bare(name, node, at, depth)

    def _given(self, call: Node, number: int, at: RubySource, depth: int) -> Iterator[Loaded]:
        """Yield what the block of a call is given: each of the records that the call goes over."""
        name, receiver = method_name(call), call.child_by_field_name("receiver")
        over = receiver
        if receiver is not None and text_of(receiver) in ("json", "xml", "builder") and arguments_of(call):
            over = arguments_of(call)[0]
        elif name not in LOOPS or (number > 0 and name not in ("inject", "reduce")):
            return
        for one in self.of(over, at, depth) if over is not None else ():
            if one.many:
                yield replace(one, many=False, each=True)

    def _assigned(self, written: Sequence[Node], scope: Node, name: str, at: RubySource, depth: int) -> list[Loaded]:
        """Return what a variable was given; what any assignment preloads counts for all of one method."""
        again = re.compile(rf"(?<![\w.@]){re.escape(name)}\b")
        plain = [one for one in written if not again.search(text_of(one.child_by_field_name("right")))]
        found = [value for one in plain for value in self.of(one, at, depth)]
        if len(plain) < len(written) or method_has_preloads(scope):
            words = loaded_in(text_of(scope))
            single = any(_gives_one(one) for one in written if one not in plain)
            found = [replace(one, preloaded=one.preloaded | words, many=one.many and not single) for one in found]
        return found

    def _variable(self, node: Node, at: RubySource, depth: int) -> list[Loaded]:
        """Return what an instance variable was given, by the action that renders a template or by its own class."""
        name, found = text_of(node), []
        own = method_around(node)
        if own is not None and (written := self._trees.assignments(own, name)):
            return self._assigned(written, own, name, at, depth)
        for source, scope in self._callers.setting(at, node, name):
            found += self._assigned(self._trees.assignments(scope, name), scope, name, source, depth)
        return found

    def _rendered(self, name: str, at: RubySource, depth: int) -> list[Loaded]:
        """Return what a partial is rendered for under a name."""
        found: list[Loaded] = []
        for source, node, each in self._callers.rendering(at, name):
            for one in self.of(node, source, depth):
                found.append(replace(one, many=False, each=True) if one.many and each else one)
        return found

    def _bare(self, name: str, node: Node, at: RubySource, depth: int) -> list[Loaded]:
        """Return what a method of the class, or of the controller or helpers of a template, gives."""
        found: list[Loaded] = []
        for source, body in self._callers.methods(at, node, name):
            inner = body.child_by_field_name("body")
            last = inner.named_children[-1] if inner is not None and inner.named_children else None
            if last is not None and last.type not in METHODS:
                words = loaded_in(text_of(body))
                found += [replace(one, preloaded=one.preloaded | words) for one in self.of(last, source, depth)]
        return found


def _last_word(node: Node) -> str:
    """Return what a value is called: a variable, or the last method of a chain."""
    return method_name(node) if node.type == "call" else text_of(node).lstrip("@")


def loaded_in(text: str) -> frozenset[str]:
    """Return the names that a text preloads."""
    return frozenset(word for found in _LOADS.finditer(text) for word in _words(found.group())) | frozenset(
        _ATTACHED.findall(text)
    )


def method_has_preloads(scope: Node) -> bool:
    """Tell whether a method preloads associations of records that it has."""
    return scope.type in METHODS and re.search(r"\b(?:Preloader|preload\w*|includes)\b", text_of(scope)) is not None


def _gives_one(assignment: Node) -> bool:
    """Tell whether a variable is given one record of those that it held: `@way = @way.find(id)`."""
    right = assignment.child_by_field_name("right")
    return right is not None and right.type == "call" and method_name(right) in RECORDS | _ONE_OF


def _words(text: str) -> frozenset[str]:
    return frozenset(one or other for one, other in _WORD.findall(text))


def _has_parameter(method: Node, name: str) -> bool:
    given = method.child_by_field_name("parameters")
    return given is not None and re.search(rf"\b{re.escape(name)}\b", text_of(given)) is not None
