"""The graph on a server that speaks Bolt and Cypher, such as Neo4j. Tested with ArcadeDB's Bolt, never with Neo4j itself.

The first query writes the generation to the server: a node for each unit, a relationship for each edge. A last node marks the
copy as complete. If several processes write at once, each writes a copy and all use the first complete one.

Walks query level by level, because a pattern of any length would make the server follow every path.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from secrets import token_hex
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from core.backends.graphs.walks import first_path, levels
from core.errors import SettingsError, StoreError
from core.ports import Catalog, checked_address
from core.runtime.batches import batched
from core.settings import GRAPH_KEY, graph_key

if TYPE_CHECKING:
    from neo4j import Driver


_BATCH = 5_000
_KEPT = 2  # generations of an index beside the one that is written
_PATIENCE = 10.0  # seconds for a connection
_OUT, _INTO = "(a)-[:RELATES]->(b)", "(a)<-[:RELATES]-(b)"


class BoltServer:
    """The server at an address like bolt://USER@HOST:7687/DATABASE; nothing is asked of it before the first statement."""

    def __init__(self, at: str) -> None:
        self._at = checked_address(at, "index.graph_at", GRAPH_KEY)
        parts = urlsplit(at)
        if parts.scheme not in {"bolt", "neo4j", "bolt+s", "neo4j+s"} or not parts.hostname:
            raise SettingsError(f"index.graph_at cannot be '{at}': use an address such as bolt://USER@HOST/DATABASE.")
        self._host = f"{parts.scheme}://{parts.hostname}:{parts.port or 7687}"
        self._user, self._database = parts.username or "neo4j", parts.path.strip("/") or None

    def namespaces(self) -> list[str]:
        """Return the generations that have a graph there, whole or begun, ordered; raises `StoreError` when it is away."""
        return sorted({_generation(name) for name in self.copies()})

    def copies(self) -> list[str]:
        """Return the copies of graphs that are there, whole or begun, ordered."""
        return sorted(name for (name,) in self.run("MATCH (n:GraphCopy) RETURN n.name"))

    def run(self, statement: str, **given: object) -> list[tuple[Any, ...]]:
        """Return the rows of a statement; raises `StoreError` in one sentence when the server is away or refuses it."""
        with self._told(), self._driver.session(database=self._database) as session:
            return [tuple(row.values()) for row in session.run(statement, **given)]

    def close(self) -> None:
        """Let go of the connection."""
        if "_driver" in self.__dict__:
            self._driver.close()

    @cached_property
    def _driver(self) -> Driver:
        from neo4j import GraphDatabase

        return GraphDatabase.driver(self._host, auth=(self._user, graph_key() or ""), connection_timeout=_PATIENCE)

    @contextmanager
    def _told(self) -> Iterator[None]:
        from neo4j.exceptions import DriverError, Neo4jError

        try:
            yield
        except (DriverError, Neo4jError) as problem:
            said = " ".join(str(problem).split())
            message = f"The graph at {self._at} cannot be queried: {said}."
            raise StoreError(f"{message} Start the server, or correct index.graph_at or ${GRAPH_KEY}.") from problem


class BoltGraph:
    """The graph of a catalog on a server."""

    server = BoltServer

    def __init__(self, catalog: Catalog, at: str) -> None:
        self.catalog = catalog
        self._server = BoltServer(at)
        self._run = self._server.run
        manifest = catalog.manifest
        marks = (hashlib.sha256(text.encode()).hexdigest()[:8] for text in (manifest.root, manifest.built_at))
        self._index, mark = f"{manifest.name}-{next(marks)}-", next(marks)
        self._space = f"{self._index}{manifest.generation:06}-{mark}"

    def dependencies_of(self, key: str) -> Sequence[str]:
        """Return the keys of the units that a unit relates to, ordered."""
        return sorted(self._next([key], _OUT))

    def dependents_of(self, key: str) -> Sequence[str]:
        """Return the keys of the units that relate to a unit, ordered."""
        return sorted(self._next([key], _INTO))

    def traverse_forward(self, start: str, max_depth: int = 0) -> Sequence[str]:
        """Return the keys of the units that edges lead to from a unit, over at most so many, 0 for any number."""
        return sorted(self._distances(start, _OUT, max_depth).keys() - {start})

    def traverse_reverse(self, start: str, max_depth: int = 0) -> Sequence[str]:
        """Return the keys of the units from which edges lead to a unit, over at most so many, 0 for any number."""
        return sorted(self._distances(start, _INTO, max_depth).keys() - {start})

    def shortest_path(self, start: str, end: str) -> Sequence[str]:
        """Return the keys on a shortest path, of several the first by key; nothing where none leads there."""
        if not self._run("MATCH (a:Unit {id: $id}) RETURN a.key", id=self._id(end)):
            return ()
        return first_path(start, self._distances(end, _INTO, until=start), lambda key: self._next([key], _OUT))

    def subgraph_for_types(self, types: Sequence[str]) -> Sequence[tuple[str, str]]:
        """Return the edges between units of these types, ordered by both ends."""
        both = "MATCH (a:Unit {copy: $copy})-[:RELATES]->(b:Unit) WHERE a.type IN $types AND b.type IN $types"
        rows = self._run(f"{both} RETURN a.key, b.key", copy=self._copy, types=list(types))
        return sorted((one, other) for one, other in rows)

    def degrees(self) -> Mapping[str, tuple[int, int]]:
        """Return for each unit, by key, how many units relate to it and to how many it relates."""
        counted = "MATCH (a:Unit {copy: $copy}) OPTIONAL MATCH %s RETURN a.key, count(b)"
        into, out = (dict(self._run(counted % way, copy=self._copy)) for way in (_INTO, _OUT))
        return {key: (into[key], out[key]) for key in sorted(into)}

    def close(self) -> None:
        """Let go of the connection; what was written stays for the next who asks."""
        self._server.close()

    def erase(self) -> None:
        """Delete what was written of this generation."""
        for copy in self._server.copies():
            if _generation(copy) == self._space:
                self._erase(copy)
        self.__dict__.pop("_copy", None)

    def _erase(self, copy: str) -> None:
        self._run("MATCH (n:GraphSpace {held: $copy}) DELETE n", copy=copy)
        some = f"MATCH (n:Unit {{copy: $copy}}) WITH n LIMIT {_BATCH} DETACH DELETE n RETURN count(n)"
        while self._run(some, copy=copy) != [(0,)]:
            pass
        self._run("MATCH (n:GraphCopy {name: $copy}) DELETE n", copy=copy)

    def _distances(self, start: str, way: str, depth: int = 0, until: str = "") -> dict[str, int]:
        return levels(start, lambda keys: self._next(keys, way), depth, until)

    def _next(self, keys: Sequence[str], way: str) -> set[str]:
        found: set[str] = set()
        for some in batched(map(self._id, keys), _BATCH):
            rows = self._run(f"UNWIND $ids AS id MATCH (a:Unit {{id: id}}) MATCH {way} RETURN DISTINCT b.key", ids=some)
            found.update(key for (key,) in rows)
        return found

    def _id(self, key: str) -> str:
        return f"{self._copy} {key}"

    @cached_property
    def _copy(self) -> str:
        """The copy of this generation's graph that is asked: the one that is there whole, else one that is written now."""
        for label, name in (("Unit", "id"), ("GraphCopy", "name"), ("GraphSpace", "name")):
            self._run(f"CREATE CONSTRAINT {label.lower()}_{name} IF NOT EXISTS FOR (n:{label}) REQUIRE n.{name} IS UNIQUE")
        if there := self._whole():
            return there
        ours = {_generation(copy) for copy in self._server.copies() if copy.startswith(self._index)} - {self._space}
        for copy in self._server.copies():
            if _generation(copy) in sorted(ours)[:-_KEPT]:
                self._erase(copy)
        mine = f"{self._space}-{token_hex(4)}"
        self._write(mine)
        try:
            self._run("CREATE (:GraphSpace {name: $space, held: $copy})", space=self._space, copy=mine)
        except StoreError:
            if not self._whole():
                raise
        there = self._whole()
        if there != mine:  # somebody else was first
            self._erase(mine)
        return there

    def _whole(self) -> str:
        """Return the name of the copy that is there whole, empty for none."""
        rows = self._run("MATCH (n:GraphSpace {name: $space}) RETURN n.held ORDER BY n.held", space=self._space)
        return str(rows[0][0]) if rows else ""

    def _write(self, copy: str) -> None:
        self._run("CREATE (:GraphCopy {name: $copy})", copy=copy)
        heads = {head.key: head.type for head in self.catalog.heads()}
        for nodes in batched(({"id": f"{copy} {key}", "key": key, "type": type_} for key, type_ in heads.items()), _BATCH):
            create = "UNWIND $rows AS row CREATE (:Unit {id: row.id, key: row.key, type: row.type, copy: $copy})"
            self._run(create, rows=nodes, copy=copy)
        ends = dict.fromkeys((link[0], link[1]) for link in self.catalog.links())
        pairs = ((one, other) for one, other in ends if one in heads and other in heads and one != other)
        relate = "UNWIND $rows AS row MATCH (a:Unit {id: row[0]}), (b:Unit {id: row[1]}) CREATE (a)-[:RELATES]->(b)"
        for some in batched(([f"{copy} {one}", f"{copy} {other}"] for one, other in pairs), _BATCH):
            self._run(relate, rows=some)


def _generation(copy: str) -> str:
    """Return the generation that a copy is of."""
    return copy.rpartition("-")[0]
