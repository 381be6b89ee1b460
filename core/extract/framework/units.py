"""Turn the sources of libraries into units: what their users call, with its documentation."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from core.extract.facts import Definition, FileFacts, SourceFile
from core.extract.framework.sources import RAILS, Library
from core.extract.guard import Guard
from core.extract.read import read_all
from core.extract.repository import text_hash
from core.model import LIBRARIES, CodeUnit, Extraction
from core.ports import FactsCache

_MAX_BYTES = 400_000
_MEDIUM, _HIGH = 3, 6
_AT_LEAST = {"": 0, "medium": _MEDIUM, "high": _HIGH}  # by the priority that the settings give a library
_CHAPTER = 60  # lines of comment; what is longer would crowd the code out of the context
_CORE_PATH = re.compile(r"association|callback|validation")
_OPTIONS = re.compile(r"^\s*#+\s*=*\s*Options:?\s*$", re.MULTILINE)
_MEMBERS = ("method", "function")
_TYPES = ("class", "module", "struct", "enum", "trait", "macro", *_MEMBERS)
_SEPARATORS = {"ruby": "::", "python": ".", "rust": "::"}
_HIDDEN = re.compile(r":nodoc:|doc\(hidden\)")


@dataclass(frozen=True, slots=True)
class _Source:
    library: Library
    path: Path
    name: str  # relative to the library, with forward slashes
    file: SourceFile


def with_framework(
    extraction: Extraction, libraries: Iterable[Library], cache: FactsCache | None = None, guard: Guard | None = None
) -> Extraction:
    """Return the extraction with the units of the libraries; what is not there becomes an entry of `listed`.

    Units of Rails itself have the type `rails_source`, all others `gem_source`. Reading is cached by content like that of
    the checkout.
    """
    libraries = list(libraries)
    sources = [source for library in libraries for source in _loaded(library)]
    read = read_all([source.file for source in sources], cache, guard or Guard())
    known = {unit.key for unit in extraction.units}
    units: dict[str, CodeUnit] = {}
    for source, facts in zip(sources, read, strict=True):
        for unit in _units(source, facts):
            if unit.key not in known:
                units.setdefault(unit.key, unit)
    absent = [one for one in libraries if one.folder is None]
    listed = tuple({"linker": LIBRARIES, "outcome": "not_installed", "name": one.label, "reason": one.reason} for one in absent)
    tally = {"libraries read": len(libraries) - len(absent), "units": len(units)}
    tally |= {f"{one.label}: {one.reason}": 1 for one in absent}
    return replace(
        extraction,
        units=(*extraction.units, *units.values()),
        tallies={**extraction.tallies, LIBRARIES: tally},
        listed=(*extraction.listed, *listed),
    )


def _loaded(library: Library) -> Iterator[_Source]:
    for path in library.files if library.folder else ():
        raw = path.read_bytes() if path.is_file() and path.stat().st_size <= _MAX_BYTES else b""
        if raw and library.folder:
            name = path.relative_to(library.folder).as_posix()
            place = f"gems/{library.name}-{library.version}/{name}"
            text = raw.decode("utf-8", "replace").replace("\r\n", "\n")
            yield _Source(library, path, name, SourceFile(place, library.language, text, hashlib.sha256(raw).hexdigest()))


def importance(name: str, facts: FileFacts, text: str, library: str = "") -> int:
    """Return how much a source file matters to a user of the library: 0 to 2 low, 3 to 5 medium, from 6 high.

    3 for associations, callbacks and validations in the path, or the file that users load; 2 for more than ten public
    methods; 2 for methods that become class methods of the user's classes; 1 for documented options.
    """
    public = [one for one in facts.definitions if one.kind in _MEMBERS and one.visibility == "public"]
    loaded = {f"lib/{library}.rb", f"{library.replace('-', '_')}/__init__.py", "src/lib.rs"}
    score = 3 if _CORE_PATH.search(name) or name in loaded else 0
    score += 2 if len(public) > 10 else 0
    score += 2 if any("ClassMethods" in one.qualified for one in public) else 0
    return score + (1 if _OPTIONS.search(text) else 0)


def _units(source: _Source, facts: FileFacts) -> Iterator[CodeUnit]:
    """Yield the documented public classes and methods of a file that matters."""
    score = importance(source.name, facts, source.file.text, source.library.name)
    score = max(score, _AT_LEAST[source.library.priority])
    if score < _MEDIUM or facts.problems:
        return
    lines = source.file.text.split("\n")
    for number, one in enumerate(facts.definitions):
        if one.kind not in _TYPES or one.visibility not in ("public", "") or _is_hidden(one, lines):
            continue
        docs = one.docstring or _comment_above(lines, one.start_line)
        if docs and not _HIDDEN.search(docs):
            yield _unit(source, one, _end(facts, number), docs, score, lines)


def _is_hidden(one: Definition, lines: list[str]) -> bool:
    return bool(_HIDDEN.search(lines[one.start_line - 1]))


def _end(facts: FileFacts, number: int) -> int:
    """Return the last line of a definition's own text: of a class that is all before its first member."""
    one = facts.definitions[number]
    if one.kind in _MEMBERS:
        return one.end_line
    inner = [other.start_line for other in facts.definitions if other.parent == number]
    return max(one.start_line, min(inner) - 1) if inner else one.end_line


def _first_comment(lines: list[str], start: int) -> int:
    """Return the position of the first line of the comment that ends right above a line."""
    first = start - 1
    while first > 0 and lines[first - 1].lstrip().startswith(("#", "///")):
        first -= 1
    return first


def _start(lines: list[str], start: int) -> int:
    """Return the line at which a unit starts: its comment belongs to it, unless that is a chapter of its own."""
    first = _first_comment(lines, start)
    return first + 1 if start - 1 - first <= _CHAPTER else start


def _comment_above(lines: list[str], start: int) -> str:
    """Return the comment that ends right above a line, without its marks."""
    first = _first_comment(lines, start)
    return "\n".join(re.sub(r"^\s*(#|///) ?", "", line) for line in lines[first : start - 1]).strip()


def _unit(source: _Source, one: Definition, end: int, docs: str, score: int, lines: list[str]) -> CodeUnit:
    library = source.library
    start = _start(lines, one.start_line)
    text = "\n".join(lines[start - 1 : end])
    identifier = _identifier(source, one)
    metadata: Mapping[str, object] = {
        "library": library.name, "version": library.version, "kind": one.kind, "relative_path": source.name,
        "located_at": str(source.path), "importance": "high" if score >= _HIGH else "medium",
    }  # fmt: skip
    return CodeUnit(
        "rails_source" if library.language == "ruby" and library.name in RAILS else "gem_source", identifier, one.name,
        identifier[: -len(one.name)].rstrip("#.:"), library.language, source.file.path, start, end, text, docs,
        one.signature, metadata=metadata, source_hash=text_hash(text),
    )  # fmt: skip


def _identifier(source: _Source, one: Definition) -> str:
    """Return the name by which a user of the library knows a definition."""
    if source.library.language == "ruby":
        return one.qualified
    separator = _SEPARATORS[source.library.language]
    parts = list(Path(source.name).with_suffix("").parts)
    if source.library.language == "rust":
        parts = [source.library.name.replace("-", "_"), *(part for part in parts if part not in ("src", "lib", "mod"))]
    elif parts[-1] == "__init__":
        parts = parts[:-1]
    return separator.join([*parts, one.qualified.removeprefix(separator.join(parts) + separator)])
