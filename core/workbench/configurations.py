"""Named configurations: other setting values for questions, stored next to the index."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import SettingsError, unsaved
from core.model.wire import read_kept
from core.runtime.replacing import write_whole

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

_NAME = re.compile(r"[\w][\w .+-]{0,59}")


@dataclass(frozen=True, slots=True)
class Configuration:
    """Settings with other values than usual (`rank.table` → `1.5`), under a name; without one they are just being tried."""

    name: str
    changes: Mapping[str, str]

    def __str__(self) -> str:
        return written(self.changes)


def written(changes: Mapping[str, object]) -> str:
    """Return changes as they stand in an address and on the command line: `rank.table=1.5 rank.recency=0`."""
    values = {name: f"{value:g}" if isinstance(value, float) else str(value) for name, value in sorted(changes.items())}
    return " ".join(f"{name}={value}" for name, value in values.items())


def parsed(text: str) -> dict[str, str]:
    """Return the changes that a text of `NAME=VALUE` says; raises `SettingsError` for anything else."""
    pairs: dict[str, str] = {}
    for part in text.split():
        name, equals, value = part.partition("=")
        if not equals or not name:
            raise SettingsError(f"'{part}' is not a setting. Write NAME=VALUE, such as rank.recency=0.")
        pairs[name] = value
    return pairs


def configurations(bench: OpenBench) -> tuple[Configuration, ...]:
    """Return the configurations that are kept with the index, by name; raises `StoreError` when they cannot be read."""
    kept = read_kept(dict[str, dict[str, object]], _file(bench), "configurations") or {}
    return tuple(Configuration(name, {one: str(value) for one, value in kept[name].items()}) for name in sorted(kept))


def configuration(bench: OpenBench, name: str) -> Configuration:
    """Return the configuration that is kept under a name; raises `SettingsError` with the known names when there is none."""
    known = configurations(bench)
    found = next((one for one in known if one.name == name), None)
    if found is None:
        raise SettingsError(f"No configuration '{name}'. Choose from: {', '.join(one.name for one in known) or 'none'}.")
    return found


def keep_configuration(bench: OpenBench, name: str, changes: Mapping[str, object]) -> Configuration:
    """Keep changes under a name, in place of those that it had; raises `SettingsError` for no changes and for no name."""
    if not _NAME.fullmatch(name.strip()):
        raise SettingsError(f"Invalid configuration name '{name}': use letters, digits, spaces, '.', '+' and '-'.")
    if not changes:
        raise SettingsError(f"The configuration '{name}' would change nothing. Move a slider first.")
    made = Configuration(name.strip(), parsed(written(changes)))
    _write(bench, (*(one for one in configurations(bench) if one.name != made.name), made))
    return made


def forget_configuration(bench: OpenBench, name: str) -> None:
    """Remove a configuration; raises `SettingsError` when there is none of the name."""
    gone = configuration(bench, name)
    _write(bench, tuple(one for one in configurations(bench) if one != gone))


def _write(bench: OpenBench, all_: tuple[Configuration, ...]) -> None:
    path = _file(bench)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        told = {one.name: dict(one.changes) for one in all_}
        write_whole(path, json.dumps(told, ensure_ascii=False, indent=1).encode())
    except OSError as problem:
        raise unsaved("The configurations", path, problem) from problem


def _file(bench: OpenBench) -> Path:
    return bench.beside / "configurations.json"
