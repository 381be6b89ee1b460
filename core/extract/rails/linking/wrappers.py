"""Wrappers of jobs and mails: learned from what methods do with their parameters, and what calls hand to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.extract.facts import FileFacts
from core.extract.rails.application.application import Application
from core.extract.rails.facts.units import scope_key
from core.extract.rails.files.wrappers import DELIVERS, ENQUEUES, QUEUES, HandedRow, WrapperRow
from core.extract.rails.typing.callees import Callees
from core.extract.ruby.linking.methods import is_constant
from core.extract.wrapper_settings import wrapper_settings
from core.model import Relation, split_key

_ROUNDS = 4  # wrappers of wrappers of wrappers
_KINDS = {"enqueues": "job", "delivers": "mailer"}
_INSIDE = re.compile(r"^(.*)\((\d+)\)$")


@dataclass(frozen=True, slots=True)
class Wrapper:
    """A method that hands an argument to a verb: which one, the form of the constant that it becomes, and where it says so."""

    key: str
    place: int
    form: str
    kind: str
    verb: str
    file_path: str
    line: int


class Wrappers:
    """The wrappers of an application by the key of the method, and the relations of the calls that hand them a class."""

    def __init__(self, app: Application, callees: Callees) -> None:
        self._app = app
        self._callees = callees
        self.known: dict[str, Wrapper] = {}
        self._learn()
        self._returned = self._constants()
        for one in wrapper_settings(app.repository.wrappers) if app.repository.wrappers else ():
            self.known.pop(f"method:{one.method}", None)
            if one.form:
                self.known[f"method:{one.method}"] = Wrapper(
                    f"method:{one.method}", one.place, one.form, "enqueues", "extract.wrappers", "", 0
                )

    def _constants(self) -> dict[str, str]:
        """Return by method the constant that is all that it returns, where jobs or mails are made of it."""
        found = {}
        for facts in self._app.files:
            for row in facts.extra.get("wrappers", ()) if not facts.is_test else ():
                owner = self._app.names.resolve(str(row["owner"]), ()) if "returns" in row and row["owner"] else None
                key = self._app.method_key(owner.name, str(row["name"]), bool(row["singleton"])) if owner is not None else None
                if key is not None:
                    found[key] = str(row["returns"])
        return found

    def _learn(self) -> None:
        rows = [
            (facts.path, row)
            for facts in self._app.files
            for row in facts.extra.get("wrappers", ())
            if not facts.is_test and "place" in row
        ]
        for _ in range(_ROUNDS):
            before = len(self.known)
            for path, row in rows:
                self._look_at(path, row)
            if len(self.known) == before:
                return

    def _look_at(self, path: str, row: WrapperRow) -> None:
        owner = self._app.names.resolve(str(row["owner"]), ()) if row["owner"] else None
        key = self._app.method_key(owner.name, str(row["name"]), bool(row["singleton"])) if owner is not None else None
        if owner is None or key is None or key in self.known:
            return
        verb, form, kind = str(row["verb"]), str(row["form"]), ""
        if verb in ENQUEUES:
            kind = "enqueues"
        elif verb in DELIVERS:
            kind = "delivers"
        elif (inner := _INSIDE.match(verb)) is not None:
            kind = "enqueues" if QUEUES.get(inner.group(1)) == int(inner.group(2)) else ""
            known = self._called(owner.name, inner.group(1), bool(row["singleton"]))
            if known is not None and known.place == int(inner.group(2)):
                kind, form = known.kind, known.form if form == "*" else form
        if kind:
            self.known[key] = Wrapper(key, int(row["place"]), form, kind, verb, path, int(row["line"]))

    def _called(self, owner: str, written: str, singleton: bool) -> Wrapper | None:
        receiver, _, name = written.rpartition(".")
        if receiver in ("", "self"):
            return self.known.get(self._callees.lookup(owner, name, singleton) or "")
        found = self._app.names.resolve(receiver, [owner])
        return self.known.get(self._callees.lookup(found.name, name, True) or "") if found is not None else None

    def listed(self) -> list[dict[str, object]]:
        """Return what was learned for the coverage report, with the line of each."""
        return [
            {
                "outcome": "wrapper", "name": split_key(one.key)[1], "file_path": one.file_path, "line": one.line,
                "reason": f"its argument {one.place + 1} is run as {one.form} by {one.verb}",
            }
            for one in sorted(self.known.values(), key=lambda one: one.key)
        ]  # fmt: skip

    def of(self, facts: FileFacts) -> Iterator[Relation]:
        """Yield the relations of the calls of one file that hand a class to a wrapper, or to a queue of a library."""
        for row in facts.extra.get("handed", ()):
            lexical = self._app.names.scopes(facts.path, facts.definitions, row["scope"])
            if "method" in row:
                yield from self._queued(facts, row, lexical)
                continue
            if "through" in row:
                yield from self._through(facts, row, lexical)
                continue
            one = self._wrapper_of(row, lexical, facts.is_test)
            given = row["given"][one.place] if one is not None and one.place < len(row["given"]) else ""
            if one is None or not given:
                continue
            target = self._target(one, given, lexical)
            source = scope_key(self._app, facts.path, facts.definitions, row["scope"], facts.is_test)
            if target and target != source:
                via = f"wrapper:{split_key(one.key)[1]}"
                yield Relation(source, target, one.kind, facts.path, row["line"], "inferred", via=via)

    def _queued(self, facts: FileFacts, row: HandedRow, lexical: list[str]) -> Iterator[Relation]:
        """Yield what `Queue.put(class_name: "Vm", method_name: "scan")` starts: the method of the class that both name."""
        own = row["class"] == "self"
        owner = self._app.names.resolve(lexical[0] if own and lexical else row["class"], lexical)
        if owner is None:
            return
        keys = (self._callees.lookup(owner.name, row["method"], singleton) for singleton in (True, False))
        target = next((key for key in keys if key), None)
        source = scope_key(self._app, facts.path, facts.definitions, row["scope"], facts.is_test)
        if target and target != source:
            yield Relation(source, target, "enqueues", facts.path, row["line"], "inferred", via="class_name and method_name")

    def _through(self, facts: FileFacts, row: HandedRow, lexical: list[str]) -> Iterator[Relation]:
        """Yield what `mailer.welcome(user).deliver_later` delivers where the method `mailer` returns a constant."""
        key = self._callees.lookup(lexical[0], row["through"], False) if lexical and self._returned else None
        owner = self._app.names.resolve(self._returned[key], lexical) if key is not None and key in self._returned else None
        if owner is None or owner.hollow:
            return
        source = scope_key(self._app, facts.path, facts.definitions, row["scope"], facts.is_test)
        via, kind = f"returned:{split_key(str(key))[1]}", self._app.types.of(owner)
        if row["verb"] in DELIVERS and kind == "mailer":
            target = self._app.instance_method(owner.name, row["action"]) or self._app.key(owner)
            yield Relation(source, target, "delivers", facts.path, row["line"], "inferred", via=via)
        elif row["verb"] in ENQUEUES and kind == "job":
            yield Relation(source, self._app.key(owner), "enqueues", facts.path, row["line"], "inferred", via=via)

    def _wrapper_of(self, row: HandedRow, lexical: list[str], is_test: bool) -> Wrapper | None:
        receiver, name = str(row["receiver"]), str(row["name"])
        if (place := QUEUES.get(f"{receiver}.{name}")) is not None:
            return Wrapper(f"method:{receiver}.{name}", place, "*", "enqueues", name, "", 0)
        if receiver in ("", "self"):
            keys = [self._callees.lookup(lexical[0], name, singleton) for singleton in (False, True)] if lexical else []
        else:
            owner = self._app.names.resolve(receiver, lexical, is_test)
            keys = [self._callees.lookup(owner.name, name, True)] if owner is not None else []
        return next((self.known[key] for key in keys if key in self.known), None)

    def _target(self, one: Wrapper, given: str, lexical: list[str]) -> str:
        """Return the key of the class that an argument becomes, if it is one of jobs or mails."""
        name = given if is_constant(given) else self._app.inflections.camelize(given)
        for written in dict.fromkeys((one.form.replace("*", name), name)):
            found = self._app.names.resolve(written, lexical)
            if found is not None and not found.hollow and self._app.types.of(found) in (_KINDS[one.kind], "job", "mailer"):
                return self._app.key(found)
        return ""
