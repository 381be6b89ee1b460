"""The statements of a class body after Ruby has run it: includes with hooks, macros and their declarations, in order.

Nothing is executed. A class body is a list of declarations:

- `include X` becomes the declarations of X's `included` hook or block, `extend X` those of `extended`.
- A call of a declaring class method becomes its declarations, with the arguments as parameters.

Every statement keeps its original file and line. `via` names the module or macro that brought it into the class.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

from core.extract.facts import Declaration, FileFacts
from core.extract.ruby.linking.constants import Constant, DefinitionPlace
from core.extract.ruby.linking.editions import EDITIONS, edition_modules
from core.extract.ruby.linking.methods import FROM_OUTSIDE, DefinedMethods, is_constant
from core.extract.ruby.linking.names import Names
from core.extract.ruby.linking.statements import ClassBody, Statement
from core.extract.ruby.linking.substitute import assign, bind, with_arguments, with_options
from core.extract.ruby.reading.loops import EACH, turns
from core.extract.ruby.reading.values import Value, key_of
from core.extract.ruby.reading.vocabulary import DECLARING, EVENT_METHODS, FILTERS, MIXING, MODULE_FUNCTION
from core.extract.ruby.telling import telling
from core.model import Problem

_MAX_DEPTH = 8  # a macro that calls a macro that calls …: deeper than anything written by hand
_MAX_STEPS = 50_000  # declarations of one class, those that macros make included: macros that call macros multiply
_OF_LISTS = FILTERS | {"enum"}  # what stands in a constant matters in them
_MIXES = frozenset({"include", "prepend", "extend"})
_ITSELF: Value = {"code": "self"}
_CONDITION = "if"  # as no variable can be named: what must hold for the declarations that a macro or module makes
_RUN_ONCE = re.compile(r"(?:^|/)db/(?:\w*migrate|migrations)/")
_INCLUDED_BLOCKS = ("included", "prepended")
_OF_CLASS = frozenset({*_INCLUDED_BLOCKS, "class_eval", "module_eval", "class_exec", "module_exec", "instance_eval"})
"""Blocks in which `self` is the class or module that they are run on."""
_SETTING = re.compile(r"^(?:::)?[A-Z][\w:]*(?:\.\w+)*\.(\w+)$")
_NAME = re.compile(r"^(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*$")


class Bodies(DefinedMethods):
    """Evaluates class bodies of one application; results are kept."""

    def __init__(self, files: Sequence[FileFacts], names: Names, functional: Container[str] = ()) -> None:
        """Take the names of modules of gems that make the methods of a module that they extend its functions."""
        super().__init__(files, names)
        self.functional = functional
        self.problems: list[Problem] = []
        self.ambiguous: list[Statement] = []  # calls of a macro that several modules define, none of them an ancestor
        self._bodies: dict[str, ClassBody] = {}
        self.configured = Configured(files)

    def run(self) -> None:
        """Evaluate the bodies of all classes and modules, so that every include is known before any name is looked up."""
        for constant in self.names.units():
            self.of(constant.name)

    def of(self, name: str) -> ClassBody:
        """Return the evaluated body of a class or module."""
        if name not in self._bodies:
            for above in reversed(list(self.names.superclasses(name))):  # first, as Ruby does, and so that no one waits for it
                self._run(above)
            self._run(name)
        return self._bodies[name]

    def _run(self, name: str) -> None:
        if name in self._bodies:
            return
        self._bodies[name] = body = ClassBody()
        constant = self.names.written(name)
        if constant is not None and constant.kind in ("class", "module"):
            path = constant.owner.path if constant.places else ""
            with telling(self.problems, path, f"the body of {name}"):
                _Run(self, constant, body).run()

    def find_macro(self, owner: str, name: str) -> tuple[str, DefinitionPlace] | None:
        """Return the class method that a call in a class body means, with its owner.

        The class, its superclasses and extended modules come first; failing those, the one method of that name in the
        application that declares something, since libraries are mixed into framework classes at boot.
        """
        if name in EVENT_METHODS:
            return None
        for candidate in [owner, *self.names.superclasses(owner)]:
            found = self._on_class(candidate, name)
            if found is not None:
                return found
        known = self._by_name.get(name, [])
        return known[0] if len(known) == 1 else None

    def _on_class(self, owner: str, name: str) -> tuple[str, DefinitionPlace] | None:
        if (own := self._methods.get((owner, name, True))) is not None:
            return owner, own
        body = self._bodies.get(owner) or self.of(owner)
        for module in body.extended:
            for holder in [module, *self.names.ancestors(module)]:
                if (found := self._methods.get((holder, name, False))) is not None:
                    return holder, found
        for module in body.mixed:
            if (
                found := self._methods.get((module, name, True))
            ) is not None and "class_methods" in found.definition.metadata.get("nesting", ()):
                return module, found
        return None


@dataclass(slots=True)
class _Run:
    """The evaluation of one body."""

    bodies: Bodies
    constant: Constant
    body: ClassBody
    steps: int = 0

    def run(self) -> None:
        for place in self.constant.places:
            for declared in self.bodies.declarations_of(place) if self._holds(place) else ():
                if declared.nesting[:1] and declared.nesting[0] in (*_INCLUDED_BLOCKS, "class_methods"):
                    continue
                self._declared(declared, place, {}, "", 0)
        for declared, place in self.bodies.written_elsewhere(self.constant.name):
            self._declared(replace(declared, receiver=""), place, {}, "decorator", 0)

    def _holds(self, place: DefinitionPlace) -> bool:
        """Tell whether what is written there holds for the class: not what a test or a migration says of another's."""
        if place.facts.is_test or self.constant.is_test:
            return self.constant.is_test
        return _RUN_ONCE.search(place.path) is None or _RUN_ONCE.search(self.constant.owner.path) is not None

    def _declared(self, declared: Declaration, place: DefinitionPlace, known: dict[str, Value], via: str, depth: int) -> None:
        self.steps += 1
        if self.steps > _MAX_STEPS:
            raise ValueError(f"macros and loops make more than {_MAX_STEPS:,} declarations")
        if is_constant(declared.receiver) and declared.name in (MIXING | FROM_OUTSIDE | EDITIONS.keys()):
            return
        loop = next((block for block in declared.nesting if block.startswith(EACH)), "")
        if loop:
            inner = replace(declared, nesting=tuple(block for block in declared.nesting if block != loop))
            for bound in self._turns(loop, place):
                self._declared(inner, place, {**known, **bound}, via, depth)
            return
        if declared.name == MODULE_FUNCTION:  # of the module that a hook is given
            declared = replace(declared, name="extend", arguments=(_ITSELF,), nesting=(_INCLUDED_BLOCKS[0],))
        if declared.name in _MIXES and _ITSELF in declared.arguments:  # the module that says so, in a block the class
            in_class = not _OF_CLASS.isdisjoint(declared.nesting)
            itself: Value = {"const": f"::{self.constant.name}"} if in_class else _ITSELF
            arguments, trailing = [itself], dict[str, Value]()
        else:
            arguments, trailing = with_arguments(declared.arguments, known)
        options = {**trailing, **with_options(declared.options, known)}
        if declared.name in _OF_LISTS:
            scopes = self._scopes(place)
            arguments = [listed(self.bodies.names, scopes, value) for value in arguments]
            options = {key: listed(self.bodies.names, scopes, value) for key, value in options.items()}
        scope = next(iter(self._scopes(place)), "")
        condition = " && ".join(str(one) for one in (known.get(_CONDITION), declared.condition) if one)
        statement = Statement(
            declared.name, tuple(arguments), options, place.path, declared.start_line, declared.end_line, via,
            declared.nesting, scope, condition,
        )  # fmt: skip
        if declared.name in EDITIONS:
            modules = edition_modules(self.bodies.names, self.constant.name, statement)
            statement = replace(statement, name=EDITIONS[declared.name], arguments=modules)
        if statement.name in _MIXES:
            self._mixed_in(statement, place, depth)
            return
        self._name_again(statement, declared.receiver)
        self.body.add(statement)
        if depth < _MAX_DEPTH and not declared.receiver:
            self._expanded(statement, depth)

    def _turns(self, loop: str, place: DefinitionPlace) -> list[dict[str, Value]]:
        """Return the turns of a loop over a constant of another file; one empty turn when its value is not literal."""
        _, written, parameters = loop.replace("::", "\0").split(":")
        held = literal(self.bodies.names, self._scopes(place), {"const": written.replace("\0", "::")})
        return turns(held, parameters.split(",")) or [{}]

    def _scopes(self, place: DefinitionPlace) -> list[str]:
        return self.bodies.names.scopes(place.path, place.facts.definitions, place.position)

    def _mixed_in(self, statement: Statement, place: DefinitionPlace, depth: int) -> None:
        for given in statement.arguments:
            value = {"const": f"::{statement.scope}"} if given == _ITSELF and statement.scope else given
            if isinstance(value, dict) and "code" in value and (set_to := self.bodies.configured.of(str(value["code"]))):
                value, statement = {"const": set_to}, replace(statement, via=statement.via or "setting")
            if not (isinstance(value, dict) and "const" in value):
                continue
            scopes = [*self._scopes(place), self.constant.name]
            module = self.bodies.names.resolve(value["const"], scopes, self.constant.is_test)
            is_extension = statement.name == "extend" or "singleton" in statement.nesting
            if module is None and is_extension and value["const"] in self.bodies.functional:
                module = self.constant
            if module is None:
                self.body.add(replace(statement, arguments=(value,)))
            elif is_extension:
                self._extend(module, statement, depth)
            elif module.name != self.constant.name:
                self._include(module, statement, depth)

    def _name_again(self, statement: Statement, receiver: str) -> None:
        """Know the other name that a statement gives a method: `alias_method :new, :old`."""
        names = [key_of(one) for one in statement.arguments if isinstance(one, str)]
        if statement.name == "alias_method" and len(names) == 2 and receiver in ("", "singleton_class"):
            on_class = bool(receiver) or "singleton" in statement.nesting
            self.bodies.name_again(self.constant.name, names[0], names[1], on_class)

    def _include(self, module: Constant, statement: Statement, depth: int) -> None:
        if module.name in self.body.mixed or depth > _MAX_DEPTH:
            return
        self.body.mixed[module.name] = statement
        self.bodies.names.mix(self.constant, module.name)
        if self.constant.kind == "module" and self.bodies.is_concern(self.constant):
            return  # runs on the class that includes the concern, not on the concern
        via = statement.via or f"concern:{module.name}"
        if self.bodies.is_concern(module):
            if any(module.name in self.bodies.of(above).mixed for above in self.bodies.names.superclasses(self.constant.name)):
                return
            for nested in self.bodies.of(module.name).mixed.values():
                self._mixed_in(replace(nested, via=via), module.owner, depth + 1)
        for place in module.places:
            for declared in self.bodies.declarations_of(place):
                if declared.nesting[:1] and declared.nesting[0] in _INCLUDED_BLOCKS:
                    self._declared(declared, place, self._inside(statement), via, depth + 1)
        self._hook(module, "prepended" if statement.name == "prepend" else "included", statement, via, depth)
        own = self.bodies.names.constants.get(f"{module.name}::ClassMethods")
        if own is not None and self.bodies.is_concern(module):
            self._extend(own, statement, depth)

    def _extend(self, module: Constant, statement: Statement, depth: int) -> None:
        if module.name in self.body.extended or depth > _MAX_DEPTH:
            return
        self.body.extended[module.name] = statement
        if module.name == self.constant.name:
            return
        self._hook(module, "extended", statement, statement.via or f"concern:{module.name}", depth)

    def _inside(self, statement: Statement) -> dict[str, Value]:
        """Return what is known in what a statement brings along: the class, and what the statement depends on."""
        return {"self": self.constant.name, **({_CONDITION: statement.condition} if statement.condition else {})}

    def _hook(self, module: Constant, hook: str, statement: Statement, via: str, depth: int) -> None:
        place = self.bodies.method(module.name, hook, True)
        if place is None or (self.constant.kind == "module" and not self.constant.name):
            return
        parameter = next(iter(place.definition.metadata.get("parameters", ())), "base")
        known: dict[str, Value] = {**self._inside(statement), parameter: {"const": self.constant.name}}
        for declared in self.bodies.declarations_of(place):
            self._declared(declared, place, known, via, depth + 1)

    def _expanded(self, statement: Statement, depth: int) -> None:
        """Add what a macro of the application declares when it is called like this."""
        found = self.bodies.find_macro(self.constant.name, statement.name)
        if found is None:
            self.body.unanswered.append(statement)
            if self.bodies.is_ambiguous(statement.name) and statement.name not in DECLARING:
                self.bodies.ambiguous.append(statement)
            return
        owner, place = found
        if statement.name in DECLARING and owner != self.constant.name and not self._is_reachable(owner):
            return
        if not statement.via.startswith("macro:"):
            self.body.answered.append((statement, owner, bool(place.definition.metadata.get("singleton"))))
        if depth and self.body.macros.get(f"{owner}.{statement.name}", 0) > 20:
            return
        self.body.macros[f"{owner}.{statement.name}"] = self.body.macros.get(f"{owner}.{statement.name}", 0) + 1
        parameters = place.definition.metadata.get("parameters", ())
        known = {**self._inside(statement), **bind(parameters, statement.arguments, statement.options)}
        via = statement.via or f"macro:{statement.name}"
        for declared in self.bodies.declarations_of(place):
            if declared.name == "local=":
                assign(known, str(declared.arguments[0]), declared.arguments[1])
            elif declared.name != statement.name:
                self._declared(declared, place, known, via, depth + 1)

    def _is_reachable(self, owner: str) -> bool:
        return (
            owner in self.body.extended
            or owner in self.body.mixed
            or owner in self.bodies.names.superclasses(self.constant.name)
        )


class Configured:
    """The settings of an application whose default is the name of a class or module; they are read when first asked for."""

    def __init__(self, files: Sequence[FileFacts]) -> None:
        self._files = files
        self._defaults: dict[str, set[tuple[str, str]]] | None = None

    def of(self, code: str) -> str:
        """Return what a chain of settings gives: of several with its last name that of the class called as the one before.

        Empty where no setting, or more than one, has the name.
        """
        found = _SETTING.match(code)
        if found is None:
            return ""
        known = self._read().get(found[1], set())
        holder = code.split(".")[-2].rpartition(":")[2].replace("_", "").lower()
        near = {value for owner, value in known if owner.replace("_", "").lower() == holder}
        values = near or {value for _, value in known}
        return values.pop() if len(values) == 1 else ""

    def _read(self) -> dict[str, set[tuple[str, str]]]:
        if self._defaults is None:
            self._defaults = defaultdict(set)
            for facts in self._files:
                for one in facts.declarations:
                    value = one.options.get("default")
                    if isinstance(value, str) and _NAME.match(value) and one.arguments and isinstance(one.arguments[0], str):
                        owner = facts.definitions[one.scope].name if one.scope >= 0 else ""
                        self._defaults[key_of(one.arguments[0])].add((owner, value))
        return self._defaults


def literal(names: Names, scopes: Sequence[str], value: Value) -> Value:
    """Return the list or hash that a constant holds, as far as it is literal; any other value as it is."""
    if not (isinstance(value, dict) and "const" in value):
        return value
    found = names.resolve(value["const"], scopes)
    if found is None or not found.places:
        return value
    return found.owner.facts.extra.get("literals", {}).get(found.owner.definition.qualified, value)


def listed(names: Names, scopes: Sequence[str], value: Value) -> Value:
    """Return a value with what constants hold in their places, also in a list, where splats are spread."""
    if not isinstance(value, list):
        return literal(names, scopes, value)
    flat: list[Value] = []
    for item in value:
        is_splat = isinstance(item, dict) and "splat" in item
        held = literal(names, scopes, item["splat"] if is_splat else item)
        flat += held if is_splat and isinstance(held, list) else [item if is_splat else held]
    return flat
