"""What it means that nothing was found around a unit: there is nothing, nobody can know, or nobody looked."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from core.languages import LANGUAGES, family_of
from core.model import Span, UnitHead, file_key
from core.open_index import OpenIndex
from core.vocabulary import BY_PATH, RUNS

_NAME = re.compile(r"[^\W\d]\w*[?!]?")
_WORD = re.compile(r"\w+")
_NAMED = 3  # places or names that a sentence shows
_IN_PART = frozenset({"partial", "failed"})

Place = tuple[str, int]
"""Path and line."""


def verdict(index: OpenIndex, head: UnitHead, *, forwards: bool) -> str:
    """Return a sentence on an empty answer, which starts with `None:`, `Unknown:` or `Not analysed:`.

    `forwards` asks what the unit uses, else what uses it. None is only said when every file that could tell was read and
    no other line writes the unit's name.
    """
    if not forwards:
        return verdicts(index, [head])[head.key]
    unread = _unread(head)
    if unread:
        return f"Not analysed: {unread}"
    doubt = _doubt_of(index, head)
    if doubt:
        return f"Unknown: {doubt}"
    limit = " Calls on values whose class is not known are not followed." if head.type in RUNS else ""
    return f"None: {_counted(index, family_of(head.language))}{limit}"


def verdicts(index: OpenIndex, heads: Sequence[UnitHead]) -> dict[str, str]:
    """Return by key what `verdict` says of units that nothing is known to use, by one pass over all texts for all names."""
    unread = {head.key: _unread(head) for head in heads}
    asked = [head for head in heads if not unread[head.key]]
    written: dict[str, list[Place]] = {}
    for tests in (False, True):
        group = [head for head in asked if head.is_test == tests]
        written |= _elsewhere(index, group, _code_files(index, tests=tests)) if group else {}
    counted = {family: _counted(index, family) for family in sorted({family_of(head.language) for head in asked})}
    found = {key: f"Not analysed: {reason}" for key, reason in unread.items() if reason}
    for head in asked:
        places = written[head.key]
        found[head.key] = f"Unknown: {_told(head, places)}" if places else f"None: {counted[family_of(head.language)]}"
    return found


def side_verdict(index: OpenIndex, head: UnitHead, side: str) -> str:
    """Return what it means that a unit declares no facts, has nothing inside or no tests, with the same three words.

    `side` is `facts`, `inside` or `tests`.
    """
    if side == "tests":
        return _untested(index, head)
    if head.type in BY_PATH:
        return "Not analysed: facts and members are recorded of the units inside files, not of files and folders."
    if not family_of(head.language):
        return f"Not analysed: what {head.language or 'such'} files declare is not read."
    reason = _partly(index, head.file_path)
    if reason:
        return f"Unknown: {head.file_path} was read only in part ({reason})."
    nothing = "it declares nothing of the kinds that are read" if side == "facts" else "no unit lies inside it"
    return f"None: {head.file_path} was read, and {nothing}."


def _untested(index: OpenIndex, head: UnitHead) -> str:
    if not any(one.is_test and one.type not in BY_PATH for one in index.heads):
        return "Not analysed: the checkout has no tests, or none that were read."
    tests = {path for path in _code_files(index, tests=True) if index.by_key[file_key(path)].is_test}
    if head.type not in BY_PATH and family_of(head.language):
        places = _elsewhere(index, [head], tests)[head.key]
        if places:
            return f"Unknown: {_told(head, places)}"
    return "None: no test is known to use it. Tests that reach it over HTTP or by a computed name are not seen."


def perhaps_more(index: OpenIndex, head: UnitHead, rows: Sequence[Mapping[str, object]]) -> str:
    """Return a sentence on files that write the unit's name, were read only in part and are not among the rows; or none."""
    known = {row["file_path"] for row in rows}
    paths = sorted({problem.file_path for problem in index.problems if problem.status in _IN_PART} - known)
    found = [path for path, _ in _elsewhere(index, [head], paths)[head.key]] if paths else []
    return f" Perhaps more: {_listed(dict.fromkeys(found))} names it and was read only in part." if found else ""


def _counted(index: OpenIndex, family: str) -> str:
    outcomes = index.manifest.tallies.get(family, {})
    missed = sum(count for outcome, count in outcomes.items() if outcome in ("unexplained", "ambiguous"))
    files = sum(head.type == "file" and family_of(head.language) == family for head in index.heads)
    in_part = {problem.file_path for problem in index.problems if problem.status in _IN_PART}
    told = f"{files:,} {family} files were read"
    if "resolved" in outcomes:
        told += f" and {outcomes['resolved']:,} references in them resolved, {missed:,} not"
    return f"{told}; {len(in_part)} of all files only in part." if in_part else f"{told}."


def _doubt_of(index: OpenIndex, head: UnitHead) -> str:
    """Return why a unit may use more than is known: its file was not read whole, or names in its lines were not resolved."""
    reason = _partly(index, head.file_path)
    if reason:
        return f"{head.file_path} was read only in part ({reason})."
    missed = index.catalog.unresolved_names(head.file_path, head.start_line, head.end_line)
    return f"{len(missed)} names in its lines were not resolved: {_listed(missed)}." if missed else ""


def _partly(index: OpenIndex, path: str) -> str:
    """Return why a file was read only in part; empty when it was read whole."""
    return next((one.reason for one in index.problems if one.file_path == path and one.status in _IN_PART), "")


def _unread(head: UnitHead) -> str:
    """Return why no relations are recorded for a unit; empty where they are."""
    if head.type in BY_PATH:
        return "relations are recorded between the units inside files, not for files and folders."
    return "" if family_of(head.language) else f"relations of {head.language or 'such'} files are not read."


def _told(head: UnitHead, places: Sequence[Place]) -> str:
    where = "place" if len(places) == 1 else "places"
    listed = _listed(f"{path}:{line}" for path, line in places)
    return f"'{head.name}' is also written in {len(places):,} {where} of which it is not known what they mean: {listed}."


def _code_files(index: OpenIndex, *, tests: bool) -> set[str]:
    files = (head for head in index.heads if head.type == "file" and family_of(head.language))
    return {head.file_path for head in files if tests or not head.is_test}


def _elsewhere(index: OpenIndex, heads: Sequence[UnitHead], paths: Collection[str]) -> dict[str, list[Place]]:
    """Return by key the path and line of each line of code in these files that writes the unit's name, in order.

    The unit's own lines, comments and definitions of the same name, which are no uses, are left out.
    """
    names = {head.key: head.name.removesuffix("=") for head in heads}
    written = _mentions(index, set(names.values()), paths)
    defined: dict[str, set[Place]] = {head.name: set() for head in heads}
    for other in index.heads:
        if other.name in defined:
            defined[other.name].add((other.file_path, other.start_line))
    found = {}
    for unit in index.catalog.units([head.key for head in heads]):
        own = unit.spans or (Span(unit.file_path, unit.start_line, unit.end_line),)
        found[unit.key] = [
            place for place in written[names[unit.key]] if place not in defined[unit.name] and not _inside(place, own)
        ]
    return found


def _inside(place: Place, spans: Sequence[Span]) -> bool:
    path, line = place
    return any(span.file_path == path and span.start_line <= line <= span.end_line for span in spans)


def _mentions(index: OpenIndex, names: Collection[str], paths: Collection[str]) -> dict[str, list[Place]]:
    """Return by name the lines of code, but for comments, that write it as a word; of no name that is no word of a program."""
    stems: dict[str, list[str]] = defaultdict(list)
    for name in sorted(names):
        if _NAME.fullmatch(name):
            stems[name.rstrip("?!")].append(name)
    found: dict[str, list[Place]] = {name: [] for name in names}
    for path, language, text in _texts(index, stems):
        if path in paths and family_of(language) not in ("", "documents"):
            present = stems.keys() & set(_WORD.findall(text))
            for name, number in _written(text, {stem: stems[stem] for stem in present}, LANGUAGES[language].comment):
                found[name].append((path, number))
    return found


def _texts(index: OpenIndex, stems: Collection[str]) -> Iterable[tuple[str, str, str]]:
    """Return path, language and text of the files, by path; for one word only of those that hold it."""
    return index.catalog.file_texts(next(iter(stems)) if len(stems) == 1 else "") if stems else ()


def _written(text: str, stems: Mapping[str, Sequence[str]], comment: str) -> Iterator[tuple[str, int]]:
    """Yield each name with the numbers of the lines that are no comments and hold it as a word, in the order of the lines."""
    if not stems:
        return
    word = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(stems)))})(?!\w)")
    for number, line in enumerate(text.split("\n"), 1):
        if word.search(line) and not (comment and re.match(rf"\s*(?:{comment})", line)):
            for stem in dict.fromkeys(match.group() for match in word.finditer(line)):
                yield from ((name, number) for name in stems[stem] if name == stem or _holds(line, name))


def _holds(line: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line) is not None


def _listed(names: Iterable[str]) -> str:
    every = list(names)
    return ", ".join(islice(every, _NAMED)) + (" …" if len(every) > _NAMED else "")
