"""Texts of people as bags of word pieces, each with the vector of the unit of code that it means."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.backends.embedders.table import WordTable
from core.settings import EmbedSettings

WORDS = Path(__file__).parent / "questions" / "words.txt"
_MOST_UNITS = 4000  # of a repository beside those that texts mean: more make no step harder
Numbers = NDArray[np.int64]
Vectors = NDArray[np.float32]


@dataclass(frozen=True)
class Bag:
    """The pieces of a text, each once with the root of its count, and which of them its unit has as well."""

    pieces: Numbers
    weights: Vectors
    shared: NDArray[np.bool_]


@dataclass(frozen=True)
class PairSet:
    """Texts of one repository, the number of the unit of each, that unit's vector without the text, and all units' vectors."""

    name: str
    texts: Sequence[Bag]
    units: Numbers
    kinds: NDArray[np.str_]
    own: Vectors
    all_units: Vectors

    def draw(self, many: int, draw: np.random.Generator) -> Numbers:
        """Return numbers of texts, no unit twice."""
        rows = draw.permutation(len(self.units))[:many]
        return np.sort(rows[np.unique(self.units[rows], return_index=True)[1]])

    def others(self, rows: Numbers, many: int, draw: np.random.Generator) -> Vectors:
        """Return vectors of units that none of these texts means."""
        found = draw.permutation(len(self.all_units))[:many]
        return self.all_units[found[~np.isin(found, self.units[rows])]]

    def reciprocal_ranks(self, texts: Vectors) -> Vectors:
        """Return for each text, by its vector, 1 / the place of its unit among all units of the repository."""
        likeness = texts @ self.all_units.T
        likeness[np.arange(len(texts)), self.units] = -1
        places: Numbers = 1 + (likeness > (texts * self.own).sum(1, keepdims=True)).sum(1)
        return (1 / places).astype(np.float32)


def read_pairs(folder: Path, kinds: Sequence[str]) -> list[PairSet]:
    """Return the pairs of these kinds of each file of the folder, and those of everyday words with words of code."""
    table = WordTable(EmbedSettings())
    found = [_everyday(table)] if "words" in kinds else []
    for path in sorted(folder.glob("*.json.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            written = json.load(file)
        pairs = [pair for pair in written["pairs"] if pair[2] in kinds]
        if pairs:
            found.append(_pair_set(path.name.removesuffix(".json.gz"), pairs, written["texts"], table))
    return found


def _pair_set(name: str, pairs: Sequence[tuple[str, int, str, str | None]], texts: Sequence[str], table: WordTable) -> PairSet:
    used = {unit for _, unit, _, _ in pairs}
    rest = [number for number in np.random.default_rng(0).permutation(len(texts)).tolist() if number not in used]
    kept = [*sorted(used), *rest[:_MOST_UNITS]]
    place = {number: row for row, number in enumerate(kept)}
    own = [instead or texts[unit] for _, unit, _, instead in pairs]
    return PairSet(
        name,
        bags([said for said, _, _, _ in pairs], own, table),
        np.array([place[unit] for _, unit, _, _ in pairs]),
        np.array([kind for _, _, kind, _ in pairs]),
        table.embed(own),
        table.embed([texts[number] for number in kept]),
    )


def _everyday(table: WordTable) -> PairSet:
    """Return the lines of `questions/words.txt` as pairs: what people say, and what code says."""
    lines = [line.split(" | ") for line in WORDS.read_text(encoding="utf-8").splitlines()]
    pairs = [(said, number, "words", None) for number, (everyday, _) in enumerate(lines) for said in everyday.split(", ")]
    return _pair_set("words", pairs, [written for _, written in lines], table)


def bags(texts: Sequence[str], units: Sequence[str], table: WordTable) -> list[Bag]:
    """Return the bag of each text, beside the text of its unit."""
    found = []
    for said, unit in zip(table.pieces(texts), table.pieces(units), strict=True):
        pieces, counts = np.unique(np.array(said, dtype=np.int64), return_counts=True)
        found.append(Bag(pieces, np.sqrt(counts).astype(np.float32), np.isin(pieces, unit)))
    return found
