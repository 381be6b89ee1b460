"""Move an index to the stores that the settings name."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

from core.backends import products
from core.errors import StoreError
from core.index.place import Place, read_manifest
from core.model import Manifest
from core.ports import Progress
from core.settings import Settings, index_home


@dataclass(frozen=True, slots=True)
class MovedIndex:
    """The manifests of an index before and after it was moved, and the seconds that it took."""

    before: Manifest
    after: Manifest
    seconds: float

    @property
    def sentence(self) -> str:
        """What was moved where, in words."""
        pairs = (
            ("catalog", _where(self.before.catalog, self.before.catalog_at), _where(self.after.catalog, self.after.catalog_at)),
            ("vectors", _vectors(self.before), _vectors(self.after)),
        )
        moved = [f"{part} from {old} to {new}" for part, old, new in pairs if old != new]
        name = self.after.name
        if not moved:
            return f"Nothing to move: '{name}' is where the settings want it."
        done = f"Moved '{name}' in {self.seconds:.1f} s: {', '.join(moved)}."
        return f"{done} Keep these settings in orienteer.toml, or the next run moves it back."


def move_index(name: str, settings: Settings, progress: Progress | None = None) -> MovedIndex:
    """Move the current generation of an index to the stores of the settings, without reading or embedding anything again.

    Raises `StoreError` as `core.index.migrating.migrate` does, and when there is no index of this name.
    """
    from core.index.migrating import migrate
    from core.index.publishing import silent

    start = perf_counter()
    place = Place(index_home(settings), name)
    current = place.current()
    if current is None:
        raise StoreError(f"No index '{name}'. Run: orienteer index PATH --name {name}")
    before = read_manifest(current)
    after = migrate(place, products(settings), settings.index.keep_generations, progress or silent)
    return MovedIndex(before, after, perf_counter() - start)


def _where(product: str, at: str) -> str:
    return f"{product} at {at}" if at else product


def _vectors(manifest: Manifest) -> str:
    return "none" if manifest.vectors == "none" else _where(manifest.vector_store, manifest.vectors_at)
