"""Relations for calls on values of inferred class, and counts of unresolved calls by reason.

Call `TypedCalls.inferred` for the type of an expression, such as a variable or a chain of calls, in a definition of a file.
The expression is a term. `Reference.receiver` has the term of a call's receiver, and `core.extract.ruby.reading.terms.term_of`
makes terms from nodes. `TypedCalls.in_template` gives the scope of a template.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.extract.facts import FileFacts, Reference
from core.extract.rails.application.application import Application
from core.extract.rails.typing.receivers import RailsTypes
from core.extract.rails.views.names import Template
from core.extract.ruby.typing.inference import Inference, Inferred, TypeScope
from core.extract.ruby.typing.type_sources import on_class
from core.extract.ruby.typing.types import CLASS, LIBRARY, ONE, QUERY, ValueType, ValueTypes
from core.extract.ruby.words.library import tells
from core.model.facts import MOVES

_LONGEST = 60  # letters of a reason
_HANDED = 3  # objects that hand a call on to each other
_MOST = 3  # methods that one call may mean
_CALLED = (ONE, CLASS, QUERY)
_BUILDERS = frozenset({"json", "xml", "config", "params", "request", "response", "session", "env", "settings", "options"})
_CALLED_BY_RAILS = frozenset({"controller", "mailer", "mailbox", "channel", "migration"})
_MIRRORS = ("Presenter", "Decorator", "Client", "Api", "API", "Adapter", "Wrapper")
"""Ends of the names of classes that have methods called like those of what they stand before."""

_OF_ASSOCIATIONS = ("build_", "create_", "reload_")
_VIEWS = frozenset({"helpers", "helper", "template", "view_context", "view", "h"})


class TypedCalls:
    """Finds what calls on values mean in one application."""

    def __init__(
        self, app: Application, inference: Inference, receivers: RailsTypes, lookup: Callable[[str, str, bool], str | None]
    ) -> None:
        self._app = app
        self._inference = inference
        self._receivers = receivers
        self._lookup = lookup

    def inferred(self, facts: FileFacts, term: str, position: int, lexical: Sequence[str]) -> Inferred:
        """Return the types of a term in a definition of a file (`lexical` are the names of the scopes around it)."""
        return self._inference.of(term, self.standing(facts, position, lexical))

    def given(self, owner: str, name: str) -> ValueTypes:
        """Return the types of what a method of an instance gives."""
        return self._inference.of(f".{name}", TypeScope(ValueType(ONE, owner), (owner,))).types

    @staticmethod
    def standing(facts: FileFacts, position: int, lexical: Sequence[str]) -> TypeScope:
        """Return where the code of a definition stands."""
        own = ValueType(CLASS if on_class(facts, position) else ONE, lexical[0]) if lexical else None
        definition = facts.definitions[position] if position >= 0 else None
        named = definition.name if definition is not None and definition.kind == "method" else ""
        level = "." if own is not None and own.kind == CLASS else "#"
        return TypeScope(own, tuple(lexical), facts.is_test, method=(level, named) if named else ("", ""))

    def in_template(self, template: Template) -> TypeScope:
        """Return where the code of a template stands: it sees the variables of its controller, mailer or component."""
        name = self._app.inflections.camelize(template.folder)
        path = self._app.inflections.camelize(template.path)
        names = (name, path) if template.is_sidecar else (f"{name}Controller", name, f"{name}Mailer", "ApplicationController")
        owner = next((one for one in names if one in self._app.names.constants), "")
        return TypeScope(ValueType(ONE, owner) if owner else None, (owner,) if owner else (), False, not template.is_sidecar)

    def calls(self, reference: Reference, at: TypeScope) -> tuple[list[str], str, Inferred]:
        """Return the keys of the methods that a call on a value may mean, and how that is known; or nothing, and why not.

        The last is what the value is.
        """
        term = term_of_call(reference)
        found = self._inference.of(term, at)
        keys = {key: None for one in found.types for key in self.answering(one, reference.name)}
        if 0 < len(keys) <= _MOST:
            return list(keys), f"{'named' if found.named else 'typed'}:{shown(term)}", found
        only = self.only(reference.name, term) if not keys and self._is_open(term, at) else None
        if only is not None:
            return [only], f"named:{reference.name}", found
        return [], self._why_not(reference, found), found

    def answering(self, type_: ValueType, name: str, steps: int = 0) -> list[str]:
        """Return the keys of the methods that a value answers a call with: its own, else those that it hands the call to."""
        if type_.kind not in _CALLED or steps > _HANDED:
            return []
        if (key := self._lookup(type_.name, name, type_.kind != ONE)) is not None:
            return [key]
        if type_.kind != ONE:
            return []
        at = TypeScope(type_, (type_.name,))
        for holder in (type_.name, *self._app.names.ancestors(type_.name)):
            term = self._receivers.member(type_.name, holder, "#", name)
            head, _, last = term.rpartition(".") if isinstance(term, str) else ("", "", "")
            if head and not head.startswith("~"):  # `delegate :name, to: :account`
                found = self._inference.of(head, at)
                return [] if found.named else [key for one in found.types for key in self.answering(one, last, steps + 1)]
        return [key for one in self.wrapped(type_) for key in self.answering(one, name, steps + 1)]

    def wrapped(self, type_: ValueType) -> ValueTypes:
        """Return what an object asks for what it does not define itself; empty for one that is no delegator."""
        is_delegator = type_.kind == ONE and self._inference.wraps(type_.name)
        return self._inference.of("<", TypeScope(type_, (type_.name,))).types if is_delegator else ()

    def only(self, name: str, term: str = "") -> str | None:
        """Return the only method of the application with a name that tells enough, None if it may be another's.

        An attribute, an association or a scope of the name is another; so is a method of a library. What only a framework
        calls, or its own class, is not meant; what a presenter or a helper has only on what is called so.
        """
        found = self._app.bodies.only(name)
        plain, word = name.removesuffix("="), shown(term).rpartition(".")[2].lstrip("@")
        if found is None or (name in MOVES and self._app.machines):
            return None
        if name in self._app.scope_names or self._is_declared(plain.rstrip("!")) or not tells(plain):
            return None
        owner = self._app.names.constants.get(found[0])
        type_ = self._app.types.of(owner) if owner is not None and not owner.hollow else ""
        if word in _BUILDERS or type_ in _CALLED_BY_RAILS or self._is_hidden(found[0], name, found[1]):
            return None
        if type_ == "helper" and word not in _VIEWS:
            return None
        mirror = next((last for part in found[0].split("::") for last in _MIRRORS if part.endswith(last)), "")
        if mirror and not word.endswith(mirror.lower()):
            return None
        return self._app.method_key(found[0], name, found[1])

    def _is_declared(self, name: str) -> bool:
        """Tell whether any class has an attribute or an association of a name, or one that gives it such a method."""
        if name.endswith("?"):
            return name in self._receivers.names or name[:-1] in self._receivers.asked  # of a record each attribute has one
        made = [name.removeprefix(before) for before in _OF_ASSOCIATIONS if name.startswith(before)]
        listed = [self._app.inflections.pluralize(name.removesuffix("_ids"))] if name.endswith("_ids") else []
        return any(one in self._receivers.names for one in (name, *made, *listed))

    def _is_hidden(self, owner: str, name: str, singleton: bool) -> bool:
        place = self._app.bodies.method(owner, name, singleton)
        return place is not None and place.definition.visibility != "public"

    def _is_open(self, term: str, at: TypeScope) -> bool:
        """Tell whether a value may be of any class: not of a constant that is a library's."""
        root = term.partition(".")[0]
        return not root[:1].isupper() or self._app.names.resolve(root, at.scopes, at.is_test) is not None

    def _why_not(self, reference: Reference, found: Inferred) -> str:
        name = reference.name.removesuffix("=")
        if any(one.kind == LIBRARY for one in found.types) or not self._is_ours(name):
            return "calls_library"
        if any(self._inference.declares(one.name, "#", name) for one in found.types if one.kind == ONE):
            return "calls_attributes"
        return "calls_unknown" if found.types else "calls_open"

    def _is_ours(self, name: str) -> bool:
        """Tell whether any class of the application has a method, a scope, an association or an attribute of this name."""
        return self._app.bodies.is_defined(name) or name in self._app.scope_names or name in self._receivers.names


def term_of_call(reference: Reference) -> str:
    """Return the term of what a call is made on."""
    chain = reference.metadata.get("chain")
    return ".".join([reference.receiver, *chain]) if chain else reference.receiver


def term_of_given(reference: Reference) -> str:
    """Return the term of what a call is made on that is given names of columns; empty where none is known."""
    root, chain = reference.receiver, ".".join(reference.metadata.get("chain", ()))
    if root == "?":
        return ""
    if root == "" or root[:1].islower():
        start = str(reference.metadata.get("term", "")) if root and root != "self" else root
        return f"{start}.{chain}" if chain and (start or not root) else start
    return f"{root}.{chain}" if chain else root


def shown(term: str) -> str:
    """Return a term as people write it: `@story.user` for the first of its branches, without what only linking needs."""
    steps = [step for step in term.partition("|")[0].split(".") if step[:1] not in ("?", "*", "+")]
    words = ".".join(step.partition("&")[0] for step in steps).strip("~!.")
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"


def is_value(reference: Reference) -> bool:
    """Tell whether a call is made on a value of which only types tell something."""
    return reference.receiver[:1] in ("@", "~", ".", "!") or "." in reference.receiver or "|" in reference.receiver
