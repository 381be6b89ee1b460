"""How near the word pieces of a question are to those of each of the best units, piece by piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from core.open_index import Kept, Stores
from core.text.words import STOP_WORDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BEST = 200  # units that are compared: comparing twice as many changed no ranking for the better
_pieces: Kept[dict[int, NDArray[np.int32]]] = Kept(dict)


def piece_shares(question: str, keys: Sequence[str], stores: Stores) -> dict[str, float]:
    """Return for the first 200 keys how near the question is, from 0 for the farthest to 1; nothing without a table."""
    if stores.table is None:
        return {}
    numbers = [stores.index.position[key] for key in keys[:_BEST]]
    words = [word for word in question.split() if word.strip("?.,!;:'\"").lower() not in STOP_WORDS]
    values = stores.table.closeness(" ".join(words) or question, _pieces_of(numbers, stores))
    low, high = min(values, default=0.0), max(values, default=0.0)
    return {key: (value - low) / (high - low) for key, value in zip(keys, values, strict=False)} if high > low else {}


def _pieces_of(numbers: Sequence[int], stores: Stores) -> list[NDArray[np.int32]]:
    """Return the pieces of each unit's name, path and code, each once; they are kept for later questions."""
    known, index, table = _pieces.of(stores.index), stores.index, stores.table
    missing = [number for number in numbers if number not in known]
    if missing and table is not None:
        codes = index.catalog.source_codes(missing)
        heads = [index.heads[number] for number in missing]
        texts = [
            f"{head.identifier} {head.file_path} {codes.get(number, '')}" for number, head in zip(missing, heads, strict=True)
        ]
        divided = table.pieces(texts)
        known.update((number, np.unique(np.array(one, dtype=np.int32))) for number, one in zip(missing, divided, strict=True))
    return [known[number] for number in numbers]
