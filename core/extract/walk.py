"""Decide which files of a checkout are read, and say why the others are not."""

from __future__ import annotations

import codecs
import mimetypes
import os
import re
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import SettingsError, SourceError
from core.extract.regular import read_regular
from core.languages import OTHER_LANGUAGE, SAMPLES, is_test_path, language_of, language_of_script
from core.model import Problem
from core.runtime.git import listed
from core.settings import ExtractSettings

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

# Folders of third-party code, of tools' own files and of what builds leave behind, wherever they stand; `vendor` is a
# word of applications too, so it counts only where tools put it.
_FOREIGN = {
    **dict.fromkeys(
        ("vendor", "node_modules", "bower_components", "jspm_packages", "third_party", "third-party", "thirdparty",
         "_vendor", "_vendored", "vendored", "site-packages", ".bundle", ".yarn", ".pnpm-store", "Pods"),
        "third-party code",
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
# Settings, rules and accepted violations of Orienteer are not code, and `check` writes them after indexing.
_OWN = frozenset(("orienteer.toml", "orienteer_todo.json"))
_DEEPEST = 200  # folders inside each other; each is a step of a recursion
_FIRST_LINE = 200  # bytes
_REPOSITORY = "160000 "  # the mode by which git lists a repository inside of one
_LINK = "a symbolic link to "
_BUILD_FILE = re.compile(r"[A-Z]\w*file")  # Jenkinsfile, Brewfile: what tools run
# Kinds of texts that Pygments knows and that are data: letters, keys, patches, translations.
_DATA = frozenset(("asc", "diff", "email", "json", "pot", "text", "xml"))
_MEDIA = ("audio/", "font/", "image/", "model/", "video/")


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file to read: its path relative to the root with forward slashes, its language, whether it holds tests."""

    path: str
    language: str
    is_test: bool


def walk(root: Path, settings: ExtractSettings) -> tuple[list[FoundFile], list[Problem]]:
    """Return the files to read and those that are left out for a reason worth telling, both ordered by path.

    Of texts of other kinds one problem for each kind counts the files. Raises `SourceError` when the root cannot be listed.
    """
    check_root(root)
    problems: dict[str, Problem] = {}
    is_excluded = _excluded(settings)
    top, found = f"{root}{os.sep}", []  # joining texts costs a tenth of joining paths
    paths = sorted(set(_listed(root, problems)))
    packages = {folder for path in paths for folder, _, name in (path.rpartition("/"),) if _MANIFESTS.fullmatch(name)}
    foreign: dict[str, bool] = {}  # by folder
    unread: Counter[str] = Counter()  # texts of other kinds
    for path in paths:
        folder, _, name = path.rpartition("/")
        if name in _OWN or is_excluded(path):
            continue
        if folder not in foreign:
            foreign[folder] = _in_foreign_folder(path, packages, problems)
        if foreign[folder]:
            continue
        language = language_of(path) or _language_by_first_line(top, path) or _other_language(top, path)
        if reason := _reason_to_skip(root, top, path, language, settings):
            problems[path] = Problem(_shown(path), "skipped", reason)
        elif language and os.path.isfile(top + path):  # noqa: PTH113
            found.append(FoundFile(path, language, is_test_path(path, language)))
        elif not language and not _kind(path).startswith(".git") and _is_text(top, path):
            unread[_kind(path)] += 1
    for kind, count in unread.items():
        reason = f"{count:,} text files of other types, not searched"
        problems[kind] = Problem(_shown(kind), "skipped", reason, count=count)
    return found, [problems[path] for path in sorted(problems)]


def _excluded(settings: ExtractSettings) -> Callable[[str], bool]:
    """Return what tells whether a path is left out by the settings."""
    if not settings.exclude:
        return lambda path: False
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(settings.exclude).match_file
    except ValueError as problem:
        raise SettingsError(f"extract.exclude is invalid: {problem}.") from problem


def _shown(path: str) -> str:
    """Return a path as it can be written: bytes of a name that are no UTF-8 become the sign for what is unknown."""
    return path if path.isascii() else os.fsencode(path).decode("utf-8", "replace")


def check_root(root: Path) -> None:
    """Raise `SourceError` unless the root is a folder that can be listed."""
    try:
        os.scandir(root).close()
    except FileNotFoundError:
        raise SourceError(f"'{root}' does not exist. Give the path of an existing folder.") from None
    except NotADirectoryError:
        raise SourceError(f"'{root}' is a file. Give the folder with the code.") from None
    except OSError as problem:
        raise SourceError(f"'{root}' cannot be read: {problem.strerror}. Check its permissions.") from problem


def _listed(root: Path, problems: dict[str, Problem]) -> Iterator[str]:
    """List by git where the root is part of a checkout, else by walking with the `.gitignore` files that are there."""
    is_top = (root / ".git").exists()
    tracked = [entry.partition("\t")[::2] for entry in listed(root, "ls-files", "-z", "--stage")]
    if tracked or is_top:
        others = listed(root, "ls-files", "-z", "--others", "--exclude-standard")
        if tracked or others:
            yield from (path for entry, path in tracked if not entry.startswith(_REPOSITORY))
            yield from (path for path in others if not path.endswith("/"))
            inner = {path for entry, path in tracked if entry.startswith(_REPOSITORY)}
            for path in sorted(inner | {path.rstrip("/") for path in others if path.endswith("/")}):
                yield from _inside(root, path, problems)
            return
    yield from _walked(root, "", (), problems)


def _inside(root: Path, folder: str, problems: dict[str, Problem]) -> Iterator[str]:
    """List a repository inside of this one, as a submodule is; a work tree is a copy, and what is not there is told."""
    mark = root / folder / ".git"
    try:
        is_copy = mark.is_file() and b"/worktrees/" in read_regular(mark)
        is_empty = not mark.parent.exists() or not any(mark.parent.iterdir())
    except OSError as problem:
        problems[f"{folder}/"] = Problem(f"{_shown(folder)}/", "skipped", f"cannot be read: {problem.strerror}")
        return
    if is_copy:
        problems[f"{folder}/"] = Problem(f"{_shown(folder)}/", "skipped", "a work tree of a repository: a copy of its files")
    elif is_empty:
        reason = f"a repository that is not checked out: git submodule update --init {folder}"
        problems[f"{folder}/"] = Problem(f"{_shown(folder)}/", "skipped", reason)
    elif mark.exists():
        found: dict[str, Problem] = {}
        yield from (f"{folder}/{path}" for path in _listed(root / folder, found))
        for path, told in found.items():
            problems[f"{folder}/{path}"] = replace(told, file_path=f"{_shown(folder)}/{told.file_path}")
    else:
        yield from _walked(root, folder, (), problems)


def _walked(
    root: Path, folder: str, ignores: tuple[tuple[str, GitIgnoreSpec], ...], problems: dict[str, Problem]
) -> Iterator[str]:
    entries, reason = _entries(root, folder)
    if reason:
        problems[f"{folder}/"] = Problem(f"{_shown(folder)}/", "skipped", reason)
        return
    here = {folder} if any(_MANIFESTS.fullmatch(name) for name, _ in entries) else set[str]()
    if any(name == ".gitignore" for name, _ in entries):
        ignores = (*ignores, (folder, _read_ignores(root, f"{folder}/.gitignore" if folder else ".gitignore", problems)))
    for name, is_folder in entries:
        path = f"{folder}/{name}" if folder else name
        if _is_ignored(path + "/" if is_folder else path, ignores):
            continue
        if not is_folder:
            yield path
        elif not _is_foreign(path, here, problems):
            yield from _walked(root, path, ignores, problems)


def _entries(root: Path, folder: str) -> tuple[list[tuple[str, bool]], str]:
    """Return the names in a folder, ordered, and which of them are folders; or the reason why it is not looked into."""
    if folder.count("/") >= _DEEPEST:
        return [], f"more than {_DEEPEST} folders inside each other"
    try:
        entries = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in os.scandir(root / folder))
    except OSError as problem:
        return [], f"the folder cannot be read: {problem.strerror}"
    markers = sorted(_MARKERS.keys() & {name for name, _ in entries}) if folder else []
    return entries, _MARKERS[markers[0]] if markers else ""


def _read_ignores(root: Path, path: str, problems: dict[str, Problem]) -> GitIgnoreSpec:
    """Return the patterns of a `.gitignore`; a line that is none, and a file that cannot be read, are told."""
    from pathspec import GitIgnoreSpec

    try:
        lines = read_regular(root / path).decode("utf-8-sig", "replace").splitlines()
    except OSError as problem:
        problems[path] = Problem(_shown(path), "skipped", f"cannot be read: {problem.strerror}")
        return GitIgnoreSpec.from_lines(())
    patterns = []
    for number, line in enumerate(lines, 1):
        try:
            GitIgnoreSpec.from_lines([line])
            patterns.append(line)
        except ValueError:
            problems[path] = Problem(_shown(path), "partial", f"'{line[:80]}' is no pattern: passed over", number)
    return GitIgnoreSpec.from_lines(patterns)


def _is_ignored(path: str, ignores: tuple[tuple[str, GitIgnoreSpec], ...]) -> bool:
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
        problems[f"{path}/"] = Problem(f"{_shown(path)}/", "skipped", f"a folder called '{name}' contains {_FOREIGN[name]}")
    return True


def _in_foreign_folder(path: str, packages: set[str], problems: dict[str, Problem]) -> bool:
    folders = path.split("/")[:-1]
    return any(
        name in _FOREIGN and _is_foreign("/".join(folders[: depth + 1]), packages, problems)
        for depth, name in enumerate(folders)
    )


def _language_by_first_line(top: str, path: str) -> str:
    """Look into files without an extension for the program that runs them."""
    if "." in path.rpartition("/")[2]:
        return ""
    head = _head(top, path)
    first = head.split(b"\n", 1)[0].decode("utf-8", "replace").rstrip()
    return language_of_script(first) or (OTHER_LANGUAGE if head.startswith(b"#!") else "")


def _other_language(top: str, path: str) -> str:
    """Return `other` for a text that its name says to be a program without a row in the table, or a sample of settings."""
    name = path.rpartition("/")[2]
    is_named = _BUILD_FILE.fullmatch(name) or _kind(path) in _programs() or name.endswith(SAMPLES)
    return OTHER_LANGUAGE if is_named and _is_text(top, path) else ""


def _kind(path: str) -> str:
    """Return what the name of a file tells of its kind: `*.lua`, or the whole name without an ending."""
    name = path.rpartition("/")[2]
    stem, ending = os.path.splitext(name)  # noqa: PTH122
    return f"*{ending}" if stem and ending else name


@cache
def _programs() -> frozenset[str]:
    """Return the kinds of files that Pygments reads as programs or their settings."""
    from pygments.lexers import get_all_lexers

    programs: set[str] = set()
    data: set[str] = set()
    for _, aliases, patterns, _ in get_all_lexers(plugins=False):
        (programs if _DATA.isdisjoint(aliases) else data).update(patterns)
    return frozenset(programs - data)


def _is_text(top: str, path: str) -> bool:
    """Tell whether a file is a text that people may have written: neither empty nor media nor binary."""
    if (mimetypes.guess_type(path)[0] or "").startswith(_MEDIA):
        return False
    head = _head(top, path)
    try:
        return bool(codecs.utf_8_decode(head, "strict", False)[0]) and b"\0" not in head
    except UnicodeDecodeError:
        return False


def _head(top: str, path: str) -> bytes:
    """Return the first bytes of a file, none when it cannot be read: the reader reports what is known and unreadable."""
    try:
        return read_regular(top + path, _FIRST_LINE)
    except OSError:
        return b""


def _reason_to_skip(root: Path, top: str, path: str, language: str, settings: ExtractSettings) -> str:
    """Return why a file is left out before its text is looked at, empty when it is not or nobody would expect it."""
    name = path.rpartition("/")[2]
    if name in _LOCKS:
        return "a lock file"
    if not language:
        is_linked_folder = os.path.islink(top + path) and os.path.isdir(top + path)  # noqa: PTH112, PTH114
        return _reason_of_link(root, root / path) if is_linked_folder else ""
    if _shown(path) != path:
        return "its name is not UTF-8"
    try:
        status = os.lstat(top + path)
    except (FileNotFoundError, NotADirectoryError):
        return ""  # deleted in the work tree, still in git's list
    except (OSError, ValueError) as problem:
        return f"cannot be read: {getattr(problem, 'strerror', problem)}"
    if stat.S_ISLNK(status.st_mode):
        return _reason_of_link(root, root / path)
    if stat.S_ISDIR(status.st_mode):
        return ""  # a file in git's list, now a folder whose files are listed themselves
    if not stat.S_ISREG(status.st_mode):
        return "a pipe, a socket or a device"
    if _BUNDLES.search(name):
        return "minified or bundled"
    size = status.st_size
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
    return f"{_LINK}{inside.as_posix()}"


def links(problems: Iterable[Problem]) -> dict[str, str]:
    """Return the files and folders inside the checkout to which links in it lead, by the path of the link."""
    found = {one.file_path: one.reason.removeprefix(_LINK) for one in problems if one.reason.startswith(_LINK)}
    return {link: target for link, target in found.items() if not f"{link}/".startswith(f"{target}/") and target != "."}
