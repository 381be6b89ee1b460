"""From a checkout on disk to a published index."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from core.backends import products
from core.errors import SettingsError, SourceError, StoreError
from core.extract.extractors import only_chosen
from core.extract.guard import Guard
from core.extract.outside import checked_folders
from core.extract.run import Snapshot, snapshot, understand
from core.index.caches import FactsFile
from core.index.catalog_space import check_catalog
from core.index.place import Place, outdated_root, read_manifest
from core.index.unit_texts import makers
from core.model import Extraction, Manifest
from core.pipeline.freshness import git_state
from core.pipeline.inputs import Inputs, read_inputs
from core.pipeline.own_messages import MESSAGES, with_messages
from core.pipeline.probing import remarks
from core.pipeline.report import IndexReport
from core.pipeline.roots import checked_root, name_of
from core.ports import Progress
from core.runtime.collection import uncollected
from core.settings import Settings, index_home, is_sample

if TYPE_CHECKING:
    from core.index.publishing import Checkout
    from core.pipeline.again import Keeping
    from core.pipeline.cluster import Cluster


def index_checkout(
    path: Path | None,
    settings: Settings,
    *,
    name: str | None = None,
    full: bool = False,
    vectors: bool = True,
    progress: Progress | None = None,
    woods: Path | Literal[False] | None = None,
    framework: bool | None = None,
    documents: Sequence[Path] | Literal[False] | None = None,
    cluster: Cluster | None = None,
) -> IndexReport:
    """Read the checkout at `path` into the index `name`, by default named after its folder.

    `woods` is an index of the Ruby forerunner that is merged with it, or imported by itself when there is no `path`;
    `framework` says whether sources of libraries are read too, `documents` are folders outside of the checkout whose documents
    are. They hold until a run asks for something else: None is as before, False is without. A searchable generation is
    published first, vectors follow as a second one. What has not changed
    is neither read nor embedded again unless `full`. A `cluster` reads the checkout, where an edit cannot be followed, and
    embeds; the index is the same.
    Raises `SourceError` when a path is no readable folder, `StoreError` when the index is busy, foreign or cannot be
    written; the index is then as it was before.
    """
    start = perf_counter()
    root = checked_root(path) if path else _folder_of(woods or None)
    place = Place(index_home(settings), name or name_of(root))
    before = _manifest_of(place, root, full)
    check_catalog(products(settings))
    asked = AskedOfRun(woods, framework, documents)
    choices = choose(asked, before, root, settings.extract.documents, alone=path is None)
    settings = choices.settings(settings)
    inputs = read_inputs(root, place, settings, choices.woods, alone=choices.alone)
    run = _Run(place, settings, choices, inputs, full, full or before is None, vectors, cluster)
    manifest = _current(run, root, before, progress)
    manifest = _embedded(place, settings, progress, cluster) if vectors else manifest
    told = (*choices.remarks, *remarks(place, root, settings))
    return IndexReport(manifest, full or manifest != before, perf_counter() - start, told)


def index_checkouts(
    paths: Sequence[Path],
    settings: Settings,
    cluster: Cluster | None = None,
    *,
    full: bool = False,
    vectors: bool = True,
    progress: Callable[[], Progress | None] = lambda: None,
) -> Iterator[IndexReport]:
    """Yield what becomes of each of several checkouts, one after the other; a cluster reads those to come meanwhile.

    `progress` gives what hears of each one. Raises as `index_checkout` does, before anything is read if two have one name.
    """
    roots = [checked_root(path) for path in paths]
    names = [name_of(root) for root in roots]
    for name in names:
        if names.count(name) > 1:
            message = f"Two checkouts would have the name '{name}': {', '.join(map(str, roots))}."
            raise SettingsError(f"{message} Index one of them by itself, with --name.")
    for root in roots if cluster else ():
        place = Place(index_home(settings), name_of(root))
        if full or place.current() is None:  # of an index that is there, edits may be followed here
            assert cluster is not None
            cluster.read_ahead(snapshot(root, settings.extract))
    for root in roots:
        yield index_checkout(root, settings, full=full, vectors=vectors, progress=progress(), cluster=cluster)


@dataclass(frozen=True, slots=True)
class _Run:
    """Where an index is written, and of what beside the files of its checkout."""

    place: Place
    settings: Settings
    choices: Choices
    inputs: Inputs
    full: bool  # nothing that was kept from before is trusted
    fresh: bool  # nothing is carried over from the generation before
    vectors: bool  # are wanted, so that there must be chunks
    cluster: Cluster | None = None  # which reads in the place of this process

    @property
    def can_go_on(self) -> bool:
        """Whether the next run may take over what this one finds: neither more nor less than the files of the checkout give."""
        return not self.inputs.digest and not self.settings.extract.extractors

    def goes_on(self, before: Manifest) -> bool:
        """Tell whether the generation before is made as this one will be, but for its files."""
        if before.given_up or before.inputs or not self.can_go_on or (self.vectors and not before.cut):
            return False
        if before.made_by != makers(self.settings.index.chunk_tokens):
            return False
        return self._same_products(before) and self.choices.are_those_of(before)

    def would_give(self, before: Manifest, taken: Snapshot) -> bool:
        """Tell whether these texts would give the index that is there; one that gave something up may become another."""
        if before.given_up or (self.vectors and not before.cut) or not self._same_products(before):
            return False
        same = (before.fingerprint, before.inputs) == (taken.fingerprint, self.inputs.digest)
        return same and before.made_by == makers(self.settings.index.chunk_tokens) and self.choices.are_those_of(before)

    def _same_products(self, before: Manifest) -> bool:
        """Tell whether the catalog is where the settings want it, and word vectors are by the table that they want."""
        wanted = self.settings.index
        made = (before.catalog, before.catalog_at, before.table)
        return made == (wanted.catalog, wanted.catalog_at, products(self.settings).table_name)


def _current(run: _Run, root: Path, before: Manifest | None, progress: Progress | None) -> Manifest:
    """Return the manifest of the generation that holds what the checkout has now: the one before, or one made of it."""
    walking = Guard(run.settings.extract, progress)
    walking.tell("walk", 0, 1)
    taken = snapshot(root, run.settings.extract)
    walking.tell("walk", 1, 1)
    if not taken.files and not run.inputs.digest:
        said = f"Nothing to index in {root}: it has no file in a supported language."
        raise SourceError(said, "Give the path of a checkout: orienteer index PATH")
    if run.full:
        shutil.rmtree(run.place.cache, ignore_errors=True)
    elif before is not None and run.would_give(before, taken):
        return before
    with uncollected():
        return _again(run, taken, before, progress) or _anew(run, taken, progress)


def _again(run: _Run, taken: Snapshot, before: Manifest | None, progress: Progress | None) -> Manifest | None:
    """Return the manifest of the generation before with the edits since; None where these concern more than their files."""
    if before is None or run.fresh or not run.goes_on(before):
        return None
    from core.index.caches import LeavingsFile
    from core.index.patching import Differences, publish_differences
    from core.index.publishing import silent
    from core.pipeline.again import LEFT, followed

    checkout, made = _checkout(run, taken, perf_counter()), products(run.settings)
    with LeavingsFile(run.place.cache / LEFT) as left:
        edits = followed(run.place, before, checkout.git_sha, taken, left, made)
    if edits is None:
        return None
    found = edits.found
    manifest = publish_differences(
        run.place, edits.last, Differences(found.units, found.relations, found.tallies, found.listed), checkout,
        made, run.settings.index, progress or silent,
    )  # fmt: skip
    edits.go_on(run.place, taken)
    return manifest


def _anew(run: _Run, taken: Snapshot, progress: Progress | None) -> Manifest:
    """Return the manifest of a generation that is made of all that was read."""
    from core.index.publishing import publish, silent
    from core.pipeline.again import Keeping

    keeping = Keeping.of(taken) if run.can_go_on else None
    extraction, checkout = _read(run, taken, keeping, progress)
    del taken  # units have their texts: those of the files are only in the way of what is made next
    manifest = publish(
        run.place, extraction, checkout, products(run.settings), run.settings.index, progress or silent,
        fresh=run.fresh, cut=run.vectors,
    )  # fmt: skip
    if keeping is not None and not manifest.given_up:
        keeping.write(run.place)
    return manifest


def _read(run: _Run, taken: Snapshot, keeping: Keeping | None, progress: Progress | None) -> tuple[Extraction, Checkout]:
    start = perf_counter()
    inputs, settings = run.inputs, run.settings
    with FactsFile(run.place.cache / "facts.sqlite") as cache:
        reading = None if inputs.alone else _understood(run, taken, cache, keeping, progress)
        extraction = inputs.merged(reading, cache, Guard(settings.extract, progress))
    extraction = _with_messages(extraction, keeping, Guard(settings.extract, progress))
    return only_chosen(extraction, settings.extract.extractors), _checkout(run, taken, start)


def _with_messages(extraction: Extraction, keeping: Keeping | None, guard: Guard) -> Extraction:
    """Return the extraction with who sends what to whom; where that fails it is as it was, with the problem."""
    found, kept = guard.attempt("messages", lambda: with_messages(extraction), (extraction, b""))
    if keeping is not None:
        keeping.kept[MESSAGES] = kept
    return replace(found, problems=(*found.problems, *guard.problems), given_up=found.given_up + guard.given_up)


def _understood(run: _Run, taken: Snapshot, cache: FactsFile, keeping: Keeping | None, progress: Progress | None) -> Extraction:
    if run.cluster is None:
        return understand(taken, cache, progress, keep=keeping.take if keeping else None)
    walking = Guard(run.settings.extract, progress)
    walking.tell("read elsewhere", 0, 1)
    read = run.cluster.read(taken)
    cache.put(read.facts)
    if keeping is not None:
        keeping.kept.update(read.left)
    walking.tell("read elsewhere", 1, 1)
    return read.extraction


def _checkout(run: _Run, taken: Snapshot, start: float) -> Checkout:
    """Return what is told of the checkout, of which reading began at a `start` by the clock."""
    from core.index.publishing import Checkout

    inputs = run.inputs
    git = git_state(taken.root)
    return Checkout(
        root=str(taken.root),
        built_at=datetime.now(UTC).isoformat(timespec="seconds"),
        git_sha=git.sha,
        git_branch=git.branch,
        dirty=git.dirty_files > 0,
        fingerprint=taken.fingerprint,
        seconds=perf_counter() - start,
        inputs=inputs.digest,
        woods=str(run.choices.woods or ""),
        alone=run.choices.alone,
        framework=run.choices.framework,
        documents=run.choices.documents,
    )


def _embedded(place: Place, settings: Settings, progress: Progress | None, cluster: Cluster | None) -> Manifest:
    """Return the manifest of the index once it has vectors; raises `MissingExtra` when its embedder is not installed."""
    from core.index.embed import embed_pending
    from core.index.publishing import silent

    elsewhere = partial(cluster.embed, settings.embed) if cluster else None
    return embed_pending(place, products(settings), settings.index.keep_generations, progress or silent, elsewhere)


def _folder_of(woods: Path | None) -> Path:
    if woods is None:
        raise SettingsError("No path given.", "Give the path of a checkout: orienteer index PATH")
    return checked_root(woods.parent if woods.is_file() else woods)


def checked_name(place: Place, root: Path) -> None:
    """Raise `SettingsError` when the name of the place belongs to the index of another checkout."""
    _manifest_of(place, root, full=True)


def _manifest_of(place: Place, root: Path, full: bool) -> Manifest | None:
    """Return what the index that is there says of itself, None when it has another format and is built anew.

    Raises `SettingsError` when it is that of another checkout.
    """
    manifest = None
    try:
        current = place.current()
        owner = outdated_root(current) if current else None
        if current and owner is None:
            manifest = read_manifest(current)
            owner = Path(manifest.root)
            if manifest.members:
                said = f"'{place.name}' is a group of {', '.join(one.name for one in manifest.members)}."
                raise SettingsError(said, f"Index its members, then: orienteer group {place.name}. Or choose another --name.")
    except StoreError:
        if full:  # it is about to be replaced, so that it cannot be read does not matter
            return None
        raise
    if owner and owner != root and owner.exists() and not (is_sample(owner) and is_sample(root)):
        raise SettingsError(f"The name '{place.name}' is taken by the index of {owner}.", "Choose another with --name.")
    return manifest


@dataclass(frozen=True, slots=True)
class AskedOfRun:
    """What one run asks for; None is as in the run before, False is without."""

    woods: Path | Literal[False] | None = None
    framework: bool | None = None
    documents: Sequence[Path] | Literal[False] | None = None


@dataclass(frozen=True, slots=True)
class Choices:
    """What holds for one run: a forerunner's index, whether it is read without a checkout, sources of libraries, documents.

    `framework` is None when nobody chose and the settings decide. `remarks` tell what is so because an earlier run asked.
    """

    woods: Path | None = None
    alone: bool = False
    framework: bool | None = None
    documents: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    def settings(self, settings: Settings) -> Settings:
        """Return the settings with the choice in them."""
        settings = replace(settings, extract=replace(settings.extract, documents=self.documents))
        if self.framework is None:
            return settings
        return replace(settings, framework=replace(settings.framework, sources=self.framework))

    def are_those_of(self, manifest: Manifest) -> bool:
        """Tell whether an index remembers the same."""
        remembered = (manifest.woods, manifest.alone, manifest.framework, manifest.documents)
        return remembered == (str(self.woods or ""), self.alone, self.framework, self.documents)


def choose(
    asked: AskedOfRun, before: Manifest | None, root: Path, usual: Sequence[str] = (), *, alone: bool = False
) -> Choices:
    """Return what holds for a run on an index of `root` that says `before` of itself; `alone` when no checkout is named.

    `usual` are the folders of documents that the settings name. Raises `SourceError` when the forerunner's index or the
    folder of documents that an earlier run asked for is no longer there.
    """
    woods = asked.woods.expanduser().resolve() if asked.woods else None
    if asked.woods is None and before is not None and before.woods:
        woods, alone = Path(before.woods), before.alone
        if not woods.exists():
            raise SourceError(
                f"'{before.name}' was made with the Woods index {woods}, which no longer exists. Restore it, "
                "give another with --from-woods DIR, or leave it out with --no-woods."
            )
    framework = asked.framework if asked.framework is not None or before is None else before.framework
    documents = () if alone else checked_folders(_folders(asked, before, usual), root)
    remarks = tuple(_remarks(asked, woods, alone, framework))
    if asked.documents is None and before is not None and before.documents and documents:
        remarks = (*remarks, f"Documents of {', '.join(documents)} are read as before (--no-documents leaves them out).")
    return Choices(woods, alone, framework, documents, remarks)


def _folders(asked: AskedOfRun, before: Manifest | None, usual: Sequence[str]) -> Sequence[str | Path]:
    if asked.documents is not None:
        return asked.documents or ()
    return before.documents if before is not None and before.documents else usual


def _remarks(asked: AskedOfRun, woods: Path | None, alone: bool, framework: bool | None) -> Iterator[str]:
    if asked.woods is None and woods is not None and not alone:
        yield f"The Woods index {woods} is merged as before (--no-woods leaves it out)."
    if asked.framework is None and framework:
        yield "Sources of libraries are read as before (--no-framework leaves them out)."
    if asked.framework is None and framework is False:
        yield "Sources of libraries are left out as before (--framework reads them)."
