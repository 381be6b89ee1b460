"""What is somebody's own: code that they wrote by git, and units that they opened. It counts only where a weight says so.

`rank.owned` and `rank.opened` are 0 by default, and then nothing is read or kept of it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import StoreError, cause
from core.model.run import Personal
from core.model.wire import read_kept
from core.runtime.git import git
from core.runtime.replacing import write_whole
from core.settings import RankSettings

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

MOST_OPENED = 50
_ONE_OF_MANY = 0.5  # of what counts for a unit that the person changed most


def personal(bench: OpenBench, settings: RankSettings) -> Personal:
    """Return what is known to be the person's own, as far as the weights ask for it; a note where nothing is known."""
    owned, notes = {}, []
    if settings.owned:
        who = git(Path(bench.manifest.root), "config", "user.name").strip()
        owned = _written_by(bench, who) if who else {}
        if not owned:
            said = f"git knows no unit that {who} changed" if who else "git config user.name names nobody"
            notes.append(f"No code is preferred as your own (rank.owned): {said}.")
    opened = {key: 1 - place / MOST_OPENED for place, key in enumerate(_opened(bench))} if settings.opened else {}
    return Personal(owned, opened, tuple(notes))


def note_opened(bench: OpenBench, key: str) -> None:
    """Keep beside the index that a unit was opened, the last one first, where `rank.opened` asks for it."""
    if not bench.settings.rank.opened:
        return
    keys = [key, *(one for one in _opened(bench) if one != key)][:MOST_OPENED]
    path = opened_path(bench)
    try:
        write_whole(path, json.dumps(keys).encode())
    except OSError as problem:
        raise StoreError(f"The opened units cannot be saved in {path}: {cause(problem)}. Set rank.opened to 0.") from problem


def opened_path(bench: OpenBench) -> Path:
    """Return where the opened units of an index are, or would be."""
    return bench.beside / "opened.json"


def _written_by(bench: OpenBench, who: str) -> dict[str, float]:
    """Return by unit how much of it is somebody's: 1 where they made most commits to its file, less where others did."""
    return {
        key: 1.0 if history.authors[0] == who else _ONE_OF_MANY
        for key, history in bench.histories.items() if who in history.authors
    }  # fmt: skip


def _opened(bench: OpenBench) -> list[str]:
    return read_kept(list[str], opened_path(bench), "opened units") or []
