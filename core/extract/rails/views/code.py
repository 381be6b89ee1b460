"""What Ruby code outside of templates renders, and the JavaScript in it: controllers, mailers, helpers, components."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tree_sitter import Node

from core.extract.rails.views.names import template_of
from core.extract.rails.views.scripts import MAY_HAVE_SCRIPT, scripts_in_call
from core.extract.rails.views.stimulus import stimulus_in
from core.extract.rails.views.use import TemplateUse
from core.extract.rails.views.uses import handler_uses, pair_uses, uses_of
from core.extract.repository import Repository
from core.extract.ruby.syntax.nodes import TooDeep, call_of, enclosing_constant, enclosing_method, line_of, walk_named
from core.extract.ruby.syntax.parse import text_of

_RENDERING_CODE = re.compile(r"(?:^|/)(?:controllers|mailers|helpers|components|views|cells|presenters|decorators)/.*\.rb$")
_RENDERS = re.compile(r"\b(?:render\w*|layout|mail)\b")
_SCRIPTED_CODE = re.compile(r"helper|component")
_TELLING = frozenset({"pair", "assignment", "call"})
_MAX_PARSED = 20  # times that the text of a file may be parsed: once for each call around it that renders
_RENDERING = ("render", "render_to_string", "layout", "mail")


def renders_in(path: str, text: str, root: Node) -> list[list[object]]:
    """Return (class, method or "", uses) for each call that renders, hash that names a partial and string of JavaScript.

    These are JSON values in source order; lines are the file's. Calls that render are looked for where Rails does.
    """
    shows = _RENDERING_CODE.search(path) is not None
    renders = shows and _RENDERS.search(text) is not None
    scripted = (shows or _SCRIPTED_CODE.search(path) is not None) and MAY_HAVE_SCRIPT.search(text) is not None
    marked = shows and any(stimulus_in(text))
    if template_of(path) or not (renders or scripted or marked or "partial:" in text or ":partial" in text):
        return []
    found: list[list[object]] = []
    left = _MAX_PARSED * len(text) + _MAX_PARSED
    for node in walk_named(root):
        kind = node.type
        if kind not in _TELLING:
            continue
        left -= node.end_byte - node.start_byte if kind == "call" and _name_of(node) in _RENDERING else 0
        if left < 0:
            raise TooDeep(f"calls that render are nested too deeply in line {line_of(node)}")
        if uses := list(_uses(node, renders)):
            found.append([enclosing_constant(node), enclosing_method(node), uses])
    return found


def _uses(node: Node, renders: bool) -> Iterator[TemplateUse]:
    """Yield what one node of a tree uses; what is inside of it comes with its own node."""
    if node.type == "pair":
        yield from (use for use in pair_uses(node) if not (renders and use["kind"] == "listed" and _is_rendered(node)))
        if text_of(node.child_by_field_name("key")).strip("\"'").startswith("data"):
            yield from _moved(stimulus_in(text_of(node)), node)
    elif node.type == "assignment":
        yield from handler_uses(node)
    elif node.type == "call":
        name = text_of(node.child_by_field_name("method"))
        if renders and name in _RENDERING:
            yield from _moved((use for use in uses_of(text_of(node)) if use["kind"] not in ("listed", "script")), node)
        elif name == "javascript_tag" and (call := call_of(node)) is not None:
            yield from scripts_in_call(call.arguments)


def _moved(uses: Iterable[TemplateUse], node: Node) -> Iterator[TemplateUse]:
    """Yield what the text of a node uses with the lines of its file."""
    for use in uses:
        there: TemplateUse = {**use, "line": use["line"] + node.start_point[0]}
        yield there


def _name_of(call: Node) -> str:
    return text_of(call.child_by_field_name("method"))


def _is_rendered(pair: Node) -> bool:
    """Tell whether a pair is an argument of a call that renders."""
    call = pair.parent.parent if pair.parent is not None and pair.parent.type == "argument_list" else None
    return call is not None and text_of(call.child_by_field_name("method")) in _RENDERING


def rendering_code(repository: Repository) -> Iterator[tuple[str, str, TemplateUse, str]]:
    """Yield (class, method or "", use, path) for everything that the Ruby code of a checkout renders, in the order of files."""
    for facts in repository.of("ruby"):
        for constant, method, uses in () if facts.is_test else facts.extra.get("renders", ()):
            for use in uses:
                yield constant, method, use, facts.path
