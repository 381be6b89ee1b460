"""Ask a booted Rails application for its parts, and store the answer next to the index until it is merged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import SourceError
from core.extract.walk import walk
from core.index.place import Place
from core.pipeline.freshness import git_state
from core.settings import Settings, index_home
from core.text.counts import name_list

if TYPE_CHECKING:
    from core.probe import Probe, ProbeRun

PROBE_FILE = "probe.json"


@dataclass(frozen=True, slots=True)
class ProbeReport:
    """What a probe brought: the answer, where it is kept and one sentence about it."""

    probe: Probe
    path: Path

    @property
    def sentence(self) -> str:
        """The counts in words, what could not be asked, and what to do next."""
        probe = self.probe
        counts = (
            f"Rails {probe.rails} answered: {len(probe.models):,} models, {len(probe.rows('controllers')):,} controllers, "
            f"{len(probe.routes):,} routes, {len(probe.tables):,} tables."
        )
        return " ".join((counts, *_gaps(probe.rows("errors")), f"Kept in {self.path}. Now run: orienteer index"))


_DATABASE, _AT_ONCE, _LOADING = "database", "loading everything at once", "loading "
_NAMED = 3  # files that are named before they are only counted


def _gaps(errors: Sequence[Mapping[str, object]]) -> Iterable[str]:
    """Yield a sentence for what the application could not be asked: its database, files that do not load, the rest."""
    where = [str(error.get("where")) for error in errors]
    for error in errors:
        if error.get("where") == _DATABASE:
            yield f"The database is not available ({error.get('message')}), so tables are as the files declare them."
    files = [error for error in errors if str(error.get("where")).startswith(_LOADING) and error.get("where") != _AT_ONCE]
    if files:
        names = [f"{str(error.get('where')).removeprefix(_LOADING)} ({error.get('class')})" for error in files]
        yield f"Not loaded: {name_list(names, _NAMED)}. Fix that and probe again."
    rest = len(where) - len(files) - where.count(_DATABASE) - where.count(_AT_ONCE)
    if rest:
        yield f"{rest:,} items could not be read (listed in the file)."


def probe_file(home: Path, name: str) -> Path:
    """Return where the answer for an index is kept."""
    return Place(home, name).directory / PROBE_FILE


def plan(root: Path, name: str, settings: Settings, runner: str = "", env: str = "", seconds: float = 300) -> ProbeRun:
    """Return what would be run for the checkout at `root`; see `core.probe.plan_probe`."""
    from core.probe import plan_probe

    return plan_probe(root, probe_file(index_home(settings), name), runner, env, seconds)


def take(run: ProbeRun) -> ProbeReport:
    """Run the probe and keep its answer; raises `SourceError` with one readable sentence when that fails."""
    from core.probe import read_probe, run_probe

    git = git_state(run.folder)
    taken = datetime.now(UTC).isoformat(timespec="seconds")
    run_probe(run, {"taken": taken, "commit": git.sha, "changed_files": git.dirty_files})
    return ProbeReport(read_probe(run.out), run.out)


def remarks(place: Place, root: Path, settings: Settings) -> tuple[str, ...]:
    """Return what a person should know of what was merged: whether the kept answer is older than the files."""
    path = place.directory / PROBE_FILE
    if not path.is_file():
        return ()
    from core.probe import read_probe

    try:
        return tuple(filter(None, (_age(read_probe(path), root, settings),)))
    except SourceError as problem:
        return (str(problem),)


def _age(probe: Probe, root: Path, settings: Settings) -> str:
    git = git_state(root)
    again = f"Probe again: orienteer probe {root}"
    if git.sha and probe.commit and git.sha != probe.commit:
        return f"The probe was taken at commit {probe.commit[:8]}, the checkout is at {git.sha[:8]}. {again}"
    if probe.taken and _newest(root, settings) > _seconds(probe.taken) + 1:
        return f"Files have changed since the probe was taken ({probe.taken}). {again}"
    return ""


def _seconds(taken: str) -> float:
    """Return the time at which an answer says that it was taken; what is no time counts as now."""
    try:
        return datetime.fromisoformat(taken).timestamp()
    except (ValueError, OverflowError):
        return datetime.now(UTC).timestamp()


def _newest(root: Path, settings: Settings) -> float:
    """Return the time of the last change of any file that is read."""
    files, _ = walk(root, settings.extract)
    return max((path.stat().st_mtime for file in files if (path := root / file.path).is_file()), default=0.0)
