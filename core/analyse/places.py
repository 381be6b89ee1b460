"""Where a unit belongs at each level of a view: to itself, its owner, its file, folder, namespace or package."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePosixPath

from core.errors import SettingsError
from core.model import UnitHead
from core.model.packages import package_finder
from core.vocabulary import is_member

Units = Mapping[str, UnitHead]
"""What the analyses look at: the heads of the units by key, in the order of the keys."""

LEVELS = ("member", "unit", "file", "folder", "namespace", "package", "part")
"""The levels of a view, finest first."""

NO_NAMESPACE = "(root)"
_NAMESPACE_MARK = re.compile(r"(::|\.|/|\\)")


def places(units: Units, level: str, depth: int = 0, opened: Iterable[str] = ()) -> dict[str, str]:
    """Return for every unit the group that it belongs to.

    Of folders those that are `opened` give way to what lies directly inside: folders and files; an opened file to its units.

    `depth` > 0 keeps that many leading parts of a folder or namespace. Members belong to the outermost unit that is no
    container: a method to its class, a function inside a function to the outer one; a function directly in a file or
    module is a unit of its own, and so is a class in a module. Files without folder lie in `.`; units without namespace
    in `(root)`; units that no package's folder encloses in `(no package)`. Namespaces that differ in letter case only are one.
    """
    if level not in LEVELS:
        raise SettingsError(f"No level '{level}'. Choose from: {', '.join(LEVELS)}.")
    find = _finder(units, level, depth)
    unfolded = frozenset(opened)
    if not unfolded:
        return {key: find(key) for key in units}
    if level != "folder":
        raise SettingsError(f"A view by '{level}' has nothing to open. Choose level 'folder'.")
    return {key: _inside(units, key, find(key), unfolded) for key in units}


def members_of(owners: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the members of each unit that has some, by the places of the level `unit`."""
    found: dict[str, list[str]] = {}
    for key, unit in owners.items():
        if key != unit:
            found.setdefault(unit, []).append(key)
    return found


def _inside(units: Units, key: str, place: str, opened: frozenset[str]) -> str:
    """Return the innermost place of a unit that no opened one stands for; `place` is the outermost."""
    folder, path = _folder(units[key], 0), units[key].file_path or key
    while place in opened:
        if place == path:
            return owner(units, key)
        place = path if place == folder else f"{place}/{PurePosixPath(folder).relative_to(place).parts[0]}"
    return place


def _finder(units: Units, level: str, depth: int) -> Callable[[str], str]:
    if level == "member":
        return lambda key: key
    if level == "unit":
        return lambda key: owner(units, key)
    if level == "file":
        return lambda key: units[key].file_path or key
    if level == "folder":
        return lambda key: _folder(units[key], depth)
    if level == "namespace":
        spelled = _spellings(units)
        return lambda key: spelled[_namespace(units[owner(units, key)], depth)]
    package = package_finder(units)
    return lambda key: package(units[key])


def owner(units: Units, key: str) -> str:
    """Return the unit that a member belongs to, or the key itself when it is no member."""
    seen = {key}
    while _is_member(units, key) and units[key].parent not in seen:
        key = units[key].parent
        seen.add(key)
    return key


def _is_member(units: Units, key: str) -> bool:
    unit = units[key]
    parent = units.get(unit.parent)
    if parent is None or (unit.is_test and not parent.is_test):
        return False  # a test that is written in the namespace of what it tests is no part of it
    return is_member(unit.type, parent.type)


def _folder(unit: UnitHead, depth: int) -> str:
    path = unit.file_path if unit.type == "folder" else unit.file_path.rpartition("/")[0]
    return ("/".join(path.split("/")[:depth]) if depth else path) or "."


def _spellings(units: Units) -> dict[str, str]:
    """Return for every namespace how it is spelled most often: those that differ in letter case only are one."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)  # by what is above, all in small letters
    lines: dict[str, list[str]] = {NO_NAMESPACE: [NO_NAMESPACE]}
    for unit in units.values():
        parts = lines.setdefault(unit.namespace, _NAMESPACE_MARK.split(unit.namespace))
        for at in range(0, len(parts), 2):
            counts["".join(parts[: at + 1]).casefold()][parts[at]] += 1
    best = {folded: max(sorted(found), key=found.__getitem__) for folded, found in counts.items()}
    found = {NO_NAMESPACE: NO_NAMESPACE}
    for parts in lines.values():
        for end in range(1, len(parts) + 1, 2):
            written = "".join(parts[:end])
            spelled = (
                best.get("".join(parts[: at + 1]).casefold(), one) if at % 2 == 0 else one for at, one in enumerate(parts[:end])
            )
            found[written] = "".join(spelled)
    return found


def _namespace(unit: UnitHead, depth: int) -> str:
    namespace = unit.namespace
    if depth and namespace:
        parts = _NAMESPACE_MARK.split(namespace)
        namespace = "".join(parts[: 2 * depth - 1])
    return namespace or NO_NAMESPACE
