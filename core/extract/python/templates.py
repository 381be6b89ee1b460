"""What templates of Django and Jinja use: each other, tags and filters that the repository registers, routes, members."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.extract.meaning import Meaning
from core.extract.python.module import PythonModule
from core.extract.python.named import PythonNames
from core.extract.python.routes import ViewRoute
from core.extract.python.symbols import PythonSymbols
from core.extract.python.units import PythonUnits
from core.extract.repository import Repository
from core.model import Relation, file_key, unit_key
from core.text.lines import line_at

_ENDINGS = (".html", ".htm", ".txt", ".xml", ".jinja", ".jinja2", ".j2", ".md", ".mjml")
_FOLDER = "/templates/"
_NAMED = re.compile(r"""\{%-?\s*(?:extends|include|import|from)\s+["']([^"']+)["']""")
_TAG = re.compile(r"\{%-?\s*(\w+)")
_FILTER = re.compile(r"\|\s*(\w+)")
_MEMBER = re.compile(r"\w+(?:\.\w+)*\.([a-z]\w*_\w+)")
_STRING = re.compile(r"""(["']).*?\1""", re.DOTALL)
_IN_SIGNS = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_URL = re.compile(r"""\{%-?\s*url\s+["']([\w:.-]+)["']|url_for\(\s*["']([\w.]+)["']""")
_SHOWN = ("route:GET ", "route:/")
_REGISTERS = {"simple_tag": "tag", "inclusion_tag": "tag", "tag": "tag", "simple_block_tag": "tag", "filter": "filter"}
"""The decorators of a library of tags, and what they make of a function."""


class Templates:
    """The templates of a repository by the names under which code and other templates ask for them."""

    def __init__(
        self,
        repository: Repository,
        symbols: PythonSymbols,
        table: PythonUnits,
        routes: Sequence[ViewRoute],
        names: PythonNames,
    ) -> None:
        self._table, self._names = table, names
        self._texts = {path: text for path, text in repository.texts.items() if _is_template(path)}
        self._named: dict[str, list[str]] = defaultdict(list)
        for path in self._texts:
            self._named[f"/{path}".rpartition(_FOLDER)[2]].append(path)
        self._registered = dict(_registered(symbols))
        self._routes: dict[str, set[str]] = defaultdict(set)
        for route in routes:
            if route.name:
                self._routes[route.name].add(unit_key("route", route.identifier))

    def relations(self) -> Iterator[Relation]:
        """Yield what every template uses, in the order of files and lines."""
        for path, text in sorted(self._texts.items()):
            yield from sorted(dict.fromkeys(self._used(path, text)), key=lambda one: (one.line, one.kind, one.target))

    def shown(self, module: PythonModule) -> Iterator[Relation]:
        """Yield the templates that a module names."""
        for name, line, scope in module.facts.extra.get("templates", ()):
            found = self._named.get(name, ())
            if len(found) == 1:
                yield Relation(self._table.key(module.name, scope), file_key(found[0]), "renders", module.facts.path, line)

    def _used(self, path: str, text: str) -> Iterator[Relation]:
        source = file_key(path)

        def relation(target: str, kind: str, at: int, certainty: str = "declared", via: str = "") -> Relation:
            return Relation(source, target, kind, path, line_at(text, at), certainty, via=via)

        for match in _NAMED.finditer(text):
            found = self._named.get(match[1], ())
            if len(found) == 1 and found[0] != path:
                yield relation(file_key(found[0]), "renders", match.start())
        for match in _URL.finditer(text):
            routes = self._routes.get((match[1] or match[2]).rpartition(":")[2], set())
            shown = [one for one in routes if one.startswith(_SHOWN)]  # a link asks with GET
            if len(shown) == 1:
                yield relation(shown[0], "links_to", match.start())
        for signs in _IN_SIGNS.finditer(text):
            for kind, pattern in (("tag", _TAG), ("filter", _FILTER)) if self._registered else ():
                for target, at in self._functions(kind, pattern.finditer(signs[0])):
                    yield relation(target, "calls", signs.start() + at)
            plain = _STRING.sub(lambda quoted: " " * len(quoted[0]), signs[0])
            for match in _MEMBER.finditer(plain):
                if (only := self._member(match)) is not None:
                    member, via = only
                    yield relation(self._table.key_of(member), "calls", signs.start() + match.start(1), "inferred", via)

    def _member(self, match: re.Match[str]) -> tuple[Meaning, str] | None:
        """Return the only method, property or function that a name after a dot can mean."""
        function = self._names.functions.method(match[1])
        if function is not None:
            return function, f"named:{match[1]}"
        return self._names.method(match[0]) or self._names.read(match[0])

    def _functions(self, kind: str, found: Iterable[re.Match[str]]) -> Iterator[tuple[str, int]]:
        for match in found:
            function = self._registered.get((kind, match[1]))
            if function is not None:
                yield self._table.key_of(function), match.start(1)


def _is_template(path: str) -> bool:
    return _FOLDER in f"/{path}" and path.endswith(_ENDINGS)


def _registered(symbols: PythonSymbols) -> Iterator[tuple[tuple[str, str], Meaning]]:
    """Yield the functions that are tags and filters, by the names under which templates use them."""
    for module in symbols.table.values():
        if module.facts.is_test:
            continue
        named = _names(module)
        for number, definition in enumerate(module.facts.definitions):
            for decorator in definition.decorators:
                owner, _, last = decorator.partition("(")[0].rpartition(".")
                if owner.rpartition(".")[2] in ("register", "library") and last in _REGISTERS:
                    name = named.get(number, definition.name)
                    yield (_REGISTERS[last], name), Meaning("function", module.name, number)


def _names(module: PythonModule) -> Mapping[int, str]:
    """Return the names that decorators give to tags and filters, by the function."""
    found: dict[int, str] = {}
    for one in module.facts.declarations:
        told = one.options.get("name", one.arguments[0] if one.arguments else None)
        if one.nesting == ("decorator",) and isinstance(told, str) and told.isidentifier():
            found[one.scope] = told
    return found
