"""The repositories that an open index holds: its own, or the members of a set, with their commits and packages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from core.analyse.import_graph import ImportingFile
from core.errors import SettingsError
from core.model import CodeUnit, Commit, Manifest, file_key
from core.model.facts import UnitFacts, texts_in
from core.open_index import OpenIndex


def chosen_members(manifest: Manifest, names: Sequence[str]) -> tuple[str, ...]:
    """Return the members of a set that are named, each once; none for the index of one repository, which is the whole.

    Raises `SettingsError` for a name that is none of them.
    """
    known = [one.name for one in manifest.members] or [manifest.name]
    for name in names:
        if name not in known:
            raise SettingsError(f"No repository '{name}' in '{manifest.name}'. Choose from: {', '.join(known)}.")
    return tuple(dict.fromkeys(names)) if manifest.members else ()


def package_units(index: OpenIndex) -> list[CodeUnit]:
    """Return the units of packages and crates, by key."""
    return index.catalog.units([head.key for head in index.heads if head.type in {"package", "crate"}])


def manifests(index: OpenIndex) -> list[tuple[str, str, UnitFacts]]:
    """Return the facts of the packages with the repository and the language of each."""
    return [(unit.repository or index.manifest.name, unit.language, unit.metadata) for unit in package_units(index)]


def importing_files(index: OpenIndex) -> list[ImportingFile]:
    """Return the modules of Python with what they import."""
    places = {
        at: head
        for at, head in enumerate(index.heads)
        if head.language == "python" and head.parent == file_key(head.file_path) and head.type != "route"
    }
    facts = index.catalog.facts(list(places))
    return [ImportingFile(head.key, head.file_path, texts_in(facts.get(at, {}), "imported")) for at, head in places.items()]


def commits_of(manifest: Manifest, most: int | None = None) -> tuple[list[Commit], datetime]:
    """Return the commits up to the one that was indexed, newest first, and its date; none without git.

    Those of a set are the commits of all members with the paths of the set, and its date is that of the last of them. With
    `most` git reads no more than that of each checkout.
    """
    from core.extract.history import commits, head_date

    if not manifest.members:
        root, last = Path(manifest.root), manifest.git_sha or "HEAD"
        return commits(root, last, most), head_date(root, last)
    found: list[Commit] = []
    dates: list[datetime] = []
    for one in manifest.members:
        root, last = Path(one.root), one.git_sha or "HEAD"
        own = commits(root, last, most)
        found += [replace(commit, files=tuple(f"{one.name}/{path}" for path in commit.files)) for commit in own]
        dates.append(head_date(root, last))
    found.sort(key=lambda commit: (commit.date, commit.sha), reverse=True)
    return found, max(dates)


def owners_of(manifest: Manifest, paths: Iterable[str]) -> dict[str, str]:
    """Return the owners of files by the CODEOWNERS of their checkouts; empty without such a file."""
    from core.review.code_owners import checkout_owners

    found: dict[str, list[str]] = {}
    every = dict.fromkeys(paths)
    for name, root in [(f"{one.name}/", one.root) for one in manifest.members] or [("", manifest.root)]:
        own = [path.removeprefix(name) for path in every if path.startswith(name)]
        for owner in checkout_owners(Path(root), own):
            for path in owner.files:
                found.setdefault(f"{name}{path}", []).append(owner.name)
    return {path: ", ".join(names) for path, names in found.items()}


def has_commits(manifest: Manifest) -> bool:
    """Tell whether the checkout, or one of those of a set, has a git history."""
    return bool(manifest.git_sha or any(one.git_sha for one in manifest.members))


def checkout_of(manifest: Manifest, path: str) -> tuple[Path, str, str]:
    """Return the checkout that a path of the index lies in, the path there, and the commit that was indexed."""
    name, _, rest = path.partition("/")
    for one in manifest.members:
        if one.name == name:
            return Path(one.root), rest, one.git_sha
    return Path(manifest.root), path, manifest.git_sha


def told_commit(manifest: Manifest) -> str:
    """Return the commit of the checkout, or those of a set by member, in words."""
    if manifest.members:
        return ", ".join(f"{one.name} {one.git_sha[:12] or 'without git'}" for one in manifest.members)
    return f"{manifest.git_sha[:12]} {manifest.git_branch}".strip() if manifest.git_sha else "a checkout without git"
