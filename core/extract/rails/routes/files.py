"""Which files draw routes, which engines there are, and what the models tell Devise."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from core.extract.repository import Repository
from core.extract.ruby.evaluate.evaluator import arguments, evaluate
from core.extract.ruby.evaluate.inflect import Inflections
from core.extract.ruby.evaluate.kinds import Block, Frame
from core.extract.ruby.syntax.nodes import calls_in, enclosing_constant, named, text_of, walk
from core.extract.ruby.syntax.parse import parse
from core.extract.telling import telling
from core.model import Problem

_DRAWS = re.compile(r"\.routes\.(?:draw|append|prepend)\b|\b(?:add_routes|append_routes|prepend_routes|draw_routes)\b")
_DEVISE = re.compile(r"^[ \t]*devise\b", re.MULTILINE)
_NOT_LOADED = re.compile(r"(?:^|/)(?:templates|generators|dummy|test_app|node_modules|vendor/bundle|extra|examples?|docs?)/")


def loaded_ruby(repository: Repository) -> dict[str, str]:
    """Return the Ruby texts, by path, that the application itself can load: no tests, templates or dummy applications."""
    tests = {facts.path for facts in repository.files if facts.is_test}
    return {
        path: text
        for path, text in sorted(repository.texts.items())
        if path.endswith(".rb") and path not in tests and not _NOT_LOADED.search(path)
    }


def route_files(texts: dict[str, str]) -> list[str]:
    """Return the files that draw routes: the application's first, because its mounts say where engines live."""
    found = [path for path, text in texts.items() if "route" in path and _DRAWS.search(text)]
    found += [path for path, text in texts.items() if path not in found and _draws_in_passing(path, text)]
    return sorted(found, key=lambda path: ("Rails.application.routes" not in texts[path], path.count("/"), path))


def _draws_in_passing(path: str, text: str) -> bool:
    return (
        path.startswith(("config/", "lib/")) and re.search(r"\.routes\.(?:append|prepend|draw)\s*(?:do\b|\{)", text) is not None
    )


def file_finder(texts: dict[str, str]) -> Callable[[str, str], str]:
    """Return what finds `draw(:name)`: beside the asking file's `config`, else the only or first file of that name."""

    def find(name: str, asker: str) -> str:
        root = asker[: asker.rfind("config/")] if "config/" in asker else ""
        wanted = f"config/routes/{name}.rb"
        if root + wanted in texts:
            return root + wanted
        return next((path for path in texts if path == wanted or path.endswith("/" + wanted)), "")

    return find


def engine_modules(texts: dict[str, str], inflections: Inflections, problems: list[Problem]) -> dict[str, str]:
    """Return the constants of isolated engines with the module path of their controllers (`Spree::Core::Engine`: `spree`)."""
    found: dict[str, str] = {}
    for path in sorted(path for path, text in texts.items() if "isolate_namespace" in text):
        with telling(problems, path, "the engine of this file"):
            for call in calls_in(parse(texts[path]).root):
                if call.name == "isolate_namespace" and call.arguments:
                    found[enclosing_constant(call.node)] = inflections.underscore(text_of(call.arguments[0]).removeprefix("::"))
    return found


def devise_reader(texts: dict[str, str], problems: list[Problem]) -> Callable[[str], tuple[str, ...] | None]:
    """Return what tells the Devise modules of a class; none for a class that never calls `devise`."""
    modules: dict[str, tuple[str, ...]] = {}
    for path in sorted(path for path, text in texts.items() if "devise" in text and _DEVISE.search(text)):
        with telling(problems, path, "what this file tells Devise"):
            for call in calls_in(parse(texts[path]).root):
                if call.name == "devise" and call.receiver is None:
                    given, options = arguments(call, Frame(path))
                    symbols = [str(value) for value in given if isinstance(value, str)] + [str(key) for key in options]
                    owner = enclosing_constant(call.node)
                    modules[owner] = (*modules.get(owner, ()), *symbols)
    return lambda name: modules.get(name.removeprefix("::")) or modules.get(name.rsplit("::", 1)[-1])


_ROUTING = re.compile(r"^[ \t]*(?:resources?|get|post|put|patch|delete|match|mount|scope|namespace|root)\b", re.MULTILINE)


_METHOD = re.compile(r"^[ \t]*def (?:self\.)?([^\W\d]\w*[?!=]?)", re.MULTILINE)
_CONSTANT = re.compile(r"^[ \t]*([A-Z][A-Z\d_]*)[ \t]*=(?![=~>])", re.MULTILINE)


def _places(texts: dict[str, str], written: re.Pattern[str]) -> dict[str, list[str]]:
    """Return the files that write each name, in their order: one pass for all names that a route file may ask for."""
    found: dict[str, list[str]] = {}
    for path, text in texts.items():
        for name in dict.fromkeys(written.findall(text)):
            found.setdefault(name, []).append(path)
    return found


def method_reader(texts: dict[str, str], frame: Frame) -> Callable[[str], Block | None]:
    """Return what finds a method that draws routes and is written exactly once, in a module that extends the mapper."""
    known: dict[str, Block | None] = {}
    index = cache(lambda: _places(texts, _METHOD))

    def read(name: str) -> Block | None:
        if name not in known:
            places = index().get(name, [])
            known[name] = _method_in(texts[places[0]], places[0], name, frame) if len(places) == 1 else None
        return known[name]

    return read


def _method_in(text: str, path: str, name: str, frame: Frame) -> Block | None:
    for node in walk(parse(text).root):
        if node.type in ("method", "singleton_method") and text_of(node.child_by_field_name("name")) == name:
            return Block(node, replace(frame, path=path, variables={})) if _ROUTING.search(text_of(node)) else None
    return None


def constant_reader(texts: dict[str, str]) -> Callable[[str], Any]:
    """Return what gives the literal value of a constant written in capitals exactly once; none for any other."""
    known: dict[str, Any] = {}
    index = cache(lambda: _places(texts, _CONSTANT))

    def read(name: str) -> Any:
        last = name.rsplit("::", 1)[-1]
        if last not in known:
            places = index().get(last, []) if last.isupper() else []
            known[last] = _assigned(texts[places[0]], places[0], last) if len(places) == 1 else None
        return known[last]

    return read


def _assigned(text: str, path: str, name: str) -> Any:
    stack = [parse(text).root]
    while stack:
        node = stack.pop()
        left = node.child_by_field_name("left") if node.type == "assignment" else None
        right = node.child_by_field_name("right") if left is not None else None
        if left is not None and right is not None and text_of(left) == name:
            value = evaluate(right, Frame(path))
            return value if isinstance(value, (str, int, list, dict)) else None
        stack.extend(named(node))
    return None
