"""Who uses whom: relations between units with the line that shows each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.extract.facts import FileFacts, Reference
from core.extract.rails.application.application import Application
from core.extract.rails.application.fact import written_constants
from core.extract.rails.facts.units import scope_key, scopes_in
from core.extract.rails.linking.columns import ColumnUses, Record
from core.extract.rails.linking.externals import Externals
from core.extract.rails.linking.ledger import Ledger
from core.extract.rails.linking.movements import Movements
from core.extract.rails.linking.tests_of import described
from core.extract.rails.typing.callees import DELAYS, Callees, level_of
from core.extract.rails.typing.typed import TypedCalls, is_value, shown, term_of_call, term_of_given
from core.extract.rails.views.names import Template
from core.extract.ruby.linking.constants import Constant, outwards
from core.extract.ruby.linking.externals import RAILS_NAMES, RUBY_NAMES
from core.extract.ruby.linking.methods import is_constant
from core.extract.ruby.typing.inference import Inferred, TypeScope
from core.extract.ruby.typing.types import CLASS, ONE, QUERY, ValueType
from core.extract.ruby.words.library import tells
from core.model import LENT, Relation

_ENQUEUES = frozenset(
    {
        "perform_later",
        "perform_async",
        "perform_in",
        "perform_at",
        "perform_all_later",
        "perform_bulk",
    }
)
_OWN_ENQUEUES = re.compile(r"perform_(?:async|later|in|at)_\w+")  # class methods of a job that do so in their own way
_LATER = frozenset({"defer", "call_later", "call_async"})  # by which gems of services run one later
_PERFORMS = frozenset({"perform_now", "perform_inline", "perform_sync"})  # the job runs where it is called
_DELIVERS = frozenset({"deliver_later", "deliver_now", "deliver", "deliver_later!", "deliver_now!"})
_DESCRIBED = frozenset({"subject", "described_class", "controller", "helper", "mailer"})
"""What a test calls an instance of the class that it is about, or the class itself."""
_CONFIGURATION = re.compile(r"(?:^|/)config/")  # where gems are patched: no class of an application lives there


_MAKING = re.compile(r"\bconst_set\b")


def makes_constants(text: str) -> bool:
    """Tell whether a text calls what makes constants when it runs."""
    return "const_set" in text and _MAKING.search(text) is not None  # the first is a hundred times as quick


class References:
    """Turns the references of files into relations."""

    def __init__(self, app: Application, externals: Externals, callees: Callees, typed: TypedCalls, uses: ColumnUses) -> None:
        self._app = app
        self._uses = uses
        self._callees = callees
        self._typed = typed
        self._movements = Movements(app, typed)
        self._templates: dict[str, tuple[str, TypeScope]] = {}  # key and place of those that only embed Ruby, by path
        self._externals = externals
        self.ledger = Ledger()
        self._lineages: dict[str, list[str]] = {}
        self._making: dict[str, bool] = {}
        self._described: dict[int, str] = {}  # what tests are about by the scope, in the file at hand
        self._scopes_of = ""
        self._scopes: list[tuple[int, int, int, str]] = []  # of the file at hand: scope, lines, key

    def again(self, facts: FileFacts) -> tuple[list[Relation], Ledger]:
        """Return what one file gives with these facts, counted apart, when everything else is as it was."""
        self.ledger = Ledger()
        self._app.by_path[facts.path] = facts
        self._callees.forget()
        self._scopes_of = ""
        return list(self.of(facts)), self.ledger

    def of(self, facts: FileFacts) -> Iterator[Relation]:
        """Yield the relations of one file."""
        if facts.path in self._templates:
            yield from self._of_template(facts)
            return
        scopes: dict[int, tuple[str, list[str]]] = {}
        self._described = {}
        for reference in facts.references:
            if reference.scope not in scopes:
                source = scope_key(self._app, facts.path, facts.definitions, reference.scope, facts.is_test)
                scopes[reference.scope] = source, self._app.names.scopes(facts.path, facts.definitions, reference.scope)
            source, lexical = scopes[reference.scope]
            if reference.kind == "constant":
                yield from self._constant(facts, reference, source, lexical)
            elif reference.kind == "string":
                yield from self._string(facts, reference, source, lexical)
            elif reference.kind == "call":
                yield from self._call(facts, reference, source, lexical)
            elif reference.kind == "column":
                yield from self._given(facts, reference, self._scope(facts, reference, source), lexical)

    def _given(self, facts: FileFacts, reference: Reference, source: str, lexical: list[str]) -> Iterator[Relation]:
        """Yield the columns that a call is given by name, where needed with the type of what it is called on."""

        def typed() -> list[Record]:
            if not (term := term_of_given(reference)):
                return []
            found = self._typed.inferred(facts, term, reference.scope, lexical)
            how = "name" if found.named else "type"
            return [Record(one.name, one.kind == ONE, how) for one in found.types if one.kind in (ONE, CLASS, QUERY)]

        yield from self._uses.given(facts, reference, source, lexical, typed)

    def _constant(self, facts: FileFacts, reference: Reference, source: str, lexical: list[str]) -> Iterator[Relation]:
        found = self._app.names.resolve(reference.name, lexical, facts.is_test)
        if found is None:
            holder = self._holder(reference.name, lexical, facts.is_test)
            outcome = self._outcome(reference.name, holder, lexical, facts.is_test)
            self.ledger.note(outcome, reference.name, facts.path, reference.line, outcome == "unexplained")
            target = self._app.unit_of(holder) if holder is not None else ""
            if target and target != source:
                yield Relation(source, target, "references", facts.path, reference.line, "inferred", via="prefix")
            return
        self.ledger.note("resolved", reference.name, facts.path, reference.line)
        target = self._app.unit_of(found)
        if target and target != source:
            yield Relation(source, target, "references", facts.path, reference.line)
        heir = self._heir(reference.name, found, lexical, facts.is_test)
        if heir and heir not in (source, target):
            yield Relation(source, heir, "references", facts.path, reference.line, via="inherited constant")

    def _heir(self, name: str, found: Constant, lexical: list[str], is_test: bool) -> str:
        """Return the class that a constant is asked of when another one lends it: `User::LIMIT` of a module in `User`."""
        prefix, _, last = name.rpartition("::")
        asked = self._app.names.resolve(prefix, lexical, is_test) if prefix else None
        return self._app.unit_of(asked) if asked is not None and found.name != f"{asked.name}::{last}" else ""

    def _outcome(self, name: str, holder: Constant | None, lexical: list[str], is_test: bool) -> str:
        """Say why a name has no definition.

        It is `external`, `dynamic` (a class around it makes constants when it runs), `partial` (only its beginning is
        known), else unexplained.
        """
        above = [one for scope in lexical for one in self._lineage(scope)]
        if any(self._is_reopened(scope) for scope in lexical) or self._externals.explain(name, above):
            return "external"
        if "::" not in name and any(self._makes_constants(one) for one in dict.fromkeys([*lexical, *above])):
            return "dynamic"
        if holder is not None:
            lent = (one for one in self._lineage(holder.name) if one not in self._app.names.constants)
            if any(self._externals.explain(one) for one in lent):
                return "external"
            if not holder.hollow:
                return "partial"
        return "unexplained_in_tests" if is_test else "unexplained"

    def _is_reopened(self, scope: str) -> bool:
        """Tell whether a scope is a module of Ruby, Rails or a gem, which lends its own constants to what is written in it."""
        head = scope.partition("::")[0]
        if head in RUBY_NAMES or head in RAILS_NAMES:
            return True
        known = self._app.names.written(head)
        configured = known is not None and known.places and all(_CONFIGURATION.search(place.path) for place in known.places)
        return bool(configured) and self._externals.explain(head) == "gem"

    def _makes_constants(self, name: str) -> bool:
        """Tell whether a class or module calls `const_set` in one of its files."""
        if name not in self._making:
            known = self._app.names.written(name)
            texts = (self._app.repository.texts[place.path] for place in known.places) if known is not None else ()
            self._making[name] = any(makes_constants(text) for text in texts)
        return self._making[name]

    def _holder(self, name: str, lexical: list[str], is_test: bool) -> Constant | None:
        """Return the longest beginning of a qualified name that is defined: it may make the rest when it runs."""
        heads = outwards(name.removeprefix("::"))[1:]
        return next((one for head in heads if (one := self._app.names.resolve(head, lexical, is_test)) is not None), None)

    def _lineage(self, name: str) -> list[str]:
        """Return superclasses and modules of a class, with those of gems as written."""
        if name not in self._lineages:
            mixed = written_constants(self._app.bodies.of(name).statements, ("include", "extend", "prepend"))
            self._lineages[name] = [*self._app.names.superclasses(name), *mixed]
        return self._lineages[name]

    def _string(self, facts: FileFacts, reference: Reference, source: str, lexical: list[str]) -> Iterator[Relation]:
        among = [word for word in reference.metadata.get("among", ()) if "::" not in word]
        if any(self._app.names.resolve(word, lexical, facts.is_test) is None for word in among):
            return  # one of several words in a list that are not all classes: "Founder", "User"
        found = self._app.names.resolve(reference.name, lexical, facts.is_test)
        named = found is not None and found.kind == "class"
        if found is not None and named and ("::" in reference.name or self._app.types.of(found) == "model"):
            target = self._app.unit_of(found)
            if target and target != source:
                yield Relation(source, target, "references", facts.path, reference.line, "inferred", via="string")

    def know(self, template: Template, source: str) -> None:
        """Remember the key of the unit of a template, and where its code stands."""
        self._templates[template.file_path] = source, self._typed.in_template(template)

    def _of_template(self, facts: FileFacts) -> Iterator[Relation]:
        source, at = self._templates[facts.path]
        for reference in facts.references:
            if reference.kind == "call":
                yield from self._typed_call(facts, reference, source, at)

    def _call(self, facts: FileFacts, reference: Reference, source: str, lexical: list[str]) -> Iterator[Relation]:
        found = owner = None
        if is_value(reference):
            yield from self._on_value(facts, reference, source, lexical)
            return
        if not reference.receiver or reference.receiver == "self":
            yield from self._own_mail(facts, reference, source, lexical)
            found = self._callees.on_self(facts, reference, lexical)
        else:
            chain = reference.metadata.get("chain", ())
            owner = self._app.names.resolve(reference.receiver, lexical, facts.is_test)
            if owner is not None and owner.kind in ("class", "module") and not owner.hollow:
                yield from self._special(facts, reference, source, owner, chain)
                found = self._callees.on_class(owner.name, reference.name, chain)
        if found is not None and found[0] != source:
            self.ledger.note("calls", reference.name, facts.path, reference.line)
            kind = _kind_of(reference) if DELAYS.isdisjoint(reference.metadata.get("chain", ())) else "enqueues"
            via = LENT if owner is None and self._callees.is_lent(found[0], lexical) else found.via
            yield Relation(source, found[0], kind, facts.path, reference.line, found[1], via=via)
        elif found is None and (keys := self._handed_on(facts, reference, lexical, owner)):
            self.ledger.note("calls", reference.name, facts.path, reference.line)
            for key in keys:
                yield Relation(source, key, _kind_of(reference), facts.path, reference.line, "inferred", via="delegated")
        elif found is None:
            yield from self._movements.on_self(facts, reference, source, lexical if owner is None else ())
            if "chain" in reference.metadata:
                yield from self._on_value(facts, reference, source, lexical)
            if not facts.is_test:
                source = self._scope(facts, reference, source)
                yield from self._uses.called(facts, reference, source, lexical, level_of(facts, reference))

    def _handed_on(self, facts: FileFacts, reference: Reference, lexical: list[str], owner: Constant | None) -> list[str]:
        """Return the methods to which a class hands a call on that it makes on itself: of what it delegates to, or wraps."""
        own = reference.receiver in ("", "self") and "chain" not in reference.metadata and owner is None
        if (
            not own
            or not lexical
            or level_of(facts, reference) != "instance"
            or not self._app.bodies.is_defined(reference.name)
        ):
            return []
        return self._typed.answering(ValueType(ONE, lexical[0]), reference.name)

    def _own_mail(self, facts: FileFacts, reference: Reference, source: str, lexical: list[str]) -> Iterator[Relation]:
        """Yield what a mailer's own class method delivers: `welcome(user).deliver_later`, as a mailer answers its actions."""
        owner = self._app.names.constants.get(lexical[0]) if lexical and reference.name in _DELIVERS else None
        chain = reference.metadata.get("chain", ())
        if owner is None or owner.hollow or self._app.types.of(owner) != "mailer" or level_of(facts, reference) == "instance":
            return
        if chain and (method := self._app.instance_method(owner.name, chain[0])) is not None and method != source:
            yield Relation(source, method, "delivers", facts.path, reference.line, "inferred")

    def _on_value(self, facts: FileFacts, reference: Reference, source: str, lexical: list[str]) -> Iterator[Relation]:
        yield from self._typed_call(facts, reference, source, self._typed.standing(facts, reference.scope, lexical))

    def _typed_call(self, facts: FileFacts, reference: Reference, source: str, at: TypeScope) -> Iterator[Relation]:
        if facts.is_test and not is_constant(reference.receiver):
            if not self._app.bodies.is_defined(reference.name):
                return
            if (key := self._of_described(facts, reference)) is not None:
                yield Relation(
                    source,
                    key,
                    _kind_of(reference),
                    facts.path,
                    reference.line,
                    "inferred",
                    via="typed:what the test describes",
                )
                return
        keys, how, found = self._typed.calls(reference, at)
        self.ledger.note("calls" if keys else how, reference.name, facts.path, reference.line)
        for key in keys:
            if key != source:
                yield Relation(source, key, _kind_of(reference), facts.path, reference.line, "inferred", via=how)
        if not keys:
            yield from self._movements.on_value(facts, reference, source, found)
        if not keys and not facts.is_test and (is_value(reference) or any(map(self._typed.wrapped, found.types))):
            yield from self._attributes(facts, reference, self._scope(facts, reference, source), at, found)

    def _of_described(self, facts: FileFacts, reference: Reference) -> str | None:
        """Return the method of the class that a test is about: on what stands for it, or where only this class has the name."""
        if reference.scope not in self._described:
            self._described[reference.scope] = described(self._app, facts, reference.scope)
        owner = self._described[reference.scope]
        if not owner:
            return None
        word = shown(reference.receiver).rpartition(".")[2].lstrip("~")
        if word in _DESCRIBED:
            return self._callees.lookup(owner, reference.name, word == "described_class")
        only = self._app.bodies.only(reference.name)
        is_own = only is not None and only[0] in (owner, *self._app.names.ancestors(owner)) and tells(reference.name)
        return self._app.method_key(only[0], reference.name, only[1]) if only is not None and is_own else None

    def _attributes(
        self, facts: FileFacts, reference: Reference, source: str, at: TypeScope, found: Inferred
    ) -> Iterator[Relation]:
        """Yield the column that a call on a value reads or writes: by its type, else by what it or the attribute is called."""
        how = "name" if found.named else "type"
        records = (Record(one.name, one.kind == ONE, how) for one in found.types if one.kind in (ONE, CLASS, QUERY))
        yield from self._uses.rows(facts, reference, source, records)
        known = False
        inside = (inner for one in found.types for inner in self._typed.wrapped(one))
        for one in (*found.types, *inside):
            if one.kind == ONE:
                for use in self._uses.of_record(facts, reference, source, one.name, how):
                    known = True
                    yield use
        if not known and all(one.kind == ONE for one in found.types):
            word = "" if found.types else shown(term_of_call(reference)).rpartition(".")[2].lstrip("@")
            yield from self._uses.of_unknown(facts, reference, source, word, at.scopes)

    def _scope(self, facts: FileFacts, reference: Reference, source: str) -> str:
        """Return the unit of the scope that a line in a class body is in, else the unit that is given."""
        if facts.path != self._scopes_of:
            self._scopes_of, self._scopes = facts.path, scopes_in(self._app, facts)
        if reference.scope < 0 or not self._scopes:
            return source
        lines = ((start, end, key) for scope, start, end, key in self._scopes if scope == reference.scope)
        return next((key for start, end, key in lines if start <= reference.line <= end), source)

    def _special(
        self, facts: FileFacts, reference: Reference, source: str, found: Constant, chain: Sequence[str]
    ) -> Iterator[Relation]:
        kind = self._app.types.of(found)
        where = (facts.path, reference.line)
        made = reference.name == "enqueue" and list(chain) == ["new"]
        if kind == "job" and (made or reference.name in _ENQUEUES or _OWN_ENQUEUES.match(reference.name)):
            yield Relation(source, self._app.key(found), "enqueues", *where)
        elif reference.name in _LATER and not chain and (run := self._app.instance_method(found.name, "call")):
            yield Relation(source, run, "enqueues", *where, "inferred")
        elif reference.name in _PERFORMS and kind == "job":
            yield Relation(source, self._app.instance_method(found.name, "perform") or self._app.key(found), "calls", *where)
        elif reference.name in _DELIVERS and kind == "mailer":
            action = next((name for name in chain if name != "with"), "")
            method = self._app.instance_method(found.name, action)
            yield Relation(source, method or self._app.key(found), "delivers", *where)


def _kind_of(reference: Reference) -> str:
    """Return the kind of the relation to a method: `method(:name)` alone calls nothing."""
    return "references" if reference.metadata.get("named") else "calls"
