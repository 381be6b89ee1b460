"""The nested scopes of Rails' route mapper, as one immutable value.

It follows `ActionDispatch::Routing::Mapper` in Rails 5 to 8. Every block opens a scope made from the one around it. A route
combines its own options with its scope.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from core.extract.ruby.evaluate.kinds import Code, Options, Value
from core.extract.ruby.words.inflect import Inflections

CANONICAL_ACTIONS = ("index", "create", "new", "show", "update", "destroy")
"""Actions whose path is that of the resource itself."""

_ALL_ACTIONS = ("index", "create", "new", "show", "update", "destroy", "edit")
_MEMBER_ACTIONS = ("show", "create", "update", "destroy", "new", "edit")


@dataclass(frozen=True, slots=True)
class Resource:
    """One `resources` (or, with `single`, `resource`) declaration: its words, paths and actions."""

    name: str
    path: str
    controller: str
    plural: str
    singular: str
    param: str
    single: bool
    shallow: bool
    actions: tuple[str, ...]

    @property
    def member_name(self) -> str:
        """The word that names one of them in helper methods."""
        return self.singular

    @property
    def collection_name(self) -> str:
        """The word that names all of them in helper methods."""
        if self.single:
            return self.singular
        return f"{self.plural}_index" if self.singular == self.plural else self.plural

    @property
    def member_path(self) -> str:
        """The path of one of them, below the scope."""
        return self.path if self.single else f"{self.path}/:{self.param}"

    @property
    def nested_path(self) -> str:
        """The path below which nested resources live."""
        return self.path if self.single else f"{self.path}/:{self.singular}_{self.param}"


@dataclass(frozen=True, slots=True)
class RouteScope:
    """Everything that `scope`, `namespace`, `resources` and their kin set for the routes inside them.

    `level` is `""`, `resources`, `resource`, `nested`, `new`, `member`, `collection` or `root`.
    """

    path: str = ""
    shallow_path: str = ""
    name: str = ""
    shallow_prefix: str = ""
    module: str = ""
    controller: str = ""
    action: str = ""
    to: Value = None
    via: tuple[str, ...] = ()
    format: Value = None
    path_names: tuple[tuple[str, str], ...] = ()
    defaults: tuple[tuple[str, Value], ...] = ()
    only: tuple[str, ...] | None = None
    excluded: tuple[str, ...] | None = None
    shallow: bool = False
    level: str = ""
    resource: Resource | None = None
    shallow_depth: int = 0

    def below(self, path: Value) -> RouteScope:
        """Return the scope with this path appended; nothing is appended for nil."""
        return self if path is None else replace(self, path=normal_path(f"{self.path}/{path_of(path)}"))

    def at(self, level: str) -> RouteScope:
        """Return the scope on another level of a resource."""
        return replace(self, level=level)

    def opened(self, resource: Resource) -> RouteScope:
        """Return the scope inside a resource; Rails shortens paths from the second shallow one on."""
        depth = self.shallow_depth + resource.shallow
        level = "resource" if resource.single else "resources"
        return replace(self, level=level, resource=resource, controller=resource.controller, shallow_depth=depth)

    def shortened(self) -> RouteScope:
        """Return the scope whose path and name start again at the shallow ones."""
        return replace(self, path=self.shallow_path, name=self.shallow_prefix)

    def named(self, word: Value) -> RouteScope:
        """Return the scope with this word added to the helper names."""
        return replace(self, name=joined(self.name, word)) if word else self

    def in_module(self, module: Value) -> RouteScope:
        """Return the scope with this module added to the controllers' paths."""
        return replace(self, module=f"{self.module}/{module}" if self.module else str(module)) if module else self

    @property
    def in_resource(self) -> bool:
        """Whether the block is directly that of a resource."""
        return self.level in ("resources", "resource")

    @property
    def in_resource_method(self) -> bool:
        """Whether canonical actions stand for the path itself here."""
        return self.level in ("collection", "member", "new")

    @property
    def is_shallow(self) -> bool:
        """Whether members of the open resource are reached by a short path."""
        return self.shallow and self.resource is not None and not self.resource.single

    def path_name(self, action: str) -> str:
        """Return the word that stands for an action in paths."""
        return dict(self.path_names).get(action, action)


def path_of(value: Value) -> str:
    """Return a path as written; what only a running program knows stands as `#{…}`."""
    if not isinstance(value, Code):
        return str(value)
    return value.source.strip("\"'") if value.source[:1] in "\"'" else f"#{{{value.source}}}"


def normal_path(path: str) -> str:
    """Return a path as Rails normalises it: one leading slash, none at the end, optional leading parts inside brackets."""
    path = re.sub(r"/+", "/", f"/{path}").rstrip("/") or "/"
    path = re.sub(r"/(\(+)/?", r"\1/", path)
    if re.match(r"^(\(+[^)]+\))(\(+/:[^)]+\))*$", path):
        path = re.sub(r"^(\(+)/", r"/\1", path, count=1)
    return path


def joined(*words: Value) -> str:
    """Return the words that are there, with underscores between them."""
    return "_".join(str(word) for word in words if word)


def new_resource(name: str, options: Options, scope: RouteScope, inflections: Inflections, single: bool) -> Resource:
    """Return what a `resources :name` or `resource :name` line declares; an outer scope's limits hold unless it has its own."""
    word = str(options.get("as") or name)
    plural = inflections.pluralize(word) if single else word
    singular = word if single else inflections.singularize(word)
    return Resource(
        name=name,
        path=path_of(name if options.get("path") is None else options["path"]),
        controller=str(options.get("controller") or (inflections.pluralize(name) if single else name)),
        plural=plural,
        singular=singular,
        param=str(options.get("param") or "id"),
        single=single,
        shallow=scope.shallow,
        actions=_actions(options, scope, single),
    )


def _actions(options: Options, scope: RouteScope, single: bool) -> tuple[str, ...]:
    actions = _MEMBER_ACTIONS if single else _ALL_ACTIONS
    only, excluded = options.get("only"), options.get("except")
    if "only" not in options and "except" not in options:
        only, excluded = scope.only, scope.excluded
    if only is not None:
        return tuple(action for action in actions if action in names(only))
    return tuple(action for action in actions if action not in names(excluded or ()))


def names(value: Value) -> tuple[str, ...]:
    """Return a symbol, a string or a list of them as a tuple of strings."""
    parts = value if isinstance(value, (list, tuple)) else [value]
    return tuple(str(part) for part in parts if isinstance(part, str))
