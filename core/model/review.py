"""The value behind a review: changed units and relations, their users, and findings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from core.model.address import IndexAddress
from core.model.flow import ReachChain
from core.model.keys import split_key
from core.model.limit import Limit
from core.model.shown import Shown
from core.model.text_table import Flat

ADDED, REMOVED, MOVED, SIGNATURE, BODY, DOCS = "added", "removed", "moved", "signature", "body", "docs"
CHANGES: Mapping[str, str] = {
    REMOVED: "gone",
    SIGNATURE: "its signature changed, and maybe its body",
    MOVED: "in another file or under another name, maybe changed as well",
    BODY: "its own lines changed, not only comments",
    ADDED: "new",
    DOCS: "only comments, documentation or blanks changed",
}
"""What became of a unit, what breaks others first above."""

HIGH, MEDIUM, LOW = "high", "medium", "low"
LEVELS: Mapping[str, str] = {
    HIGH: "a line still relies on what is gone, or a declared rule is broken",
    MEDIUM: "what usually goes along with such a change is missing",
    LOW: "what a reviewer wants to know of it",
}
"""How much a remark matters, most first."""


class ReviewRule(NamedTuple):
    """A rule of reviews: how much its remarks matter, most first, and what a remark says."""

    levels: tuple[str, ...]
    meaning: str


RULES: Mapping[str, ReviewRule] = {
    "left-behind": ReviewRule((HIGH,), "an unchanged line still uses a removed or renamed unit"),
    "removed-column": ReviewRule((HIGH,), "a line still reads or writes a column or table that the schema no longer has"),
    "route-without-action": ReviewRule((HIGH,), "a route points to an action that does not exist"),
    "broken-rule": ReviewRule((HIGH,), "a line violates the declared architecture and is not in the baseline"),
    "former-signature": ReviewRule((MEDIUM,), "a signature changed, and callers in unchanged files use it"),
    "queued-arguments": ReviewRule((MEDIUM,), "the arguments of a job changed; queued jobs still carry the former ones"),
    "cycle": ReviewRule((MEDIUM, LOW), "a new dependency cycle (low: a cycle grew), with the line that closes it"),
    "gone-declaration": ReviewRule((MEDIUM,), "an association, validation, callback, filter or scope was removed"),
    "changed-declaration": ReviewRule((MEDIUM,), "an association, validation, callback, filter or scope has other options"),
    "lost-filter": ReviewRule((MEDIUM,), "a filter no longer runs before an action"),
    "unguarded-action": ReviewRule((MEDIUM,), "a new action lacks a filter that guards four fifths of the others"),
    "gone-effect": ReviewRule((MEDIUM,), "a job, mail or message is no longer sent from there"),
    "migration-without-schema": ReviewRule((MEDIUM,), "a migration comes without a change of the schema"),
    "former-migration": ReviewRule((MEDIUM,), "a migration that may have run already was changed or removed"),
    "unused-column": ReviewRule((MEDIUM,), "a new column that no code reads or writes"),
    "table-without-model": ReviewRule((MEDIUM,), "a new table without a model"),
    "route-without-test": ReviewRule((MEDIUM,), "a new action with a route has no test"),
    "no-test-changes": ReviewRule((MEDIUM,), "behaviour changes, and no test file does"),
    "companion": ReviewRule((MEDIUM,), "a file that nearly always changes together with a changed one is missing"),
    "left-alike": ReviewRule(
        (MEDIUM, LOW), "another unit has the lines that the change replaces (low: one line) and is unchanged"
    ),
    "written-alike": ReviewRule((LOW,), "a new class or file repeats lines of another file"),
    "new-declaration": ReviewRule((LOW,), "a new association, validation, callback, filter or scope"),
    "new-effect": ReviewRule((LOW,), "a new job, mail or message is sent"),
    "much-used": ReviewRule((LOW,), "ten or more units use the changed unit"),
    "reached": ReviewRule((LOW,), "five or more entry points reach the changed unit"),
    "untested": ReviewRule((LOW,), "no known test uses the changed unit"),
    "mended-often": ReviewRule((LOW,), "a third of the commits of the file, at least three, are fixes"),
}
"""Every rule that a remark may name, those that matter most first."""


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """A file of the change: its path now, or before if it is gone, `before` where it had another one.

    `status` is added, removed, renamed or changed; `old` and `new` are the numbers of the lines that went and came.
    """

    path: str
    before: str
    status: str
    binary: bool
    old: tuple[int, ...]
    new: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """One fact about the change that deserves a look: its rule, how much it matters, in words, and the line that says so.

    `unit` is the changed unit that it is about, empty for the change as a whole. `before` tells that the line is of the code
    before the change.
    """

    rule: str
    level: str
    text: str
    unit: str = ""
    file_path: str = ""
    line: int = 0
    code: str = ""
    before: bool = False

    @property
    def place(self) -> str:
        """File and line, empty where nothing is written."""
        if not self.file_path:
            return ""
        return f"{self.file_path}:{self.line}" if self.line else self.file_path


@dataclass(frozen=True, slots=True)
class ChangedUnit:
    """A unit that the change touches by its own lines; what is inside of it is told apart.

    `change` is one of `CHANGES`; `key` and place are those after the change, or before it for what is gone; `before` is the
    former key or file of what moved, or the former signature. `users` and `tests` count the units that use it directly.
    """

    key: str
    change: str
    file_path: str
    line: int
    end_line: int
    before: str = ""
    is_test: bool = False
    users: int = 0
    tests: int = 0
    reasons: tuple[Remark, ...] = ()
    inside: str = ""  # the unit around it that came or went with it
    lines: int = 0  # of its own or of units that came or went with it: how many came, or went where that is more
    observed: str = ""  # what recordings of the running application counted of it

    @property
    def name(self) -> str:
        """The identifier."""
        return split_key(self.key)[1]


@dataclass(frozen=True, slots=True)
class ChangedRelation:
    """A relation that only one side has: `change` is added or removed; `line` is where it is written on that side."""

    change: str
    source: str
    target: str
    kind: str
    file_path: str
    line: int


@dataclass(frozen=True, slots=True)
class UserOfChange:
    """A unit outside of the change that uses a changed one directly, with the line; `in_change` if its file changes too."""

    unit: str
    uses: str
    kind: str
    file_path: str
    line: int
    is_test: bool
    in_change: bool
    before: bool = False


@dataclass(frozen=True, slots=True)
class TouchedFlow:
    """An entry from which changed units are reached: the nearest of them with its chain, and how many there are."""

    entry: str
    kind: str
    unit: str
    chain: ReachChain
    units: int


@dataclass(frozen=True, slots=True)
class Companion:
    """A file that usually changes with one of the change, and is not in it: `together` of the `commits` of `file_path`.

    `at_least` is the lower bound of that share (Wilson, 95 %); `last` is the last commit that changed both, `related` tells
    whether a relation leads from one to the other.
    """

    path: str
    file_path: str
    together: int
    commits: int
    at_least: float
    last: str
    related: bool

    @property
    def sentence(self) -> str:
        """The coupling in words."""
        hidden = "" if self.related else ", and no relation says so"
        return f"in {self.together} of {self.commits} commits that changed {self.file_path} also {self.path}{hidden}"


@dataclass(frozen=True, slots=True)
class Reviewer:
    """Somebody who knows the changed files by their history: commits to them in the last year and in all, and which files."""

    name: str
    recent: int
    commits: int
    last: str
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CodeOwner:
    """Somebody, or a team, who owns changed files by a file CODEOWNERS of the checkout, and the first line that says so."""

    name: str
    files: tuple[str, ...]
    place: str


@dataclass(frozen=True, slots=True)
class Review(Shown):
    """A change as a reviewer wants it: `units` with the riskiest first, the rest by kind.

    `relations` are those that came and went; `users` and `flows` say whom it reaches; `remarks` has every remark, the most
    serious first, also those of units; `gone` are cycles and breaches that the change ends; `companions` are files that are
    missing by history; `reviewers` know the files by their history, `code_owners` own them by CODEOWNERS; `notes` say what
    was compared, and `limits` what was not.
    """

    title: str
    files: tuple[ChangedFile, ...]
    units: tuple[ChangedUnit, ...]
    relations: tuple[ChangedRelation, ...]
    users: tuple[UserOfChange, ...]
    flows: tuple[TouchedFlow, ...]
    remarks: tuple[Remark, ...]
    gone: tuple[str, ...]
    companions: tuple[Companion, ...]
    reviewers: tuple[Reviewer, ...]
    code_owners: tuple[CodeOwner, ...] = ()
    notes: tuple[str, ...] = ()
    limits: tuple[Limit, ...] = ()
    codes: Mapping[str, str] = field(default_factory=dict, compare=False)  # own lines of changed units, by key
    owners: Mapping[str, str] = field(default_factory=dict, compare=False)  # of all units that are named, by key
    pages: IndexAddress | None = field(default=None, compare=False)

    @property
    def sentence(self) -> str:
        """How much changed, whom it reaches and how many remarks there are, in words."""
        counted = ", ".join(f"{count} {change}" for change, count in self.counts.items()) or "no unit of code"
        users = len({user.unit for user in self.users if not user.is_test and not user.in_change})
        tests = len({user.unit for user in self.users if user.is_test})
        said = f"{len(self.files)} file{'s' * (len(self.files) != 1)}: {counted}"
        reach = f"{users} units outside and {tests} tests use them, {len(self.flows)} entries reach them"
        levels = ", ".join(f"{sum(one.level == level for one in self.remarks)} {level}" for level in LEVELS)
        return " ".join((f"{said}. {reach}. Remarks: {levels}.", *map(str, self.limits)))

    @property
    def counts(self) -> dict[str, int]:
        """How many units there are of each change, without tests; those of tests together."""
        found = {change: sum(one.change == change and not one.is_test for one in self.units) for change in CHANGES}
        found["in tests"] = sum(one.is_test for one in self.units)
        return {change: count for change, count in found.items() if count}

    def of_level(self, level: str) -> Iterator[Remark]:
        """Yield the remarks of a level."""
        return (one for one in self.remarks if one.level == level)

    def to_rows(self) -> list[dict[str, Flat]]:
        """Return the changed units as flat rows, the most serious first."""
        return [
            {
                "unit": one.key, "change": one.change, "before": one.before, "users": one.users, "tests": one.tests,
                "file_path": one.file_path, "line": one.line, "reasons": "; ".join(reason.text for reason in one.reasons),
            }
            for one in self.units
        ]  # fmt: skip

    def __str__(self) -> str:
        return "\n".join([self.title, self.sentence, *(f"{one.level}: {one.text}  {one.place}" for one in self.remarks)])
