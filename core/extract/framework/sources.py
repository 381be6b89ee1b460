"""Find the libraries that a checkout names, without running a package manager: Bundler, a virtualenv, cargo's registry."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from email.parser import HeaderParser
from pathlib import Path
from types import MappingProxyType

from core.extract.rails.files.gemfile import locate_gems, parse_lock
from core.model import CodeUnit
from core.settings import GemSettings

RAILS = (
    "actioncable", "actionmailbox", "actionmailer", "actionpack", "actiontext", "actionview", "activejob", "activemodel",
    "activerecord", "activestorage", "activesupport", "railties",
)  # fmt: skip
_VIRTUALENVS = (".venv", "venv", "env", ".env")


@dataclass(frozen=True, slots=True)
class Library:
    """A library in the version that the checkout uses: `folder` holds its sources, or `reason` says why there are none.

    `language` is that of its sources, `files` the sources in order.
    """

    name: str
    version: str
    language: str
    folder: Path | None
    files: tuple[Path, ...] = ()
    reason: str = ""
    priority: str = ""  # as the settings say: `high`, `medium`, or nothing

    @property
    def label(self) -> str:
        """The name with its version."""
        return f"{self.name} {self.version}".strip()


def find_libraries(
    root: Path,
    units: Iterable[CodeUnit],
    environment: Mapping[str, str],
    names: Iterable[str] = (),
    paths: Iterable[str] = (),
    gems: Mapping[str, GemSettings] = MappingProxyType({}),
) -> list[Library]:
    """Return the libraries of a checkout by language and name, those without sources too.

    `units` are those of the checkout; its packages and crates name what they depend on. `names` limits the answer, by
    default to Rails itself and what the checkout names directly. `gems` are taken beside these, and say what of a gem is
    read. `paths` are `NAME=FOLDER` and win over the search.
    """
    wanted = set(names)
    chosen = dict(entry.split("=", 1) for entry in paths if "=" in entry)
    folders = {name: (root / Path(folder).expanduser()) for name, folder in chosen.items()}
    packages = [unit for unit in units if unit.type in ("package", "crate")]
    found = [
        *_gems(root, environment, wanted, folders, gems),
        *_distributions(root, _named(packages, "pip"), wanted),
        *_crates(root, environment, _named(packages, "cargo"), wanted),
    ]
    return sorted({(one.language, one.name): one for one in found}.values(), key=lambda one: (one.language, one.name))


def _named(packages: Iterable[CodeUnit], manifests: str) -> set[str]:
    """Return what the manifests of one package manager (`pip`, `cargo`) depend on."""
    return {str(name) for unit in packages if unit.language == manifests for name in unit.metadata.get("dependencies", ())}


def _gems(
    root: Path, environment: Mapping[str, str], wanted: set[str], folders: Mapping[str, Path], gems: Mapping[str, GemSettings]
) -> list[Library]:
    lock = next((path for name in ("Gemfile.lock", "gems.locked") if (path := root / name).is_file()), None)
    if lock is None:
        return []
    direct = {gem.name for gem in parse_lock(lock.read_text(encoding="utf-8", errors="replace")) if gem.is_direct}
    names = (wanted or ({*RAILS, *direct} - {"rails"})) | set(gems)
    told = {name: gems.get(name, GemSettings()) for name in names}
    return [
        Library(
            gem.name, gem.version, "ruby", gem.path, _chosen(gem.path, told[gem.name].paths), gem.reason,
            told[gem.name].priority or ("medium" if told[gem.name].paths else ""),
        )
        for gem in locate_gems(root, environment, folders, names)
        if gem.path is None or not gem.path.is_relative_to(root) or "vendor" in gem.path.parts
    ]  # fmt: skip


def _chosen(folder: Path | None, paths: Sequence[str]) -> tuple[Path, ...]:
    """Return the sources of a gem, or only those at some paths inside of it."""
    if folder is None or not paths:
        return _sources(folder, "lib", "*.rb")
    chosen = [folder / path for path in paths]
    found = {file for path in chosen for file in ([path] if path.is_file() else path.rglob("*.rb"))}
    return tuple(sorted(file for file in found if file.resolve().is_relative_to(folder.resolve())))


def _sources(folder: Path | None, below: str, pattern: str) -> tuple[Path, ...]:
    """Return the sources of a library; its tests, generators' templates and vendored parts are none of its interface."""
    if folder is None:
        return ()
    aside = {"test", "tests", "spec", "templates", "vendor", "examples", "benches"}
    base = folder / below if (folder / below).is_dir() else folder
    return tuple(sorted(path for path in base.rglob(pattern) if not aside & set(path.relative_to(base).parts)))


def _distributions(root: Path, named: set[str], wanted: set[str]) -> list[Library]:
    """Return the installed distributions of the first virtualenv of the checkout."""
    places = [place for name in _VIRTUALENVS for place in sorted((root / name).glob("lib/python3*/site-packages"))]
    names = (
        {_normal(name) for name in named} & {_normal(name) for name in wanted} if wanted else {_normal(name) for name in named}
    )
    if not places or not names:
        return [
            Library(name, "", "python", None, reason="not installed: the checkout has no virtualenv") for name in sorted(names)
        ]
    installed = {}
    for info in sorted(places[0].glob("*.dist-info")):
        metadata = info / "METADATA"
        if metadata.is_file():
            headers = HeaderParser().parsestr(metadata.read_text(encoding="utf-8", errors="replace"), headersonly=True)
            installed[_normal(str(headers["Name"]))] = (info, str(headers["Version"]))
    return [_distribution(name, places[0], *installed.get(name, (None, ""))) for name in sorted(names)]


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[\s\[<>=!~;]", name, maxsplit=1)[0]).lower()


def _distribution(name: str, place: Path, info: Path | None, version: str) -> Library:
    record = info / "RECORD" if info else None
    if record is None or not record.is_file():
        return Library(name, version, "python", None, reason="not installed in the checkout's virtualenv")
    rows = [line.split(",", 1)[0] for line in record.read_text(encoding="utf-8", errors="replace").splitlines()]
    inside = [place / row for row in rows if row.endswith(".py") and ".." not in row and not re.search(r"(^|/)tests?/", row)]
    return Library(name, version, "python", place, tuple(sorted(path for path in inside if path.is_file())))


def _crates(root: Path, environment: Mapping[str, str], named: set[str], wanted: set[str]) -> list[Library]:
    names = named & wanted if wanted else named
    lock = root / "Cargo.lock"
    if not names:
        return []
    if not lock.is_file():
        return [Library(name, "", "rust", None, reason="no Cargo.lock says which version") for name in sorted(names)]
    try:
        rows = tomllib.loads(lock.read_text(encoding="utf-8", errors="replace")).get("package", [])
    except (ValueError, RecursionError) as problem:
        return [Library(name, "", "rust", None, reason=f"Cargo.lock cannot be read: {problem}") for name in sorted(names)]
    home = Path(environment.get("CARGO_HOME") or Path(environment.get("HOME", "/")) / ".cargo")
    found = []
    for row in rows:
        if isinstance(row, dict) and row.get("name") in names and row.get("source"):
            name, version = str(row["name"]), str(row.get("version"))
            folder = next(iter(sorted(home.glob(f"registry/src/*/{name}-{version}"))), None)
            reason = "" if folder else f"not installed, version {version}"
            found.append(Library(name, version, "rust", folder, _sources(folder, "src", "*.rs"), reason))
    return found
