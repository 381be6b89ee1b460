"""The state of one editor: its documents, the indexes of their checkouts, and the messages it has received."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from core.errors import WorkbenchError
from core.lsp.checkouts import Checkouts, CoveredFile
from core.lsp.present_file import PresentFile, text_on_disk
from core.model.paths import place_at
from core.workbench.sessions import edition

if TYPE_CHECKING:
    from core.serving.indexes import ServedIndexes
    from core.workbench import Workbench

_KEPT = 32  # files that are set beside what was indexed of them


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
