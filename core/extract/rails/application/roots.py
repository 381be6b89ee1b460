"""Where an application's constants live: Rails roots, engines, packs and their autoload folders."""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.extract.facts import FileFacts
from core.extract.repository import Repository
from core.extract.ruby.linking.roots import TEST_FOLDERS, Roots

_NOT_AUTOLOADED = frozenset({"assets", "views", "javascript", "javascripts", "frontend", "webpack", "styles", "stylesheets"})
_APP_FOLDERS = frozenset({"models", "controllers", "helpers", "jobs", "mailers", "services", "public", "components"})
_SAMPLES = frozenset({"dummy", "extra", "example", "examples", "sample", "samples", "templates", "generators", "docs", "doc"})
_PATHS_LINE = re.compile(r"(autoload_paths|eager_load_paths|autoload_once_paths|push_dir|autoload_lib)")
_QUOTED = re.compile(r"""["']([^"'\n]+)["']|%[wW]?[\[({]([^\])}\n]+)[\])}]""")
_NAMESPACE = re.compile(r"namespace:\s*([A-Z][\w:]*)")
_VARIABLE = re.compile(r"push_dir\(?\s*([a-z_]\w*)\b")
_INTERPOLATED_ROOT = re.compile(r"#\{[^}]*\}/?")


def roots_of(repository: Repository, files: tuple[FileFacts, ...]) -> Roots:
    """Find the applications, engines and packs of a checkout; without any of them it is a plain Ruby project."""
    paths = [facts.path for facts in files]
    applications = [path.removesuffix("config/application.rb") for path in paths if _is(path, "config/application.rb")]
    applications = [base for base in applications if not _in_tests(base)]
    bases = sorted({*applications, *_engines(files), *_packs(paths, applications)}, key=lambda base: (-len(base), base))
    if not bases:
        bases = [""]
    folders = {folder: "" for base in bases for folder in _app_folders(base, paths)}
    configured, collapsed = _configured(repository, bases, paths)
    folders.update(configured)
    for base in bases:
        folders.setdefault(f"{base}lib/", "")
    ordered = sorted(folders.items(), key=lambda pair: (-len(pair[0]), pair[0]))
    return Roots(tuple(bases), tuple(ordered), tuple(collapsed), bool(applications) or len(bases) > 1 or bool(_engines(files)))


def _is(path: str, tail: str) -> bool:
    return path == tail or path.endswith(f"/{tail}")


def _in_tests(base: str) -> bool:
    """Tell whether a folder is part of tests, samples or templates: an application in it is not the one that runs."""
    return any(part in TEST_FOLDERS or part in _SAMPLES for part in base.split("/"))


def _engines(files: tuple[FileFacts, ...]) -> set[str]:
    """Return the folders above `lib/` of files that define a Rails engine."""
    found = set()
    for facts in files:
        is_engine = any(
            "Rails::Engine" in definition.bases or "::Rails::Engine" in definition.bases for definition in facts.definitions
        )
        if is_engine and (at := f"/{facts.path}".find("/lib/")) >= 0 and not facts.is_test:
            found.add(facts.path[:at])
    return {base for base in found if not _in_tests(base)}


def _packs(paths: Iterable[str], applications: list[str]) -> set[str]:
    """Return folders below an application that have an `app` folder of their own, as packs and in-app engines do."""
    found = set()
    for path in paths:
        parts = path.split("/")
        for at in range(1, len(parts) - 2):
            if parts[at] != "app" or parts[at + 1] not in _APP_FOLDERS or _in_tests("/".join(parts[:at])):
                continue
            prefix = "/".join(parts[:at]) + "/"
            if not any(prefix.startswith(f"{base}app/") for base in applications if base != prefix):
                found.add(prefix)
    return found


def _app_folders(base: str, paths: Iterable[str]) -> set[str]:
    found = set()
    for path in paths:
        if not path.startswith(f"{base}app/"):
            continue
        parts = path.removeprefix(f"{base}app/").split("/")
        if len(parts) > 1 and parts[0] not in _NOT_AUTOLOADED:
            found.add(f"{base}app/{parts[0]}/")
            if len(parts) > 2 and parts[1] == "concerns":
                found.add(f"{base}app/{parts[0]}/concerns/")
    return found


def _configured(repository: Repository, bases: list[str], paths: list[str]) -> tuple[dict[str, str], list[re.Pattern[str]]]:
    """Return the folders that configuration adds, with their namespaces, and the patterns of collapsed folders."""
    folders: dict[str, str] = {}
    collapsed = []
    existing = {path[: at + 1] for path in paths for at in range(len(path)) if path[at] == "/"}
    for path in paths:
        base = next((base for base in bases if path.startswith(base)), "")
        inner = path.removeprefix(base)
        if not (inner.startswith("config/") or inner.endswith("engine.rb")):
            continue
        for line in repository.texts[path].split("\n"):
            if "collapse" in line:
                collapsed += [_glob(base + _clean(text)) for text in _literals(line)]
            elif _PATHS_LINE.search(line) and not line.lstrip().startswith("#"):
                namespace = _NAMESPACE.search(line)
                for text in _literals(line) or _behind_variable(line, repository.texts[path]):
                    folder = f"{base}{_clean(text)}/"
                    if folder in existing and folder != f"{base}app/":
                        folders[folder] = namespace.group(1) if namespace else ""
    return folders, collapsed


def _literals(line: str) -> list[str]:
    """Return the quoted paths of a line; `join("app", "x")` is one path."""
    line = _INTERPOLATED_ROOT.sub("", line)
    parts = [found.group(1) or found.group(2) for found in _QUOTED.finditer(line)]
    words = [word for part in parts for word in part.split()]
    return ["/".join(words)] if re.search(r"join\(\s*[\"'][^)]*,", line) else words


def _behind_variable(line: str, text: str) -> list[str]:
    variable = _VARIABLE.search(line)
    if variable is None:
        return []
    assigned = re.search(rf"^[ \t]*{variable.group(1)}\s*=\s*(.+)$", text, re.MULTILINE)
    return _literals(assigned.group(1)) if assigned else []


def _clean(text: str) -> str:
    return text.strip("/").removesuffix("/**").removesuffix("/*")


def _glob(pattern: str) -> re.Pattern[str]:
    return re.compile(re.escape(pattern).replace(r"\*\*", ".*").replace(r"\*", "[^/]+"))
