"""Where constants live: the bases of a checkout and the folders whose files are named after what they define."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.extract.ruby.words.inflect import Inflections

_NEVER_OWNER = frozenset({"bin", "exe", "script", "scripts", "extra", "db", "vendor", "docs", "doc", "examples", "templates"})
TEST_FOLDERS = frozenset({"test", "tests", "spec", "features"})


@dataclass(frozen=True, slots=True)
class Roots:
    """The bases of applications, engines and packs (`""` or `dir/`), and autoload folders with their namespaces."""

    bases: tuple[str, ...]
    folders: tuple[tuple[str, str], ...]  # (`app/models/`, namespace or ""), the longest first
    collapsed: tuple[re.Pattern[str], ...] = ()
    rails: bool = False

    def folder_of(self, path: str) -> tuple[str, str] | None:
        """Return the autoload folder that holds a file, with its namespace."""
        return next((found for found in self.folders if path.startswith(found[0])), None)

    def expected(self, path: str, inflector: Inflections) -> str:
        """Return the constant that a file should define by its path, or an empty string outside autoload folders."""
        found = self.folder_of(path)
        if found is None or not path.endswith(".rb"):
            return ""
        folder, namespace = found
        parts = path.removeprefix(folder).removesuffix(".rb").split("/")
        walked, kept = folder, []
        for part in parts[:-1]:
            walked += f"{part}/"
            if not any(pattern.fullmatch(walked.rstrip("/")) for pattern in self.collapsed):
                kept.append(part)
        name = inflector.camelize("/".join([*kept, parts[-1]]))
        return f"{namespace}::{name}" if namespace else name

    def kind_of(self, path: str) -> str:
        """Return the folder under `app` that a file is in (`models`, `services` …), or an empty string."""
        for base in self.bases:
            if path.startswith(f"{base}app/"):
                return path.removeprefix(f"{base}app/").split("/", 1)[0]
        return ""

    def base_of(self, path: str) -> str:
        """Return the longest base that holds a file."""
        return next((base for base in self.bases if path.startswith(base)), "")

    def inside(self, path: str) -> str:
        """Return a path relative to its base."""
        return path.removeprefix(self.base_of(path))

    def may_own(self, path: str) -> bool:
        """Tell whether a file may own a class that other files define too."""
        parts = self.inside(path).split("/")[:-1]
        return (
            path.endswith(".rb")
            and not (parts and (parts[0] in _NEVER_OWNER or parts[0] in TEST_FOLDERS))
            and ("generators" not in parts or "templates" not in parts)
        )
