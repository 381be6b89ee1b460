"""What is asked of the tables of a catalog while they are changed, in the SQL that databases have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from core.backends.catalogs.values import listed
from core.model.tables import BETWEEN_UNITS, TABLES
from core.ports import Row

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_RELATION_ORDER = listed(TABLES["relations"].names)


class SqlEditor(ABC):
    """A `CatalogEditor` over tables in a database; who is of this kind answers statements and writes rows."""

    place: ClassVar[str]
    """The column with the place of a row in its table, from 0."""

    @abstractmethod
    def _rows(self, statement: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return the rows that a statement gives."""

    @abstractmethod
    def _among(self, statement: str, values: Sequence[str]) -> list[tuple[Any, ...]]:
        """Return the rows of a statement in which `{}` stands for these values."""

    @abstractmethod
    def _replace(self, table: str, column: str, values: Sequence[str], rows: Sequence[Row], order: str) -> None:
        """Write a table anew: its rows but those with one of the values, and these, in an order of columns and `place`.

        The place of a row is where it stood, or where it stands among the new ones.
        """

    @abstractmethod
    def update(self, table: str, rows: Mapping[int, Row], names: Sequence[str] | None = None) -> None:
        """Write other values into rows, by their place in the table; only into the columns of these names if any are given."""

    @abstractmethod
    def rewrite(self, table: str, rows: Iterable[Row]) -> None:
        """Write a table from these rows alone."""

    @abstractmethod
    def append(self, table: str, row: Row) -> None:
        """Write a row behind all others."""

    def places(self, keys: Iterable[str]) -> dict[str, int]:
        """Return where units stand in the tables that have one row for each, by key."""
        return dict(self._among(f'SELECT "key", {self.place} FROM units WHERE "key" IN {{}}', list(keys)))

    def fact_places(self, key: str) -> list[int]:
        """Return where the facts of a unit stand, in their order."""
        rows = self._rows(f"SELECT {self.place} FROM facts WHERE unit_key = ? ORDER BY {self.place}", [key])
        return [place for (place,) in rows]

    def relation_places(self, path: str) -> list[int]:
        """Return where the relations of a file stand, in the order of all relations."""
        rows = self._rows(f"SELECT {self.place} FROM relations WHERE file_path = ? ORDER BY {self.place}", [path])
        return [place for (place,) in rows]

    def chunk_ids(self) -> list[str]:
        """Return the ids of all chunks."""
        return [id_ for (id_,) in self._rows("SELECT id FROM chunks")]

    def relation_counts(self) -> tuple[int, int]:
        """Return how many relations there are between units, and how many lead to columns."""
        counted = dict(
            self._rows(f"SELECT CASE WHEN {BETWEEN_UNITS} THEN 1 ELSE 0 END AS x, count(*) FROM relations GROUP BY x")
        )
        return counted.get(1, 0), counted.get(0, 0)

    def kinds(self) -> list[tuple[str, bool]]:
        """Return the type of each unit in their order, and whether it is a test."""
        return self._rows(f"SELECT type, is_test FROM units ORDER BY {self.place}")

    def edges(self) -> NDArray[np.int64]:
        """Return which units relate to which others, by their places, each pair once and in order."""
        import numpy as np

        return np.array(self._rows(self.edge_pairs()), dtype=np.int64).reshape(-1, 2)

    def edge_pairs(self) -> str:
        """Return the statement for `edges`, with the columns `one` and `other`."""
        return (
            f"SELECT DISTINCT s.{self.place} AS one, t.{self.place} AS other FROM relations r "
            'JOIN units s ON r.source = s."key" JOIN units t ON r.target = t."key" '
            f"WHERE s.{self.place} <> t.{self.place} ORDER BY one, other"
        )

    def own_metrics(self) -> list[tuple[str, float, float]]:
        """Return key, complexity and lines of each unit in their order."""
        return self._rows(f'SELECT unit_key, complexity, "lines" FROM metrics ORDER BY {self.place}')

    def replace_relations(self, rows: Mapping[str, Sequence[Row]]) -> None:
        """Write the relations of files, by path, instead of those that they had."""
        new = [row for some in rows.values() for row in some]
        self._replace("relations", "file_path", list(rows), new, _RELATION_ORDER)

    def replace_chunks(self, keys: Sequence[str], rows: Sequence[Row]) -> None:
        """Write the chunks of units instead of those that they had."""
        self._replace("chunks", "unit_key", keys, rows, "unit_key, place")
