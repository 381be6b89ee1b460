"""How far the checkout has moved on since it was indexed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from core.errors import SourceError
from core.extract.repository import text_hash
from core.extract.run import Snapshot, snapshot
from core.model import Manifest
from core.runtime.git import ask, git
from core.settings import ExtractSettings
from core.text.counts import counted_as

_STATES = ("stale", "missing", "unknown", "current")  # what matters most first
_NAMED = 3  # files that the sentence names


@dataclass(frozen=True, slots=True)
class Freshness:
    """`state` is `current`, `stale`, `missing` (no checkout at the path) or `unknown`; `sentence` says it in words.

    `differing` are the paths of files that are new, gone or changed since they were indexed, in order.
    """

    state: str
    sentence: str
    head: str = ""
    commits_ahead: int = 0
    changed_files: int = 0
    differing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GitState:
    """The commit, branch and uncommitted files of a checkout; empty values without git."""

    sha: str = ""
    branch: str = ""
    dirty_files: int = 0


def git_state(root: Path) -> GitState:
    """Return what git says of the folder; empty when it is not in a git work tree or git is not installed."""
    sha = git(root, "rev-parse", "HEAD")
    if not sha:
        return GitState()
    changed = git(root, "status", "--porcelain", "--", ".")
    return GitState(sha, git(root, "rev-parse", "--abbrev-ref", "HEAD"), len(changed.splitlines()))


def freshness(manifest: Manifest, indexed: Mapping[str, str], settings: ExtractSettings) -> Freshness:
    """Compare the index with the checkout as it is now: its commit by git, its files by their content.

    `indexed` maps the path of each indexed file to the hash of its text. A set is as far behind as its members are together.
    """
    if manifest.members:
        return _of_set(manifest, indexed, settings)
    root = Path(manifest.root)
    if not root.is_dir():
        return Freshness("missing", f"The checkout {root} no longer exists. The index still works.")
    try:
        taken = snapshot(root, replace(settings, documents=manifest.documents))
    except SourceError as problem:
        return Freshness("unknown", f"The checkout cannot be compared: {problem}")
    same = taken.fingerprint == manifest.fingerprint
    differing = () if same else tuple(sorted(_differing(taken, indexed)))
    head = git(root, "rev-parse", "HEAD")
    commits, ahead = _commits(root, manifest.git_sha, head)
    if same:
        return Freshness("current", f"{commits} No file has changed since.", head)
    stale = bool(differing) or head != manifest.git_sha
    advice = (
        f" Run: {index_command(manifest)}"
        if stale
        else " Orienteer reads these files differently now. The next run re-indexes them."
    )
    return Freshness("stale", f"{commits} {_files(differing)}{advice}", head, ahead, len(differing), differing)


def index_command(manifest: Manifest) -> str:
    """Return the command that makes the index again from its checkout as it was made."""
    name = f" --name {manifest.name}" if manifest.name != Path(manifest.root).name else ""
    return f"orienteer index {manifest.root}{name}{' --no-vectors' if manifest.vectors == 'none' else ''}"


def _of_set(manifest: Manifest, indexed: Mapping[str, str], settings: ExtractSettings) -> Freshness:
    parts: dict[str, Freshness] = {}
    for member in manifest.members:
        start = f"{member.name}/"
        own = {path.removeprefix(start): digest for path, digest in indexed.items() if path.startswith(start)}
        alone = replace(
            manifest, name=member.name, root=member.root, git_sha=member.git_sha, fingerprint=member.fingerprint, members=()
        )
        parts[member.name] = freshness(alone, own, settings)
    state = min((part.state for part in parts.values()), key=_STATES.index)
    behind = {name: part for name, part in parts.items() if part.state != "current"}
    told = " ".join(f"{name}: {part.sentence}" for name, part in behind.items())
    again = f" Then: orienteer group {manifest.name}" if state == "stale" else ""
    return Freshness(
        state,
        f"{told}{again}" if behind else f"All {len(parts)} members are up to date.",
        commits_ahead=sum(part.commits_ahead for part in parts.values()),
        changed_files=sum(part.changed_files for part in parts.values()),
        differing=tuple(f"{name}/{path}" for name, part in parts.items() for path in part.differing),
    )


def _commits(root: Path, indexed: str, head: str) -> tuple[str, int]:
    """Return how the indexed commit relates to HEAD, in words, and by how many commits HEAD is ahead."""
    if not indexed or not head:
        return f"No commits to compare ({ask(root, 'rev-parse', '--git-dir').problem or 'no git history'}).", 0
    if head == indexed:
        return f"Indexed at HEAD ({head[:8]}).", 0
    ahead = git(root, "rev-list", "--count", f"{indexed}..HEAD")
    behind = git(root, "rev-list", "--count", f"HEAD..{indexed}")
    if not ahead.isdigit():
        return f"HEAD is {head[:8]}. The indexed commit {indexed[:8]} is no longer in git.", 0
    parts = [f"{counted_as(int(ahead), 'commit')} ahead of"] if int(ahead) else []
    parts += [f"{counted_as(int(behind), 'commit')} behind"] if behind.isdigit() and int(behind) else []
    return f"HEAD ({head[:8]}) is {' and '.join(parts)} the indexed {indexed[:8]}.", int(ahead)


def _files(differing: tuple[str, ...]) -> str:
    if not differing:
        return "No indexed file differs."
    named = ", ".join(differing[:_NAMED]) + (" …" if len(differing) > _NAMED else "")
    verb = "differs" if len(differing) == 1 else "differ"
    return f"{counted_as(len(differing), 'file')} {verb} from what was indexed: {named}."


def _differing(taken: Snapshot, indexed: Mapping[str, str]) -> Iterator[str]:
    """Yield the files that are new, changed or gone; what would be left out of an index does not count."""
    present = {file.path: text_hash(file.text) for file in taken.files}
    for path in present.keys() | indexed.keys():
        if present.get(path) != indexed.get(path):
            yield path
