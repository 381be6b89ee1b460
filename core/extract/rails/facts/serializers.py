"""What serializers and decorators show of an object: attributes, and other objects with the classes that show those.

Read are the words of ActiveModel::Serializer, JSONAPI, Grape's entities, Blueprinter, Alba and Draper.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.extract.rails.application.application import Application
from core.extract.rails.application.fact import Fact, fact, statements_named, symbols, text
from core.extract.ruby.linking.constants import Constant, outwards
from core.extract.ruby.linking.statements import ClassBody
from core.model import CodeUnit, Relation

_SHOWS = frozenset({"attributes", "identifier", "expose", "field", "fields"})
_SHOWS_OTHERS = frozenset(
    {"has_many", "has_one", "belongs_to", "association", "one", "many", "decorates_association", "decorates_associations"}
)
_SHOWN_BY = ("serializer", "each_serializer", "blueprint", "resource", "with", "using")
_WORDS = _SHOWS | _SHOWS_OTHERS | {"decorates", "delegate_all"}
_ALL_NAMED = _SHOWS - {"field", "identifier"} | {"decorates_associations"}
_VIEW = "view:"  # how the block of a view of Blueprinter is named in a nesting
KINDS = frozenset({"serializer", "decorator", "presenter"})
"""Types of units that show what others are."""


def serialized(body: ClassBody) -> list[Fact]:
    """Return what a serializer or decorator shows: `macro` for other objects, `by` the class that is named for it, `view`."""
    found = []
    for statement in statements_named(body, _WORDS):
        view = next((block.removeprefix(_VIEW) for block in statement.nesting if block.startswith(_VIEW)), None)
        by = next((name for word in _SHOWN_BY if (name := text(statement.options.get(word)))), None)
        macro = None if statement.name in _SHOWS else statement.name
        names = symbols(statement.arguments if statement.name in _ALL_NAMED else statement.arguments[:1])
        found += [fact(name, statement, macro=macro, by=by, view=view) for name in names]
        if statement.name == "delegate_all":
            found.append(fact("delegate_all", statement))
    return found


def serialized_by(app: Application, constant: Constant, unit: CodeUnit) -> Iterator[Relation]:
    """Yield the use of the class that shows an associated object where it is not named: by convention, beside this one."""
    for one in unit.metadata.get("attributes", ()):
        if one.get("macro") not in _SHOWS_OTHERS or one.get("by") or str(one["via"]).startswith("inherits:"):
            continue
        ending = "Decorator" if unit.type == "decorator" else "Serializer"
        named = f"{app.inflections.classify(str(one['name']))}{ending}"
        target = app.names.resolve(named, outwards(constant.name)[1:])
        if target is not None and target.kind == "class" and target.name != constant.name:
            where = str(one["file_path"]), int(one["line"])
            yield Relation(unit.key, app.key(target), "references", *where, "inferred", via=f"convention:{one['macro']}")
