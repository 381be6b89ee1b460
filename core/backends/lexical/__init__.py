"""Lexical search: BM25 by two libraries that give the same scores.

Both compute BM25 with k1 = 1.5, b = 0.75 and the idf ln((N + 1) / n) of BM25+ (Lv and Zhai, CIKM 2011), which is never
negative, with that method's lower bound δ set to 0: the libraries add it for absent words too, where it cancels out of
every comparison and only hides which documents contain a word at all.
"""

from pathlib import Path

from core.errors import StoreError, cause, reading_step

K1 = 1.5
B = 0.75
DELTA = 0.0


def unreadable(folder: Path, problem: Exception) -> StoreError:
    """Return what is told of an index that is damaged or may not be read."""
    step = reading_step(problem, "Build the index again: orienteer index PATH --full")
    return StoreError(f"The lexical index in {folder} cannot be read: {cause(problem)}. {step}")
