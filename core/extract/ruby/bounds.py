"""How large a value is that analysed code describes, its shared parts counted as often as they stand in it."""

from __future__ import annotations

_LARGEST_NUMBER = 10**30


def is_larger(value: object, most: int) -> bool:
    """Tell whether a value of strings, numbers, lists and hashes has more than `most` letters and items, or a huge number.

    A list may hold another one twice, and that one a third twice: written out it would be without end, so counting stops.
    """
    if isinstance(value, str):
        return len(value) > most
    left, stack = most, list[object]([value])
    while stack:
        one = stack.pop()
        if isinstance(one, str):
            left -= len(one)
        elif isinstance(one, (list, tuple)):
            stack.extend(one[: left + 1])
        elif isinstance(one, dict):
            stack.extend(one.values())
        elif isinstance(one, int) and abs(one) >= _LARGEST_NUMBER:
            return True
        left -= 1
        if left < -1:
            return True
    return False
