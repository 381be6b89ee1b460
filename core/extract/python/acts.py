"""What functions do: the calls of the application's own code in order, and what they save, send, ask of others and answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.extract.meaning import ANYTHING, MODULE, FarthestMeaning, Meaning
from core.extract.python import effects
from core.extract.python.holders import ELEMENT, MANY
from core.extract.python.module import PythonModule
from core.extract.python.named import PythonNames
from core.extract.python.steps import RAISE, RETURN, PythonStep
from core.extract.python.symbols import PythonSymbols
from core.extract.python.units import PythonUnits

Row = list[str | int]
"""An act as flows read it: line, kind, name, receiver, branch, what is passed, the key of the unit it leads to, certainty, the
key of the model that is saved."""


def row(
    line: int, kind: str, name: str, receiver: str = "", at: int = -1, said: str = "", target: str = "",
    certainty: str = "declared", model: str = "",
) -> Row:  # fmt: skip
    """Return an act as a row."""
    return [line, kind, name, receiver, at, said, target, certainty, model]


class PythonActs:
    """Resolves the steps of functions by what is known of all modules."""

    def __init__(self, symbols: PythonSymbols, table: PythonUnits, names: PythonNames) -> None:
        self._symbols, self._table, self._names = symbols, table, names
        self._tasks = dict(_task_names(symbols))

    def of(self, module: PythonModule) -> Mapping[int, dict[str, object]]:
        """Return what each unit of a module does, with its branches, by the number of its definition."""
        found: dict[int, list[Row]] = {}
        does = [PythonStep(*given) for given in module.facts.extra.get("does", ())]
        raised = {(step.line, step.name) for step in does if step.kind == RAISE}
        for step in does:
            if step.kind == "call" and (step.line, step.name) in raised:
                continue  # to make an error is part of raising it
            number = self._table.number(module.name, step.scope)
            if number != MODULE:
                own = step.scope == number  # a function inside of it has branches of its own
                found.setdefault(number, []).extend(self._rows(step if own else step._replace(at=-1), module))
        branches = module.facts.extra.get("branches", {})
        return {
            number: {"acts": rows_of(rows), **({"branches": branches[str(number)]} if str(number) in branches else {})}
            for number, rows in found.items()
            if any(one[1] != RETURN for one in rows)
        }

    def _rows(self, step: PythonStep, module: PythonModule) -> Iterator[Row]:
        if step.kind in (RAISE, RETURN):
            yield row(step.line, step.kind, step.kind, at=step.at, said=step.name)
            return
        receiver, _, name = step.name.lstrip(ANYTHING).rpartition(".")
        found = _NOWHERE if step.name[0] == ANYTHING else self._symbols.evaluate(step.name, module.name, step.scope)
        made = self._enqueued(step, module, found, name) or self._called(step, found, name, receiver)
        made = made or self._done(step, module, found, name, receiver)
        if made is not None:
            yield made

    def _enqueued(self, step: PythonStep, module: PythonModule, found: FarthestMeaning, name: str) -> Row | None:
        """Return what is put on a queue: a task by its method, by its name, or a function that is to run later."""
        task = found.meaning
        is_task = task is not None and task.kind == "function" and self._table.type_of(task) == "task"
        if task is not None and is_task and len(found.left) == 1 and name in effects.ENQUEUES:
            return row(step.line, "enqueue", name, "", step.at, "", self._table.key_of(task))
        if name in effects.RUN_LATER and step.given:
            later = self._symbols.evaluate(step.given, module.name, step.scope)
            if later.meaning is not None and later.meaning.kind == "function" and not later.left:
                return row(step.line, "enqueue", name, "", step.at, "", self._table.key_of(later.meaning))
        if step.said in self._tasks:
            return row(step.line, "enqueue", name, "", step.at, step.said, self._table.key_of(self._tasks[step.said]))
        return None

    def _called(self, step: PythonStep, found: FarthestMeaning, name: str, receiver: str) -> Row | None:
        meaning, certainty = found.meaning, "declared"
        if meaning is not None and meaning.kind == "class" and not found.left:
            meaning = self._symbols.method(meaning, "__init__")
        elif meaning is None or (meaning.kind == "function" and found.left):
            only = self._names.method(step.name) if "." in step.name else None
            meaning, certainty = (only[0], "inferred") if only is not None else (None, "")
        if meaning is None or meaning.kind != "function" or (found.left and certainty == "declared"):
            return self._dispatched(step, name, receiver) if found.meaning is not None else None
        inferred = not meaning.sure or "(" in receiver
        key = self._table.key_of(meaning)
        return row(step.line, "call", name, _dispatching(receiver), step.at, "", key, "inferred" if inferred else certainty)

    def _dispatched(self, step: PythonStep, name: str, receiver: str) -> Row | None:
        """Return a call of a method that only a class above or below has: that of a library, or of who inherits it."""
        is_own = receiver in ("self", "cls", "super()")
        return row(step.line, "call", name, receiver, step.at) if is_own and name not in effects.BY_RECORD else None

    def _done(self, step: PythonStep, module: PythonModule, found: FarthestMeaning, name: str, receiver: str) -> Row | None:
        """Return what a call of a library does that is seen from outside."""
        meaning, kind, model = found.meaning, "", ""
        if meaning is None or (meaning.kind == "function" and found.left):
            kind = effects.BY_SESSION.get(name, "") if effects.SESSIONS.search(receiver) else ""
        elif meaning.kind == "external":
            kind = effects.kind_of(meaning.where + "".join(found.left))
        elif meaning.kind in (MANY, ELEMENT) and len(found.left) <= 1:
            kind, model = effects.BY_QUERY.get(name, ""), self._table.key_of(Meaning("class", meaning.where, meaning.number))
        elif meaning.kind in ("instance", "super") and len(found.left) == 1:
            own = Meaning("class", meaning.where, meaning.number)
            kind, model = effects.BY_RECORD.get(name, ""), self._saved(own, name)
            kind = kind if model else ""
        if kind in ("save", "destroy") and not model:
            model = self._given(step, module)
        if not kind:
            return None
        certainty = "declared" if meaning is not None and meaning.sure else "inferred"
        shown = receiver if len(receiver) < _LONGEST else ""
        return row(step.line, kind, name, shown, step.at, step.said, "", certainty, model)

    def _given(self, step: PythonStep, module: PythonModule) -> str:
        """Return the model of the record that a call is given, empty if it is not known."""
        given = self._symbols.evaluate(step.given, module.name, step.scope).meaning if step.given else None
        own = given._replace(kind="class", sure=True) if given is not None and given.kind == "instance" else None
        return self._table.key_of(own) if own is not None and self._table.type_of(own) == "model" else ""

    def _saved(self, own: Meaning, name: str) -> str:
        """Return the key of the model that an instance of a class saves: itself, or that of a form's or serializer's `Meta`."""
        if self._table.type_of(own) == "model":
            return self._table.key_of(own)
        model = self.model_of(own) if name == "save" and self._table.type_of(own) in ("form", "serializer") else None
        return self._table.key_of(model) if model is not None else ""

    def model_of(self, own: Meaning) -> Meaning | None:
        """Return the model that the `Meta` of a form or serializer names, its own or one above it."""
        for holder in self._symbols.above(own):
            module = self._symbols.table[holder.where]
            meta = module.inner.get(holder.number, {}).get("Meta")
            written = module.attributes.get(str(meta), {}).get("model", "") if meta is not None else ""
            found = self._symbols.evaluate(written, module.name, holder.number).meaning if written else None
            if found is not None and found.kind == "class":
                return found
        return None


_NOWHERE = FarthestMeaning(None, ())
_LONGEST = 80


def _dispatching(receiver: str) -> str:
    """Return the receiver where the class that runs a method decides which one is meant."""
    return receiver if receiver in ("self", "cls", "super()") else "of" if receiver else ""


def _task_names(symbols: PythonSymbols) -> Iterator[tuple[str, Meaning]]:
    """Yield the names under which decorators register tasks: `@shared_task(name="mail.send")`."""
    for module in symbols.table.values():
        for one in module.facts.declarations:
            told = one.options.get("name", one.options.get("actor_name", one.options.get("task_name")))
            if one.nesting == ("decorator",) and isinstance(told, str) and "." in told and not module.facts.is_test:
                yield told, Meaning("function", module.name, one.scope)


def rows_of(found: Sequence[Row]) -> list[Row]:
    """Return rows without what is empty at their ends."""
    return [one[: max(at for at, value in enumerate(one) if value not in ("", -1)) + 1] for one in found]
