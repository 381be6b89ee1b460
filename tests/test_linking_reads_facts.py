"""Linking evaluates what reading has kept: it parses nothing, and so needs no reader for files that have not changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import tree_sitter

from core.extract.link import link_all
from core.extract.read import read_file
from core.extract.repository import Repository
from core.extract.run import load_files
from core.languages import grammars
from core.settings import ExtractSettings

ROOTS = [Path(__file__).parents[1] / "data" / "sample", *sorted((Path(__file__).parent / "repos").iterdir())]


REAL = tree_sitter.Parser


class CountingParser:
    """Counts what any parser of this process is asked for."""

    parsed = 0

    def __init__(self, language: tree_sitter.Language) -> None:
        self._parser = REAL(language)

    def parse(self, *source: Any, **options: Any) -> tree_sitter.Tree:
        CountingParser.parsed += 1
        return self._parser.parse(*source, **options)

    def reset(self) -> None:
        self._parser.reset()


@pytest.fixture
def parsers(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tree_sitter, "Parser", CountingParser)
    monkeypatch.setattr(CountingParser, "parsed", 0)
    grammars.parser.cache_clear()
    yield CountingParser
    grammars.parser.cache_clear()


@pytest.mark.parametrize("root", ROOTS, ids=lambda root: root.name)
def test_linking_parses_nothing(root: Path, parsers: type[CountingParser]) -> None:
    files, _ = load_files(root, ExtractSettings())
    read = tuple(read_file(file) for file in files)
    repository = Repository(root, read, {file.path: file.text for file in files})
    reading = parsers.parsed
    found = link_all(repository)
    assert reading
    assert found.units
    assert parsers.parsed == reading, "linking parsed a file that reading has seen"
