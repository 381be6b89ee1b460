"""The state of one editor: its documents, the indexes of their checkouts, and the messages it has received."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from core.errors import WorkbenchError
from core.lsp.present_file import PresentFile, text_on_disk
from core.model.paths import place_at
from core.workbench.opening import listed_indexes
from core.workbench.sessions import edition

if TYPE_CHECKING:
    from core.serving.indexes import ServedIndexes
    from core.workbench import Workbench

_KEPT = 32  # files that are set beside what was indexed of them
_LOOKED = 5.0  # seconds for which the list of indexes stands


class EditorSession:
    """Files as an editor has them. `open_text` gives the text of a document that is open, `tell` shows its reader a sentence.

    Safe to share between threads.
    """

    def __init__(
        self, indexes: ServedIndexes, usual: str, open_text: Callable[[Path], str | None], tell: Callable[[str], object]
    ) -> None:
        self._indexes = indexes
        self.checkouts = Checkouts(indexes, usual)
        self._open_text = open_text
        self._tell = tell
        self._told: set[str] = set()
        self._files: OrderedDict[tuple[str, str, str], PresentFile] = OrderedDict()
        self._guard = Lock()

    def file(self, path: Path, folder: Path | None = None) -> PresentFile | None:
        """Return a file as the editor has it; None, and one sentence to its reader, where no index has its folder."""
        placed = self.checkouts.placed(path)
        if placed is None:
            self.tell(self.checkouts.missing(folder or path.parent))
            return None
        text = self._open_text(path)
        return self._beside(placed, text_on_disk(Path(placed.bench.manifest.root), placed.path) if text is None else text)

    def now(self, bench: Workbench, path: str) -> PresentFile:
        """Return a file of an index as it is now: as the editor has it, else as it lies in the checkout."""
        folder, inner = place_at(bench.manifest.root, bench.manifest.documents, path)
        text = self._open_text(folder / inner)
        return self._beside(CoveredFile(bench, path), text_on_disk(folder, inner) if text is None else text)

    def behind(self, bench: Workbench) -> str:
        """Return how many commits the index is behind its checkout, in a sentence; empty when it is not."""
        return self._indexes.staleness(bench)

    def warm(self, folders: list[Path]) -> None:
        """Read what first questions wait for of the indexes of these folders, and tell which folder has none."""
        for folder in folders:
            try:
                benches = self.checkouts.within([folder])
                for bench in benches:
                    _ = bench.index.relations_to, bench.index.importance, bench.histories
                    bench.find("a")
            except WorkbenchError as problem:
                self.tell(str(problem))
                continue
            if not benches:
                self.tell(self.checkouts.missing(folder))

    def tell(self, sentence: str) -> None:
        """Show a sentence to the reader, each only once."""
        with self._guard:
            if sentence in self._told:
                return
            self._told.add(sentence)
        self._tell(sentence)

    def _beside(self, placed: CoveredFile, text: str) -> PresentFile:
        """Return the file of a text; lines are compared once for each text and state of the index."""
        named = (placed.bench.name, edition(placed.bench.manifest), placed.path)
        with self._guard:
            kept = self._files.get(named)
            if kept is None or kept.text != text:
                kept = self._files[named] = PresentFile(placed.bench, placed.path, text)
            self._files.move_to_end(named)
            while len(self._files) > _KEPT:
                self._files.popitem(last=False)
            return kept


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
