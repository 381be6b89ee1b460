"""What a repository brings to the boundaries of a set: what it asks of others, and what others may ask of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.model.outgoing import Message, OutgoingCall


@dataclass(frozen=True, slots=True)
class PlacedCall:
    """A request with the file that it stands in and the key of the unit around it."""

    call: OutgoingCall
    file_path: str
    unit: str
    is_test: bool = False


@dataclass(frozen=True, slots=True)
class PlacedMessage:
    """A message that is sent or waited for, with its place and the key of the unit around it.

    `handler` is the key of the function or class that gets it where that is another unit, else empty.
    """

    message: Message
    repository: str
    file_path: str
    unit: str
    handler: str = ""


@dataclass(frozen=True, slots=True)
class Served:
    """Something that others may ask for, a route or a field of a schema, by the key of its unit.

    `runs` is the key of the code that answers where that is another unit: the action of a route.
    """

    verb: str
    path: str
    unit: str
    runs: str = ""


@dataclass(frozen=True, slots=True)
class DocumentedCall:
    """What a document of an interface says can be asked for, with the name that it gives it and its place.

    `verb` and `path` are those of a request: `RPC` and `Service/Method`, `GET` and `/orders/{id}`, `QUERY` and a field.
    """

    verb: str
    path: str
    name: str
    unit: str
    file_path: str
    line: int


@dataclass(frozen=True, slots=True)
class Needed:
    """A package that a manifest names: `line` is where, `version` the one that is locked, empty if none is known."""

    name: str
    unit: str
    file_path: str
    line: int
    language: str
    version: str = ""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table of a database: the key of its unit, where the schema says it, the names of its columns."""

    unit: str
    file_path: str
    line: int
    columns: frozenset[str]


@dataclass(frozen=True, slots=True)
class BoundarySide:
    """One repository of a set as its boundaries see it; keys and paths are those of the set.

    `owns` are the keys of its packages by language of the manifest and name, `tables` its tables by name, `databases` the
    names of the databases that its settings write.
    """

    name: str
    calls: Sequence[PlacedCall] = ()
    served: Sequence[Served] = ()
    needs: Sequence[Needed] = ()
    owns: Mapping[tuple[str, str], str] = field(default_factory=dict)
    tables: Mapping[str, StoredTable] = field(default_factory=dict)
    databases: frozenset[str] = frozenset()
    messages: Sequence[PlacedMessage] = ()
    documents: Sequence[DocumentedCall] = ()


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A request that several could answer, so that no relation says who does."""

    call: PlacedCall
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UsedName:
    """A name in code that a package elsewhere may define; what the parts mean stands at `OutsideName`."""

    name: str
    member: str
    package: str
    file_path: str
    line: int
    unit: str
