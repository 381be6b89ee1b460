"""Findings of all kinds as one list: severity, certainty, where, what, and whether an earlier state had them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from string import Formatter
from typing import NamedTuple

from core.analyse.environment import MAYBE, UNDECLARED, UNREAD, WITH_DEFAULT, WRITTEN
from core.analyse.result import Result, flat
from core.errors import SettingsError, did_you_mean
from core.model.text_table import Flat
from core.model.verdict import UNUSED
from core.text.counts import counted_as

HIGH, MEDIUM, LOW = SEVERITIES = ("high", "medium", "low")
"""Fails or slows down in production; does so for some data; costs only readers."""
SURE, POSSIBLE = CERTAINTIES = ("sure", "possible")
"""All steps are in the code; or a name, or what the code does not show, may explain it."""
NEW = "new"


Identity = tuple[str, str, str]
Place = Callable[[str, str, int], tuple[str, int]]
"""Returns the unit of a subject, path and line with its line: the subject where it is one, else the unit around the line."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding. `subject` is a unit's key, a column, a variable or an expression, `unit` the key of the unit around it.

    `since` is `new` for what the compared state did not have, and empty otherwise. `explanation` has the other fields of the
    list that it comes from, by name.
    """

    severity: str
    certainty: str
    kind: str
    subject: str
    what: str
    since: str
    unit: str
    file_path: str
    line: int
    explanation: Mapping[str, Flat]

    @property
    def identity(self) -> Identity:
        """What makes it the same finding in another state of the code, wherever its line is: kind, subject and file."""
        return self.kind, self.subject, self.file_path


class FindingKind(NamedTuple):
    """How the items of an analysis become findings, by the names of their fields."""

    analysis: str
    subject: str
    what: str
    """A pattern of fields."""
    grades: Mapping[str, str]
    """Severity by the value of the field `graded`. With an empty one for all others; otherwise these are no findings."""
    graded: str = ""
    sureness: str = ""
    sure: tuple[str, ...] = ()
    """The values of the field `sureness` that make a finding sure."""


_STEPS = ("certainty", ("inferred",))
_ALWAYS = ("", ("",))
KINDS: Mapping[str, FindingKind] = {
    "n+1": FindingKind("n_plus_one", "read", "loads once per {each}", {"": HIGH}, "", *_STEPS),
    "schema": FindingKind(
        "schema_gaps", "column", "{demanded} without {missing}",
        {"unique index": HIGH, "uniqueness": MEDIUM, "presence": MEDIUM, "": LOW}, "missing", *_ALWAYS,
    ),
    "missing indexes": FindingKind(
        "missing_indexes", "column", "{why}, no index", {"used to sort records": LOW, "": MEDIUM}, "why", *_ALWAYS
    ),
    "view queries": FindingKind("view_queries", "query", "query {why}", {"": MEDIUM}, "", *_STEPS),
    "environment": FindingKind(
        "environment", "name", "{finding}", {UNDECLARED: MEDIUM, **dict.fromkeys((UNREAD, WITH_DEFAULT, MAYBE, WRITTEN), LOW)},
        "finding", "finding", (UNDECLARED, UNREAD, WITH_DEFAULT),
    ),
    "unused": FindingKind("unused", "unit", "{usage}: {why}", {"": LOW}, "", "usage", (UNUSED,)),
    "unread columns": FindingKind("unread_columns", "column", "no known reader: {why}", {"": LOW}, "", "usage", (UNUSED,)),
    "unreached": FindingKind("unreached", "unit", "{reason}", {"": LOW}),
    "misplaced": FindingKind("misplaced", "unit", "belongs in {better}: {why}", {"": LOW}),
}  # fmt: skip
"""By the name that addresses and `--type` use, in the order of findings with the same severity and certainty."""
_OF_PLACE = ("file_path", "line", "unit", "community", "share")  # fields that an explanation need not repeat


def known_kind(kind: str) -> str:
    """Return the name of a kind, empty for all; raises `SettingsError` for an unknown one, with a near one."""
    if kind and kind not in KINDS:
        raise SettingsError(f"No findings of the type '{kind}'. {did_you_mean(kind, KINDS)}")
    return kind


def findings(lists: Mapping[str, Result[object]], place: Place) -> Result[Finding]:
    """Return the items of these lists, by kind, as findings: the most severe first, then the surest, then by kind.

    What is unused is not listed again as unreachable.
    """
    rows = [one for kind, found in lists.items() for item in found for one in _finding(kind, item, place)]
    unused = {one.subject for one in rows if one.kind == "unused"}
    kept = [one for one in rows if one.kind != "unreached" or one.subject not in unused]
    kept.sort(key=lambda one: (SEVERITIES.index(one.severity), CERTAINTIES.index(one.certainty), list(KINDS).index(one.kind)))
    notes = [f"{kind}: {note}" for kind, found in lists.items() for note in found.notes]
    if more := len(rows) - len(kept):
        notes.insert(0, f"unreached: {counted_as(more, 'unit')} among the unused not listed again.")
    limits = tuple(dict.fromkeys(limit for found in lists.values() for limit in found.limits))
    return _counted(Result(Finding, "Findings", tuple(kept), tuple(notes), limits=limits))


def of_kind(found: Result[Finding], kind: str) -> Result[Finding]:
    """Return the findings of one kind alone, with what is said of it."""
    items = tuple(one for one in found if one.kind == kind)
    own = tuple(note.removeprefix(f"{kind}: ") for note in found.notes if note.startswith(f"{kind}: "))
    return _counted(replace(found, items=items, notes=own))


def _counted(found: Result[Finding]) -> Result[Finding]:
    counts = Counter(one.severity for one in found)
    said = ", ".join(f"{counts[severity]:,} {severity}" for severity in SEVERITIES)
    return replace(found, notes=(f"{counted_as(len(found), 'finding')} by severity: {said}.", *found.notes))


def compared(found: Result[Finding], earlier: Collection[Identity], name: str) -> Result[Finding]:
    """Return findings with `since` set to `new` for those that the earlier state, called `name`, did not have."""
    items = tuple(one if one.identity in earlier else replace(one, since=NEW) for one in found)
    new = sum(one.since == NEW for one in items)
    gone = len(set(earlier) - {one.identity for one in items})
    return replace(found, items=items, notes=(f"Since {name}: {new:,} new, {gone:,} gone.", *found.notes))


def _finding(kind: str, item: object, place: Place) -> Iterator[Finding]:
    row = KINDS[kind]
    values = {one.name: flat(getattr(item, one.name)) for one in fields(item)}  # type: ignore[arg-type]
    severity = row.grades.get(str(values.get(row.graded, "")), row.grades.get("", ""))
    if not severity:
        return
    certainty = SURE if str(values.get(row.sureness, "")) in row.sure else POSSIBLE
    subject, path, line = str(values[row.subject]), str(values["file_path"]), values.get("line", 0)
    unit, start = place(subject, path, int(line) if isinstance(line, int) else 0)
    shown = {row.subject, row.sureness, *_OF_PLACE, *(name for _, name, _, _ in Formatter().parse(row.what))}
    more = {name: value for name, value in values.items() if name not in shown and value not in ("", 0, None)}
    yield Finding(severity, certainty, kind, subject, row.what.format(**values), "", unit, path, start, more)
