"""How many examples a property test tries: a fixed choice of them in `make test`, many random ones in `make explore`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import settings

PROFILE = "repeatable"
"""Always the same examples: what passes once passes again, here and on the build machine."""

EXPLORE = "explore"
"""Other examples each time; what failed is tried first the next time."""

MORE = 5
"""How many times as many examples are tried when exploring."""


def examples(count: int, **options: Any) -> Callable[[Any], Any]:
    """Return the decorator of a property test whose examples are dear: `count` of them, more when exploring."""
    return settings(max_examples=count * (MORE if settings.get_current_profile_name() == EXPLORE else 1), **options)
