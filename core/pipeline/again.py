"""Take over what the last generation has of all files but the edited ones, where others cannot see the edits."""

from __future__ import annotations

import logging
import marshal
from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import WorkbenchError
from core.extract.facts import SourceFile
from core.extract.file_edit import FileEdit, SeenElsewhere, file_edit
from core.extract.guard import Guard
from core.extract.read import known_facts, read_all, readers_version
from core.extract.relink.left import Left, left_apart, left_behind
from core.extract.relink.run import Relinked, relinked
from core.extract.repository import Relinker
from core.extract.run import Snapshot
from core.index.caches import FactsFile, LeavingsFile
from core.index.last import LastGeneration
from core.index.place import Place
from core.languages import family_of
from core.model import Manifest
from core.pipeline.own_messages import MESSAGES, hold_against_messages
from core.ports import FactsCache, Products

LEFT = "linked.sqlite"
"""The file in the cache of an index that the linkers' leavings are kept in."""

_log = logging.getLogger(__name__)
_MOST = 10  # edited files; of more, one is most likely to change what others see
_BASIS, _FILES = "basis", "files"


@dataclass(slots=True)
class Keeping:
    """What the linkers of a run leave behind, until the generation is there that it belongs to."""

    state: str
    kept: dict[str, bytes]

    @classmethod
    def of(cls, taken: Snapshot) -> Keeping:
        """Return what is kept of the files themselves."""
        return cls(taken.fingerprint, _of_snapshot(taken))

    def take(self, family: str, relinker: Relinker) -> None:
        """Take what the linker of a family of languages leaves behind."""
        self.kept.update(left_behind(family, relinker))

    def write(self, place: Place) -> None:
        """Keep it for the next run."""
        with LeavingsFile(place.cache / LEFT) as file:
            file.begin(self.state, self.kept)


@dataclass(frozen=True, slots=True)
class Followed:
    """The edits since the last generation that were followed, and what they change in it."""

    changes: Sequence[FileEdit]
    found: Relinked
    last: LastGeneration
    left: Left

    def go_on(self, place: Place, taken: Snapshot) -> None:
        """Keep what was left behind for the generation that these edits made."""
        entries = {**left_apart(self.left.family, self.found.apart), **_of_snapshot(taken)}
        with LeavingsFile(place.cache / LEFT) as file:
            file.go_on(self.last.manifest.fingerprint, taken.fingerprint, entries)
        self.last.close()


def followed(
    place: Place, before: Manifest, head: str, taken: Snapshot, left: LeavingsFile, products: Products
) -> Followed | None:
    """Return what the edits since the generation `before` change in it; None where they may change more than can be told."""
    current = place.current()
    if current is None or left.state != before.fingerprint or head != before.git_sha:
        return None
    edited = _edited(left, taken)
    if not edited or len(edited) > _MOST:
        return None
    last = LastGeneration(current, before, products)
    try:
        return _followed(place, taken, edited, last, left)
    except SeenElsewhere as seen:
        _log.debug("Everything is linked: %s", seen)
    except WorkbenchError:
        last.close()
        raise
    except Exception:  # noqa: BLE001 - what cannot be linked by itself is linked with all else, where faults are told
        _log.warning("An edit was not followed; everything is linked.", exc_info=True)
    last.close()
    return None


def _followed(
    place: Place, taken: Snapshot, edited: Sequence[tuple[SourceFile, SourceFile]], last: LastGeneration, left: LeavingsFile
) -> Followed:
    families = {family_of(now.language) for _, now in edited}
    if len(families) > 1 or any(last.has_problems(now.path) for _, now in edited):
        raise SeenElsewhere("the edited files are of several kinds, or were not read whole")
    kept = Left(families.pop(), left.get)
    with FactsFile(place.cache / "facts.sqlite", part=True) as cache:
        changes = _changes(edited, cache, Guard(taken.settings), kept)
    hold_against_messages(changes, left.get(MESSAGES))
    return Followed(changes, relinked(changes, last, kept, taken.files), last, kept)


def _changes(edited: Sequence[tuple[SourceFile, SourceFile]], cache: FactsCache, guard: Guard, left: Left) -> list[FileEdit]:
    before = known_facts([file for file, _ in edited], cache)
    now = read_all([file for _, file in edited], cache, guard)
    if guard.problems:
        raise SeenElsewhere("a file could not be read whole")
    found = []
    for (_, file), old, new in zip(edited, before, now, strict=True):
        if old is None:
            raise SeenElsewhere("what a file said is no longer known")
        found.append(file_edit(old, new, file.text, left.own, left.parts_apart))
    return found


def _edited(left: LeavingsFile, taken: Snapshot) -> list[tuple[SourceFile, SourceFile]]:
    """Return the files with other texts, as they were (without text) and as they are; none when more than texts is new."""
    if left.get(_BASIS) != _basis(taken):
        return []
    before = marshal.loads(left.get(_FILES))
    if len(before) != len(taken.files):
        return []
    found = []
    for (path, language, is_test, sha), file in zip(before, taken.files, strict=True):
        if (path, language, is_test) != (file.path, file.language, file.is_test):
            return []
        if sha != file.sha:
            found.append((SourceFile(path, language, "", sha, is_test), file))
    return found


def _basis(taken: Snapshot) -> bytes:
    """Return what all results hang on beside the files that are read."""
    return repr((readers_version(), taken.settings, taken.problems)).encode("utf-8", "surrogatepass")


def _of_snapshot(taken: Snapshot) -> dict[str, bytes]:
    files = [(file.path, file.language, file.is_test, file.sha) for file in taken.files]
    return {_BASIS: _basis(taken), _FILES: marshal.dumps(files)}
