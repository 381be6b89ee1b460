"""State beyond one question: earlier questions, and indexes that stay open while new generations are published.

A follow-up includes the questions that it refers to. An open index is replaced after a new generation is published. Command
line, pages and notebooks use both.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Concatenate, Generic, ParamSpec, Protocol, TypeVar

from core.model import Manifest
from core.model.run import SearchRun
from core.runtime.once import Once
from core.settings import Settings

if TYPE_CHECKING:
    from core.analyse import Analysis
    from core.index.opening import Opened
    from core.workbench.open_bench import OpenBench

MOST_FOLLOWED = 10
"""Questions before one that are asked again; older ones are not heard any more."""
# Of an earlier question only what it is about is needed.
_HEARD = {"route.router": "rules", "rerank.reranker": "none", "cache.runs": "0"}
T = TypeVar("T")
P = ParamSpec("P")
Bench = TypeVar("Bench", bound="OpenBench")


class Ask(Protocol):
    """How a question is asked after another one."""

    def __call__(
        self, question: str, *, budget: int | None = None, prior: SearchRun | None = None, settings: Mapping[str, str]
    ) -> SearchRun:
        """Return the run of the question."""


def run_before(ask: Ask, questions: Sequence[str]) -> SearchRun | None:
    """Return the run that a question after these follows up, each asked as it was meant after the one before it."""
    run = None
    for question in questions[-MOST_FOLLOWED:]:
        run = ask(question, budget=0, prior=run, settings=_HEARD)
    return run


def edition(manifest: Manifest) -> str:
    """Return what tells one published state of an index from every other: numbers start again when an index is removed."""
    return f"{manifest.generation} of {manifest.built_at}"


def newer(bench: OpenBench) -> Opened | None:
    """Return the generation that is published now, opened as this one was; None when this one still is."""
    from core.backends import products
    from core.index.opening import open_current
    from core.index.place import Place, read_manifest

    place = Place(bench.directory.parents[2], bench.name)
    directory = place.current()
    if directory is not None and edition(read_manifest(directory)) == edition(bench.manifest):
        return None
    return open_current(place, products(bench.settings))


@dataclass(frozen=True, slots=True)
class _Held:
    """An index that was opened, as which state, with which settings, and what has been made of it since."""

    edition: str
    settings: Settings
    opening: Once = field(default_factory=Once)
    made: Once = field(default_factory=Once)


class Session(Generic[Bench]):
    """Indexes that many readers share: each is opened once for every state that is published, and let go with the next one.

    Safe to share between threads. Who still reads the generation before holds it; nobody else does. Of more than `most`
    indexes the one that was not asked for the longest is let go.
    """

    def __init__(self, open_: Callable[[str, Settings], Bench], most: int = 4) -> None:
        self._open = open_
        self._most = most
        self._held: OrderedDict[str, _Held] = OrderedDict()
        self._guard = Lock()

    def workbench(self, manifest: Manifest, settings: Settings) -> Bench:
        """Return the open index that the manifest describes, with these settings."""
        held = self._hold(manifest.name, edition(manifest), settings)
        return held.opening.get("bench", lambda: self._open(manifest.name, settings))

    def kept(self, bench: Bench, name: str, make: Callable[[], T]) -> T:
        """Return what `make` gives, made once for each state of an index and name; it must be a value, as readers share it.

        For a state that has been let go since, it is made for this reader alone.
        """
        with self._guard:
            held = self._held.get(bench.name)
        if held is None or held.edition != edition(bench.manifest):
            return make()
        return held.made.get((name, bench.settings.not_yours), make)

    def analysed(
        self, bench: Bench, analysis: Callable[Concatenate[Analysis, P], T], *args: P.args, **arguments: P.kwargs
    ) -> T:
        """Return the result of an analysis (`Analysis.hubs`), made once for each state of an index and choice of arguments."""
        chosen = f"{analysis.__name__} {args!r} {sorted(arguments.items())!r}"
        return self.kept(bench, chosen, lambda: analysis(bench.analyse, *args, **arguments))

    def _hold(self, name: str, state: str, settings: Settings) -> _Held:
        with self._guard:
            held = self._held.get(name)
            if held is None or (held.edition, held.settings) != (state, settings):
                held = self._held[name] = _Held(state, settings)
            self._held.move_to_end(name)
            while len(self._held) > self._most:
                self._held.popitem(last=False)
            return held
