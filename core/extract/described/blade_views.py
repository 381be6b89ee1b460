"""What Blade views name in texts: each other, components by their tags, members of the Livewire component that shows them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from core.extract.described.blade import ENDING
from core.extract.described.named import EXTERNAL, DefinedAt, Field, KnownTypes, MeantType
from core.extract.described.units import Units
from core.extract.repository import Repository
from core.model import Relation, file_key
from core.text.lines import blanked, line_at

_FOLDER = "/resources/views/"
_COMMENT = re.compile(r"\{\{--.*?--\}\}", re.DOTALL)
_INCLUDED = re.compile(r"""(?<![\w@])@(?:include|includeIf|extends|component|each)\s*\(\s*['"]([\w./-]+)['"]""")
_TAG = re.compile(r"<x-([\w.-]+)")
_LIVE = re.compile(r"""<livewire:([\w.-]+)|(?<![\w@])@livewire\s*\(\s*['"]([\w.-]+)['"]""")
_SHOWN = re.compile(r"""(?<![\w$>:\\])view\(\s*['"]([\w./-]+)['"]""")
_NO_CODE = re.compile(r"\s*(?://|\*|/\*|#)")
_WIRE = re.compile(r"""(?<![\w:-])wire:([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_SCRIPT = re.compile(
    r"""\$wire\.\$?(?:(?:set|get|toggle|call|entangle|watch)\(\s*['"](\w+)|(\w+))|(?<![\w@])@entangle\(\s*['"](\w+)"""
)
_OWN = re.compile(r"\$this->(\w+)\b(\s*\()?")
_STATEMENT = re.compile(r"""\s*(?:\$wire\.)?(?:\$(?:set|toggle)\(\s*['"](\w+)|(\w+)\s*(?:\(|$))""")
_PLAIN = frozenset(
    ("cloak", "confirm", "current", "dirty", "id", "ignore", "key", "loading", "navigate", "offline", "ref", "replace", "show",
     "snapshot", "stream", "text", "transition")
)  # fmt: skip
"""Attributes of Livewire whose values name no member."""


class BladeViews:
    """The views of a repository by their names, and the components of Laravel and Livewire by those of their tags."""

    def __init__(self, repository: Repository, types: KnownTypes, table: Units) -> None:
        self._repository, self._types, self._table = repository, types, table
        texts = {path: text for path, text in repository.texts.items() if path.endswith(ENDING)}
        self._texts = {path: _COMMENT.sub(blanked, text) for path, text in texts.items()}
        self._named: dict[str, list[str]] = defaultdict(list)
        for path in self._texts:
            self._named[f"/{path}".rpartition(_FOLDER)[2].removesuffix(ENDING).replace("/", ".")].append(path)
        self._components = dict(self._tags("View.Components."))
        self._live = {name: path for name, path in self._tags("Livewire.") if self._is_live(path)} if self._texts else {}

    def relations(self) -> Iterator[Relation]:
        """Yield what views name and what shows them, in the order of files and lines."""
        found = {*self._shown(), *(one for path, text in self._texts.items() for one in self._used(path, text))}
        for name, component in self._live.items():
            found.update(self._of_component(component, f"livewire.{name}"))
        yield from sorted(found, key=lambda one: (one.file_path, one.line, one.kind, one.source, one.target))

    def _tags(self, space: str) -> Iterator[tuple[str, str]]:
        """Yield the names under which views ask for the classes of a namespace, with the classes."""
        for path in self._types.types if self._texts else ():
            before, _, name = path.rpartition(space)
            if name and (not before or before.endswith(".")):
                yield ".".join(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", part).lower() for part in name.split(".")), path

    def _is_live(self, path: str) -> bool:
        names = (one.name for one, _ in self._types.above(path) if one.kind == EXTERNAL)
        return any(name.startswith("Livewire.") and name.endswith("Component") for name in names)

    def _view(self, name: str) -> str:
        found = self._named.get(name.replace("/", "."), ())
        return found[0] if len(found) == 1 else ""

    def _class_key(self, path: str) -> str:
        return self._table.key(self._types.types[path][0])

    def _used(self, path: str, text: str) -> Iterator[Relation]:
        for name, at in _inside(text):
            if (target := self._view(name)) and target != path:
                yield Relation(file_key(path), file_key(target), "renders", path, line_at(text, at))
        for match in (*_TAG.finditer(text), *_LIVE.finditer(text)):
            known = self._components if match.re is _TAG else self._live
            component = known.get(next(name for name in match.groups() if name))
            if component is not None:
                line = line_at(text, match.start())
                yield Relation(file_key(path), self._class_key(component), "references", path, line, "inferred", via="name")

    def _shown(self) -> Iterator[Relation]:
        """Yield the views that code shows by name."""
        for facts in self._repository.of("php") if self._named else ():
            text = self._repository.texts[facts.path]
            for match in _SHOWN.finditer(text) if facts.path not in self._texts else ():
                line, target = line_at(text, match.start()), self._view(match[1])
                if target and not _NO_CODE.match(text, text.rfind("\n", 0, match.start()) + 1):
                    definitions = enumerate(facts.definitions)
                    around = [number for number, own in definitions if own.start_line <= line <= own.end_line]
                    source = self._table.key(DefinedAt(facts.path, around[-1] if around else -1))
                    yield Relation(source, file_key(target), "renders", facts.path, line)

    def _of_component(self, component: str, by_habit: str) -> Iterator[Relation]:
        """Yield the members of a component that its view names, or what this view includes."""
        render = next(iter(self._types.own_members(component).get("render", ())), None)
        names = [by_habit]
        if render is not None:
            definition = self._types.definition(render)
            names = _SHOWN.findall(self._repository.lines(render.path, definition.start_line, definition.end_line))
        elif view := self._view(by_habit):
            place = self._types.types[component][0]
            line = self._types.definition(place).start_line
            yield Relation(self._class_key(component), file_key(view), "renders", place.path, line, "inferred", via="name")
        waiting = [view for name in names if (view := self._view(name))]
        for path in waiting:
            text = self._texts[path]
            for name, at, is_field in _members(text):
                for key in self._member(component, name, is_field):
                    yield Relation(file_key(path), key, "references", path, line_at(text, at), "inferred", via="name")
            inside = {self._view(name) for name, _ in _inside(text)} - {"", *waiting}
            waiting.extend(sorted(inside))

    def _member(self, component: str, name: str, is_field: bool) -> Iterator[str]:
        """Yield the method of a name, or of a field the class and what is called when it changes."""
        type_, large = MeantType("known", component), name[:1].upper() + name[1:]
        found = self._types.member(type_, name, not is_field)[0]
        if isinstance(found, DefinedAt) and not is_field:
            yield self._table.key(found)
        elif isinstance(found, Field):
            yield self._class_key(component)
        for one in (f"updated{large}", f"updating{large}") if is_field else (f"get{large}Property",):
            if isinstance(hook := self._types.member(type_, one)[0], DefinedAt):
                yield self._table.key(hook)


def _inside(text: str) -> Iterator[tuple[str, int]]:
    """Yield the views that a view includes, extends or shows by the tags of components, with their places."""
    for found in _INCLUDED.finditer(text):
        yield found[1], found.start()
    for found in _TAG.finditer(text):
        yield f"components.{found[1]}", found.start()


def _members(text: str) -> Iterator[tuple[str, int, bool]]:
    """Yield the members of its component that a view names, with their places, and whether each is a field that changes."""
    for match in _WIRE.finditer(text):
        event, value = match[1].partition(".")[0], match[2] or match[3] or ""
        if event in _PLAIN:
            continue
        if event == "model":
            yield value.partition(".")[0], match.start(), True
            continue
        for part in re.split(r"," if event == "target" else r";", value):
            if (named := _STATEMENT.match(part)) is not None:
                yield named[1] or named[2], match.start(), bool(named[1])
    for match in _SCRIPT.finditer(text):
        yield match[1] or match[2] or match[3], match.start(), not match[2]
    for match in _OWN.finditer(text):
        yield match[1], match.start(), False
