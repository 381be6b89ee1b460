"""Answered questions, stored next to the index and served at once if exactly the same is asked again.

"The same" includes the question (except spaces), the state of the index, and all settings of a run. It also includes budget,
limits, earlier questions, known context, and Orienteer's own code. Similar meaning is no sign of the same answer: opposite
questions are often closer than paraphrases. So similar questions are only suggested, and only by their words.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from threading import Lock

from core.model.known import Known
from core.model.run import Filters, SearchRun
from core.model.wire import plain, read
from core.runtime.replacing import locked, write_whole
from core.runtime.trace import recording, span
from core.settings import Settings
from core.text.words import STOP_WORDS, words_of
from core.workbench.open_bench import OpenBench

_LIST = "questions.json"
_NEAR = 0.5  # of the words of two questions that both have: below, they ask of something else
_SUGGESTED = 3
_AT_HAND = 8  # runs that stay in memory: half a megabyte each, and what many readers of a page ask is the same
_CODE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class AskedRun:
    """One question with all that its run depends on beside the index."""

    question: str
    budget: int | None
    filters: Filters
    after: tuple[str, ...]
    known: Known | None
    settings: Settings

    def key(self) -> str:
        """Return what tells this question from every other, as a name for a file."""
        chosen = self.settings
        groups = (chosen.embed, chosen.index, chosen.route, chosen.search, chosen.rank, chosen.rerank, chosen.assemble)
        own = Path(chosen.search.rules).expanduser()
        rules = own.read_bytes() if chosen.search.rules and own.is_file() else b""
        earlier = tuple(map(normalised_question, self.after))
        parts = (normalised_question(self.question), self.budget, self.filters, earlier, self.known or Known(), groups)
        return hashlib.sha256(repr(parts).encode() + rules).hexdigest()[:32]


def normalised_question(question: str) -> str:
    """Return a question without what cannot change its answer: blanks around it and more than one between its words."""
    return " ".join(question.split())


class KeptRuns:
    """The kept runs of one state of an index; another state begins anew. Where the folder cannot be written nothing is kept."""

    def __init__(self, bench: OpenBench) -> None:
        self._folder = bench.beside / "cache" / "runs"
        self._state = state_of(bench)
        self._bench = bench
        self._read: OrderedDict[tuple[str, int], SearchRun] = OrderedDict()
        self._guard = Lock()

    def served(self, asked: AskedRun) -> SearchRun | None:
        """Return the kept run of a question, with a step of its trace that says so; None when none can be read."""
        path = self._folder / self._state / asked.key()
        if not path.is_file():
            return None
        with recording() as steps, span("cache") as facts:
            try:
                run = self._at_hand(path)
            except (OSError, ValueError, zlib.error):
                return None  # it is asked anew, and what is damaged replaced
            facts.update(served="the run that was kept of this question", sources=len(run.context.sources))
        return replace(run, question=asked.question, pages=self._bench.pages, trace=(*steps, *run.trace))

    def _at_hand(self, path: Path) -> SearchRun:
        """Return the run of a file, read once for all who ask the same shortly after each other."""
        state = path.name, path.stat().st_mtime_ns
        with self._guard:
            run = self._read.pop(state, None)
            if run is None:
                run = read(SearchRun, _said_once(json.loads(zlib.decompress(path.read_bytes())), {}))
                own = self._bench.heads
                run = replace(run, heads={key: own[key] if own.get(key) == head else head for key, head in run.heads.items()})
            self._read[state] = run
            while len(self._read) > _AT_HAND:
                self._read.popitem(last=False)
        return run

    def keep(self, asked: AskedRun, run: SearchRun) -> str:
        """Keep a run that may be served again: none that fell back because a service did not answer.

        Returns why it could not be kept, empty when it is or need not be.
        """
        if not os.access(self._bench.beside, os.W_OK) or any("fell_back" in step.facts for step in run.trace):
            return ""
        packed = zlib.compress(json.dumps(plain(run)).encode(), 1)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with locked(self._folder):
                self._put(asked, packed)
        except OSError as problem:
            return f"This run was not kept: {problem}. Set cache.runs to 0 to keep none."
        return ""

    def _put(self, asked: AskedRun, packed: bytes) -> None:
        """Write a run and the list, and let go of the oldest and of what was kept of other states."""
        here, key = self._folder / self._state, asked.key()
        self._forget_others()
        here.mkdir(exist_ok=True)
        write_whole(here / key, packed)
        listed = {one: question for one, question in self._listed().items() if one != key}
        listed[key] = normalised_question(asked.question)
        for old in list(listed)[: max(0, len(listed) - asked.settings.cache.runs)]:
            del listed[old]
            (here / old).unlink(missing_ok=True)
        write_whole(here / _LIST, json.dumps(listed).encode())

    def near(self, question: str) -> tuple[str, ...]:
        """Return the kept questions that share most words with one, nearest first; not the question itself."""
        words = _telling(question)
        own = normalised_question(question)
        shares = {one: _share(words, _telling(one)) for one in dict.fromkeys(self._listed().values()) if one != own}
        found = [one for one, share in shares.items() if share >= _NEAR]
        return tuple(sorted(found, key=lambda one: (-shares[one], one))[:_SUGGESTED])

    def _listed(self) -> dict[str, str]:
        """Return the kept questions by key, oldest first."""
        try:
            told: dict[str, str] = json.loads((self._folder / self._state / _LIST).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return told

    def _forget_others(self) -> None:
        """Remove what was kept of other states of the index."""
        for folder in self._folder.iterdir():
            if folder.is_dir() and folder.name != self._state:
                for file in folder.iterdir():
                    file.unlink(missing_ok=True)
                folder.rmdir()


def _said_once(told: object, texts: dict[str, str]) -> object:
    """Return plain values with equal texts as one: a run names each of its units some ten times."""
    if isinstance(told, str):
        return texts.setdefault(told, told)
    if isinstance(told, list):
        return [_said_once(one, texts) for one in told]
    if isinstance(told, dict):
        return {_said_once(name, texts): _said_once(value, texts) for name, value in told.items()}
    return told


def state_of(bench: OpenBench) -> str:
    """Return what tells this state of the index, as this code answers from it, from every other."""
    return hashlib.sha256(f"{bench.manifest!r} {_code_stamp()}".encode()).hexdigest()[:16]


@cache
def _code_stamp() -> str:
    """Return what tells this code from every other: the files that answer, by size and time of the last change."""
    found = [path.stat() for path in sorted(_CODE.rglob("*")) if path.suffix in {".py", ".toml", ".scm"}]
    stamps = [(one.st_size, one.st_mtime_ns) for one in found]
    return hashlib.sha256(repr(stamps).encode()).hexdigest()[:16]


def _telling(question: str) -> frozenset[str]:
    return frozenset(words_of(question) - STOP_WORDS)


def _share(ours: frozenset[str], theirs: frozenset[str]) -> float:
    return len(ours & theirs) / len(ours | theirs) if ours and theirs else 0.0


def asked_run(
    question: str, budget: int | None, filters: Filters, after: Sequence[str], known: Known | None, settings: Settings
) -> AskedRun:
    """Return a question as it is kept; a budget that is not given is that of the settings."""
    size = settings.assemble.budget if budget is None else budget
    return AskedRun(question, size, filters, tuple(after), known, settings)
