"""The stores that can be tried, and a small repository in three versions."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple

from core.settings import GRAPH_KEY, Settings, changed, read_settings
from tests import services
from tests.services import Running

ROOT = Path(__file__).parents[2]
_PARTS = ("app/models/order", "app/models/concerns", "app/jobs", "app/services/payments", "app/services/refunds", "README.md")
VERSIONS = 3

Server = Callable[[], AbstractContextManager[tuple[Running, str]]]


_NEVER = ("__main__", "benchmarks", "tests")
_THREADS = (*_NEVER, "lance", "pymilvus", "grpc", "core.backends.vectors.lance", "core.backends.vectors.milvus")


class Tried(NamedTuple):
    """The settings of an index, `AT` standing for the address of the server, and what must not be imported before a fork."""

    settings: Mapping[str, str]
    server: Server | None = None
    not_before: tuple[str, ...] = _NEVER


_PG, _MARIADB = services.postgresql_server, services.mariadb_server
_FILES = {"index.vectors": "exact"}
_BOLT = {"index.graph": "neo4j", "index.graph_at": "AT"}
STORES: dict[str, Tried] = {
    "chroma": Tried({"index.vectors": "chroma"}),
    "exact": Tried(_FILES),
    "faiss": Tried({"index.vectors": "faiss"}),
    "lancedb": Tried({"index.vectors": "lancedb"}, not_before=_THREADS),
    "qdrant-edge": Tried({"index.vectors": "qdrant-edge"}),
    "chroma-server": Tried({"index.vectors": "chroma-server", "index.vectors_at": "AT"}, services.chroma_server),
    "pgvector": Tried({"index.vectors": "pgvector", "index.vectors_at": "AT"}, _PG),
    "milvus": Tried({"index.vectors": "milvus", "index.vectors_at": "AT"}, services.milvus_server, _THREADS),
    "memory": Tried({**_FILES, "index.catalog": "memory"}),
    "sqlite": Tried({**_FILES, "index.catalog": "sqlite", "index.graph": "sql"}),
    "postgresql": Tried({**_FILES, "index.catalog": "postgresql", "index.catalog_at": "AT", "index.graph": "sql"}, _PG),
    "mysql": Tried({**_FILES, "index.catalog": "mysql", "index.catalog_at": "AT", "index.graph": "sql"}, _MARIADB),
    "both": Tried(
        {"index.vectors": "pgvector", "index.vectors_at": "AT", "index.catalog": "postgresql", "index.catalog_at": "AT"}, _PG
    ),
    "neo4j": Tried({**_FILES, **_BOLT}, services.arcadedb_server),
}
"""`exact` is the default catalog, DuckDB, with the vectors of the other catalogs; `both` has all in one PostgreSQL.

`neo4j` has the graph on a server of Bolt, where who reads it first writes it."""


def settings_of(tried: Tried, at: str, home: Path) -> Settings:
    """Return the settings for an index in a folder, with a server at an address."""
    given = changed(read_settings(), "home", str(home))
    # answers of the index itself, not those that were kept
    for name, value in {"embed.embedder": "hash", "cache.runs": "0", **tried.settings}.items():
        given = changed(given, name, at if value == "AT" else value)
    return given


@contextmanager
def running(tried: Tried) -> Iterator[tuple[Running | None, str]]:
    """Give the server of a store, None for one that has none, and its address."""
    if tried.server is None:
        yield None, ""
        return
    with tried.server() as (one, at):
        if "index.graph_at" in tried.settings:
            os.environ[GRAPH_KEY] = services.ARCADE_PASSWORD
        yield one, at


def write_version(checkout: Path, version: int) -> None:
    """Make the checkout be one of its versions; files that are the same in both are left alone."""
    files = _files(version)
    for path in [path for path in checkout.rglob("*") if path.is_file() and path.relative_to(checkout).as_posix() not in files]:
        path.unlink()
    for name, text in files.items():
        path = checkout / name
        if not path.is_file() or path.read_text("utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")


def _files(version: int) -> dict[str, str]:
    """Return the files of a version: in the second methods differ, in the third there is another file, and one is missing."""
    origin = ROOT / "data" / "sample"
    paths = sorted(
        path for part in _PARTS for path in ([origin / part] if part.endswith(".md") else (origin / part).rglob("*"))
    )
    found = {path.relative_to(origin).as_posix(): path.read_text("utf-8") for path in paths if path.is_file()}
    if version == 0:
        return found
    names = [name for name in found if name.endswith(".rb")]
    for name in names[version::7]:
        found[name] = found[name].replace("\n  def ", f"\n  # in version {version}\n  def ")
    if version > 1:
        del found[names[4]]
        found["app/models/parcel.rb"] = "class Parcel < ApplicationRecord\n  def weigh\n    lines.sum(&:weight)\n  end\nend\n"
    return found


def forget(folder: Path) -> None:
    """Delete a folder and what is in it."""
    shutil.rmtree(folder, ignore_errors=True)
