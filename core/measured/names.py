"""Which unit of the index the name of a test means, as its runner writes it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from core.model import UnitHead
from core.vocabulary import BY_PATH


class NamesOfTests:
    """Finds the unit of a test by `tests/test_x.py::TestA::test_b[1]` (pytest), `tests.test_x.TestA.test_b` or `TestA`."""

    def __init__(self, heads: Iterable[UnitHead]) -> None:
        self._by_name: dict[str, list[UnitHead]] = defaultdict(list)
        for head in heads:
            if head.is_test and head.type not in BY_PATH:
                self._by_name[head.name].append(head)

    def head(self, name: str) -> UnitHead | None:
        """Return the one unit that the name of a test means; None when none or several are called so."""
        plain = name.split("[")[0]
        path, parts = _taken_apart(plain)
        found = [head for head in self._by_name.get(parts[-1], ()) if _same_file(head.file_path, path)]
        if len(found) > 1:
            around = {head.parent for head in found}
            found = [head for head in found if head.key not in around and _ends(head.identifier, parts)]
        return found[0] if len(found) == 1 else None


def _taken_apart(name: str) -> tuple[str, Sequence[str]]:
    if "::" in name:
        path, *parts = name.split("::")
        return (path, parts) if "." in path else ("", [path, *parts])
    return "", name.split(".")


def _same_file(known: str, told: str) -> bool:
    return not told or known == told or known.endswith(f"/{told}") or told.endswith(f"/{known}")


def _ends(identifier: str, parts: Sequence[str]) -> bool:
    """Tell whether an identifier ends with these parts, as many as both have."""
    mine = identifier.replace("::", ".").replace("#", ".").split(".")
    size = min(len(mine), len(parts))
    return mine[-size:] == list(parts)[-size:]
