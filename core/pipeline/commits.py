"""Indexes of single commits, made to be compared: each is read once, from a folder that is gone afterwards.

HOME/.commits/CHECKOUT/SHA/     the index of a commit, kept for the next comparison
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from core.errors import SourceError, StoreError
from core.index.place import Place, read_manifest
from core.model.limit import Limit
from core.pipeline.indexing import index_checkout
from core.ports import Progress
from core.runtime.git_tree import NamedCommit, missing_files, write_tree
from core.settings import Settings, changed, index_home
from core.text.counts import counted_as, name_list

_KEPT = 12  # commits of one checkout
_NAMED = 5  # files in a sentence


def commit_place(root: Path, commit: NamedCommit, settings: Settings) -> Place:
    """Return where the index of a commit is, or will be."""
    own = sha256(str(root).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return Place(index_home(settings) / ".commits" / own, commit.sha)


def lost_files(root: Path, before: NamedCommit, after: NamedCommit) -> tuple[Limit, ...]:
    """Return that a partial clone lacks the content of changed files, if it does: `write_tree` takes what is staged."""
    lost = missing_files(root, before.sha, after.sha)
    if not lost:
        return ()
    files = counted_as(len(lost), "changed file")
    what = f"This clone lacks the content of {files}, not compared: {name_list(lost, _NAMED)}"
    return (Limit(what, f"Get it: git -C {root} fetch --refetch --no-filter"),)


def is_indexed(place: Place) -> bool:
    """Whether the index of a commit is there and can be read by this version."""
    try:
        current = place.current()
        return current is not None and bool(read_manifest(current))
    except StoreError:
        return False


def index_commit(root: Path, commit: NamedCommit, name: str, settings: Settings, progress: Progress | None = None) -> Place:
    """Return the index of a commit, which is made when it is not there: without vectors, which no comparison needs.

    What the index `name` of the checkout has read of the same files is not read again. Raises `SourceError` for a commit
    without files.
    """
    most = settings.extract.max_file_bytes
    return index_files(root, commit, name, settings, lambda folder: write_tree(root, commit.sha, folder, most), progress)


def index_files(
    root: Path,
    state: NamedCommit,
    name: str,
    settings: Settings,
    write: Callable[[Path], int],
    progress: Progress | None = None,
) -> Place:
    """Return the index of a state of the checkout, as `index_commit`; `write` puts its files into a folder and counts them."""
    place = commit_place(root, state, settings)
    if is_indexed(place):
        return place
    shutil.rmtree(place.directory, ignore_errors=True)
    _seed(Place(index_home(settings), name).cache, place.cache)
    with TemporaryDirectory(prefix="orienteer-commit-") as folder:
        checkout = Path(folder) / name
        checkout.mkdir()
        if not write(checkout):
            raise SourceError(f"{state.called} has no files below {root}.")
        own = changed(settings, "home", str(place.home))
        index_checkout(checkout, own, name=place.name, vectors=False, progress=progress)
    _forget(place)
    return place


def _seed(source: Path, target: Path) -> None:
    """Copy what is known of files by their content; without it they are read."""
    facts = source / "facts.sqlite"
    if not facts.is_file():
        return
    target.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(facts)) as known, closing(sqlite3.connect(target / facts.name)) as copy:
        known.backup(copy)


def _forget(place: Place) -> None:
    """Remove the indexes of the commits that were made longest ago; what is known of their files goes at once."""
    shutil.rmtree(place.cache, ignore_errors=True)
    folders = [(folder.stat().st_mtime, folder) for folder in place.home.iterdir() if folder.is_dir()]
    for _, old in sorted(folders, reverse=True)[_KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
