"""What an index says of itself, and what lies beside it that nothing names."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.backends import CATALOGS, VECTORS, load, products
from core.backends.graphs.bolt import BoltServer
from core.errors import StoreError
from core.index.opening import Opened, open_current
from core.index.place import VECTORS as VECTORS_FOLDER
from core.index.place import Place, generation_folders
from core.index.vector_space import manifests, own_name
from core.ports import StoreAddress, ids_of
from core.settings import Settings
from core.workbench.bench import Workbench

NAME = "tried"
QUESTIONS = ("how is a refund paid back", "Payment")
_PASSING = {"runs"}  # has times
_MOST = {"generations": 3}


@dataclass(frozen=True, slots=True)
class State:
    """What an index holds, without what differs between two runs alike: numbers of generations and times."""

    generation: int = 0
    vectors: str = "none"
    fingerprint: str = ""
    catalog: str = ""
    answers: str = ""
    points: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # digests of vector and metadata by id
    fault: str = ""  # why it could not be asked

    @property
    def held(self) -> tuple[object, ...]:
        """What two runs over the same files have to agree on."""
        return self.vectors, self.fingerprint, self.catalog, self.answers, dict(self.points)


def state_of(settings: Settings, home: Path, questions: Iterable[str] = QUESTIONS) -> State:
    """Open the index, ask it, and read all it holds; a fault becomes part of what is returned."""
    place = Place(home, NAME)
    if place.current() is None:
        return State()
    try:
        opened = open_current(place, products(settings))
        with closing(opened):
            return _read(opened, settings, questions)
    except StoreError as problem:
        return State(fault=str(problem))


def _read(opened: Opened, settings: Settings, questions: Iterable[str]) -> State:
    bench = Workbench(opened, settings)
    answers: list[Any] = []
    for question in questions:
        run = bench.ask(question)
        answers.append([[hit.unit_key for hit in run.ranked], run.context.text])
    if settings.index.graph != "networkx":
        store = bench.graph_store
        keys = [head.key for head in opened.catalog.heads()]
        answers.append([[list(store.traverse_reverse(key, 3)) for key in keys[::10]], sorted(store.degrees().items())])
    rows = {name: list(rows) for name, rows in opened.catalog.tables().items() if name not in _PASSING}
    return State(
        generation=opened.manifest.generation,
        vectors=opened.manifest.vectors,
        fingerprint=opened.manifest.fingerprint,
        catalog=_digest(rows),
        answers=_digest(answers),
        points=_points(opened),
    )


def _points(opened: Opened) -> dict[str, tuple[str, str]]:
    if opened.vectors is None:
        return {}
    ids = sorted(ids_of(opened.vectors))
    vectors, about = opened.vectors.get(ids), opened.vectors.metadata(ids)
    # one bit of a product of unit length is no difference
    return {id_: (_digest((vectors[id_].astype(float).round(4) + 0.0).tolist()), _digest(about[id_])) for id_ in ids}


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()[:16]


def different(one: State, other: State) -> str:
    """Name what differs."""
    names = [name for name in ("vectors", "fingerprint", "catalog", "answers") if getattr(one, name) != getattr(other, name)]
    mine, others = dict(one.points), dict(other.points)
    if mine != others:
        changed = sum(mine[id_] != others[id_] for id_ in mine.keys() & others.keys())
        names.append(f"points (+{len(mine.keys() - others.keys())} -{len(others.keys() - mine.keys())} ~{changed})")
    return ", ".join(names) + " differ" if names else "nothing differs"


def unnamed(settings: Settings, home: Path) -> list[str]:
    """Return what lies in the home, at the server and among the points that no kept generation names."""
    place = Place(home, NAME)
    found = [str(path.relative_to(home)) for path in home.rglob("*") if "partial" in path.name]
    kept = manifests(place)
    numbers = sorted(path.name for path in place.generations.iterdir())
    if len(numbers) > _MOST["generations"]:
        found.append(f"generations {numbers}")
    found += [
        f"generation {name} without a manifest"
        for name in numbers
        if name not in {path.name for path in generation_folders(place)}
    ]
    named = {one.vector_space for one in kept.values() if one.vectors != "none"}
    at = settings.index.vectors_at
    with closing(
        products(settings).vectors(settings.index.vectors, StoreAddress(at or str(place.directory / VECTORS_FOLDER), "any"))
    ) as store:
        spaces = store.namespaces()
    found += [f"vectors {name}" for name in spaces if name.startswith(own_name(place, at)) and name not in named]
    if settings.index.catalog_at:
        catalogs = {one.catalog_space for one in kept.values()}
        found += [
            f"catalog {name}"
            for name in _ledger(settings)
            if name.startswith(own_name(place, settings.index.catalog_at)) and name not in catalogs
        ]
        found += _schemas(settings)
    if settings.index.graph_at:
        copies = BoltServer(settings.index.graph_at).copies()
        found += [f"graphs {copies}"] if len(copies) > _MOST["generations"] else []
    return found + _unlisted(settings, place)


def _ledger(settings: Settings) -> list[str]:
    names: list[str] = load(CATALOGS, settings.index.catalog)(StoreAddress(settings.index.catalog_at, "any")).namespaces()
    return names


def _schemas(settings: Settings) -> list[str]:
    """Return the schemas at the server that no row of the ledger names."""
    store = load(CATALOGS, settings.index.catalog)(StoreAddress(settings.index.catalog_at, "any"))
    with store._server.told(), store._server.connected() as connection:
        from sqlalchemy import text

        held = {name for (name,) in connection.execute(text("SELECT held_in FROM orienteer_catalogs"))}
        like = "orienteer\\_%" if store._server.postgres else f"{store._server._url.database}\\_%"
        names = connection.execute(
            text("SELECT schema_name FROM information_schema.schemata WHERE schema_name LIKE :like"), {"like": like}
        )
        return [f"schema {name}" for (name,) in names if name not in held]


def _unlisted(settings: Settings, place: Place) -> list[str]:
    """Return how many points a shared store has that no kept generation lists."""
    from core.index.place import read_vector_ids

    found: list[str] = []
    spaces: dict[tuple[str, str, str], set[str]] = {}
    for folder, one in manifests(place).items():
        if one.vectors != "none" and one.vectors_at:
            spaces.setdefault((one.vector_store, one.vectors_at, one.vector_space), set()).update(read_vector_ids(folder))
    for (name, at, space), listed in spaces.items():
        with closing(load(VECTORS, name)(StoreAddress(at, space))) as store:
            extra = ids_of(store) - listed
            lost = listed - ids_of(store)
        found += [f"{len(extra)} points of {space} in no list"] if extra else []
        found += [f"{len(lost)} points of {space} lost"] if lost else []
    return found


def bytes_of(home: Path) -> int:
    """Return the bytes of all files below a folder."""
    return sum(path.stat().st_size for path in home.rglob("*") if path.is_file())
