"""Lexical search: BM25 with k1 = 1.5 and b = 0.75.

The idf ln((N + 1) / n) comes from BM25+ (Lv and Zhai, CIKM 2011) and is never negative. Its lower bound δ is 0: the library
would add it for absent words as well. There it cancels out of every comparison and hides which documents contain a word.
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
