"""What breaks the declared architecture, line by line, and which of it is new against a baseline."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from core.analyse.contracts import Contract
from core.analyse.declared import PACKAGE_FORMS, Violation
from core.analyse.result import Result
from core.analyse.rules import Rule
from core.errors import SettingsError
from core.model import split_key
from core.text.counts import counted_as
from core.vocabulary import ASSOCIATIONS

NEW, KNOWN, TOLERATED, NOTED = "new", "known", "tolerated", "not enforced"
"""States of a breach: it fails the check; the baseline has it; a list of the team has it; its package does not enforce it."""


@dataclass(frozen=True, slots=True)
class ViolatingLine:
    """One line that breaks what is declared: the rule and where it is declared, the units, why, the line and its code.

    `between` are its two ends as the declaration names them, which are larger than the folders of its units.
    """

    rule: str
    form: str
    source: str
    target: str
    why: str
    kind: str
    file_path: str
    line: int
    code: str
    state: str
    at: str
    between: str

    @property
    def name(self) -> str:
        """What a baseline knows it by: rule, units and file, as line numbers move and a further line is the same fault."""
        return "\t".join((self.rule, self.source, self.target, self.file_path))

    @property
    def sentence(self) -> str:
        """The breach in words."""
        return f"{split_key(self.source)[1]} {self.kind.replace('_', ' ')} {split_key(self.target)[1]}: {self.why}"


@dataclass(frozen=True, slots=True)
class CheckedRule:
    """One thing that is declared: its words, form and place, and how many lines break it, how many of them are new."""

    rule: str
    form: str
    at: str
    lines: int
    new: int


@dataclass(frozen=True, slots=True)
class BrokenPlace:
    """Two places of which the one uses the other against a declaration: how many lines do, how many of them are new."""

    between: str
    lines: int
    new: int


@dataclass(frozen=True, slots=True)
class Check(Result[ViolatingLine]):
    """The breaches, new ones first, then by rule and place; `declared` was checked, `gone` is only in the baseline."""

    declared: tuple[CheckedRule, ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def new(self) -> tuple[ViolatingLine, ...]:
        """The breaches that fail the check."""
        return tuple(one for one in self.items if one.state == NEW)

    def places(self) -> tuple[BrokenPlace, ...]:
        """Return which places break what is declared, those with the most new lines first."""
        names = dict.fromkeys(one.between for one in self.items)
        found = [BrokenPlace(name, *_lines_of([one for one in self.items if one.between == name])) for name in names]
        return tuple(sorted(found, key=lambda one: (-one.new, -one.lines, one.between)))

    def states(self) -> dict[str, int]:
        """Return how many breaches there are of each state."""
        return dict(sorted(Counter(one.state for one in self.items).items()))


def check(
    found: Iterable[Violation],
    rules: Sequence[Rule | Contract],
    packages: Sequence[str],
    line: Callable[[str, int], str],
    baseline: Collection[str] = (),
    notes: Sequence[str] = (),
) -> Check:
    """Return the breaches of these violations; `packages` declare their dependencies, `line` gives the code of a line.

    `baseline` are the names of breaches that are known.
    """
    named = {(rule.name, rule.at): rule for rule in rules if isinstance(rule, Rule)}
    breaches = [
        _breach(one, at, kind, line, baseline, named.get((one.rule, one.at)))
        for one in found
        for at, kind in _places(one)
        if one.form not in PACKAGE_FORMS or kind in ASSOCIATIONS or _writes(line(*at), one.target)
    ]
    breaches.sort(key=lambda one: (one.state != NEW, one.rule, one.file_path, one.line, one.source, one.target))
    declared = [CheckedRule(rule.name, rule.form, rule.at, *_of_rule(breaches, rule.name)) for rule in rules]
    declared += [
        CheckedRule(name, "package", f"{name}/package.yml" if name != "." else "package.yml", *_of_rule(breaches, name))
        for name in packages
    ]
    gone = tuple(sorted(set(baseline) - {one.name for one in breaches}))
    said = [_sentence(breaches, len(declared)), *notes]
    if gone:
        said.append(f"{len(gone)} baseline entries no longer occur. Remove them with --update-baseline.")
    return Check(ViolatingLine, "Declared architecture", tuple(breaches), tuple(said), declared=tuple(declared), gone=gone)


def _writes(code: str, target: str) -> bool:
    """Tell whether a line writes the constant, which alone is a reference to Packwerk."""
    return split_key(target)[1].rpartition("::")[2] in code


def _places(violation: Violation) -> list[tuple[tuple[str, int], str]]:
    """Return each line once with the first of its kinds, in the order of the file."""
    kinds: dict[tuple[str, int], str] = {}
    for one in violation.lines:
        kinds.setdefault((one.file_path, one.line), one.kind)
    return sorted(kinds.items())


def _breach(
    one: Violation, at: tuple[str, int], kind: str, line: Callable[[str, int], str], baseline: Collection[str],
    rule: Rule | None,
) -> ViolatingLine:  # fmt: skip
    state, ends = NEW if one.enforced else NOTED, (one.source_group, one.target_group)
    between = rule.between(*ends) if rule else " → ".join(ends)
    made = ViolatingLine(one.rule, one.form, one.source, one.target, one.why, kind, *at, line(*at), state, one.at, between)
    if one.tolerated:
        return replace(made, state=TOLERATED)
    return replace(made, state=KNOWN) if made.name in baseline else made


def _of_rule(breaches: Iterable[ViolatingLine], rule: str) -> tuple[int, int]:
    return _lines_of([one for one in breaches if one.rule == rule])


def _lines_of(breaches: Sequence[ViolatingLine]) -> tuple[int, int]:
    """Return how many lines break something, and how many of them are new: a line that names two units is one line."""
    every = {(one.file_path, one.line) for one in breaches}
    return len(every), len({(one.file_path, one.line) for one in breaches if one.state == NEW})


def _sentence(breaches: Sequence[ViolatingLine], declarations: int) -> str:
    if not declarations:
        return "No rules declared."
    states = _lines_by_state(breaches)
    apart = ", ".join(f"{states[name]} {name}" for name in (KNOWN, TOLERATED, NOTED) if states[name])
    rules, violations = counted_as(declarations, "rule"), counted_as(states[NEW], "new violation")
    return f"{rules} checked, {violations}{f' ({apart})' if apart else ''}."


def _lines_by_state(breaches: Iterable[ViolatingLine]) -> Counter[str]:
    return Counter(state for state, *_ in {(one.state, one.file_path, one.line) for one in breaches})


def accepted_lines(breaches: Iterable[ViolatingLine]) -> int:
    """Return how many lines a baseline of these breaches accepts; one entry may stand for several."""
    states = _lines_by_state(breaches)
    return states[NEW] + states[KNOWN]


def baseline_text(breaches: Iterable[ViolatingLine]) -> str:
    """Return the text of a baseline: one breach a line, ordered, so that it merges and reads well."""
    rows = sorted({one.name for one in breaches if one.state in (NEW, KNOWN)})
    known = ",\n".join(json.dumps(dict(zip(_FIELDS, row.split("\t"), strict=True)), ensure_ascii=False) for row in rows)
    return f'{{"known": [\n{known}\n]}}\n' if rows else '{"known": []}\n'


_FIELDS = ("rule", "source", "target", "file")


def read_baseline(text: str, where: str) -> frozenset[str]:
    """Return the names of the breaches that a baseline has; raises `SettingsError` for a text that is none."""
    try:
        rows = json.loads(text)["known"]
        return frozenset("\t".join(str(row[field]) for field in _FIELDS) for row in rows)
    except (ValueError, KeyError, TypeError) as problem:
        raise SettingsError(
            f"{where} is not a baseline. Write one: orienteer check --baseline {where} --update-baseline"
        ) from problem
