"""Habits of standard libraries: which methods of a list, an option or a task give what it holds, and hand it to a function."""

from __future__ import annotations

from core.extract.described.named import EXTERNAL, MeantType

_ELEMENT = frozenset(
    (
        "get", "getFirst", "getLast", "first", "last", "find", "orElse", "orElseThrow", "orElseGet",
        "single", "firstOrNull", "lastOrNull", "getOrNull", "singleOrNull", "elementAt", "First", "FirstOrDefault",
        "Single", "SingleOrDefault", "Last", "LastOrDefault", "Find", "Dequeue", "Pop", "block", "next", "poll", "peek",
        "remove", "removeFirst", "removeLast", "popLast", "randomElement", "FirstAsync", "FirstOrDefaultAsync",
        "SingleAsync", "SingleOrDefaultAsync", "GetValueOrDefault",
    )
)  # fmt: skip
_SAME = frozenset(
    (
        "stream", "parallelStream",
        "findFirst", "findAny", "filter", "sorted", "distinct", "limit", "skip", "toList", "iterator", "reversed",
        "sortedBy", "filterNotNull", "take", "drop", "Where", "OrderBy", "OrderByDescending", "ThenBy", "Take", "Skip",
        "Distinct", "ToList", "ToArray", "AsQueryable", "AsNoTracking", "Include", "ToListAsync", "shuffled", "prefix",
        "suffix", "dropFirst", "dropLast", "or", "switchIfEmpty",
    )
)  # fmt: skip
_HANDED = frozenset(
    (
        "forEach", "map", "filter", "flatMap", "anyMatch", "allMatch", "noneMatch", "mapToInt", "mapToLong", "ifPresent",
        "removeIf", "takeWhile", "dropWhile", "any", "all", "none", "first", "firstOrNull", "last", "find", "filterNot",
        "mapNotNull", "associateBy", "groupBy", "sortedBy", "sumOf", "count", "onEach", "single", "maxBy", "minBy",
        "partition", "flatMapSequential", "concatMap", "doOnNext", "Select", "Where", "Any", "All", "First",
        "FirstOrDefault", "Single", "SingleOrDefault", "SelectMany", "OrderBy", "OrderByDescending", "GroupBy",
        "ToDictionary", "ForEach", "Count", "Sum", "Max", "Min", "Find", "contains", "compactMap", "allSatisfy",
        "removeAll", "firstIndex",
    )
)  # fmt: skip
_ITSELF = frozenset(("let", "also", "takeIf", "takeUnless"))
_MAPS = frozenset(("Map", "HashMap", "LinkedHashMap", "ConcurrentHashMap", "Dictionary", "IDictionary", "MutableMap"))
_TASKS = frozenset(("Task", "ValueTask"))
_VALUES = frozenset(("get", "getOrDefault", "remove", "getValue", "computeIfAbsent", "put", "getOrPut"))


def gives(type_: MeantType, name: str) -> MeantType | None:
    """Return what a method of a library's type gives that holds types of ours; None where that is not known."""
    if not type_.given:
        return None
    if _last(type_) in _MAPS:
        return type_.given[-1] if name in _VALUES else None
    if len(type_.given) != 1:
        return None
    if name in _SAME:
        return type_
    return type_.given[0] if name in _ELEMENT else None


def hands_over(type_: MeantType, name: str) -> MeantType | None:
    """Return what a function gets that is given to a method of a value."""
    if name in _ITSELF:
        return type_
    holds = type_.kind == EXTERNAL and len(type_.given) == 1
    return type_.given[0] if holds and name in _HANDED else None


def is_awaited(type_: MeantType) -> bool:
    """Tell whether a type stands for what is there later."""
    return type_.kind == EXTERNAL and _last(type_) in _TASKS


def _last(type_: MeantType) -> str:
    return type_.name.rpartition(".")[2]
