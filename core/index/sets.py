"""Publish a set: one generation that is made of the open generations of its members."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import numpy as np

from core.index.caches import VectorsFile
from core.index.catalog_space import drafted_catalog, servers_of
from core.index.embed import VECTORS_CACHE, embed_pending, remember_vectors
from core.index.generations import GenerationDraft, new_generation
from core.index.joining import SetTables, joined_tables
from core.index.opening import Opened
from core.index.place import WORD_STORE, WORD_VECTORS, Place, write_manifest
from core.index.publishing import run_row, timed, write_lexical
from core.index.unit_texts import Words
from core.index.unused import collect
from core.index.vector_space import manifests
from core.model import Manifest, Member, Relation, in_set
from core.model.tables import SCHEMA_VERSION
from core.ports import Products, Progress, Row, StoreAddress
from core.settings import IndexSettings
from core.vocabulary import DATA

CHECKOUTS = "checkouts"
"""The folder of a set that has a link to the checkout of each member, by its name."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was found across the boundaries of a set: relations, and facts that units get, by key and kind."""

    relations: Sequence[Relation] = ()
    facts: Mapping[str, Mapping[str, object]] = field(default_factory=dict)


def publish_set(
    place: Place, members: Mapping[str, Opened], found: Found, products: Products, settings: IndexSettings, progress: Progress
) -> Manifest:
    """Write a generation with all that the members hold, make it current and return its manifest.

    Sentence vectors are those of the members, and there are some only where all members have them from the embedder of the
    settings. Raises `StoreError` when the set is busy or the disk refuses; it is then as it was before.
    """
    seconds: dict[str, float] = {}
    unused = partial(collect, place, products, list(manifests(place).values()), servers_of(place))
    with new_generation(place, settings.keep_generations, unused) as draft:
        with timed(seconds, "join", progress):
            joined = joined_tables(members, found.relations, found.facts)
        catalog = drafted_catalog(place, draft, products.catalog_name, products.catalog_at, products)
        with timed(seconds, "lexical", progress):
            lexical = write_lexical(draft, Words(joined.words), products)
        with timed(seconds, "word vectors", progress):
            table, vectors = _word_vectors(members, draft, products)
        manifest = catalog.named_by(_manifest(place, draft, members, joined, lexical, settings))
        counts = {**manifest.counts, **({"word_vectors": vectors} if vectors else {})}
        manifest = replace(manifest, table=table, counts=counts, seconds=seconds)
        with timed(seconds, "catalog", progress), catalog.store.writer() as write:
            runs = {"runs": [run_row(manifest, sum(seconds.values()))]}
            write({**joined.tables, **runs})
        link_checkouts(place, members)
        write_manifest(draft.directory, manifest)
    if all(_embedded(one.manifest, products) for one in members.values()) and manifest.cut:
        _remember_vectors(place, members, products)
        return embed_pending(place, products, settings.keep_generations, progress)
    return manifest


def link_checkouts(place: Place, members: Mapping[str, Opened]) -> Path:
    """Make the folder in which the paths of a set are those of its checkouts, and return it."""
    folder = place.directory / CHECKOUTS
    folder.mkdir(exist_ok=True)
    for left in folder.iterdir():
        left.unlink()
    for name, opened in members.items():
        (folder / name).symlink_to(opened.manifest.root, target_is_directory=True)
    return folder


def _manifest(
    place: Place,
    draft: GenerationDraft,
    members: Mapping[str, Opened],
    joined: SetTables,
    lexical: str,
    settings: IndexSettings,
) -> Manifest:
    of = [members[name].manifest for name in sorted(members)]
    uses = sum(row[2] in DATA for row in joined.tables["relations"])
    counts: Counter[str] = Counter()
    for one in of:
        counts.update({name: number for name, number in one.counts.items() if name in ("files", "tests", "column_uses")})
    sizes = {name: len(joined.tables[name]) for name in ("units", "relations", "chunks")}
    counts.update({**sizes, "relations": sizes["relations"] - uses, "vectors": 0})
    return Manifest(
        schema=SCHEMA_VERSION, name=place.name, generation=draft.number, root=str(place.directory / CHECKOUTS),
        git_sha="", git_branch="", dirty=False, built_at=datetime.now(UTC).isoformat(timespec="seconds"),
        embedder="", dimensions=0, vectors="none", counts=dict(counts),
        languages=_added(one.languages for one in of), problems=_added(one.problems for one in of),
        tallies=_tallies(joined.tables["tallies"]),
        fingerprint=" ".join(one.fingerprint[:16] for one in of), lexical=lexical, chunk_tokens=settings.chunk_tokens,
        cut=all(one.cut for one in of), members=tuple(map(member_of, of)),
    )  # fmt: skip


def _tallies(rows: Iterable[Row]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for language, outcome, count in rows:
        found.setdefault(str(language), {})[str(outcome)] = int(str(count))
    return found


def member_of(manifest: Manifest) -> Member:
    """Return an index as a set remembers it."""
    return Member(
        manifest.name, manifest.generation, manifest.built_at, manifest.root, manifest.git_sha, manifest.git_branch,
        manifest.fingerprint, manifest.counts.get("units", 0),
    )  # fmt: skip


def _added(parts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for part in parts:
        total.update(part)
    return dict(sorted(total.items()))


def _word_vectors(members: Mapping[str, Opened], draft: GenerationDraft, products: Products) -> tuple[str, int]:
    """Write the word vectors of all members; return the name of the table that made them and their number, "" and 0 without.

    There are none where the members' are not all of the table that reads questions now.
    """
    stores = {name: members[name].word_vectors for name in sorted(members)}
    table = next(iter(members.values())).table
    if table is None or any(store is None for store in stores.values()):
        return "", 0
    count = 0
    with closing(products.vectors(WORD_STORE, StoreAddress(str(draft.directory), WORD_VECTORS))) as store:
        for name, own in stores.items():
            assert own is not None
            for ids in own.pages():
                vectors = own.get(ids)
                store.put([in_set(key, name) for key in vectors], np.stack(list(vectors.values())))
                count += len(vectors)
    return table.name, count


def _embedded(manifest: Manifest, products: Products) -> bool:
    """Tell whether an index has all sentence vectors, of the embedder of the settings."""
    return manifest.vectors == "complete" and manifest.embedder == products.embedder().name


def _remember_vectors(place: Place, members: Mapping[str, Opened], products: Products) -> None:
    """Put the sentence vectors of the members where those of the set are looked for before any text is embedded."""
    place.cache.mkdir(exist_ok=True)
    with VectorsFile(place.cache / VECTORS_CACHE, products.embedder().name) as cache:
        for opened in members.values():
            remember_vectors(cache, opened)
