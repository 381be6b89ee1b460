"""Make units and relations of all Rust files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.extract.facts import FileFacts, Reference
from core.extract.holders import KINDS
from core.extract.meaning import ANYTHING, FarthestMeaning, Meaning
from core.extract.repository import Linked, Repository
from core.extract.rust.crates import Crates
from core.extract.rust.named import RustNames
from core.extract.rust.symbols import RustSymbols
from core.extract.rust.units import RustUnits
from core.extract.rust.uses import UsedPath
from core.extract.tally import Tally, typed_by
from core.model import CodeUnit, Relation

_FIELD = re.compile(r"\.\w+$")


def link(repository: Repository) -> Linked:
    """Return the units of all Rust files and what they import, implement, inherit, call and reference."""
    files = repository.of("rust")
    symbols = RustSymbols(Crates(repository.texts), files)
    table = RustUnits(symbols)
    names = RustNames(symbols)
    tally = Tally()
    units: list[CodeUnit] = []

    def of_file(facts: FileFacts) -> Iterator[Relation]:
        units.extend(table.units(facts))
        yield from _imports(facts, symbols, table)
        yield from _implements(facts, symbols, table)
        yield from _references(facts, symbols, table, names, tally)

    relations = repository.guard.gathered("rust references", files, of_file)
    return Linked(tuple(units), tuple(relations), (), tally.counts, tuple(tally.listed))


def _imports(facts: FileFacts, symbols: RustSymbols, table: RustUnits) -> Iterator[Relation]:
    for row in facts.extra["uses"]:
        use = UsedPath(*row)
        source = table.key(facts.path, use.scope)
        target = symbols.resolve(use.path, facts.path, use.scope)
        if target is not None and (key := table.key_of(target)) and key != source:
            yield Relation(source, key, "imports", facts.path, use.line)


def _implements(facts: FileFacts, symbols: RustSymbols, table: RustUnits) -> Iterator[Relation]:
    for number, definition in enumerate(facts.definitions):
        own = table.key(facts.path, number)
        for bound in definition.bases:
            base = symbols.resolve(bound, facts.path, definition.parent)
            if base is not None and (key := table.key_of(base)) and key != own:
                yield Relation(own, key, "inherits", facts.path, definition.start_line)
        if definition.kind != "impl" or not definition.metadata["trait"]:
            continue
        type_ = symbols.impls.get((facts.path, number))
        trait = symbols.resolve(definition.metadata["trait"], facts.path, definition.parent)
        source = table.key_of(type_) if type_ is not None else own
        if trait is not None and (key := table.key_of(trait)) and key != source:
            yield Relation(source, key, "implements", facts.path, definition.start_line)


def _references(facts: FileFacts, symbols: RustSymbols, table: RustUnits, names: RustNames, tally: Tally) -> Iterator[Relation]:
    tally.counts.update(facts.extra["tallies"])
    for reference in facts.references:
        if _is_header(facts, reference):
            continue
        called = reference.name.rpartition(".")[2] if reference.kind == "call" and "." in reference.name else ""
        found, target = _NOWHERE, None
        if reference.name[0] != ANYTHING:
            found = symbols.evaluate(reference.name, facts.path, reference.scope)
            outcome, target = _target(found)
            is_field = reference.kind == "reference" and _FIELD.search(reference.name)  # called like a method
            if outcome == "resolved" and (is_field or (reference.metadata and found.left)):
                outcome, target = "value", None  # of a variable's value only what is reached counts, not the way there
            tally.count(outcome, reference.name, facts.path, reference.line)
        only = names.method(reference.name) if called and _is_open(found) else None
        if called or (reference.kind == "call" and target is not None):
            is_ours = names.is_ours(called) and (found.meaning is None or found.meaning.kind != "external")
            tally.called(only is not None or (target is not None and not found.left), is_ours)
        source, where = table.key(facts.path, reference.scope), (facts.path, reference.line)
        if only is not None and (key := table.key_of(only[0])) and key != source:
            yield Relation(source, key, "calls", *where, "inferred", via=only[1])
        if target is None or not (key := table.key_of(target)) or key == source:
            continue
        kind = "calls" if reference.kind == "call" and not found.left else "references"
        if kind == "references" and key == table.owner(facts.path, reference.scope):
            continue  # every method names its own type
        sure = target.sure and not reference.metadata
        via = typed_by(reference.name.rpartition(".")[0]) if kind == "calls" and not sure else ""
        yield Relation(source, key, kind, *where, "declared" if sure else "inferred", via=via)


_NOWHERE = FarthestMeaning(None, ())


def _is_open(found: FarthestMeaning) -> bool:
    """Tell whether a call may be on anything: nothing is known of the value, or not what a function gives."""
    return found.meaning is None or (found.meaning.kind == "item" and found.left[:1] == ("()",))


def _is_header(facts: FileFacts, reference: Reference) -> bool:
    """Tell whether an `impl` names its own trait or type: that is told by `implements` and by the methods' owner."""
    if reference.scope < 0 or facts.definitions[reference.scope].kind != "impl":
        return False
    about = facts.definitions[reference.scope].metadata
    return reference.name in (about["trait"], about["type"])


def _target(found: FarthestMeaning) -> tuple[str, Meaning | None]:
    """Return what became of a reference, and the unit that it leads to."""
    meaning = found.meaning
    if meaning is None:
        return "unexplained", None
    if meaning.kind in ("external", "ambiguous"):
        return meaning.kind, None
    if meaning.kind == "instance" or meaning.kind in KINDS:
        return ("unexplained" if found.left else "value"), None
    if meaning.kind == "module":
        return ("unexplained", None) if found.left else ("value", None)
    if found.left[:1] in (("()",), (".",)):
        return "value", None
    return "resolved", meaning
