"""Associations that are read for each of many records without having been preloaded."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from core.analyse.loading import RepeatedLoad, repeated
from core.analyse.result import Result
from core.extract.ruby.syntax.parse import text_of
from core.inspect.loading.known import Loading
from core.inspect.loading.models import Held
from core.inspect.loading.origins import LOOPS, Loaded
from core.inspect.loading.trees import RubySource, arguments_of, around, line_of, method_name
from core.languages.active_record import QUERIES
from core.open_index import OpenIndex

_WRITES = frozenset(
    {
        "build", "create", "create!", "new", "<<", "destroy_all", "delete_all", "clear", "insert", "concat", "push", "append",
        "update_all", "find_or_create_by", "find_or_create_by!", "find_or_initialize_by", "destroy", "delete", "insert_all",
        "upsert_all", "reset", "reload", "loaded?", "klass", "model_name", "build_with", "replace", "first_or_create",
        "first_or_initialize", "target", "touch_all",
    }
)  # fmt: skip
_COUNTS = frozenset({"count", "size", "length", "any?", "empty?", "none?", "exists?", "present?", "blank?", "many?", "one?"})
_BY_COUNTER = frozenset({"size", "any?", "empty?", "none?", "present?", "blank?"})
_ASKS = (QUERIES - {"select"}) | {
    "count", "exists?", "find_by", "find_by!", "pluck", "ids", "sum", "maximum", "minimum", "average", "find", "pick", "take",
}  # fmt: skip
_CONDITIONS = ("if", "elsif", "if_modifier", "conditional")
_BLOCKS = re.compile(r"(?:\bdo|\{)\s*\|")
_PASSED = re.compile(r"\(\s*&:(\w+)")


class _Read(NamedTuple):
    """One place that reads an association of each of many records."""

    text: str
    loaded: Loaded
    name: str
    held: Held
    followed: str
    path: str
    line: int


def repeated_loads(index: OpenIndex) -> Result[RepeatedLoad]:
    """Return the associations that are read in loops over records that were loaded without them."""
    known = Loading(index)
    if "goldiloader" in known.gems:
        return repeated((), quiet=True)
    groups: dict[tuple[str, str, tuple[str, ...], str], list[_Read]] = defaultdict(list)
    for source in known.sources(lambda path, text: _may_loop(path, text, known)):
        for one in _reads(known, source):
            at = one.loaded
            groups[one.path, at.model, (*at.path, one.name), _kind(known, one)].append(one)
    return repeated(_told(known, found) for found in groups.values())


def _may_loop(path: str, text: str, known: Loading) -> bool:
    return known.is_template(path) or _BLOCKS.search(text) is not None or _PASSED.search(text) is not None


def _reads(known: Loading, source: RubySource) -> Iterator[_Read]:
    names = known.models.names
    for call in source.calls:
        name, receiver = method_name(call), call.child_by_field_name("receiver")
        if receiver is None:
            continue
        if name in names and not arguments_of(call):
            for one in known.origins.of(receiver, source):
                if one.each and not one.many:
                    yield from _read(known, one, name, call, source)
        if name in LOOPS and (passed := _passed(call)) in names:
            for one in known.origins.of(receiver, source):
                if one.many:
                    yield from _read(known, one, passed, call, source)


def _passed(call: Node) -> str:
    """Return the method that a loop calls on each: `author` in `map(&:author)`."""
    given = arguments_of(call)
    if len(given) != 1 or given[0].type != "block_argument" or not given[0].named_children:
        return ""
    symbol = given[0].named_children[0]
    return text_of(symbol)[1:] if symbol.type == "simple_symbol" else ""


def _read(known: Loading, one: Loaded, name: str, call: Node, source: RubySource) -> Iterator[_Read]:
    held = known.models.association(one.model, name)
    if held is None or held.polymorphic or not held.target or name in one.preloaded:
        return
    if known.models.is_back(one.owner, one.by, one.model, name):
        return  # the record through which they were loaded: Rails knows it without a query
    if _is_for_one(call):
        return
    followed = "" if _passed(call) == name else _next(call)
    if followed in _WRITES or (held.many and held.counted and followed in _BY_COUNTER) or _is_assigned(call):
        return
    text = f"{text_of(call.child_by_field_name('receiver'))}.{name}" if _passed(call) != name else text_of(call)
    yield _Read(" ".join(text.split()), one, name, held, followed, source.path, line_of(call))


def _is_for_one(call: Node) -> bool:
    """Tell whether a read stands where its record is compared with another one: `if user == current_user`."""
    root = call
    while (receiver := root.child_by_field_name("receiver")) is not None and root.type == "call":
        root = receiver
    name = re.escape(text_of(root))
    compared = re.compile(rf"(?<![\w.@]){name}\s*==(?!\s*nil)|==\s*{name}(?![\w.?])")
    conditions = (one.child_by_field_name("condition") for one in around(call) if one.type in _CONDITIONS)
    return any(one is not None and compared.search(text_of(one)) for one in conditions)


def _next(call: Node) -> str:
    parent = call.parent
    if parent is None:
        return ""
    if parent.type == "binary" and text_of(parent.child_by_field_name("operator")) == "<<":
        return "<<" if parent.child_by_field_name("left") == call else ""
    if parent.type == "call" and parent.child_by_field_name("receiver") == call:
        return method_name(parent)
    return ""


def _is_assigned(call: Node) -> bool:
    return (
        call.parent is not None
        and call.parent.type in ("assignment", "operator_assignment")
        and (call.parent.child_by_field_name("left") == call)
    )


def _kind(known: Loading, one: _Read) -> str:
    """Return what mends a read: `preload`, `count`, or `query` where no preload helps."""
    if not one.held.many:
        return "preload"
    if one.followed in _COUNTS - {"size", "length", "any?", "empty?", "none?", "present?", "blank?", "many?", "one?"}:
        return "count" if one.followed == "count" else "query"
    scoped = one.followed and known.models.body(one.held.target, one.followed) is not None
    return "query" if one.followed in _ASKS or scoped else "preload"


def _told(known: Loading, reads: list[_Read]) -> RepeatedLoad:
    reads.sort(key=lambda one: (one.line, one.loaded.file_path, one.loaded.line))
    first = reads[0]
    at, kind = first.loaded, _kind(known, first)
    where = tuple(dict.fromkeys(f"{one.loaded.file_path}:{one.loaded.line}" for one in reads))
    mends = {
        "preload": f".includes({_nested((*at.path, first.name))}) in {', '.join(where)}",
        "count": "use a counter cache or one grouped count",
        "query": "run one query before the loop (a preload is not enough)",
    }
    each = ".".join((at.owner or at.model, *at.path)) if at.path else at.model
    certainty = "inferred" if any(one.loaded.sure for one in reads) else "named"
    read = first.text if kind == "preload" else f"{first.text}.{first.followed}"
    lines = tuple(dict.fromkeys(f"{one.path}:{one.line}" for one in reads))
    return RepeatedLoad(read, each, certainty, where, mends[kind], lines, first.path, first.line)


def _nested(names: tuple[str, ...]) -> str:
    """Return what `includes` is given for an association behind others: `comments: :user`."""
    *outer, last = names
    text = f":{last}"
    for count, name in enumerate(reversed(outer)):
        text = f"{name}: {text}" if count == 0 else f"{name}: {{ {text} }}"
    return text
