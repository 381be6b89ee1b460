"""The kinds of files that are read in ways of their own, and where examples of them lie."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
ORIGINS = (*sorted(path for path in (ROOT / "tests" / "repos").iterdir() if path.is_dir()), ROOT / "data" / "sample")
"""What is damaged unless other checkouts are named."""

KINDS: dict[str, str] = {
    "routes": r"(?:^|/)config/routes(?:\.rb$|/)",
    "schema": r"(?:^|/)db/\w*schema\.rb$",
    "migration": r"(?:^|/)db/migrate/.*\.rb$",
    "structure": r"(?:^|/)db/\w*structure\.sql$",
    "factories": r"(?:^|/)factories(?:/.*)?\.rb$",
    "configuration": r"(?:^|/)config/.*\.rb$",
    "task": r"\.rake$",
    "manifest of Ruby": r"(?:^|/)(?:Gemfile(?:\.lock)?|gems\.rb|[^/]*\.gemspec)$",
    "manifest of Rust": r"(?:^|/)Cargo\.toml$",
    "manifest of Go": r"(?:^|/)go\.(?:mod|work)$",
    "manifest of Python": r"(?:^|/)(?:pyproject\.toml|setup\.cfg|requirements[^/]*\.txt|Pipfile)$",
    "manifest of JavaScript": r"(?:^|/)(?:package|tsconfig|jsconfig)\.json$",
    "i18n": r"(?:^|/)locales/.*\.ya?ml$",
    "yaml": r"\.ya?ml$",
    "ruby": r"\.rb$",
    "python": r"\.pyi?$",
    "rust": r"\.rs$",
    "go": r"\.go$",
    "javascript": r"\.[mc]?jsx?$",
    "typescript": r"\.[mc]?ts$",
    "tsx": r"\.tsx$",
    "erb": r"\.erb$",
    "haml": r"\.haml$",
    "slim": r"\.slim$",
    "markdown": r"\.md$",
    "restructured": r"\.(?:rst|txt)$",
}
"""A pattern of paths for each kind; the first that fits decides."""


class Seed(NamedTuple):
    """One whole file: its path in the repository that it comes from, and its bytes."""

    path: str
    data: bytes


def kind_of(path: str) -> str:
    """Return the kind of a path, empty for files that no reader looks into."""
    return next((kind for kind, pattern in KINDS.items() if re.search(pattern, path)), "")


def seeds(origins: Sequence[Path], most: int = 400) -> dict[str, list[Seed]]:
    """Return whole files by kind, in the order of their paths: of each origin at most so many of a kind, evenly chosen."""
    found: dict[str, list[Seed]] = defaultdict(list)
    for origin in origins:
        own: dict[str, list[Path]] = defaultdict(list)
        for path in sorted(origin.rglob("*")):
            name = path.relative_to(origin).as_posix()
            kind = kind_of(name)
            if kind and ".git/" not in name and path.is_file() and not path.is_symlink() and path.stat().st_size < 200_000:
                own[kind].append(path)
        for kind, paths in own.items():
            step = max(1, len(paths) // most)
            found[kind] += [Seed(path.relative_to(origin).as_posix(), path.read_bytes()) for path in paths[::step]]
    return dict(found)
