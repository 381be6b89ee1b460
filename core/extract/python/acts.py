"""What functions do: the calls of the application's own code in order, and what they save, send, ask of others and answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from core.extract.facts import Declaration
from core.extract.meaning import ANYTHING, MODULE, NOWHERE, FarthestMeaning, Meaning
from core.extract.python import effects
from core.extract.python.holders import ELEMENT, MANY
from core.extract.python.module import PythonModule
from core.extract.python.named import PythonNames
from core.extract.python.steps import DEPENDS, RAISE, RETURN, PythonStep
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
        self._named: dict[str, Meaning] = {}  # models by key
        models = [own for own in _classes(symbols) if table.type_of(own) == "model"]
        self._saved_above = {above for own in models for above in symbols.above(own)}

    def of(self, module: PythonModule) -> Mapping[int, dict[str, object]]:
        """Return what each unit of a module does, with its branches, by the number of its definition."""
        found: dict[int, list[Row]] = {}
        for number, definition in enumerate(module.facts.definitions):
            if definition.decorators and definition.kind != "class" and self._table.is_unit(module.name, number):
                guards = list(self.guards(module, number))
                found.update({number: guards} if guards else {})
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

    def guards(self, module: PythonModule, number: int) -> Iterator[Row]:
        """Yield the decorators of a function or view that let only some callers through."""
        definition = module.definition(number)
        for decorator in definition.decorators:
            found = _OF_METHODS.match(decorator) if definition.kind == "class" else None
            name = found[1] if found is not None else decorator.partition("(")[0]
            if effects.GUARDS.search(name):
                meaning = self._symbols.evaluate(name, module.name, definition.parent).meaning
                key = self._table.key_of(meaning) if meaning is not None and meaning.kind == "function" else ""
                said = name.rpartition(".")[2]
                yield row(definition.start_line, "policy", said, "", -1, "", key)

    def _rows(self, step: PythonStep, module: PythonModule) -> Iterator[Row]:
        if step.kind in (RAISE, RETURN):
            yield row(step.line, step.kind, step.kind, at=step.at, said=step.name)
            return
        if step.kind == DEPENDS:
            yield from self._depended(step, module)
            return
        receiver, _, name = step.name.lstrip(ANYTHING).rpartition(".")
        found = NOWHERE if step.name[0] == ANYTHING else self._symbols.evaluate(step.name, module.name, step.scope)
        made = self._enqueued(step, module, found, name) or self._called(step, module, found, name, receiver)
        made = made or self._done(step, module, found, name, receiver)
        if made is not None:
            yield made
        elif done := effects.OF_FORMS.get(name):
            yield from self._with_form(step, module, found, done, receiver)
        elif (found.meaning is None or found.left) and receiver and name not in _OF_VALUES and self._names.is_ours(name):
            yield row(step.line, "unknown", name, receiver if len(receiver) < _LONGEST else "…", step.at)

    def _depended(self, step: PythonStep, module: PythonModule) -> Iterator[Row]:
        """Yield what runs before a view because it depends on it: a function, or what a name for a type depends on."""
        variable = self._symbols.variable(step.name, module.name, MODULE)
        where = self._symbols.table[variable[0]] if variable is not None else None
        named = where.facts.extra.get("depends", {}).get(variable[1], ()) if where is not None and variable is not None else ()
        for name, within in [*((one, where) for one in named), (step.name, module)]:
            found = self._symbols.evaluate(name, within.name, MODULE) if within is not None else NOWHERE
            meaning = found.meaning if not found.left else None
            if meaning is not None and meaning.kind in ("class", "instance"):
                own = meaning._replace(kind="class")
                meaning = self._symbols.method(own, "__call__" if meaning.kind == "instance" else "__init__")
            if meaning is not None and meaning.kind == "function" and (name != step.name or not named):
                key = self._table.key_of(meaning)
                yield row(step.line, "call", self._symbols.definition(meaning).name, "of", -1, "", key)

    def _with_form(
        self, step: PythonStep, module: PythonModule, found: FarthestMeaning, done: str, receiver: str
    ) -> Iterator[Row]:
        """Yield what is done with a form or serializer: one whose class is known, or that of the view that runs the method."""
        own = found.meaning._replace(kind="class", sure=True) if found.meaning is not None else None
        if own is not None and self._table.type_of(own) in ("form", "serializer"):
            yield from ([*one[:4], step.at, *one[5:]] for one in self.of_form(own, done, step.line, receiver, None))
            return
        held = effects.FORM.search(receiver)
        if held is not None and (found.meaning is None or found.left):
            does = "update" if done == "create" and "update" in module.definition(step.scope).name else done
            yield row(step.line, "call", f"{held[1].lower()}.{does}", "self", step.at)

    def of_form(self, form: Meaning | None, done: str, line: int, holder: str, model: Meaning | None) -> Iterator[Row]:
        """Yield what cleaning or saving a form or serializer runs: the methods that it has, else the save of its model."""
        if done == "clean":
            names = (
                (name for one in self._symbols.above(form) for name in self._symbols.methods_of(one))
                if form is not None
                else ()
            )
            for name in dict.fromkeys(names):
                method = self._symbols.method(form, name) if form is not None and _CLEANS.match(name) else None
                if method is not None:
                    yield row(line, "call", name, "of", -1, "", self._table.key_of(method))
            return
        written = (self._symbols.method(form, name) for name in ("save", done)) if form is not None else ()
        method = next((one for one in written if one is not None), None)
        if method is not None:
            yield row(line, "call", self._symbols.definition(method).name, "of", -1, "", self._table.key_of(method), "inferred")
            return
        model = (self.model_of(form) if form is not None else None) or model
        yield self.saving(line, "save", "save" if done == "update" else "create", holder, model)

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
            if later.meaning is not None and (kind := effects.kind_of(self._library_name(later))):
                return row(step.line, kind, name, "", step.at, step.given)
        if step.said in self._tasks:
            return row(step.line, "enqueue", name, "", step.at, step.said, self._table.key_of(self._tasks[step.said]))
        return None

    @staticmethod
    def _library_name(found: FarthestMeaning) -> str:
        """Return the full name of what a library has; empty for what is the repository's own."""
        is_library = found.meaning is not None and found.meaning.kind == "external"
        return found.meaning.where + "".join(found.left) if found.meaning is not None and is_library else ""

    def _called(self, step: PythonStep, module: PythonModule, found: FarthestMeaning, name: str, receiver: str) -> Row | None:
        meaning, certainty = found.meaning, "declared"
        if meaning is not None and meaning.kind == "class" and not found.left:
            meaning = self._symbols.method(meaning, "__init__")
        elif meaning is None or (meaning.kind == "function" and found.left):
            only = self._names.method(step.name) if "." in step.name else None
            meaning, certainty = (only[0], "inferred") if only is not None else (None, "")
        if meaning is None or meaning.kind != "function" or (found.left and certainty == "declared"):
            is_known = found.meaning is not None and not self._changes_rows(found.meaning, name)
            return self._dispatched(step, name, receiver) if is_known else None
        inferred = not meaning.sure or "(" in receiver
        key, model = self._table.key_of(meaning), self._record(step, module) if name in effects.BY_RECORD else ""
        by = "inferred" if inferred else certainty
        return row(step.line, "call", name, _dispatching(receiver), step.at, "", key, by, model)

    def _record(self, step: PythonStep, module: PythonModule) -> str:
        """Return the key of the model of the record on which a method is called, empty if it is not known."""
        found = self._symbols.evaluate(step.name.rpartition(".")[0], module.name, step.scope)
        own = found.meaning if not found.left else None
        is_record = own is not None and own.kind == "instance" and self._table.type_of(own) == "model"
        return self._table.key_of(own._replace(kind="class")) if own is not None and is_record else ""

    def _dispatched(self, step: PythonStep, name: str, receiver: str) -> Row | None:
        """Return a call of a method that only a class above or below has: that of a library, or of who inherits it."""
        is_own = receiver in ("self", "cls", "super()")
        return row(step.line, "call", name, receiver, step.at) if is_own and name not in effects.BY_RECORD else None

    def _done(self, step: PythonStep, module: PythonModule, found: FarthestMeaning, name: str, receiver: str) -> Row | None:
        """Return what a call of a library does that is seen from outside."""
        meaning, kind, model, by_form = found.meaning, "", "", False
        written = step.written.rpartition(".")[0] if step.written else receiver
        is_open = meaning is None or meaning.kind in ("function", "external") or len(found.left) > 1
        by_session = effects.BY_SESSION.get(name, "") if is_open and effects.SESSIONS.search(written) else ""
        if meaning is None:
            kind = by_session
        elif meaning.kind == "external":
            kind = effects.kind_of(self._library_name(found))
        elif meaning.kind in (MANY, ELEMENT) and len(found.left) <= 1 and not receiver.endswith("+"):  # no list or set
            own = Meaning("class", meaning.where, meaning.number)
            kind, model = effects.BY_QUERY.get(name, ""), self._table.key_of(own)
            self._named[model] = own
        elif meaning.kind in ("instance", "super") and len(found.left) == 1:
            own = Meaning("class", meaning.where, meaning.number)
            kind, model = effects.BY_RECORD.get(name, ""), self._saved(own, name)
            kind = kind if model or (meaning.kind == "super" and own in self._saved_above) else ""
            if not kind and name in effects.BY_QUERY and self._is_manager(own):
                kind, model = effects.BY_QUERY[name], self._managed(receiver, module, step.scope)
        kind = kind or by_session
        if not kind and name in effects.BY_QUERY and (meaning is None or is_open):
            kind, model = self._by_form(written if step.name[0] == ANYTHING else receiver, name, meaning)
            by_form = bool(kind)
        is_plain = bool(receiver) and not step.given and not step.said and not effects.FORM.search(written)
        if not kind and is_open and is_plain:
            kind = effects.BY_RECORD.get(name, "")  # whatever it is, it saves or deletes itself
        if kind in ("save", "destroy") and not model:
            model = self._given(step, module)
        if not kind:
            return None
        certainty = "declared" if meaning is not None and meaning.sure and not by_form else "inferred"
        shown = written if len(written) < _LONGEST else ""
        if name in effects.RUNS_SAVE and meaning is not None and meaning.kind != "super":
            return self.saving(step.line, kind, name, shown, self._named.get(model), step.at, certainty)
        return row(step.line, kind, name, shown, step.at, step.said, "", certainty, model)

    def _changes_rows(self, meaning: Meaning, name: str) -> bool:
        """Tell whether `super()` means a method of Django's managers or queries that changes rows."""
        return meaning.kind == "super" and name in effects.BY_QUERY and self._is_manager(meaning._replace(kind="class"))

    def _is_manager(self, own: Meaning) -> bool:
        """Tell whether a class is a manager or query of Django: it inherits from the library's."""
        above = (base for one in self._symbols.above(own) for base in self._symbols.bases(one))
        return any(base.kind == "external" and effects.MANAGERS.search(base.where) for base in above)

    def _managed(self, receiver: str, module: PythonModule, scope: int) -> str:
        """Return the key of the model whose manager is named, `Door.objects`; empty for another receiver."""
        named, _, manager = receiver.rpartition(".")
        found = self._symbols.evaluate(named, module.name, scope) if named and manager in effects.NAMED_MANAGERS else NOWHERE
        own = found.meaning if not found.left else None
        if own is None or own.kind != "class" or self._table.type_of(own) != "model":
            return ""
        key = self._table.key_of(own)
        self._named[key] = own
        return key

    def _by_form(self, receiver: str, name: str, meaning: Meaning | None) -> tuple[str, str]:
        """Return what a method does to the rows of a manager or query that only its form tells, and the key of their model."""
        related = _RELATED.search(receiver)
        lent = self._symbols.lent_many(related[1]) if related is not None else ()
        if related is not None and related[1] in effects.OF_USERS:
            return effects.BY_QUERY[name], ""
        if effects.QUERY.search(receiver) is None and (not lent or (meaning is not None and meaning.kind == "external")):
            return "", ""
        own = lent[0]._replace(kind="class", sure=True) if len(lent) == 1 else None
        key = self._table.key_of(own) if own is not None else ""
        if own is not None:
            self._named[key] = own
        return effects.BY_QUERY[name], key

    def saving(
        self, line: int, kind: str, name: str, receiver: str, model: Meaning | None, at: int = -1, certainty: str = "inferred"
    ) -> Row:  # fmt: skip
        """Return a save or destroy of a record: a call of the model's own `save` or `delete`, where it has one."""
        own = self._symbols.method(model, "delete" if kind == "destroy" else "save") if model is not None else None
        key = self._table.key_of(model) if model is not None else ""
        if own is not None:
            name = self._symbols.definition(own).name
            return row(line, "call", name, "of", at, "", self._table.key_of(own), "inferred", key)
        return row(line, kind, name, receiver, at, "", "", certainty, key)

    def of_library(self, own: Meaning) -> Mapping[str, list[Row]]:
        """Return what the methods do that a form or serializer has from a library: by their names, the save of its model."""
        line, model = self._symbols.definition(own).start_line, self.model_of(own)
        return {
            name: [self.saving(line, "save", event, "", model)]
            for name, event in effects.OF_SERIALIZERS.items()
            if self._symbols.method(own, name) is not None and self._symbols.leaves(own)
        }

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

    def callbacks(self) -> Mapping[Meaning, list[dict[str, object]]]:
        """Return what waits for models to be saved and deleted, by model: receivers of Django's signals."""
        found: dict[Meaning, list[dict[str, object]]] = {}
        for module in self._symbols.table.values():
            for one in module.facts.declarations if not module.facts.is_test else ():
                for signal, function, model in self._received(one, module):
                    kind, _, event = signal.partition("_")
                    definition = self._symbols.definition(function)
                    place = {"file_path": self._symbols.table[function.where].facts.path, "line": definition.start_line}
                    fact = {"name": definition.name, "kind": "before" if kind == "pre" else "after", "event": event}
                    unit = {"unit": self._table.key_of(function), "certainty": "declared"}
                    found.setdefault(model, []).append({**fact, **unit, **place})
        return found

    def _received(self, one: Declaration, module: PythonModule) -> Iterator[tuple[str, Meaning, Meaning]]:
        """Yield signal, receiver and model of a declaration that receives a signal of a model."""
        owner, _, last = one.name.rpartition(".")
        function: Meaning | None
        if last == "receiver" and one.nesting == ("decorator",) and one.arguments:
            listed = one.arguments[0] if isinstance(one.arguments[0], list) else [one.arguments[0]]
            signals = [str(each.get("const", "")) for each in listed if isinstance(each, dict)]
            function = Meaning("function", module.name, one.scope)
        elif last == "connect" and one.arguments and isinstance(one.arguments[0], dict):
            signals = [owner]
            function = self._symbols.evaluate(str(one.arguments[0].get("const", "")), module.name, one.scope).meaning
        else:
            return
        sender = one.options.get("sender")
        scope = MODULE if one.nesting == ("decorator",) else one.scope
        written = str(sender.get("const", "")) if isinstance(sender, dict) else ""
        model = self._symbols.evaluate(written, module.name, scope).meaning if written else None
        if model is None or model.kind != "class" or function is None or function.kind != "function":
            return
        for signal in signals:
            name = signal.rpartition(".")[2].replace("delete", "destroy")
            if name in _SIGNALS:
                yield name, function, model._replace(sure=True)

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


_OF_VALUES = frozenset(name for type_ in (str, dict, list, set) for name in dir(type_)) | effects.BY_QUERY.keys()
_OF_METHODS = re.compile(r"(?:\w+\.)*method_decorator\(\s*\[?\s*([\w.]+)")  # of the methods of a view, by its class
_CLEANS = re.compile(r"(?:clean|validate)(?:_\w+)?$")
_SIGNALS = frozenset(("pre_save", "post_save", "pre_destroy", "post_destroy"))
_LONGEST = 80
_RELATED = re.compile(
    r"\w(?:\(\)|\[\])?\.(\w+)(?:\.(?:all|filter|exclude)\(\))*$"
)  # what the rows of another record are called


def _classes(symbols: PythonSymbols) -> Iterator[Meaning]:
    for module in symbols.table.values():
        for number, definition in enumerate(module.facts.definitions):
            if definition.kind == "class":
                yield Meaning("class", module.name, number)


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
