"""A review as text, as Markdown, as rows, and with the changed code behind it: what deserves a look first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields

from core.model import split_key
from core.model.review import (
    DOCS,
    LEVELS,
    LOW,
    MOVED,
    REMOVED,
    SIGNATURE,
    ChangedRelation,
    ChangedUnit,
    Companion,
    Remark,
    Review,
)
from core.model.text_table import Flat
from core.present.export.text import as_json
from core.text.counts import counted_as, name_list
from core.text.tokens import count_tokens
from core.vocabulary import LATER

_UNITS, _USERS, _FLOWS, _RELATIONS, _COMPANIONS, _LOW, _FILES = 30, 15, 10, 12, 8, 12, 40
_PLAIN = frozenset({"filters_with", "tests"})  # one declaration makes many of them
Line = tuple[str, str, str]
"""What is said, the place that says so, and the code there."""


def review_text(found: Review) -> str:
    """Return a review for a terminal, the remarks that matter most first; what is cut is counted."""
    parts = [f"{found.title}\n{found.sentence}"]
    for title, lines in _sections(found):
        said = [f"  {text}{f'  {place}' if place else ''}" + (f"\n      {code}" if code else "") for text, place, code in lines]
        parts.append("\n".join((title, *said)))
    return "\n\n".join((*parts, *found.notes))


def review_markdown(found: Review, link: Callable[[str, int], str] = lambda path, line: "") -> str:
    """Return the same for a pull request: what matters stands open, the rest folded; `link` gives the address of a line."""
    parts = [f"## Review: {_cell(found.title)}", found.sentence]
    for number, (title, lines) in enumerate(_sections(found)):
        said = "\n".join(_item(one, link) for one in lines)
        opened = number < 2 or title.startswith("Changed")
        parts.append(f"### {title}\n\n{said}" if opened else f"<details><summary>{title}</summary>\n\n{said}\n\n</details>")
    return "\n\n".join((*parts, *map(_cell, found.notes))) + "\n"


def review_json(found: Review) -> str:
    """Return all of a review as JSON; the code of units is left out, which lies at its lines."""
    told = {one.name: getattr(found, one.name) for one in fields(found) if one.name not in ("codes", "owners", "pages")}
    return as_json({"title": told.pop("title"), "sentence": found.sentence, **told})


def _item(line: Line, link: Callable[[str, int], str]) -> str:
    text, place, code = line
    shown = f" `{place}`" if place else ""
    path, _, number = place.rpartition(":")
    if place and number.isdigit() and (address := link(path, int(number))):
        shown = f" [`{place}`]({address})"
    quoted = f"  \n  `{code.replace('`', chr(39))}`" if code else ""
    return f"- {_cell(text)}{shown}{quoted}"


def _cell(text: str) -> str:
    return text.replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")


def _sections(found: Review) -> Iterator[tuple[str, list[Line]]]:
    """Yield the sections in the order in which a reviewer reads, each with its lines; empty ones are left out."""
    sections = (
        ("Check first", [_remark(one) for level in list(LEVELS)[:2] for one in found.of_level(level)], 0),
        ("Changed, riskiest first", [_unit(one) for one in found.units if not one.inside and not one.is_test], _UNITS),
        ("Dependents outside the change", _users(found), _USERS),
        ("Entry points that reach it", _flows(found), _FLOWS),
        ("Usually changed too, but not here", [_companion(one) for one in found.companions], _COMPANIONS),
        ("Notes", [_remark(one) for one in found.of_level(LOW)], _LOW),
        ("New and removed relations", _relations(found), _RELATIONS),
        ("Resolved by this change", [(text, "", "") for text in found.gone], _LOW),
        ("Tests", _tests(found), _USERS),
        ("Code owners", _owned(found), _FILES),
        ("Possible reviewers", _people(found), 0),
        ("Files", _files(found), _FILES),
    )  # fmt: skip
    for title, lines, most in sections:
        if lines:
            cut = lines[:most] if most else lines
            more = [(f"… and {len(lines) - len(cut)} more (all with -f json)", "", "")] if len(cut) < len(lines) else []
            yield f"{title} ({len(lines)})", [*cut, *more]


def _companion(one: Companion) -> Line:
    return one.sentence, "", f"last {one.last}"


def _remark(one: Remark) -> Line:
    was = " (before)" if one.before else ""
    return f"{one.level}: {one.text}{was}", one.place, one.code


def _unit(one: ChangedUnit) -> Line:
    said = {MOVED: f"moved from {one.before}", SIGNATURE: f"signature, was '{one.before}'"}.get(one.change, one.change)
    counts = [f"{one.users} dependents"] if one.users else []
    counts += [f"{one.tests} tests"] if one.tests else []
    counts += [f"at runtime {one.observed}"] if one.observed else []
    levels = [f"{count} {level}" for level in LEVELS if (count := sum(reason.level == level for reason in one.reasons))]
    about = ", ".join((*counts, *levels))
    return f"{said}: {one.key}{f' ({about})' if about else ''}", f"{one.file_path}:{one.line}", ""


def _users(found: Review) -> list[Line]:
    chosen = [one for one in found.users if not one.is_test and not one.in_change]
    return [
        (f"{split_key(one.unit)[1]} {one.kind.replace('_', ' ')} {split_key(one.uses)[1]}", f"{one.file_path}:{one.line}", "")
        for one in chosen
    ]


def _flows(found: Review) -> list[Line]:
    lines = []
    for one in found.flows:
        names = [split_key(link.unit)[1] for link in one.chain.links]
        through = f" → {' → '.join(names)}" if names else ""
        lines.append((f"{one.kind} {split_key(one.entry)[1]}{through} (reaches {one.units} changed units)", "", ""))
    return lines


def _relations(found: Review) -> list[Line]:
    """Return what each unit uses now or no more, all of one unit in one line; what it starts elsewhere first."""
    every: dict[tuple[str, str], list[ChangedRelation]] = {}
    for one in found.relations:
        if one.kind not in _PLAIN:
            every.setdefault((one.change, one.source), []).append(one)
    lines = []
    for (change, source), some in every.items():
        told = sorted(some, key=lambda one: (one.kind not in LATER, one.kind))
        kinds: dict[str, list[str]] = {}
        for one in told:
            kinds.setdefault(one.kind.replace("_", " "), []).append(split_key(one.target)[1])
        said = "; ".join(f"{kind} {_named(targets)}" for kind, targets in kinds.items())
        lines.append((f"{change}: {split_key(source)[1]} {said}", f"{some[0].file_path}:{some[0].line}", ""))
    return lines


def _tests(found: Review) -> list[Line]:
    tests: dict[str, tuple[list[str], str]] = {}
    for one in found.users:
        if one.is_test:
            tests.setdefault(one.unit, ([], f"{one.file_path}:{one.line}"))[0].append(split_key(one.uses)[1])
    return [(f"{split_key(test)[1]}: {_named(uses)}", place, "") for test, (uses, place) in tests.items()]


def _people(found: Review) -> list[Line]:
    return [
        (
            f"{one.name}: {counted_as(one.commits, 'commit')}, {one.recent} in the last year, "
            f"last {one.last}, in {_named(one.files)}",
            "",
            "",
        )
        for one in found.reviewers
    ]


def _owned(found: Review) -> list[Line]:
    return [(f"{one.name}: {_named(one.files)}", one.place, "") for one in found.code_owners]


def _files(found: Review) -> list[Line]:
    lines = []
    for one in found.files:
        former = f" from {one.before}" if one.before else ""
        counts = "binary" if one.binary else f"+{len(one.new)} -{len(one.old)}"
        lines.append((f"{one.status}: {one.path}{former} ({counts})", "", ""))
    return lines


def _named(names: Sequence[str]) -> str:
    return name_list(list(dict.fromkeys(names)), 3)


def review_rows(found: Review) -> dict[str, list[dict[str, Flat]]]:
    """Return the lists of a review by the name of their view: units, users, entries, relations, along, people, files."""
    return {
        "units": found.to_rows(),
        "users": [
            {
                "user": one.unit, "uses": one.uses, "kind": one.kind, "file": one.file_path, "line": one.line,
                "in the change": one.in_change,
            }
            for one in found.users if not one.is_test
        ],
        "entries": [
            {
                "entry": one.entry, "kind": one.kind, "changed units": one.units,
                "through": " → ".join(link.unit for link in one.chain.links),
            }
            for one in found.flows
        ],
        "relations": [
            {
                "change": one.change, "from": one.source, "kind": one.kind, "to": one.target, "file": one.file_path,
                "line": one.line,
            }
            for one in found.relations
        ],
        "along": [
            {
                "file": one.path, "changes with": one.file_path, "together": one.together, "commits": one.commits,
                "certain share": round(one.at_least, 2), "related": one.related, "last": one.last,
            }
            for one in found.companions
        ],
        "people": _people_rows(found),
        "files": [
            {
                "file": one.path, "status": one.status, "before": one.before, "binary": one.binary, "new lines": len(one.new),
                "gone lines": len(one.old),
            }
            for one in found.files
        ],
    }  # fmt: skip


def remark_rows(found: Review) -> list[dict[str, Flat]]:
    """Return the remarks of a review, the highest level first as they are."""
    return [
        {
            "level": one.level, "rule": one.rule, "remark": one.text, "unit": one.unit, "file": one.file_path,
            "line": one.line or None, "code": one.code,
        }
        for one in found.remarks
    ]  # fmt: skip


def _people_rows(found: Review) -> list[dict[str, Flat]]:
    """Return who owns the files, then who knows them by their history."""
    rows: list[dict[str, Flat]] = [
        {
            "who": one.name, "owns by": one.place, "commits in a year": None, "commits": None, "last": "",
            "files": ", ".join(one.files),
        }
        for one in found.code_owners
    ]  # fmt: skip
    for known in found.reviewers:
        rows.append({
            "who": known.name, "owns by": "", "commits in a year": known.recent, "commits": known.commits, "last": known.last,
            "files": ", ".join(known.files),
        })  # fmt: skip
    return rows


_SHARE = 0.5  # of the budget, that the words of the review may take
_CUT = "… (token budget reached)"


def with_code(found: Review, text: str, budget: int, *, markdown: bool = False) -> str:
    """Return the words of a review and then changed units whole, the riskiest first, in at most so many tokens.

    Units that do not fit are passed over for smaller ones and named at the end, as far as that fits.
    """
    parts = [_within(text, max(1, int(budget * _SHARE)))]
    left = budget - count_tokens(parts[0])
    missing: list[str] = []
    shown = set[str]()
    for one in found.units:
        if one.change == DOCS or one.inside in shown:
            continue
        block = _block(one, found.codes.get(one.key, ""), markdown=markdown)
        if (size := count_tokens("\n\n" + block)) > left:
            missing.append(one.key)
            continue
        parts.append(block)
        shown.add(one.key)
        left -= size
    rest = f"Not shown: {', '.join(missing)}." if missing else ""
    if rest and count_tokens("\n\n" + rest) > left:
        rest = f"Not shown: {len(missing)} changed units."
    if rest and count_tokens("\n\n" + rest) <= left:
        parts.append(rest)
    return "\n\n".join(parts)


def _block(one: ChangedUnit, code: str, *, markdown: bool) -> str:
    was = ", before the change" if one.change == REMOVED else ""
    head = f"{one.change}: {one.key}  {one.file_path}:{one.line}-{one.end_line}{was}"
    if not markdown:
        return f"{head}\n{code}"
    fence = "````" if "```" in code else "```"
    return f"#### {head}\n\n{fence}\n{code}\n{fence}"


def _within(text: str, budget: int) -> str:
    """Return the first lines of a text that fit."""
    if count_tokens(text) <= budget:
        return text
    lines = text.split("\n")
    low, high = 0, len(lines)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if count_tokens("\n".join([*lines[:middle], _CUT])) <= budget else (low, middle - 1)
    return "\n".join([*lines[:low], _CUT]) if low else ""
