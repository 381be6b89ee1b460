"""How code is reached that no line names, by language: the rows of `conventions.toml`, ready to be asked."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import translate
from functools import cache
from pathlib import Path

from core.model import UnitHead

_TABLE = Path(__file__).with_suffix(".toml")
_ENCLOSED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|<[^<>]*>")
_JOINS = re.compile(r"\b(?:extends|implements|with|by)\b")
_MARKED, _ABOVE = 12, 40  # lines behind the start of a definition, and above it, in which its marks are looked for
_ENDED = re.compile(r"^\s*$|[;{}]\s*$(?<!\}\)\s)|\*/\s*$|,\s*$")  # what stands above belongs to something else
_BASE = re.compile(r"\s*(?:::|\\)?([A-Za-z_][\w.:\\]*)\s*$")  # `metaclass=ABCMeta` names no base


@dataclass(frozen=True, slots=True)
class CalledByName:
    """Names that a language, framework or library calls, and what must hold of the unit; an empty pattern always holds."""

    why: str
    names: re.Pattern[str]
    base: re.Pattern[str] | None
    owner: re.Pattern[str] | None
    path: re.Pattern[str] | None
    signature: re.Pattern[str] | None
    library: str
    settings: re.Pattern[str] | None
    declares: re.Pattern[str] | None
    unless: re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class UsageConventions:
    """What one family of languages has to reach code without naming it; `conventions.toml` says what each field means."""

    marks: re.Pattern[str]
    inert: frozenset[str]
    plain: frozenset[str]
    loads: re.Pattern[str] | None
    extension: re.Pattern[str] | None
    bases: re.Pattern[str]
    mixins: re.Pattern[str] | None
    harmless: frozenset[str]
    overriding: re.Pattern[str] | None
    unmarked: frozenset[str]
    handed: re.Pattern[str] | None
    results: re.Pattern[str] | None
    implicit: re.Pattern[str] | None
    super: str
    descends: re.Pattern[str] | None
    container: bool
    within: re.Pattern[str] | None
    folder: bool
    words: tuple[str, ...]
    own_dispatch: re.Pattern[str]
    other_dispatch: re.Pattern[str]
    called: tuple[CalledByName, ...]

    def bases_of(self, signature: str, text: str = "") -> list[str]:
        """Return the names of the bases in the signature of a class, and of the mixins in its text, without type arguments."""
        matches = [*self.bases.finditer(signature), *(self.mixins.finditer(text) if self.mixins is not None else ())]
        found = []
        for match in matches:
            listed = next((group for group in match.groups() if group), "")
            for part in _JOINS.sub(",", _without_arguments(listed)).split(","):
                name = _BASE.match(part)
                if name is not None:
                    found.append(name.group(1))
        return found

    def is_harmless(self, base: str) -> bool:
        """Tell whether a base from outside of the checkout calls only what the rows of `called` list."""
        in_namespace = "::" in base and f"{base.partition('::')[0]}::" in self.harmless
        return in_namespace or base in self.harmless or last_part(base) in self.harmless

    def marks_before(self, lines: Sequence[str], start: int, name: str) -> list[str]:
        """Return the decorators, annotations or attributes in front of a definition that hand it to somebody.

        `lines` are those of its file and `start` is the number of its first one, from 1; marks may also stand above it.
        """
        found = []
        above, depth = start - 1, 0
        while above > max(0, start - _ABOVE) and (depth or not _ENDED.search(lines[above - 1])):
            line = lines[above - 1]
            depth = max(0, depth + sum(map(line.count, ")]}")) - sum(map(line.count, "([{")))  # arguments over several lines
            above -= 1
        for line in lines[above : start + _MARKED]:
            marks = [match.group(1) for match in self.marks.finditer(line)]
            found += [mark for mark in marks if mark not in self.inert and last_part(mark) not in self.inert]
            if not marks and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line):
                break  # the definition itself
        return found

    def asks_for(self, base: str, before: str) -> bool:
        """Tell whether a base from outside can call a method: everywhere one that has the mark of overriding, or needs none.

        `before` is the text of the method to its body.
        """
        if self.overriding is None or (self.implicit is not None and self.implicit.search(last_part(base))):
            return True
        return self.overriding.search(before) is not None

    def calls_super(self, text: str, name: str) -> bool:
        """Tell whether a method calls the one of its name that it overrides."""
        return bool(self.super) and re.search(self.super.replace("NAME", re.escape(name)), text) is not None

    def called_by_name(
        self, head: UnitHead, owner: UnitHead | None, bases: Sequence[str], libraries: Iterable[str], declared: DeclaredFiles
    ) -> str:
        """Return who calls a unit by its name, by the first row that fits it; empty for none."""
        for row in self.called:
            if row.names.match(head.name) is None:
                continue
            if row.path is not None and row.path.search(head.file_path) is None:
                continue
            if row.signature is not None and row.signature.search(head.signature) is None:
                continue
            if row.owner is not None and row.owner.search(f"{owner.type} {owner.name}" if owner is not None else "") is None:
                continue
            if row.base is not None and not any(row.base.search(base) for base in bases):
                continue
            if row.declares is not None and not any(_is_in(head.file_path, *one) for one in declared.get(row, ())):
                continue
            if not row.library or row.library in libraries:
                return row.why
        return ""


DeclaredFiles = Mapping[CalledByName, Collection[tuple[str, str]]]
"""The files that settings name, without ending, each behind the folder of these settings, by the row that says so."""


def declared_files(texts: Iterable[tuple[str, str, str]]) -> DeclaredFiles:
    """Return the files that the settings among texts (path, language, text) name, as modules or paths."""
    rows = [row for table in _tables().values() for row in table.called if row.declares is not None]
    found: dict[CalledByName, dict[tuple[str, str], None]] = {row: {} for row in rows}
    for path, _, text in texts:
        for row in rows:
            if row.settings is None or row.declares is None or not row.settings.search(path):
                continue
            if row.unless is None or not row.unless.search(text):
                for name in row.declares.findall(text):
                    is_path = "/" in name or "." not in name  # a module is named from the root and not from its settings
                    folder = path.rpartition("/")[0] if is_path else ""
                    found[row][folder, _stem(name if is_path else name.replace(".", "/"))] = None
    return found


def _stem(path: str) -> str:
    """Return a path without its first dot, its ending, and the name of a file that stands for its folder."""
    return re.sub(r"/(?:__init__|index)$", "", re.sub(r"(?<=[^/])\.\w+$", "", path.removeprefix("./")))


def _is_in(path: str, folder: str, name: str) -> bool:
    inside = path.removeprefix(f"{folder}/") if folder else path
    return f"/{_stem(inside)}".endswith(f"/{name}") and (not folder or path.startswith(f"{folder}/"))


def _without_arguments(text: str) -> str:
    """Return a text without what its brackets enclose, such as type arguments and calls of constructors."""
    before = ""
    while before != text:
        before, text = text, _ENCLOSED.sub("", text)
    return text


def last_part(name: str) -> str:
    """Return the last part of a name: `Base` of `ActiveRecord::Base`, `models.Base` or `App\\Base`."""
    return re.split(r"::|[.\\]", name)[-1]


def conventions_of(family: str) -> UsageConventions | None:
    """Return the conventions of a family of languages; None where it is not known how its code is reached."""
    return _tables().get(family)


Row = Mapping[str, object]


@cache
def _tables() -> Mapping[str, UsageConventions]:
    rows: Mapping[str, Row] = tomllib.loads(_TABLE.read_text(encoding="utf-8"))
    return {family: _conventions(row) for family, row in rows.items()}


def _conventions(row: Row) -> UsageConventions:
    dispatch, called = row["dispatch"], row["called"]
    assert isinstance(dispatch, dict)
    assert isinstance(called, list)
    return UsageConventions(
        re.compile(_text(row, "marks") or "(?!)"),
        frozenset(_text(row, "inert").split()),
        _names(row, "plain"),
        _pattern(row, "loads"),
        _pattern(row, "extension"),
        re.compile(_text(row, "bases")),
        _pattern(row, "mixins"),
        _names(row, "harmless"),
        _pattern(row, "overriding"),
        _names(row, "unmarked"),
        _pattern(row, "handed"),
        _pattern(row, "results"),
        _pattern(row, "implicit"),
        _text(row, "super"),
        _pattern(row, "descends"),
        bool(row.get("container")),
        _pattern(row, "within"),
        bool(row.get("folder")),
        tuple(sorted(_names(row, "words"))),
        re.compile(dispatch["own"], re.MULTILINE),
        re.compile(dispatch["other"], re.MULTILINE),
        tuple(_called(one) for one in called),
    )


def _called(row: Row) -> CalledByName:
    names = re.compile("|".join(_glob(name) for name in _text(row, "names").split()))
    base, owner, path = _pattern(row, "base"), _pattern(row, "owner"), _pattern(row, "path")
    settings, declares, unless = _pattern(row, "settings"), _pattern(row, "declares"), _pattern(row, "unless")
    signature, library = _pattern(row, "signature"), _text(row, "library")
    return CalledByName(_text(row, "why"), names, base, owner, path, signature, library, settings, declares, unless)


def _glob(name: str) -> str:
    # A question mark ends the names of Ruby's predicates: only the star is a wildcard, and brackets hold letters.
    return translate(name.replace("?", "[?]"))


def _text(row: Row, key: str) -> str:
    return str(row.get(key, ""))


def _names(row: Row, key: str) -> frozenset[str]:
    listed = row.get(key, [])
    return frozenset(map(str, listed)) if isinstance(listed, list) else frozenset()


def _pattern(row: Row, key: str) -> re.Pattern[str] | None:
    return re.compile(_text(row, key)) if key in row else None
