"""The verbs on checkouts, for the faces: index one, keep it current, remove an index, ask the application in it."""

from __future__ import annotations

from pathlib import Path

from core.backends import products
from core.errors import SettingsError
from core.index import removing
from core.index.place import Place
from core.pipeline.cluster import cluster_at
from core.pipeline.indexing import checked_name, index_checkout, index_checkouts
from core.pipeline.moving import MovedIndex, move_index
from core.pipeline.probing import plan, take
from core.pipeline.report import IndexReport
from core.pipeline.roots import checked_root, name_of
from core.pipeline.watching import watch
from core.settings import Settings, index_home

__all__ = [
    "IndexReport", "MovedIndex", "checked_checkout", "checked_root", "cluster_at", "index_checkout", "index_checkouts",
    "move_index", "name_of", "plan", "remove_index", "take", "watch",
]  # fmt: skip


def checked_checkout(path: str, name: str, settings: Settings) -> tuple[Path, str]:
    """Return the folder and the name for the index of a checkout that a person has typed.

    Raises `SettingsError` for an empty path and for a name that cannot be or belongs to another checkout, `SourceError` when
    the path is no folder.
    """
    if not path.strip():
        raise SettingsError("Give the folder of a checkout.")
    root = checked_root(Path(path.strip()))
    place = Place(index_home(settings), name.strip() or name_of(root))
    checked_name(place, root)
    return root, place.name


def remove_index(name: str, settings: Settings) -> None:
    """Delete an index with all that it has, also at servers; raises `StoreError` when there is none, or when it is busy."""
    removing.remove_index(Place(index_home(settings), name), products(settings))
