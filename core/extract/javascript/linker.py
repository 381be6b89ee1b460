"""Make units and relations of all JavaScript and TypeScript modules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from core.extract.facts import Definition
from core.extract.javascript.imports import ScriptImport
from core.extract.javascript.paths import Paths
from core.extract.javascript.symbols import CONTAINERS, ScriptModule, ScriptSymbols
from core.extract.meaning import MODULE, Meaning
from core.extract.repository import Linked, Repository
from core.model import TEST, CodeUnit, Relation, unit_key

_KINDS = {"call": "calls", "reference": "references", "render": "renders"}
_EXAMPLES = 200
_SHAPES = ("interface", "type", "enum")


def link(repository: Repository) -> Linked:
    """Return the units of all modules and what they import, inherit, call, reference and render."""
    files = repository.of("javascript", "typescript", "tsx")
    paths = Paths((facts.path for facts in repository.files), repository.texts)
    symbols = ScriptSymbols(paths, files)
    linker = _Linker(symbols)
    of_file = repository.guard.gathered("javascript references", files, lambda facts: linker.add(symbols.table[facts.path]))
    return Linked(tuple(linker.units), tuple(of_file), (), linker.tallies, tuple(linker.listed))


class _Linker:
    """Collects the units and tallies of one module after the other."""

    def __init__(self, symbols: ScriptSymbols) -> None:
        self._symbols = symbols
        self.units: list[CodeUnit] = []
        self.tallies: Counter[str] = Counter()
        self.listed: list[dict[str, Any]] = []

    def add(self, module: ScriptModule) -> Iterator[Relation]:
        """Take up one module and yield its relations."""
        numbers = sorted(module.units)
        self.units.extend(_unit(module, number) for number in numbers)
        yield from self._imports(module)
        yield from self._inherits(module, numbers)
        yield from self._references(module)

    def _imports(self, module: ScriptModule) -> Iterator[Relation]:
        path = module.facts.path
        source = unit_key("file", path)
        for row in (*module.facts.extra["imports"], *module.facts.extra["passed"]):
            one = ScriptImport(*row)
            target = self._symbols.imported(one, path) or self._symbols.module(one.module, path)
            if target.kind != "external" and (key := self._key_of(target)) != source:
                yield Relation(source, key, "imports", path, one.line)

    def _inherits(self, module: ScriptModule, numbers: list[int]) -> Iterator[Relation]:
        path = module.facts.path
        for number in numbers:
            for base in self._symbols.bases(Meaning("unit", path, number)):
                own, other = module.definition(number), self._symbols.definition(base)
                kind = "implements" if other.kind == "interface" and own.kind != "interface" else "inherits"
                yield Relation(_key(module, number), self._key_of(base), kind, path, own.start_line)

    def _references(self, module: ScriptModule) -> Iterator[Relation]:
        path = module.facts.path
        self.tallies.update(module.facts.extra["tallies"])
        for reference in module.facts.references:
            found = self._symbols.evaluate(reference.name, path, reference.scope)
            outcome = _outcome(found.meaning, found.left)
            if reference.metadata and found.left and outcome == "resolved":
                outcome = "value"  # of a variable's value only what is reached counts, not the way there
            self.tallies[outcome] += 1
            if outcome == "unexplained" and len(self.listed) < _EXAMPLES:
                self.listed.append({"name": reference.name, "outcome": outcome, "file_path": path, "line": reference.line})
            source = _key(module, reference.scope)
            if outcome != "resolved" or found.meaning is None or (key := self._key_of(found.meaning)) == source:
                continue
            kind = "references" if found.left else _KINDS[reference.kind]
            sure = found.meaning.sure and not reference.metadata
            yield Relation(source, key, kind, path, reference.line, "declared" if sure else "inferred")

    def _key_of(self, meaning: Meaning) -> str:
        module = self._symbols.table.get(meaning.where)
        return _key(module, meaning.number) if module is not None else unit_key("file", meaning.where)


def _outcome(meaning: Meaning | None, left: tuple[str, ...]) -> str:
    if meaning is None:
        return "unexplained"
    if meaning.kind == "external":
        return "external"
    if meaning.kind == "instance":
        return "unexplained" if left else "value"
    if meaning.kind == "module" and left:
        return "unexplained"
    return "value" if left[:1] == ("()",) else "resolved"


def _type(module: ScriptModule, definition: Definition) -> str:
    return TEST if module.facts.is_test else definition.kind


def _key(module: ScriptModule, number: int) -> str:
    while number != MODULE and number not in module.units:
        number = module.definition(number).parent
    if number == MODULE:
        return unit_key("file", module.facts.path)
    definition = module.definition(number)
    return unit_key(_type(module, definition), f"{module.facts.path}:{definition.qualified}")


def _unit(module: ScriptModule, number: int) -> CodeUnit:
    facts, definition = module.facts, module.definition(number)
    later = ((position, facts.definitions[position]) for position in range(number + 1, len(facts.definitions)))
    inner = [
        other
        for position, other in takewhile(lambda one: one[1].parent >= number, later)  # what is in it follows it at once
        if definition.kind in CONTAINERS or position not in module.units
    ]
    complexity = definition.complexity + sum(other.complexity - 1 for other in inner)
    metadata: dict[str, Any] = {
        "lines": definition.end_line - definition.start_line + 1,
        **({"complexity": complexity} if definition.kind not in _SHAPES else {}),
        **({"bases": list(definition.bases)} if definition.bases else {}),
        **({"visibility": "private"} if definition.visibility == "private" else {}),
        **({"strings": definition.metadata["strings"]} if "strings" in definition.metadata else {}),
        **({"kind": definition.kind} if definition.kind != _type(module, definition) else {}),
    }
    parts = definition.qualified.rpartition(".") if definition.kind != "test" else ("", "", "")
    return CodeUnit(
        _type(module, definition), f"{facts.path}:{definition.qualified}", definition.name,
        f"{facts.path}:{parts[0]}" if parts[0] else facts.path, facts.language, facts.path,
        definition.start_line, definition.end_line,
        docstring=definition.docstring,
        signature=definition.signature,
        parent=_key(module, definition.parent),
        metadata=metadata,
        is_test=facts.is_test,
    )  # fmt: skip
