"""Which method a call means on a value of unknown type, by names alone."""

from __future__ import annotations

import re
from collections import defaultdict

from core.extract.described.named import TYPES, DefinedAt, KnownTypes
from core.extract.unique import tells

_HUMP = re.compile(r"[a-z0-9][A-Z]")
_SAFE = 2  # humps of a name that is no library's, even if its class inherits from one
_FEWEST_LETTERS = 10  # of a method's name with one hump: `GetTypes` is short enough to be a library's, too
_USED_AS_MEMBERS = ("csharp", "kotlin")  # the languages whose functions may be called like methods of the type they extend
_IMPORTED_BY_NAME = ("kotlin",)  # of these, those in which a file names each such function that it calls
# Namespaces that every file of a project sees whose SDK is .NET's; applications put extensions into them for that.
_SEEN_BY_ALL = frozenset(
    ("System", "System.Linq", "System.IO", "System.Collections.Generic", "System.Net.Http", "System.Threading",
     "System.Threading.Tasks", "System.Net.Http.Json", "Microsoft.AspNetCore.Builder", "Microsoft.AspNetCore.Hosting",
     "Microsoft.AspNetCore.Http", "Microsoft.AspNetCore.Routing", "Microsoft.Extensions.Configuration",
     "Microsoft.Extensions.DependencyInjection", "Microsoft.Extensions.Hosting", "Microsoft.Extensions.Logging")
)  # fmt: skip


class DescribedNames:
    """What calls mean where only the name of the method tells: the only one of that name, or the one that all others override.

    `foreign` are names that are called on values of libraries' types; they are complete when every program has run.
    """

    def __init__(self, types: KnownTypes) -> None:
        self._types = types
        self.foreign: set[str] = set()
        self._places: dict[str, list[DefinedAt]] = defaultdict(list)
        self._only: dict[str, DefinedAt | None] = {}
        for facts in types.files.values():
            for number, one in enumerate(facts.definitions):
                is_member = one.parent >= 0 or "receiver" in one.metadata
                if is_member and one.kind not in TYPES and one.kind != "constructor":
                    self._places[one.name].append(DefinedAt(facts.path, number))

    def method(self, name: str, language: str) -> DefinedAt | None:
        """Return the method that a call of this name means in a language, None where the name does not tell."""
        if name not in self._only:
            self._only[name] = self._found(name) if tells(name) else None
        place = self._only[name]
        if place is not None and self._is_extension(place):
            is_meant = language in _IMPORTED_BY_NAME or (language in _USED_AS_MEMBERS and self._is_own(name, ""))
            return place if is_meant else None
        return place

    def extension(self, name: str, language: str) -> DefinedAt | None:
        """Return the function that a call of this name means on a value of a library's type."""
        place = self.method(name, language)
        return place if place is not None and self._is_extension(place) else None

    def is_foreign(self, name: str) -> bool:
        """Tell whether a library has a method of the name, as is seen where it is called on a value of the library's."""
        place = self._only.get(name)
        return name in self.foreign and (place is None or not self._is_extension(place))

    def seen_by_all(self, place: DefinedAt) -> bool:
        """Tell whether a function lies in a namespace that the files of all projects see."""
        package = self._types.package(place)
        return not package or package in _SEEN_BY_ALL

    def _is_extension(self, place: DefinedAt) -> bool:
        return "receiver" in self._types.definition(place).metadata

    def _found(self, name: str) -> DefinedAt | None:
        places = self._places.get(name, ())
        if any(self._types.files[place.path].is_test for place in places):
            return None
        by_owner: dict[str, DefinedAt] = {}
        for place in places:
            by_owner.setdefault(self._types.owner(place) or place.path, place)
        if len(by_owner) == 1:
            owner, place = next(iter(by_owner.items()))
            return place if self._is_extension(place) or self._is_own(name, owner) else None
        above = {owner: {type_.name for type_, _ in self._types.above(owner)} for owner in by_owner}
        roots = [owner for owner in by_owner if all(owner == other or owner in above[other] for other in by_owner)]
        return by_owner[roots[0]] if len(roots) == 1 and self._is_own(name, roots[0]) else None

    def _is_own(self, name: str, owner: str) -> bool:
        """Tell whether a name is of a type itself, and not one by which a library's type, also one above it, is called."""
        if len(_HUMP.findall(name)) >= _SAFE:
            return True
        above = self._types.above(owner) if owner else ()
        return len(name) >= _FEWEST_LETTERS and all(type_.kind == "known" for type_, _ in above)
