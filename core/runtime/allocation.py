"""How the C library gives out memory, where it lets a program say so."""

from __future__ import annotations

import ctypes
from contextlib import suppress

_MOST_ARENAS = -8  # M_ARENA_MAX of glibc's malloc.h
_ARENAS = 2


def few_arenas() -> None:
    """Have all threads share two places to take memory from, where glibc would give each of many one of its own.

    What a page frees goes back to where it was taken from, so that many threads, one after the other, leave many places that
    are half empty. Other C libraries know nothing of this: there nothing changes.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_MOST_ARENAS, _ARENAS)
