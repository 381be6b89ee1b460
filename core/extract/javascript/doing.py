"""What the steps of a body do: which unit a call runs, what is saved, sent, enqueued, asked of others or answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.extract.holders import KINDS
from core.extract.javascript.effects import answers_with, effect_by_name, effect_of
from core.extract.javascript.symbols import ScriptModule, ScriptSymbols
from core.extract.meaning import FarthestMeaning, Meaning

_ENDS = {"throw": "raise", "return": "return"}
_RUNS = ("function", "method", "component")
_OF_RECORDS = ("save", "destroy")


class ScriptDoing:
    """Finds for the rows of steps what they do, by the meaning of what is called and the libraries behind it."""

    def __init__(self, symbols: ScriptSymbols, key_of: Callable[[Meaning], str]) -> None:
        self._symbols = symbols
        self._key_of = key_of

    def facts(self, module: ScriptModule, number: int) -> dict[str, object]:
        """Return the facts of a unit: `acts`, rows of what a step does and to what, and the `branches` around them."""
        found = module.facts.extra["steps"].get(str(number))
        if not found:
            return {}
        own = self._key_of(Meaning("unit", module.facts.path, number))
        rows = [row for step in found["steps"] if (row := self._done(step, module.facts.path, own)) is not None]
        if not any(row[1] != "return" for row in rows):
            return {}
        return {"acts": rows, **({"branches": found["branches"]} if found["branches"] else {})}

    def _done(self, step: Sequence[object], path: str, own: str) -> list[object] | None:
        name, receiver, expression = str(step[1]), str(step[2]), str(step[5])
        if name in _ENDS and not expression:
            return _row(step, _ENDS[name])
        found = self._symbols.evaluate(expression, path, int(str(step[6]))) if expression else FarthestMeaning(None, ())
        meaning = found.meaning
        if meaning is None and "@" in expression:
            expression = ""  # what a function is given by one of which nothing is known
        if meaning is not None and meaning.kind == "unit" and not found.left:
            key = self._key_of(meaning)
            runs = self._symbols.definition(meaning).kind in _RUNS and key != own
            return _row(step, "call", key, "declared" if meaning.sure else "inferred") if runs else None
        package = self._package(meaning)
        before = expression.rpartition(".")[0]
        if package:
            kind = effect_of(package, before, name) or answers_with(package, receiver, name)
        else:
            kind = effect_by_name(before or receiver, name)
        if not kind:
            return None
        record = meaning is not None and meaning.kind in ("unit", "instance") and kind in _OF_RECORDS and len(found.left) == 1
        unit = self._key_of(meaning._replace(kind="unit")) if record and meaning is not None else ""
        return _row(step, kind, model=unit)

    def _package(self, meaning: Meaning | None) -> str:
        """Return the library that a value is from, or that its class inherits from."""
        if meaning is None:
            return ""
        if meaning.kind == "external":
            return meaning.where
        if meaning.kind not in ("unit", "instance", *KINDS):
            return ""
        return self._symbols.library(meaning._replace(kind="unit", sure=True, given=()))


def _row(step: Sequence[object], kind: str, target: str = "", certainty: str = "inferred", model: str = "") -> list[object]:
    """Return a step as flows read it (`core.flow.told`)."""
    line, name, receiver, at, said = step[:5]
    return [line, kind, name, receiver, at, said, target, certainty, model]
