"""Link repositories that are written down as texts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from core.extract.facts import SourceFile
from core.extract.link import LinkedAll, link_all
from core.extract.read import read_file
from core.extract.repository import Repository
from core.languages import is_test_path, language_of

Row = tuple[str, str, str]


def repository_of(texts: Mapping[str, str], *, backwards: bool = False) -> Repository:
    """Return a checkout of these texts whose files are read."""
    ordered = sorted(texts, reverse=backwards)
    languages = {path: language_of(path) or "text" for path in ordered}
    files = [SourceFile(path, languages[path], texts[path], path, is_test_path(path, languages[path])) for path in ordered]
    return Repository(Path(), tuple(read_file(file) for file in files), dict(texts))


def linked(texts: Mapping[str, str], *, backwards: bool = False) -> LinkedAll:
    """Return what linking makes of the texts, whose files are given in the order of their paths or in the opposite one."""
    repository = repository_of(texts, backwards=backwards)
    found = link_all(repository)
    assert not repository.guard.problems
    return found


def rows(found: LinkedAll, kind: str) -> set[Row]:
    """Return source, kind and target of the relations of one kind, without the types of the units."""
    return {
        (relation.source.partition(":")[2], relation.kind, relation.target.partition(":")[2])
        for relation in found.relations
        if relation.kind == kind
    }
