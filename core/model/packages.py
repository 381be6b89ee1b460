"""Which package encloses a unit: a Packwerk package, an engine, a crate, a package of npm, pip or Go, by its folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import PurePosixPath

from core.model.units import UnitHead

NO_PACKAGE = "(no package)"
_PACKAGES = ("package", "crate", "engine")


def package_finder(units: Mapping[str, UnitHead]) -> Callable[[UnitHead], str]:
    """Return what gives the identifier of the innermost package around a unit; `(no package)` where none is."""
    package = cache(partial(_package, homes=_homes(units)))  # of a file's units one is looked up
    return lambda unit: package(unit.file_path or ".")


def packages_of(units: Mapping[str, UnitHead]) -> Mapping[str, str]:
    """Return the package of each unit by key; empty unless the units are in two or more packages."""
    find = package_finder(units)
    found = {key: find(unit) for key, unit in units.items()}
    return found if len(set(found.values()) - {NO_PACKAGE}) > 1 else {}


def _homes(units: Mapping[str, UnitHead]) -> dict[str, str]:
    """Return the folder of every package → its identifier; where two share a folder, the first in key order, engines last."""
    homes: dict[str, str] = {}
    found = (unit for _, unit in sorted(units.items()) if unit.type in _PACKAGES)
    for unit in sorted(found, key=lambda unit: unit.type == "engine"):
        path = PurePosixPath(unit.file_path or ".")
        home = str(path.parent if path.suffix or path.name == "Gemfile" else path)
        if unit.type == "engine":  # which its class is the name of: lib/billing/engine.rb
            home = f"/{home}/".partition("/lib/")[0].strip("/") or "."
        homes.setdefault(home, unit.identifier)
    return homes


def _package(path: str, homes: Mapping[str, str]) -> str:
    if path in homes:
        return homes[path]
    around = path.rpartition("/")[0]
    return _package(around, homes) if around else homes.get(".", NO_PACKAGE)
