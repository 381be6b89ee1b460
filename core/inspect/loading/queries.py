"""Queries that templates make, and helpers that templates call."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from tree_sitter import Node

from core.analyse.loading import ViewQuery, queries
from core.analyse.result import Result
from core.extract.ruby.syntax.parse import text_of
from core.inspect.loading.known import Loading
from core.inspect.loading.trees import RubySource, class_around, line_of, method_around, method_name
from core.languages.active_record import QUERIES, RECORDS
from core.open_index import OpenIndex

_VALUES = frozenset(
    {"count", "exists?", "pluck", "pick", "ids", "sum", "average", "maximum", "minimum", "any?", "find_each", "find_by_sql"}
)
_MAKING = frozenset({"new", "build", "create_with", "instantiate"})
_QUERIES = (QUERIES | RECORDS | _VALUES) - _MAKING - {"none", "unscoped", "extending", "readonly"}
_ON_MANY = frozenset(
    {"where", "order", "limit", "find_by", "exists?", "pluck", "reorder", "joins", "ids", "not", "rewhere", "count"}
)


def view_queries(index: OpenIndex) -> Result[ViewQuery]:
    """Return the queries that run while a page is drawn."""
    known = Loading(index)
    helpers = {head.file_path for head in index.heads if head.type == "helper" and not head.is_test}
    callers = _callers(index)
    found: dict[tuple[str, int], ViewQuery] = {}
    for source in known.sources(lambda path, _: known.is_template(path) or path in helpers):
        for one in _of_source(known, source, callers):
            found.setdefault((one.file_path, one.line), one)
    return queries(found.values())


def _callers(index: OpenIndex) -> Mapping[tuple[str, str], list[str]]:
    """Return the templates that call a helper, by the file of the helper and its name."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for one in index.relations:
        target = index.by_key[one.target]
        if one.kind == "calls" and target.type == "method" and index.by_key[one.source].type == "view_template":
            found[target.file_path, target.name].append(one.file_path)
    return {key: sorted(set(paths)) for key, paths in found.items()}


def _of_source(known: Loading, source: RubySource, callers: Mapping[tuple[str, str], list[str]]) -> Iterator[ViewQuery]:
    inside: set[int] = set()
    for call in source.calls:
        if call.id in inside:
            continue
        model, sure = _queried(known, call, source)
        if not model:
            continue
        receiver = call.child_by_field_name("receiver")
        while receiver is not None and receiver.type == "call":
            inside.add(receiver.id)
            receiver = receiver.child_by_field_name("receiver")
        text = " ".join(text_of(call).split())
        text = text if len(text) <= 80 else f"{text[:79]}…"
        certainty = "inferred" if sure else "named"
        if source.is_template:
            yield ViewQuery(text, model, "in a template", certainty, _mend(known, source), (), source.path, line_of(call))
            continue
        method = method_around(call)
        name = text_of(method.child_by_field_name("name")) if method is not None else ""
        if paths := callers.get((source.path, name)):
            mend = f"pass the records to {name}, or memoize them"
            yield ViewQuery(text, model, "in a helper", certainty, mend, tuple(paths), source.path, line_of(call))


def _queried(known: Loading, call: Node, source: RubySource) -> tuple[str, bool]:
    """Return the model that a call asks the database for, and whether that is written; empty for calls that do not ask."""
    receiver, name = call.child_by_field_name("receiver"), method_name(call)
    if receiver is None:
        return "", False
    if receiver.type in ("constant", "scope_resolution"):
        model = known.models.named(text_of(receiver), class_around(call))
        if model and (name in _QUERIES or name.startswith("find_by_") or _is_scope(known, model, name)):
            return model, True
        return "", False
    root = receiver
    while root.type == "call" and (inner := root.child_by_field_name("receiver")) is not None:
        root = inner
    if root.type in ("constant", "scope_resolution"):
        model, sure = _queried(known, receiver, source) if receiver.type == "call" else ("", False)
        asks = name in _QUERIES or bool(model and _is_scope(known, model, name))
        return (model, sure) if asks else ("", False)
    if name not in _ON_MANY:
        return "", False
    for one in known.origins.of(receiver, source):
        if one.many and one.model:
            return one.model, one.sure
    return "", False


def _is_scope(known: Loading, model: str, name: str) -> bool:
    body = known.models.body(model, name)
    return body is not None and body.type == "scope"


def _mend(known: Loading, source: RubySource) -> str:
    head = known.callers.template(source.path)
    actions = known.callers.actions(head.key) if head is not None else []
    if len(actions) == 1:
        return f"run the query in {actions[0]} and pass the records"
    return "run the query in the action or model and pass the records"
