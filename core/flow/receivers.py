"""The class of a receiver from names, assignments and associations: the result of `@story.comments.build`.

Indexing resolves the methods of calls on values (`core.extract.rails.typing`), from the facts of all files. Flows follow these
relations first. Two questions remain: the model of the record that a step saves, which is no relation, and chains that linking
left open. Both are answered here from the open index, with its steps and facts.

`core.languages.active_record` describes the methods of ActiveRecord for both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from core.flow.facts import FlowFacts
from core.languages.active_record import NEW_RECORDS, QUERIES, gives_record

_EACH = "each"  # one of what is before
_ONE_MORE = frozenset({"detect", "find_by_param", "friendly", _EACH})
"""Calls that give one of several records and are none of ActiveRecord's."""
_SEVERAL = QUERIES | {"to_a", "sorted"}
_SAME = frozenset({"reload", "tap", "becomes", "dup", "clone", "lock!", "itself", "presence", "decorate", "reverse", "freeze"})
_NAMING = frozenset({"constantize", "safe_constantize"})
_WORDS = frozenset({"return", "next", "break"})
_DEEPEST = 6  # assignments that lead to assignments


class Typed(NamedTuple):
    """What a value is: a `class`, a `record` of it, or `many`; `certainty`; whether the record is `new`, as far as is known."""

    what: str
    unit: int
    certainty: str = "inferred"
    new: bool | None = None


Variables = Mapping[str, str]
"""The chain that was assigned to each variable, the last one."""


class Receivers:
    """Types chains of names in one class: `variables` of the body first, then those that the class' other methods set."""

    def __init__(self, facts: FlowFacts, owner: int, singleton: bool) -> None:
        self._facts = facts
        self._owner = owner
        self._singleton = singleton
        self._shared: dict[str, str] | None = None

    def typed(self, chain: str, variables: Variables, depth: int = 0) -> Typed | None:
        """Return what a chain gives, or None where that is not known."""
        if not chain or depth > _DEEPEST:
            return self._self() if not chain else None
        if "|" in chain:
            return self._any([self.typed(one, variables, depth) for one in chain.split("|")])
        first, *rest = chain.split(".")
        if rest and rest[-1] in _NAMING:
            return self._constantized(first, variables)
        if first == "context" and rest and first not in variables:  # of an interactor: what it holds is called after models
            return self._chained(self._by_name(rest[0]), rest[1:], depth)
        return self._chained(self._root(first, variables, depth), rest, depth)

    def spelled(self, chain: str, variables: Variables, depth: int = 0) -> str:
        """Return a chain from where it was made: `client.headers` as `Faraday.new.headers` where that is what `client` gives.

        A chain that begins with a constant, or with what is not known, is returned as it is.
        """
        first, dot, rest = chain.partition(".")
        if not first or first[:1].isupper() or depth > _DEEPEST:
            return chain
        given = variables.get(first) or (
            self._instance_variables().get(first) if first.startswith("@") else self._reader(first)
        )
        given = (given or "").partition("|")[0]
        if not given or given == chain:
            return chain
        inner = {key: value for key, value in variables.items() if key != first}
        return self.spelled(given, inner, depth + 1) + dot + rest

    def holds_many(self, name: str, variables: Variables) -> bool:
        """Tell whether a word is an association of the record itself with several others."""
        own = self._self() if name not in variables else None
        found = self._association(own, name) if own is not None else None
        return found is not None and found.what == "many"

    def _constantized(self, first: str, variables: Variables) -> Typed | None:
        """Return the class of a name: of a text, `"Door".constantize`, or the one that a controller is called after."""
        given = variables.get(first, first).partition("|")[0]
        if given[:1] == '"':
            within = self._facts.index.heads[self._owner].identifier if self._owner >= 0 else ""
            named = self._facts.named(given.strip('"'), within)
            return Typed("class", named) if named >= 0 else None
        if given.partition(".")[0] == "controller_name" and self._owner >= 0:
            model, _ = self._facts.model_called(self._facts.index.heads[self._owner].name.removesuffix("Controller"))
            return Typed("class", model) if model >= 0 else None
        return None

    @staticmethod
    def _any(found: Sequence[Typed | None]) -> Typed | None:
        """Return what one of several values is; whether the record is new is only known where it is so of all."""
        first = next((one for one in found if one is not None), None)
        same = len({one.new if one is not None else None for one in found}) == 1
        return first if first is None or same else first._replace(new=None)

    def _reader(self, name: str) -> str:
        """Return the chain that a method of the class gives which remembers it or does nothing else; empty for none."""
        method = self._facts.method(self._owner, name, self._singleton) if self._owner >= 0 else -1
        steps = self._facts.of(method).get("steps") if method >= 0 else None
        return next(iter(returned(steps)), "")

    def _chained(self, value: Typed | None, rest: Sequence[str], depth: int) -> Typed | None:
        for name in rest:
            value = self._after(value, name, depth) if value is not None else None
        return value

    def _self(self) -> Typed | None:
        if self._owner < 0:
            return None
        return Typed("class" if self._singleton else "record", self._owner, "declared")

    def _root(self, name: str, variables: Variables, depth: int) -> Typed | None:
        if name == "self":
            return self._self()
        if name[:1].isupper() or name.startswith("::"):
            within = self._facts.index.heads[self._owner].identifier if self._owner >= 0 else ""
            named = self._facts.named(name, within)
            return Typed("class", named, "declared") if named >= 0 else None
        if name in variables:
            given = variables[name]
            inner = {key: value for key, value in variables.items() if key != name}
            return self.typed(given, inner, depth + 1) or self._called_after(name, given)
        if name.startswith("@"):
            given = self._instance_variables().get(name, "")
            found = self.typed(given, {}, depth + 1) if given else None
            return found._replace(new=None) if found else self._by_name(name)  # another method may have set it otherwise
        return self._bare(name, depth)

    def _called_after(self, name: str, given: str) -> Typed | None:
        """Return the model that a variable is called after whose value is not known, but for records of unknown classes."""
        last = given.partition("|")[0].rpartition(".")[2]
        if given != "?" and last != _EACH and (not _gives_one(last) or given[:1].isupper()):
            return None
        found = self._by_name(name)
        return found._replace(new=True) if found and last in NEW_RECORDS else found

    def _bare(self, name: str, depth: int) -> Typed | None:
        """Return what a word without receiver gives: an association of the record, a reader that remembers, a name."""
        own = self._self()
        if own is not None and (found := self._after(own, name, depth + 1)) is not None:
            return found
        if name == "record" and self._owner >= 0 and self._facts.index.heads[self._owner].type == "policy":
            name = self._facts.index.heads[self._owner].name.removesuffix("Policy")  # what Pundit hands to a policy
        return self._by_name(name.removeprefix("current_"))

    def _given(self, value: Typed, name: str, depth: int) -> Typed | None:
        """Return what a method of the application gives, when it remembers it or does nothing else."""
        method = self._facts.method(value.unit, name, value.what == "class") if depth < _DEEPEST else -1
        if method < 0:
            return None
        steps, variables = self._facts.of(method).get("steps"), dict[str, str]()
        for variable, given in assignments(steps):
            variables.setdefault(variable, given)
        inner = Receivers(self._facts, value.unit, value.what == "class")
        chains = (chain for chain in returned(steps) if not (value.unit == self._owner and chain == name))
        return next((found for chain in chains if (found := inner.typed(chain, variables, depth + 1)) is not None), None)

    def _after(self, value: Typed, name: str, depth: int) -> Typed | None:
        if name in _SAME:
            return value
        if name == "class":
            return Typed("class", value.unit, value.certainty)
        model = self._facts.is_model(value.unit)
        if value.what == "record":
            other = self._association(value, name) if model else None
            return other or self._given(value, name, depth)
        if _gives_one(name) and (model or name == "new"):
            certainty = "declared" if value.what == "class" and value.certainty == "declared" and name == "new" else "inferred"
            return Typed("record", value.unit, certainty, True if name in NEW_RECORDS else None if "_or_" in name else False)
        if model and (name in _SEVERAL or self._is_scope(value.unit, name)):
            return Typed("many", value.unit)
        return self._given(value, name, depth) if value.what == "class" else None

    def _association(self, value: Typed, name: str) -> Typed | None:
        built = next((name.removeprefix(word) for word in ("build_", "create_") if name.startswith(word)), "")
        for one in self._facts.listed(value.unit, "associations"):
            if one.get("name") not in (name, built or None):
                continue
            target = self._facts.named(str(one.get("target") or ""))
            many = one.get("macro") in ("has_many", "has_and_belongs_to_many", "embeds_many")
            return Typed("many" if many else "record", target, new=True if built else None) if target >= 0 else None
        return None

    def _is_scope(self, model: int, name: str) -> bool:
        return any(one.get("name") == name for one in self._facts.listed(model, "scopes"))

    def _by_name(self, name: str) -> Typed | None:
        """Return the model that a variable is called after; a guess, which is why it is inferred."""
        model, many = self._facts.model_called(name)
        return Typed("many" if many else "record", model) if model >= 0 else None

    def _instance_variables(self) -> Mapping[str, str]:
        """Return the first chain that the methods of the class, and of what it is made of, assign to each variable."""
        if self._shared is None:
            self._shared = {}
            members = [
                member
                for one in (self._facts.lineage(self._owner) if self._owner >= 0 else ())
                for member in self._facts.index.members.get(one, ())
                if self._facts.index.heads[member].type == "method"
            ]
            self._facts.load(members)
            for member in members:
                for name, chain in assignments(self._facts.of(member).get("steps")):
                    if name.startswith("@") and chain not in ("", "?"):
                        self._shared.setdefault(name, chain)
        return self._shared


def _gives_one(name: str) -> bool:
    return name in _ONE_MORE or gives_record(name)


def assignments(steps: object) -> Iterable[tuple[str, str]]:
    """Yield variables and the chains that are assigned to them, in order."""
    for row in steps if isinstance(steps, list | tuple) else ():
        if is_assignment(str(row[1])):
            yield str(row[1])[1:], str(row[2])


def is_assignment(name: str) -> bool:
    """Tell whether a step assigns a variable."""
    return name.startswith("=")


def returned(steps: object) -> list[str]:
    """Return the chains that a reader may give, the likeliest first: what it evaluates last, then what it assigns last."""
    rows = steps if isinstance(steps, list | tuple) else ()
    plain = [row for row in rows if not is_assignment(str(row[1])) and row[1] not in _WORDS]
    last = [".".join(part for part in (str(plain[-1][2]), str(plain[-1][1]).removesuffix("=")) if part)] if plain else []
    assigned = [chain for _, chain in assignments(rows) if chain not in ("", "?")]
    remembers = bool(rows) and is_assignment(str(rows[-1][1]))
    return [*assigned[-1:], *last] if remembers else [*last, *assigned[-1:]]
