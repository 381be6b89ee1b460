"""The graph as recursive SQL on the catalog's tables: nothing is loaded, and no copy is stored.

The first row of a recursion comes from `units`, not from a literal. MariaDB would take a literal's width for that of the
column, and PostgreSQL its collation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.backends.catalogs.relational import RelationalCatalog
from core.backends.graphs.walks import first_path, levels
from core.errors import SettingsError
from core.model.tables import BETWEEN_UNITS
from core.ports import Catalog

_ENDS = 'relations r JOIN units s ON s."key" = r.source JOIN units t ON t."key" = r.target'
_EDGES = f"{_ENDS} WHERE r.source <> r.target AND {BETWEEN_UNITS}"
_NEXT = f"SELECT DISTINCT r.{{far}} FROM {_EDGES} AND r.{{near}} = ?"
_COUNTED = f"SELECT r.{{near}}, count(DISTINCT r.{{far}}) FROM {_EDGES} GROUP BY r.{{near}}"
_STEP = f'FROM reached d JOIN relations r ON r.{{near}} = d."key" JOIN units o ON o."key" = r.{{far}} WHERE {BETWEEN_UNITS}'
_ALL = (
    'WITH RECURSIVE reached ("key") AS (SELECT "key" FROM units WHERE "key" = ? UNION '
    f'SELECT r.{{far}} {_STEP}) SELECT "key" FROM reached'
)
_WITHIN = (
    'WITH RECURSIVE reached ("key", depth) AS (SELECT "key", 0 FROM units WHERE "key" = ? UNION '
    f'SELECT r.{{far}}, d.depth + 1 {_STEP} AND d.depth < ?) SELECT DISTINCT "key" FROM reached'
)
_KNOWN = 'SELECT "key" FROM units WHERE "key" = ?'
_BEFORE = f"SELECT DISTINCT r.source FROM {_EDGES} AND r.target IN {{}}"
_OUT, _INTO = {"near": "source", "far": "target"}, {"near": "target", "far": "source"}


class RecursiveGraph:
    """The graph of a catalog in SQLite, PostgreSQL, MySQL or MariaDB."""

    def __init__(self, catalog: Catalog) -> None:
        if not isinstance(catalog, RelationalCatalog):
            message = "The graph 'sql' needs a catalog in SQLite, PostgreSQL or MySQL, which this index does not have."
            raise SettingsError(f"{message} Set index.catalog to one of these and index again, or index.graph to networkx.")
        self._rows, self._among = catalog.rows, catalog.among

    def dependencies_of(self, key: str) -> Sequence[str]:
        """Return the keys of the units that a unit relates to, ordered."""
        return sorted(other for (other,) in self._rows(_NEXT.format(**_OUT), [key]))

    def dependents_of(self, key: str) -> Sequence[str]:
        """Return the keys of the units that relate to a unit, ordered."""
        return sorted(other for (other,) in self._rows(_NEXT.format(**_INTO), [key]))

    def traverse_forward(self, start: str, max_depth: int = 0) -> Sequence[str]:
        """Return the keys of the units that edges lead to from a unit, over at most so many, 0 for any number."""
        return self._reached(start, max_depth, _OUT)

    def traverse_reverse(self, start: str, max_depth: int = 0) -> Sequence[str]:
        """Return the keys of the units from which edges lead to a unit, over at most so many, 0 for any number."""
        return self._reached(start, max_depth, _INTO)

    def shortest_path(self, start: str, end: str) -> Sequence[str]:
        """Return the keys on a shortest path, of several the first by key; nothing where none leads there.

        Distances are asked level by level: a recursion that counts its steps goes through a cycle again and again.
        """
        if not self._rows(_KNOWN, [end]):
            return ()
        distances = levels(end, lambda keys: {key for (key,) in self._among(_BEFORE, keys)}, until=start)
        return first_path(start, distances, self.dependencies_of)

    def subgraph_for_types(self, types: Sequence[str]) -> Sequence[tuple[str, str]]:
        """Return the edges between units of these types, ordered by both ends."""
        if not types:
            return ()
        marks = ", ".join("?" * len(types))
        statement = f"SELECT DISTINCT r.source, r.target FROM {_EDGES} AND s.type IN ({marks}) AND t.type IN ({marks})"
        return sorted((one, other) for one, other in self._rows(statement, [*types, *types]))

    def degrees(self) -> Mapping[str, tuple[int, int]]:
        """Return for each unit, by key, how many units relate to it and to how many it relates."""
        keys = [key for (key,) in self._rows('SELECT "key" FROM units ORDER BY place')]
        into, out = (dict(self._rows(_COUNTED.format(**way))) for way in (_INTO, _OUT))
        return {key: (into.get(key, 0), out.get(key, 0)) for key in keys}

    def close(self) -> None:
        """Let go of nothing: the connection is that of the catalog."""

    def _reached(self, start: str, depth: int, way: Mapping[str, str]) -> Sequence[str]:
        statement, given = (_WITHIN, [start, depth]) if depth else (_ALL, [start])
        return sorted(key for (key,) in self._rows(statement.format(**way), given) if key != start)
