"""Who owns files by the checkout's own word: a file CODEOWNERS, as GitHub and GitLab read it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from core.model.review import CodeOwner

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

PLACES = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")
"""Where the file may lie; the first that is there counts."""
_SECTION = re.compile(r"\^?\[(?P<name>[^\]]+)\](?:\[\d+\])?(?P<owners>[^#]*)")
_APART = re.compile(r"(?<!\\)\s+")
_GIVEN_UP = re.compile(r"(?<!\\)[\[\]]|^!")  # what gitignore knows and CODEOWNERS has not


@dataclass(frozen=True, slots=True)
class _Rule:
    line: int
    section: str
    pattern: str
    owners: tuple[str, ...]


def code_owners(text: str, place: str, paths: Iterable[str]) -> tuple[CodeOwner, ...]:
    """Return who owns these files by the text of a CODEOWNERS file, those of most files first; the last rule that fits counts.

    In GitLab's sections the last rule of each counts. A rule without owners takes files out.
    """
    rules = list(_rules(text))
    found: dict[str, tuple[list[str], list[int]]] = {}
    for path in dict.fromkeys(paths):
        last = {rule.section: rule for rule in rules if _fits(rule.pattern, path)}
        for rule in last.values():
            for owner in rule.owners:
                files, lines = found.setdefault(owner, ([], []))
                files.append(path)
                lines.append(rule.line)
    owners = [CodeOwner(name, tuple(dict.fromkeys(files)), f"{place}:{min(lines)}") for name, (files, lines) in found.items()]
    return tuple(sorted(owners, key=lambda one: (-len(one.files), one.name)))


def checkout_owners(root: Path, paths: Iterable[str]) -> tuple[CodeOwner, ...]:
    """Return who owns these files by the CODEOWNERS of a checkout; none where there is no such file."""
    place = next((place for place in PLACES if (root / place).is_file()), "")
    return code_owners((root / place).read_text(encoding="utf-8", errors="replace"), place, paths) if place else ()


def _rules(text: str) -> Iterator[_Rule]:
    section, usual = "", tuple[str, ...]()
    for number, line in enumerate(text.splitlines(), 1):
        told = line.strip()
        if not told or told.startswith("#"):
            continue
        if head := _SECTION.fullmatch(told):
            section, usual = head["name"].lower(), tuple(head["owners"].split())
            continue
        pattern, *owners = _APART.split(told)
        named = tuple(owners[: next((at for at, one in enumerate(owners) if one.startswith("#")), len(owners))])
        if not _GIVEN_UP.search(pattern):
            yield _Rule(number, section, pattern, named or usual)


def _fits(pattern: str, path: str) -> bool:
    """Tell whether a pattern means a file: as in gitignore, but `docs/*` has no folders in it."""
    direct = pattern.endswith("/*") and "**" not in pattern
    if direct and pattern.strip("/").count("/") != path.count("/"):
        return False
    return _matching(pattern).match_file(path) is True


@lru_cache(maxsize=4_000)
def _matching(pattern: str) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines([pattern])
