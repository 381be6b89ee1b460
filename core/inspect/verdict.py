"""What it means that nothing was found around a unit: there is nothing, nobody can know, or nobody looked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from core.inspect.written import WrittenLine, computed_names, places_of
from core.languages import family_of
from core.model import UnitHead
from core.open_index import OpenIndex
from core.vocabulary import BY_PATH, RUNS

_NAMED = 3  # places or names that a sentence shows
_IN_PART = frozenset({"partial", "failed"})


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
    return {key: judgement.sentence for key, judgement in judged(index, heads).items()}


@dataclass(frozen=True, slots=True)
class Judgement:
    """What it means that nothing is known to use a unit: the verdict (one of `KNOWN`), why, and the lines that write it."""

    verdict: str
    why: str
    places: tuple[WrittenLine, ...] = ()

    @property
    def sentence(self) -> str:
        """The verdict and what speaks for it."""
        return f"{self.verdict.capitalize()}: {self.why}"


def judged(index: OpenIndex, heads: Sequence[UnitHead]) -> dict[str, Judgement]:
    """Return by key what speaks for and against users of units, by one pass over all texts for all of them.

    A name that only tests write does not make a unit used, unless it is a test itself.
    """
    found = {head.key: Judgement("not analysed", reason) for head in heads if (reason := _unread(head))}
    asked = [head for head in heads if head.key not in found]
    written = places_of(index, asked)
    computed = _computed(index, asked)
    counted = {family: _counted(index, family) for family in sorted({family_of(head.language) for head in asked})}
    for head in asked:
        places = [place for place in written[head.key] if head.is_test or not place.in_tests]
        tested = [place for place in written[head.key] if place.in_tests and not head.is_test]
        if places:
            found[head.key] = Judgement("unknown", _told(head, places), tuple(places))
        elif head.key in computed:
            place = computed[head.key]
            found[head.key] = Judgement("unknown", f"the name may be what {place} computes.", (place,))
        else:
            beside = f" Only tests write it: {_listed(map(str, tested))}." if tested else ""
            found[head.key] = Judgement("none", f"{counted[family_of(head.language)]}{beside}", tuple(tested))
    return found


def _computed(index: OpenIndex, heads: Sequence[UnitHead]) -> dict[str, WrittenLine]:
    """Return by key the string with holes from which code may compute the name of a unit."""
    found: dict[str, WrittenLine] = {}
    for makes in ("call", "class", "template"):
        named = {head.key: _names_of(head) for head in heads if _made_by(head) == makes}
        places = computed_names(index, (name for names in named.values() for name in names), makes) if named else {}
        found |= {key: places[name] for key, names in named.items() for name in names if name in places}
    return found


def _made_by(head: UnitHead) -> str:
    if head.type == "view_template":
        return "template"
    return "class" if head.name[:1].isupper() else "call"


def _names_of(head: UnitHead) -> tuple[str, ...]:
    """Return the names as strings with holes would give them: of a template path and last part."""
    if head.type == "view_template":
        stem = head.name.lstrip("_")
        return f"{head.namespace}/{stem}", stem
    if head.type == "route":
        return f"{head.name}_path", f"{head.name}_url"
    return (head.identifier if head.name[:1].isupper() else head.name.removesuffix("="),)


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
    if head.type not in BY_PATH and family_of(head.language):
        places = [place for place in places_of(index, [head])[head.key] if place.in_tests]
        if places:
            return f"Unknown: {_told(head, places)}"
    return "None: no test is known to use it. Tests that reach it over HTTP or by a computed name are not seen."


def more_lines(index: OpenIndex, head: UnitHead, known: Collection[tuple[str, int]]) -> str:
    """Return a sentence on the lines that write a unit's name beside those known to use it (`known`: file and line).

    It counts both, those in tests apart, and names files that were read only in part. Empty for units of which relations are
    not recorded: files, folders, languages that are not read.
    """
    if _unread(head):
        return ""
    rest = [place for place in places_of(index, [head])[head.key] if (place.path, place.line) not in known]
    tests = sum(place.in_tests for place in rest)
    counted = f"{len(known):,} {'line' if len(known) == 1 else 'lines'} known"
    if not rest:
        return f"{counted}; no other line writes '{head.name}'."
    beside = f" ({tests:,} in tests)" if tests else ""
    written = "more line writes" if len(rest) == 1 else "more lines write"
    in_part = {problem.file_path for problem in index.problems if problem.status in _IN_PART}
    partly = list(dict.fromkeys(place.path for place in rest if place.path in in_part))
    perhaps = f" Read only in part: {_listed(partly)}." if partly else ""
    return f"{counted}, {len(rest):,} {written} '{head.name}'{beside}: {_listed(map(str, rest))}.{perhaps}"


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


def _told(head: UnitHead, places: Sequence[WrittenLine]) -> str:
    where = "place" if len(places) == 1 else "places"
    listed = _listed(map(str, places))
    return f"'{head.name}' is also written in {len(places):,} {where} of which it is not known what they mean: {listed}."


def _listed(names: Iterable[str]) -> str:
    every = list(names)
    return ", ".join(islice(every, _NAMED)) + (" …" if len(every) > _NAMED else "")
