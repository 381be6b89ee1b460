"""All files of a checkout after reading, and what a linker makes of them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Protocol

from core.extract.facts import FileFacts
from core.extract.guard import Guard
from core.model import CodeUnit, Problem, Relation


def text_hash(text: str) -> str:
    """Return the digest by which texts are compared."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Repository:
    """Every read file, ordered by path, with its text; `root` is only for manifests and messages, never to read code.

    `guard` is what linkers go through the files with, so that what goes wrong in one stays in it. `wrappers` are
    the rows of the setting of that name. `links` are files and folders of the checkout by the path of a link to them.
    """

    root: Path
    files: tuple[FileFacts, ...]
    texts: Mapping[str, str]
    guard: Guard = field(default_factory=Guard, compare=False)
    wrappers: tuple[str, ...] = ()
    links: Mapping[str, str] = field(default_factory=dict)

    def readable(self) -> Repository:
        """Return the checkout without the files that no reader could read: they have none of the facts that linkers expect."""
        failed = {facts.path for facts in self.files for problem in facts.problems if problem.status == "failed"}
        return replace(self, files=tuple(facts for facts in self.files if facts.path not in failed)) if failed else self

    def of(self, *languages: str) -> tuple[FileFacts, ...]:
        """Return the files of these languages, ordered by path."""
        return tuple(facts for facts in self.files if facts.language in languages)

    def linked_paths(self) -> dict[str, str]:
        """Return every path under which a link shows a file, with the file's own path."""
        return {
            link + facts.path.removeprefix(target): facts.path
            for link, target in self.links.items()
            for facts in self.files
            if facts.path == target or facts.path.startswith(f"{target}/")
        }

    def lines(self, path: str, start: int, end: int) -> str:
        """Return the exact text of lines `start` to `end` (from 1, both included), without the last line break."""
        return "\n".join(split(self.texts[path])[start - 1 : end])


@lru_cache(maxsize=16)
def split(text: str) -> list[str]:
    """Return the lines of a text, split once for all units of a file: one of thousands of lines may have thousands of units."""
    return text.split("\n")


class Again(NamedTuple):
    """What the references of one file give, and how they went: `tallies` and `listed` as in `Linked`."""

    relations: Sequence[Relation]
    tallies: Mapping[str, int]
    listed: Sequence[Mapping[str, object]]


class Relinker(Protocol):
    """The state that a linker keeps, to link one file again while all other files stay as they were."""

    asked: frozenset[str]
    """The files of which other files asked more than their facts."""
    apart: Sequence[Relation]
    """The relations that do not come from references."""

    def linked(self, facts: FileFacts) -> Again:
        """Return what the references of a file give with these facts."""

    def tables(self) -> bytes:
        """Return what is kept for the next process."""


@dataclass(frozen=True, slots=True)
class Linked:
    """What one linker found; `tallies` counts references by outcome, `listed` gives examples of unresolved ones."""

    units: tuple[CodeUnit, ...] = ()
    relations: tuple[Relation, ...] = ()
    problems: tuple[Problem, ...] = ()
    tallies: Mapping[str, int] = field(default_factory=dict)
    listed: tuple[Mapping[str, object], ...] = ()
    relinker: Relinker | None = None
