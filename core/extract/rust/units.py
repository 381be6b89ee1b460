"""Which items of a file become units, and what they are called."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import takewhile

from core.extract.facts import Definition, FileFacts
from core.extract.meaning import MODULE, Meaning
from core.extract.rust.symbols import RustSymbols
from core.model import TEST, CodeUnit, Span, unit_key

_SAME_KINDS = ("method", "function")


class RustUnits:
    """The keys of everything that becomes a unit.

    An `impl` without a trait is a further place of its type; a function inside a function is part of it.
    """

    def __init__(self, symbols: RustSymbols) -> None:
        self._symbols = symbols
        self._places: dict[Meaning, list[Span]] = defaultdict(list)
        for (path, number), type_ in sorted(symbols.impls.items()):
            definition = symbols.files[path].definitions[number]
            if not definition.metadata["trait"]:
                self._places[type_].append(Span(path, definition.start_line, definition.end_line))
        self._in_code = {path: _inside(facts, _is_code) for path, facts in symbols.files.items()}
        self._in_tests = {path: _inside(facts, _is_test) for path, facts in symbols.files.items()}
        self._names: dict[tuple[str, int], str] = {}
        plain: Counter[str] = Counter()
        for path, facts in symbols.files.items():
            for number, _ in enumerate(facts.definitions):
                self._names[path, number] = self._name(facts, number)
                plain[self._names[path, number]] += self._is_trait_method(facts, number)
        for (path, number), name in self._names.items():
            # `From<A>` and `From<B>` both have a `from`: then it is written as `<Type as Trait>::name`.
            if plain[name] > 1 and self._is_trait_method(symbols.files[path], number):
                self._names[path, number] = self._qualified(symbols.files[path], number)

    def key(self, path: str, number: int) -> str:
        """Return the key of the unit that an item is or is part of."""
        facts = self._symbols.files[path]
        while number != MODULE and not self._is_unit(facts, number):
            definition = facts.definitions[number]
            if definition.kind == "impl" and (type_ := self._symbols.impls.get((path, number))) is not None:
                return self.key(type_.where, type_.number)
            number = definition.parent
        if number == MODULE:
            return unit_key(TEST if facts.is_test else "module", self._symbols.places[path].path)
        return unit_key(self._type(facts, number), self._names[path, number])

    def key_of(self, meaning: Meaning) -> str:
        """Return the key of an item or module, empty for what is no unit."""
        if meaning.kind == "item":
            return self.key(meaning.where, meaning.number)
        return unit_key("module", meaning.where) if meaning.kind == "module" else ""

    def owner(self, path: str, number: int) -> str:
        """Return the key of the type whose `impl` an item stands in, empty for none."""
        facts = self._symbols.files[path]
        while number != MODULE:
            if (type_ := self._symbols.impls.get((path, number))) is not None:
                return self.key_of(type_)
            number = facts.definitions[number].parent
        return ""

    def units(self, facts: FileFacts) -> Iterator[CodeUnit]:
        """Yield a file's units in the order of their lines, the module first."""
        place = self._symbols.places[facts.path]
        namespace, _, name = place.path.rpartition("::")
        yield CodeUnit(
            TEST if facts.is_test else "module", place.path, name, namespace, facts.language, facts.path, 1, facts.lines,
            docstring=facts.docstring,
            parent=unit_key("file", facts.path),
            metadata={"lines": facts.lines, "crate": place.crate},
            is_test=facts.is_test,
        )  # fmt: skip
        for number, _ in enumerate(facts.definitions):
            if self._is_unit(facts, number):
                yield self._unit(facts, number)

    def _name(self, facts: FileFacts, number: int) -> str:
        """Return the full path of an item; a method's starts with the path of its type, wherever its `impl` is."""
        definition = facts.definitions[number]
        type_ = self._symbols.impls.get((facts.path, definition.parent))
        if type_ is not None:
            return f"{self._name(self._symbols.files[type_.where], type_.number)}::{definition.name}"
        return f"{self._symbols.places[facts.path].path}::{definition.qualified}"

    def _qualified(self, facts: FileFacts, number: int) -> str:
        outer = facts.definitions[facts.definitions[number].parent]
        prefix = self._names[facts.path, number].rpartition("::")[0]
        return f"<{prefix} as {outer.signature.split(' for ')[0].split(' ', 1)[-1]}>::{facts.definitions[number].name}"

    def _is_trait_method(self, facts: FileFacts, number: int) -> bool:
        definition = facts.definitions[number]
        if definition.kind != "method":
            return False
        return bool(facts.definitions[definition.parent].metadata.get("trait"))

    def _is_unit(self, facts: FileFacts, number: int) -> bool:
        definition = facts.definitions[number]
        if number in self._in_code[facts.path]:
            return False
        if definition.kind == "impl":
            return bool(definition.metadata["trait"])
        if definition.kind in ("const", "type"):  # those of an `impl` or a trait are parts of it
            return definition.parent == MODULE or facts.definitions[definition.parent].kind == "module"
        return bool(definition.name)

    def _type(self, facts: FileFacts, number: int) -> str:
        definition = facts.definitions[number]
        is_test = facts.is_test or _is_test(definition) or number in self._in_tests[facts.path]
        return TEST if is_test else definition.kind

    def _unit(self, facts: FileFacts, number: int) -> CodeUnit:
        definition = facts.definitions[number]
        type_, name = self._type(facts, number), self._names[facts.path, number]
        places = self._places.get(Meaning("item", facts.path, number), [])
        own = Span(facts.path, definition.start_line, definition.end_line)
        return CodeUnit(
            type_, name, definition.name, name.rpartition("::")[0], facts.language, facts.path,
            definition.start_line, definition.end_line,
            docstring=definition.docstring,
            signature=definition.signature,
            parent=self._parent(facts, number),
            metadata=_metadata(facts, number, type_),
            is_test=type_ == TEST,
            spans=(own, *places) if places else (),
        )  # fmt: skip

    def _parent(self, facts: FileFacts, number: int) -> str:
        """Return the key of what an item is part of: an implementation is part of its type, wherever it stands."""
        type_ = self._symbols.impls.get((facts.path, number))
        return self.key_of(type_) if type_ is not None else self.key(facts.path, facts.definitions[number].parent)


def _is_code(definition: Definition) -> bool:
    return definition.kind in ("function", "method", "const")


def _is_test(definition: Definition) -> bool:
    return bool(definition.metadata.get("is_test"))


def _inside(facts: FileFacts, around: Callable[[Definition], bool]) -> set[int]:
    """Return which definitions have such a one around them."""
    found: set[int] = set()
    for number, definition in enumerate(facts.definitions):
        if definition.parent != MODULE and (definition.parent in found or around(facts.definitions[definition.parent])):
            found.add(number)
    return found


def _metadata(facts: FileFacts, number: int, type_: str) -> dict[str, object]:
    definition = facts.definitions[number]
    later = (facts.definitions[other] for other in range(number + 1, len(facts.definitions)))
    within = takewhile(lambda other: other.start_line <= definition.end_line, later)
    inner = [other for other in within if other.end_line <= definition.end_line and other.kind in _SAME_KINDS]
    attributes = [one for one in definition.decorators if not one.startswith("#[derive")]
    has_ways = definition.kind in _SAME_KINDS or bool(inner)
    own = 0 if inner and definition.kind not in _SAME_KINDS else definition.complexity
    inside = definition.kind in _SAME_KINDS
    return {
        "lines": definition.end_line - definition.start_line + 1,
        **({"complexity": own + sum(other.complexity - inside for other in inner)} if has_ways else {}),
        **({"attributes": attributes} if attributes else {}),
        **({"derives": definition.metadata["derives"]} if "derives" in definition.metadata else {}),
        **({"bases": list(definition.bases)} if definition.bases else {}),
        **({"visibility": definition.visibility} if definition.visibility == "private" else {}),
        **({"strings": definition.metadata["strings"]} if "strings" in definition.metadata else {}),
        **({"kind": definition.kind} if definition.kind != type_ else {}),
    }
