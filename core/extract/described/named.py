"""The types and functions of all files of some languages, and what a name means as seen from a place."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from core.extract.described.imported import ImportedNames, everywhere
from core.extract.described.steps import UNKNOWN_STEP
from core.extract.described.types import WrittenType, parse_type
from core.extract.facts import Definition, FileFacts

TYPES = frozenset(
    ("class", "interface", "struct", "enum", "record", "trait", "protocol", "object", "annotation", "extension", "module")
)
EXTERNAL, AMBIGUOUS, PARAMETER = "external", "ambiguous", "$"


_INSTANCES = ("INSTANCE", "Companion")  # what Java calls the object itself, and the members of a class without one
_GETTER = re.compile(r"^(?:get|is)([A-Z])(\w*)$")


class DefinedAt(NamedTuple):
    """Where a definition is: its file and its number there; -1 is the file itself."""

    path: str
    number: int


class MeantType(NamedTuple):
    """What a type is: `known` of this repository by its name with all namespaces, `external`, `ambiguous`, a parameter `$`."""

    kind: str
    name: str
    given: tuple[MeantType, ...] = ()


class Field(NamedTuple):
    """A field as its file has it: the `step` of its value is in the program of the definition at `place`."""

    place: DefinedAt
    type: str
    step: int


class KnownTypes:
    """Every type by its name, with its places, members and fields."""

    def __init__(self, files: Iterable[FileFacts]) -> None:
        self.files: dict[str, FileFacts] = {facts.path: facts for facts in files}
        self.types: dict[str, list[DefinedAt]] = defaultdict(list)
        self.functions: dict[str, list[DefinedAt]] = defaultdict(list)
        self.values: dict[str, Field] = {}
        self.facades: set[str] = set()
        self.extensions: dict[str, list[DefinedAt]] = defaultdict(list)  # functions with a receiver, by name
        self._members: dict[str, dict[str, list[DefinedAt]]] = defaultdict(lambda: defaultdict(list))
        self._fields: dict[str, dict[str, Field]] = defaultdict(dict)
        self._parents: dict[str, list[tuple[MeantType, DefinedAt]]] = {}
        self._above: dict[str, Sequence[tuple[MeantType, DefinedAt]]] = {}
        self._open = 0  # types whose parents are being looked up
        self._extended: dict[DefinedAt, str] = {}  # extensions with the types that they extend, and the other way round
        self._extending: dict[str, list[DefinedAt]] = defaultdict(list)
        called = [one for facts in self.files.values() for one in facts.definitions if one.kind not in TYPES]
        self._names = {name for one in called for name in (one.name, *one.metadata.get("also", ()))}
        self._resolved: dict[tuple[str, str, int, bool], MeantType] = {}
        self._stars: dict[tuple[str, str], Sequence[str]] = {}
        self._in_spaces: dict[tuple[str, str, str], MeantType] = {}
        self._known_spaces: set[str] = set()
        self._everywhere = everywhere(self.files.values())
        self.imports = ImportedNames(self.files, self.types).of
        self._note()

    def definition(self, place: DefinedAt) -> Definition:
        """Return the definition at a place."""
        return self.files[place.path].definitions[place.number]

    def _note(self) -> None:
        places = [DefinedAt(facts.path, number) for facts in self.files.values() for number in range(len(facts.definitions))]
        for place in places:
            self._note_name(place)
        for facts in self.files.values():
            for name, text, _, step in facts.extra["values"]:
                self._note_facade(DefinedAt(facts.path, -1), name)
                path = ".".join(filter(None, (facts.extra["package"], name)))
                self.values.setdefault(path, Field(DefinedAt(facts.path, -1), text, step))
        extending = [place for place in places if self.definition(place).kind == "extension"]
        self._extended = {place: self._of_extension(place) for place in extending}
        for place, path in self._extended.items():
            self._extending[path].append(place)
        for place in places:
            self._note_members(place)
        self._parents.clear()
        self._above.clear()

    def _note_name(self, place: DefinedAt) -> None:
        one = self.definition(place)
        if one.kind in TYPES:
            if one.kind != "extension":
                self.types[one.metadata["path"]].append(place)
                self._known_spaces.add(one.metadata["path"].rpartition(".")[0])
        elif one.parent < 0:
            self.functions[one.metadata["path"]].append(place)
            self._note_facade(place, one.name)
        if "receiver" in one.metadata:
            self.extensions[one.name].append(place)

    def _note_facade(self, place: DefinedAt, name: str) -> None:
        """Note a function or value outside of all types where Java finds it: in the class that its file becomes."""
        facts = self.files[place.path]
        if "facade" not in facts.extra:
            return
        facade = ".".join(filter(None, (facts.extra["package"], facts.extra["facade"])))
        self.facades.add(facade)
        if place.number >= 0:
            self.functions[f"{facade}.{facts.extra.get('renamed', {}).get(name, name)}"].append(place)

    def _note_members(self, place: DefinedAt) -> None:
        one = self.definition(place)
        if one.kind in TYPES:
            for name in (*_INSTANCES, *one.metadata.get("inside", ())) if self.files[place.path].language == "kotlin" else ():
                self._fields[self.path(place)].setdefault(name, Field(place, one.name, UNKNOWN_STEP))
            for name, text, _, step in one.metadata.get("fields", ()):
                self._fields[self.path(place)].setdefault(name, Field(place, text, step))
        elif one.parent >= 0:
            members = self._members[self.path(DefinedAt(place.path, one.parent))]
            renamed = self.files[place.path].extra.get("renamed", {}).get(one.name)
            for name in (one.name, *one.metadata.get("also", ()), *([renamed] if renamed else [])):
                members[name].append(place)

    def around(self, place: DefinedAt) -> DefinedAt:
        """Return the place around a definition."""
        return DefinedAt(place.path, self.definition(place).parent)

    def _of_extension(self, place: DefinedAt) -> str:
        """Return the name of the type that an extension extends, also where it is of elsewhere."""
        one = self.definition(place)
        found = self.look_up_type(one.name, place, outside=True)
        return found.name if found.kind == "known" else one.name

    def path(self, place: DefinedAt) -> str:
        """Return the name of the type at a place with all namespaces; an extension is of the type that it extends."""
        return self._extended.get(place) or str(self.definition(place).metadata["path"])

    def owner(self, place: DefinedAt) -> str:
        """Return the name of the type that a definition is a member of, or is itself; empty for none."""
        return next(self.owners(place), "")

    def owners(self, place: DefinedAt) -> Iterator[str]:
        """Yield the names of the types around a place, innermost first."""
        number = place.number
        facts = self.files[place.path]
        while number >= 0:
            if facts.definitions[number].kind in TYPES:
                yield self.path(DefinedAt(place.path, number))
            number = facts.definitions[number].parent

    def resolve(self, text: str, place: DefinedAt, outside: bool = False) -> MeantType:
        """Return what a type's text means as seen from a place, or from right outside of the type that is there."""
        key = text, place.path, place.number, outside
        known = self._resolved.get(key)
        if known is None:
            known = self._resolved[key] = self.resolve_written(parse_type(text), place, outside)
        return known

    def resolve_written(self, written: WrittenType, place: DefinedAt, outside: bool = False) -> MeantType:
        """Return what a type that is taken apart means."""
        given = tuple(self.resolve_written(one, place, outside) for one in written.given)
        if written.name in ("", "*"):
            return MeantType("", "")
        if written.name[0] in "[(":
            return MeantType(EXTERNAL, written.name, given)
        if written.name in ("self", "static", "Self", "this"):
            return MeantType("known", owner) if (owner := self.owner(place)) in self.types else MeantType("", "")
        found = self.look_up_type(written.name, place, outside)
        return found._replace(given=given) if given else found

    def look_up_type(self, name: str, place: DefinedAt, outside: bool = False) -> MeantType:
        """Return the type that a name means: of the definition, of types around it, imported, of its namespace, of a star.

        Where a type says what it is made of, its own members and its own name are not seen yet: that is `outside` of it.
        """
        first, _, rest = name.partition(".")
        if self._is_parameter(first, place):
            return MeantType(PARAMETER, first)
        facts = self.files[place.path]
        if facts.language == "php":
            return self._of_php(name, place)
        for owner in self.owners(self.around(place) if outside else place):
            if nested := self._nested(owner, first):
                return self._within(nested, rest)
            if owner.rpartition(".")[2] == first and owner in self.types and facts.language != "elixir":
                return self._within(owner, rest)
        imported = next((str(path) for alias, path, _ in self.imports(facts) if alias == first), None)
        if imported is not None:
            return self._imported(imported, rest, place)
        return self._of_namespaces(name, place)

    def _imported(self, path: str, rest: str, place: DefinedAt) -> MeantType:
        """Return the type that an import gives a name; in C# it may be one with arguments, and relative to the namespace."""
        if self.files[place.path].language != "csharp":
            return self._known(f"{path}.{rest}" if rest else path)
        written = parse_type(path)
        whole = f"{written.name}.{rest}" if rest else written.name
        given = tuple(self.resolve_written(one, place) for one in written.given)
        return self._of_namespaces(whole, place)._replace(given=given)

    def package(self, place: DefinedAt) -> str:
        """Return the namespace around a place, as a file may have several; empty for none."""
        facts, number = self.files[place.path], place.number
        if number < 0:
            return str(facts.extra["package"])
        while facts.definitions[number].parent >= 0:
            number = facts.definitions[number].parent
        one = facts.definitions[number]
        return str(one.metadata["path"])[: -len(one.name)].rstrip(".") if one.name else str(facts.extra["package"])

    def _of_php(self, name: str, place: DefinedAt) -> MeantType:
        facts = self.files[place.path]
        if name.startswith("."):
            return self._known(name[1:])
        first, _, rest = name.partition(".")
        imported = next((path for alias, path, _ in facts.extra["imports"] if alias == first), None)
        if imported is not None:
            return self._known(f"{imported}.{rest}" if rest else imported)
        return self._known(".".join(filter(None, (self.package(place), name))))

    def _of_namespaces(self, name: str, place: DefinedAt) -> MeantType:
        key = name, place.path, self.package(place)
        found = self._in_spaces.get(key)
        if found is None:
            found = self._in_spaces[key] = self._looked_up(name, place)
        return found

    def _looked_up(self, name: str, place: DefinedAt) -> MeantType:
        facts, around = self.files[place.path], self.package(place)
        while True:
            whole = f"{around}.{name}" if around else name
            if whole in self.types or whole in self.facades:
                return self._known(whole)
            if not around or facts.language in ("java", "kotlin"):
                break
            around = around.rpartition(".")[0]
        names = {f"{star}.{name}" for star in self.stars(place)}
        found = sorted(one for one in names if one in self.types or one in self.facades)
        if len(found) > 1:
            return MeantType(AMBIGUOUS, name)
        if found:
            return self._known(found[0])
        return self._known(name)

    def stars(self, place: DefinedAt) -> Sequence[str]:
        """Return the namespaces and types whose names are all seen at a place, as imports with a star bring them in."""
        facts, package = self.files[place.path], self.package(place)
        key = facts.path, package
        if key not in self._stars:
            names = [str(path) for alias, path, _ in self.imports(facts) if alias == "*"]
            if facts.language == "csharp":
                names += [name for folder, name in self._everywhere if facts.path.startswith(f"{folder}/" if folder else "")]
                names += [f"{space}.{name}" for space in self._spaces(package) for name in names]
                names = [name for name in names if name in self._known_spaces or name in self.types]
            self._stars[key] = list(dict.fromkeys(names))
        return self._stars[key]

    @staticmethod
    def _spaces(package: str) -> Iterator[str]:
        """Yield a namespace and those around it."""
        while package:
            yield package
            package = package.rpartition(".")[0]

    def _known(self, name: str) -> MeantType:
        if name in self.types:
            return MeantType("known", name)
        if name in self.facades:
            return MeantType("space", name)
        return MeantType(EXTERNAL, name)

    def _within(self, path: str, rest: str) -> MeantType:
        for part in rest.split(".") if rest else ():
            inner = self._nested(path, part)
            if not inner:
                return MeantType(EXTERNAL, f"{path}.{rest}")
            path = inner
        return MeantType("known", path)

    def _nested(self, owner: str, name: str) -> str:
        """Return the type of a name inside of a type or of those above it, empty for none."""
        for above in (owner, *(type_.name for type_, _ in self.above(owner) if type_.kind == "known")):
            if f"{above}.{name}" in self.types:
                return f"{above}.{name}"
        return ""

    def _is_parameter(self, name: str, place: DefinedAt) -> bool:
        facts, number = self.files[place.path], place.number
        while number >= 0:
            if name in facts.definitions[number].metadata.get("type_parameters", ()):
                return True
            number = facts.definitions[number].parent
        return False

    def bound(self, name: str, place: DefinedAt) -> MeantType | None:
        """Return what a type parameter is at least, as the definitions around a place say; None for nothing."""
        facts, number = self.files[place.path], place.number
        while number >= 0:
            one = facts.definitions[number]
            if name in one.metadata.get("type_parameters", ()):
                text = one.metadata.get("bounds", {}).get(name, "")
                return self.resolve(text, DefinedAt(place.path, number)) if text else None
            number = one.parent
        return None

    def parents(self, path: str) -> Sequence[tuple[MeantType, DefinedAt]]:
        """Return the types that a type says it is made of, each with the place that says so."""
        if path not in self._parents:
            self._parents[path] = []  # what is looked up meanwhile does not come back here
            self._open += 1
            found: list[tuple[MeantType, DefinedAt]] = []
            for place in (*self.types.get(path, ()), *self._extending.get(path, ())):
                one = self.definition(place)
                for text in (*one.bases, *(text for text, _ in one.metadata.get("mixed_in", ()))):
                    type_ = self.resolve(text, place, outside=True)
                    arguments = parse_type(text).given
                    found.append(
                        (type_._replace(given=tuple(self.resolve_written(given, place) for given in arguments)), place)
                    )
            self._parents[path] = found
            self._open -= 1
        return self._parents[path]

    def above(self, path: str) -> Sequence[tuple[MeantType, DefinedAt]]:
        """Return the types above a type, the nearest first; with what their parameters stand for."""
        known = self._above.get(path)
        if known is None:
            known = tuple(self._climbed(path))
            if not self._open:  # else some may be missing yet
                self._above[path] = known
        return known

    def _climbed(self, path: str) -> Iterator[tuple[MeantType, DefinedAt]]:
        waiting: list[tuple[MeantType, DefinedAt]] = list(self.parents(path))
        seen = {path}
        while waiting:
            type_, place = waiting.pop(0)
            yield type_, place
            if type_.kind != "known" or type_.name in seen:
                continue
            seen.add(type_.name)
            known = self.replacements(type_)
            waiting.extend((replaced(one, known), where) for one, where in self.parents(type_.name))

    def replacements(self, type_: MeantType) -> Mapping[str, MeantType]:
        """Return what the parameters of a type stand for."""
        places = self.types.get(type_.name, ())
        names = self.definition(places[0]).metadata.get("type_parameters", ()) if places else ()
        return dict(zip(names, type_.given, strict=False))

    def member(
        self, type_: MeantType, name: str, is_call: bool = True
    ) -> tuple[DefinedAt | Field | None, Mapping[str, MeantType], bool]:
        """Return the method or field of a type, what parameters of types stand for in it, and whether all above is known.

        What is called is a method first, what is not a field; the nearest type that has one decides.
        """
        line = [type_, *(above for above, _ in self.above(type_.name))]
        known = [one for one in line if one.kind == "known"]
        tables: list[Callable[[str, str], DefinedAt | Field | None]] = [self._method, self._field]
        for table in [*(tables if is_call else tables[::-1]), self._accessed]:
            for one in known:
                if (found := table(one.name, name)) is not None:
                    return found, self.replacements(one), True
        return None, {}, len(known) == len(line)

    def _method(self, owner: str, name: str) -> DefinedAt | None:
        return next(iter(self._members.get(owner, {}).get(name, ())), None)

    def _field(self, owner: str, name: str) -> Field | None:
        return self._fields.get(owner, {}).get(name)

    def _accessed(self, owner: str, name: str) -> Field | None:
        """Return what a method gives that is not written: of a record, an annotation, a property of Kotlin, a comment."""
        if (told := self._fields.get(owner, {}).get(f"{name}()")) is not None:
            return told
        found = _GETTER.match(name)
        field = self._fields.get(owner, {}).get(found.group(1).lower() + found.group(2)) if found is not None else None
        return field if field is not None and self.files[field.place.path].language in ("java", "kotlin") else None

    def accessor(self, type_: MeantType, name: str, writes: bool) -> tuple[DefinedAt | None, Mapping[str, MeantType]]:
        """Return the method of Java that Kotlin calls by the name of a property."""
        large = f"{name[:1].upper()}{name[1:]}"
        for written in (f"set{large.removeprefix('Is')}",) if writes else (f"get{large}", name):
            found, known, _ = self.member(type_, written)
            is_java = isinstance(found, DefinedAt) and self.files[found.path].language == "java"
            if isinstance(found, DefinedAt) and is_java and (written != name or _GETTER.match(name)):
                return found, known
        return None, {}

    def value_of_facade(self, facade: str, name: str) -> Field | None:
        """Return the value outside of all types that Java reads as `getName` or `NAME` of the class of its file."""
        found = _GETTER.match(name)
        own = found.group(1).lower() + found.group(2) if found is not None else name
        return self.values.get(".".join(filter(None, (facade.rpartition(".")[0], own))))

    def is_ours(self, name: str) -> bool:
        """Tell whether a function or method of the repository is called like this."""
        return name in self._names

    def own_members(self, path: str) -> Mapping[str, list[DefinedAt]]:
        """Return the methods that a type has itself."""
        return self._members.get(path, {})


def replaced(type_: MeantType, known: Mapping[str, MeantType]) -> MeantType:
    """Return a type in which its parameters are what is known of them."""
    if type_.kind == PARAMETER:
        return known.get(type_.name, MeantType("", ""))
    return type_._replace(given=tuple(replaced(one, known) for one in type_.given)) if type_.given else type_
