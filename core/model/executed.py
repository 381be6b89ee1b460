"""Which lines tests ran: what a coverage report says of files, and what is known of one unit from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from core.model.address import IndexAddress
from core.model.shown import Shown
from core.model.text_table import text_table

MEASURED, LINKED = "measured", "linked"
"""How a test is known to be one of a unit: a coverage report has it running the lines, or its code names the unit."""


@dataclass(frozen=True, slots=True)
class FileHits:
    """One file of a coverage report, by the path that stands there.

    `lines` are the executable lines with how often they ran; `tests` the lines that each test ran, by the name of the test,
    empty where the report does not tell tests apart.
    """

    path: str
    lines: Mapping[int, int]
    tests: Mapping[str, frozenset[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CoverageReport:
    """A coverage report that is kept with an index.

    `files` counts those that were found in the index; `missing` are paths of the report that no file of the index has.
    `fits` is the share of its executable lines that are lines of code here: a report of another state of the code fits badly.
    """

    source: str
    format: str
    imported: str
    git_sha: str
    files: int
    lines: int
    tests: int
    missing: tuple[str, ...] = ()
    fits: float = 1.0


class ExecutedLines(NamedTuple):
    """The executable lines of a place: those that ran, those that never did; both ordered."""

    run: tuple[int, ...] = ()
    never: tuple[int, ...] = ()

    @property
    def share(self) -> float:
        """Which part of the executable lines ran; 0 without any."""
        return len(self.run) / max(1, len(self.run) + len(self.never))


@dataclass(frozen=True, slots=True)
class KnownTest:
    """A test that a reader may run: why it is one of the unit, and how many of the unit's lines it ran where that is known.

    `unit` is its key, empty for a test that the report names and the index has not; `name` is what its runner calls it.
    """

    name: str
    unit: str
    known: str
    lines: int
    because: str
    file_path: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class UnitTests(Shown):
    """One unit and its tests: measured ones first, those that ran most of its lines first, then the ones linked by their code.

    `executed` is None when no report has the file. `sentence` says so, and what an empty list means.
    """

    unit: str
    sentence: str
    executed: ExecutedLines | None
    tests: tuple[KnownTest, ...]
    pages: IndexAddress | None = field(default=None, compare=False)

    def to_rows(self) -> list[dict[str, object]]:
        """Return the tests as flat dictionaries."""
        return test_rows(self.tests)

    def __str__(self) -> str:
        return f"{self.sentence}\n{text_table(TEST_COLUMNS, self.to_rows())}"


TEST_COLUMNS = ("test", "known", "lines", "because", "place", "key")


def test_rows(tests: Sequence[KnownTest]) -> list[dict[str, object]]:
    """Return tests as flat dictionaries, in their order."""
    return [
        {
            "test": one.name, "known": one.known, "lines": one.lines, "because": one.because,
            "place": f"{one.file_path}:{one.line}" if one.file_path else "", "key": one.unit,
        }
        for one in tests
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class TestChoice(Shown):
    """The tests to run for a change, those that most likely tell of a fault first, each with its reasons.

    `touched` are the keys of the units that change, `unmeasured` files of the change that no report has, `unknown` those that
    the index has not.
    """

    __test__ = False  # else pytest takes it for a test

    touched: tuple[str, ...]
    tests: tuple[KnownTest, ...]
    sentence: str
    unmeasured: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    pages: IndexAddress | None = field(default=None, compare=False)

    def to_rows(self) -> list[dict[str, object]]:
        """Return the tests as flat dictionaries, in their order."""
        return test_rows(self.tests)

    def __str__(self) -> str:
        return f"{self.sentence}\n{text_table(TEST_COLUMNS, self.to_rows())}"
