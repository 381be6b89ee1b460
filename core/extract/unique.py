"""Methods that are alone in a repository with their name: a call of such a name on a value of unknown type means them.

Only where the name tells enough: it is of several words and no library is known to have it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Generic, TypeVar

Target = TypeVar("Target")

_WORDS = re.compile(r"[A-Za-z][a-z0-9]+|[A-Z]+(?![a-z])")
_FEWEST_LETTERS = 8


def plain_word(name: str) -> str:
    """Return a name without what languages write it with: `cart_item` and `CartItem` are `cartitem`."""
    return name.replace("_", "").replace("$", "").lower()


class UniqueNames(Generic[Target]):
    """The names that a repository gives to methods, attributes and functions, and what each means."""

    def __init__(
        self,
        methods: Iterable[tuple[str, Target]],
        others: Iterable[str],
        common: frozenset[str],
        owners: Iterable[tuple[str, str]],
    ) -> None:
        """`owners` are the names of methods, also of those that may be a library's, each with the name of its class."""
        self._methods: dict[str, Target | None] = {}
        for name, target in methods:
            self._methods[name] = None if name in self._methods else target
        self._others = frozenset(others)
        self._common = common
        self._owners: dict[str, set[str]] = defaultdict(set)
        for name, owner in owners:
            self._owners[name].add(plain_word(owner))

    def is_ours(self, name: str) -> bool:
        """Tell whether anything of the repository is called like this."""
        return name in self._methods or name in self._others

    def is_shared(self, name: str, word: str) -> bool:
        """Tell whether a value that is called `word` may be of several classes with the method: `graph` of `TreeGraph`."""
        return any(owner != word and owner.endswith(word) for owner in self._owners.get(name, ()))

    def method(self, name: str) -> Target | None:
        """Return the only method of this name, None if there are others, or if the name may be a library's."""
        target = self._methods.get(name)
        return target if target is not None and name not in self._others and self._tells(name) else None

    def _tells(self, name: str) -> bool:
        plain = name.strip("_")
        return len(plain) >= _FEWEST_LETTERS and len(_WORDS.findall(plain)) > 1 and name not in self._common
