"""Infer the types of expressions: terms evaluated in place, and return types by a least fixed point.

The return type of a method can depend on those of other methods, even in a cycle. Every question, such as the result of `name`
on an instance of `C`, is a slot. Slots are evaluated from a queue until none grows. A growing slot queues its dependents
(Kildall, A unified approach to global program optimization, POPL 1973).

A slot only grows, up to a few types. So the evaluation ends, and the result does not depend on the order. Names serve as types
only at the very end, outside of slots.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from core.extract.ruby.linking.bodies import Bodies
from core.extract.ruby.linking.constants import DefinitionPlace, outwards
from core.extract.ruby.linking.names import Names
from core.extract.ruby.reading.passing import ALL, place_of
from core.extract.ruby.typing.type_sources import GivenArguments, PassedArguments, Told
from core.extract.ruby.typing.types import (
    ANY,
    CLASS,
    LIBRARY,
    MANY,
    ONE,
    QUERY,
    VALUE,
    ValueType,
    ValueTypes,
    given,
    of_many,
    of_one,
    of_value,
    together,
)

Slot = tuple[str, str, str]
"""A class, `#` (on an instance), `.` (on the class) or `@` (an instance variable), and a name.

What a method is given is `>` with `#` or `.` and the name of the method, and a position or keyword.
"""
_TAKEN, _WRAPPED = ">", "<"
_DELEGATORS = frozenset({"SimpleDelegator", "Delegator", "Draper::Decorator"})
"""Classes of libraries whose heirs ask what they wrap for what they do not define."""


class TypeScope(NamedTuple):
    """Where an expression stands: what `self` is there, the scopes around it, whether its bare names are a view's, its method.

    The method is `#` (on an instance) or `.` (on the class) and its name.
    """

    own: ValueType | None
    scopes: tuple[str, ...] = ()
    is_test: bool = False
    is_view: bool = False
    method: tuple[str, str] = ("", "")


class Inferred(NamedTuple):
    """What an expression is; `named` says that the name of something had to be taken for its class."""

    types: ValueTypes
    named: bool = False


class FrameworkTypes(Protocol):
    """What a framework adds to Ruby."""

    def member(self, owner: str, holder: str, level: str, name: str) -> ValueTypes | str | None:
        """Return what a name gives that `holder` declares, on its heir `owner`: types or a term; none for what it does not."""

    def on_class(self, owner: str, name: str) -> ValueTypes:
        """Return what a method gives that the framework defines on a class."""

    def constant(self, name: str) -> ValueTypes:
        """Return what a constant of the framework is that the application does not define."""

    def on_query(self, owner: str, name: str) -> ValueTypes:
        """Return what a method gives that the framework defines on a query for instances of a class."""

    def named(self, name: str, scopes: tuple[str, ...]) -> ValueTypes:
        """Return what is called like this."""

    def takes(self, owner: str) -> tuple[str, ...]:
        """Return the parameters of the constructor that a macro makes for a class, as those of methods are kept."""

    def missing_to(self, owner: str) -> str:
        """Return the term of what a class hands all calls to that it does not define; empty for none."""

    def wrapped(self, owner: str) -> ValueTypes:
        """Return what a delegator wraps by its name: `OrderDecorator` an `Order`."""

    def bare(self, name: str, is_view: bool) -> ValueTypes | str:
        """Return what a bare name gives that its class does not define; as text the module that defines it."""


class Inference:
    """Infers types in one application: `of` is asked for a term and where it stands."""

    def __init__(self, names: Names, bodies: Bodies, told: Told, framework: FrameworkTypes) -> None:
        self._names = names
        self._bodies = bodies
        self._told = told
        self._framework = framework
        self._slots: dict[Slot, ValueTypes] = {}
        self._askers: dict[Slot, set[Slot]] = defaultdict(set)
        self._waiting: deque[Slot] = deque()
        self._asking: Slot | None = None
        self._named = False
        self._receiving: dict[Slot, list[PassedArguments]] = defaultdict(
            list
        )  # what a method is given, called on a class or an heir
        for (owner, level, method), passed in told.passed.items():
            for one, at in self._taking(owner, level, method):
                self._receiving[one, at, method] += passed

    def _taking(self, owner: str, level: str, method: str) -> Iterator[tuple[str, str]]:
        """Yield a class and those above it up to the one that has a method, and whether it is one of instances."""
        line = (owner, *self._names.ancestors(owner))
        for at in (level, "#"):  # an action of a mailer is called on its class
            places = [self._bodies.method(one, method, at == ".") is not None for one in line]
            if method == "initialize" and True not in places:
                places = [one == owner and bool(self._framework.takes(one) or self.wraps(one)) for one in line]
                places = places if True in places else [bool(self._framework.takes(one)) for one in line]
            if True in places:
                yield from ((one, at) for one in line[: places.index(True) + 1])
                return

    def of(self, term: str, at: TypeScope) -> Inferred:
        """Return the types of a term (`core.extract.ruby.reading.terms`) where it stands."""
        self._named = False
        types = self._term(term, at, True)
        while self._waiting:
            self._solve()
            self._named = False
            types = self._term(term, at, True)
        return Inferred(types, self._named)

    def settled(self) -> None:
        """Let go of what is only needed while slots are evaluated."""
        self._askers = defaultdict(set)

    def _solve(self) -> None:
        while self._waiting:
            slot = self._waiting.popleft()
            self._asking = slot
            before = self._slots[slot]
            after = together([*before, *self._of_slot(slot)])
            if after != before:
                self._slots[slot] = after
                self._waiting.extend(sorted(self._askers[slot]))
        self._asking = None

    def _slot(self, owner: str, level: str, name: str) -> ValueTypes:
        slot = (owner, level, name)
        if slot not in self._slots:
            self._slots[slot] = ()
            self._waiting.append(slot)
        if self._asking is not None:
            self._askers[slot].add(self._asking)
        return self._slots[slot]

    def _of_slot(self, slot: Slot) -> Iterator[ValueType]:
        owner, level, name = slot
        if level == "@":
            own = [one for holder in (owner, *self._names.ancestors(owner)) for one in self._told.held.get((holder, name), ())]
            yield from self._given(own, owner)
            if not own:
                yield from self._made_with(owner, name.lstrip("@"), TypeScope(None, (owner,)), False)
        elif level == _WRAPPED:
            if handed := self._framework.missing_to(owner):
                yield from self._term(handed, TypeScope(ValueType(ONE, owner), (owner,)), False)
            else:
                yield from self._slot(owner, f"{_TAKEN}#initialize", "0") or self._framework.wrapped(owner)
        elif level[:1] == _TAKEN:
            yield from self._passed(owner, level[1:2], level[2:], name)
        elif level == "::":
            yield from self._given(self._told.constants.get(owner, ()), owner)
        else:
            yield from self._of_member(owner, level, name)

    def _given(self, given_: Iterable[GivenArguments], owner: str) -> Iterator[ValueType]:
        for one in given_:
            own = ValueType(CLASS if one.on_class else ONE, owner)
            yield from self._term(one.term, TypeScope(own, one.scopes, method=one.method), False)

    def _of_member(self, owner: str, level: str, name: str) -> Iterator[ValueType]:
        own = ValueType(ONE if level == "#" else CLASS, owner)
        for holder, place, declared in self._found(owner, level, name):
            if isinstance(declared, tuple):
                yield from declared
                return
            returned = self._told.returns.get((place.path, place.position), []) if place else []
            terms = [declared] if declared else [*returned, *self._told.signed.get((holder, level, name), ())]
            scopes = (
                tuple(self._names.scopes(place.path, place.facts.definitions, place.position)) if place else outwards(holder)
            )
            for term in terms:
                yield from self._term(term, TypeScope(own, scopes, method=(level, name)), False)
            if terms:
                return

    def _found(
        self, owner: str, level: str, name: str
    ) -> Iterator[tuple[str, DefinitionPlace | None, ValueTypes | str | None]]:
        """Yield what gives a name on a class, nearest first: a method, or what the framework knows that the class declares."""
        for holder in (owner, *self._names.ancestors(owner)):
            place = self._bodies.method(holder, name, level == ".")
            if place is not None and (level == "#" or self._lends(owner, holder, place)):
                yield holder, place, None
            elif (holder, level, name) in self._told.signed:
                yield holder, None, ""
            declared = self._framework.member(owner, holder, level, name)
            if declared is not None:
                yield holder, None, declared
        if level == ".":
            for heir in (owner, *self._names.superclasses(owner)):
                for module in self._bodies.of(heir).extended:
                    if (place := self._bodies.method(module, name, False)) is not None:
                        yield module, place, None

    def _lends(self, owner: str, holder: str, place: DefinitionPlace) -> bool:
        """Tell whether a method of `holder` itself is one of `owner`: a module gives only those of `class_methods`."""
        constant = self._names.constants.get(holder)
        is_own = holder == owner or constant is None or constant.kind == "class"
        return is_own or "class_methods" in place.definition.metadata.get("nesting", ())

    def declares(self, owner: str, level: str, name: str) -> bool:
        """Tell whether a class has a name: a method, or an association, an attribute, a scope."""
        return next(self._found(owner, level, name), None) is not None

    def _term(self, term: str, at: TypeScope, guess: bool) -> ValueTypes:
        if "|" not in term:
            return self._chain(term, at, guess)
        return together(one for part in term.split("|") for one in self._chain(part, at, guess))

    def _chain(self, term: str, at: TypeScope, guess: bool) -> ValueTypes:
        root, *steps = term.split(".")
        types = self._bare(steps.pop(0), at, guess) if not root and steps else self._root(root, at)
        if not types and guess and root[:1] == "@":
            types = self._guessed(root, at)
        for step in steps:
            types = self._step(types, step, at, guess)
        return types

    def _root(self, root: str, at: TypeScope) -> ValueTypes:
        first = root[:1]
        if first == "@":
            return self._slot(at.own.name, "@", root) if at.own is not None else ()
        if first == "^":
            return self._made_with(at.own.name, root[1:], at) if at.own is not None else ()
        if first == "<":
            return self.wrapped(at.own.name) if at.own is not None else ()
        if first == "~":
            return self._parameter(root[1:], at) if len(root) > 1 else ()
        if first == "!":
            return (ValueType(LIBRARY, root[1:]),)
        if root == "self":
            return (at.own,) if at.own is not None else ()
        found = self._names.resolve(root, at.scopes, at.is_test)
        if found is None:
            return self._framework.constant(root)
        return (ValueType(CLASS, found.name),) if found.kind in ("class", "module") else self._slot(found.name, "::", "")

    def _parameter(self, name: str, at: TypeScope) -> ValueTypes:
        """Return what is written of a parameter, else what is called like it."""
        if not at.scopes:
            return self._framework.named(name, at.scopes)
        written = self._told.taken.get((at.scopes[0], *at.method), {}).get(name)
        if written:
            return self._term(written, at, False)
        passed, called = self._given_as(name, at), self._framework.named(name, at.scopes)
        return together([*passed, *(one for one in called if self._is_kin(one, passed))]) if passed else called

    def _is_kin(self, one: ValueType, others: ValueTypes) -> bool:
        """Tell whether a class that a parameter is called after is one above or below what calls give."""
        above = self._names.ancestors(one.name)
        return any(
            other.kind == one.kind and (other.name in above or one.name in self._names.ancestors(other.name))
            for other in others
        )

    def _made_with(self, owner: str, name: str, at: TypeScope, guess: bool = True) -> ValueTypes:
        """Return what calls give the constructor of a class that a macro makes, as the reader of this name."""
        holders = (owner, *self._names.ancestors(owner))
        taken: tuple[str, ...] = next((made for one in holders if (made := self._framework.takes(one))), ())
        places = [one for one in (place_of(name, taken), name) if one] if any(one.rstrip(":=") == name for one in taken) else []
        slots = (self._slot(owner, f"{_TAKEN}#initialize", place) for place in dict.fromkeys(places))
        found: ValueTypes = next((types for types in slots if types), ())
        return found or (self._framework.named(name, at.scopes) if guess else ())

    def wraps(self, owner: str) -> bool:
        """Tell whether a class asks what it wraps for what it does not define itself."""
        return bool(self._framework.missing_to(owner)) or any(
            one in _DELEGATORS or one.startswith("DelegateClass(") for one in self._names.superclasses(owner)
        )

    def wrapped(self, owner: str) -> ValueTypes:
        """Return what the instances of a class wrap, as what it is made with tells, or its name; empty for no delegator."""
        return self._slot(owner, _WRAPPED, "") if self.wraps(owner) else ()

    def _given_as(self, name: str, at: TypeScope) -> ValueTypes:
        """Return what calls give the method around as the parameter of this name."""
        owner, (level, method) = at.own.name if at.own is not None else at.scopes[0], at.method
        place = self._bodies.method(at.scopes[0], method, level == ".") if method else None
        where = place_of(name, place.definition.metadata.get("parameters", ())) if place is not None else ""
        return self._slot(owner, f"{_TAKEN}{level}{method}", where) if where else ()

    def _passed(self, owner: str, level: str, method: str, where: str) -> Iterator[ValueType]:
        """Yield the types of what calls give a method of a class, or of one that inherits it, at a place."""
        for passed in self._receiving.get((owner, level, method), ()):
            at, given = passed
            if at == where:
                yield from self._given([given], given.scopes[0] if given.scopes else "")
            elif at == ALL and given.scopes and given.method[1]:
                yield from self._slot(given.scopes[0], f"{_TAKEN}{''.join(given.method)}", where)

    def _bare(self, step: str, at: TypeScope, guess: bool) -> ValueTypes:
        name, _, number = step.partition("&")
        if number:
            return ()
        if at.own is not None and not at.is_view and self._has(at.own, name):
            types = self._call(at.own, name)
        elif at.own is not None and at.own.kind == ONE and self.wraps(at.own.name) and (types := self._call(at.own, name)):
            return types
        else:
            shared = self._framework.bare(name, at.is_view)
            types = self._slot(shared, "#", name) if isinstance(shared, str) and shared else tuple(shared)  # type: ignore[arg-type]
        return types or (self._guessed(name, at) if guess else ())

    def _has(self, own: ValueType, name: str) -> bool:
        if own.kind == CLASS:
            return name == "new" or bool(self._framework.on_class(own.name, name)) or self.declares(own.name, ".", name)
        return self.declares(own.name, "#", name)

    def _step(self, types: ValueTypes, step: str, at: TypeScope, guess: bool) -> ValueTypes:
        if step[:1] == "?":
            return self._narrowed(types, step[1:], at) if guess else types
        if "&" in step:
            name, _, number = step.partition("&")
            return together(one for type_ in types for one in self._yielded(type_, name, int(number)))
        if step[:1] == "%":
            named = (self._names.constants.get(step[1:].replace("{}", one.name)) for one in types if one.kind == CLASS)
            return tuple(ValueType(CLASS, one.name) for one in named if one is not None and one.kind == "class")
        if step == "+":
            return together(
                ValueType(MANY, one.name) if one.kind == ONE else VALUE[0] for one in types if one.kind in (ONE, LIBRARY)
            )
        found = together(one for type_ in types for one in self._call(type_, step))
        if found or not guess or step == "*" or any(one.kind in (LIBRARY, ANY) for one in types):
            return found
        return self._guessed(step, at)

    def _narrowed(self, types: ValueTypes, name: str, at: TypeScope) -> ValueTypes:
        """Return the types of what is called `name`: of several that which is called so, of none what is called so at all."""
        if len(types) == 1:
            return types
        called = self._framework.named(name, at.scopes)
        self._named = self._named or bool(called and not types)
        return tuple(one for one in types if one in called) or types if types else called

    def _guessed(self, name: str, at: TypeScope) -> ValueTypes:
        found = self._framework.named(name, at.scopes)
        self._named = self._named or bool(found)
        return found

    def _yielded(self, type_: ValueType, name: str, number: int) -> ValueTypes:
        if type_.kind == CLASS and name in ("find_each", "each", "find_in_batches", "in_batches"):
            queried = self._framework.on_class(type_.name, "all")
            return given(queried[0], name, number) if queried else ()
        if type_.kind == ANY:
            return (type_,)
        return given(type_, name, number)

    def _call(self, type_: ValueType, name: str) -> ValueTypes:
        kind, owner = type_
        if kind == ANY:
            return (type_,)
        if kind == LIBRARY:
            return of_value(type_, name)
        if kind == ONE and not self.declares(owner, "#", name):
            inner = self.wrapped(owner) if name != "class" else ()
            return together(found for one in inner for found in self._call(one, name)) or of_one(type_, name)
        if kind == ONE:
            return self._slot(owner, "#", name)
        if kind == MANY:
            return of_many(type_, name)
        if kind == QUERY and (found := self._framework.on_query(owner, name)):
            return found
        if self.declares(owner, ".", name):
            return self._slot(owner, ".", name)
        if kind == QUERY:
            return of_many(type_, name)
        return (ValueType(ONE, owner),) if name == "new" else self._framework.on_class(owner, name)
