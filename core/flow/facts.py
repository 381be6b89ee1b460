"""What flows look up: the facts of units, read in batches, classes by name, what a class is made of, methods by class."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from core.flow.outside import COMMON
from core.model import UnitHead, full_name, split_key, split_repository, table_key, unit_key
from core.model.closure import closure
from core.model.facts import Fact, UnitFacts, facts_in, texts_in
from core.open_index import Kept, OpenIndex
from core.vocabulary import BASES, unit_type

RUN_BY = (
    "perform", "call", "run", "execute", "handle", "process", "resolve", "deliver", "work", "receive", "call!", "run!",
    "perform!", "execute!", "consume", "on_message",
)  # fmt: skip
"""Methods by which a class is started that is enqueued or called as a whole."""

ORGANIZED = "organized"
"""The kind of facts that name the interactors of an organizer, in their order."""
_CLASSES = frozenset(
    {
        "model", "controller", "job", "mailer", "service", "concern", "class", "module", "poro", "lib", "helper", "policy",
        "serializer", "decorator", "form", "query", "validator", "interactor", "operation", "command", "presenter", "channel",
        "action_cable_channel", "mailbox", "observer", "component", "view_component", "graphql_mutation", "graphql_resolver",
        "graphql_type", "graphql_query", "value_object", "manager", "notifier", "worker", "struct", "interface",
    }
)  # fmt: skip
_MOST_KEPT = 50_000  # units whose facts are kept in memory
_MOST_BESIDE = 200  # units of a file whose facts are read with those of one of them: a flow mostly asks for them next
_BY_LIBRARY = ("controller", "helper", "mailer", "job", "view", "command", "migration")
_NAME = re.compile(r"[a-z_]\w*!?")
_ABSTRACT = "NotImplementedError"
_SAYS_SO = frozenset({"raise", "new", "class", "name", "format"})
_SOME = 5  # methods of one name of which a call may mean one: an interface, and what implements it
_FEW = 3  # methods of one name: what more have is a common word, such as `name`


@dataclass(slots=True)
class _Cache:
    """What was looked up in one index; it holds no index, so that it goes with it."""

    facts: dict[int, UnitFacts] = field(default_factory=dict)
    lineages: dict[int, tuple[int, ...]] = field(default_factory=dict)
    classes: dict[str, int] = field(default_factory=dict)
    folded: dict[str, int] = field(default_factory=dict)
    methods: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    changed: dict[tuple[str, int], set[str]] | None = None  # tables by the line that changes their rows


_caches: Kept[dict[str, _Cache]] = Kept(dict)


class FlowFacts:
    """Look-ups over one open index, kept with it; in a set names mean first what one repository calls so."""

    def __init__(self, index: OpenIndex, repository: str = "") -> None:
        self.index = index
        self.repository = repository
        self._cache = _caches.of(index).setdefault(repository, _Cache())
        if not self._cache.classes:
            self._learn(repository)

    def load(self, numbers: Iterable[int]) -> None:
        """Read the facts of these units at once, so that `of` need not ask for each."""
        if len(self._cache.facts) > _MOST_KEPT:
            self._cache.facts = {}
        missing = [number for number in dict.fromkeys(numbers) if number not in self._cache.facts]
        if missing:
            found = self.index.catalog.facts(missing)
            self._cache.facts.update({number: found.get(number, {}) for number in missing})

    def of(self, number: int) -> UnitFacts:
        """Return the facts of a unit."""
        if number not in self._cache.facts:
            beside = self.index.by_file.get(self.index.heads[number].file_path, ())
            self.load([number, *(beside if len(beside) <= _MOST_BESIDE else ())])
        return self._cache.facts[number]

    def listed(self, number: int, kind: str) -> Sequence[Fact]:
        """Return the facts of one kind that are values with names."""
        return facts_in(self.of(number), kind)

    def owner(self, number: int) -> int:
        """Return the class or module that a unit is a member of, itself for a class; -1 for none."""
        head = self.index.heads[number]
        if head.type in _CLASSES or (head.identifier in self._cache.classes and self._cache.classes[head.identifier] == number):
            return number
        return self._cache.classes.get(head.namespace, self.index.position.get(head.parent, -1))

    def named(self, name: str, within: str = "") -> int:
        """Return the class that a constant means inside of a namespace, innermost first; -1 for none of the index."""
        written = name.removeprefix("::")
        spaces = [] if name.startswith("::") else within.split("::") if within else []
        for count in range(len(spaces), 0, -1):
            found = self._cache.classes.get("::".join([*spaces[:count], written]), -1)
            if found >= 0:
                return found
        return self._cache.classes.get(written, -1)

    def model_called(self, name: str) -> tuple[int, bool]:
        """Return the only model that a variable's name means, and whether it means several of them; -1 for none."""
        plain = name.lstrip("@").replace("_", "").lower()
        for candidate, many in ((plain, False), *((one, True) for one in _singulars(plain))):
            if (found := self._cache.folded.get(candidate, -1)) >= 0:
                return found, many
        return -1, False

    def is_model(self, number: int) -> bool:
        """Tell whether a unit is a model."""
        return self.index.heads[number].type == "model"

    def is_mixed_in(self, number: int) -> bool:
        """Tell whether a unit is a module, whose methods run on what includes it."""
        return self.index.heads[number].signature.startswith("module ")

    def is_own_word(self, name: str) -> bool:
        """Tell whether a name is likely that of a method of the application: few methods have it."""
        return 0 < len(self._cache.methods.get(name, ())) <= _FEW

    def called(self, name: str) -> tuple[int, ...]:
        """Return the methods that a call on an unknown value may mean: the few of a name that no library is likely to have."""
        found = self._cache.methods.get(name, ())
        named = _NAME.fullmatch(name) and name not in COMMON and self.model_called(name)[0] < 0
        return tuple(one for one in found if self._is_for_others(one)) if named and len(found) <= _SOME else ()

    def _is_for_others(self, number: int) -> bool:
        """Tell whether a method is one that others call on a value: none of a class, or of what a library alone runs."""
        owner = self.owner(number)
        within = self.index.heads[owner].type if owner >= 0 else ""
        return within not in ("", *_BY_LIBRARY) and not self.of(number).get("singleton")

    def lineage(self, number: int) -> tuple[int, ...]:
        """Return where a class' methods are looked for: what is prepended, itself, what it includes, its superclass …"""
        known = self._cache.lineages.get(number)
        if known is None:
            found: dict[int, None] = {}
            self._climb(number, found)
            known = self._cache.lineages[number] = tuple(found)
        return known

    def method(self, number: int, name: str, singleton: bool = False) -> int:
        """Return the method that a class answers a name with; -1 where the application has none."""
        position = self.index.position
        mark = "." if singleton or self.index.heads[number].language == "python" else "#"
        for one in self.lineage(number):
            identifier, repository = self.index.heads[one].identifier, self.index.heads[one].repository
            for type_ in ("method", "scope") if singleton else ("method",):
                if (found := position.get(unit_key(type_, f"{identifier}{mark}{name}", repository), -1)) >= 0:
                    return found
        for one in self.lineage(number):
            if (original := self.original(one, name)) and original != name:
                return self.method(number, original, singleton)
        itself = singleton and self.is_mixed_in(number)
        return self.method(number, name) if itself else -1  # `module_function`, `extend self`

    def original(self, number: int, name: str) -> str:
        """Return the name of the method that a class has under another name; empty where it is none."""
        return next((str(one["method"]) for one in self.listed(number, "aliases") if one["name"] == name), "")

    def overriding(self, number: int) -> tuple[int, int]:
        """Return the method that runs in the place of one of a class to which a module is prepended, and the class."""
        head, owner = self.index.heads[number], self.owner(number)
        lineage = self.lineage(owner) if owner >= 0 and head.type == "method" else ()
        if not lineage or lineage[0] == owner:
            return number, owner
        return self.method(owner, head.name, bool(self.of(number).get("singleton"))), owner

    def implementations(self, number: int) -> tuple[int, ...]:
        """Return the methods below that run for one which only says that it is abstract: it raises NotImplementedError."""
        head, owner = self.index.heads[number], self.owner(number)
        steps = self.of(number).get("steps") if owner >= 0 and head.type == "method" else None
        rows = steps if isinstance(steps, list) else []
        raises = any(row[1] == "raise" and _ABSTRACT in str(row[-1]) for row in rows)
        if not raises or any(row[1] not in _SAYS_SO for row in rows):
            return ()
        heirs = [heir for heir in closure([owner], self._direct_heirs) if heir != owner]
        singleton = bool(self.of(number).get("singleton"))
        return tuple(sorted({self.method(heir, head.name, singleton) for heir in heirs} - {-1, number}))

    def _direct_heirs(self, number: int) -> Iterator[int]:
        for link in self.index.links.into(number):
            if link.kind in BASES and not self.index.heads[link.other].is_test:
                yield link.other

    def implementation(self, number: int) -> int:
        """Return the method that runs for one of an interface, or an abstract one, where only one class has it; else itself."""
        head, owner = self.index.heads[number], self.owner(number)
        if owner < 0 or head.type != "method":
            return number
        is_abstract = any(one.endswith("abstractmethod") for one in texts_in(self.of(number), "decorators"))
        if not is_abstract and self.index.heads[owner].type not in ("interface", "protocol"):
            return number
        links = (link for link in self.index.links.into(owner) if link.kind in BASES)
        classes = list(dict.fromkeys(link.other for link in links if not self.index.heads[link.other].is_test))
        if len(classes) != 1:
            return number
        members = self.index.members.get(classes[0], ())
        return next((one for one in members if self.index.heads[one].name == head.name), number)

    def is_of_gem(self, number: int) -> bool:
        """Tell whether a class inherits from one that the index does not have: what that defines is not known."""
        above = str(self.of(self.lineage(number)[-1]).get("superclass") or "")
        return bool(above) and self.named(above) < 0

    def enum_of(self, number: int, called: str) -> bool:
        """Tell whether a call sets an enum of a model: `open!` of `enum status: {open: 0}`."""
        label = called.removesuffix("!")
        return called.endswith("!") and any(
            label in texts_in(one, "labels" if one.get("labels") else "values") for one in self.listed(number, "enums")
        )

    def changed_at(self, file_path: str, line: int, word: str = "") -> int:
        """Return the model of which a line changes records, as linking inferred; -1 for none, or more than one.

        Of several models of one table it is the one that is called like the word, else the one above.
        """
        if self._cache.changed is None:
            self._cache.changed = changed = defaultdict[tuple[str, int], set[str]](set)
            for use in self.index.catalog.column_uses():
                if use.kind == "writes":
                    changed[use.file_path, use.line].add(table_key(_table_of(use.target)))
        tables = self._cache.changed.get((file_path, line), ())
        return self._stored(next(iter(tables)), word.lstrip("@").replace("_", "").lower()) if len(tables) == 1 else -1

    def _stored(self, table: str, word: str) -> int:
        """Return the model whose records a table has."""
        number = self.index.position.get(table, -1)
        models = {link.other for link in self.index.links.into(number) if link.kind == "stored_in"} if number >= 0 else set()
        called = [one for one in models if self.index.heads[one].name.lower() == word]
        if len(called) == 1:
            return called[0]
        above = [one for one in models if models.isdisjoint(set(self.lineage(one)) - {one})]
        return above[0] if len(above) == 1 else -1

    def called_back(self, number: int, fact: Fact) -> int:
        """Return what a callback of a class runs: a unit that it names, or a method of the class; -1 for none."""
        if fact.get("unit"):
            return self.index.position.get(str(fact["unit"]), -1)
        return self.method(number, str(fact["method"])) if fact.get("method") else -1

    def run_as(self, method: int, model: int) -> int:
        """Return the class by which a callback of a model is run: the model where it has the method, -1 for another's own."""
        return model if self.owner(method) in self.lineage(model) else -1

    def own_method(self, number: int, name: str) -> int:
        """Return the method that a class itself defines by a name; -1 for none."""
        head = self.index.heads[number]
        mark = "." if head.language == "python" else "#"
        return self.index.position.get(unit_key("method", f"{head.identifier}{mark}{name}", head.repository), -1)

    def started(self, number: int) -> int:
        """Return what runs when a unit is called or enqueued: itself, or the method by which its class is started; -1.

        An organizer without such a method is itself what runs: its interactors.
        """
        if runs(self.index.heads[number]):
            return number
        found = next((found for name in RUN_BY if (found := self.method(number, name)) >= 0), -1)
        return number if found < 0 and self.listed(number, ORGANIZED) else found

    def _climb(self, number: int, found: dict[int, None]) -> None:
        if number in found:
            return
        links = self.index.links.out(number)
        for link in links:
            if link.kind == "prepends":
                self._climb(link.other, found)
        found[number] = None
        for link in reversed(
            sorted((one for one in links if one.kind == "includes"), key=lambda one: (one.file_path, one.line))
        ):
            self._climb(link.other, found)
        bases = [one.rpartition(".")[2] for one in texts_in(self.of(number), "bases")]
        above = [link.other for link in links if link.kind == "inherits"]
        for other in sorted(above, key=lambda one: _place(bases, self.index.heads[one].name)):
            self._climb(other, found)

    def _learn(self, repository: str) -> None:
        """Collect classes by name, those of a repository first; a folded name that several models share means none of them."""
        shared: set[str] = set()
        heads = self.index.heads
        for number in sorted(range(len(heads)), key=lambda at: heads[at].repository != repository):  # stable
            head = heads[number]
            if head.repository != repository and head.repository and head.type == "model":
                continue  # a variable is not called after a model elsewhere
            if head.type == "method":
                self._cache.methods[head.name].append(number)
            if head.type not in _CLASSES or head.is_test:
                continue
            self._cache.classes.setdefault(head.identifier, number)
            if head.type == "model":
                folded = head.name.replace("_", "").lower()
                shared |= {folded} & self._cache.folded.keys()
                self._cache.folded[folded] = number
        for folded in shared:
            del self._cache.folded[folded]
        self._cache.classes.setdefault("", -1)


def _place(names: Sequence[str], name: str) -> int:
    return names.index(name) if name in names else len(names)


def runs(head: UnitHead) -> bool:
    """Return whether a unit is executable code: a method or function, including views, tasks and commands."""
    is_function = head.type in ("view", "task", "command") and head.signature.startswith(("def ", "async def "))
    return unit_type(head.type).runs or is_function


def _singulars(name: str) -> Iterable[str]:
    """Yield what an English plural may be of; only what names a model counts."""
    if name.endswith("ies"):
        yield f"{name[:-3]}y"
    if name.endswith("es"):
        yield name[:-2]
    if name.endswith("s"):
        yield name[:-1]


def _table_of(column: str) -> str:
    """Return the table of the key of a column."""
    return full_name(split_key(column)[1].rpartition(".")[0], split_repository(column)[0])
