"""The trials of one store."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from statistics import median

from benchmarks.kills.processes import Ended, Moment, apart, run
from benchmarks.kills.states import NAME, State, bytes_of, different, state_of, unnamed
from benchmarks.kills.stores import VERSIONS, Tried, forget, settings_of, write_version
from core.pipeline.indexing import index_checkout
from core.settings import Settings
from core.settings.retrieval import read_rules
from core.text.tokens import count_many
from tests.services import Running

_ROOM = "1g"
_KINDS = ("edit", "edit", "edit", "full", "first")
_AGAIN = 0.6  # of the runs that go on are killed too


@dataclass
class Trials:
    """An index that is written again and again, and what was found wrong."""

    tried: Tried
    settings: Settings
    home: Path
    checkout: Path
    server: Running | None  # which is killed
    victim: str
    chance: random.Random
    faults: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)
    version: int = 0

    def prepare(self) -> None:
        """Write the first index of each version, undisturbed, and note what it holds and how long each kind of run takes."""
        write_version(self.checkout, self.version)
        self._undisturbed("first")
        self._next_version()
        _import(apart(modules, self.checkout, self.settings, self.home), self.tried.not_before)
        count_many([""])  # both read what then is there for every fork
        read_rules()
        apart(forgotten, self.settings, self.home)
        self.runs.clear()
        self.wanted: list[State] = []
        for version in range(VERSIONS):
            write_version(self.checkout, version)
            self._undisturbed("first")
            self.wanted.append(apart(state, self.settings, self.home))
            if self.wanted[-1].fault:
                raise SystemExit(self.wanted[-1].fault)
            if version + 1 < VERSIONS:
                apart(forgotten, self.settings, self.home)
        self.version = VERSIONS - 1
        for kind in ("edit", "full", "edit", "full"):
            self._next_version()
            self._undisturbed(kind)
            self._expect(apart(state, self.settings, self.home), f"an undisturbed run ({kind})")
        self.bytes = bytes_of(self.home)
        self._undisturbed("edit")  # which says that nothing has changed
        self.reading = run(state, (self.settings, self.home)).seconds

    @cached_property
    def runs(self) -> dict[str, list[Ended]]:
        """The runs that nobody disturbed, by kind."""
        return defaultdict(list)

    def _undisturbed(self, kind: str) -> None:
        ended = run(index, (self.checkout, self.settings, kind))
        if ended.fault:
            raise SystemExit(ended.fault)
        self.runs[kind].append(ended)

    def _next_version(self) -> None:
        self.version = (self.version + self.chance.randrange(1, VERSIONS)) % VERSIONS
        write_version(self.checkout, self.version)

    def moment(self, kind: str) -> Moment:
        """Draw when to kill."""
        runs = self.runs[kind]
        whole = median(one.seconds for one in runs)
        if self.chance.random() < 0.5:
            return Moment("", self.chance.uniform(0, whole))
        last = runs[-1]
        begins = [*last.phases.items()]
        number = self.chance.randrange(len(begins))
        end = begins[number + 1][1] if number + 1 < len(begins) else last.seconds
        return Moment(begins[number][0], self.chance.uniform(0, max(end - begins[number][1], 0.01)))

    def one(self) -> tuple[int, int]:
        """Make a trial; return how many kills came before a run had ended, and how many too late."""
        if self.victim == "reader" or self.settings.index.graph_at:
            return self._reading()
        kind, before, hit, late = self.chance.choice(_KINDS), self.wanted[self.version], 0, 0
        if kind == "first":
            apart(forgotten, self.settings, self.home)
            before = State()
        self._next_version()
        what, again = "", True
        while again:
            moment = self.moment(kind)
            ended = self._killed(kind, moment)
            what += f"{kind} killed {moment.seconds:.3f} s after {moment.phase or 'its start'}; "
            self._look(before, what)
            self.seen[f"kills of {kind}"] += ended.killed
            hit, late = hit + ended.killed, late + (not ended.killed)
            kind, again = "edit", ended.killed and self.chance.random() < _AGAIN
        done = run(index, (self.checkout, self.settings, "edit"))
        if done.fault or done.left:
            self.faults.append(f"{what}the next run failed: {done.fault or 'left processes'}")
        self._expect(apart(state, self.settings, self.home), what)
        return hit, late

    def _reading(self) -> tuple[int, int]:
        """Index undisturbed, and kill who reads it, or what it reads from; whoever reads then sees all there is."""
        self._next_version()
        self._undisturbed("edit")
        what, hit, late, again = "", 0, 0, True
        while again:
            moment = Moment("", self.chance.uniform(0, self.reading))
            ended = run(state, (self.settings, self.home), moment, self.server.kill if self.server else None)
            what += f"reading killed {moment.seconds:.3f} s after its start; "
            if self.server is not None and ended.killed:
                self.told[ended.value.fault if ended.value else ended.fault] += 1
                self.server.start()
            elif ended.fault:
                self.faults.append(f"{what}{ended.fault}")
            if ended.left:
                self.faults.append(f"{what}processes go on")
            hit, late = hit + ended.killed, late + (not ended.killed)
            again = ended.killed and self.chance.random() < _AGAIN
        faults = len(self.faults)
        self._expect(apart(state, self.settings, self.home), what)
        self.seen["whole afterwards"] += len(self.faults) == faults
        return hit, late

    def _killed(self, kind: str, moment: Moment) -> Ended:
        if self.victim == "disk":
            ended = self._without_room(kind)
        else:
            ended = run(index, (self.checkout, self.settings, kind), moment, self.server.kill if self.server else None)
        if self.server is not None and ended.killed:
            self._read_without(kind)
            self.server.start()
        if ended.left:
            self.faults.append(f"{kind}: processes of a killed run go on")
        expected = self.server is not None or self.victim == "disk"
        if expected and ended.fault.startswith("StoreError: ") and "\n" not in ended.fault:
            self.told[re.sub(r"\d{6}|kills-\w+", "…", ended.fault)] += 1
        elif ended.fault:
            self.faults.append(f"{kind}: {ended.fault}")
        return ended

    def _without_room(self, kind: str) -> Ended:
        """Run with room for a part of what a run writes; the disk counts as what is killed when it was too little."""
        filler = self.home / "filler"
        free = shutil.disk_usage(self.home).free - int(self.chance.random() * 0.7 * self.bytes)
        with filler.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, max(free, 1))
        ended = run(index, (self.checkout, self.settings, kind))
        if self.chance.random() < 0.3:
            self._read_without(kind)
        filler.unlink()
        ended.killed = bool(ended.fault)
        return ended

    def _read_without(self, kind: str) -> None:
        """Ask the index while its server is away, or the disk is full: a sentence, or the answer where that is not needed."""
        found = run(state, (self.settings, self.home))
        if found.fault:
            self.faults.append(f"{kind}: reading meanwhile: {found.fault}")
        elif found.value.fault:
            self.told[found.value.fault] += 1

    def _look(self, before: State, what: str) -> None:
        """Compare what is current after a kill with what may be."""
        now: State = apart(state, self.settings, self.home)
        after = self.wanted[self.version]
        if now.fault:
            self.faults.append(f"{what}the index cannot be asked: {now.fault}")
        elif now.held == before.held:
            self.seen["as before"] += 1
        elif now.held == after.held:
            self.seen["as after"] += 1
        elif (now.fingerprint, now.catalog) != (after.fingerprint, after.catalog) or now.vectors == "complete":
            self.faults.append(f"{what}half visible: {different(now, after)}; before: {different(now, before)}")
        elif any(id_ not in after.points or after.points[id_][0] != vector for id_, (vector, _) in now.points.items()):
            self.faults.append(f"{what}vectors of other texts")
        else:
            self.seen["words first"] += 1

    def _expect(self, now: State, what: str) -> None:
        wanted = self.wanted[self.version]
        if now.fault or now.held != wanted.held:
            self.faults.append(f"after {what}: {now.fault or different(now, wanted)}")

    def left(self) -> list[str]:
        """Make three runs more, and return what has piled up."""
        for _ in range(3):
            self._next_version()
            self._undisturbed("edit")
            apart(state, self.settings, self.home)
        found: list[str] = apart(left_over, self.settings, self.home)
        now = bytes_of(self.home)
        if now > 2 * self.bytes:
            found.append(f"{now:,} bytes instead of {self.bytes:,}")
        return found + [f"temporary {path.name}" for path in Path(tempfile.gettempdir()).iterdir()]


def index(checkout: Path, settings: Settings, kind: str, tell: object) -> None:
    """Index the checkout, as `orienteer index` does."""
    index_checkout(checkout, settings, name=NAME, full=kind == "full", progress=tell)  # type: ignore[arg-type]


def state(settings: Settings, home: Path, _: object) -> State:
    """Return what the index holds."""
    return state_of(settings, home)


def modules(checkout: Path, settings: Settings, home: Path, tell: object) -> list[str]:
    """Return the modules that runs and questions import."""
    index(checkout, settings, "edit", tell)
    state_of(settings, home)
    for name in ("core.index.patching", "core.pipeline.again"):
        import_module(name)
    return list(sys.modules)


def _import(names: Sequence[str], but: Sequence[str]) -> None:
    """Import modules, so that forks need not, but those that start threads."""
    for name in names:
        if not name.startswith(tuple(but)):
            with suppress(Exception):  # a part of a package that is only there while it is imported
                import_module(name)


def left_over(settings: Settings, home: Path, _: object) -> list[str]:
    """Return what nothing names."""
    return unnamed(settings, home)


def forgotten(settings: Settings, home: Path, _: object) -> None:
    """Delete the index with what it has at servers."""
    from core.backends import products
    from core.index.catalog_space import servers_of
    from core.index.place import Place
    from core.index.unused import collect
    from core.index.vector_space import manifests

    place = Place(home, NAME)
    once, servers = list(manifests(place).values()), servers_of(place)
    forget(place.generations)
    collect(place, products(settings), once, servers)
    forget(place.directory)


@contextmanager
def trials(tried: Tried, at: str, server: Running | None, seed: str, victim: str) -> Iterator[Trials]:
    """Give the trials of a store, prepared."""
    with tempfile.TemporaryDirectory(prefix="orienteer-kills-") as name:
        folder = Path(name)
        for part in ("home", "checkout", "temporary"):
            (folder / part).mkdir()
        before, tempfile.tempdir = tempfile.tempdir, str(folder / "temporary")
        os.environ["TMPDIR"] = str(folder / "temporary")
        try:
            if victim == "disk":
                subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={_ROOM}", "tmpfs", folder / "home"], check=True)
            settings = settings_of(tried, at, folder / "home")
            made = Trials(tried, settings, folder / "home", folder / "checkout", server, victim, random.Random(seed))
            made.prepare()
            yield made
        finally:
            if victim == "disk":
                subprocess.run(["umount", folder / "home"], check=True)
            tempfile.tempdir = before
            os.environ.pop("TMPDIR")
