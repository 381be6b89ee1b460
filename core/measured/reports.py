"""Read a coverage report of any known format: the file itself tells which one it is."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from core.errors import SourceError, cause, reading_step
from core.measured.formats import cobertura, coverage_data, coverage_py, go_cover, lcov, llvm, simplecov
from core.model.executed import FileHits

_JSON = (coverage_py, llvm, simplecov)
_TEXTS = (cobertura, go_cover, lcov)
FORMATS = tuple(sorted(one.NAME for one in (*_JSON, *_TEXTS, coverage_data)))
_MOST = 1 << 30  # bytes of a report


class ReadReport(NamedTuple):
    """The files of a report and the name of its format."""

    format: str
    files: Sequence[FileHits]


def read_report(path: Path) -> ReadReport:
    """Return what a coverage report says; raises `SourceError` for a file that is none, or is at fault, with the reason."""
    try:
        if path.stat().st_size > _MOST:
            raise SourceError(f"{path} is larger than 1 GiB. Export the coverage of fewer files or tests.")
        text = None if coverage_data.fits(path) else path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        raise SourceError(
            f"{path} cannot be read as a coverage report: {cause(problem)}. {reading_step(problem, 'Export it again.')}"
        ) from problem
    try:
        if text is None:
            return ReadReport(coverage_data.NAME, list(coverage_data.read(path)))
        return _read(text, path)
    except (SourceError, KeyError, ValueError, RecursionError) as problem:
        raise SourceError(f"The coverage report '{path}' is invalid: {problem}.") from problem


def _read(text: str, path: Path) -> ReadReport:
    if text.lstrip()[:1] in ("{", "["):
        told = json.loads(text)
        for of_json in _JSON:
            if of_json.fits(told):
                return ReadReport(of_json.NAME, list(of_json.read(told)))
    for of_text in _TEXTS:
        if of_text.fits(text):
            return ReadReport(of_text.NAME, list(of_text.read(text)))
    raise SourceError(f"unknown format. Supported: {', '.join(FORMATS)}")
