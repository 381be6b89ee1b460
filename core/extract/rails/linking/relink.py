"""What the Ruby linker leaves behind, so that the bodies of one file can be linked again without all others."""

from __future__ import annotations

import copyreg
import io
import pickle
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.extract.facts import Definition, FileFacts
from core.extract.guard import Guard
from core.extract.rails.application.application import Application
from core.extract.rails.linking.ledger import Ledger
from core.extract.rails.linking.relations import References, makes_constants
from core.extract.repository import Again, Repository
from core.extract.ruby.linking.bodies import Bodies
from core.extract.ruby.linking.names import Names
from core.extract.ruby.linking.statements import ClassBody, Statement
from core.extract.ruby.reading.values import Value
from core.extract.ruby.reading.vocabulary import MIXING
from core.model import Relation

Reduced = tuple[Callable[..., object], tuple[object, ...]]
"""What makes a value again, and what it is made of."""


@dataclass(slots=True)
class RailsRelinker:
    """The tables by which references are linked, after everything is; `asked` are the files that routes looked into."""

    references: References
    asked: frozenset[str]
    apart: Sequence[Relation]  # those that do not come from references

    def linked(self, facts: FileFacts) -> Again:
        """Return what the references of a file give."""
        relations, ledger = self.references.again(facts)
        return Again(relations, ledger.tallies, ledger.listed)

    def tables(self) -> bytes:
        """Return the tables without what only whole files are linked by, for `relinker`."""
        buffer = io.BytesIO()
        pickler = pickle.Pickler(buffer, protocol=5)
        pickler.dispatch_table = _SLIM
        pickler.dump(self.references)
        return buffer.getvalue()


def relinker(tables: bytes) -> RailsRelinker:
    """Return what links single files with the tables of a `RailsRelinker`."""
    return RailsRelinker(pickle.loads(tables), frozenset(), ())


def _file(path: str, language: str, is_test: bool, definitions: tuple[Definition, ...]) -> FileFacts:
    return FileFacts(path, language, "", 0, is_test, definitions=definitions)


def _definition(kind: str, name: str, qualified: str, parent: int, metadata: Mapping[str, object]) -> Definition:
    return Definition(kind, name, qualified, 0, 0, parent, metadata=metadata)


def _body(mixing: Iterable[tuple[str, tuple[Value, ...]]], mixed: Iterable[str], extended: Iterable[str]) -> ClassBody:
    body = ClassBody([_statement(*one) for one in mixing])
    body.mixed.update((name, _statement("include", ())) for name in mixed)
    body.extended.update((name, _statement("extend", ())) for name in extended)
    return body


def _statement(name: str, arguments: tuple[Value, ...]) -> Statement:
    return Statement(name, arguments, {}, "", 0, 0)


def _of_body(body: ClassBody) -> Reduced:
    mixing = [(one.name, one.arguments) for one in body.statements if one.name in MIXING]
    return _body, (mixing, list(body.mixed), list(body.extended))


def _of_repository(repository: Repository) -> Reduced:
    texts = {path: "const_set" for path, text in repository.texts.items() if makes_constants(text)}
    return Repository, (repository.root, (), defaultdict(str, texts), Guard())


def _emptied(**names: Callable[[], object]) -> Callable[[object], Reduced]:
    """Return what reduces a value to one of its class in which these attributes hold nothing."""

    def reduced(value: object) -> Reduced:
        attributes = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())] or list(vars(value))
        return _made, (type(value), {name: names[name]() if name in names else getattr(value, name) for name in attributes})

    return reduced


def _made(kind: type, state: Mapping[str, object]) -> object:
    made: object = object.__new__(kind)
    for name, value in state.items():
        object.__setattr__(made, name, value)
    return made


def _none() -> None:
    """Return nothing, for what only links whole files."""


_SLIM: dict[type, Any] = {
    **copyreg.dispatch_table,
    FileFacts: lambda one: (_file, (one.path, one.language, one.is_test, one.definitions)),
    Definition: lambda one: (_definition, (one.kind, one.name, one.qualified, one.parent, one.metadata)),
    ClassBody: _of_body,
    Repository: _of_repository,
    Ledger: lambda _: (Ledger, ()),
    Application: _emptied(files=tuple, inflections=_none, associations=dict, targets=_none, versions=dict),
    Names: _emptied(declared=dict, inflector=_none, problems=dict),
    Bodies: _emptied(ambiguous=list, problems=list, _names_of=dict, _owners=dict, _by_name=dict),
}
"""How values are kept: without the lines, texts and declarations that no reference of another file asks for."""
