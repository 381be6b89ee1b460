"""What one body does: the steps that its reader kept, each with what it leads to, in the order in which they are evaluated."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from core.flow.act import SAVES, Act, handed_over, left, merged
from core.flow.facts import ORGANIZED, RUN_BY, FlowFacts, runs
from core.flow.machine import event_named, is_machine
from core.flow.outside import HTTP_CLIENTS, REQUESTS, RESPONSES, WRITES, asks_service, is_asked, is_of_library, kind_outside
from core.flow.receivers import Receivers, Typed, assignments, is_assignment
from core.languages.active_record import QUERIES, gives_record
from core.languages.controller_hooks import ASKED_BY_CALL
from core.model import unit_key
from core.model.facts import MOVES, Step, table_in
from core.open_index import Kept, Neighbour
from core.vocabulary import ACTS

_LEADING = frozenset({"calls", "delegates_to", "instantiates", "renders", *ACTS})
_WORDS = {"raise": "raise", "fail": "raise", "throw": "raise", "abort": "raise",
          **dict.fromkeys(("return", "next", "break"), "return")}  # fmt: skip
_STARTING = ("perform", "deliver", "enqueue", "broadcast", "publish", "delay", "apply_async")
_UNLESS_SAID = frozenset({"render", "render_to_string"})
_RUNS_AS = {"new": "initialize", "perform_now": "perform", "perform_inline": "perform", "perform_sync": "perform"}
"""By the name that is called the method that runs there and then."""
_ITSELF = ("", "self", "new")
_DELIVERS = frozenset({"deliver", "deliver_now", "deliver_later", "deliver!", "deliver_now!", "deliver_later!"})
_POLICIES = frozenset({"authorize", "authorize!", "allowed_to?"})
_CHECKED = re.compile(
    r"(?:\(?:\w+[?!]?,\s*)?(?P<record>(?:@?\w|::|[\"'][A-Z])[\w.:\"']*)(?:,\s*(?:to:\s*|query:\s*)?:(?P<asked>\w+\??))?"
)
"""What a check of a policy is given: `@order, :cancel?`, `@order, to: :cancel?`, `:read, @order`."""


_SURE = frozenset(
    {one for one in SAVES if one.endswith("!") or "_or_" in one or one in ("save", "destroy", "destroy_all", "destroy_by")}
    | {one for one in SAVES if one.startswith("update_")}
    | {one for one in WRITES if "_" in one}
)
"""Calls by which a record is changed, of whatever class it is: `update`, `create`, `delete` and `<<` are too common."""
_EMPTY = (0, "", "", "", -1, "", "", "declared", "")
_OWN, _ABOVE = ("self", "cls"), "super()"
_EVENTS = {"create": "create", "acreate": "create", "get_or_create": "create", "delete": "destroy", "adelete": "destroy"}
_FARTHEST = 12  # methods of a library that lead to each other


def _is_saved(name: str) -> bool:
    """Tell whether a name is one by which only records are saved, of whatever class: with a `!`, or found or made."""
    return name in SAVES and (name.endswith("!") or "_or_" in name)


def _unheard(acts: Sequence[Act], links: Iterable[Neighbour]) -> list[Act]:
    """Return acts without the events for which a relation names who hears them."""
    heard = {link.line for link in links if link.kind == "publishes"}
    return [act for act in acts if act.kind != "publish" or act.target >= 0 or act.line not in heard]


def _change(name: str) -> str:
    """Return what a call does to records, by its name: write, destroy or save."""
    return "write" if name in WRITES else "destroy" if SAVES[name] == "destroy" else "save"


Body = tuple[int, int]
"""A unit, and the class that runs it where that is another than its own, else -1."""
_MOST_KEPT = 50_000  # bodies that are kept in memory


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of the bodies of one repository; it holds no index, so that it goes with it.

    `below` has for kinds of steps which bodies lead to one, None where not everything was followed.
    """

    acts: dict[Body, tuple[Act, ...]] = field(default_factory=dict)
    below: dict[frozenset[str], dict[Body, bool | None]] = field(default_factory=dict)


_known: Kept[dict[str, _Known]] = Kept(dict)


class ResolvedBodies:
    """Resolves the bodies of one index; each is resolved once, also for later flows."""

    def __init__(self, facts: FlowFacts) -> None:
        self._facts = facts
        known = _known.of(facts.index)
        if facts.repository not in known or len(known[facts.repository].acts) > _MOST_KEPT:
            known[facts.repository] = _Known()
        self._known = known[facts.repository].acts
        self.below = known[facts.repository].below
        self._receivers: dict[tuple[int, bool], Receivers] = {}

    def acts(self, number: int, within: int = -1) -> tuple[Act, ...]:
        """Return what a unit does; a method of a module is run by a class, `within`, that gives `self` its type."""
        known = self._known.get((number, within))
        if known is None:
            known = self._known[number, within] = tuple(self._resolved(number, within))
        return known

    def branches(self, number: int) -> Sequence[Step]:
        """Return the branches of a body: kind, condition, line, branch around."""
        found = self._facts.of(number).get("branches")
        return found if isinstance(found, list) else []

    def saves(self, number: int, events: Container[str] = ()) -> Iterator[Act]:
        """Yield the saves and destroys alone of a unit, and calls of these `events` of machines, in order; cheaper than all."""
        facts = self._facts.of(number)
        rows = facts.get("steps")
        given = rows if isinstance(rows, list) else []
        if not any(row[1] in SAVES or str(row[1]).removesuffix("!") in events for row in given):
            return
        links, path = list(self._facts.index.links.out(number)), self._facts.index.heads[number].file_path
        types, variables = self._typing(self._facts.owner(number), bool(facts.get("singleton"))), dict[str, str]()
        for row in given:
            name = str(row[1])
            if is_assignment(name):
                variables.update(assignments([row]))
            elif name in SAVES:
                plain = Act("", name, str(row[2]), path, int(row[0]), int(row[3]))
                act = self._saving(plain, types, variables, self._related(plain, links))
                if act is not None:
                    yield act
            elif name.removesuffix("!") in events:
                plain = Act("", name, str(row[2]), path, int(row[0]), int(row[3]))
                typed, told = types.typed(plain.receiver, variables), self._related(plain, links)
                act = told if told is not None else self._event(plain, typed) if typed is not None else None
                if act is not None and act.kind == "save":
                    yield act

    def of_rows(self, rows: Sequence[Step], owner: int, file_path: str, holder: int, given: Mapping[str, str]) -> list[Act]:
        """Return what rows of steps do in the name of an instance of a class: those of a block in the body of `holder`.

        `given` are its parameters with the chains that they stand for.
        """
        links = list(self._facts.index.links.out(holder))
        return list(self._by_rows(rows, links, self._typing(owner, False), file_path, owner, owner, given))

    def _resolved(self, number: int, within: int) -> Iterable[Act]:
        head, links = self._facts.index.heads[number], list(self._facts.index.links.out(number))
        facts = self._facts.of(number)
        if isinstance(told := facts.get("acts"), list):
            acts = resolved_acts(self._facts, told, number, within)
            seen = {(act.line, act.target) for act in acts}
            saved = {act.line for act in acts if act.kind in ("save", "destroy") or act.name in SAVES}  # they tell of signals
            started = [one for one in links if one.kind in ACTS and (one.line, one.other) not in seen]
            started = [one for one in started if one.kind != "publishes" or one.line not in saved]
            return handed_over(merged(_unheard(acts, started), started, self._facts), links, self._facts)
        rows = facts.get("steps")
        owner = within if within >= 0 else self._facts.owner(number)
        given = rows if isinstance(rows, list) else []
        singleton = bool(facts.get("singleton"))
        found = list(self._by_rows(given, links, self._typing(owner, singleton), head.file_path, number, owner))
        found = _unheard([*self._organized(number), *found], links)
        seen = {(act.line, act.target) for act in found}
        rest = (link for link in links if link.kind in _LEADING and (link.line, link.other) not in seen)
        whole = [*found, *left(rest, self._facts)] if not given else merged(found, rest, self._facts)
        return handed_over(whole, links, self._facts)

    def _organized(self, number: int) -> Iterator[Act]:
        """Yield the interactors that an organizer runs."""
        for one in self._facts.listed(number, ORGANIZED):
            target = self._facts.named(str(one["name"]), self._facts.index.heads[number].identifier)
            place = str(one.get("file_path") or ""), int(str(one.get("line") or 0))
            if target >= 0:
                yield Act("call", "call", str(one["name"]), *place, target=target, certainty=str(one["certainty"]))

    def _typing(self, owner: int, singleton: bool) -> Receivers:
        if (owner, singleton) not in self._receivers:
            self._receivers[owner, singleton] = Receivers(self._facts, owner, singleton)
        return self._receivers[owner, singleton]

    def _by_rows(
        self, rows: Sequence[Step], links: Sequence[Neighbour], types: Receivers, path: str, number: int, owner: int,
        given: Mapping[str, str] = MappingProxyType({}),
    ) -> Iterable[Act]:  # fmt: skip
        """Yield what each row does, as far as it leads anywhere; `given` are variables that are known before."""
        variables = dict(given)
        lent = any(str(row[2]).endswith(".start") for row in rows if is_assignment(str(row[1])))  # what asks is in its block
        for row in rows:
            line, name, receiver, at = int(row[0]), str(row[1]), str(row[2]), int(row[3])
            plain = Act("", name, receiver, path, line, at, str(row[4]) if len(row) > 4 else "")
            if is_assignment(name):
                variables.update(assignments([row]))
                if name.startswith("=@"):
                    yield replace(plain, kind="set", name=name[1:])
                continue
            act = self._act(plain, links, types, variables, number, owner)
            if act is not None and not (lent and act.kind == "request" and act.name == "start"):
                made = self._facts.implementations(act.target) if act.kind == "call" and act.target >= 0 else ()
                yield replace(act, possible=made, certainty="dynamic" if len(made) > 1 else "inferred") if made else act

    def _act(
        self, plain: Act, links: Sequence[Neighbour], types: Receivers, variables: dict[str, str], number: int, owner: int
    ) -> Act | None:
        related = self._related(plain, links)
        name = plain.name
        if name in _POLICIES:
            return replace(related or self._policy(plain, types, variables, number, owner), kind="policy")
        if not plain.receiver and name in RESPONSES and (related is None or name in _UNLESS_SAID or self._goes_on(related)):
            return replace(plain, kind=RESPONSES[name])
        if name == "fail!" and plain.receiver == "context":
            return replace(plain, kind="raise")  # of an interactor
        if related is None and not plain.receiver and name in ASKED_BY_CALL and owner >= 0:
            asked = next((one for name in ASKED_BY_CALL[name] if (one := self._facts.method(owner, name)) >= 0), -1)
            return replace(plain, kind="call", target=asked, certainty="inferred") if asked >= 0 else None
        if not plain.receiver and name in _WORDS:
            return replace(plain, kind=_WORDS[name])
        saving = self._saving(plain, types, variables, related) if name in SAVES or name in WRITES else None
        if saving is not None:
            return saving
        if related is not None:
            return self._of_the_receiver(related, types, variables) if related.kind == "call" and name != "new" else related
        if name in MOVES and is_machine(self._facts, owner):
            return self._move(plain, Typed("record", owner))
        if name in _DELIVERS and (mail := self._mail(plain.receiver, types, variables)) >= 0:
            return replace(plain, kind="deliver", target=mail, certainty="inferred")
        if kind := kind_outside(plain.receiver, name):
            return replace(plain, kind=kind, certainty="inferred")
        if name == "super":
            return self._super(plain, number, owner)
        asked = self._is_request(plain, types, variables)
        return replace(plain, kind="request", certainty="inferred") if asked else self._by_type(plain, types, variables)

    def _goes_on(self, related: Act) -> bool:
        """Tell whether a method only adds to what a library's method of its name does: it calls `super`."""
        rows = self._facts.of(related.target).get("steps")
        return any(row[1] == "super" for row in rows) if isinstance(rows, list) else False

    def _is_request(self, plain: Act, types: Receivers, variables: dict[str, str]) -> bool:
        """Tell whether a call asks another program: by a client of HTTP or of a known service, or by what itself is one."""
        spelled = types.spelled(plain.receiver, variables)
        if plain.name in REQUESTS and is_asked(spelled, plain.receiver, plain.name, plain.said):
            return True
        if spelled[:1].isupper() and asks_service(spelled, plain.name):
            return self._facts.named(spelled.partition(".")[0]) < 0
        return plain.name in REQUESTS and self._asks_itself(plain, types, variables)

    def _asks_itself(self, plain: Act, types: Receivers, variables: dict[str, str]) -> bool:
        """Tell whether a class asks by itself, as those that include HTTParty do."""
        typed = types.typed(plain.receiver, variables)
        if typed is None or typed.what != "class":
            return False
        lines = self._facts.lineage(typed.unit)
        return any(one["name"] in HTTP_CLIENTS for at in lines for one in self._facts.listed(at, "library_modules"))

    def asks(self, number: int) -> bool:
        """Tell whether a unit itself asks another program: then it matters with which address it is called."""
        return any(act.kind == "request" for act in self.acts(number))

    def _of_the_receiver(self, related: Act, types: Receivers, variables: dict[str, str]) -> Act:
        """Return a call as its receiver answers it: `VoidService.call`, inherited, runs what `VoidService` overrides."""
        constant = related.receiver.removeprefix("::")
        by_class = related.receiver in _ITSELF or (constant[:1].isupper() and "." not in constant)
        typed = types.typed(related.receiver, variables)
        if typed is None or not (by_class or self._is_below(typed.unit, related.target)):
            return self._overridden(related)
        target = self._facts.method(typed.unit, related.name, typed.what != "record")
        return related if target < 0 else replace(related, target=target, typed=typed)

    def _is_below(self, unit: int, method: int) -> bool:
        """Tell whether a class inherits or mixes in a method."""
        owner = self._facts.owner(method)
        return owner != unit and owner in self._facts.lineage(unit)

    def _overridden(self, related: Act) -> Act:
        """Return a call as what is prepended to the class of its target answers it."""
        target, owner = self._facts.overriding(related.target)
        return related if target == related.target else replace(related, target=target, typed=Typed("record", owner))

    def _policy(self, plain: Act, types: Receivers, variables: dict[str, str], number: int, owner: int) -> Act:
        """Return the method of a policy that a check asks, as Pundit and Action Policy find it, else the policy's class.

        Without a name in the call it is that of the action, which is known where the check stands in one.
        """
        found = _CHECKED.match(plain.said)
        typed = types.typed(found["record"].replace("'", '"'), variables) if found else None
        if found is None or typed is None:
            return plain
        heads = self._facts.index.heads
        policy = self._facts.named(f"{heads[typed.unit].identifier}Policy")
        in_action = owner >= 0 and heads[owner].type == "controller"
        asked = found["asked"] or (f"{heads[number].name}?" if in_action else "")
        method = self._facts.method(policy, asked) if policy >= 0 and asked else -1
        return replace(plain, target=method if method >= 0 else policy, certainty="inferred")

    def _related(self, plain: Act, links: Sequence[Neighbour]) -> Act | None:
        """Return the act with the relation of its line that its name means."""
        heads = self._facts.index.heads
        for link in links:
            if link.line != plain.line or link.file_path != plain.file_path or link.kind not in _LEADING:
                continue
            named = heads[link.other].name
            if link.kind in ACTS:
                if plain.name.startswith(_STARTING):
                    return replace(plain, kind=ACTS[link.kind], target=link.other, certainty=link.certainty)
            elif link.kind == "calls" and (moved := self._moved(plain, link)) is not None:
                return moved
            elif link.kind != "renders" and (
                named in (plain.name, _RUNS_AS.get(plain.name)) or self._organizes(plain, link) or self._is_alias(plain, link)
            ):
                return replace(plain, kind="call", target=link.other, certainty=link.certainty)
        return None

    def _is_alias(self, plain: Act, link: Neighbour) -> bool:
        """Tell whether a call names a method by another name that its class gives it."""
        owner = self._facts.owner(link.other)
        return link.kind == "calls" and owner >= 0 and bool(self._facts.original(owner, plain.name))

    def _organizes(self, plain: Act, link: Neighbour) -> bool:
        """Tell whether a call runs an organizer, which has no method for it."""
        return plain.name in RUN_BY and link.kind == "calls" and bool(self._facts.listed(link.other, ORGANIZED))

    def _saving(self, plain: Act, types: Receivers, variables: dict[str, str], related: Act | None) -> Act | None:
        typed = types.typed(plain.receiver, variables)
        if typed is None and (typed := self._changed(plain)) is None:
            return self._of_a_gem(plain, types, variables) if related is None else None
        if not self._facts.is_model(typed.unit) and not (_is_saved(plain.name) and self._facts.is_of_gem(typed.unit)):
            return None
        overridden = related is not None and related.kind == "call"
        if overridden or (plain.name == "update" and typed.what == "class" and not plain.receiver):
            return None  # the application's own method of that name
        many = "." in plain.receiver or types.holds_many(plain.receiver, variables)  # a variable may be called so, too
        if plain.name == "<<" and (typed.what != "many" or not many):
            return None
        return replace(plain, kind=_change(plain.name), typed=typed, certainty=typed.certainty)

    def _of_a_gem(self, plain: Act, types: Receivers, variables: dict[str, str]) -> Act | None:
        """Return what saves a record of a model that a gem defines: `Doorkeeper::Application.create!`."""
        first, *steps = types.spelled(plain.receiver, variables).split(".")
        if not first.removeprefix("::")[:1].isupper() or self._facts.named(first) >= 0 or not _is_saved(plain.name):
            return None
        if not all(step in QUERIES or gives_record(step) for step in steps):
            return None
        kind = "destroy" if SAVES[plain.name] == "destroy" else "save"
        return replace(plain, kind=kind, said=f"({first})", certainty="inferred")

    def _changed(self, plain: Act) -> Typed | None:
        """Return whose records a line changes, where linking knows what no name of the body tells."""
        model = self._facts.changed_at(plain.file_path, plain.line, plain.receiver.rpartition(".")[2])
        return Typed("record", model) if model >= 0 else None

    def _mail(self, receiver: str, types: Receivers, variables: dict[str, str]) -> int:
        """Return what is delivered: `welcome(user).deliver_later` of a mailer, `Notifier.with(…).deliver`; -1 for none."""
        before, _, name = receiver.rpartition(".")
        typed = types.typed(before.removesuffix(".with"), variables)
        if name == "with" and typed is not None and typed.what == "class":
            return typed.unit
        mailer = typed is not None and self._facts.index.heads[typed.unit].type == "mailer"
        return self._facts.method(typed.unit, name) if typed is not None and mailer else -1

    def _by_type(self, plain: Act, types: Receivers, variables: dict[str, str]) -> Act | None:
        """Return the method that a receiver's class answers with, where no relation says so."""
        if plain.receiver.split(".")[0] == "?":
            return None
        typed = types.typed(plain.receiver, variables)
        if typed is None and plain.name.endswith("!"):
            changed = self._changed(plain)
            typed = changed if changed is not None and self._facts.enum_of(changed.unit, plain.name) else None
        if typed is None:
            if not plain.receiver or is_of_library(plain.receiver):
                return None
            if plain.name in _SURE:
                return self._of_unknown(plain)
            own, possible = self._facts.is_own_word(plain.name), self._facts.called(plain.name)
            kind = "unknown" if own else "call"  # of many methods only those count that set something off
            return replace(plain, kind=kind, possible=possible) if own or possible else None
        target = self._facts.method(typed.unit, plain.name, typed.what != "record")
        if target < 0 and not plain.receiver and plain.name in _SURE and self._facts.is_mixed_in(typed.unit):
            return self._of_unknown(plain)  # of whatever includes the module
        if target < 0:
            return self._event(plain, typed)
        return replace(plain, kind="call", target=target, certainty="inferred", typed=typed)

    @staticmethod
    def _of_unknown(plain: Act) -> Act:
        """Return what a call does that only records have, of whatever class this one is."""
        return replace(plain, kind=_change(plain.name), certainty="dynamic")

    def _moved(self, plain: Act, link: Neighbour) -> Act | None:
        """Return the call of an event, or a move, as its relation to the class that has the machine tells."""
        if runs(self._facts.index.heads[link.other]):
            return None
        typed = Typed("record", link.other, link.certainty)
        return self._move(plain, typed) if plain.name in MOVES else self._event(plain, typed)

    @staticmethod
    def _move(plain: Act, typed: Typed) -> Act:
        """Return a call that tells a machine to which state to go; it is named with what is passed."""
        state = plain.said.partition(",")[0]
        return replace(plain, kind="save", name=f"{plain.name} {state}".rstrip(), certainty=typed.certainty, typed=typed)

    def _event(self, plain: Act, typed: Typed) -> Act | None:
        """Return the call of an event of a record's state machine, or one that sets an enum, which save it."""
        event = event_named(self._facts, typed.unit, plain.name) is not None or self._facts.enum_of(typed.unit, plain.name)
        known = typed.what == "record" and event
        return replace(plain, kind="save", certainty=typed.certainty, typed=typed) if known else None

    def _super(self, plain: Act, number: int, owner: int) -> Act | None:
        """Return the call of the method that `super` means, or the change of a record: `def destroy; super; end`."""
        above, name = self._above(number, owner), self._facts.index.heads[number].name
        if above >= 0:
            return replace(plain, kind="call", target=above, certainty="inferred")
        of_record = self._facts.is_model(owner) and not self._facts.of(number).get("singleton")
        if not of_record or (name not in SAVES and name not in WRITES):
            return None
        return replace(plain, kind=_change(name), name=name, typed=Typed("record", owner))

    def _above(self, number: int, owner: int) -> int:
        """Return the method that `super` calls."""
        mark = "." if self._facts.of(number).get("singleton") else "#"
        here, name = self._facts.owner(number), self._facts.index.heads[number].name
        lineage = self._facts.lineage(owner)
        behind = lineage[lineage.index(here) + 1 :] if here in lineage else ()
        position, heads = self._facts.index.position, self._facts.index.heads

        def key(one: int) -> str:
            return unit_key("method", f"{heads[one].identifier}{mark}{name}", heads[one].repository)

        return next((position[key(one)] for one in behind if key(one) in position), -1)


def resolved_acts(facts: FlowFacts, rows: Sequence[object], number: int, within: int) -> list[Act]:
    """Return the acts of a unit's rows; the class that runs it, `within`, decides what `self` and `super()` mean.

    A method that only a library has does what its class says of it in `library`.
    """
    owner = within if within >= 0 else facts.owner(number)
    return [act for one in rows for act in _told(facts, one, number, owner, ())]


def _told(facts: FlowFacts, given: object, number: int, owner: int, around: tuple[str, ...]) -> Iterator[Act]:
    written = given if isinstance(given, list) else []
    row = [*written, *_EMPTY[len(written) :]]
    kind, name, receiver, said, target, certainty, model = (str(row[place]) for place in (1, 2, 3, 5, 6, 7, 8))
    line, at = int(str(row[0])), int(str(row[4]))
    position, path = facts.index.position, facts.index.heads[number].file_path
    leads, is_dispatched = position.get(target, -1), receiver in (*_OWN, _ABOVE)
    if kind == "call" and is_dispatched and owner >= 0:
        found = _above(facts, number, owner, name) if receiver == _ABOVE else facts.method(owner, name)
        leads = found if found >= 0 else leads
        if leads < 0:
            inner = _of_library(facts, owner, name) if name not in around and len(around) < _FARTHEST else []
            is_written = "." in name or receiver == _ABOVE  # what is done with a form or by `super()` has its line there
            for one in inner:
                place = line if is_written else one[0]
                told = [place, *one[1:4], at, *one[5:]]
                yield from _told(facts, told, number if is_written else owner, owner, (*around, name))
            return
    elif kind in ("save", "destroy") and receiver == _ABOVE and owner >= 0:
        leads = _above(facts, number, owner, name)
        kind = "call" if leads >= 0 else kind  # of another class above the one that runs it
        if kind != "call" and facts.is_model(owner):
            model = facts.index.keys[owner]
    if kind == "unknown":
        if possible := facts.called(name):
            yield Act("call", name, receiver, path, line, at, certainty="dynamic", possible=possible)
        return
    leads = facts.implementation(leads) if leads >= 0 and not is_dispatched else leads
    typed = Typed("record", position[model], certainty) if model in position else None
    shown = "" if is_dispatched else receiver or ("of" if kind == "call" else "")
    event = _EVENTS.get(name, "save") if kind in ("save", "destroy") else ""
    if kind != "call" or leads >= 0:
        yield Act(kind, name, shown, path, line, at, said, leads, certainty or "declared", typed, event)


def _of_library(facts: FlowFacts, owner: int, name: str) -> list[list[object]]:
    """Return what a method of a library does for a class, as rows."""
    rows = table_in(facts.of(owner), "library").get(name)
    return [list(one) for one in rows if isinstance(one, list)] if isinstance(rows, list) else []


def _above(facts: FlowFacts, number: int, owner: int, name: str) -> int:
    """Return the method that `super()` means in the method of a class, as the class that runs it inherits it."""
    here, lineage = facts.owner(number), facts.lineage(owner)
    behind = lineage[lineage.index(here) + 1 :] if here in lineage else ()
    return next((found for one in behind if (found := facts.own_method(one, name)) >= 0), -1)
