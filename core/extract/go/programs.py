"""Run the programs of bodies: what every step stands for, and which names it uses.

The value of a variable of a package may need that of another, in any file: those are questions. All else is known from types.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.extract.facts import FileFacts
from core.extract.go.named import NamedTypes
from core.extract.go.packages import GoPlace
from core.extract.go.types import UNKNOWN, Type, parse_type
from core.extract.go.values import Value, replaced, value_of, without_pointers
from core.extract.questions import Asking, Questions

_INT = Type("basic", "int")
_FUNCTIONS = ("function", "method")


class NameUse(NamedTuple):
    """A name that a program uses: `value` is what it stands for, None if that is not known."""

    name: str
    is_called: bool
    line: int
    value: Value | None


class Ran(NamedTuple):
    """The values of all steps of a program and the names that it uses, in their order."""

    values: list[Value | None]
    uses: list[NameUse]


class Programs:
    """Runs programs; the values of variables are kept."""

    def __init__(self, types: NamedTypes) -> None:
        self.types = types
        self._packages = types.packages
        self._ask = Questions()
        self._by_number: dict[str, Mapping[int, int]] = {}

    def run(self, facts: FileFacts, position: int) -> Ran:
        """Run one of a file's programs."""
        number, text = facts.extra["programs"][position][:2]
        running = self._run(facts.path, text, self._constraints(facts, number))
        try:
            question = next(running)
            while True:
                question = running.send(self._ask(*question))
        except StopIteration as end:
            ran: Ran = end.value
            return ran

    def _constraints(self, facts: FileFacts, number: int) -> tuple[Type, ...]:
        """Return what is known of the type parameters of a function, or of the type that a method is of."""
        metadata = facts.definitions[number].metadata if number >= 0 else {}
        if "type_parameters" not in metadata:
            return ()
        owner = self.types.owner(GoPlace(facts.path, number))
        if "owner" in metadata and owner is None:
            return ()
        path, known = (owner.path, self._packages.definition(owner).metadata) if owner is not None else (facts.path, metadata)
        return tuple(self.types.resolve(text, path) for text in known.get("constraints", ()))

    def _run(self, path: str, text: str, given: tuple[Type, ...] = ()) -> Asking:
        values: list[Value | None] = []
        uses: list[NameUse] = []
        for row in text.split("\n") if text else ():
            sign = row[0]
            parts = row.split(" ", 1 if sign == "t" else 2 if sign == "[" else -1)
            found: Value | None
            if sign == "n":
                found = self.types.look_up(parts[1], path)
            elif sign == ".":
                base = values[int(parts[1])] if parts[1] != "-1" else None
                found = self._select(base, parts[2]) if base is not None else None
            elif sign == "k":
                base = values[int(parts[1])]
                if base is None or not self._has_keys(base):
                    values.append(None)
                    continue
                parts = ["n", parts[2], "r", parts[3]]
                found = self.types.look_up(parts[1], path)
            else:
                values.append(self._step(sign, parts, values, path, given))
                continue
            if parts[-2] != "-":
                uses.append(NameUse(parts[-3], parts[-2] == "c", int(parts[-1]), found))
            if found is not None and found.kind == "definition":
                if self._packages.definition(found.place).kind in ("var", "const"):
                    found = value_of((yield (self._variable, found.place)))
            elif found is not None and found.kind == "field":
                found = value_of(found.types[0])
            values.append(found)
        return Ran(values, uses)

    def _variable(self, place: GoPlace) -> Asking:
        """Return the type of a variable or constant."""
        metadata = self._packages.definition(place).metadata
        if "type" in metadata:
            return self.types.resolve(metadata["type"], place.path)
        if "first" not in metadata:
            return UNKNOWN
        facts = self._packages.files[place.path]
        position = self._positions(facts).get(metadata["first"])
        if position is None:
            return UNKNOWN
        row = facts.extra["programs"][position]
        step = row[2 + metadata["place"]] if 2 + metadata["place"] < len(row) else -1
        if step < 0:
            return UNKNOWN
        ran: Ran = yield (self._run, place.path, row[1])
        found = ran.values[step] if ran is not None else None
        if found is None:
            return UNKNOWN
        if found.kind == "value":
            return found.types[0]
        if found.kind == "results" and found.types:
            return found.types[0]
        return Type(found.kind, found.name) if found.kind in ("external", "unread") else UNKNOWN

    def _positions(self, facts: FileFacts) -> Mapping[int, int]:
        if facts.path not in self._by_number:
            rows = enumerate(facts.extra["programs"])
            self._by_number[facts.path] = {row[0]: position for position, row in rows}
        return self._by_number[facts.path]

    def _has_keys(self, base: Value) -> bool:
        """Tell whether the keys of a literal of this type are values, not names of fields."""
        return base.kind == "value" and self._made_of(base.types[0]).sign in ("map", "[]")

    def _made_of(self, type_: Type) -> Type:
        return self.types.underlying(without_pointers(type_))

    def _select(self, base: Value, name: str) -> Value | None:
        if base.kind in ("package", "external", "unread", "ambiguous"):
            return self.types.in_package(base, name)
        if base.kind == "value":
            return self.types.member(base.types[0], name)
        if base.kind == "definition":
            definition = self._packages.definition(base.place)
            if definition.kind not in _FUNCTIONS:  # a method as a function: `Cart.Total`
                return self.types.member(self.types.of_definition(base.place, base.types), name)
        return None

    def _step(
        self, sign: str, parts: list[str], values: list[Value | None], path: str, given: tuple[Type, ...]
    ) -> Value | None:
        if sign == "t":
            type_ = self.types.resolve(parts[1], path)
            return value_of(replaced(type_, given) if given else type_)
        base = values[int(parts[1])] if parts[1] != "-1" else None
        if base is None:
            return None
        if base.kind in ("external", "unread"):
            return base._replace(name=f"{base.name}()") if sign == "(" and not base.name.endswith(")") else base
        if sign == "(":
            return self._call(base)
        if sign == "#":
            place = int(parts[2])
            if base.kind == "results":
                return value_of(base.types[place]) if place < len(base.types) else None
            return base if place == 0 else None
        if sign == "[":
            return self._element(base, parts[2] if len(parts) > 2 else "", path)
        if base.kind != "value":
            return None
        inner = self._made_of(base.types[0])
        if sign == "<":
            return value_of(inner.parts[0]) if inner.sign == "chan" and inner.parts else None
        return self._ranged(inner, int(parts[2])) if sign == "r" else None

    def _ranged(self, inner: Type, place: int) -> Value | None:
        if inner.sign == "func" and inner.parts and inner.parts[0].sign == "func":
            inner = inner.parts[0]  # an iterator: what it gives to the function that it is given
            return value_of(inner.parts[place]) if place < len(inner.parts) else None
        if inner.sign == "map":
            return value_of(inner.parts[place])
        if inner.sign in ("[]", "chan") and inner.parts:
            wanted = 1 if inner.sign == "[]" else 0
            return value_of(inner.parts[0]) if place == wanted else value_of(_INT)
        return None

    def _element(self, base: Value, text: str, path: str) -> Value | None:
        if base.kind == "definition":
            given = parse_type(f"x[{text}]").parts if text else ()
            return base._replace(types=tuple(self.types.resolve(_text(one), path) for one in given))
        if base.kind != "value":
            return None
        inner = self._made_of(base.types[0])
        if inner.sign in ("[]", "map") and inner.parts:
            return value_of(inner.parts[-1])
        return None

    def _call(self, base: Value) -> Value | None:
        if base.kind == "definition":
            definition = self._packages.definition(base.place)
            if definition.kind in _FUNCTIONS:
                return _given(self.types.results(base.place, base.types))
            return value_of(self.types.of_definition(base.place, base.types))
        if base.kind == "value":
            inner = self._made_of(base.types[0])
            return _given(inner.results) if inner.sign == "func" else base  # else a conversion: `string(x)`
        return None


def _given(results: tuple[Type, ...]) -> Value | None:
    if len(results) == 1:
        return value_of(results[0])
    return Value("results", types=results) if results else None


def _text(type_: Type) -> str:
    """Return the text of a type that was taken apart."""
    inner = ",".join(map(_text, type_.parts))
    if type_.sign == "name":
        return f"{type_.name}[{inner}]" if inner else type_.name
    if type_.sign in ("*", "[]"):
        return f"{type_.sign}{inner}"
    if type_.sign == "map":
        return f"map[{_text(type_.parts[0])}]{_text(type_.parts[1])}"
    if type_.sign == "chan":
        return f"chan({inner})"
    return f"${type_.name}" if type_.sign == "$" else "?"
