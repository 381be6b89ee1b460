"""Whether each part that an index needs can do what it must, tried with the real thing; a fault comes with its next step."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from core.backends import graph_store, products
from core.backends.listing import available
from core.errors import StoreError, WorkbenchError
from core.index.opening import open_generation
from core.index.place import Place, list_indexes
from core.model import Manifest
from core.model.tables import SCHEMA_VERSION, TABLES
from core.ports import Catalog, CatalogStore, Products, StoreAddress, is_server
from core.settings import PRESETS, EmbedSettings, IndexSettings, Settings, index_home, preset_name, preset_values

_LEAST_MB = 500
_USUAL_DIMENSIONS = 384
_TRIAL = Manifest(SCHEMA_VERSION, "trial", 1, "PATH", "", "", False, "", "", 0, "none")


@dataclass(frozen=True, slots=True)
class PartCheck:
    """What was found of one part: `told` is what was tried, or the fault with its next step."""

    part: str
    name: str
    fine: bool
    told: str


def examine(settings: Settings) -> tuple[PartCheck, ...]:
    """Return what was found of every part that the settings name, then of every index of the home.

    Stores are written to in a namespace of their own, which is deleted again; nothing of an index is changed.
    """
    home, index = index_home(settings), settings.index
    used: tuple[tuple[str, str, Callable[[], str]], ...] = (
        ("home", str(home), lambda: _home(home)),
        ("embedder", settings.embed.embedder, lambda: _embedder(settings)),
        ("catalog", index.catalog, lambda: _catalog(settings)),
        ("graph", index.graph, lambda: _graph(settings)),
        ("vectors", index.vectors, lambda: _vectors(settings)),
    )
    if settings.preset:
        used = (("preset", settings.preset, lambda: _preset(settings)), *used)
    places = [listed.name for listed in list_indexes(home)]
    of_indexes = (("index", name, lambda name=name: _index(Place(home, name), settings)) for name in places)
    return tuple(_tried(*part) for part in (*used, *of_indexes))


def _preset(settings: Settings) -> str:
    """Return what the preset stands for, and what of it is set otherwise."""
    from core.workbench.setup import value_of

    wanted = preset_values(settings.preset)
    other = [name for name, value in wanted.items() if value_of(settings, name) != value]
    left = ", ".join(f"{name} = {value_of(settings, name) or 'unset'}" for name in other)
    return PRESETS[preset_name(settings.preset)].note + (f"; set otherwise: {left}" if left else "")


def _only(settings: Settings, *parts: str) -> Products:
    """Return the products with the usual ones in place of all that a trial does not need: each fault is told once."""
    index, usual = settings.index, IndexSettings()
    if "catalog" not in parts:
        index = replace(index, catalog=usual.catalog, catalog_at=usual.catalog_at)
    if "vectors" not in parts:
        index = replace(index, vectors=usual.vectors, vectors_at=usual.vectors_at)
    embed = settings.embed if "embedder" in parts else EmbedSettings()
    return products(replace(settings, index=index, embed=embed))


def _tried(part: str, name: str, check: Callable[[], str]) -> PartCheck:
    try:
        return PartCheck(part, name, True, check())
    except WorkbenchError as problem:
        return PartCheck(part, name, False, str(problem))


def _home(home: Path) -> str:
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=home):
            free = shutil.disk_usage(home).free // 1_000_000
    except OSError as problem:
        message = f"The index folder {home} cannot be written: {problem.strerror or problem}."
        raise StoreError(f"{message} Set ORIENTEER_HOME to a folder that you may write to.") from problem
    if free < _LEAST_MB:
        raise StoreError(
            f"The disk of {home} has {free:,} MB left. Free some space: a new index is written next to the old one."
        )
    return f"can be written, {free:,} MB free"


def _installed(settings: Settings, part: str) -> str:
    """Return the versions of the packages of the chosen backend; raises `StoreError` with what installs a missing one."""
    rows = [row for row in available(settings) if row.kind == part and row.chosen]
    for row in rows:
        if row.missing:
            step = row.install or f"pip install {' '.join(row.missing)}"
            raise StoreError(f"'{row.name}' needs packages that are not installed: {', '.join(row.missing)}. Run: {step}")
    return ", ".join(version for row in rows for version in row.versions) or "nothing to install"


def _embedder(settings: Settings) -> str:
    made_of = _installed(settings, "embedder")
    embedder = _only(settings, "embedder").embedder()
    (vector,) = embedder.embed(["where is the total of an order computed?"])
    if len(vector) != embedder.dimensions:
        raise StoreError(f"'{embedder.name}' gives {len(vector)} dimensions instead of {embedder.dimensions}. Set embed.model.")
    return f"{made_of}; {embedder.name}, {embedder.dimensions} dimensions, a text was embedded"


def _catalog(settings: Settings) -> str:
    made_of = _installed(settings, "catalog")
    with _empty_catalog(_only(settings, "catalog")) as (store, catalog):
        catalog.heads()
        version = getattr(store, "version", None)  # of a server
        server = f"server {version()}; " if version else ""
    return f"{made_of}; {server}tables were created, read and deleted"


def _graph(settings: Settings) -> str:
    made_of = _installed(settings, "graph")
    with _empty_catalog(_only(settings, "catalog")) as (_, catalog), closing(graph_store(settings.index, catalog)) as graph:
        graph.dependents_of("class:Trial")
    return f"{made_of}; was asked"


@contextmanager
def _empty_catalog(given: Products) -> Iterator[tuple[CatalogStore, Catalog]]:
    """Give a catalog without any rows where the settings want catalogs, and delete it."""
    with _somewhere(given.catalog_at) as address:
        store = given.catalog(given.catalog_name, address)
        try:
            with store.writer() as tables:
                tables({name: [] for name in TABLES})
            with closing(store.reader(_TRIAL)) as catalog:
                yield store, catalog
        finally:
            with suppress(StoreError):  # of which the fault itself tells more
                store.erase()


def _vectors(settings: Settings) -> str:
    made_of, given = _installed(settings, "vectors"), _only(settings, "vectors")
    if not given.vectors_at:
        given.vectors(given.vectors_name, StoreAddress("", "trial"))  # one on a server says which address it lacks
    dimensions, of_whom = _dimensions(settings)
    vector = np.zeros((1, dimensions), dtype=np.float32)
    vector[0, 0] = 1
    with _somewhere(given.vectors_at) as address:
        store = given.vectors(given.vectors_name, address)
        version = getattr(store, "version", None)  # of a server
        server = f"{version()}; " if version else ""
        store.namespaces()  # of a server that is away there is nothing to delete
        try:
            store.put(["trial"], vector)
            found = store.nearest(vector[0], 1)
            store.close()
        finally:
            with suppress(StoreError):
                given.vectors(given.vectors_name, address).erase()
    if [id_ for id_, _ in found] != ["trial"]:
        raise StoreError(f"'{given.vectors_name}' does not return what was just stored there. Check index.vectors_at.")
    return f"{made_of}; {server}a vector of {dimensions} dimensions{of_whom} was stored, found and deleted"


def _dimensions(settings: Settings) -> tuple[int, str]:
    """Return how long vectors are, and of whom when the embedder cannot tell."""
    try:
        return _only(settings, "embedder").embedder().dimensions, ""
    except WorkbenchError:  # which is told of the embedder
        return _USUAL_DIMENSIONS, " (not those of the embedder, which has a fault)"


def _index(place: Place, settings: Settings) -> str:
    current = place.current()
    if current is None:
        raise StoreError(f"The index '{place.name}' has no generation. Run: orienteer index PATH --name {place.name}")
    with closing(open_generation(current, products(settings))) as opened:
        manifest = opened.manifest
        had, wanted = len(opened.catalog.heads()), manifest.counts["units"]
        if had != wanted:
            message = f"The catalog of '{place.name}' has {had:,} units, but its manifest lists {wanted:,}."
            raise StoreError(f"{message} Run: orienteer index {manifest.root} --full")
        vectors = opened.vectors
        points = vectors.count() if vectors is not None else 0
    lacking = manifest.counts.get("vectors", 0) - points
    if lacking > 0:
        message = f"The store of '{place.name}' lacks {lacking:,} of its vectors."
        raise StoreError(f"{message} Run: orienteer index {manifest.root} --full")
    kept = f"{manifest.catalog} catalog, " + (f"{points:,} vectors of {manifest.embedder}" if points else "no sentence vectors")
    return f"generation {manifest.generation}: {had:,} units, {kept}"


@contextmanager
def _somewhere(at: str) -> Iterator[StoreAddress]:
    """Give an address for a trial: at the server, or in a folder that is deleted afterwards."""
    namespace = f"trial-{os.getpid()}"
    if is_server(at):
        yield StoreAddress(at, namespace)
        return
    with tempfile.TemporaryDirectory(prefix="orienteer-trial-") as folder:
        yield StoreAddress(folder, namespace)
