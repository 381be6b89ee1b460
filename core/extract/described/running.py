"""One program as it runs: what every step stands for, and which names it uses."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.extract.described.by_name import DescribedNames
from core.extract.described.eloquent import EloquentHabits, Habit
from core.extract.described.libraries import (
    given_back,
    gives,
    gives_itself,
    hands_out,
    hands_over,
    in_loop,
    is_awaited,
    is_sequence,
    made_of,
    of_enumeration,
    part_of,
)
from core.extract.described.named import AMBIGUOUS, EXTERNAL, PARAMETER, DefinedAt, Field, KnownTypes, MeantType, replaced
from core.extract.described.steps import UNKNOWN_STEP
from core.extract.described.types import parse_type
from core.extract.described.values import BY_HABIT, BY_NAME, OUTSIDE, StepUse, StepValue
from core.extract.facts import Definition, FileFacts

_MISSING = StepValue("missing")


class Running:
    """One program as it runs."""

    def __init__(
        self,
        types: KnownTypes,
        place: DefinedAt,
        field_type: Callable[[Field], MeantType],
        names: DescribedNames,
        habits: EloquentHabits,
    ) -> None:
        self._types, self._place, self._field_type = types, place, field_type
        self._names, self._habits = names, habits
        self._language = types.files[place.path].language
        self.values: list[StepValue | None] = []
        self.uses: list[StepUse] = []

    def step(self, step: list[str | int]) -> None:
        """Run one step."""
        self.values.append(_STEPS[str(step[0])](self, step))

    def _value(self, number: str | int) -> StepValue | None:
        return self.values[int(number)] if int(number) >= 0 else None

    def _instance(self, type_: MeantType, via: str = "") -> StepValue | None:
        if type_.kind == PARAMETER and (bound := self._types.bound(type_.name, self._place)) is not None:
            type_ = bound
        return StepValue("instance", type_, via=via) if type_.kind in ("known", EXTERNAL) else None

    def _note(self, name: str, line: int, is_call: bool, outcome: str, target: DefinedAt | None = None, via: str = "") -> None:
        self.uses.append(StepUse(name, line, is_call, outcome, target, via))

    def _typed(self, step: list[str | int]) -> StepValue | None:
        return self._instance(self._types.resolve(str(step[1]), self._place))

    def _type(self, step: list[str | int]) -> StepValue | None:
        type_ = self._types.resolve(str(step[1]), self._place)
        return StepValue("type", type_) if type_.kind in ("known", EXTERNAL) else None

    def _used(self, step: list[str | int]) -> StepValue | None:
        self._note_type(self._types.resolve(str(step[1]), self._place), str(step[1]), int(step[2]), False)
        return None

    def _note_type(self, type_: MeantType, name: str, line: int, is_call: bool) -> None:
        if type_.kind == "known":
            self._note(name, line, is_call, "resolved", self._types.types[type_.name][0])
        elif type_.kind:
            self._note(name, line, is_call, "value" if type_.kind == "$" else type_.kind)

    def _made(self, step: list[str | int]) -> StepValue | None:
        type_ = self._types.resolve(str(step[1]), self._place)
        self._construct(type_, str(step[1]), int(step[2]))
        return self._instance(type_)

    def _construct(self, type_: MeantType, name: str, line: int) -> None:
        """Note that something is made of a type: its constructor is called, or the type itself where it writes none."""
        members = self._types.own_members(type_.name) if type_.kind == "known" else {}
        kinds = (place for places in members.values() for place in places[:1])
        made = next((place for place in kinds if self._types.definition(place).kind == "constructor"), None)
        if made is not None:
            self._note(name, line, True, "resolved", made)
        else:
            self._note_type(type_, name, line, True)

    def _this(self, step: list[str | int]) -> StepValue | None:
        owner = self._types.owner(self._place)
        parameters = tuple(MeantType("$", name) for name in self._parameters(owner))
        return StepValue("instance", MeantType("known", owner, parameters)) if owner else None

    def _parameters(self, owner: str) -> list[str]:
        places = self._types.types.get(owner, ())
        return list(self._types.definition(places[0]).metadata.get("type_parameters", ())) if places else []

    def _super(self, step: list[str | int]) -> StepValue | None:
        owner = self._types.owner(self._place)
        above = next((type_ for type_, _ in self._types.parents(owner)), None) if owner else None
        return self._instance(above) if above is not None else None

    def _named(self, step: list[str | int]) -> StepValue | None:
        name, line, is_call = str(step[1]), int(step[2]), step[3] == "c"
        if name == "_":
            return None
        if len(step) > 4 and (of_receiver := self._of_receiver(step)) is not None:
            return of_receiver
        whole, facts = True, self._types.files[self._place.path]
        owners = list(self._types.owners(self._place))
        for owner in owners[:1] if facts.language == "elixir" else owners:
            own = MeantType("known", owner, tuple(MeantType("$", one) for one in self._parameters(owner)))
            found, known, complete = self._types.member(own, name, is_call)
            whole = whole and complete
            if self._is_constructor(found) and (not is_call or facts.language in ("java", "csharp")):
                continue  # the type, or a method of a base, that is called like the type: nothing is made without `new`
            if found is not None and not (is_call and isinstance(found, Field) and self._function(name) is not None):
                return self._member(found, known, name, line, is_call)
        if (function := self._function(name)) is not None:
            self._note(name, line, is_call, "resolved", function)
            return StepValue("member", place=function)
        if (value := self._file_value(name)) is not None:
            self._note(name, line, is_call, "value")
            return self._instance(self._field_type(value))
        if is_call and facts.language in ("java", "php", "csharp", "elixir"):
            imported = any(alias in (name, "*", "use") for alias, _, _ in self._types.imports(facts))
            self._note(name, line, True, "unexplained" if whole and not imported else EXTERNAL)
            return OUTSIDE
        return self._type_or_space(name, line, is_call, facts)

    def _of_receiver(self, step: list[str | int]) -> StepValue | None:
        """Return what a name means as a member of the value that the function around is called on."""
        base, name, is_call = self._held(step[4]), str(step[1]), step[3] == "c"
        found, known, _ = self._types.member(base.type, name, is_call) if base is not None else (None, {}, False)
        if base is None or found is None or base.type.kind != "known":
            return None
        return self._member(found, known, name, int(step[2]), is_call, base.via)

    def _is_constructor(self, found: DefinedAt | Field | None) -> bool:
        return isinstance(found, DefinedAt) and self._types.definition(found).kind == "constructor"

    def _type_or_space(self, name: str, line: int, is_call: bool, facts: FileFacts) -> StepValue | None:
        type_ = self._types.look_up_type(name, self._place)
        imported = {str(row[0]) for row in self._types.imports(facts)}
        if type_.kind == "known":
            if is_call:
                self._construct(type_, name, line)
            else:
                self._note_type(type_, name, line, False)
            return StepValue("type", type_)
        if type_.kind == EXTERNAL and (name[:1].isupper() or name in imported):
            self._note(name, line, is_call, EXTERNAL)
            return OUTSIDE if is_call and name[:1].islower() else StepValue("type", type_)
        if type_.kind == "space" or (type_.kind == EXTERNAL and not is_call):
            return StepValue("space", type_)
        self._note(name, line, is_call, AMBIGUOUS if type_.kind == AMBIGUOUS else "unexplained")
        return None

    def _visible(self, name: str) -> list[str]:
        """Return the names with namespaces that a bare name of a function or value may be, in their order."""
        facts = self._types.files[self._place.path]
        imported = [str(path) for alias, path, _ in self._types.imports(facts) if alias == name]
        if imported:
            return imported
        package = self._types.package(self._place)
        stars = [f"{path}.{name}" for path in self._types.stars(self._place)]
        return [f"{package}.{name}" if package else name, *stars, name]

    def _function(self, name: str) -> DefinedAt | None:
        if not self._types.is_ours(name):
            return None
        for path in self._visible(name):
            owner, _, member = path.rpartition(".")
            places = self._types.functions.get(path, ())
            if not places and owner in self._types.types:
                places = self._types.own_members(owner).get(member, ())  # `import static a.B.c`
            if found := next((place for place in places if self._may_be_called(place)), None):
                return found
        return None

    def _may_be_called(self, place: DefinedAt) -> bool:
        """Tell whether a function may be called by its bare name from a file: no extension, nothing private or of a script."""
        one = self._types.definition(place)
        is_own = place.path == self._place.path
        return "receiver" not in one.metadata and (is_own or (one.visibility != "private" and not place.path.endswith(".kts")))

    def _file_value(self, name: str) -> Field | None:
        values = self._types.values
        return next((values[path] for path in self._visible(name) if path in values), None) if values else None

    def _member(
        self, found: DefinedAt | Field, known: Mapping[str, MeantType], name: str, line: int, is_call: bool, via: str = ""
    ) -> StepValue | None:
        if isinstance(found, Field):
            self._note(name, line, is_call, "value")
            value = self._instance(replaced(self._field_type(found), known), via)
            return (
                value._replace(kind="giving") if value is not None and is_call and self._language in ("java", "php") else value
            )
        self._note(name, line, is_call, "resolved", found, via)
        return StepValue("member", place=found, known=known, via=via)

    def _selected(self, step: list[str | int]) -> StepValue | None:
        name, line, is_call = str(step[2]), int(step[3]), step[4] == "c"
        base = self._value(step[1])
        if base is None or base.kind == "outside":
            return self._by_name(name, line, is_call, base)
        if base.kind == "member":
            base = self._gives(base)
        if base is not None and base.kind == "space":
            return self._in_space(base.type.name, name, line, is_call)
        if base is None or base.type.kind not in ("known", EXTERNAL):
            return self._by_name(name, line, is_call, None)
        return self._of_type(base, name, line, str(step[4]))

    def _by_name(self, name: str, line: int, is_call: bool, base: StepValue | None) -> StepValue | None:
        """Return what a call means on a value of which nothing is known, where its name tells."""
        found = self._names.method(name, self._language) if is_call else None
        if found is None or not self._sees(found, name):
            self._note(name, line, is_call, "unexplained" if base is None else EXTERNAL)
            return base._replace(name=name) if base is not None and is_call else base
        via = f"{BY_NAME}{name}"
        self._note(name, line, True, "resolved", found, via)
        return StepValue("member", place=found, via=via)

    def _sees(self, found: DefinedAt, name: str) -> bool:
        """Tell whether a function that extends a type is imported here; methods of types always are."""
        one = self._types.definition(found)
        if "receiver" not in one.metadata:
            return one.visibility != "private" or found.path == self._place.path
        if self._language == "kotlin":
            return one.metadata["path"] in self._visible(name)
        space, own = self._types.package(found), self._types.package(self._place)
        stars = self._types.stars(self._place)
        is_around = own == space or own.startswith(f"{space}.")
        return is_around or space in stars or self._types.owner(found) in stars or self._names.seen_by_all(found)

    def _of_type(self, base: StepValue, name: str, line: int, mode: str) -> StepValue | None:
        for look_up in (self._property, self._own_member, self._added):
            found = look_up(base, name, line, mode)
            if found is not _MISSING:
                return found
        type_, is_call = base.type, mode == "c"
        whole = type_.kind == "known" and self._types.member(type_, name, is_call)[2]
        if not whole:
            self._names.foreign.add(name)
        self._note(name, line, is_call, "unexplained" if whole else EXTERNAL)
        given = gives(type_, name) if type_.kind == EXTERNAL else None
        if given is not None:
            return StepValue("giving" if is_call else "instance", given, via=base.via or BY_HABIT)
        if whole:
            return None
        return OUTSIDE._replace(name=name) if is_call else OUTSIDE

    def _property(self, base: StepValue, name: str, line: int, mode: str) -> StepValue | None:
        """Return what reading or writing a property means behind which a method is."""
        if base.type.kind != "known" or base.kind != "instance" or mode not in ("r", "w"):
            return _MISSING
        if self._language == "kotlin":
            accessor, known = self._types.accessor(base.type, name, mode == "w")
            if accessor is not None:
                member = self._member(accessor, known, name, line, True, base.via)
                return self._gives(member) if member is not None else None
        if self._language == "php" and (habit := self._habits.read(base.type, name)) is not None:
            self._note(name, line, False, "resolved", habit.target, base.via or BY_HABIT)
            if habit.type is not None:
                return self._instance(habit.type, base.via or BY_HABIT)
        return _MISSING

    def _own_member(self, base: StepValue, name: str, line: int, mode: str) -> StepValue | None:
        """Return the member of a type of ours, or of those above it."""
        type_, is_call = base.type, mode == "c"
        if type_.kind != "known":
            extended = self._types.own_members(type_.name).get(name)  # an extension of a library's type
            return self._member(extended[0], {}, name, line, is_call, base.via) if extended else _MISSING
        found, known, _ = self._types.member(type_, name, is_call)
        is_property = self._language == "php" and mode == "r" and base.kind == "instance"
        if found is not None and not (is_property and isinstance(found, DefinedAt)):  # a property of PHP is no method
            return self._member(found, known, name, line, is_call, base.via)
        cases = of_enumeration(type_, name) if base.kind == "type" and self._is_enumeration(type_) else None
        if cases is not None:
            self._note(name, line, is_call, EXTERNAL)
            return StepValue("giving" if is_call else "instance", cases, via=base.via)
        inner = f"{type_.name}.{name}"
        if base.kind == "type" and inner in self._types.types:
            own = MeantType("known", inner)
            self._construct(own, name, line) if is_call else self._note_type(own, name, line, False)
            return StepValue("type", own)
        return _MISSING

    def _added(self, base: StepValue, name: str, line: int, mode: str) -> StepValue | None:
        """Return what is not written in a type: an extension of it, or what a framework adds."""
        is_call = mode == "c"
        if (extension := self._extension(base, name)) is not None:
            self._note(name, line, is_call, "resolved", extension, base.via)
            return StepValue("member", place=extension, via=base.via)
        if not is_call:
            return _MISSING
        if gives_itself(name, self._language) and base.type.kind == "known":
            self._note(name, line, True, EXTERNAL)
            return base._replace(kind="giving")
        if self._language == "php" and (habit := self._habits.called(base.type, name)) is not None:
            return self._by_habit(habit, name, line, base)
        found = self._names.extension(name, self._language) if base.kind == "instance" else None
        if found is None or not self._sees(found, name):
            return _MISSING
        is_whole = base.type.kind == "known" and self._types.member(base.type, name)[2]
        return _MISSING if is_whole else self._by_name(name, line, True, OUTSIDE)

    def _is_enumeration(self, type_: MeantType) -> bool:
        return any(self._types.definition(place).kind == "enum" for place in self._types.types.get(type_.name, ()))

    def _by_habit(self, habit: Habit, name: str, line: int, base: StepValue) -> StepValue | None:
        via = base.via or BY_HABIT
        if habit.target is not None:
            self._note(name, line, True, "resolved", habit.target, via)
        else:
            self._note(name, line, True, EXTERNAL)
        return StepValue("giving", habit.type, via=via) if habit.type is not None else OUTSIDE._replace(name=name)

    def _extension(self, base: StepValue, name: str) -> DefinedAt | None:
        """Return the function outside of a type that is called like a method of it, if only one fits."""
        found = []
        for place in self._types.extensions.get(name, ()):
            receiver = self._types.resolve(str(self._types.definition(place).metadata["receiver"]), place)
            above = (one.name for one, _ in self._types.above(base.type.name)) if base.type.kind == "known" else ()
            is_meant = receiver.kind == PARAMETER or receiver.name in (base.type.name, "object", "Any")
            is_like = is_sequence(receiver) and is_sequence(base.type) and receiver.given == base.type.given
            if is_meant or is_like or receiver.name in above:
                found.append(place)
        names = {self._types.definition(place).qualified for place in found}
        return found[0] if len(names) == 1 else None

    def _in_space(self, space: str, name: str, line: int, is_call: bool) -> StepValue | None:
        whole = f"{space}.{name}"
        if whole in self._types.types:
            own = MeantType("known", whole)
            self._construct(own, name, line) if is_call else self._note_type(own, name, line, False)
            return StepValue("type", own)
        if whole in self._types.facades:
            return StepValue("space", MeantType("space", whole))
        if places := self._types.functions.get(whole):
            self._note(name, line, is_call, "resolved", places[0])
            return StepValue("member", place=places[0])
        if space in self._types.facades and (value := self._types.value_of_facade(space, name)) is not None:
            self._note(name, line, is_call, "value")
            held = self._instance(self._field_type(value))
            return held._replace(kind="giving") if held is not None and is_call else held
        if is_call:
            self._note(name, line, True, EXTERNAL if "." in space else "unexplained")
            return None
        return StepValue("space", MeantType(EXTERNAL, whole))

    def _gives(self, member: StepValue, given: tuple[MeantType, ...] = ()) -> StepValue | None:
        """Return what a method gives when it is called, maybe with types."""
        if member.place is None:
            return None
        one = self._types.definition(member.place)
        if one.kind == "constructor":
            return self._instance(MeantType("known", self._types.owner(member.place)))
        if "type" not in one.metadata and not (self._language == "php" and self._habits.relation(member.place) is not None):
            step = one.metadata.get("gives", UNKNOWN_STEP)
            return self._instance(replaced(self._field_type(Field(member.place, "", step)), member.known), member.via)
        if self._language == "php" and (relation := self._habits.relation(member.place)) is not None:
            return self._instance(relation, member.via)
        known = {**member.known, **dict(zip(one.metadata.get("type_parameters", ()), given, strict=False))}
        return self._instance(replaced(self._types.resolve(str(one.metadata["type"]), member.place), known), member.via)

    def _called(self, step: list[str | int]) -> StepValue | None:
        base = self._value(step[1])
        if base is None:
            return None
        given = parse_type(f"_<{step[2]}>").given if len(step) > 2 else ()
        types = tuple(self._types.resolve_written(one, self._place) for one in given)
        if base.kind == "member":
            return self._gives(base, types)
        if base.kind == "type":
            return self._instance(base.type, base.via)
        if base.kind == "outside":
            made = made_of(base.name, types[0]) if len(types) == 1 else None
            return self._instance(made, BY_HABIT) if made is not None else OUTSIDE
        if base.kind == "giving":
            return self._instance(base.type, base.via)
        called = gives(base.type, "Invoke") if base.kind == "instance" and base.type.kind == EXTERNAL else None
        return self._instance(called, base.via or BY_HABIT) if called is not None else None

    def _giving(self, step: list[str | int]) -> StepValue | None:
        type_ = self._types.resolve(str(step[1]), self._place)
        return StepValue("giving", type_) if type_.kind in ("known", EXTERNAL) else None

    def _held(self, number: str | int) -> StepValue | None:
        """Return the value of a step as an instance: of a method what it gives, as it can be called without parentheses."""
        base = self._value(number)
        base = self._gives(base) if base is not None and base.kind == "member" else base
        return base if base is not None and base.kind == "instance" else None

    def _element(self, step: list[str | int]) -> StepValue | None:
        base = self._held(step[1])
        if base is None:
            return None
        if base.type.kind != EXTERNAL:
            found, known, _ = self._types.member(base.type, "[]", False)
            if isinstance(found, Field):
                return self._instance(replaced(self._field_type(found), known), base.via)
            return self._looped(step)
        if not base.type.given:
            return None
        is_certain = base.type.name == "[]" or len(base.type.given) == 1
        return self._instance(base.type.given[-1], base.via or ("" if is_certain else BY_HABIT))

    def _looped(self, step: list[str | int]) -> StepValue | None:
        base = self._held(step[1])
        if base is None:
            return None
        line = (base.type, *(above for above, _ in self._types.above(base.type.name)))
        given = next((found for one in line if one.kind == EXTERNAL and (found := in_loop(one)) is not None), None)
        is_certain = base.type.kind == EXTERNAL and len(base.type.given) == 1
        return self._instance(given, base.via or ("" if is_certain else BY_HABIT)) if given is not None else None

    def _part(self, step: list[str | int]) -> StepValue | None:
        base = self._held(step[1])
        if base is None:
            return None
        if base.type.kind == EXTERNAL:
            given = part_of(base.type, int(step[2]))
            return self._instance(given, base.via) if given is not None else None
        return self._handed_out(base, "Deconstruct", int(step[2])) or self._positional(base, int(step[2]))

    def _positional(self, base: StepValue, number: int) -> StepValue | None:
        """Return the field of a record, in the order in which it declares them."""
        places = self._types.types.get(base.type.name, ())
        if not places:
            return None
        one = self._types.definition(places[0])
        fields: list[tuple[str, str, int, int]] = one.metadata.get("fields", []) if _is_positional(one) else []
        if number >= len(fields):
            return None
        field = Field(places[0], fields[number][1], fields[number][3])
        type_ = self._field_type(field)
        return self._instance(replaced(type_, self._types.replacements(base.type)), base.via)

    def _out(self, step: list[str | int]) -> StepValue | None:
        base = self._held(step[1])
        if base is None:
            return None
        if base.type.kind == EXTERNAL:
            given = hands_out(base.type, str(step[2]))
            return self._instance(given, BY_HABIT) if given is not None else None
        return self._handed_out(base, str(step[2]), int(step[3]))

    def _handed_out(self, base: StepValue, name: str, number: int) -> StepValue | None:
        """Return what a method hands out by a parameter that is written for that, if all of its overloads agree."""
        found, known, _ = self._types.member(base.type, name)
        if not isinstance(found, DefinedAt):
            return None
        text = dict(self._types.definition(found).metadata.get("out", ())).get(number)
        return self._instance(replaced(self._types.resolve(text, found), known), base.via) if text else None

    def _either(self, step: list[str | int]) -> StepValue | None:
        first = self._value(step[1])
        is_known = first is not None and first.kind != "outside"
        return first if is_known else self._value(step[2]) or first

    def _listed(self, step: list[str | int]) -> StepValue | None:
        base = self._held(step[1])
        return self._instance(MeantType(EXTERNAL, "[]", (base.type,)), base.via) if base is not None else None

    def _mapped(self, step: list[str | int]) -> StepValue | None:
        made, base, value = self._value(step[1]), self._value(step[2]), self._held(step[4])
        base = self._gives(base) if base is not None and base.kind == "member" else base
        if value is None or (base is None and int(step[2]) >= 0):
            return made
        given = given_back(base.type if base is not None else None, str(step[3]), value.type)
        return self._instance(given, value.via or BY_HABIT) if given is not None else made

    def _handed(self, step: list[str | int]) -> StepValue | None:
        base, name = self._held(step[1]), str(step[2])
        if base is None:
            return None
        type_ = hands_over(base.type, name, int(step[3]), bool(step[4])) or self._handed_by_own(base, name, int(step[3]))
        return self._instance(type_, base.via or BY_HABIT) if type_ is not None else None

    def _handed_by_own(self, base: StepValue, name: str, place: int) -> MeantType | None:
        """Return what a function gets from a method of ours that takes just one function."""
        found, known, _ = self._types.member(base.type, name) if base.type.kind == "known" else (None, {}, False)
        method = found if isinstance(found, DefinedAt) else self._extension(base, name)
        if method is None:
            return None
        functions: list[str] = self._types.definition(method).metadata.get("functions", [])
        if len(functions) != 1:
            return None
        return hands_over(replaced(self._types.resolve(functions[0], method), known), "", place)

    def _related(self, step: list[str | int]) -> StepValue | None:
        base = self._value(step[1])
        base = self._gives(base) if base is not None and base.kind == "member" else base
        for name, target in self._habits.named(base.type, str(step[2]), str(step[3])) if base is not None else ():
            self._note(name, int(step[4]), False, "resolved", target, BY_HABIT)
        return None

    def _awaited(self, step: list[str | int]) -> StepValue | None:
        base = self._value(step[1])
        if base is not None and base.kind == "instance" and is_awaited(base.type) and base.type.given:
            return self._instance(base.type.given[0], base.via)
        return base


def _is_positional(one: Definition) -> bool:
    """Tell whether a type can be taken apart into its fields, in the order in which they are declared."""
    return one.kind == "record" or one.signature.startswith("data class ") or " data class " in one.signature


_STEPS = {
    "t": Running._typed,
    "@": Running._type,
    "u": Running._used,
    "N": Running._made,
    "n": Running._named,
    ".": Running._selected,
    "(": Running._called,
    "y": Running._this,
    "^": Running._super,
    "[": Running._element,
    "e": Running._handed,
    "a": Running._awaited,
    "g": Running._giving,
    "*": Running._looped,
    "p": Running._part,
    "o": Running._out,
    "|": Running._either,
    "l": Running._listed,
    "m": Running._mapped,
    "s": Running._related,
}
