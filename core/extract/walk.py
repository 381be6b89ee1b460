"""Decide which files of a checkout are read, and say why the others are not."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pathspec

from core.errors import SourceError
from core.git import listed
from core.languages import is_test_path, language_of, language_of_script
from core.model import Problem
from core.settings import ExtractSettings

# Folders of other people's code, of tools' own files and of what builds leave behind, wherever they stand; `vendor` is a
# word of applications too, so it counts only where tools put it.
_FOREIGN = {
    **dict.fromkeys(
        ("vendor", "node_modules", "bower_components", "jspm_packages", "third_party", "third-party", "thirdparty",
         "_vendor", "_vendored", "vendored", "site-packages", ".bundle", ".yarn", ".pnpm-store", "Pods"),
        "other people's code",
    ),
    **dict.fromkeys(
        (".git", ".hg", ".svn", ".tox", ".nox", ".venv", "__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache",
         ".idea", ".vscode", ".vs", ".terraform", ".gradle", ".next", ".nuxt", ".turbo", ".parcel-cache", ".eggs",
         ".ipynb_checkpoints", ".sass-cache"),
        "",
    ),
}  # fmt: skip
# Files by which a build or an environment marks its folder as its own.
_MARKERS = {"pyvenv.cfg": "a Python environment", "CACHEDIR.TAG": "a cache or build folder"}
_MANIFESTS = re.compile(
    r"(?:Gemfile|gems\.rb|.+\.gemspec|package\.json|bower\.json|Cargo\.toml|go\.mod|composer\.json|pyproject\.toml|setup\.py|mix\.exs"
    r"|Package\.swift|Rakefile)"
)
_ASSETS = frozenset(("assets", "javascripts", "stylesheets", "js", "css", "public", "static", "wwwroot", "htdocs"))
_LOCKS = frozenset(
    ("package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "deno.lock", "Cargo.lock",
     "poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock", "composer.lock", "go.sum", "mix.lock", "Podfile.lock",
     "flake.lock", "packages.lock.json", "pixi.lock")
)  # fmt: skip
_BUNDLES = re.compile(r"[.-](?:min|bundle|pack)\.(?:js|mjs|cjs|css)$|\.(?:js|css)\.map$", re.IGNORECASE)
_SCRIPT_FOLDERS = re.compile(r"(?:^|/)(?:bin|script|scripts|exe|sbin|tools|hooks)/[^/]+$|^[^/]+$")


@dataclass(frozen=True, slots=True)
class Found:
    """A file to read: its path relative to the root with forward slashes, its language, whether it holds tests."""

    path: str
    language: str
    is_test: bool


def walk(root: Path, settings: ExtractSettings) -> tuple[list[Found], list[Problem]]:
    """Return the files to read and those that are left out for a reason worth telling, both ordered by path.

    Files of unknown languages are passed over silently. Raises `SourceError` when the root cannot be listed.
    """
    check_root(root)
    problems: dict[str, Problem] = {}
    excluded = pathspec.GitIgnoreSpec.from_lines(settings.exclude)
    found = []
    paths = sorted(set(_listed(root, problems)))
    packages = {folder for path in paths for folder, _, name in (path.rpartition("/"),) if _MANIFESTS.fullmatch(name)}
    for path in paths:
        if excluded.match_file(path) or _in_foreign_folder(path, packages, problems):
            continue
        language = language_of(path) or _language_by_first_line(root, path)
        if reason := _reason_to_skip(root, path, language, settings):
            problems[path] = Problem(path, "skipped", reason)
        elif language and (root / path).is_file():
            found.append(Found(path, language, is_test_path(path, language)))
    return found, [problems[path] for path in sorted(problems)]


def check_root(root: Path) -> None:
    """Raise `SourceError` unless the root is a folder that can be listed."""
    try:
        os.scandir(root).close()
    except FileNotFoundError:
        raise SourceError(f"There is nothing at '{root}'. Give the path of an existing folder.") from None
    except NotADirectoryError:
        raise SourceError(f"'{root}' is a file. Give the path of the folder that holds the code.") from None
    except OSError as problem:
        raise SourceError(f"'{root}' cannot be read: {problem.strerror}. Check its permissions.") from problem


def _listed(root: Path, problems: dict[str, Problem]) -> Iterator[str]:
    """List by git where the root is part of a checkout, else by walking with the `.gitignore` files that are there."""
    is_top = (root / ".git").exists()
    tracked = listed(root, "ls-files", "-z", "--cached")
    if tracked or is_top:
        paths = [*tracked, *listed(root, "ls-files", "-z", "--others", "--exclude-standard")]
        if paths:
            yield from paths
            return
    yield from _walked(root, "", (), problems)


def _walked(
    root: Path, folder: str, ignores: tuple[tuple[str, pathspec.GitIgnoreSpec], ...], problems: dict[str, Problem]
) -> Iterator[str]:
    try:
        entries = sorted(os.scandir(root / folder), key=lambda entry: entry.name)
    except OSError as problem:
        problems[f"{folder}/"] = Problem(f"{folder}/", "skipped", f"the folder cannot be read: {problem.strerror}")
        return
    names = {entry.name for entry in entries}
    for marker in _MARKERS.keys() & names if folder else ():
        problems[f"{folder}/"] = Problem(f"{folder}/", "skipped", _MARKERS[marker])
        return
    if ".gitignore" in names:
        ignores = (*ignores, (folder, _read_ignores(root / folder / ".gitignore")))
    for entry in entries:
        path = f"{folder}/{entry.name}" if folder else entry.name
        is_folder = entry.is_dir(follow_symlinks=False)
        if _is_ignored(path + "/" if is_folder else path, ignores):
            continue
        if not is_folder:
            yield path
        elif not _is_foreign(path, {folder} if any(map(_MANIFESTS.fullmatch, names)) else set(), problems):
            yield from _walked(root, path, ignores, problems)


def _read_ignores(path: Path) -> pathspec.GitIgnoreSpec:
    return pathspec.GitIgnoreSpec.from_lines(path.read_text("utf-8", errors="replace").splitlines())


def _is_ignored(path: str, ignores: tuple[tuple[str, pathspec.GitIgnoreSpec], ...]) -> bool:
    """Tell whether the ignore files say so; of several, the deepest with an opinion decides, as in git."""
    for folder, spec in reversed(ignores):
        verdict = spec.check_file(path[len(folder) + 1 :] if folder else path).include
        if verdict is not None:
            return verdict
    return False


def _is_foreign(path: str, packages: set[str], problems: dict[str, Problem]) -> bool:
    """Tell whether a folder is not of this project; `packages` are the folders that hold a manifest."""
    folder, _, name = path.rpartition("/")
    if name not in _FOREIGN:
        return False
    if name == "vendor" and folder and folder not in packages and not _ASSETS & set(folder.split("/")):
        return False
    if _FOREIGN[name]:
        problems[f"{path}/"] = Problem(f"{path}/", "skipped", f"a folder called '{name}' holds {_FOREIGN[name]}")
    return True


def _in_foreign_folder(path: str, packages: set[str], problems: dict[str, Problem]) -> bool:
    folders = path.split("/")[:-1]
    return any(
        name in _FOREIGN and _is_foreign("/".join(folders[: depth + 1]), packages, problems)
        for depth, name in enumerate(folders)
    )


def _language_by_first_line(root: Path, path: str) -> str:
    """Look into files without an extension where scripts are usually kept."""
    if "." in path.rpartition("/")[2] or not _SCRIPT_FOLDERS.search(path):
        return ""
    try:
        with (root / path).open("rb") as file:
            return language_of_script(file.readline(200).decode("utf-8", "replace").rstrip())
    except OSError:
        return ""  # not a known language either way; what is known and unreadable is told by the reader


def _reason_to_skip(root: Path, path: str, language: str, settings: ExtractSettings) -> str:
    """Return why a file is left out before its text is looked at, empty when it is not or nobody would expect it."""
    name = path.rpartition("/")[2]
    if name in _LOCKS:
        return "a lock file"
    if not language:
        return ""
    full = root / path
    if full.is_symlink():
        return _reason_of_link(root, full)
    if _BUNDLES.search(name):
        return "minified or bundled"
    try:
        size = full.stat().st_size
    except FileNotFoundError:
        return ""  # deleted in the work tree, still in git's list
    except OSError as problem:
        return f"cannot be read: {problem.strerror}"
    return f"{size:,} bytes, more than {settings.max_file_bytes:,}" if size > settings.max_file_bytes else ""


def _reason_of_link(root: Path, link: Path) -> str:
    try:
        target = link.resolve(strict=True)
    except (OSError, RuntimeError):
        return "a symbolic link that leads nowhere"
    try:
        inside = target.relative_to(root.resolve())
    except ValueError:
        return "a symbolic link out of the checkout"
    return f"a symbolic link to {inside.as_posix()}"
