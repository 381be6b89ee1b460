"""Methods that hand what they are given to a verb of jobs or mails, and calls that give them something.

`Jobs.enqueue(:post_alert)` runs `Jobs::PostAlert` where `Jobs.enqueue` makes a constant of its first argument and calls
`perform_async` on it. Reading keeps both ends: what a method does with a parameter, and what calls hand over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NotRequired, TypedDict

from tree_sitter import Node

from core.extract.facts import Definition
from core.extract.ruby.syntax import tree as syntax
from core.extract.ruby.syntax.nodes import Call, call_of, calls_in, enclosing_constant, parameter_name, parameters_of, walk
from core.extract.ruby.syntax.parse import text_of

ENQUEUES = frozenset(
    {
        "perform_later", "perform_async", "perform_in", "perform_at", "perform_bulk", "bulk_perform_async", "client_push",
        "delay_for", "delay_until",
    }
)  # fmt: skip
DELIVERS = frozenset({"deliver_later", "deliver_now", "deliver_later!", "deliver_now!", "deliver"})
QUEUES = {
    "Resque.enqueue": 0, "Resque.enqueue_in": 1, "Resque.enqueue_at": 1, "Resque.enqueue_to": 1, "Sidekiq::Client.enqueue": 0,
    "Sidekiq::Client.enqueue_in": 1, "Sidekiq::Client.enqueue_to": 1, "Delayed::Job.enqueue": 0, "Que.enqueue": 0,
}  # fmt: skip
"""Methods of libraries that take a job, by the place of the argument."""

_WORDS = "enqueue|queue|perform|deliver|run|schedule|async|later|publish|submit|dispatch|trigger|execute|put|push"
MAY_HAND = re.compile(rf"(?:^|_)(?:{_WORDS})(?:_|$|[!?])")
"""Names of methods that may be such wrappers."""

_MAY_WRAP = re.compile(
    r"(?:(?<![\w:.@])(?!self\b)[a-z]\w*|[)\"])\.(?:perform_|bulk_perform|client_push|\w+(?:\([^()]*\))?\.deliver)|enqueue"
)
"""A verb on what a name stands for, or a queue."""
_WRAP_MARKS = (".perform_", ".bulk_perform", ".client_push", ".deliver", "enqueue")
_GIVE_MARKS = (*_WORDS.split("|"), "method_name")
"""What a match of `_MAY_WRAP` or `_MAY_GIVE` contains: most files have none, where the expressions alone would be slow."""
_MAKES_A_CLASS = re.compile(r"\b(?:safe_)?constantize\b|\bconst_get\b")
_NAME = re.compile(r"(?:::)?([A-Z]\w*(?:::[A-Z]\w*)*::)\"?#\{")
_MOST = 3  # arguments that are looked at


_MAY_GIVE = re.compile(
    rf"(?:\b|_)(?!perform_(?:later|async|in|at|now|bulk|all))(?:{_WORDS})(?:_\w+)?[!?]?[ (](?:[^()\n]*[ (,])?[:\"'A-Z]|"
    r"(?<![\w:.@])(?!self\b)[a-z]\w*\.(?:\w+(?:\([^()]*\))?\.deliver|perform_)|method_name"
)


class WrapperRow(TypedDict):
    """What a method does with a class that is handed to it, or the constant that it returns."""

    owner: str
    name: str
    line: int
    singleton: bool
    returns: NotRequired[str]
    place: NotRequired[int]
    form: NotRequired[str]
    verb: NotRequired[str]


HandedRow = TypedDict(
    "HandedRow",
    {
        "scope": int, "line": int, "class": NotRequired[str], "method": NotRequired[str], "through": NotRequired[str],
        "action": NotRequired[str], "verb": NotRequired[str], "receiver": NotRequired[str], "name": NotRequired[str],
        "given": NotRequired[list[str]],
    },
)  # fmt: skip
"""A call that hands a class, or the name of one, to a method that may be a wrapper."""


def wrappers_in(root: Node, text: str) -> Iterator[WrapperRow]:
    """Yield what each method does that hands a parameter to a verb: class, name, place of the parameter, form of the name."""
    if not (any(mark in text for mark in _WRAP_MARKS) and _MAY_WRAP.search(text)):
        return
    for node in walk(root):
        if node.type in ("method", "singleton_method"):
            by_place = ("identifier", "optional_parameter")
            parameters = [parameter_name(one) if one.type in by_place else "" for one in parameters_of(node)]
            yield from _of_method(node, parameters)


def _of_method(node: Node, parameters: Sequence[str]) -> Iterator[WrapperRow]:
    body, said = node.child_by_field_name("body"), dict[str, str]()
    if body is None:
        return
    singleton = node.type == "singleton_method" or _in_singleton(node)
    about: WrapperRow = {
        "owner": enclosing_constant(node),
        "name": text_of(node.child_by_field_name("name")),
        "line": node.start_point[0] + 1,
        "singleton": singleton,
    }
    if body.type != "body_statement" or len(body.named_children) == 1:
        only = body.named_children[0] if body.named_children else body
        if only.type in ("constant", "scope_resolution"):
            yield {**about, "returns": text_of(only)}
            return
    for one in walk(body):
        if one.type == "assignment" and text_of(one.child_by_field_name("left")).isidentifier():
            name, value = text_of(one.child_by_field_name("left")), text_of(one.child_by_field_name("right"))
            if name not in said or _MAKES_A_CLASS.search(value):  # of several values the one that makes a class of a name
                said[name] = value
        if one.type == "call" and (call := call_of(one)) is not None:
            for place, form, verb in _handed_on(call, parameters, said):
                yield {**about, "place": place, "form": form, "verb": verb}


def _handed_on(call: Call, parameters: Sequence[str], said: Mapping[str, str]) -> Iterator[tuple[int, str, str]]:
    """Yield the place of the parameter that a call hands on, the form of the name that is made of it, and the verb."""
    if call.name in ENQUEUES | DELIVERS and call.receiver is not None:
        root = call.receiver
        while (
            root.type == "call"
            and root.child_by_field_name("receiver") is not None
            and not _MAKES_A_CLASS.search(text_of(root.child_by_field_name("method")))
        ):
            root = root.child_by_field_name("receiver") or root
        if (found := _made_of(text_of(root), parameters, said)) is not None:
            yield (*found, call.name)
        return
    written = f"{text_of(call.receiver)}.{call.name}" if call.receiver is not None else call.name
    if written in QUEUES or MAY_HAND.search(call.name):
        for place, argument in enumerate(call.arguments[:_MOST]):
            found = _made_of(text_of(argument), parameters, said) if argument.type in ("identifier", "string", "call") else None
            if found is not None and (argument.type == "identifier" or written in QUEUES):
                yield (*found, f"{written}({place})")


def _made_of(code: str, parameters: Sequence[str], said: Mapping[str, str], depth: int = 0) -> tuple[int, str] | None:
    """Return which parameter an expression is made of, and the form of the constant: `Jobs::*`, or `*` for itself."""
    if code and code in parameters:
        return (parameters.index(code), "*") if code not in said or depth else _better(code, parameters, said)
    if code in said and depth < _MOST:
        return _made_of(said[code], parameters, said, depth + 1)
    if not _MAKES_A_CLASS.search(code):
        return None
    used = next((number for number, one in enumerate(parameters) if one and re.search(rf"\b{re.escape(one)}\b", code)), None)
    if used is None:
        return None
    prefix = _NAME.search(code)
    return used, f"{prefix.group(1) if prefix is not None else ''}*"


def _better(code: str, parameters: Sequence[str], said: Mapping[str, str]) -> tuple[int, str]:
    return _made_of(said[code], parameters, said, 1) or (parameters.index(code), "*")


def _in_singleton(node: Node) -> bool:
    above = node.parent
    while above is not None and above.type not in ("class", "module"):
        if above.type == "singleton_class":
            return True
        above = above.parent
    return False


def handed_in(root: Node, text: str, definitions: Sequence[Definition]) -> Iterator[HandedRow]:
    """Yield the calls that hand a class, or the name of one, to a method that may be a wrapper."""
    if not (any(mark in text for mark in _GIVE_MARKS) and _MAY_GIVE.search(text)):
        return
    for call in calls_in(root):
        receiver = text_of(call.receiver)
        if (named := _class_and_method(call)) is not None:
            yield {"scope": _scope(definitions, call.line), "class": named[0], "method": named[1], "line": call.line}
        elif call.name in ENQUEUES | DELIVERS and (through := _through(call)) is not None:
            yield {
                "scope": _scope(definitions, call.line),
                "through": through[0],
                "action": through[1],
                "verb": call.name,
                "line": call.line,
            }
        elif MAY_HAND.search(call.name) and (not receiver or receiver == "self" or receiver.lstrip(":")[:1].isupper()):
            given = [_literal(one) for one in call.arguments[:_MOST]]
            if any(given) and receiver.count("\n") == 0:
                scope = _scope(definitions, call.line)
                yield {"scope": scope, "receiver": receiver, "name": call.name, "given": given, "line": call.line}


def _through(call: Call) -> tuple[str, str] | None:
    """Return the bare name that a chain of calls begins with, and the first call on it; a name may be a method's."""
    action, root = "", call.receiver
    while root is not None and root.type == "call":
        inner = call_of(root)
        if inner is None or inner.receiver is None:
            break
        action = inner.name if inner.name != "with" else action
        root = inner.receiver
    return (text_of(root), action) if root is not None and root.type == "identifier" else None


def _class_and_method(call: Call) -> tuple[str, str] | None:
    """Return what `class_name:` and `method_name:` say together; "self" stands for the class around."""
    pairs = {
        text_of(one.child_by_field_name("key")).strip(":'\""): one.child_by_field_name("value")
        for one in call.arguments
        if one.type == "pair"
    }
    named, method = pairs.get("class_name"), pairs.get("method_name")
    if named is None or method is None or not (name := _literal(method)):
        return None
    owner = "self" if text_of(named) in _OWN_NAME else _literal(named)
    return (owner, name) if owner else None


_OWN_NAME = frozenset({"name", "self.name", "self.class.name", "self.class.to_s", "to_s", "self.to_s"})


def _literal(node: syntax.Node) -> str:
    """Return the constant, symbol or string that an argument is, or that it is made of by `new`; empty for anything else."""
    written = text_of(node)
    if node.type in ("constant", "scope_resolution"):
        return written
    if node.type == "simple_symbol" or (node.type == "string" and "#{" not in written):
        return written.strip(":'\"")
    call = call_of(node) if node.type == "call" else None
    return text_of(call.receiver) if call is not None and call.name == "new" and call.receiver is not None else ""


def _scope(definitions: Sequence[Definition], line: int) -> int:
    """Return the position of the innermost definition around a line, -1 outside of all."""
    around = [
        (one.end_line - one.start_line, -at) for at, one in enumerate(definitions) if one.start_line <= line <= one.end_line
    ]
    return -min(around)[1] if around else -1
