"""The words of the product: one row for each type of unit and each kind of relation, with what is true of all of them.

Whoever adds a type or a kind adds its row here and nothing else; an unknown one (any string is allowed) has the plain row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class UnitType:
    """What is true of all units of a type."""

    by_path: bool = False  # a file or folder: it has a place and no code of its own
    container: bool = False  # holds units without being code itself
    prose: bool = False  # text, where naming a class is no dependency
    framework: bool = False  # code that the repository uses but does not own
    member: str = ""  # belongs to the unit around it "always", or where that is "of its kind": a function in a class
    common: bool = False  # its names are too common to be meant by an ordinary word of a question
    late: bool = False  # comes after code where several units share a name
    runs: bool = False  # its body calls others
    outer: str = ""  # why it does not count as a user: it only starts code or is history
    entry: str = ""  # how it is started from outside of the code
    convention: str = ""  # how a framework finds it without a reference in the code
    written: bool = False  # code or settings name it although `convention` says how it is found
    declares: bool = False  # its members have no bodies: a name in it calls nothing
    prior: float = 0.5  # how likely it answers a question that asks for no type, from 0 to 1


_GUARD = "found by naming convention"
_LOOSE = "loaded by path: code outside any definition"
_LOADED = "loaded when the application starts"
_SCHEMA = "reached through the schema"
_TABLE = "read through its model"
_PATH = "rendered by path"

UNIT_TYPES: Mapping[str, UnitType] = {
    "file": UnitType(by_path=True, container=True, late=True, convention=_LOOSE, prior=0.3),
    "folder": UnitType(by_path=True, container=True, late=True, prior=0.2),
    "package": UnitType(container=True, late=True, prior=0.3),
    "crate": UnitType(container=True, late=True, prior=0.3),
    "go_module": UnitType(container=True, late=True),
    "engine": UnitType(container=True, convention=_LOADED),
    "workspace": UnitType(container=True),
    "readme": UnitType(prose=True, late=True, prior=0.35),
    "doc_section": UnitType(prose=True, late=True, member="always", prior=0.3),
    "document": UnitType(prose=True),
    "rails_source": UnitType(framework=True),
    "gem_source": UnitType(framework=True),
    "model": UnitType(prior=0.6),
    "service": UnitType(prior=0.6),
    "class": UnitType(prior=0.6),
    "struct": UnitType(prior=0.6),
    "trait": UnitType(prior=0.55),
    "concern": UnitType(prior=0.55),
    "method": UnitType(member="always", common=True, runs=True, prior=0.55),
    "function": UnitType(member="of its kind", common=True, runs=True, prior=0.55),
    "scope": UnitType(member="always", runs=True),
    "macro": UnitType(member="of its kind"),
    "constructor": UnitType(member="always", late=True, runs=True),
    "action": UnitType(member="always"),
    "association": UnitType(member="always", common=True, prior=0.4),
    "callback": UnitType(member="always"),
    "validation": UnitType(member="always"),
    "field": UnitType(member="always", common=True),
    "attribute": UnitType(member="always", common=True, prior=0.4),
    "property": UnitType(member="always"),
    "constant": UnitType(member="always", common=True, prior=0.4),
    "const": UnitType(common=True),
    "var": UnitType(common=True),
    "variant": UnitType(member="always", common=True),
    "column": UnitType(member="always"),
    "impl": UnitType(member="always"),
    "example": UnitType(member="always"),
    "interface": UnitType(declares=True),
    "type": UnitType(declares=True),
    "test": UnitType(member="of its kind", late=True, convention="run by the test runner", prior=0.3),
    "factory": UnitType(late=True, convention="used by tests by name", prior=0.2),
    "route": UnitType(late=True, outer="from routes", entry="a request reaches it", prior=0.3),
    "migration": UnitType(late=True, outer="from migrations", entry="run once per database", prior=0.1),
    "table": UnitType(late=True, convention=_TABLE, prior=0.3),
    "database_table": UnitType(convention=_TABLE),
    "database_view": UnitType(convention=_TABLE),
    "rake_task": UnitType(runs=True, entry="run manually or by a schedule"),
    "generator": UnitType(entry="run manually"),
    "scheduled_job": UnitType(entry="run by a schedule"),
    "task": UnitType(entry="run by a worker"),
    "command": UnitType(entry="run manually"),
    "main": UnitType(entry="program start"),
    "middleware": UnitType(entry="every request passes it"),
    "action_cable_channel": UnitType(entry="a subscription reaches it"),
    "external_consumer": UnitType(entry="a message reaches it"),
    "view_template": UnitType(runs=True, convention=_PATH, prior=0.3),
    "layout": UnitType(convention=_PATH),
    "view": UnitType(convention="found by the router"),
    "controller": UnitType(convention="found by the router by name", prior=0.55),
    "job": UnitType(convention="may be enqueued by name or from outside", written=True, prior=0.55),
    "mailer": UnitType(convention="may be called by name", written=True),
    "helper": UnitType(convention="included into every view by the framework"),
    "policy": UnitType(convention=_GUARD),
    "pundit_policy": UnitType(convention=_GUARD),
    "serializer": UnitType(convention="found by naming convention"),
    "validator": UnitType(convention="found by name"),
    "decorator": UnitType(convention=_LOADED),
    "configuration": UnitType(convention=_LOADED),
    "initializer": UnitType(convention=_LOADED),
    "config_file": UnitType(convention=_LOADED),
    "i18n": UnitType(convention="looked up by key"),
    "event": UnitType(convention="subscribed to by name"),
    "graphql_type": UnitType(convention=_SCHEMA),
    "graphql_query": UnitType(convention=_SCHEMA),
    "graphql_mutation": UnitType(convention=_SCHEMA),
    "graphql_resolver": UnitType(convention=_SCHEMA),
}
"""The types of units about which something is known beyond their name."""

_PLAIN_TYPE = UnitType()


def unit_type(name: str) -> UnitType:
    """Return the row of a type; the plain row when nothing more is known of it."""
    return UNIT_TYPES.get(name, _PLAIN_TYPE)


_DOCUMENTS = frozenset(name for name, row in UNIT_TYPES.items() if row.prose and name != "readme")
_PACKAGES = frozenset(("package", "crate", "go_module", "workspace"))
GROUPS = ("code", "docs", "readme", "packages")
"""The groups of types that can be limited together."""


def group_of(type_: str) -> str:
    """Return the group of a type: one of `GROUPS`."""
    if type_ in _DOCUMENTS:
        return "docs"
    return "packages" if type_ in _PACKAGES else "readme" if type_ == "readme" else "code"


_HOLD_FUNCTIONS = frozenset(name for name, row in UNIT_TYPES.items() if row.container) | {"module", "namespace", "readme"}


def is_member(type_: str, parent_type: str) -> bool:
    """Tell whether a unit belongs to the unit around it: a method to its class, a function to a class and not to a module."""
    row = unit_type(type_)
    if row.member == "of its kind":
        return parent_type not in _HOLD_FUNCTIONS
    return row.member == "always" and not unit_type(parent_type).container


def _types(flag: str) -> frozenset[str]:
    return frozenset(name for name, row in UNIT_TYPES.items() if getattr(row, flag))


HEIRS = frozenset({"inherits", "implements"})
"""Kinds of relations from a class to what it is one of."""
BY_PATH = _types("by_path")
"""Files and folders."""

CONTAINERS = _types("container")
"""Types that hold units without being code themselves: what lies directly in one is a unit of its own."""

MESSAGE = "message"
"""The origin of relations that a message makes within one repository."""
PROSE = _types("prose")
"""Types of text: naming a class there is no dependency on it."""

NOT_CODE = BY_PATH | PROSE
"""Files, folders and texts."""

FRAMEWORK = _types("framework")
"""Types of code that the repository uses but does not own."""

COMMON = _types("common")
"""Types whose names are too common to be meant by an ordinary word of a question."""

LATE = _types("late")
"""Types that come after code when several units share a name."""

RUNS = _types("runs")
"""Types whose body calls others."""


@dataclass(frozen=True, slots=True)
class RelationKind:
    """What is true of all relations of a kind."""

    group: int = 3  # what breaks first when the target changes: 0 for inheritance, up to tests
    association: bool = False  # declares how records refer to each other, often on both sides, which closes a cycle
    hyperlink: bool = False  # where the reader of a page may go next: no dependency of code
    mention: bool = False  # a text speaks of code
    base: bool = False  # the source inherits from, implements or includes the target
    started: str = ""  # why the target runs without a call in the code
    data: bool = False  # leads to a column, which is no unit: no ranking and no architecture counts it
    act: str = ""  # what the line does that makes the target run elsewhere or later
    leads: bool = False  # leads from a step of a flow to the next one
    mixin: bool = False  # the target gives its members to the source
    owned: bool = False  # an association whose source has the key of the target
    runs: bool = False  # the target does its work when the source does
    no_use: bool = False  # the source does not use the target
    beside: tuple[int, float] = (0, 0.0)  # targets that may be shown next to a unit that answers, and their share of its chance
    weight: float = 0.4  # how likely one end answers a question that names the other, from 0 to 1


_ROUTED = "a route maps to it"

RELATION_KINDS: Mapping[str, RelationKind] = {
    "inherits": RelationKind(0, base=True, weight=0.7, beside=(1, 0.04)),
    "implements": RelationKind(0, base=True, weight=0.7, beside=(2, 0.035)),
    "extends": RelationKind(0, base=True, mixin=True, weight=0.6, beside=(3, 0.03)),
    "includes": RelationKind(0, base=True, mixin=True, weight=0.6, beside=(3, 0.035)),
    "prepends": RelationKind(0, base=True, mixin=True),
    "overrides": RelationKind(0, no_use=True),
    "derives": RelationKind(0),
    "belongs_to": RelationKind(1, association=True, owned=True, weight=0.85),
    "has_many": RelationKind(1, association=True, weight=0.85),
    "has_one": RelationKind(1, association=True, weight=0.85),
    "habtm": RelationKind(1, association=True, weight=0.85),
    "through": RelationKind(1, association=True),
    "stored_in": RelationKind(1),
    "foreign_key": RelationKind(1, association=True, owned=True, weight=0.5),
    "has_and_belongs_to_many": RelationKind(1, association=True),
    "polymorphic_interface": RelationKind(1, association=True),
    "association": RelationKind(1, association=True),
    "many_to_many": RelationKind(1, association=True),
    "one_to_one": RelationKind(1, association=True, owned=True),
    "delegated_type": RelationKind(1, association=True),
    "has_one_attached": RelationKind(1, association=True),
    "has_many_attached": RelationKind(1, association=True),
    "calls": RelationKind(2, leads=True, weight=0.7, runs=True),
    "enqueues": RelationKind(2, act="enqueue", leads=True, weight=0.8, runs=True),
    "delivers": RelationKind(2, act="deliver", leads=True, weight=0.8, runs=True),
    "broadcasts": RelationKind(2, act="broadcast", runs=True),
    "schedules": RelationKind(2, started="a schedule runs it", runs=True),
    "runs": RelationKind(2, leads=True, runs=True),
    "validates_with": RelationKind(2, runs=True),
    "filters_with": RelationKind(2, weight=0.6, runs=True),
    "routes_to": RelationKind(2, started=_ROUTED, weight=0.7, runs=True),
    "route_dispatch": RelationKind(2, started=_ROUTED, runs=True),
    "delegates": RelationKind(2, runs=True),
    "delegates_to": RelationKind(2, leads=True, weight=0.6, runs=True),
    "instantiates": RelationKind(2, weight=0.6, runs=True),
    "publishes": RelationKind(2, started="a message reaches it", act="publish", runs=True),
    "requests": RelationKind(2, started="requested by another program"),
    "writes": RelationKind(1, data=True),
    "reads": RelationKind(1, data=True),
    "references": RelationKind(3, weight=0.5),
    "uses": RelationKind(3),
    "imports": RelationKind(3),
    "depends_on": RelationKind(3, runs=True),
    "mentions": RelationKind(3, mention=True, weight=0.3),
    "renders": RelationKind(4, weight=0.5, runs=True),
    "links_to": RelationKind(4, hyperlink=True),
    "builds": RelationKind(4, no_use=True),
    "shares": RelationKind(4),
    "documents": RelationKind(4, no_use=True),
    "tests": RelationKind(5, weight=0.3, runs=True, no_use=True),
}
"""The kinds of relations, in one group the stronger ones first."""

_PLAIN_KIND = RelationKind()
_ORDER = {name: place for place, name in enumerate(RELATION_KINDS)}


def relation_kind(name: str) -> RelationKind:
    """Return the row of a kind; the plain row, that of a reference, when nothing more is known of it."""
    return RELATION_KINDS.get(name, _PLAIN_KIND)


def kind_order(name: str) -> int:
    """Return a number by which kinds sort: that of the table, unknown ones last."""
    return _ORDER.get(name, len(_ORDER))


def _kinds(flag: str) -> frozenset[str]:
    return frozenset(name for name, row in RELATION_KINDS.items() if getattr(row, flag))


ASSOCIATIONS = _kinds("association")
"""Kinds that declare how records refer to each other; most are written on both sides, which closes a cycle each time."""

HYPERLINKS = _kinds("hyperlink")
"""Kinds that name where the reader of a page may go next: no dependency of code, and most lead back to who drew the page."""

MENTIONS = _kinds("mention")
"""Kinds by which a text speaks of code; texts without a format, such as a list of changes, are plain files."""

BASES = _kinds("base")
"""Kinds that say what a unit is made of."""

ACTS: Mapping[str, str] = {name: row.act for name, row in RELATION_KINDS.items() if row.act}
"""Kinds by which code makes something run elsewhere or later, with what a line of code does: "enqueues" and "enqueue"."""

LATER = frozenset(ACTS) | {"schedules"}
"""Kinds by which something runs elsewhere or later."""

LEADS = _kinds("leads")
"""Kinds that lead from one step of a flow to the next."""

MIXINS = _kinds("mixin")
"""Kinds by which a unit gets the members of another."""

OWNED = _kinds("owned")
"""Kinds of association that stand on the side of what belongs to something."""

ROUTED = frozenset(name for name, row in RELATION_KINDS.items() if row.started == _ROUTED)
"""Kinds from a route to what it runs."""

DATA = _kinds("data")
"""Kinds that lead from code to the columns of the database."""
