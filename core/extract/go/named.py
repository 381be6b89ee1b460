"""The types of a repository: what their texts mean in a file, what they are made of, which members they have."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from core.extract.facts import FileFacts
from core.extract.go.packages import AMBIGUOUS, GoPlace, Package, Packages
from core.extract.go.types import BASIC, UNKNOWN, Type, parse_type
from core.extract.go.values import Value, replaced, without_pointers

_DEEPEST = 40  # aliases of aliases, types of types
_MOST_EMBEDDED = 100  # types that are looked through for one member
_VERSION = re.compile(r"^v\d+$")
_TYPES = ("struct", "interface", "type")


class ImportRow(NamedTuple):
    """One import, as its reader keeps it; `alias` is empty, `.`, `_` or a name."""

    alias: str
    path: str
    line: int


@dataclass(slots=True)
class Named:
    """One type with all of its places: `methods` and `fields` by name, fields as text with the file that it is written in."""

    identifier: str
    kind: str
    package: Package
    places: list[GoPlace] = field(default_factory=list)
    methods: dict[str, list[GoPlace]] = field(default_factory=lambda: defaultdict(list))
    fields: dict[str, tuple[str, str]] = field(default_factory=dict)
    embeds: list[tuple[str, str]] = field(default_factory=list)


class NamedTypes:
    """All types by identifier; a type that is taken apart has `def` as sign, its identifier as name, arguments as parts."""

    def __init__(self, packages: Packages) -> None:
        self.packages = packages
        self.types: dict[str, Named] = {}
        self._aliases: dict[str, dict[str, Value]] = {}
        self._guessed: dict[str, dict[str, Value]] = {}
        self._dots: dict[str, list[Package | None]] = {}
        self._resolved: dict[tuple[str, str], Type] = {}
        self._members: dict[tuple[str, str], Value | None] = {}
        self._imported: dict[str, Package] = {}
        for package in packages.all():
            self._collect(package)

    def _collect(self, package: Package) -> None:
        for facts in package.files:
            for number, definition in enumerate(facts.definitions):
                place = GoPlace(facts.path, number)
                if definition.kind in _TYPES and definition.name != "_":
                    named = self._named(package, definition.name, definition.kind)
                    named.kind = definition.kind if not named.places else named.kind
                    named.places.append(place)
                    for name, text, *_ in definition.metadata.get("fields", ()):
                        named.fields.setdefault(name, (text, facts.path))
                    for text, *_ in definition.metadata.get("embeds", ()):
                        named.embeds.append((text, facts.path))
                elif definition.kind == "method" and definition.metadata["owner"]:
                    self._named(package, definition.metadata["owner"], "type").methods[definition.name].append(place)

    def _named(self, package: Package, name: str, kind: str) -> Named:
        identifier = f"{package.identifier}.{name}"
        if identifier not in self.types:
            self.types[identifier] = Named(identifier, kind, package)
        return self.types[identifier]

    def owner(self, place: GoPlace) -> GoPlace | None:
        """Return where the type stands that a method is of, None for what is no method or has no type here."""
        name = self.packages.definition(place).metadata.get("owner", "")
        named = self.types.get(f"{self.packages.by_file[place.path].identifier}.{name}") if name else None
        return named.places[0] if named is not None and named.places else None

    def imports(self, facts: FileFacts) -> Iterator[tuple[ImportRow, Package | str | None]]:
        """Yield the rows of a file's imports with the package that each means."""
        for given in facts.extra["imports"]:
            yield (row := ImportRow(*given)), self.packages.imported(row.path, facts.path)

    def look_up(self, name: str, path: str) -> Value | None:
        """Return what a name means in a file: in its package, its imports, or the language."""
        if path not in self._aliases:
            self._read_imports(self.packages.files[path])
        if (found := self._aliases[path].get(name)) is not None:
            return found  # in a package another file, which is built for another system, may define the name
        if places := self.packages.by_file[path].names.get(name):
            return self._defined(places, path)
        if (found := self._guessed[path].get(name)) is not None:
            return found
        for dotted in self._dots[path]:
            if dotted is not None and (places := dotted.names.get(name)):
                return self._defined(places, path)
        if name in BASIC:
            return Value("value", types=(Type("basic", name),))
        return Value("builtin", name) if name in _BUILTIN else None

    def _defined(self, places: Sequence[GoPlace], path: str) -> Value:
        """Return the definition that is meant: of several, for other systems or in tests, the nearest."""
        if len(places) == 1:
            return Value("definition", place=places[0])
        files = self.packages.files
        return Value("definition", place=min(places, key=lambda one: (one.path != path, files[one.path].is_test, one)))

    def _read_imports(self, facts: FileFacts) -> None:
        aliases: dict[str, Value] = {}
        guessed: dict[str, Value] = {}
        self._aliases[facts.path], self._guessed[facts.path], self._dots[facts.path] = aliases, guessed, []
        for (alias, path, _), package in self.imports(facts):
            if alias == ".":
                self._dots[facts.path].append(package if isinstance(package, Package) else None)
            elif isinstance(package, Package):
                aliases[alias or package.name] = Value("package", package.identifier)
                self._imported[package.identifier] = package
            else:
                meant = Value("ambiguous", path) if package == AMBIGUOUS else Value("external", path)
                first, *others = [alias] if alias else _guessed_names(path)
                aliases.setdefault(first, meant)
                for name in others:
                    guessed.setdefault(name, meant)

    def resolve(self, text: str, path: str) -> Type:
        """Return a type's text with its names resolved as they are in a file."""
        return self._resolve(text, path, 0)

    def _resolve(self, text: str, path: str, depth: int) -> Type:
        asked = (text, path)
        if asked not in self._resolved:
            self._resolved[asked] = self._apart(parse_type(text), path, depth) if depth < _DEEPEST else UNKNOWN
        return self._resolved[asked]

    def _apart(self, type_: Type, path: str, depth: int) -> Type:
        parts = tuple(self._apart(one, path, depth) for one in type_.parts)
        results = tuple(self._apart(one, path, depth) for one in type_.results)
        if type_.sign != "name":
            return type_._replace(parts=parts, results=results)
        package, _, name = type_.name.rpartition(".")
        found = self.look_up(package or name, path)
        if package and found is not None:
            found = self.in_package(found, name)
        if found is None and not package:  # nothing else can define a type of the package than its files
            found = Value("unread", f"{self.packages.by_file[path].identifier}.{name}")
        return self._type_of(found, parts, depth)

    def in_package(self, package: Value, name: str) -> Value | None:
        """Return what a name means in an imported package."""
        if package.kind in ("external", "ambiguous", "unread"):
            return package._replace(name=f"{package.name}.{name}")
        if package.kind != "package":
            return None
        places = self._imported[package.name].names.get(name)
        # Nothing else can define a name of a package than its files.
        return self._defined(places, "") if places else Value("unread", f"{package.name}.{name}")

    def _type_of(self, found: Value | None, parts: tuple[Type, ...], depth: int) -> Type:
        if found is None:
            return UNKNOWN
        if found.kind in ("external", "unread"):
            return Type(found.kind, found.name)
        if found.kind == "value":
            return found.types[0]
        if found.kind != "definition":
            return UNKNOWN
        definition = self.packages.definition(found.place)
        if definition.kind not in _TYPES:
            return UNKNOWN
        if definition.metadata.get("alias"):
            return replaced(self._resolve(definition.metadata["underlying"], found.place.path, depth + 1), parts)
        package = self.packages.by_file[found.place.path]
        return Type("def", f"{package.identifier}.{definition.name}", parts)

    def of_definition(self, place: GoPlace, given: tuple[Type, ...] = ()) -> Type:
        """Return the type that a definition of a type is."""
        return self._type_of(Value("definition", place=place), given, 0)

    def underlying(self, type_: Type) -> Type:
        """Return what a type is made of, through the names of types; `def` for a struct or an interface."""
        for _ in range(_DEEPEST):
            if type_.sign != "def" or (named := self.types.get(type_.name)) is None or not named.places:
                return type_
            definition = self.packages.definition(named.places[0])
            if definition.kind != "type":
                return type_
            found = self.resolve(definition.metadata.get("underlying", "?"), named.places[0].path)
            type_ = replaced(found, type_.parts)
        return UNKNOWN

    def member(self, type_: Type, name: str) -> Value | None:
        """Return the method or field of a value of a type, those of embedded types too, as the language finds them.

        `external` where it can only be of an embedded type of another repository, `unread` where of one in a file that was not
        read, `ambiguous` where two are equally near.
        """
        type_ = without_pointers(type_)
        if type_.sign != "def":
            return self._unnamed_member(type_, name)
        asked = (type_.name, name)
        if asked not in self._members:
            own = type_._replace(parts=tuple(Type("$", str(number)) for number in range(_PARAMETERS)))
            self._members[asked] = self._nearest(own, name)
        found = self._members[asked]
        if found is None or not found.types:
            return found
        return found._replace(types=tuple(replaced(one, type_.parts) for one in found.types))

    def _unnamed_member(self, type_: Type, name: str) -> Value | None:
        if type_.sign in ("external", "unread"):
            return Value(type_.sign, f"{type_.name}.{name}")
        if type_.sign == "basic":
            return Value("builtin", name) if type_.name == "error" else None
        if type_.sign == "interface":
            return Value("field", types=(UNKNOWN,))  # of an interface without a name, which is not a unit
        if type_.sign != "struct":
            return None
        for own, inner in zip(type_.names, type_.parts, strict=True):
            if name == (own or _last_name(inner)):
                return Value("field", types=(inner,))
        inner_found = (self.member(inner, name) for own, inner in zip(type_.names, type_.parts, strict=True) if not own)
        return next((one for one in inner_found if one is not None), None)

    def _nearest(self, type_: Type, name: str) -> Value | None:
        level, seen, outside = [type_], {type_.name}, ""
        while level and len(seen) <= _MOST_EMBEDDED:
            found: dict[Value, None] = {}
            following: list[Type] = []
            for one in level:
                if (own := self._own_member(one, name)) is not None:
                    found[own] = None
                for inner in (self.underlying(one), *self.embedded(one)):
                    outside = outside or (inner.sign if inner.sign in _OUTSIDE else "")
                    if inner.sign == "def" and inner.name not in seen:
                        seen.add(inner.name)
                        following.append(inner)
            if found:
                return next(iter(found)) if len({one.place for one in found}) == 1 else Value("ambiguous", name)
            level = following
        return Value(outside, f"{type_.name}.{name}") if outside else None

    def _own_member(self, type_: Type, name: str) -> Value | None:
        named = self.types.get(type_.name)
        if named is None:
            return None
        if name in named.methods:
            place = min(named.methods[name], key=lambda one: (self.packages.files[one.path].is_test, one))
            return Value("definition", place=place, types=type_.parts)
        if name in named.fields:
            text, path = named.fields[name]
            return Value("field", types=(replaced(self.resolve(text, path), type_.parts),))
        for inner in self.embedded(type_):
            if _last_name(inner) == name:
                return Value("field", types=(inner,))
        base = self.underlying(type_)
        if base.sign == "struct":
            return self._unnamed_member(base, name)
        if base.sign == "def" and base.name != type_.name:
            other = self.types[base.name]
            if other.kind == "interface" or name in other.fields:
                return self._own_member(base, name)
        return None

    def embedded(self, type_: Type) -> list[Type]:
        """Return the types that a named type embeds; those of the type that it is made of too."""
        named = self.types.get(type_.name)
        if named is None:
            return []
        if named.kind == "type" and (base := self.underlying(type_)).sign == "def" and base.name != type_.name:
            return self.embedded(base)
        return [without_pointers(replaced(self.resolve(text, path), type_.parts)) for text, path in named.embeds]

    def results(self, place: GoPlace, given: tuple[Type, ...]) -> tuple[Type, ...]:
        """Return the types that a function gives; a type parameter of which nothing is known is its constraint."""
        metadata = self.packages.definition(place).metadata
        if not given and "constraints" in metadata:
            given = tuple(self.resolve(text, place.path) for text in metadata["constraints"])
        return tuple(replaced(self.resolve(text, place.path), given) for text in metadata.get("results", ()))


_PARAMETERS = 6
_OUTSIDE = ("external", "unread")
_BUILTIN = frozenset(
    ("append", "cap", "clear", "close", "complex", "copy", "delete", "imag", "len", "make", "max", "min", "new", "panic",
     "print", "println", "real", "recover", "true", "false", "nil", "iota")
)  # fmt: skip


def _last_name(type_: Type) -> str:
    return without_pointers(type_).name.rpartition(".")[2].rpartition("/")[2]


def _guessed_names(path: str) -> list[str]:
    """Return the names by which a package outside of the repository may be called, which its path does not always tell."""
    parts = [part for part in path.split("/") if not _VERSION.match(part)] or [path]
    last = parts[-1].split(".")[0]
    plain = last.removeprefix("go-").removesuffix("-go")
    return list(dict.fromkeys((last, plain, plain.replace("-", ""), plain.replace("-", "_"), plain.rpartition("-")[2])))
