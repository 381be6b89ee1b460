"""The indexes of the checkouts that an editor has open: which one a file belongs to, by the roots of all that there are."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from core.workbench.opening import listed_indexes

if TYPE_CHECKING:
    from core.serving.indexes import ServedIndexes
    from core.workbench import Workbench

_LOOKED = 5.0  # seconds for which the list of indexes stands


class CoveredFile(NamedTuple):
    """A file of a checkout: the open index, and its path there."""

    bench: Workbench
    path: str


class Checkouts:
    """Open indexes by the files of their checkouts; `usual` is the only one that counts when it is named."""

    def __init__(self, indexes: ServedIndexes, usual: str = "") -> None:
        self._indexes = indexes
        self._usual = usual
        self._guard = Lock()
        self._looked = 0.0
        self._roots: tuple[tuple[Path, str], ...] = ()

    def placed(self, file: Path) -> CoveredFile | None:
        """Return where a file belongs: in the index of the innermost checkout around it; None when no index has its folder."""
        for path in dict.fromkeys((file, file.resolve())):
            for root, name in self._known():
                if path.is_relative_to(root):
                    return CoveredFile(self._indexes.workbench(name), path.relative_to(root).as_posix())
        return None

    def within(self, folders: Iterable[Path]) -> list[Workbench]:
        """Return the open indexes of these folders: of checkouts in them or around them, each once, innermost first."""
        wanted = [folder.resolve() for folder in folders]
        near = [name for root, name in self._known() if any(_near(root, folder) for folder in wanted)]
        return [self._indexes.workbench(name) for name in dict.fromkeys(near)]

    def missing(self, folder: Path) -> str:
        """Return the sentence that says that a folder has no index, and what makes one."""
        if self._usual:
            return (
                f"The index '{self._usual}' is of another folder than {folder}. Start without -i, or: orienteer index {folder}"
            )
        return f"No index of {folder}. Make one: orienteer index {folder}"

    def _known(self) -> tuple[tuple[Path, str], ...]:
        """Return root and name of each index that is of one checkout, the longest roots first."""
        with self._guard:
            if not self._looked or time.monotonic() - self._looked > _LOOKED:
                self._roots, self._looked = self._read(), time.monotonic()
            return self._roots

    def _read(self) -> tuple[tuple[Path, str], ...]:
        manifests = [one.manifest for one in listed_indexes(self._indexes.settings) if one.manifest]
        single = [one for one in manifests if not one.members and one.root and self._usual in ("", one.name)]
        roots = [(Path(one.root), one.name) for one in single]
        return tuple(sorted(roots, key=lambda pair: (-len(pair[0].parts), pair[1])))


def _near(root: Path, folder: Path) -> bool:
    return root.is_relative_to(folder) or folder.is_relative_to(root)
