"""Make one unit of the several places where it is written, and give every unit its parent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.extract.repository import Repository, text_hash
from core.model import CodeUnit, unit_key
from core.vocabulary import BY_PATH


def merge_units(units: Iterable[CodeUnit], repository: Repository) -> list[CodeUnit]:
    """Return one unit per key, in the order of the first of each key, which is the owner.

    The owner gives the text and the facts; the others add their spans, and a docstring if the owner has none. Texts and
    their hashes are filled in where a linker left them out.
    """
    by_key: dict[str, list[CodeUnit]] = defaultdict(list)
    for unit in units:
        by_key[unit.key].append(unit)
    return [_with_text(_merged(same), repository) for same in by_key.values()]


def with_parents(units: Sequence[CodeUnit]) -> list[CodeUnit]:
    """Return the units with `parent` filled: the one that a linker gave if it exists, else the file, else the folder."""
    known = {unit.key for unit in units}
    return [unit if unit.parent in known else replace(unit, parent=_parent_by_path(unit, known)) for unit in units]


def _merged(same: Sequence[CodeUnit]) -> CodeUnit:
    owner = same[0]
    if len(same) == 1:
        return owner
    spans = dict.fromkeys(span for unit in same for span in unit.places)
    docstring = next((unit.docstring for unit in same if unit.docstring), "")
    return replace(owner, docstring=docstring, spans=tuple(spans) if len(spans) > 1 else ())


def _with_text(unit: CodeUnit, repository: Repository) -> CodeUnit:
    source = unit.source_code
    if not source and unit.start_line and unit.file_path in repository.texts:
        source = repository.lines(unit.file_path, unit.start_line, unit.end_line)
    elif unit.source_hash:
        return unit
    return replace(unit, source_code=source, source_hash=text_hash(source))


def _parent_by_path(unit: CodeUnit, known: set[str]) -> str:
    if unit.type not in BY_PATH:
        return key if (key := unit_key("file", unit.file_path)) in known else ""
    folder = unit.file_path.rpartition("/")[0]
    return key if (key := unit_key("folder", folder)) in known else ""
