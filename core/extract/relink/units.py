"""The units that an edited file is seen in, as they are after an edit that only its own bodies and lines tell of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from core.extract.facts import DOING, Definition, SourceFile
from core.extract.file_edit import FileEdit, SeenElsewhere
from core.extract.repository import text_hash
from core.model import CodeUnit, Span
from core.model.facts import number_in

_WITHOUT_UNIT = ("constant",)


def moved_units(units: Iterable[CodeUnit], change: FileEdit) -> list[CodeUnit]:
    """Return those of the units that differ after the edit; raises `SeenElsewhere` when a definition has no place in them.

    `units` are all that stand in the file, or have facts or lines of it.
    """
    told = _Told(change)
    found = [(unit, _moved(unit, change, told)) for unit in units]
    told.check()
    return [new for old, new in found if new != old]


def moved_folders(folders: Iterable[CodeUnit], changes: Sequence[FileEdit], files: Sequence[SourceFile]) -> list[CodeUnit]:
    """Return the folders above the edited files, with their lines and the digest of all `files` below them."""
    found = []
    for folder in folders:
        below = f"{folder.file_path}/"
        more = sum(one.new.lines - one.old.lines for one in changes if one.path.startswith(below))
        digest = text_hash("\n".join(f"{file.path} {file.sha}" for file in files if file.path.startswith(below)))
        metadata = {**folder.metadata, "lines": folder.metadata["lines"] + more}
        found.append(replace(folder, metadata=metadata, source_hash=digest))
    return found


class _Told:
    """What definitions tell of their own units alone, docstrings and numbers of branches, and whether all of it found one."""

    def __init__(self, change: FileEdit) -> None:
        pairs = zip(change.old.definitions, change.new.definitions, strict=True)
        self._differing = [
            (old, new) for old, new in pairs if (old.docstring, old.complexity) != (new.docstring, new.complexity)
        ]
        self._left = [old for old, _ in self._differing if old.kind not in _WITHOUT_UNIT]
        self._does = [
            (one, *does) for one, other in zip(change.old.definitions, change.new.definitions, strict=True)
            if (does := (_doing(one.metadata), _doing(other.metadata)))[0] != does[1]
        ]  # fmt: skip

    def does(self, unit: CodeUnit, metadata: Mapping[str, object], path: str) -> Mapping[str, object]:
        """Return the metadata of a unit with the steps of its definition, and of blocks in its body, as they are now."""
        for old, before, after in self._does:
            if unit.file_path == path and _is_of(unit, old) and _doing(metadata) == before:
                return {**{name: value for name, value in metadata.items() if name not in DOING}, **after}
        if not isinstance(blocks := metadata.get("blocks"), list):
            return metadata
        return {**metadata, "blocks": [self._block(row) if row["file_path"] == path else row for row in blocks]}

    def _block(self, row: Mapping[str, object]) -> Mapping[str, object]:
        now = next((after for _, before, after in self._does if _doing(row) == before), None)
        return row if now is None else {"file_path": row["file_path"], **now}

    def by(self, unit: CodeUnit) -> CodeUnit:
        """Return a unit with the docstring and the branches of its definition as they are now."""
        mine = [(old, new) for old, new in self._differing if _is_of(unit, old)]
        if not mine:
            return unit
        if len(mine) > 1 or unit.spans or unit.docstring != mine[0][0].docstring:
            raise SeenElsewhere(f"the docstring of {unit.identifier} may be that of several places")
        old, new = mine[0]
        self._left = [one for one in self._left if one is not old]
        metadata = unit.metadata
        if metadata.get("complexity") == old.complexity and old.complexity != new.complexity:
            metadata = {**metadata, "complexity": new.complexity}
        elif old.complexity != new.complexity:
            raise SeenElsewhere(f"the branches of {unit.identifier} are not known")
        return replace(unit, docstring=new.docstring, metadata=metadata)

    def check(self) -> None:
        """Raise `SeenElsewhere` when a docstring or a number of branches is of no unit that is known."""
        if self._left:
            raise SeenElsewhere(f"no unit is known for {self._left[0].qualified}")


def _doing(metadata: Mapping[str, object]) -> dict[str, object]:
    return {name: metadata[name] for name in DOING if name in metadata}


def _is_of(unit: CodeUnit, one: Definition) -> bool:
    return (unit.start_line, unit.end_line, unit.name) == (one.start_line, one.end_line, one.name)


def _moved(unit: CodeUnit, change: FileEdit, told: _Told) -> CodeUnit:
    path = change.path
    if unit.type == "file" and unit.file_path == path:
        return _file(unit, change)
    metadata = told.does(unit, _facts(unit, change), path)
    spans = tuple(_span(span, change) if span.file_path == path else span for span in unit.spans)
    unit = replace(unit, metadata=metadata, spans=spans)
    if unit.file_path != path or not unit.start_line:
        return unit
    unit = told.by(unit)
    start, end = change.moved.start(unit.start_line), change.moved.end(unit.end_line)
    source = change.lines(start, end)
    return replace(unit, start_line=start, end_line=end, source_code=source, source_hash=text_hash(source))


def _span(span: Span, change: FileEdit) -> Span:
    return Span(span.file_path, change.moved.start(span.start_line), change.moved.end(span.end_line))


def _file(unit: CodeUnit, change: FileEdit) -> CodeUnit:
    metadata = {**unit.metadata, "lines": change.new.lines, **change.new.extra.get("file", {})}
    return replace(
        unit, end_line=change.new.lines, source_code=change.text, docstring=change.new.docstring, metadata=metadata,
        source_hash=text_hash(change.text),
    )  # fmt: skip


def _facts(unit: CodeUnit, change: FileEdit) -> Mapping[str, object]:
    """Return the metadata with the lines of the file moved, and its texts as they are now where modules are inlined."""

    def mine(row: Mapping[str, object]) -> bool:
        return (row.get("file_path") or unit.file_path) == change.path

    moved = {name: change.moved.value(one, mine) for name, one in unit.metadata.items()}
    if not isinstance(rows := moved.get("inlined"), list):
        return moved
    return {**moved, "inlined": [_inlined(row, change) if mine(row) else row for row in rows]}


def _inlined(row: Mapping[str, object], change: FileEdit) -> Mapping[str, object]:
    return {**row, "source_code": change.lines(number_in(row, "start_line"), number_in(row, "end_line"))}
