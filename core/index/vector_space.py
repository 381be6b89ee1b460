"""The vectors of a generation: a namespace in a store, and the list of the generation's points.

A store in a folder must not change while others read it. There a writer starts a new namespace with the vectors of the
previous one. A generation that only drops points continues with the old namespace.

A shared store on a server has one namespace as long as embedder and product stay the same. It is written in place, and each
generation sees only the points in its list. If several indexes may use the server, each marks its namespaces, so that none
collects the vectors of another.

In both cases the generation's pointer makes it current at once. Namespaces and points that no generation names are collected
afterwards.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence, Set
from contextlib import closing, contextmanager, suppress
from functools import cached_property
from itertools import islice
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, NamedTuple, Never

from core.errors import StoreError, WorkbenchError
from core.index.generations import settle
from core.index.place import VECTORS, Place, generation_folders, read_manifest, read_vector_ids
from core.model import Manifest
from core.ports import Condition, Embedder, Metadata, Products, StoreAddress, VectorStore

if TYPE_CHECKING:
    from core.ports import Vectors

_MARK = "mark"
_log = logging.getLogger(__name__)


def check_embedder(manifest: Manifest, embedder: Embedder) -> None:
    """Raise `StoreError` unless the embedder made the vectors of the index, and with the dimensions that it has now."""
    if (manifest.embedder, manifest.dimensions) != (embedder.name, embedder.dimensions):
        message = f"The vectors of '{manifest.name}' were made by '{manifest.embedder}' ({manifest.dimensions} dimensions), "
        message += f"but the settings name '{embedder.name}' ({embedder.dimensions})."
        raise StoreError(f"{message} Run: orienteer index {manifest.root}")


def address_of(home: Path, manifest: Manifest) -> StoreAddress:
    """Return where the vectors of a generation of the index in the folder `home` are."""
    return StoreAddress(manifest.vectors_at or str(home / VECTORS), manifest.vector_space)


def read_vectors(directory: Path, manifest: Manifest, products: Products) -> VectorStore:
    """Open the vectors of the generation in a folder for reading; those of other generations are not seen.

    Raises `StoreError` when the folder of the vectors is gone.
    """
    address = address_of(directory.parents[1], manifest)
    if manifest.counts.get("vectors") and address.folder is not None:
        _check_readable(address.folder, manifest)
    store = products.vectors(manifest.vector_store, address)
    if manifest.vectors == "complete" and not store.shared:
        return store
    return ListedVectors(store, read_vector_ids(directory))


def _check_readable(folder: Path, manifest: Manifest) -> None:
    """Raise `StoreError` when the folder of vectors is gone, or may not be read."""
    try:
        for each in folder.iterdir():
            each.stat()
    except (FileNotFoundError, NotADirectoryError):
        message = f"The index '{manifest.name}' has lost its vectors ({folder})."
        raise StoreError(f"{message} Run: orienteer index {manifest.root} --full") from None
    except OSError as problem:
        message = f"The vectors of '{manifest.name}' in {folder} cannot be read: {problem.strerror}."
        raise StoreError(f"{message} Fix the permissions of that folder.") from problem


class Drafted(NamedTuple):
    """A store that is being written, and the name of its namespace."""

    store: VectorStore
    namespace: str


@contextmanager
def written_vectors(place: Place, number: int, before: Manifest, products: Products, embedder: Embedder) -> Iterator[Drafted]:
    """Give the store for the vectors of the generation `number`, with those of the generation before where they fit.

    They do when the same embedder and product made them at the same place. The store is closed after the block; when the block
    fails, a namespace that was begun for it is deleted.
    """
    made_by = (before.embedder, before.dimensions, before.vector_store, before.vectors_at)
    same = made_by == (embedder.name, embedder.dimensions, products.vectors_name, products.vectors_at)
    same = same and in_collection(place, before, products)
    at = products.vectors_at or str(place.directory / VECTORS)

    def opened(namespace: str) -> VectorStore:
        return products.vectors(products.vectors_name, StoreAddress(at, namespace))

    own = f"{own_name(place, products.vectors_at, products.collection)}-{number:06}"
    if same and opened(before.vector_space).shared:
        with closing(opened(before.vector_space)) as store:
            yield Drafted(store, before.vector_space)
        return
    opened(own).erase()  # what a writer has left that died
    try:
        with closing(opened(own)) as store:
            if same:
                store.begin_as(before.vector_space)
            yield Drafted(store, own)
        folder = StoreAddress(at, own).folder
        if folder is not None and folder.is_dir():
            settle(folder)
    except BaseException:
        opened(own).erase()
        raise


def manifests(place: Place) -> dict[Path, Manifest]:
    """Return the manifests of the generations by folder; one that is damaged or of another format has no vectors of ours."""
    found: dict[Path, Manifest] = {}
    for folder in generation_folders(place):
        with suppress(StoreError):
            found[folder] = read_manifest(folder)
    return found


def collect(place: Place, products: Products, once: Sequence[Manifest]) -> None:
    """Delete the namespaces, and the points of shared ones, that no generation names which is kept.

    `once` are generations that there were before. What cannot be deleted now is tried again the next time.
    """
    used: dict[tuple[str, StoreAddress], list[Path]] = {}
    for folder, manifest in manifests(place).items():
        if manifest.vectors != "none":
            used.setdefault((manifest.vector_store, address_of(place.directory, manifest)), []).append(folder)
    known = {(one.vector_store, one.vectors_at) for one in once if one.vectors != "none"}
    try:
        for name, at in sorted(known):
            ours = re.compile(rf"{_beginnings(place, at)}-\d{{6}}")
            home = at or str(place.directory / VECTORS)
            with closing(products.vectors(name, StoreAddress(home, "any"))) as store:
                namespaces = store.namespaces()
            for address in (StoreAddress(home, namespace) for namespace in namespaces if ours.fullmatch(namespace)):
                # whichever product has it: those in folders see each other's
                if address not in {each for _, each in used}:
                    products.vectors(name, address).erase()
        for (name, address), folders in used.items():
            _drop_unlisted(products.vectors(name, address), folders)
    except (WorkbenchError, OSError) as problem:
        _log.warning("Vectors of '%s' without a generation were not deleted: %s", place.name, problem)


def in_collection(place: Place, manifest: Manifest, products: Products) -> bool:
    """Tell whether the vectors of a generation at a server are called as the settings want it; those in folders are."""
    return not manifest.vectors_at or manifest.vector_space.startswith(
        f"{own_name(place, manifest.vectors_at, products.collection)}-"
    )


def _beginnings(place: Place, at: str) -> str:
    """Return the pattern of how its namespaces begin, also those from before another collection was set."""
    own = own_name(place, at)
    return rf"[\w.-]+-{own.rpartition('-')[2]}" if at else re.escape(own)


def own_name(place: Place, at: str, collection: str = "") -> str:
    """Return how the namespaces of an index begin: where others may have one of the same name, with a mark of its own.

    `collection` stands for the name of the index there.
    """
    if not at:
        return place.name
    path = place.directory / _MARK
    if not path.is_file():
        draft = place.directory / f"{_MARK}.partial"
        draft.write_text(token_hex(4), encoding="ascii")
        draft.replace(path)  # whole or not at all: an empty one would be that of every index of this name
    return f"{collection or place.name}-{path.read_text(encoding='ascii')}"


def _drop_unlisted(store: VectorStore, generations: Sequence[Path]) -> None:
    """Drop the points of a shared store that none of these generations lists; one in a folder has no others."""
    if not store.shared:
        return
    with closing(store):
        listed = {id_ for folder in generations for id_ in read_vector_ids(folder)}
        store.drop([id_ for page in store.pages() for id_ in page if id_ not in listed])


class ListedVectors:
    """A read-only view of a store that knows only the listed ids, all of which the store has."""

    shared = False

    def __init__(self, store: VectorStore, ids: Set[str]) -> None:
        self._store = store
        self._ids = ids

    @cached_property
    def _others(self) -> int:
        stored = self._store.count()
        if stored < len(self._ids):
            message = (
                f"The store of the vectors has {stored} points, and this generation has {len(self._ids)}: some were deleted."
            )
            raise StoreError(f"{message} Build them again: orienteer index PATH --full")
        return stored - len(self._ids)

    def count(self) -> int:
        """Return how many points are known here."""
        return len(self._ids)

    def pages(self, size: int = 10_000) -> Iterator[Sequence[str]]:
        """Yield every id that is known here once, `size` at a time."""
        ids = iter(sorted(self._ids))
        while page := list(islice(ids, size)):
            yield page

    def get(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Return the stored vector of each known id."""
        return self._store.get([id_ for id_ in ids if id_ in self._ids])

    def metadata(self, ids: Sequence[str]) -> dict[str, Metadata]:
        """Return what is known of each known id."""
        return self._store.metadata([id_ for id_ in ids if id_ in self._ids])

    def nearest(self, vector: Vectors, limit: int, where: Sequence[Condition] = ()) -> list[tuple[str, float]]:
        """Return (id, cosine similarity) pairs of known ids, most similar first, ties by id."""
        found = self._store.nearest(vector, limit + self._others, where) if limit > 0 else []
        return [pair for pair in found if pair[0] in self._ids][:limit]

    def namespaces(self) -> list[str]:
        """Return the namespaces that exist at the address."""
        return self._store.namespaces()

    def close(self) -> None:
        """Close the files."""
        self._store.close()

    def _refused(self, *_: object) -> Never:
        raise TypeError("These vectors are for reading only: a generation that is current does not change.")

    put = describe = drop = drop_where = begin_as = _refused

    def erase(self) -> None:
        """Refuse: a generation that is current does not change."""
        self._refused()
