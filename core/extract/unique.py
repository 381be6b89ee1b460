"""Resolve a call on a value of unknown type by names alone.

The target is the method of the class that the value is named after, or the only method of that name in the repository. The
latter needs a name of several words that no known library has.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

Target = TypeVar("Target")

_WORDS = re.compile(r"[A-Za-z][a-z0-9]+|[A-Z]+(?![a-z])")
_FEWEST_LETTERS = 8
_LAST = re.compile(r"([\w$]+)$")


def plain_word(name: str) -> str:
    """Return a name without what languages write it with: `cart_item` and `CartItem` are `cartitem`."""
    return name.replace("_", "").replace("$", "").lower()


def tells(name: str) -> bool:
    """Tell whether a name is of several words and long enough to be nobody else's by chance."""
    plain = name.strip("_")
    return len(plain) >= _FEWEST_LETTERS and len(_WORDS.findall(plain)) > 1


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
        return tells(name) and name not in self._common


class NamedCalls(Generic[Target]):
    """What calls mean where only names tell: of the method, or of what it is called on."""

    def __init__(
        self,
        unique: UniqueNames[Target],
        classes: Mapping[str, Sequence[Target]],
        member: Callable[[Target, str], Target | None],
    ) -> None:
        """`classes` are those of a plain word, of which only one alone is meant; `member` gives the method of a class."""
        self.unique = unique
        self._classes = {name: found[0] for name, found in classes.items() if len(found) == 1}
        self._member = member

    def is_ours(self, method: str) -> bool:
        """Tell whether anything of the repository is called like this."""
        return self.unique.is_ours(method)

    def method(self, expression: str) -> tuple[Target, str] | None:
        """Return the method that a call of `receiver.name` means, and how that is known; None where names do not tell.

        It is that of the class that the receiver is named like (`cart.total` of `Cart`), or the only one of its name.
        """
        receiver, _, name = expression.rpartition(".")
        word = _LAST.search(receiver)
        plain = plain_word(word.group(1)) if word is not None else ""
        own = self._classes.get(plain) if not self.unique.is_shared(name, plain) else None
        found = self._member(own, name) if own is not None else None
        if found is not None and word is not None:
            return found, f"named:{word.group(1)}"
        only = self.unique.method(name)
        return (only, f"named:{name}") if only is not None else None
