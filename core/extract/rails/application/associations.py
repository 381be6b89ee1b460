"""Associations and the classes behind them, by Rails' own rules of inference."""

from __future__ import annotations

from core.extract.rails.application.fact import Fact, fact, plain_options, statements_named, symbols, text, written
from core.extract.rails.application.from_gems import gem_facts
from core.extract.ruby.linking.bodies import Bodies
from core.extract.ruby.linking.constants import Constant, outwards
from core.extract.ruby.linking.names import Names
from core.extract.ruby.linking.statements import Statement
from core.extract.ruby.reading.values import Value
from core.extract.ruby.reading.vocabulary import ASSOCIATIONS, MANY
from core.extract.ruby.words.inflect import Inflections

_SHOWN = (
    "through",
    "source",
    "as",
    "foreign_key",
    "dependent",
    "inverse_of",
    "source_type",
    "counter_cache",
    "touch",
    "optional",
)
_LONGEST_NAME = 80  # letters of the code that stands in the place of a name
_OVERRIDES = frozenset(f"macro:{word}" for word in ASSOCIATIONS)
"""What an application adds to Rails' own words holds for every use of them: what has no name there is told of none."""
_MAX_CHAIN = 6  # through a through a through …


def associations(bodies: Bodies, name: str, inflections: Inflections) -> list[Fact]:
    """Return a class's own associations: name, macro, polymorphic, through, source, as, options."""
    found: dict[str, Fact] = {}
    body = bodies.of(name)
    for statement in statements_named(body, ASSOCIATIONS | {"delegated_type"}):
        for made in _facts(statement):
            found.pop(made["name"], None)  # declaring again replaces
            found[made["name"]] = made
    for added in gem_facts(body, name, inflections).get("association", ()):
        found.setdefault(str(added["name"]), added)
    return list(found.values())


def _facts(statement: Statement) -> list[Fact]:
    names = symbols(statement.arguments[:1])
    if statement.name == "delegated_type":
        types = symbols([statement.options.get("types", [])])
        return [fact(name, statement, macro="belongs_to", polymorphic=True, types=types) for name in names]
    if names:
        return [_association(names[0], statement)]
    computed = str(written(statement.arguments[0])) if statement.arguments else ""
    if not computed or statement.via in _OVERRIDES:
        return []
    made = _association(" ".join(computed.split())[:_LONGEST_NAME], statement)
    made["certainty"] = "dynamic"
    if "class_name" not in made:
        made["unknown_class"] = True
    return [made]


def _association(name: str, statement: Statement) -> Fact:
    options = statement.options
    shown: dict[str, object] = {key: text(options[key]) for key in _SHOWN if key in options and text(options[key])}
    named = options.get("class_name", options.get("class"))
    shown["unknown_class"] = True if named is not None and text(named) is None else None
    shown["optional"] = True if options.get("optional") is True else None
    polymorphic = options.get("polymorphic")
    shown["types"] = _listed(polymorphic)
    scope = next((value["proc"] for value in statement.arguments[1:] if isinstance(value, dict) and "proc" in value), None)
    return fact(
        name, statement, macro=statement.name, polymorphic=polymorphic not in (None, False),
        class_name=text(named), scope=scope, options=plain_options(options), **shown,
    )  # fmt: skip


def _listed(polymorphic: Value) -> list[str]:
    """Return the classes that `polymorphic: [:course, {group: "Team"}]` lists, names of associations as they are."""
    found = []
    for value in polymorphic if isinstance(polymorphic, list) else ():
        named = value["hash"] if isinstance(value, dict) and "hash" in value else {}
        found += [name for one in (named.values() if named else [value]) if (name := text(one))]
    return found


class Targets:
    """Finds the class behind each association; the associations of all models must be known."""

    def __init__(self, names: Names, inflections: Inflections, by_class: dict[str, list[Fact]]) -> None:
        self._names = names
        self._inflections = inflections
        self._by_class = {
            owner: {str(one["name"]): one for one in reversed(facts)} for owner, facts in by_class.items()
        }  # the first of a name counts
        self._inverses: dict[str, list[tuple[str, Fact]]] = {}  # what is said with `as:`, by that name
        for owner in sorted(by_class):
            for one in by_class[owner]:
                if "as" in one:
                    self._inverses.setdefault(one["as"], []).append((owner, one))

    def written(self, owner: str, one: Fact) -> str:
        """Return the class name by Rails' inference, as written: `class_name`, else from the association's name."""
        if "class_name" in one:
            return str(one["class_name"])
        name = str(one["name"])
        plural = one["macro"] in MANY
        return self._inflections.camelize(self._inflections.singularize(name) if plural else name)

    def of(self, owner: str, one: Fact, depth: int = 0) -> Constant | None:
        """Return the class of an association; None for a polymorphic or unknown one."""
        if one.get("polymorphic") or one.get("unknown_class") or depth > _MAX_CHAIN:
            return None
        if "through" in one:
            return self._through(owner, one, depth)
        return self._compute(self.written(owner, one), owner)

    def polymorphic_of(self, owner: str, one: Fact) -> list[tuple[Constant, str]]:
        """Return the classes that a polymorphic association may lead to, by name, and how surely.

        They are the ones that it lists itself (`types:`, `polymorphic: [:course, …]`) and those that say with `as:` that they
        have some of its class: of `owner`, of a class above it or of one below it, which are stored in the same table.
        """
        listed = (self._compute(self._inflections.camelize(name), owner) for name in one.get("types", ()))
        found = {target.name: (target, str(one["certainty"])) for target in listed if target is not None}
        above = {owner, *self._names.superclasses(owner)}
        for holder, inverse in self._inverses.get(str(one["name"]), ()):
            held = self.of(holder, inverse)
            if held is not None and (held.name in above or owner in self._names.superclasses(held.name)):
                found.setdefault(holder, (self._names.constants[holder], "inferred"))
        return [found[name] for name in sorted(found)]

    def find(self, owner: str, name: str) -> tuple[str, Fact] | None:
        """Return an association by name from a class or its superclasses, with the class that declares it."""
        for candidate in [owner, *self._names.superclasses(owner)]:
            if (one := self._by_class.get(candidate, {}).get(name)) is not None:
                return candidate, one
        return None

    def _through(self, owner: str, one: Fact, depth: int) -> Constant | None:
        if "source_type" in one:
            return self._compute(one["source_type"], owner)
        through = self.find(owner, one["through"])
        middle = self.of(owner, through[1], depth + 1) if through is not None else None
        if middle is None:
            return None
        name = str(one.get("source") or one["name"])
        for candidate in dict.fromkeys((self._inflections.singularize(name), name)):
            source = self.find(middle.name, candidate)
            if source is not None:
                return self.of(middle.name, source[1], depth + 1)
        return None

    def _compute(self, written: str, owner: str) -> Constant | None:
        """Look a class name up as ActiveRecord's `compute_type` does: in the model's namespaces, innermost first."""
        if written.startswith("::"):
            return self._names.resolve(written, ())
        for scope in outwards(owner):
            constant = self._names.constants.get(f"{scope}::{written}")
            if constant is not None and not constant.is_test:
                return constant
        return self._names.resolve(written, ())
