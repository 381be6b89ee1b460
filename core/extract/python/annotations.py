"""What a type annotation says about the methods that a value has."""

from __future__ import annotations

import re

from core.text.brackets import Brackets

_NAME = re.compile(r"^[^\W\d][\w.]*$")
_GENERIC = re.compile(r"^([^\W\d][\w.]*)\s*\[(.*)\]$", re.DOTALL)
_WRAPPERS = frozenset(
    ("Optional", "Annotated", "Final", "ClassVar", "Required", "NotRequired", "Mapped", "InitVar", "ReadOnly")
)
_LISTS = frozenset(
    ("list", "List", "set", "Set", "frozenset", "FrozenSet", "deque", "Deque", "Sequence", "MutableSequence", "Iterable",
     "Iterator", "Collection", "AbstractSet", "MutableSet", "Generator", "AsyncIterator", "AsyncIterable", "AsyncGenerator",
     "QuerySet", "Manager", "RelatedManager", "BaseManager", "ContextManager", "AbstractContextManager",
     "AsyncContextManager", "AbstractAsyncContextManager", "KeysView", "ValuesView")
)  # fmt: skip
_MAPPINGS = frozenset(
    ("dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "DefaultDict", "OrderedDict", "WeakValueDictionary")
)
_NOTHING = frozenset(("None", "Any", "object", "Self", "str", "int", "float", "bool", "bytes", "list", "dict", "set", "tuple"))
_DEEPEST = 8  # types in types
_BRACKETS = Brackets("()[]")


def instance_of(annotation: str, depth: int = 0) -> str:
    """Return the expression of an instance (`Cart()`) or class (`Cart`, for `type[Cart]`), empty if there is none to name.

    Of a list of instances it is `Cart()+`, of a mapping to instances `Cart()%` (`core.extract.python.expressions`).
    """
    text = annotation.strip().strip("\"'").strip()
    if depth > _DEEPEST:
        return ""
    choices = [part for part in _split(text, "|") if part not in ("None", "")]
    if len(choices) == 1 and choices[0] != text:
        return instance_of(choices[0], depth + 1)
    if text in ("Self", "typing.Self", "t.Self"):
        return "self"
    generic = _GENERIC.match(text)
    if generic is not None and len(choices) == 1:
        return _generic(generic.group(1), _split(generic.group(2), ","), depth)
    return f"{text}()" if _NAME.match(text) and text not in _NOTHING else ""


def _generic(name: str, arguments: list[str], depth: int) -> str:
    last = name.rpartition(".")[2]
    if not arguments:
        return ""
    if last in _WRAPPERS:
        return instance_of(arguments[0], depth + 1)
    if last in ("type", "Type"):
        found = arguments[0].strip("\"'")
        return found if _NAME.match(found) else ""
    if last == "Union":
        known = [one for one in arguments if one != "None"]
        return instance_of(known[0], depth + 1) if len(known) == 1 else ""
    if last in ("tuple", "Tuple"):
        return _holding(arguments[0], "+", depth) if arguments[1:] == ["..."] else ""
    if last in _LISTS:
        return _holding(arguments[0], "+", depth)
    if last in _MAPPINGS:
        return _holding(arguments[1], "%", depth) if len(arguments) > 1 else ""
    return f"{name}()" if name not in _NOTHING else ""


def _holding(element: str, sign: str, depth: int) -> str:
    found = instance_of(element, depth + 1)
    return f"{found}{sign}" if found.endswith(")") else ""


def _split(text: str, sign: str) -> list[str]:
    return [part.strip() for part in _BRACKETS.split(text, sign)]
