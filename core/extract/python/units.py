"""Which definitions become units, and of what type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from functools import lru_cache

from core.extract.facts import Definition
from core.extract.meaning import MODULE, Meaning
from core.extract.python.fields import fields
from core.extract.python.frameworks import class_type, function_type
from core.extract.python.module import PythonModule
from core.extract.python.symbols import PythonSymbols
from core.model import TEST, CodeUnit, unit_key


class PythonUnits:
    """The keys of everything that becomes a unit.

    A function inside a function is part of it, unless a decorator or a route (`routed` names the targets of routes) makes it a
    view, a task or a command: what it uses is used by the outer one.
    """

    def __init__(self, symbols: PythonSymbols, routed: Set[Meaning]) -> None:
        self._symbols = symbols
        self._routed = {(one.where, one.number) for one in routed}
        self.key = lru_cache(maxsize=None)(self._key)
        self._types: dict[tuple[str, int], str] = {}
        for name, module in symbols.table.items():
            for number, definition in enumerate(module.facts.definitions):
                self._types[name, number] = self._type(module, number, definition)

    def is_unit(self, module: str, number: int) -> bool:
        """Tell whether a definition is a unit of its own."""
        return bool(self._types[module, number])

    def number(self, module: str, number: int) -> int:
        """Return the definition of the unit that a definition is or is part of, -1 for the module."""
        while number != MODULE and not self._types[module, number]:
            number = self._symbols.table[module].definition(number).parent
        return number

    def _key(self, module: str, number: int) -> str:
        """Return the key of the unit that a definition is or is part of; the module's for what is in no definition."""
        number = self.number(module, number)
        if number == MODULE:
            return unit_key(self._module_type(module), module)
        definition = self._symbols.table[module].definition(number)
        return unit_key(self._types[module, number], f"{module}.{definition.qualified}")

    def key_of(self, meaning: Meaning) -> str:
        """Return the key of a class, function or module, empty for what is no unit."""
        return self.key(meaning.where, meaning.number) if meaning.kind in ("class", "function", "module") else ""

    def type_of(self, meaning: Meaning) -> str:
        """Return the type of a class or function, empty for anything else."""
        return self._types.get((meaning.where, meaning.number), "")

    def units(self, module: PythonModule, does: Mapping[int, Mapping[str, object]]) -> Iterator[CodeUnit]:
        """Yield a module's units: the module, then its definitions in the order of their lines, variants last.

        `does` is what definitions do, by number.
        """
        yield self._module_unit(module)
        numbers = [n for n, _ in enumerate(module.facts.definitions) if self._types[module.name, n]]
        for number in sorted(numbers, key=lambda n: (_is_variant(module.definition(n)), n)):
            yield self._unit(module, number, does.get(number, {}))

    def _module_type(self, module: str) -> str:
        return TEST if self._symbols.table[module].facts.is_test else "module"

    def _type(self, module: PythonModule, number: int, definition: Definition) -> str:
        outer = definition.parent
        in_function = outer != MODULE and module.definition(outer).kind != "class"
        in_part = outer != MODULE and not self._types[module.name, outer]
        if definition.kind == "class":
            type_ = "" if in_function or in_part else class_type(Meaning("class", module.name, number), self._symbols)
        else:
            special = function_type(module, number, self._symbols)
            if not special and definition.kind == "function" and (module.name, number) in self._routed:
                special = "view"
            type_ = special or ("" if in_function or in_part else definition.kind)
        return TEST if type_ and module.facts.is_test else type_

    def _module_unit(self, module: PythonModule) -> CodeUnit:
        facts = module.facts
        namespace, _, name = module.name.rpartition(".")
        metadata: dict[str, object] = {"lines": facts.lines}
        if facts.extra["constants"]:
            metadata["constants"] = facts.extra["constants"]
        if facts.extra["exports"]:
            metadata["exports"] = facts.extra["exports"]
        if imported := self._imported(module):
            metadata["imported"] = imported
        return CodeUnit(
            self._module_type(module.name), module.name, name, namespace, facts.language, facts.path, 1, facts.lines,
            docstring=facts.docstring,
            parent=unit_key("file", facts.path),
            metadata=metadata,
            is_test=facts.is_test,
        )  # fmt: skip

    def _imported(self, module: PythonModule) -> list[str]:
        """Return what the statements of a module import: `TARGET:LINE`, the path of a file or the name of another module."""
        found: dict[str, None] = {}
        for one in module.imported:
            name = self._symbols.imported_module(one, module.name)
            path = self._symbols.table[name].facts.path if name in self._symbols.table else name
            found[f"{path}:{one.line}{':types' if one.for_types else ''}"] = None
        return list(found)

    def _unit(self, module: PythonModule, number: int, does: Mapping[str, object]) -> CodeUnit:
        definition = module.definition(number)
        identifier = f"{module.name}.{definition.qualified}"
        complexity, strings = self._own_parts(module, number)
        metadata: dict[str, object] = {
            "lines": definition.end_line - definition.start_line + 1,
            "complexity": complexity,
            **({"decorators": list(definition.decorators)} if definition.decorators else {}),
            **({"bases": list(definition.bases)} if definition.bases else {}),
            **({"visibility": "private"} if definition.visibility == "private" else {}),
            **({"strings": strings} if strings else {}),
            **({"fields": found} if definition.kind == "class" and (found := fields(module, number)) else {}),
            **does,
            **({"kind": definition.kind} if definition.kind != self._types[module.name, number] else {}),
        }
        return CodeUnit(
            self._types[module.name, number], identifier, definition.name, identifier.rpartition(".")[0],
            module.facts.language, module.facts.path, definition.start_line, definition.end_line,
            docstring=definition.docstring,
            signature=definition.signature,
            parent=self.key(module.name, definition.parent),
            metadata=metadata,
            is_test=module.facts.is_test,
        )  # fmt: skip

    def _own_parts(self, module: PythonModule, number: int) -> tuple[int, list[str]]:
        """Return complexity and strings including inner functions; a class has the sum of its methods."""
        definition = module.definition(number)
        complexity, strings = definition.complexity, list(definition.metadata.get("strings", ()))
        if definition.kind == "class":
            complexity -= 1
        for inner in range(number + 1, len(module.facts.definitions)):
            other = module.definition(inner)
            if other.start_line > definition.end_line:
                break
            if definition.kind == "class" or not self._types[module.name, inner]:
                complexity += other.complexity - (definition.kind != "class")
                strings.extend(other.metadata.get("strings", ()) if not self._types[module.name, inner] else ())
        return max(1, complexity), strings


def _is_variant(definition: Definition) -> bool:
    return any(one.endswith(("overload", ".setter", ".deleter", ".getter")) for one in definition.decorators)
