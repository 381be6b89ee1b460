"""Nearest vectors by comparing all of them: one matrix on disk, mapped into memory; a millisecond at 10,000 vectors."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from core.errors import StoreError

if TYPE_CHECKING:
    from core.ports import Vectors

_IDS, _MATRIX = "ids.json", "vectors.npy"


class ExactVectors:
    """Keeps changes in memory until `close` writes them."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._ids, self._matrix = _read(directory)
        self._rows = {id_: row for row, id_ in enumerate(self._ids)}
        self._pending: dict[str, Vectors] = {}
        self._dropped: set[str] = set()

    def put(self, ids: Sequence[str], vectors: Vectors) -> None:
        """Insert the vectors, or replace those whose id is known."""
        self._pending.update(zip(ids, np.asarray(vectors, dtype=np.float32), strict=True))

    def drop(self, ids: Sequence[str]) -> None:
        """Forget these ids; unknown ones are ignored."""
        self._dropped.update(ids)
        for id_ in ids:
            self._pending.pop(id_, None)

    def ids(self) -> set[str]:
        """Return every id that is stored."""
        self._settle()
        return set(self._ids)

    def get(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Return the stored vector of each known id."""
        self._settle()
        return {id_: np.array(self._matrix[self._rows[id_]]) for id_ in ids if id_ in self._rows}

    def nearest(self, vector: Vectors, limit: int) -> list[tuple[str, float]]:
        """Return (id, cosine similarity) pairs, most similar first, ties by id."""
        self._settle()
        if not self._ids or limit <= 0:
            return []
        similarities = self._matrix @ np.asarray(vector, dtype=np.float32)
        rows = np.arange(len(self._ids))
        if len(rows) > limit:
            least = np.partition(similarities, -limit)[-limit]
            rows = rows[similarities >= least]
        best = rows[np.lexsort((rows, -similarities[rows]))][:limit]  # rows are ordered by id
        return [(self._ids[row], float(similarities[row])) for row in best.tolist()]

    def close(self) -> None:
        """Write the ids and the matrix."""
        if self._settle():
            self._directory.mkdir(parents=True, exist_ok=True)
            (self._directory / _IDS).write_text(json.dumps(self._ids), encoding="ascii")
            np.save(self._directory / _MATRIX, self._matrix, allow_pickle=False)

    def _settle(self) -> bool:
        """Merge what was put and dropped into the matrix, ordered by id; tell whether anything changed since reading."""
        if not self._pending and not self._dropped:
            return self._changed
        kept = {id_: self._matrix[row] for id_, row in self._rows.items() if id_ not in self._dropped}
        merged = dict(sorted({**kept, **self._pending}.items()))
        self._ids = list(merged)
        self._matrix = np.array(list(merged.values()), dtype=np.float32)
        self._rows = {id_: row for row, id_ in enumerate(self._ids)}
        self._pending, self._dropped, self._changed = {}, set(), True
        return True

    _changed = False


def _read(directory: Path) -> tuple[list[str], Vectors]:
    if not (directory / _IDS).is_file():
        if directory.is_dir() and any(directory.iterdir()):
            raise StoreError(f"{directory} holds no matrix of vectors. Build them again: orienteer index PATH --full")
        return [], np.zeros((0, 0), dtype=np.float32)
    try:
        ids: list[str] = json.loads((directory / _IDS).read_text(encoding="ascii"))
        matrix: Vectors = np.load(directory / _MATRIX, mmap_mode="r", allow_pickle=False)
        if len(ids) != len(matrix):
            raise ValueError(f"{len(ids)} ids for {len(matrix)} vectors")
    except (OSError, ValueError) as problem:
        message = f"The vectors in {directory} cannot be read: {problem}."
        raise StoreError(f"{message} Build them again: orienteer index PATH --full") from problem
    return ids, matrix
