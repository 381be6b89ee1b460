"""The constants of an application: who defines them, which file owns them, what a name means where it is written."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence

from core.extract.facts import Declaration, Definition, FileFacts
from core.extract.ruby.linking.constants import Constant, DefinitionPlace
from core.extract.ruby.linking.externals import FRAMEWORK_CLASSES, RAILS_NAMES, RUBY_NAMES
from core.extract.ruby.linking.roots import Roots
from core.extract.ruby.words.inflect import Inflections
from core.model import Problem

_CONTAINERS = ("class", "module")
_MAX_ANCESTORS = 60  # superclasses of one class: four times what the deepest libraries have
_MAX_MIXINS = 10  # times that: modules and superclasses together


_PATCHES = re.compile(r"(?:^|/)(?:config|(?:core_|rails_)?ext|core_extensions|extensions|(?:monkey_?)?patches|overrides)/")
"""Where an application changes what Ruby, Rails and gems define."""


class Names:
    """All constants by full name, and Ruby's way to look one up."""

    def __init__(self, files: Sequence[FileFacts], roots: Roots, inflector: Inflections) -> None:
        self.roots = roots
        self.inflector = inflector
        self.full: dict[tuple[str, int], str] = {}  # (path, position) → full name of a container
        self.constants: dict[str, Constant] = {}
        self.foreign: dict[str, Constant] = {}  # classes of Ruby, Rails or gems that the checkout reopens
        self.declared: dict[tuple[str, int], list[Declaration]] = defaultdict(list)
        for facts in files:
            for declared in facts.declarations:
                self.declared[facts.path, declared.scope].append(declared)
        self.problems: dict[tuple[str, str], Problem] = {}
        self._lent: dict[str, str] = {}  # classes of gems with the class of the application that they inherit from
        self._ancestors: dict[str, tuple[str, ...]] = {}
        self._collect(files)
        self._nested = {name.rpartition("::")[2] for name in self.constants if "::" in name}  # what else is at the top alone
        self.outermost = sorted({name.partition("::")[0] for name in self.constants if "::" in name})  # namespaces at the top
        self._link_ancestors()

    def lend(self, above: Mapping[str, str]) -> None:
        """Know which classes of the application the classes of gems inherit from."""
        self._lent.update(above)
        self._ancestors.clear()

    def units(self) -> list[Constant]:
        """Return the classes and modules that are more than namespaces, by name, those of others that are reopened last."""
        known = [*self.constants.values(), *self.foreign.values()]
        return [constant for constant in known if constant.kind in _CONTAINERS and not constant.hollow]

    def scopes(self, path: str, definitions: Sequence[Definition], position: int) -> list[str]:
        """Return the full names of the lexical scopes around a definition, innermost first."""
        names: list[str] = []
        while position >= 0:
            if (path, position) in self.full:
                names.append(self.full[path, position])
            position = definitions[position].parent
        return names

    def resolve(self, written: str, scopes: Sequence[str], from_test: bool = False) -> Constant | None:
        """Return what a constant means where it is written: lexical scopes, then ancestors, then the top level."""
        head, *rest = written.removeprefix("::").split("::")
        found = self._get(head, from_test) if written.startswith("::") else self._head(head, scopes, from_test)
        if found is not None and rest:
            found = self._descend(found, rest, from_test)
        if found is None and rest and scopes and not written.startswith("::"):
            top = self._get(head, from_test)
            found = self._descend(top, rest, from_test) if top is not None else None
        if found is None and rest and head in self.foreign:
            found = self._get("::".join([head, *rest]), from_test)  # `ActiveRecord::Acts::Tree`: ours, in a module of Rails
            return found if found is not None and not _is_patch(found) else None
        return found

    def ancestors(self, name: str) -> tuple[str, ...]:
        """Return the superclasses and mixed-in modules of a constant, nearest first, without itself."""
        if name not in self._ancestors:
            self._ancestors[name] = self._ancestors_of(name)
        return self._ancestors[name]

    def mix(self, constant: Constant, module: str) -> None:
        """Remember that a class or module includes a module."""
        if module != constant.name and module not in constant.mixins:
            constant.mixins.append(module)
            self._ancestors.clear()

    def _ancestors_of(self, name: str) -> tuple[str, ...]:
        seen: dict[str, None] = {}
        queue = deque([name])
        while queue:
            constant = self.constants.get(below := queue.popleft())
            if constant is None:
                lent = [self._lent[below]] if below in self._lent else []
                queue.extend(other for other in lent if other not in seen)
                seen.update(dict.fromkeys(lent))
                continue
            if len(seen) > _MAX_ANCESTORS * _MAX_MIXINS:
                self._cut(constant, f"only {_MAX_ANCESTORS * _MAX_MIXINS:,} ancestors of a class or module are followed")
                break
            near = [*reversed(constant.mixins), *([constant.superclass] if constant.superclass else [])]
            queue.extend(other for other in near if other not in seen)
            seen.update(dict.fromkeys(near))
        seen.pop(name, None)
        return tuple(seen)

    def superclasses(self, name: str) -> Iterator[str]:
        """Yield the superclasses nearest first; the last may be a name that the application does not define."""
        seen = {name}
        while (above := self._above(name)) and above not in seen:
            if len(seen) > _MAX_ANCESTORS:
                if (constant := self.constants.get(name)) is not None:
                    self._cut(constant, f"only {_MAX_ANCESTORS} superclasses of a class are followed")
                return
            name = above
            seen.add(name)
            yield name

    def _above(self, name: str) -> str:
        constant = self.constants.get(name)
        return constant.superclass if constant is not None else self._lent.get(name, "")

    def _cut(self, constant: Constant, reason: str) -> None:
        """Tell where a limit ends the way to ancestors, once for each place."""
        place = constant.owner
        self.problems.setdefault((place.path, reason), Problem(place.path, "partial", reason, place.definition.start_line))

    def _get(self, name: str, from_test: bool) -> Constant | None:
        found = self.constants.get(name)
        return found if found is not None and (from_test or not found.is_test) else None

    def _head(self, head: str, scopes: Sequence[str], from_test: bool) -> Constant | None:
        if head not in self._nested:
            return self._get(head, from_test)
        for scope in scopes:
            if (found := self._get(f"{scope}::{head}", from_test)) is not None:
                return found
        for ancestor in self.ancestors(scopes[0]) if scopes else ():
            if (found := self._get(f"{ancestor}::{head}", from_test)) is not None:
                return found
        return self._get(head, from_test)

    def _descend(self, start: Constant, rest: Sequence[str], from_test: bool) -> Constant | None:
        found: Constant | None = start
        for segment in rest:
            if found is None:
                return None
            names = [found.name, *self.ancestors(found.name)] if found.kind in _CONTAINERS else [found.name]
            found = next((hit for name in names if (hit := self._get(f"{name}::{segment}", from_test)) is not None), None)
        return found

    def _collect(self, files: Sequence[FileFacts]) -> None:
        """Name every container and constant, outer before inner, then decide who owns what."""
        simple = {definition.qualified for facts in files for definition in facts.definitions if definition.kind in _CONTAINERS}
        grouped: dict[str, list[DefinitionPlace]] = defaultdict(list)
        for facts in files:
            for position, definition in enumerate(facts.definitions):
                if definition.kind in (*_CONTAINERS, "constant"):
                    name = self._full_name(facts, position, definition, simple)
                    if definition.kind in _CONTAINERS:
                        self.full[facts.path, position] = name
                    grouped[name].append(DefinitionPlace(facts, position))
        holders = self._holders(files)
        for name in sorted(grouped):
            constant = self._constant(name, grouped[name], holders)
            (self.foreign if self._is_foreign(constant) else self.constants)[name] = constant
        self._imply_namespaces()

    def _imply_namespaces(self) -> None:
        """Add the modules that only folders define, as the autoloader does for `app/models/billing/`."""
        for constant in list(self.constants.values()):
            name = constant.name.rpartition("::")[0]
            while name and name not in self.foreign:
                known = self.constants.get(name)
                if known is None:
                    self.constants[name] = Constant(name, "module", [], constant.is_test, hollow=True)
                elif known.places or not known.is_test or constant.is_test:
                    break
                else:
                    known.is_test = False
                name = name.rpartition("::")[0]

    def _full_name(self, facts: FileFacts, position: int, definition: Definition, simple: set[str]) -> str:
        scopes = self.scopes(facts.path, facts.definitions, definition.parent)
        written = str(definition.metadata.get("written", "")) or definition.name
        if not scopes or definition.qualified == written.removeprefix("::"):
            return definition.qualified
        head, _, rest = written.partition("::")
        if definition.metadata.get("reopened") or rest:
            for scope in scopes:
                known = f"{scope}::{written}" if definition.metadata.get("reopened") else f"{scope}::{head}"
                if known in simple:
                    return f"{scope}::{written}"
            if head in simple or definition.metadata.get("reopened"):
                return written
        return f"{scopes[0]}::{written}"

    @staticmethod
    def _holders(files: Sequence[FileFacts]) -> set[tuple[str, int]]:
        """Return the containers that hold something of their own: a method, a declaration, a value."""
        held = set()
        for facts in files:
            held |= {
                (facts.path, definition.parent)
                for definition in facts.definitions
                if definition.parent >= 0 and definition.kind in ("method", "constant")
            }
            held |= {(facts.path, declared.scope) for declared in facts.declarations if declared.scope >= 0}
        return held

    def _constant(self, name: str, places: list[DefinitionPlace], holders: set[tuple[str, int]]) -> Constant:
        places = sorted(places, key=lambda place: (self._rank(name, place), place.path, place.position))
        kinds = [place.definition.kind for place in places if not place.definition.metadata.get("reopened")]
        kind = "class" if "class" in kinds else kinds[0] if kinds else "class"
        is_test = all(place.facts.is_test for place in places)
        full = {number for number, place in enumerate(places) if (place.path, place.position) in holders}
        hollow = kind == "module" and not full
        # A place that only nests something is no home of a module. A class is at home where it begins, too.
        first = set() if kind == "module" and full else {0}
        places = [place for number, place in enumerate(places) if number in full | first]
        return Constant(name, kind, places, is_test, hollow)

    def written(self, name: str) -> Constant | None:
        """Return a constant that some file defines or reopens."""
        return self.constants.get(name) or self.foreign.get(name)

    def _is_foreign(self, constant: Constant) -> bool:
        """Tell whether a class belongs to Ruby, Rails or a gem and is only reopened here."""
        head = constant.name.partition("::")[0]
        if all(place.definition.metadata.get("reopened") for place in constant.places):
            return True
        known = head in RUBY_NAMES or head in RAILS_NAMES
        framework = constant.name == head or constant.name in FRAMEWORK_CLASSES
        return known and framework and constant.kind != "constant" and self._rank(constant.name, constant.owner) > 0

    def _rank(self, name: str, place: DefinitionPlace) -> int:
        """Order the places of a constant: what the autoloader would load first, scripts and tests last."""
        if place.definition.metadata.get("reopened"):
            return 8
        if place.facts.is_test:
            return 7
        if not self.roots.may_own(place.path):
            return 6
        if self.roots.expected(place.path, self.inflector) == name:
            return 0
        in_app = bool(self.roots.kind_of(place.path))
        owns_more = place.definition.end_line - place.definition.start_line
        return (2 if in_app else 4) + (0 if owns_more > 1 else 1)

    def _link_ancestors(self) -> None:
        for constant in [*self.constants.values(), *self.foreign.values()]:
            if constant.kind == "constant":
                continue
            for place in constant.places:
                self._link_place(constant, place)

    def _link_place(self, constant: Constant, place: DefinitionPlace) -> None:
        definitions = place.facts.definitions
        outer = self.scopes(place.path, definitions, place.definition.parent)
        base = place.definition.bases[0] if place.definition.bases else ""
        if base and not constant.superclass:
            found = self.resolve(base, outer, constant.is_test)
            self._ancestors.clear()
            constant.superclass = found.name if found is not None and found.name != constant.name else base.removeprefix("::")
        for declared in self.declared.get((place.path, place.position), ()):
            if declared.name not in ("include", "prepend") or declared.receiver or "singleton" in declared.nesting:
                continue
            for value in declared.arguments:
                if isinstance(value, dict) and "const" in value:
                    mixed = self.resolve(value["const"], [constant.name, *outer], constant.is_test)
                    if mixed is not None:
                        self.mix(constant, mixed.name)


def _is_patch(constant: Constant) -> bool:
    """Tell whether a class below a namespace of Rails is most likely one of Rails that the application only reopens."""
    return bool(constant.places) and all(_PATCHES.search(place.path) for place in constant.places)
