"""Which types satisfy which interfaces of the repository, as Go decides it: by the methods that they have.

For each interface only the types are looked at that have its rarest method. One method alone is often had by chance: then the
packages have to know each other. An interface that very many types satisfy says little about each of them: it keeps those of
its own package.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import islice

from core.extract.go.named import Named, NamedTypes
from core.extract.go.packages import GoPlace, Package
from core.extract.go.types import Type
from core.extract.go.values import replaced, without_pointers

_MOST = 150  # types that satisfy an interface
_MOST_LOOKED_AT = 500  # types that have the rarest method of an interface
_MOST_EMBEDDED = 100
# The methods of interfaces of the standard library that others are often made of; others make an interface one that is unknown.
_STANDARD: Mapping[str, tuple[str, ...]] = {
    "error": ("Error",), "fmt.Stringer": ("String",), "io.Reader": ("Read",), "io.Writer": ("Write",), "io.Closer": ("Close",),
    "io.Seeker": ("Seek",), "io.ReaderAt": ("ReadAt",), "io.ReadCloser": ("Read", "Close"),
    "io.WriteCloser": ("Write", "Close"),
    "io.ReadWriter": ("Read", "Write"), "io.ReadSeeker": ("Read", "Seek"), "io.ReadWriteCloser": ("Read", "Write", "Close"),
    "io.ReadSeekCloser": ("Read", "Seek", "Close"), "io.StringWriter": ("WriteString",), "io.WriterTo": ("WriteTo",),
    "io.ReaderFrom": ("ReadFrom",), "net/http.Handler": ("ServeHTTP",), "net/http.Flusher": ("Flush",),
    "net/http.ResponseWriter": ("Header", "Write", "WriteHeader"), "sort.Interface": ("Len", "Less", "Swap"),
    "sync.Locker": ("Lock", "Unlock"), "encoding/json.Marshaler": ("MarshalJSON",),
}  # fmt: skip
_Method = tuple[GoPlace | None, tuple[Type, ...]]
"""Where a method is, None for one of the standard library, and the arguments of the type that has it."""


class Satisfied:
    """The types and interfaces of a repository by their methods."""

    def __init__(self, types: NamedTypes) -> None:
        self._types = types
        self._packages = types.packages
        self._methods: dict[str, dict[str, _Method]] = {}
        self._having: dict[str, list[str]] = defaultdict(list)
        self._in_package: dict[tuple[str, str], list[str]] = defaultdict(list)
        self._known: dict[str, set[str]] = {}
        self._signatures: dict[tuple[GoPlace, tuple[Type, ...]], tuple[tuple[Type, ...], ...]] = {}
        for identifier in sorted(types.types):
            named = types.types[identifier]
            if named.places and named.kind != "interface" and types.underlying(Type("def", identifier)).sign != "?":
                if types.underlying(Type("def", identifier)).sign == "def" and self._is_interface(identifier):
                    continue
                self._methods[identifier] = self._method_set(named)
                for name in self._methods[identifier]:
                    self._having[name].append(identifier)
                    self._in_package[name, named.package.identifier].append(identifier)

    def interfaces(self) -> Iterator[tuple[Named, list[str]]]:
        """Yield every interface that says something with the identifiers of the types that satisfy it."""
        for identifier in sorted(self._types.types):
            named = self._types.types[identifier]
            if named.kind == "interface" and named.places:
                wanted = self._wanted(named)
                found = list(islice(self._satisfying(named, wanted), _MOST + 1)) if wanted else []
                if len(found) > _MOST:
                    found = list(self._satisfying(named, wanted, only_own=True))
                if found:
                    yield named, found

    def _is_interface(self, identifier: str) -> bool:
        base = self._types.underlying(Type("def", identifier))
        return base.sign == "def" and self._types.types[base.name].kind == "interface"

    def _method_set(self, named: Named) -> dict[str, _Method]:
        """Return the methods of a type with those that it has from what it embeds, the nearest of each name."""
        found: dict[str, _Method] = {}
        level, seen = [Type("def", named.identifier)], {named.identifier}
        while level and len(seen) <= _MOST_EMBEDDED:
            following: list[Type] = []
            for one in level:
                inner = self._types.types.get(one.name)
                for name, places in inner.methods.items() if inner is not None else ():
                    found.setdefault(name, (places[0], one.parts))
                for embedded in self._types.embedded(one):
                    if embedded.sign == "def" and embedded.name not in seen:
                        seen.add(embedded.name)
                        following.append(embedded)
                    elif embedded.sign == "external":
                        for name in _STANDARD.get(embedded.name, ()):
                            found.setdefault(name, (None, ()))
            level = following
        return found

    def _wanted(self, named: Named) -> dict[str, _Method]:
        """Return all methods of an interface; none if it is a union, or embeds one whose methods are not known."""
        found: dict[str, _Method] = {}
        waiting, seen = [Type("def", named.identifier)], {named.identifier}
        while waiting:
            one = waiting.pop()
            inner = self._types.types.get(one.name)
            if one.sign != "def" or inner is None or len(seen) > _MOST_EMBEDDED or self._is_union(inner):
                standard = _STANDARD.get(one.name)
                if standard is None:
                    return {}
                found.update({name: (None, ()) for name in standard})
                continue
            found.update({name: (places[0], one.parts) for name, places in inner.methods.items()})
            for embedded in self._types.embedded(one):
                if embedded.name not in seen:
                    seen.add(embedded.name)
                    waiting.append(embedded)
        return found

    def _is_union(self, named: Named) -> bool:
        return any(self._packages.definition(place).metadata.get("union") for place in named.places)

    def _satisfying(self, named: Named, wanted: Mapping[str, _Method], only_own: bool = False) -> Iterator[str]:
        rarest = min(wanted, key=lambda name: (len(self._having.get(name, ())), name))
        candidates = self._having.get(rarest, [])
        if only_own or len(candidates) > _MOST_LOOKED_AT:
            candidates = self._in_package.get((rarest, named.package.identifier), [])[:_MOST_LOOKED_AT]
        in_tests = self._in_tests(named)
        for identifier in candidates:
            own = self._methods[identifier]
            other = self._types.types[identifier]
            if len(own) < len(wanted) or (in_tests and not self._in_tests(other)):
                continue
            if len(wanted) == 1 and not self._know_each_other(named.package, other.package):
                continue
            if all(name in own and self._fits(name, own[name], wanted[name], named, other) for name in wanted):
                yield identifier

    def _in_tests(self, named: Named) -> bool:
        return self._packages.files[named.places[0].path].is_test

    def _know_each_other(self, one: Package, other: Package) -> bool:
        return one is other or other.identifier in self._imports(one) or one.identifier in self._imports(other)

    def _imports(self, package: Package) -> set[str]:
        if package.identifier not in self._known:
            rows = (found for facts in package.files for _, found in self._types.imports(facts))
            self._known[package.identifier] = {found.identifier for found in rows if isinstance(found, Package)}
        return self._known[package.identifier]

    def _fits(self, name: str, own: _Method, wanted: _Method, interface: Named, type_: Named) -> bool:
        if not name[:1].isupper() and interface.package is not type_.package:
            return False
        if own[0] is None or wanted[0] is None:
            return True
        if own[0] == wanted[0]:
            return True  # had from the interface itself, which is embedded
        return all(
            _alike(one, other)
            for one, other in zip(self._signature(own[0], own[1]), self._signature(wanted[0], wanted[1]), strict=True)
        )

    def _signature(self, place: GoPlace, given: tuple[Type, ...]) -> tuple[tuple[Type, ...], ...]:
        """Return the types of the parameters and those of the results."""
        asked = (place, given)
        if asked not in self._signatures:
            metadata = self._packages.definition(place).metadata
            self._signatures[asked] = tuple(
                tuple(_given(self._types.resolve(text, place.path), given) for text in metadata[part])
                for part in ("parameters", "results")
            )
        return self._signatures[asked]


def _given(type_: Type, given: tuple[Type, ...]) -> Type:
    return replaced(type_, given) if given else type_


def _alike(one: tuple[Type, ...], other: tuple[Type, ...]) -> bool:
    return len(one) == len(other) and all(map(_same, one, other))


def _same(one: Type, other: Type) -> bool:
    """Tell whether two types may be the same; of one that is not known, nothing speaks against it."""
    if "?" in (one.sign, other.sign) or "$" in (one.sign, other.sign):
        return True
    if {one.sign, other.sign} == {"interface", "basic"}:
        return "any" in (one.name, other.name)
    same_name = one.name == other.name or (
        one.sign == "basic" and _ALIASES.get(one.name, one.name) == _ALIASES.get(other.name, other.name)
    )
    return one.sign == other.sign and same_name and _alike(one.parts, other.parts) and _alike(one.results, other.results)


_ALIASES = {"byte": "uint8", "rune": "int32"}


def asserted_type(type_: Type) -> str:
    """Return the identifier of the type that a value has, empty for none of the repository."""
    plain = without_pointers(type_)
    return plain.name if plain.sign == "def" else ""
