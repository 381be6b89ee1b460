"""Calls that change the state of a machine: they lead to the class that has the machine, or is one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.extract.facts import FileFacts, Reference
from core.extract.rails.application.application import Application
from core.extract.rails.facts.members import delegates
from core.extract.rails.typing.typed import TypedCalls, shown, term_of_call
from core.extract.ruby.typing.inference import Inferred
from core.extract.ruby.typing.types import ONE
from core.model import Relation
from core.model.facts import MOVES


class Movements:
    """Finds the machines of one application behind calls."""

    def __init__(self, app: Application, typed: TypedCalls) -> None:
        self._app = app
        self._typed = typed
        self._known: dict[tuple[str, str], str] = {}  # machine by the class that passes a call on to it, and the call

    def on_value(self, facts: FileFacts, reference: Reference, source: str, found: Inferred) -> Iterator[Relation]:
        """Yield the call of an event, or a move, of what is this by its type; by the word for it where no type is known."""
        event = reference.name.removesuffix("!")
        if reference.name not in MOVES and event not in self._app.events:
            return
        owners = [one.name for one in found.types if one.kind == ONE]
        if owners or not found.types:
            word = _word(term_of_call(reference))
            moved = self._moved(owners, word, reference.name) if reference.name in MOVES else None
            target = moved or self._app.event_of(owners, word, reference.name)
            yield from self._relation(facts, reference, source, target)

    def on_self(self, facts: FileFacts, reference: Reference, source: str, lexical: Sequence[str]) -> Iterator[Relation]:
        """Yield the move of what a method passes to its own object: `transition_to!(:paid)`."""
        if reference.name in MOVES and lexical and not reference.metadata.get("chain"):
            yield from self._relation(facts, reference, source, self._moved(lexical[:1], "", reference.name))

    @staticmethod
    def _relation(facts: FileFacts, reference: Reference, source: str, target: str | None) -> Iterator[Relation]:
        if target is not None and target != source:
            yield Relation(source, target, "calls", facts.path, reference.line, "inferred", via=f"event {reference.name}")

    def _moved(self, owners: Sequence[str], word: str, name: str) -> str | None:
        """Return the key of the only machine that the owners have; without any of the only one that is called like the word."""
        found = dict.fromkeys(one for owner in owners if (one := self._machine(owner, name)))
        if not owners:
            found = dict.fromkeys(self._called(word))
        return self._app.key(self._app.names.constants[next(iter(found))]) if len(found) == 1 else None

    def _machine(self, owner: str, name: str) -> str:
        """Return the machine that a class is, or passes this call on to; empty for none."""
        if owner in self._app.machines:
            return owner
        if (owner, name) not in self._known:
            above = (owner, *self._app.names.ancestors(owner)) if self._app.machines else ()
            passed = (one for holder in above for one in delegates(self._app.bodies.of(holder)) if one["name"] == name)
            given = (self._typed.given(owner, str(one.get("to"))) for one in passed)
            found = (one.name for types in given for one in types if one.kind == ONE and one.name in self._app.machines)
            self._known[owner, name] = next(found, "")
        return self._known[owner, name]

    def _called(self, word: str) -> list[str]:
        """Return the machines with as much as possible of the end of a word in their names: `old_submission`, `submission`."""
        if len(self._app.machines) == 1 and word:
            return self._app.machines
        parts = word.split("_")
        for start in range(len(parts) if word else 0):
            wanted = "_".join(parts[start:])
            found = [one for one in self._app.machines if f"_{wanted}_" in f"_{self._record(one)}_"]
            if found:
                return found
        return []

    def _record(self, machine: str) -> str:
        """Return what a machine is called after, as a variable is written."""
        return self._app.inflections.underscore(machine.rpartition("::")[2]).removesuffix("_machine").removesuffix("_state")


def _word(term: str) -> str:
    """Return what a value is called: the variable, else the last call that gives it."""
    last = term.partition("|")[0].rpartition(".")[2]
    return last[1:] if last[:1] == "?" else shown(term).rpartition(".")[2].lstrip("@")
