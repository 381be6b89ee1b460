"""Read `Gemfile.lock` and find the folders of installed gems, without running Ruby.

Bundler installs into one of a few layouts: its own path, Ruby version managers, the system, Docker images, Debian. Only the
locked version of a gem is used, because another version is another program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

_SECTION = re.compile(r"^([A-Z][A-Z ]*)$")
_OPTION = re.compile(r"^  (remote|revision|ref|branch|tag|glob|specs):(?: (.*))?$")
_SPEC = re.compile(r"^    ([\w.-]+) \(([^)\s]+)\)$")
_DIRECT = re.compile(r"^  ([\w.-]+)!?(?: \([^)]*\))?!?$")
_HOME_PLACES = (
    ".rbenv/versions/*/lib/ruby/gems/*", ".asdf/installs/ruby/*/lib/ruby/gems/*",
    ".local/share/mise/installs/ruby/*/lib/ruby/gems/*", ".local/share/rbenv/versions/*/lib/ruby/gems/*", ".rvm/gems/*",
    ".rubies/*/lib/ruby/gems/*", ".gem/ruby/*", ".local/share/gem/ruby/*", ".frum/versions/*/lib/ruby/gems/*",
)  # fmt: skip
_SYSTEM_PLACES = (
    "usr/local/bundle", "usr/local/bundle/ruby/*", "usr/local/lib/ruby/gems/*", "opt/homebrew/lib/ruby/gems/*",
    "opt/homebrew/opt/ruby/lib/ruby/gems/*", "opt/rubies/*/lib/ruby/gems/*", "var/lib/gems/*", "usr/lib/ruby/gems/*",
    "usr/share/rubygems-integration/all", "usr/share/rubygems-integration/*", "usr/lib/*/rubygems-integration/*",
    "usr/share/gems",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class LockedGem:
    """One gem of a lock: `source` is `GEM`, `GIT` or `PATH`, with the remote and the git revision."""

    name: str
    version: str
    platform: str
    source: str
    remote: str
    revision: str
    is_direct: bool


@dataclass(frozen=True, slots=True)
class LocatedGem:
    """A gem of the lock and the folder of exactly that version; without one, `reason` says why."""

    name: str
    version: str
    path: Path | None
    reason: str


def parse_lock(text: str) -> list[LockedGem]:
    """Return the gems of a `Gemfile.lock` by name and platform, each with where it comes from."""
    section, remote, revision = "", "", ""
    found: list[tuple[str, str, str, str, str]] = []
    direct: set[str] = set()
    for line in text.splitlines():
        if match := _SECTION.match(line):
            section, remote, revision = match[1], "", ""
        elif match := _OPTION.match(line):
            remote = match[2] or "" if match[1] == "remote" else remote
            revision = match[2] or "" if match[1] == "revision" else revision
        elif section in ("GEM", "GIT", "PATH") and (match := _SPEC.match(line)):
            found.append((match[1], match[2], section, remote, revision))
        elif section == "DEPENDENCIES" and (match := _DIRECT.match(line)):
            direct.add(match[1])
    gems = [
        LockedGem(name, *_split(version), source, at, commit, name in direct) for name, version, source, at, commit in found
    ]
    return sorted(gems, key=lambda gem: (gem.name, gem.platform))


def _split(version: str) -> tuple[str, str]:
    """Return version and platform: `1.15.4-x86_64-linux` is `1.15.4` for `x86_64-linux`."""
    number, _, platform = version.partition("-")
    return number, platform


def gem_folders(root: Path, environment: Mapping[str, str] | None = None, system: Path = Path("/")) -> list[Path]:
    """Return the folders that hold a `gems` folder, the application's own first.

    `environment` stands for the variables of Bundler and RubyGems and for `HOME`, `system` for the root of the disk.
    """
    given = dict(environment or {})
    home = Path(given.get("HOME", "")) if given.get("HOME") else None
    places: list[Path] = []
    for base in (_configured(root), given.get("BUNDLE_PATH", ""), "vendor/bundle"):
        if base:
            places += [root / base, *_glob(root / base, "ruby/*")]
    places += [Path(part) for part in (given.get("GEM_HOME", ""), *given.get("GEM_PATH", "").split(":")) if part]
    places += [found for pattern in _HOME_PLACES for found in _glob(home, pattern)] if home else []
    places += [found for pattern in _SYSTEM_PLACES for found in _glob(system, pattern)]
    return [place for place in dict.fromkeys(places) if (place / "gems").is_dir() or (place / "bundler/gems").is_dir()]


def _configured(root: Path) -> str:
    """Return the path that `.bundle/config` sets."""
    config = root / ".bundle/config"
    if not config.is_file():
        return ""
    match = re.search(r"^BUNDLE_PATH:\s*[\"']?([^\"'\n]+)", config.read_text(encoding="utf-8", errors="replace"), re.MULTILINE)
    return match[1].strip() if match else ""


def _glob(base: Path, pattern: str) -> list[Path]:
    return sorted((path for path in base.glob(pattern) if path.is_dir()), reverse=True)  # newer Rubies first


def locate_gems(
    root: Path,
    environment: Mapping[str, str] | None = None,
    chosen: Mapping[str, Path] | None = None,
    wanted: Iterable[str] | None = None,
    system: Path = Path("/"),
) -> list[LocatedGem]:
    """Return every gem of the lock with its folder, by name; an application without a lock has none.

    `chosen` names folders by gem and wins over the search; `wanted` limits the answer to these gems. Of the platforms of
    one gem the one that is installed is taken.
    """
    lock = next((path for name in ("Gemfile.lock", "gems.locked") if (path := root / name).is_file()), None)
    if lock is None:
        return []
    folders = gem_folders(root, environment, system)
    limit = set(wanted) if wanted is not None else None
    grouped: dict[str, list[LockedGem]] = {}
    for gem in parse_lock(lock.read_text(encoding="utf-8", errors="replace")):
        if limit is None or gem.name in limit:
            grouped.setdefault(gem.name, []).append(gem)
    return [_located(root, gems, folders, dict(chosen or {})) for _, gems in sorted(grouped.items())]


def _located(root: Path, gems: list[LockedGem], folders: list[Path], chosen: Mapping[str, Path]) -> LocatedGem:
    first = gems[0]
    if first.name in chosen:
        path = chosen[first.name]
        reason = "" if path.is_dir() else f"the folder that is set for it does not exist: {path}"
        return LocatedGem(first.name, first.version, path if path.is_dir() else None, reason)
    for gem in gems:
        for candidate in _candidates(root, gem, folders):
            if candidate.is_dir():
                return LocatedGem(gem.name, gem.version, candidate, "")
    return LocatedGem(first.name, first.version, None, f"not installed, version {first.version}")


def _candidates(root: Path, gem: LockedGem, folders: list[Path]) -> list[Path]:
    if gem.source == "PATH":
        return [root / gem.remote / gem.name, root / gem.remote]
    if gem.source == "GIT":
        repository = gem.remote.rstrip("/").rpartition("/")[2].removesuffix(".git")
        checkouts = [folder / "bundler/gems" / f"{repository}-{gem.revision[:12]}" for folder in folders]
        return [path for checkout in checkouts for path in (checkout / gem.name, checkout)]
    name = f"{gem.name}-{gem.version}" + (f"-{gem.platform}" if gem.platform else "")
    exact = [folder / "gems" / name for folder in folders]
    if gem.platform:
        return exact
    # A lock without platforms is met by a build for this machine.
    return exact + [path for folder in folders for path in _glob(folder / "gems", f"{gem.name}-{gem.version}-*")]
