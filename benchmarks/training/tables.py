"""The shipped table of word-piece vectors as numbers, and rows for questions beside it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import core.backends.embedders.table as shipped
from core.backends.embedders.table import WordTable
from core.settings import EmbedSettings

Table = NDArray[np.float32]
_FOLDER = Path(shipped.__file__).parent / "table"


def read_table() -> Table:
    """Return the rows that texts have."""
    rows = np.concatenate([np.load(path) for path in sorted(_FOLDER.glob("rows-*.npy"))])
    table: Table = rows.astype(np.float32) * np.load(_FOLDER / "scales.npy").astype(np.float32)[:, None]
    return table


def write_asked(path: Path, table: Table) -> int:
    """Write the rows that differ from the shipped ones as those of questions; return how many there are."""
    pieces = np.nonzero(np.abs(table - read_table()).max(1) > 0)[0].astype(np.int32)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, pieces=pieces, rows=table[pieces].astype(np.float16))
    return len(pieces)


class AskedTable(WordTable):
    """The shipped table, with other rows for some pieces of questions."""

    def __init__(self, path: Path) -> None:
        super().__init__(EmbedSettings())
        self._rows = read_table()
        with np.load(path) as written:
            self._rows[written["pieces"]] = written["rows"]

    def embed_question(self, question: str) -> Table:
        """Return the vector of a question."""
        pieces, counts = np.unique(np.array(self.pieces([question])[0], dtype=np.int64), return_counts=True)
        total: Table = np.sqrt(counts).astype(np.float32) @ self._rows[pieces]
        return total / max(float(np.linalg.norm(total)), 1e-9)
