"""Make the next generation from the last one and what differs from it: the rows, words and figures of the edited files.

The generation is the one that would be written from nothing, row by row. Its catalog is a copy in which rows are changed; the
file is larger than a new one, by the room of what was there before.
"""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from core.errors import StoreError
from core.index.catalog_space import collect_catalogs, drafted_catalog, servers_of
from core.index.generations import GenerationDraft, new_generation
from core.index.last import LastGeneration
from core.index.metrics import figures, is_silent, own_figures
from core.index.place import LEXICAL, WORD_STORE, WORD_VECTORS, Place, catalog_address, write_manifest
from core.index.publishing import Checkout, run_row, silent, timed, with_vectors_of
from core.index.rows import chunk_row, fact_rows, listed_rows, relation_row, tally_rows, unit_row
from core.index.unit_texts import UnitTexts, texts_of
from core.index.word_vectors import WordVectors
from core.model import CodeUnit, Manifest, Relation
from core.model.tables import TABLES
from core.ports import CatalogEditor, Embedder, Products, Progress, StoreAddress
from core.settings import IndexSettings

_COLUMNS = ("start_line", "end_line", "docstring", "source_code", "source_hash", "metadata", "spans")


@dataclass(frozen=True, slots=True)
class Differences:
    """What is other than in the last generation: units by key, all relations of some files; tallies and examples are whole."""

    units: Mapping[str, CodeUnit]
    relations: Mapping[str, Sequence[Relation]]
    tallies: Mapping[str, Mapping[str, int]]
    listed: Sequence[Mapping[str, object]]


def publish_differences(
    place: Place,
    last: LastGeneration,
    differences: Differences,
    checkout: Checkout,
    products: Products,
    settings: IndexSettings,
    progress: Progress = silent,
) -> Manifest:
    """Write a generation that differs from the last one in this, make it current and return its manifest.

    Vectors are carried over as in `publish`. Raises `StoreError` when the index is busy or the disk refuses; the index is then
    as it was before.
    """
    seconds: dict[str, float] = {"extract": checkout.seconds}
    unused = partial(collect_catalogs, place, products, servers_of(place))
    with new_generation(place, settings.keep_generations, unused) as draft:
        if place.current() != last.directory:
            message = f"The index '{place.name}' was written by another process meanwhile."
            raise StoreError(f"{message} Run again: orienteer index {checkout.root}")
        with timed(seconds, "words", progress):
            table = products.table() if products.table else None
            units, texts, vectors = _texts(last, differences.units, settings.chunk_tokens, table)
        drafted = drafted_catalog(place, draft, last.manifest.catalog, last.manifest.catalog_at, products)
        before = catalog_address(last.directory, last.manifest)
        with timed(seconds, "catalog", progress), drafted.store.editor(before) as catalog:
            places = catalog.places(unit.key for unit in units)
            _write_units(catalog, {unit.key: unit for unit in last.units(differences.units)}, differences.units, places)
            _write_relations(catalog, last, differences.relations)
            _write_texts(catalog, last, units, texts, places)
            _write_rest(catalog, last, differences)
            manifest = drafted.named_by(_manifest(last.manifest, draft, checkout, differences, catalog))
            catalog.append("runs", run_row(manifest, sum(seconds.values())))
            chunks = catalog.chunk_ids()
        with timed(seconds, "lexical", progress):
            _lexical(last, draft, {places[unit.key]: made.words for unit, made in zip(units, texts, strict=True)})
        if vectors is not None:
            with timed(seconds, "word vectors", progress):
                many = _word_vectors(last, draft, [unit.key for unit in units], vectors, products)
            manifest = replace(manifest, counts={**manifest.counts, "word_vectors": many})
        manifest = with_vectors_of(last.directory, last.manifest, place, draft, manifest, chunks)
        manifest = replace(manifest, seconds=seconds, lexical=products.lexical_name)
        write_manifest(draft.directory, manifest)
    return manifest


def _texts(
    last: LastGeneration, changed: Mapping[str, CodeUnit], limit: int, table: Embedder | None
) -> tuple[list[CodeUnit], list[UnitTexts], WordVectors | None]:
    """Return the units whose words and chunks may differ, those that changed and what they are in, and their texts."""
    holders = {unit.parent for unit in changed.values() if unit.parent} - changed.keys()
    units = [*changed.values(), *last.units(holders)]
    inside: dict[str, list[CodeUnit]] = defaultdict(list)
    for head in last.members_of(unit.key for unit in units):
        member = changed.get(head.key) or CodeUnit(
            head.type, head.identifier, head.name, file_path=head.file_path, start_line=head.start_line, end_line=head.end_line
        )
        inside[head.parent].append(member)
    for members in inside.values():
        members.sort(key=lambda member: (member.start_line, member.key))
    texts, vectors = texts_of(units, list(map(unit_row, units)), inside, limit, cut=last.manifest.cut, table=table)
    return units, texts, vectors


def _write_units(
    catalog: CatalogEditor, before: Mapping[str, CodeUnit], now: Mapping[str, CodeUnit], places: Mapping[str, int]
) -> None:
    """Write the rows of units that changed, with their facts and metrics; nothing but values in existing rows can."""
    names = [name for name in _COLUMNS if any(getattr(unit, name) != getattr(before[key], name) for key, unit in now.items())]
    columns = [TABLES["units"].names.index(name) for name in names]
    rows = {key: unit_row(unit) for key, unit in now.items()}
    catalog.update("units", {places[key]: [row[column] for column in columns] for key, row in rows.items()}, names)
    own = {key: own_figures(unit) for key, unit in now.items()}
    changed = {places[key]: tuple(values.values()) for key, values in own.items() if values != own_figures(before[key])}
    catalog.update("metrics", changed, ("complexity", "lines"))
    for key, unit in now.items():
        facts = list(fact_rows(unit))
        if facts != list(fact_rows(before[key])):
            catalog.update("facts", dict(zip(catalog.fact_places(key), facts, strict=True)))


def _write_relations(catalog: CatalogEditor, last: LastGeneration, relations: Mapping[str, Sequence[Relation]]) -> None:
    """Write the relations of files, in place where they relate the same; else the table, and what is worked out of it."""
    before = {path: last.relations_of(path) for path in relations}
    if all(list(map(_related, before[path])) == list(map(_related, found)) for path, found in relations.items()):
        for path, found in relations.items():
            if found != before[path]:
                lines = ([one.line] for one in found)
                catalog.update("relations", dict(zip(catalog.relation_places(path), lines, strict=True)), ["line"])
        return
    catalog.replace_relations({path: list(map(relation_row, found)) for path, found in relations.items()})
    if any(set(map(_ends, before[path])) != set(map(_ends, found)) for path, found in relations.items()):
        _write_figures(catalog)


def _related(one: Relation) -> tuple[str, ...]:
    return one.source, one.target, one.kind, one.certainty, one.origin, one.via


def _ends(one: Relation) -> tuple[str, str]:
    return one.source, one.target


def _write_figures(catalog: CatalogEditor) -> None:
    """Work out the metrics that depend on the whole graph."""
    silent = np.array([is_silent(type_, is_test) for type_, is_test in catalog.kinds()], dtype=bool)
    of_graph = zip(*figures(catalog.edges(), silent), strict=True)
    rows = [(key, *found, *own) for (key, *own), found in zip(catalog.own_metrics(), of_graph, strict=True)]
    catalog.rewrite("metrics", rows)


def _write_texts(
    catalog: CatalogEditor,
    last: LastGeneration,
    units: Sequence[CodeUnit],
    texts: Sequence[UnitTexts],
    places: Mapping[str, int],
) -> None:
    """Write the words and chunks of units."""
    keys = [unit.key for unit in units]
    rows = {places[key]: (made.words, made.made_of) for key, made in zip(keys, texts, strict=True)}
    catalog.update("documents", rows, ("words", "made_of"))
    chunks = [chunk for made in texts for chunk in made.chunks]
    if last.manifest.cut and chunks != last.chunks(keys):
        catalog.replace_chunks(keys, list(map(chunk_row, chunks)))


def _write_rest(catalog: CatalogEditor, last: LastGeneration, differences: Differences) -> None:
    if differences.tallies != last.tallies:
        catalog.rewrite("tallies", tally_rows(differences.tallies))
    if list(differences.listed) != last.listed:
        catalog.rewrite("unresolved", listed_rows(differences.listed))


def _lexical(last: LastGeneration, draft: GenerationDraft, words: Mapping[int, str]) -> None:
    index = last.lexical()
    index.replace({place: joined.split(" ") if joined else [] for place, joined in words.items()})
    folder = draft.directory / LEXICAL
    folder.mkdir()
    index.save(folder)


def _word_vectors(
    last: LastGeneration, draft: GenerationDraft, keys: Sequence[str], vectors: WordVectors, products: Products
) -> int:
    """Copy the word vectors with those of some units anew; return how many there are."""
    shutil.copytree(last.directory / WORD_VECTORS, draft.directory / WORD_VECTORS)
    with closing(products.vectors(WORD_STORE, StoreAddress(str(draft.directory), WORD_VECTORS))) as store:
        store.drop(sorted(set(keys) - set(vectors.keys)))
        store.put(vectors.keys, vectors.matrix)
        return store.count()


def _manifest(
    before: Manifest, draft: GenerationDraft, checkout: Checkout, differences: Differences, catalog: CatalogEditor
) -> Manifest:
    between, uses = catalog.relation_counts()
    counted = {name: count for name, count in before.counts.items() if name != "masked"}  # of what was sent then
    counts = {**counted, "relations": between, "chunks": len(catalog.chunk_ids()), "vectors": 0}
    return replace(
        before, generation=draft.number, built_at=checkout.built_at, git_sha=checkout.git_sha, git_branch=checkout.git_branch,
        dirty=checkout.dirty, embedder="", dimensions=0, vectors="none",
        counts={**counts, "column_uses": uses} if uses else counts,
        tallies=differences.tallies, fingerprint=checkout.fingerprint,
    )  # fmt: skip
