"""The handle of an answer: the units it showed, as a short text that the next question passes back.

The handle contains the units themselves, four bytes each. So any process that serves the same index can answer the follow-up,
and the server stores nothing.
"""

from __future__ import annotations

import base64
import binascii
import struct
from collections.abc import Collection, Iterable
from zlib import crc32

from core.errors import SettingsError

_MARK = "s1."


def handle(keys: Iterable[str], before: Collection[int] = ()) -> str:
    """Return the handle of units that were shown, with those of an earlier handle."""
    marks = sorted({*before, *(crc32(key.encode()) for key in keys)})
    return _MARK + base64.urlsafe_b64encode(struct.pack(f">{len(marks)}I", *marks)).decode().rstrip("=")


def marks_of(text: str) -> frozenset[int]:
    """Return the marks of the units in a handle, none of an empty one; raises `SettingsError` for what is no handle."""
    if not text:
        return frozenset()
    body = text.removeprefix(_MARK)
    try:
        packed = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
        if not text.startswith(_MARK) or len(packed) % 4:
            raise ValueError
    except (binascii.Error, ValueError):
        message = f"'{text[:40]}' is not a valid handle. Pass the value after 'seen=', or omit it."
        raise SettingsError(message) from None
    return frozenset(struct.unpack(f">{len(packed) // 4}I", packed))


def seen_keys(keys: Iterable[str], marks: Collection[int]) -> list[str]:
    """Return the keys whose units the handle names, in their order."""
    return [key for key in keys if crc32(key.encode()) in marks] if marks else []
