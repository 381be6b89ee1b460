"""Guess which folders and files of a checkout are not its own: copies of libraries, what tools keep, what builds leave."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.model import FOREIGN, OLDER, CodeUnit, History, Problem, Relation, unit_key
from core.model.paths import folders_above
from core.vocabulary import BY_PATH

_HEAD = 1_500  # characters in which a library says what it is
_VERSION = re.compile(r"\bv?\d+\.\d+\.\d+|(?<!licen[sc]e, )\bversion:? *v?\d+\.\d+", re.IGNORECASE)
_LICENCE = re.compile(r"licen[sc]e|copyright|\(c\)|@preserve|https?://", re.IGNORECASE)
# The comments before the first line of code, up to where the head is cut.
_LEADING = re.compile(r"(?:\s*(?:/\*.*?(?:\*/|\Z)|<!--.*?(?:-->|\Z)|(?://|#|--|;)[^\n]*(?:\n|\Z)))*", re.DOTALL)
_MARKS = " \t#/*;-!<>"  # of comments, around the words of a line
_VERSIONED = re.compile(r"[A-Za-z][-.@]v?\d+\.\d+(?:\.\d+)*(?:[-.]|$)")
# What folders are called that hold what others wrote or a build made: taken as one sign among several.
_NAMED = re.compile(
    r"(?:^|[_-])(?:externals?|3rd|third|foreign|deps|dist|build|bundled?|compiled|generated|bin|contrib)(?:[_-]|$)",
    re.IGNORECASE,
)
_MOSTLY = 0.8  # of the lines of a folder
# Hidden folders that are part of the project: what runs its checks, what shows its parts, what its server answers with.
_OWN = re.compile(r"^\.(?:github|gitlab|circleci|forgejo|gitea|well-known|storybook|vitepress|vuepress|docker.*)$")
_SELDOM = 2  # commits of a file that nobody here works on
_SHARE = 0.6  # of all units: what is more than that is the project itself, however it is written
_OLD = re.compile(r"^(?:v\d+|legacy|old|deprecated|compat|obsolete|archived?|backup|previous)$", re.IGNORECASE)
_LIKE = 0.5  # of the names in an old copy that its newer twin has
_FEW = 3  # names in common, or files with the same comment at their top, that may be chance


@dataclass(slots=True)
class _Part:
    """What is known of a file, or of all files below a folder."""

    units: int = 0
    lines: int = 0
    banners: int = 0  # files that say which library they are
    bannered: int = 0  # lines in those
    files: int = 0
    seldom: int = 0  # files with few commits
    out: int = 0  # written references to what lies elsewhere
    into: int = 0
    names: set[str] = field(default_factory=set)

    @property
    def is_bannered(self) -> bool:
        return self.bannered > self.lines * _MOSTLY and self.banners * 2 > self.files

    @property
    def is_seldom(self) -> bool:
        return bool(self.files) and self.seldom * 10 >= self.files * 9


def not_own(
    units: Sequence[CodeUnit], relations: Iterable[Relation], texts: Mapping[str, str], history: Iterable[History]
) -> list[Problem]:
    """Return the folders and files that are not of this project (`FOREIGN`), and old copies beside a newer one (`OLDER`).

    A folder is none of the project's own if tools hide it, or if nothing in it refers to the rest and signs say so: banners or
    file names with a library's version; its own name, where also nobody works on it or nothing refers to it. A single file
    needs the banner. What makes more than half of the checkout is never taken for foreign.
    """
    parts = _parts(units, texts, history)
    _link(parts, units, relations)
    found = {path: reason for path, part in sorted(parts.items()) if path and (reason := _why(path, part, path in texts))}
    found = {path: reason for path, reason in found.items() if not any(one in found for one in folders_above(path))}
    if sum(parts[path].units for path in found) > parts[""].units * _SHARE:
        found = {path: reason for path, reason in found.items() if _is_hidden(path)}
    told = [Problem(_shown(path, texts), FOREIGN, f"{reason}: {parts[path].units:,} units") for path, reason in found.items()]
    return [*told, *_older(parts, texts, found)]


def _parts(units: Iterable[CodeUnit], texts: Mapping[str, str], history: Iterable[History]) -> dict[str, _Part]:
    changed = {row.unit_key: row for row in history}
    busy = max((row.commits_total for row in changed.values()), default=0) > _SELDOM
    parts: dict[str, _Part] = defaultdict(_Part)
    counts: Counter[str] = Counter()
    names: dict[str, set[str]] = defaultdict(set)
    for unit in units:
        if unit.file_path in texts and not unit.is_test and unit.type not in BY_PATH:
            counts[unit.file_path] += 1
            names[unit.file_path].add(unit.name)
    bannered = _bannered(counts, texts)
    for path, number in counts.items():
        lines = texts[path].count("\n") + 1
        past = changed.get(unit_key("file", path))
        for place in (path, *folders_above(path), ""):
            part = parts[place]
            part.units += number
            part.files += 1
            part.lines += lines
            part.banners += path in bannered
            part.bannered += lines if path in bannered else 0
            part.seldom += busy and past is not None and 0 < past.commits_total <= _SELDOM
            part.names |= names[path]
    return parts


def _bannered(paths: Iterable[str], texts: Mapping[str, str]) -> set[str]:
    """Return the files that say in a comment at their top, or by their name, which version of a library they are.

    A comment that many files begin with is the header of the project itself, and so are the lines that most files have,
    whatever years they tell.
    """
    leading = ((path, match[0]) for path in paths if (match := _LEADING.match(texts[path][:_HEAD])))
    lines = {path: [line.strip(_MARKS) for line in comment.splitlines()] for path, comment in leading}
    counted = Counter(line for listed in lines.values() for line in set(map(_without_numbers, listed)))
    shared = {line for line, number in counted.items() if number > _FEW and number * 2 > len(lines)}
    said = {path: "\n".join(line for line in listed if _without_numbers(line) not in shared) for path, listed in lines.items()}
    often = Counter(said.values())
    return {
        path
        for path, comment in said.items()
        if _VERSIONED.search(path.rpartition("/")[2].rpartition(".")[0])
        or (often[comment] <= _FEW and _VERSION.search(comment) and _LICENCE.search(comment))
    }


def _without_numbers(line: str) -> str:
    return re.sub(r"\d+", "0", line)


def _link(parts: Mapping[str, _Part], units: Iterable[CodeUnit], relations: Iterable[Relation]) -> None:
    """Count for each part what leads out of it and into it."""
    files = {unit.key: unit.file_path for unit in units if not unit.is_test}
    pairs = Counter((files.get(one.source, ""), files.get(one.target, "")) for one in relations if one.certainty != "inferred")
    for (source, target), number in pairs.items():
        if source == target or source not in parts or target not in parts:
            continue
        from_, to = {source, *folders_above(source)}, {target, *folders_above(target)}
        for place in from_ - to:
            parts[place].out += number
        for place in to - from_:
            parts[place].into += number


def _why(path: str, part: _Part, is_file: bool) -> str:
    """Return by which signs a part is taken for none of the project's own; empty when it is not."""
    name = path.rpartition("/")[2]
    if _is_hidden(path):
        return "" if is_file else "a hidden folder"
    if part.out:
        return ""
    if part.is_bannered and (not is_file or part.is_seldom or not part.into):
        return "copies of libraries, by their first lines or names, without links to other code"
    if not is_file and _NAMED.search(name) and (part.is_seldom or not part.into):
        return f"called '{name}', without links to other code"
    return ""


def _is_hidden(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name.startswith(".") and not _OWN.match(name)


def _older(parts: Mapping[str, _Part], texts: Mapping[str, str], foreign: Mapping[str, str]) -> list[Problem]:
    """Return the old copies: folders called so, beside or below a part that has most of their names."""
    found = []
    ordered = sorted(path for path in parts if path not in texts)
    for path in ordered:
        above, _, name = path.rpartition("/")
        if not _OLD.match(name) or any(one in foreign for one in (path, *folders_above(path))):
            continue
        beside = [one for one in _below(ordered, above) if one != path and _is_newer(one.rpartition("/")[2], name)]
        own, around = parts[path].names, _names_directly(parts, texts, above)
        twins = {**{one: parts[one].names for one in beside}, **({above: around} if above else {})}
        twin = max(sorted(twins), key=lambda one: len(own & twins[one]), default="")
        if twin and len(own & twins[twin]) >= max(_FEW, len(own) * _LIKE):
            found.append(Problem(f"{path}/", OLDER, f"an older copy of {twin}"))
    return found


def _below(ordered: Sequence[str], folder: str) -> list[str]:
    """Return the folders directly inside a folder."""
    start = f"{folder}/" if folder else ""
    first = bisect_left(ordered, start)
    inside = []
    for path in ordered[first:]:
        if not path.startswith(start):
            break
        if path and "/" not in path[len(start) :]:
            inside.append(path)
    return inside


def _names_directly(parts: Mapping[str, _Part], texts: Mapping[str, str], folder: str) -> set[str]:
    """Return the names in the files that lie directly in a folder."""
    return {name for path in texts if path in parts and path.rpartition("/")[0] == folder for name in parts[path].names}


def _is_newer(name: str, old: str) -> bool:
    """Tell whether a folder may be the newer twin of one: a higher version, or none that is called old."""
    if name[:1].lower() == old[:1].lower() == "v" and name[1:].isdigit() and old[1:].isdigit():
        return int(name[1:]) > int(old[1:])
    return not _OLD.match(name)


def _shown(path: str, texts: Mapping[str, str]) -> str:
    return path if path in texts else f"{path}/"
