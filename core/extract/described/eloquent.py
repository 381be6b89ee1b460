"""Habits of Laravel's models: what relations, builders, scopes and factories give, which no code declares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from core.extract.described.named import EXTERNAL, DefinedAt, Field, KnownTypes, MeantType

_MODELS = frozenset(("Model", "Authenticatable", "User", "Pivot", "MorphPivot"))
_ONE = frozenset(("BelongsTo", "HasOne", "MorphOne", "HasOneThrough", "MorphTo"))
_MANY = frozenset(("HasMany", "BelongsToMany", "MorphMany", "MorphToMany", "HasManyThrough", "MorphedByMany"))
_RELATED = frozenset(f"{name[0].lower()}{name[1:]}" for name in _ONE | _MANY)
_FOUND = frozenset(
    ("find", "findOrFail", "findOrNew", "first", "firstOrFail", "firstOrCreate", "firstOrNew", "firstWhere", "create", "sole",
     "createQuietly", "forceCreate", "make", "updateOrCreate", "fresh", "refresh", "replicate", "load", "loadMissing", "fill",
     "forceFill", "createOrFirst", "getModel", "save", "associate", "dissociate", "setRelation", "makeVisible", "makeHidden")
)  # fmt: skip
_LISTED = frozenset(
    ("all", "get", "findMany", "paginate", "simplePaginate", "cursorPaginate", "cursor", "lazy", "getResults", "createMany",
     "makeMany", "saveMany")
)  # fmt: skip
_PLAIN = frozenset(
    ("count", "exists", "doesntExist", "sum", "max", "min", "avg", "pluck", "value", "delete", "update", "insert", "increment",
     "decrement", "toSql", "toArray", "getKey", "push", "sync", "attach", "detach", "toggle")
)  # fmt: skip
_STARTS = re.compile(
    r"^(?:where|orWhere|with|without|has|doesntHave|orHas|order|latest|oldest|select|join|leftJoin|query|newQuery|on|limit|"
    r"take|skip|offset|distinct|groupBy|when|unless|inRandomOrder|onlyTrashed|addSelect|lockForUpdate|tap|from)"
)
_BUILDER = re.compile(r"UseEloquentBuilder\s*\(\s*([\w\\]+)::class")
_MADE = frozenset(("create", "createOne", "createQuietly", "createOneQuietly", "make", "makeOne", "newModel"))


class Habit(NamedTuple):
    """What a name means: the method behind it, and the type of what it gives; either may be missing."""

    target: DefinedAt | None
    type: MeantType | None


class EloquentHabits:
    """What names mean on models, their builders, relations and factories."""

    def __init__(self, types: KnownTypes) -> None:
        self._types = types
        self._models: dict[str, bool] = {}
        self._relations: dict[DefinedAt, MeantType | None] = {}
        self._builders: dict[str, str] | None = None
        self._factories: dict[str, str] | None = None

    def is_model(self, path: str) -> bool:
        """Tell whether a class is a model."""
        if path not in self._models:
            self._models[path] = self._is_below(path, _MODELS)
        return self._models[path]

    def _is_below(self, path: str, names: frozenset[str]) -> bool:
        return any(one.kind == EXTERNAL and _last(one) in names for one, _ in self._types.above(path))

    def relation(self, place: DefinedAt) -> MeantType | None:
        """Return the relation that a method of a model declares, with the class that it leads to; None for another method."""
        if place not in self._relations:
            self._relations[place] = self._declared(place)
        return self._relations[place]

    def _declared(self, place: DefinedAt) -> MeantType | None:
        owner = self._types.owner(place)
        if not self.is_model(owner) and not self._is_trait(owner):
            return None
        steps = self._steps(place)
        members = [str(step[2]) for step in steps if step[0] == "."]
        kind = next((name for name in members if name in _RELATED), "")
        if not kind:
            return None
        given = next((self._types.resolve(str(step[1]), place) for step in steps if step[0] == "@"), None)
        is_known = given is not None and given.kind == "known"
        return MeantType(EXTERNAL, f"{kind[0].upper()}{kind[1:]}", (given,) if given is not None and is_known else ())

    def _steps(self, place: DefinedAt) -> list[list[str | int]]:
        programs = self._types.files[place.path].extra["programs"]
        return next((steps for number, steps in programs if number == place.number), [])

    def _is_trait(self, path: str) -> bool:
        types = self._types.types.get(path)
        return types is not None and self._types.definition(types[0]).kind == "trait"

    def read(self, type_: MeantType, name: str) -> Habit | None:
        """Return what reading a property of a model means: a relation, or what an accessor makes."""
        if type_.kind != "known" or not (self.is_model(type_.name) or self._is_trait(type_.name)):
            return None
        words = "".join(f"{word[:1].upper()}{word[1:]}" for word in name.split("_"))
        for written in (name, f"{words[:1].lower()}{words[1:]}", f"get{words}Attribute"):
            found, _, _ = self._types.member(type_, written)
            if not isinstance(found, DefinedAt):
                continue
            relation = self.relation(found)
            if relation is not None and written == name:
                held = relation.given[0] if relation.given else None
                is_one = relation.name in _ONE
                return Habit(found, held if is_one or held is None else MeantType(EXTERNAL, "Collection", (held,)))
            result = str(self._types.definition(found).metadata.get("type", ""))
            if written.startswith("get") or result.rpartition("\\")[2] == "Attribute":
                return Habit(found, None)
        return None

    def named(self, type_: MeantType, method: str, path: str) -> Iterator[tuple[str, DefinedAt]]:
        """Yield the relations that a path of names means which a method of a model, its query or a list of it is given."""
        is_own = type_.kind == "known" and isinstance(self._types.member(type_, method)[0], DefinedAt)
        model = self._model_of(type_, method) if not is_own else None  # a method of the class itself names what it likes
        for name in path.split("."):
            found = self._types.member(model, name)[0] if model is not None else None
            if model is None or not isinstance(found, DefinedAt):
                return
            yield name, found
            relation = self.relation(found)
            model = relation.given[0] if relation is not None and relation.given else None

    def _model_of(self, type_: MeantType, method: str) -> MeantType | None:
        """Return the model of which a value is one, many or a query."""
        if type_.kind == "known" and self._is_below(type_.name, frozenset(("Builder",))):
            builders = self._by_model().items()
            type_ = MeantType("known", next((model for model, builder in builders if builder == type_.name), ""))
        elif type_.kind == EXTERNAL and type_.given:
            is_query = _last(type_) in _ONE | _MANY | {"Builder"}
            type_ = type_.given[-1] if is_query or method.startswith("load") else MeantType("", "")
        return type_ if type_.kind == "known" and self.is_model(type_.name) else None

    def called(self, type_: MeantType, name: str) -> Habit | None:
        """Return what a call means of a method that neither a model, a builder, a relation nor a factory writes itself."""
        if type_.kind == EXTERNAL and len(type_.given) == 1:
            if _last(type_) in _ONE | _MANY | {"Builder"}:
                return self._of_query(type_.given[0], type_, name, True)
            if _last(type_) == "Factory":
                return Habit(None, type_.given[0] if name in _MADE else type_)
            return None
        if type_.kind != "known":
            return None
        if self.is_model(type_.name):
            if name == "factory":
                return Habit(None, self._factory(type_))
            return self._of_query(type_, MeantType(EXTERNAL, "Builder", (type_,)), name, False)
        if self._is_below(type_.name, frozenset(("Builder",))):
            model = next((model for model, builder in self._by_model().items() if builder == type_.name), "")
            return self._of_query(MeantType("known", model), type_, name, True) if model else Habit(None, type_)
        if self._is_below(type_.name, frozenset(("Factory",))):
            return self._of_factory(type_, name)
        return None

    def _of_query(self, model: MeantType, same: MeantType, name: str, is_query: bool) -> Habit | None:
        if model.kind != "known":
            return None
        scope, _, _ = self._types.member(model, f"scope{name[:1].upper()}{name[1:]}")
        if isinstance(scope, DefinedAt):
            return Habit(scope, same)
        builder = self._by_model().get(model.name, "")
        own = self._types.member(MeantType("known", builder), name)[0] if builder and builder != same.name else None
        if isinstance(own, DefinedAt):
            return Habit(own, MeantType("known", builder))
        if name in _FOUND:
            return Habit(None, model)
        if name in _LISTED:
            return Habit(None, MeantType(EXTERNAL, "Collection", (model,)))
        if name in _PLAIN or not (is_query or _STARTS.match(name)):
            return None
        return Habit(None, MeantType("known", builder) if builder else same)

    def _by_model(self) -> dict[str, str]:
        """Return by model the builder of its own, as an attribute or a method of it says."""
        if self._builders is None:
            self._builders = {path: builder for path in self._types.types if (builder := self._builder(path))}
        return self._builders

    def _builder(self, path: str) -> str:
        place = self._types.types[path][0]
        if self._types.files[place.path].language != "php" or not self.is_model(path):
            return ""
        marks = (_BUILDER.search(mark) for mark in self._types.definition(place).decorators)
        text = next((mark.group(1) for mark in marks if mark is not None), "")
        for name in ("newEloquentBuilder", "query"):
            for own in self._types.own_members(path).get(name, ()):
                text = text or str(self._types.definition(own).metadata.get("type", ""))
        found = self._types.resolve(text, place) if text else MeantType("", "")
        return found.name if found.kind == "known" else ""

    def _factory(self, model: MeantType) -> MeantType:
        if self._factories is None:
            paths = (path for path in self._types.types if path.endswith("Factory"))
            self._factories = {path.rpartition(".")[2]: path for path in paths}
        own = self._factories.get(f"{_last(model)}Factory", "")
        return MeantType("known", own) if own else MeantType(EXTERNAL, "Factory", (model,))

    def _of_factory(self, type_: MeantType, name: str) -> Habit:
        if name not in _MADE:
            return Habit(None, type_)
        text, place = _last(type_).removesuffix("Factory"), self._types.types[type_.name][0]
        field, _, _ = self._types.member(type_, "model", False)
        declared = self._types.resolve(text, place)
        if declared.kind != "known" and isinstance(field, Field):
            steps = self._steps(field.place)
            named = steps[field.step] if 0 <= field.step < len(steps) else []
            declared = self._types.resolve(str(named[1]), field.place) if named and named[0] == "@" else declared
        if declared.kind != "known":
            models = [path for path in self._types.types if path.rpartition(".")[2] == text and self.is_model(path)]
            declared = MeantType("known", models[0]) if len(models) == 1 else declared
        return Habit(None, declared if declared.kind == "known" else None)


def _last(type_: MeantType) -> str:
    return type_.name.rpartition(".")[2]
