"""Habits of standard libraries: which methods of a list, an option or a task give what it holds, and hand it to a function."""

from __future__ import annotations

from core.extract.described.named import EXTERNAL, MeantType

_ELEMENT = frozenset(
    (
        "get", "getFirst", "getLast", "first", "last", "find", "orElse", "orElseThrow", "orElseGet", "single",
        "firstOrNull", "lastOrNull", "getOrNull", "singleOrNull", "elementAt", "First", "FirstOrDefault", "Single",
        "SingleOrDefault", "Last", "LastOrDefault", "Find", "Dequeue", "Pop", "block", "next", "join", "poll", "peek", "remove",
        "removeFirst", "removeLast", "popLast", "randomElement", "FirstAsync", "FirstOrDefaultAsync", "SingleAsync",
        "SingleOrDefaultAsync", "GetValueOrDefault",
    )
)  # fmt: skip
_SAME = frozenset(
    (
        "values", "unique", "reject", "sortBy", "sortByDesc", "where", "whereIn", "merge", "keyBy", "toBase", "collect", "each",
        "push", "load", "loadMissing", "whereNotNull", "whereNotIn", "all",
        "stream", "parallelStream", "ConfigureAwait", "WaitAsync", "AsEnumerable", "AsReadOnly", "Reverse", "ToHashSet",
        "Concat", "Union", "Except", "Append", "Prepend", "SkipWhile", "TakeWhile", "ToImmutableList", "peek", "asSequence",
        "findFirst", "findAny", "filter", "sorted", "distinct", "limit", "skip", "toList", "iterator", "reversed",
        "sortedBy", "filterNotNull", "take", "drop", "Where", "OrderBy", "OrderByDescending", "ThenBy", "Take", "Skip",
        "Distinct", "ToList", "ToArray", "AsQueryable", "AsNoTracking", "Include", "ToListAsync", "shuffled", "prefix",
        "suffix", "dropFirst", "dropLast", "or", "switchIfEmpty",
    )
)  # fmt: skip
_HANDED = frozenset(
    (
        "each", "reject", "sortBy", "sortByDesc", "keyBy", "every", "some", "unique", "flatten", "tap", "transform", "avg",
        "forEach", "map", "filter", "flatMap", "anyMatch", "allMatch", "noneMatch", "mapToInt", "mapToLong", "ifPresent",
        "removeIf", "takeWhile", "dropWhile", "any", "all", "none", "first", "firstOrNull", "last", "find", "filterNot",
        "mapNotNull", "associateBy", "groupBy", "sortedBy", "sumOf", "count", "onEach", "single", "maxBy", "minBy",
        "partition", "flatMapSequential", "concatMap", "doOnNext", "Select", "Where", "Any", "All", "First",
        "FirstOrDefault", "Single", "SingleOrDefault", "SelectMany", "ThenBy", "ThenByDescending", "Last", "LastOrDefault",
        "TakeWhile", "SkipWhile", "Exists", "FindAll", "RemoveAll", "TrueForAll", "ToLookup", "Average", "MaxBy", "MinBy",
        "DistinctBy", "ExceptBy", "thenAccept", "thenApply", "thenCompose", "whenComplete", "peek", "sorted", "toMap",
        "mapToDouble", "mapToObj", "AnyAsync", "AllAsync", "CountAsync", "FirstAsync", "FirstOrDefaultAsync", "SingleAsync",
        "SingleOrDefaultAsync", "Include", "ifPresentOrElse", "doOnSuccess", "subscribe", "compute", "sortedByDescending",
        "distinctBy", "sumBy", "associate", "associateWith", "filterIsInstance", "lastOrNull", "singleOrNull", "maxOf",
        "minOf", "maxByOrNull", "minByOrNull", "indexOfFirst", "OrderBy", "OrderByDescending", "GroupBy", "ToDictionary",
        "ForEach", "Count", "Sum", "Max", "Min", "Find", "contains", "compactMap", "allSatisfy", "removeAll", "firstIndex",
    )
)  # fmt: skip
_CASES = {"from": False, "tryFrom": False, "valueOf": False, "cases": True, "values": True, "entries": True, "allCases": True}
_MAPPED = frozenset(("map", "mapToObj", "Select", "mapNotNull", "compactMap", "thenApply", "thenApplyAsync"))
_FLAT = frozenset(("flatMap", "SelectMany", "thenCompose", "flatMapSequential", "concatMap", "flatMapMany"))
_RUNS = frozenset(("let", "run", "with"))
_WRAPPED = frozenset(
    ("of", "ofNullable", "asList", "just", "listOf", "setOf", "mutableListOf", "FromResult", "completedFuture")
)
GIVING = _MAPPED | _FLAT | _RUNS | _WRAPPED
"""Methods whose result is known by what the function gives, or the value is, that they are given."""
_FUNCTIONS = frozenset(
    ("Func", "Action", "Predicate", "Consumer", "Function", "BiFunction", "BiConsumer", "UnaryOperator", "BiPredicate",
     "BinaryOperator", "Expression", "ToIntFunction", "ToLongFunction", "ToDoubleFunction")
)  # fmt: skip
_PAIRS = frozenset(("KeyValuePair", "Entry", "Pair"))
_PARTS = {"Key": 0, "Value": 1, "key": 0, "value": 1, "getKey": 0, "getValue": 1, "first": 0, "second": 1,
          "getFirst": 0, "getSecond": 1, "Item1": 0, "Item2": 1, "Item3": 2, "component1": 0, "component2": 1}  # fmt: skip
_KEYS = frozenset(("Keys", "keySet", "keys"))
_ALL_VALUES = frozenset(("Values", "values"))
_ENTRIES = frozenset(("entrySet", "entries"))
_HELD = frozenset(("Value", "Result", "value", "Current", "get"))  # what a holder of one value has it as
_MADE = frozenset(
    ("GetRequiredService", "GetService", "GetRequiredKeyedService", "GetKeyedService", "Resolve", "Deserialize",
     "DeserializeAsync", "ReadFromJsonAsync", "GetFromJsonAsync", "DeserializeObject", "CreateInstance", "getBean")
)  # fmt: skip
_SEQUENCES = frozenset(
    ("[]", "List", "IList", "IEnumerable", "ICollection", "IReadOnlyList", "IReadOnlyCollection", "IQueryable", "HashSet",
     "ISet", "Collection", "ObservableCollection", "ConcurrentBag", "Queue", "Stack", "IAsyncEnumerable", "DbSet")
)  # fmt: skip
_ITSELF = frozenset(("let", "also", "takeIf", "takeUnless"))
_MAPS = frozenset(
    ("Map", "HashMap", "LinkedHashMap", "TreeMap", "SortedMap", "ConcurrentMap", "ConcurrentHashMap", "EnumMap", "MutableMap",
     "Dictionary", "IDictionary", "IReadOnlyDictionary", "ConcurrentDictionary", "SortedDictionary", "ImmutableMap")
)  # fmt: skip
_TASKS = frozenset(("Task", "ValueTask"))
_VALUES = frozenset(("get", "getOrDefault", "remove", "getValue", "computeIfAbsent", "put", "getOrPut"))


def gives(type_: MeantType, name: str) -> MeantType | None:
    """Return what a method or property of a library's type gives that holds types of ours; None where that is not known."""
    if not type_.given:
        return None
    if type_.name[:1] == "(" or _last(type_) in _PAIRS:
        return part_of(type_, name)
    if _last(type_) in _MAPS:
        return _of_map(type_, name)
    if _last(type_) in _FUNCTIONS:
        return type_.given[-1] if name in ("apply", "Invoke", "invoke") else None
    if len(type_.given) != 1:
        return None
    if name in _SAME:
        return type_
    return type_.given[0] if name in _ELEMENT or name in _HELD else None


def _of_map(type_: MeantType, name: str) -> MeantType | None:
    if len(type_.given) != 2:
        return None
    if name in _KEYS or name in _ALL_VALUES:
        return MeantType(EXTERNAL, "[]", (type_.given[name in _ALL_VALUES],))
    if name in _ENTRIES:
        return MeantType(EXTERNAL, "[]", (MeantType(EXTERNAL, "Entry", type_.given),))
    return type_.given[-1] if name in _VALUES else None


_GIVEN_AS_IT_IS = {"kotlin": frozenset(("also", "apply", "takeIf", "takeUnless", "copy")), "php": frozenset(("tap",))}


def gives_itself(name: str, language: str) -> bool:
    """Tell whether a language gives every value a method of a name whose result is the value."""
    return name in _GIVEN_AS_IT_IS.get(language, ())


def of_enumeration(type_: MeantType, name: str) -> MeantType | None:
    """Return what a language gives every enumeration: one of its cases, or all of them."""
    if name not in _CASES:
        return None
    return MeantType(EXTERNAL, "[]", (type_,)) if _CASES[name] else type_


def part_of(type_: MeantType, part: str | int) -> MeantType | None:
    """Return the type of a part of several values, by its name or place; None where that is not known."""
    place = part if isinstance(part, int) else _PARTS.get(part)
    names = type_.name[1:-1].split(",") if type_.name[:1] == "(" else []
    if place is None and part in names:
        place = names.index(str(part))
    several = type_.name[:1] == "(" or _last(type_) in _PAIRS
    return type_.given[place] if several and place is not None and place < len(type_.given) else None


def is_function(text: str) -> bool:
    """Tell whether a type that is written so is one of functions."""
    return "->" in text or text.partition("<")[0].rpartition(".")[2] in _FUNCTIONS


def in_loop(type_: MeantType) -> MeantType | None:
    """Return what a loop over a value of a library's type gets."""
    if _last(type_) in _MAPS and len(type_.given) == 2:
        return MeantType(EXTERNAL, "Entry", type_.given)
    return type_.given[0] if len(type_.given) == 1 else None


def given_back(base: MeantType | None, name: str, value: MeantType) -> MeantType | None:
    """Return what a method gives by what the function, or the value, is that it is given; None where it is not known."""
    if name in _RUNS:
        return value
    if base is not None and base.kind != EXTERNAL:
        return None
    if value.kind == EXTERNAL and value.given and _last(value) in _FUNCTIONS:
        value = value.given[-1]
    if name in _WRAPPED:
        return MeantType(EXTERNAL, base.name if base is not None and base.name else "[]", (value,))
    if base is None:
        return None
    if name in _FLAT:
        return MeantType(EXTERNAL, base.name, value.given[-1:]) if value.kind == EXTERNAL else None
    return MeantType(EXTERNAL, base.name if len(base.given) == 1 else "[]", (value,))


def made_of(name: str, given: MeantType) -> MeantType | None:
    """Return what a library's method makes of the type that it is given: `GetRequiredService<Orders>()`."""
    return given if name in _MADE else None


def hands_out(type_: MeantType, name: str) -> MeantType | None:
    """Return what a method of a library's type hands out by its last argument."""
    return type_.given[-1] if name.startswith("Try") and type_.given else None


def is_sequence(type_: MeantType) -> bool:
    """Tell whether a library's type holds several values of one type."""
    return type_.kind == EXTERNAL and len(type_.given) == 1 and _last(type_) in _SEQUENCES


def hands_over(type_: MeantType, name: str, place: int = 0, several: bool = False) -> MeantType | None:
    """Return what a function gets at a place, maybe of several, that is given to a method of a value, or is the value."""
    if name in _ITSELF and place == 0:
        return type_
    if type_.kind == EXTERNAL and _last(type_) == "Expression" and type_.given and not name:
        return hands_over(type_.given[0], name, place, several)  # `Expression<Func<T, bool>>`
    if type_.kind == EXTERNAL and _last(type_) in _FUNCTIONS and not name:
        return type_.given[place] if place < len(type_.given) else None
    if type_.kind == EXTERNAL and len(type_.given) == 2 and _last(type_) in _MAPS and name in _HANDED and place < 2:
        return type_.given[place] if several else MeantType(EXTERNAL, "Entry", type_.given)
    if place:
        return None
    holds = type_.kind == EXTERNAL and len(type_.given) == 1
    return type_.given[0] if holds and name in _HANDED else None


def is_awaited(type_: MeantType) -> bool:
    """Tell whether a type stands for what is there later."""
    return type_.kind == EXTERNAL and _last(type_) in _TASKS


def _last(type_: MeantType) -> str:
    return type_.name.rpartition(".")[2]
