"""Everything that the parts of the Ruby linker need to know of an application, gathered once."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.extract.facts import FileFacts
from core.extract.rails.application.associations import Targets, associations
from core.extract.rails.application.events import event_names, is_machine
from core.extract.rails.application.fact import Fact
from core.extract.rails.application.gems import functional
from core.extract.rails.application.roots import roots_of
from core.extract.rails.application.types import Types
from core.extract.rails.files.gemfile import parse_lock
from core.extract.rails.files.inflections import read_inflections
from core.extract.repository import Repository
from core.extract.ruby.linking.bodies import Bodies
from core.extract.ruby.linking.constants import Constant
from core.extract.ruby.linking.names import Names
from core.extract.ruby.linking.roots import Roots
from core.extract.ruby.reading.values import key_of
from core.extract.ruby.words.inflect import Inflections
from core.model import TEST, unit_key

_LOAD_DEFAULTS = re.compile(r"^[ \t]*config\.load_defaults\b(?:[\s(]+[\"']?(\d+)(?:\.(\d+))?)?", re.MULTILINE)
_NEWEST = (99, 0)  # of defaults whose version is computed: those of the version that is used
RUN_BY_LIBRARIES = {
    "call": ("call",), "call!": ("call!", "call"), "run": ("execute", "run"), "run!": ("execute", "run!", "run"),
    "execute": ("execute",),
}  # fmt: skip
"""Class methods that gems of services lend, and which instance method each runs, in the order in which they are looked for."""
_DEVISE, _USUAL = "parent_controller=", "ApplicationController"
_SETTINGS = {
    "Devise::": (_DEVISE, _USUAL), "DeviseTokenAuth::": (_DEVISE, _USUAL), "DeviseController": (_DEVISE, _USUAL),
    "Doorkeeper::": ("base_controller", ""), "Clearance::": ("parent_controller=", _USUAL),
}  # fmt: skip
"""The setting that names the class, and what it is where nothing is said, by how the names of a gem's classes begin."""


@dataclass(slots=True)
class Application:
    """The names, bodies, types and associations of one checkout."""

    repository: Repository
    files: tuple[FileFacts, ...]
    roots: Roots
    inflections: Inflections
    names: Names
    bodies: Bodies
    types: Types
    belongs_to_required: bool
    commits_backwards: bool  # what runs after a commit, as before the defaults of Rails 7.1
    versions: Mapping[str, str] = field(default_factory=dict)  # of the gems that are locked, by name
    associations: dict[str, list[Fact]] = field(default_factory=dict)
    targets: Targets = field(init=False)
    by_path: dict[str, FileFacts] = field(init=False)
    scopes: dict[tuple[str, str], tuple[str, int, int, str]] = field(init=False)  # (owner, name) → path, lines, comment
    scope_names: frozenset[str] = field(init=False)
    events: dict[str, set[str]] = field(init=False)  # of state machines: the classes that have one of a name
    machines: list[str] = field(init=False)  # classes that are state machines themselves

    def __post_init__(self) -> None:
        self.by_path = {facts.path: facts for facts in self.files}
        self.scopes = _scopes(self.files, self.names)
        self.scope_names = frozenset(name for _, name in self.scopes)
        self.events = defaultdict(set)
        self.machines = [one.name for one in self.units() if not one.is_test and is_machine(self.bodies.of(one.name))]
        for constant in self.units():
            for name in event_names(self.bodies.of(constant.name)):
                self.events[name].add(constant.name)
            if self._associates(constant) and (found := associations(self.bodies, constant.name, self.inflections)):
                self.associations[constant.name] = found
        self.targets = Targets(self.names, self.inflections, self.associations)

    def _associates(self, constant: Constant) -> bool:
        """Tell whether `has_many` says which records belong together: in serializers and types of GraphQL it shows them."""
        return constant.kind == "class" and not self.types.of(constant).startswith(("serializer", "graphql_"))

    def units(self) -> list[Constant]:
        """Return the classes and modules that are units: all but pure namespaces, by name."""
        return self.names.units()

    def key(self, constant: Constant) -> str:
        """Return the key of a constant's unit."""
        return unit_key(self.types.of(constant), constant.name)

    def unit_of(self, constant: Constant) -> str:
        """Return the key of the unit that stands for a constant: its own, or for a value that of the class that holds it."""
        if constant.kind == "constant":
            holder = self.names.constants.get(constant.name.rpartition("::")[0])
            return self.key(holder) if holder is not None and holder.kind != "constant" and not holder.hollow else ""
        return "" if constant.hollow else self.key(constant)

    def method_key(self, owner: str, name: str, singleton: bool) -> str | None:
        """Return the key of a method's unit, if exactly this owner defines it or has it by another name."""
        place = self.bodies.method(owner, name, singleton)
        if place is None:
            if singleton and (owner, name) in self.scopes:
                return unit_key("scope", f"{owner}.{name}")
            original = self.bodies.original(owner, name, singleton)
            return self._above(owner, original, singleton) if original else None
        kind = TEST if place.facts.is_test else "method"
        return unit_key(kind, f"{owner}{'.' if singleton else '#'}{name}")

    def _above(self, owner: str, name: str, singleton: bool) -> str | None:
        """Return the key of a method that a class has itself or inherits."""
        if not singleton:
            return self.instance_method(owner, name)
        keys = (self.method_key(one, name, True) for one in (owner, *self.names.superclasses(owner)))
        return next((key for key in keys if key is not None), None)

    def run_by_library(self, owner: str, name: str) -> str | None:
        """Return the key of the instance method that a class method of a gem runs on a new object: `Create.call`, `Create.run`.

        Mandate, Interactor, ActiveInteraction and SimpleCommand lend such class methods; where the application defines one, or
        a gem that is known does, it is meant instead. An organizer runs as a whole.
        """
        runs = (self.instance_method(owner, one) for one in RUN_BY_LIBRARIES.get(name, ()))
        found = next((key for key in runs if key is not None), None)
        if found is None and name in RUN_BY_LIBRARIES and "organize" in (one.name for one in self.bodies.of(owner).statements):
            found = self.key(self.names.constants[owner])
        return None if found is None or self._has_class_method(owner, name) else found

    def _has_class_method(self, owner: str, name: str) -> bool:
        holders = (owner, *self.names.ancestors(owner))
        lent = (module for one in (owner, *self.names.superclasses(owner)) for module in self.bodies.of(one).extended)
        return any(self.bodies.method(one, name, True) is not None for one in holders) or any(
            self.bodies.method(one, name, False) is not None for one in lent
        )

    def event_of(self, owners: Iterable[str], word: str, name: str) -> str | None:
        """Return the key of a class of which a call of this name triggers an event of its state machine.

        It is one of the owners, without any the only one that has the event and is called like the word: `charge.settle!`.
        """
        having = self.events.get(name.removesuffix("!"), set())
        known = [one for one in owners if any(above in having for above in (one, *self.names.superclasses(one)))]
        plain = word.replace("_", "").lower()
        known = known or [one for one in sorted(having) if one.rpartition("::")[2].lower() == plain]
        return self.key(self.names.constants[known[0]]) if len(known) == 1 else None

    def instance_method(self, owner: str, name: str) -> str | None:
        """Return the key of an instance method by Ruby's method resolution: the class, what it mixes in, its superclasses."""
        owners = self.bodies.owners_of(name)
        for candidate in (owner, *self.names.ancestors(owner)) if owners else ():
            if candidate in owners:
                return self.method_key(candidate, name, False)
        return None


def _scopes(files: tuple[FileFacts, ...], names: Names) -> dict[tuple[str, str], tuple[str, int, int, str]]:
    """Return the scopes that classes and modules write out, where they write them."""
    found: dict[tuple[str, str], tuple[str, int, int, str]] = {}
    for facts in files:
        for declared in () if facts.is_test else facts.declarations:
            if declared.name != "scope" or declared.receiver or not declared.arguments:
                continue
            owner, name = names.full.get((facts.path, declared.scope)), declared.arguments[0]
            constant = names.constants.get(owner or "")
            if owner and constant is not None and isinstance(name, str) and declared.scope >= 0:
                place = (facts.path, declared.start_line, declared.end_line, "")
                found.setdefault((owner, key_of(name)), place)
    return found


def application(repository: Repository) -> Application:
    """Gather what a checkout's Ruby files say together."""
    files = repository.of("ruby")
    roots = roots_of(repository, files)
    inflections = read_inflections(repository)
    settings = gem_settings(files)
    names = Names(files, roots, inflections)
    names.lend(lent_classes(settings, names))
    bodies = Bodies(files, names, functional())
    bodies.run()
    required = _is_set(repository, roots, "belongs_to_required_by_default", (5, 0))
    types, versions = Types(names, bodies, roots), _locked(repository, roots)
    backwards = _commits_backwards(repository, roots)
    return Application(repository, files, roots, inflections, names, bodies, types, required, backwards, versions)


def _locked(repository: Repository, roots: Roots) -> dict[str, str]:
    """Return the versions of the gems that the outermost application locks; none without a lock file."""
    for base in sorted({"", *roots.bases}, key=lambda base: (len(base), base)):
        for name in ("Gemfile.lock", "gems.locked"):
            if (text := repository.texts.get(f"{base}{name}")) is not None:
                return {gem.name: gem.version for gem in parse_lock(text)}
    return {}


def _is_set(repository: Repository, roots: Roots, name: str, since: tuple[int, int]) -> bool:
    """Tell whether a setting of Rails is on: as it is written, else since the defaults of a version are loaded."""
    found = False
    for base in roots.bases:
        text = repository.texts.get(f"{base}config/application.rb", "")
        loaded = _LOAD_DEFAULTS.search(text)
        known = (int(loaded[1]), int(loaded[2] or 0)) if loaded is not None and loaded[1] else _NEWEST
        found = found or (loaded is not None and known >= since)
    written = re.compile(rf"^[^#\n]*{name}\s*=\s*(true|false)", re.MULTILINE)
    for path, text in sorted(repository.texts.items()):
        if "config/" in path and path.endswith(".rb") and name in text and (match := written.search(text)) is not None:
            found = match[1] == "true"
    return found


def _commits_backwards(repository: Repository, roots: Roots) -> bool:
    """Tell whether what runs after a commit runs backwards, as before the defaults of Rails 7.1."""
    is_application = any(f"{base}config/application.rb" in repository.texts for base in roots.bases)
    return is_application and not _is_set(repository, roots, "run_after_transaction_callbacks_in_order_defined", (7, 1))


def lent_classes(said: Mapping[tuple[str, str], str], names: Names) -> dict[str, str]:
    """Return the class of the application for each controller of a gem that a class of the application inherits from.

    `said` is what `gem_settings` gives.
    """
    found = {}
    for constant in list(names.constants.values()):
        above = constant.superclass
        gem = next((start for start in _SETTINGS if above.startswith(start)), "")
        if gem and above not in names.constants and above.endswith("Controller"):
            setting, usual = _SETTINGS[gem]
            parent = said.get((gem.partition("::")[0].removesuffix("Controller"), setting), usual)
            if parent in names.constants and parent != constant.name:
                found[above] = parent
    return found


def gem_settings(files: Sequence[FileFacts]) -> dict[tuple[str, str], str]:
    """Return what the settings of gems name, by gem and setting: `Devise.setup { |config| config.parent_controller = "X" }`."""
    wanted = {setting for setting, _ in _SETTINGS.values()}
    found = {}
    for facts in files:
        for one in facts.declarations if "config/" in facts.path else ():
            if one.name in wanted and one.arguments and isinstance(one.arguments[0], str):
                gem = facts.path.rpartition("/")[2].removesuffix(".rb").title().replace("_", "")
                found[gem, one.name] = one.arguments[0].removeprefix("::")
    return found
