"""Run the programs of bodies; the values of fields are kept, for those of one file may need those of another."""

from __future__ import annotations

from collections.abc import Mapping

from core.extract.described.by_name import DescribedNames
from core.extract.described.eloquent import EloquentHabits
from core.extract.described.named import DefinedAt, Field, KnownTypes, MeantType
from core.extract.described.running import Running
from core.extract.described.values import BY_NAME, UNKNOWN_TYPE, StepUse, StepValue
from core.extract.facts import FileFacts

_DEEPEST = 12  # values that need each other's


class BodyPrograms:
    """Runs the programs of all files; the values of fields are kept."""

    def __init__(self, types: KnownTypes) -> None:
        self.types = types
        self.names, self.habits = DescribedNames(types), EloquentHabits(types)
        self._values: dict[tuple[DefinedAt, int], MeantType] = {}
        self._programs: dict[str, Mapping[int, list[list[str | int]]]] = {}
        self._depth = 0

    def run(self, facts: FileFacts, number: int) -> tuple[list[StepValue | None], list[StepUse]]:
        """Return the values of the steps of a definition's program and the names that it uses."""
        running = Running(self.types, DefinedAt(facts.path, number), self.field_type, self.names, self.habits)
        for step in self._program(facts.path).get(number, ()):
            running.step(step)
        return running.values, running.uses

    def _program(self, path: str) -> Mapping[int, list[list[str | int]]]:
        if path not in self._programs:
            self._programs[path] = dict(self.types.files[path].extra["programs"])
        return self._programs[path]

    def field_type(self, field: Field) -> MeantType:
        """Return the type of a field, of its value where it is not written."""
        if field.type and field.type != "var":
            return self.types.resolve(field.type, field.place)
        key = field.place, field.step
        if field.step < 0 or self._depth > _DEEPEST:
            return UNKNOWN_TYPE
        if key not in self._values:
            self._values[key] = UNKNOWN_TYPE
            self._depth += 1
            values, _ = self.run(self.types.files[field.place.path], field.place.number)
            self._depth -= 1
            found = values[field.step]
            is_known = found is not None and found.kind == "instance" and not found.via.startswith(BY_NAME)
            self._values[key] = found.type if found is not None and is_known else UNKNOWN_TYPE
        return self._values[key]
